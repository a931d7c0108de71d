package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * FCP devices that a guest has reserved.
 *
 * @param devices one for each path; empty when the template has too few free ones, which the server answers with success
 * @param wwpns their port names with N-port virtualisation, to be zoned and mapped
 * @param host what storage may call the guest
 * @param templateId of the FCP multipath template that they are from
 */
public record FcpConnector(
        @JsonProperty("zvm_fcp") List<String> devices,
        @JsonProperty("wwpns") List<String> wwpns,
        @JsonProperty("host") String host,
        @JsonProperty("fcp_template_id") @Nullable String templateId) {
    public FcpConnector {
        devices = devices == null ? List.of() : List.copyOf(devices);
        wwpns = wwpns == null ? List.of() : List.copyOf(wwpns);
    }
}
