package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One logical partition of a mainframe in DPM mode, as read from the HMC.
 *
 * @param parent URI of the CPC
 * @param description up to 1024 characters; ours carries the step key as proof of ownership
 * @param status as on the wire; {@link PartitionStatus} knows what each value means
 * @param bootFtpInsfile what it loads from a server where its boot device is one; kept when it is another
 * @param initialMemory MiB
 * @param maximumMemory MiB
 */
public record Partition(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("parent") String parent,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("type") String type,
        @JsonProperty("status") String status,
        @JsonProperty("processor-mode") String processorMode,
        @JsonProperty("ifl-processors") @Nullable Integer iflProcessors,
        @JsonProperty("cp-processors") @Nullable Integer cpProcessors,
        @JsonProperty("initial-memory") long initialMemory,
        @JsonProperty("maximum-memory") long maximumMemory,
        @JsonProperty("reserve-resources") boolean reserveResources,
        @JsonProperty("boot-device") String bootDevice,
        @JsonProperty("boot-storage-volume") @Nullable String bootStorageVolume,
        @JsonProperty("boot-ftp-insfile") @Nullable String bootFtpInsfile,
        @JsonProperty("initial-ifl-processing-weight") int initialIflProcessingWeight,
        @JsonProperty("nic-uris") List<String> nicUris,
        @JsonProperty("storage-group-uris") List<String> storageGroupUris) {
    public Partition {
        nicUris = nicUris == null ? List.of() : List.copyOf(nicUris);
        storageGroupUris = storageGroupUris == null ? List.of() : List.copyOf(storageGroupUris);
    }

    /** What the status means. */
    public PartitionStatus state() {
        return PartitionStatus.of(status);
    }
}
