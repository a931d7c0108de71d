package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * FCP devices that a guest has reserved.
 *
 * @param devices one for each path, chosen by the server
 * @param wwpns their port names with N-port virtualisation, to be zoned and mapped
 * @param physical port name of the channel behind each of them
 * @param host what storage may call the guest
 * @param templateId of the FCP multipath template that they are from
 * @param reason why there are none; null where there are some
 */
public record FcpConnector(
        @JsonProperty("zvm_fcp") List<String> devices,
        @JsonProperty("wwpns") List<String> wwpns,
        @JsonProperty("phy_to_virt_initiators") Map<String, String> physical,
        @JsonProperty("host") String host,
        @JsonProperty("fcp_template_id") @Nullable String templateId,
        @JsonProperty("empty_fcp_list_reason") @Nullable String reason) {
    public FcpConnector {
        devices = devices == null ? List.of() : List.copyOf(devices);
        wwpns = wwpns == null ? List.of() : List.copyOf(wwpns);
        physical = physical == null ? new TreeMap<>() : new TreeMap<>(physical);
    }
}
