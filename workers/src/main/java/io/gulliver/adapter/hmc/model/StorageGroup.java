package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request for storage: volumes that a partition wants, and how far the storage side has provided them.
 *
 * <p>DPM creates no LUN. The group's state follows what the firmware discovers on the array.
 *
 * @param fulfillmentState {@code pending, checking-migration, incomplete, complete, pending-with-mismatches,
 *     overprovisioned, configuration-error}
 * @param connectivity number of paths, each with a host WWPN
 */
public record StorageGroup(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("cpc-uri") String cpcUri,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("type") String type,
        @JsonProperty("shared") boolean shared,
        @JsonProperty("connectivity") int connectivity,
        @JsonProperty("max-partitions") int maxPartitions,
        @JsonProperty("fulfillment-state") String fulfillmentState,
        @JsonProperty("storage-volume-uris") List<String> storageVolumeUris,
        @JsonProperty("virtual-storage-resource-uris") List<String> virtualStorageResourceUris,
        @JsonProperty("candidate-adapter-port-uris") List<String> candidateAdapterPortUris) {
    public StorageGroup {
        storageVolumeUris = storageVolumeUris == null ? List.of() : List.copyOf(storageVolumeUris);
        virtualStorageResourceUris =
                virtualStorageResourceUris == null ? List.of() : List.copyOf(virtualStorageResourceUris);
        candidateAdapterPortUris = candidateAdapterPortUris == null ? List.of() : List.copyOf(candidateAdapterPortUris);
    }
}
