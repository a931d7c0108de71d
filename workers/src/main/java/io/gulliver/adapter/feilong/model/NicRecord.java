package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A network card as the server remembers it; the directory entry is the truth.
 *
 * @param vdev device number
 * @param vswitch null while it is not coupled
 */
public record NicRecord(
        @JsonProperty("userid") String userid,
        @JsonProperty("interface") String vdev,
        @JsonProperty("switch") @Nullable String vswitch) {}
