package io.gulliver.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tells one process from a later one with the same pid.
 *
 * @param pid process id
 * @param started on Linux the boot id and the kernel's start ticks, which no clock change moves; elsewhere the start
 *     instant
 */
public record ProcessMark(long pid, String started) {

    /** The mark of a live process, or empty when no such process is there. */
    public static Optional<ProcessMark> of(long pid) {
        Optional<ProcessHandle> handle = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (handle.isEmpty()) {
            return Optional.empty();
        }
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        try {
            if (Files.isReadable(stat)) {
                String line = Files.readString(stat);
                // The command, in brackets, may hold anything; the numbered fields start after its last bracket.
                String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
                if (fields[0].equals("Z")) {
                    return Optional.empty();
                }
                String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                        .strip();
                return Optional.of(new ProcessMark(pid, boot + ":" + fields[19]));
            }
        } catch (IOException e) {
            return Optional.empty(); // it ended while we read
        }
        return handle.flatMap(h -> h.info().startInstant()).map(at -> new ProcessMark(pid, at.toString()));
    }

    /** Whether that very process still runs. */
    public boolean alive() {
        return of(pid).filter(this::equals).isPresent();
    }
}
