package io.gulliver.service.proof;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Keys whose results count.
 *
 * @param keys public half (X.509, base64) by the name that the operator gave it
 */
public record TrustedKeys(Map<String, String> keys) {
    public TrustedKeys {
        keys = new TreeMap<>(keys);
    }

    /** Names by public half; of two names of one key the first. */
    Map<String, String> names() {
        return keys.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey, (first, second) -> first));
    }
}
