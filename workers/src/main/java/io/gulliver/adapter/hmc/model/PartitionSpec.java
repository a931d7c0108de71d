package io.gulliver.adapter.hmc.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a new partition shall be.
 *
 * @param name 1 to 64 characters, unique on the CPC
 * @param description up to 1024 characters; put the step key here, so that a lost answer can be recognised as ours
 * @param type {@code linux}, {@code ssc} or {@code zvm}
 * @param processorMode {@code shared} or {@code dedicated}
 * @param initialMemory MiB, not above {@code maximumMemory}
 * @param maximumMemory MiB; not changeable while the partition is active
 * @param bootDevice {@code none} until a boot volume is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PartitionSpec(
        @JsonProperty("name") String name,
        @JsonProperty("description") @Nullable String description,
        @JsonProperty("type") String type,
        @JsonProperty("ifl-processors") int iflProcessors,
        @JsonProperty("processor-mode") String processorMode,
        @JsonProperty("initial-memory") long initialMemory,
        @JsonProperty("maximum-memory") long maximumMemory,
        @JsonProperty("reserve-resources") boolean reserveResources,
        @JsonProperty("boot-device") String bootDevice) {
    /** A Linux partition with shared IFLs that boots from nothing yet. */
    public static PartitionSpec linux(String name, String description, int ifls, long memoryMib) {
        return new PartitionSpec(name, description, "linux", ifls, "shared", memoryMib, memoryMib, false, "none");
    }

    /** The same with IFLs of that mode, and memory that may grow up to so many MiB while it runs. */
    public PartitionSpec with(String mode, long maximumMib) {
        return new PartitionSpec(
                name, description, type, iflProcessors, mode, initialMemory, maximumMib, reserveResources, bootDevice);
    }
}
