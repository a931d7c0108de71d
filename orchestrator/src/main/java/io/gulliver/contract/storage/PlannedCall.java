package io.gulliver.contract.storage;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One request as a run would send it.
 *
 * @param what method, path and condition, for a person to read
 * @param fields of its body
 */
public record PlannedCall(String what, SortedMap<String, Object> fields) {
    public PlannedCall {
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }
}
