package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One I/O adapter of a mainframe.
 *
 * @param adapterId the physical channel id, for example {@code 11c}
 * @param adapterFamily for example {@code ficon}, {@code osa}, {@code roce}
 * @param type for example {@code fcp}, {@code osd}, {@code not-configured}
 * @param status {@code active, not-active, not-detected, exceptions}
 */
public record Adapter(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("name") String name,
        @JsonProperty("adapter-id") String adapterId,
        @JsonProperty("adapter-family") String adapterFamily,
        @JsonProperty("type") String type,
        @JsonProperty("status") String status) {}
