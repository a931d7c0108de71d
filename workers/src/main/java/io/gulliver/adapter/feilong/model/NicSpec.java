package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A network card to be made. It takes three device numbers.
 *
 * @param vdev the first of them, 1 to 4 hex digits; null for the next free three
 * @param mac of which z/VM keeps the last three bytes; null for one of the system's
 * @param active whether the running guest gets it too
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NicSpec(
        @JsonProperty("vdev") @Nullable String vdev,
        @JsonProperty("mac_addr") @Nullable String mac,
        @JsonProperty("active") boolean active) {}
