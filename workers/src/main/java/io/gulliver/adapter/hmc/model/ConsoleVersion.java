package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Which HMC answers and what its API can do.
 *
 * <p>Answer of <i>Query API Version</i>, which needs no session.
 *
 * @param hmcVersion for example {@code 2.16.0}; 2.16 speaks API 4.1 and later
 */
public record ConsoleVersion(
        @JsonProperty("hmc-name") String hmcName,
        @JsonProperty("hmc-version") String hmcVersion,
        @JsonProperty("api-major-version") int apiMajorVersion,
        @JsonProperty("api-minor-version") int apiMinorVersion) {}
