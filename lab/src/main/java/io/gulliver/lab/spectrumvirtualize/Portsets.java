package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.spectrumvirtualize.ArrayState.StoredHost;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PortsetSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The portsets of an array of 8.5 and later: IBM's command reference ({@code lsportset}, {@code lsfcportsetmember}, {@code mkportset},
 * {@code mkhost}, FlashSystem 8.7 and 9.1.3). A host that names none is in the default one of Fibre Channel, {@code portset64}. Which
 * code refuses a portset of another kind is unverified.
 */
final class Portsets {
    private static final String DEFAULT = "portset64";

    private final boolean there;
    private final List<PortsetSpec> all = new ArrayList<>();

    Portsets(boolean there, List<PortsetSpec> others) {
        this.there = there;
        all.add(new PortsetSpec("portset0", "host", "ethernet", List.of()));
        all.add(new PortsetSpec(DEFAULT, "host", "fc", List.of(1, 2)));
        all.addAll(others);
    }

    /** Whether the port of this number of a node serves a host of a portset. */
    boolean serves(@Nullable String portset, int ioPort) {
        return !there
                || find(portset == null ? DEFAULT : portset).stream()
                        .anyMatch(one -> one.ioPorts().contains(ioPort));
    }

    /** The portset of a new host over Fibre Channel, or the refusal of its command. */
    String forHost(Optional<String> wanted) {
        PortsetSpec portset = find(wanted.orElse(DEFAULT)).orElseThrow(CliMessage.CMMVC5804E::refusal);
        if (!portset.type().equals("host") || !portset.portType().equals("fc")) {
            throw CliMessage.CMMVC5753E.refusal();
        }
        return portset.name();
    }

    private Optional<PortsetSpec> find(String idOrName) {
        return all.stream()
                .filter(one -> one.name().equals(idOrName) || id(one).equals(idOrName))
                .findFirst();
    }

    private String id(PortsetSpec portset) {
        return portset.name().equals(DEFAULT) ? "64" : Integer.toString(all.indexOf(portset));
    }

    /** A host's row with its portset. */
    ObjectNode named(ObjectNode host, @Nullable String portset) {
        PortsetSpec of = find(portset == null ? DEFAULT : portset).orElseThrow();
        return host.put("portset_id", id(of)).put("portset_name", of.name());
    }

    Stream<ObjectNode> rows(Collection<StoredHost> hosts) {
        return all.stream().map(one -> row(one, hosts));
    }

    ObjectNode row(String idOrName, Collection<StoredHost> hosts) {
        return row(find(idOrName).orElseThrow(CliMessage.CMMVC5754E::refusal), hosts);
    }

    private ObjectNode row(PortsetSpec portset, Collection<StoredHost> hosts) {
        long members = hosts.stream()
                .filter(host -> portset.name().equals(host.portset() == null ? DEFAULT : host.portset()))
                .count();
        return node().put("id", id(portset))
                .put("name", portset.name())
                .put("type", portset.type())
                .put("port_count", Integer.toString(portset.ioPorts().size()))
                .put("host_count", Long.toString(members))
                .put("lossless", "")
                .put("owner_id", "")
                .put("owner_name", "")
                .put("port_type", portset.portType())
                .put("is_default", portset.name().equals(DEFAULT) ? "yes" : "no");
    }

    /** Which I/O ports are in which portset. */
    Stream<ObjectNode> memberRows() {
        List<ObjectNode> rows = new ArrayList<>();
        for (PortsetSpec portset : all) {
            for (int port : portset.ioPorts()) {
                rows.add(node().put("id", Integer.toString(rows.size()))
                        .put("fc_io_port_id", Integer.toString(port))
                        .put("portset_id", id(portset))
                        .put("portset_name", portset.name())
                        .put("owner_id", "")
                        .put("owner_name", ""));
            }
        }
        return rows.stream();
    }

    private static ObjectNode node() {
        return JsonMapper.shared().createObjectNode();
    }
}
