package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One volume of a new storage group.
 *
 * @param operation always {@code create} here
 * @param description names inside a group are not unique, so this is what tells volumes apart
 * @param size GiB
 * @param usage {@code boot} or {@code data}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StorageVolumeSpec(
        @JsonProperty("operation") String operation,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("size") double size,
        @JsonProperty("usage") String usage) {
    /** A volume to boot from. */
    public static StorageVolumeSpec boot(String name, double sizeGib) {
        return new StorageVolumeSpec("create", name, name, sizeGib, "boot");
    }

    /** A volume for data. */
    public static StorageVolumeSpec data(String name, double sizeGib) {
        return new StorageVolumeSpec("create", name, name, sizeGib, "data");
    }
}
