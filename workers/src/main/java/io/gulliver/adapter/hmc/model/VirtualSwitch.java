package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A switch inside the machine in front of an OSA or HiperSockets adapter; gone since z17.
 *
 * @param type {@code osd} or {@code iqd}
 */
public record VirtualSwitch(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("name") String name,
        @JsonProperty("type") String type) {}
