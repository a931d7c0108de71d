package io.gulliver.domain.landscape;

import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the customer's rules for an array are.
 *
 * @param secondUrl of the second HMC of a DS8000, or null
 * @param lss of a DS8000 in which volumes may be made, two hex digits each; empty for any
 * @param overprovisioningPercent how much thin volumes may promise together, in percent of what a pool holds
 * @param volumeName template of the names of volumes, with {@code {server}} and {@code {item}}; null for the playbook's
 * @param hostName template of the names of host objects, with {@code {server}}; null for the playbook's
 * @param portset of a Spectrum Virtualize array, in which hosts are made; null for the array's default
 * @param groupName of a Spectrum Virtualize array: template of the name of the volume group in which the database volumes of a server
 *     are, with {@code {server}}; null for no group
 */
public record ArrayRules(
        @Nullable URI secondUrl,
        List<String> lss,
        int overprovisioningPercent,
        @Nullable String volumeName,
        @Nullable String hostName,
        @Nullable String portset,
        @Nullable String groupName) {
    /** Twice what is there. */
    public static final int OVERPROVISIONING_PERCENT = 200;

    private static final Pattern PLACE = Pattern.compile("\\{([a-z]*)}");

    /**
     * How something is named on an array.
     *
     * @param template with {@code {server}} and {@code {item}}; null for the playbook's own
     * @param maxLength longest name that it takes
     */
    public record Naming(@Nullable String template, int maxLength) {}

    public ArrayRules {
        lss = List.copyOf(lss);
    }

    /** Those of an array of which nothing is said. */
    public static ArrayRules none() {
        return new ArrayRules(null, List.of(), OVERPROVISIONING_PERCENT, null, null, null, null);
    }

    /**
     * How volumes, hosts or volume groups are named on an array of this kind; null for a kind that is no array, and for other objects.
     *
     * @param family kind in the landscape
     * @param kind of object: {@code volume}, {@code host object} or {@code volume group}
     */
    public @Nullable Naming naming(String family, String kind) {
        return switch (family) {
            case "ds8000" -> naming(kind, 16, 32);
            case "spectrum-virtualize" -> naming(kind, 63, 63);
            default -> null;
        };
    }

    private @Nullable Naming naming(String kind, int longestVolume, int longestHost) {
        return switch (kind) {
            case "volume" -> new Naming(volumeName, longestVolume);
            case "host object" -> new Naming(hostName, longestHost);
            case "volume group" -> new Naming(groupName, longestVolume);
            default -> null;
        };
    }

    /**
     * A name by a template.
     *
     * @param server name of the server
     * @param item which of its volumes; empty where there is one thing
     */
    public static String named(String template, String server, String item) {
        return template.replace("{server}", server).replace("{item}", item);
    }

    /** What is wrong with a template, as the end of a sentence; null when nothing is. */
    public static @Nullable String templateProblem(String template, boolean ofVolumes) {
        Matcher places = PLACE.matcher(template);
        while (places.find()) {
            if (!List.of("server", "item").contains(places.group(1))
                    || !ofVolumes && places.group(1).equals("item")) {
                return "has {" + places.group(1) + "}; known are {server}" + (ofVolumes ? " and {item}" : "");
            }
        }
        if (!template.contains("{server}") || ofVolumes && !template.contains("{item}")) {
            return "must have {server}" + (ofVolumes ? " and {item}" : "") + ", or two things would have one name";
        }
        String rest = PLACE.matcher(template).replaceAll("");
        return rest.matches("[A-Za-z0-9_.-]*")
                ? null
                : "has other characters than letters, digits, underscores, dots and dashes";
    }
}
