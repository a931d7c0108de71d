package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One line of a storage group list.
 */
public record StorageGroupEntry(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("cpc-uri") String cpcUri,
        @JsonProperty("name") String name,
        @JsonProperty("type") String type,
        @JsonProperty("fulfillment-state") String fulfillmentState) {}
