package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One mainframe as an HMC lists it.
 *
 * @param status {@code active, operating, not-communicating, exceptions, status-check, service, not-operating, no-power,
 *     service-required, degraded}
 * @param dpmEnabled without DPM the partition list is empty and creation is refused with 409.5
 */
public record Cpc(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("name") String name,
        @JsonProperty("status") String status,
        @JsonProperty("dpm-enabled") boolean dpmEnabled,
        @JsonProperty("se-version") @Nullable String seVersion) {}
