package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One virtual network card of a partition.
 *
 * @param deviceNumber four hex digits, lower case
 */
public record Nic(
        @JsonProperty("element-uri") String elementUri,
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("device-number") String deviceNumber,
        @JsonProperty("virtual-switch-uri") @Nullable String virtualSwitchUri,
        @JsonProperty("network-adapter-port-uri") @Nullable String networkAdapterPortUri,
        @JsonProperty("vlan-id") @Nullable Integer vlanId,
        @JsonProperty("mac-address") @Nullable String macAddress) {}
