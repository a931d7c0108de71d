package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The ports of one adapter.
 */
public record AdapterPorts(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("storage-port-uris") List<String> storagePortUris,
        @JsonProperty("network-port-uris") List<String> networkPortUris) {
    public AdapterPorts {
        storagePortUris = storagePortUris == null ? List.of() : List.copyOf(storagePortUris);
        networkPortUris = networkPortUris == null ? List.of() : List.copyOf(networkPortUris);
    }
}
