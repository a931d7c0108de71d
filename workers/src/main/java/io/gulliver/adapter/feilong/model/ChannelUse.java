package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How far a physical channel is used, by which servers from 1.6.7 on choose devices.
 *
 * @param allocated FCP devices of it that are in use, in all systems of the machine
 * @param max that may be
 */
public record ChannelUse(
        @JsonProperty("allocated") int allocated,
        @JsonProperty("max") int max) {}
