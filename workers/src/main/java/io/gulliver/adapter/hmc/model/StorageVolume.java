package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One volume of a storage group.
 *
 * @param size GiB
 */
public record StorageVolume(
        @JsonProperty("element-uri") String elementUri,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("size") double size,
        @JsonProperty("usage") String usage,
        @JsonProperty("fulfillment-state") String fulfillmentState) {}
