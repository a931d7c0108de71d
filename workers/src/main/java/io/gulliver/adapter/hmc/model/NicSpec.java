package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a new network card shall be: exactly one of switch and port is given.
 *
 * @param deviceNumber four hex digits, lower case; unique in the partition
 * @param virtualSwitchUri for OSA and HiperSockets before z17
 * @param networkAdapterPortUri for RoCE always, for every adapter on z17
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NicSpec(
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("device-number") String deviceNumber,
        @JsonProperty("virtual-switch-uri") @Nullable String virtualSwitchUri,
        @JsonProperty("network-adapter-port-uri") @Nullable String networkAdapterPortUri,
        @JsonProperty("vlan-id") @Nullable Integer vlanId) {}
