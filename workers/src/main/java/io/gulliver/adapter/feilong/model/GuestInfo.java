package io.gulliver.adapter.feilong.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A guest as it is now.
 *
 * @param powerState {@code on} or {@code off}; on says nothing of an operating system
 * @param maxMemoryKib most that it may ever have; with a point on the wire at level 1.6.3
 * @param memoryKib in use now; 0 while it is off
 * @param cpus virtual CPUs now, or by its directory entry while it is off
 * @param onlineCpus that its Linux uses; 0 when Linux was not asked or did not answer
 * @param osDistro as Linux says, for example {@code rhel9.4}; null or empty when it did not answer
 */
public record GuestInfo(
        @JsonProperty("power_state") String powerState,
        @JsonProperty("max_mem_kb") double maxMemoryKib,
        @JsonProperty("mem_kb") double memoryKib,
        @JsonProperty("num_cpu") int cpus,
        @JsonProperty("online_cpu_num") @Nullable Integer onlineCpus,
        @JsonProperty("os_distro") @Nullable String osDistro) {

    /** Whether its operating system has answered the server. */
    public boolean answers() {
        return osDistro != null && !osDistro.isEmpty();
    }
}
