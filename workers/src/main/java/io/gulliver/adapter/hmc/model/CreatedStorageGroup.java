package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Where a new storage group and its volumes are.
 *
 * @param elementUris of the volumes, in the order in which they were asked for
 */
public record CreatedStorageGroup(
        @JsonProperty("object-uri") String objectUri,
        @JsonProperty("element-uris") List<String> elementUris) {
    public CreatedStorageGroup {
        elementUris = elementUris == null ? List.of() : List.copyOf(elementUris);
    }
}
