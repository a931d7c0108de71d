package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A minidisk that was made.
 *
 * @param vdev device number, four hex digits
 * @param size as the server writes it
 * @param pool {@code ECKD:NAME} or {@code FBA:NAME}; null for one that is no minidisk (swap in memory)
 */
public record CreatedDisk(
        @JsonProperty("vdev") String vdev,
        @JsonProperty("size") String size,
        @JsonProperty("disk_pool") @Nullable String pool) {}
