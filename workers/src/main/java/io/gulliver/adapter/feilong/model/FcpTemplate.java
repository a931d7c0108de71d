package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A set of FCP devices by path, of which each guest gets one of each path.
 *
 * @param pchids physical channels of its devices, four hex digits each; servers before 1.6.7 do not tell them
 */
public record FcpTemplate(
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("host_default") boolean hostDefault,
        @JsonProperty("pchids") List<String> pchids) {
    public FcpTemplate {
        pchids = pchids == null ? List.of() : List.copyOf(pchids);
    }
}
