package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A set of FCP devices by path, of which each guest gets one of each path. */
public record FcpTemplate(
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("host_default") boolean hostDefault) {}
