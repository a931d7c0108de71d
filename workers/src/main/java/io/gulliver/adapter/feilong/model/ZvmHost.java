package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The z/VM system behind a server.
 *
 * @param name of its LPAR
 * @param logicalCpus of the LPAR
 * @param memoryMib real storage; with a point on the wire
 * @param usedMemoryMib in use now
 * @param hypervisorVersion for example 740
 * @param cpcModel machine type, for example {@code 3931}
 */
public record ZvmHost(
        @JsonProperty("zvm_host") String name,
        @JsonProperty("vcpus") int logicalCpus,
        @JsonProperty("memory_mb") double memoryMib,
        @JsonProperty("memory_mb_used") double usedMemoryMib,
        @JsonProperty("hypervisor_version") @Nullable Integer hypervisorVersion,
        @JsonProperty("cec_model") @Nullable String cpcModel) {}
