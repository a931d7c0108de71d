package io.gulliver.planning.method;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What decides between a partition of its own and a guest of z/VM where people have not: an editable file.
 *
 * @param asOf when it was last looked over, as written in the file
 * @param largeSgaGb SGAs of a server together, in GB, above which a partition is proposed
 * @param urgentCriticality a criticality up to which a partition is proposed, 1 is the most urgent
 * @param nativeGain what the layer in between costs, as part of a sentence
 * @param sharing what guests have in common, as part of a sentence
 * @param sources by figure, who says so
 */
public record TopologyRules(
        String asOf, double largeSgaGb, int urgentCriticality, String nativeGain, String sharing, Sources sources) {
    private static final Set<String> WORDS = Set.of(
            "as_of",
            "large_sga_gb",
            "large_sga_source",
            "urgent_criticality",
            "native_gain",
            "native_gain_source",
            "sharing",
            "sharing_source");

    /** Who says which figure. */
    public record Sources(String largeSga, String nativeGain, String sharing) {}

    /**
     * Checks the content of the file.
     *
     * @throws IllegalArgumentException naming the entry and what was wanted
     */
    public static TopologyRules of(Map<String, Object> content) {
        Set<String> strange = new TreeSet<>(content.keySet());
        strange.removeAll(WORDS);
        if (!strange.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + strange.iterator().next() + "' is no word of the rules of topology");
        }
        return new TopologyRules(
                text(content, "as_of"),
                number(content, "large_sga_gb", 1, 100_000),
                (int) number(content, "urgent_criticality", 1, 4),
                text(content, "native_gain"),
                text(content, "sharing"),
                new Sources(
                        text(content, "large_sga_source"),
                        text(content, "native_gain_source"),
                        text(content, "sharing_source")));
    }

    private static double number(Map<String, Object> content, String key, double least, double most) {
        if (content.get(key) instanceof Number number
                && number.doubleValue() >= least
                && number.doubleValue() <= most) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(
                key + " is '" + content.get(key) + "', wanted a number from " + least + " to " + most);
    }

    private static String text(Map<String, Object> content, String key) {
        Object value = content.get(key);
        if (value == null || value.toString().isBlank()) {
            throw new IllegalArgumentException(key + " is missing in the rules of topology");
        }
        return value.toString();
    }
}
