package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A pool of minidisks: whole GiB, rounded by the server.
 *
 * <p>Free space is no promise: a minidisk lies on one volume, and the largest free extent is not told.
 */
public record DiskPool(
        @JsonProperty("disk_total") long totalGib,
        @JsonProperty("disk_used") long usedGib,
        @JsonProperty("disk_available") long availableGib) {}
