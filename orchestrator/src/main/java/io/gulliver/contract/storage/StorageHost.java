package io.gulliver.contract.storage;

import java.util.List;

/** A host object and the WWPNs of its ports. */
public record StorageHost(String name, String id, List<String> wwpns) {
    public StorageHost {
        wwpns = List.copyOf(wwpns);
    }
}
