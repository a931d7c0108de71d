package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A logical control unit of the FICON configuration of a machine.
 *
 * @param logicalAddress two hex digits: on a DS8000 the LSS
 * @param parent its storage subsystem
 * @param volumeRanges which addresses of it are volumes, and which PAV aliases
 */
public record ControlUnit(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("name") String name,
        @JsonProperty("logical-address") String logicalAddress,
        @JsonProperty("parent") String parent,
        @JsonProperty("volume-ranges") List<Range> volumeRanges) {
    public ControlUnit {
        volumeRanges = volumeRanges == null ? List.of() : List.copyOf(volumeRanges);
    }

    /**
     * Unit addresses beside each other.
     *
     * @param first two hex digits
     * @param type {@code base} or {@code alias}
     */
    public record Range(
            @JsonProperty("starting-volume") String first,
            @JsonProperty("ending-volume") String last,
            @JsonProperty("type") String type) {}
}
