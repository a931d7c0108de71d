package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * One path of a partition to its storage: a virtual host bus adapter with its own WWPN.
 *
 * @param worldWidePortNameInfo the host WWPN that the storage side zones and maps
 */
public record VirtualStorageResource(
        @JsonProperty("element-uri") String elementUri,
        @JsonProperty("name") String name,
        @JsonProperty("partition-uri") @Nullable String partitionUri,
        @JsonProperty("adapter-port-uri") @Nullable String adapterPortUri,
        @JsonProperty("device-number") @Nullable String deviceNumber,
        @JsonProperty("world-wide-port-name-info") @Nullable WwpnState worldWidePortNameInfo) {}
