package io.gulliver.planning.inputs;

import io.gulliver.planning.sizing.Concurrency;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.MemorySizing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A target server with every database that lands on it: its memory in one guest, its CPU at the peak of all together.
 *
 * @param server name of it
 * @param members databases that land there, by name
 * @param notSized members whose figures are missing, with why
 * @param memory of the guest
 * @param cpu of the guest
 * @param concurrency how far the members' peaks fall together, null without series of all of them
 */
public record GroupSizing(
        String server,
        List<String> members,
        List<String> notSized,
        Part<MemorySizing> memory,
        Part<CpuSizing> cpu,
        @Nullable Concurrency concurrency) {
    public GroupSizing {
        members = List.copyOf(members);
        notSized = List.copyOf(notSized);
    }
}
