package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One line of a partition list.
 */
public record PartitionEntry(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("name") String name,
        @JsonProperty("status") String status,
        @JsonProperty("type") String type) {}
