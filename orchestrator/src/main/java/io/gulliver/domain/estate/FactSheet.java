package io.gulliver.domain.estate;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The collected data of one database, pinned: what a migration reads does not move under it.
 *
 * @param version of the facts; journaled with every decision made from them
 * @param values by name; Java texts, numbers, booleans, durations, lists and maps
 */
public record FactSheet(long version, SortedMap<String, Object> values) {
    public FactSheet {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    public static FactSheet of(long version, Map<String, Object> values) {
        return new FactSheet(version, new TreeMap<>(values));
    }
}
