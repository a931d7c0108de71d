package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a new storage group shall be.
 *
 * @param name unique on the HMC
 * @param description put the step key here
 * @param type {@code fcp}, or {@code fc} for ECKD volumes over FICON
 * @param maxPartitions of an FCP group alone
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StorageGroupSpec(
        @JsonProperty("cpc-uri") String cpcUri,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("type") String type,
        @JsonProperty("shared") boolean shared,
        @JsonProperty("connectivity") int connectivity,
        @JsonProperty("max-partitions") @Nullable Integer maxPartitions,
        @JsonProperty("storage-volumes") List<StorageVolumeSpec> storageVolumes) {
    public StorageGroupSpec {
        storageVolumes = storageVolumes == null ? List.of() : List.copyOf(storageVolumes);
    }

    /** A group of FCP volumes for one partition. */
    public static StorageGroupSpec fcp(
            String cpcUri, String name, String description, int connectivity, List<StorageVolumeSpec> volumes) {
        return new StorageGroupSpec(cpcUri, name, description, "fcp", false, connectivity, 1, volumes);
    }

    /** A group of ECKD volumes for one partition. */
    public static StorageGroupSpec ficon(
            String cpcUri, String name, String description, int connectivity, List<StorageVolumeSpec> volumes) {
        return new StorageGroupSpec(cpcUri, name, description, "fc", false, connectivity, null, volumes);
    }
}
