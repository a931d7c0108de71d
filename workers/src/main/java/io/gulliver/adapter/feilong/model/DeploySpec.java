package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How an image comes onto a guest's disk.
 *
 * @param image its name in the repository
 * @param vdev disk to be written; null for the boot disk
 * @param hostname set at first boot; passed over when there are transport files
 * @param transportFiles path of a file that is punched to the guest for its first boot; null for none
 * @param remoteHost {@code user@host} that has it; null for the server itself
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeploySpec(
        @JsonProperty("image") String image,
        @JsonProperty("vdev") @Nullable String vdev,
        @JsonProperty("hostname") @Nullable String hostname,
        @JsonProperty("transportfiles") @Nullable String transportFiles,
        @JsonProperty("remotehost") @Nullable String remoteHost) {}
