package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network card that the guest's Linux is told how to use at its next start.
 *
 * @param address IPv4
 * @param cidr of the network, for example {@code 10.1.2.0/24}
 * @param vdev null for the next free three device numbers
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Network(
        @JsonProperty("ip_addr") String address,
        @JsonProperty("cidr") String cidr,
        @JsonProperty("gateway_addr") @Nullable String gateway,
        @JsonProperty("dns_addr") List<String> dns,
        @JsonProperty("nic_vdev") @Nullable String vdev,
        @JsonProperty("mac_addr") @Nullable String mac) {
    public Network {
        dns = List.copyOf(dns);
    }
}
