package io.gulliver.adapter.ds8000.model;

import java.util.List;

/**
 * What became of a call that asked for several volumes.
 *
 * @param ids of those that were made
 * @param refused what the storage unit said of the others, one sentence each
 */
public record CreatedVolumes(List<String> ids, List<String> refused) {
    public CreatedVolumes {
        ids = List.copyOf(ids);
        refused = List.copyOf(refused);
    }
}
