package io.gulliver.assessment.comparison;

import java.util.Map;

/**
 * A range of keys in which the sides differ.
 *
 * @param key column
 * @param low first key
 * @param high last key
 * @param sourceRows rows there on the source
 * @param targetRows rows there on the target
 * @param rows keys that differ, each with what is wrong; not all where there are many
 */
public record KeyRange(
        String key, String low, String high, long sourceRows, long targetRows, Map<String, String> rows) {
    public String words() {
        String where = low.equals(high) ? key + " " + low : key + " " + low + " to " + high;
        return rows.isEmpty()
                ? where + " (" + sourceRows + " rows, on the target " + targetRows + ")"
                : where + ": " + rows;
    }
}
