package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a server says of itself.
 *
 * @param version its level, for example {@code 1.6.7}
 * @param apiVersion {@code 1.0} at every level seen
 */
public record ServerVersion(
        @JsonProperty("version") String version,
        @JsonProperty("api_version") String apiVersion) {

    /** Whether this level comes before another; both as numbers with points, anything else counts as 0. */
    public boolean before(String other) {
        String[] ours = version.split("\\.");
        String[] theirs = other.split("\\.");
        for (int i = 0; i < Math.max(ours.length, theirs.length); i++) {
            int difference = number(ours, i) - number(theirs, i);
            if (difference != 0) {
                return difference < 0;
            }
        }
        return false;
    }

    private static int number(String[] parts, int i) {
        return i < parts.length && parts[i].matches("\\d{1,6}") ? Integer.parseInt(parts[i]) : 0;
    }
}
