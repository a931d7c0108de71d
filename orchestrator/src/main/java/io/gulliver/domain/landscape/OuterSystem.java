package io.gulliver.domain.landscape;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One device or service that we call.
 *
 * @param name what people call it, for example {@code hmc-1}
 * @param kind for example {@code hmc}, {@code feilong}, {@code spectrum-virtualize}, {@code ds8000}, {@code goldengate}
 * @param url where its API is
 * @param user to log on as, or null
 * @param secret a reference ({@code env:}, {@code file:}, {@code vault:}), never the secret; or null
 * @param ca path of a PEM file with the authority that signed its certificate, or null for Java's own list
 * @param lab whether it belongs to the lab
 * @param adapterPorts of an HMC: its machines' FCP ports by fabric and use
 * @param arrayPorts of an array: its ports by fabric
 * @param arrayRules of an array: what holds for what is made on it
 * @param fcpChannels of a Feilong server: the channels of its z/VM system's FCP devices, by fabric
 * @param eckdRanges of a Feilong server or HMC: ECKD volumes and aliases that guests or partitions may have
 * @param installation of an installation server: what it holds; null for every other
 */
public record OuterSystem(
        String name,
        String kind,
        URI url,
        @Nullable String user,
        @Nullable String secret,
        @Nullable String ca,
        boolean lab,
        List<AdapterPort> adapterPorts,
        List<ArrayPort> arrayPorts,
        ArrayRules arrayRules,
        List<FcpChannel> fcpChannels,
        List<EckdRange> eckdRanges,
        @Nullable InstallationServer installation) {
    public OuterSystem {
        adapterPorts = List.copyOf(adapterPorts);
        arrayPorts = List.copyOf(arrayPorts);
        fcpChannels = List.copyOf(fcpChannels);
        eckdRanges = List.copyOf(eckdRanges);
    }

    /** One without ECKD volumes, and from which nothing is installed. */
    public OuterSystem(
            String name,
            String kind,
            URI url,
            @Nullable String user,
            @Nullable String secret,
            @Nullable String ca,
            boolean lab,
            List<AdapterPort> adapterPorts,
            List<ArrayPort> arrayPorts,
            ArrayRules arrayRules,
            List<FcpChannel> fcpChannels) {
        this(
                name,
                kind,
                url,
                user,
                secret,
                ca,
                lab,
                adapterPorts,
                arrayPorts,
                arrayRules,
                fcpChannels,
                List.of(),
                null);
    }

    /** One without rules for an array, and without z/VM. */
    public OuterSystem(
            String name,
            String kind,
            URI url,
            @Nullable String user,
            @Nullable String secret,
            @Nullable String ca,
            boolean lab,
            List<AdapterPort> adapterPorts,
            List<ArrayPort> arrayPorts) {
        this(name, kind, url, user, secret, ca, lab, adapterPorts, arrayPorts, ArrayRules.none(), List.of());
    }

    /** One of whose ports nothing is known. */
    public OuterSystem(
            String name,
            String kind,
            URI url,
            @Nullable String user,
            @Nullable String secret,
            @Nullable String ca,
            boolean lab) {
        this(name, kind, url, user, secret, ca, lab, List.of(), List.of());
    }
}
