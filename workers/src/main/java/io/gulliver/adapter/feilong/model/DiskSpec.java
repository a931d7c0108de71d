package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A minidisk to be made.
 *
 * @param size with its unit, {@code 10g} or {@code 512m}, or cylinders (ECKD) or blocks of 512 bytes (FBA) as digits
 * @param pool {@code ECKD:NAME} or {@code FBA:NAME}
 * @param format file system to be made on it; {@code none} for none; the server makes ext4 when it is null
 * @param bootDisk true for the first disk of a guest alone: an image is deployed there and the guest loads from it
 * @param vdev device number, or null for the next one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DiskSpec(
        @JsonProperty("size") String size,
        @JsonProperty("disk_pool") String pool,
        @JsonProperty("format") @Nullable String format,
        @JsonProperty("is_boot_disk") @Nullable Boolean bootDisk,
        @JsonProperty("vdev") @Nullable String vdev) {

    /** The disk that an image is deployed to. */
    public static DiskSpec boot(String size, String pool) {
        return new DiskSpec(size, pool, null, true, null);
    }

    /** A disk without a file system. */
    public static DiskSpec raw(String size, String pool) {
        return new DiskSpec(size, pool, "none", null, null);
    }
}
