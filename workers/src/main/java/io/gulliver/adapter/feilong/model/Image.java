package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * An image in the server's repository.
 *
 * @param osVersion for example {@code rhel9.4}
 * @param diskSize of the disk that it was made of, with its unit: {@code 3338:CYL} or {@code 467200:BLK}
 */
public record Image(
        @JsonProperty("imagename") String name,
        @JsonProperty("imageosdistro") String osVersion,
        @JsonProperty("md5sum") @Nullable String md5,
        @JsonProperty("disk_size_units") String diskSize) {}
