package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A host WWPN and whether the fabric has seen it.
 *
 * @param worldWidePortName 16 hex digits, lower case, no {@code 0x}
 * @param status {@code validated} or {@code not-validated}
 */
public record WwpnState(
        @JsonProperty("world-wide-port-name") String worldWidePortName,
        @JsonProperty("status") String status) {}
