package io.gulliver.persistence.embedded;

import io.gulliver.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code postmaster.pid}, which PostgreSQL keeps in a data directory while it runs and leaves behind when it is killed.
 *
 * @param file itself
 * @param pid first line
 * @param port fourth line, 0 while it is not written
 */
record PostmasterFile(Path file, long pid, int port) {
    /** No process ever has it: above the highest that Linux and macOS give. */
    private static final long NOBODY = Integer.MAX_VALUE - 1L;

    static Optional<PostmasterFile> read(Path data) {
        Path file = data.resolve("postmaster.pid");
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new PostmasterFile(
                            file,
                            Long.parseLong(lines.get(0).strip()),
                            lines.size() > 3 ? Integer.parseInt(lines.get(3).strip()) : 0));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty(); // not there, or half written: PostgreSQL itself says so when it matters
        }
    }

    /** The process that it names, when that lives and is the server of this data directory. */
    Optional<ProcessMark> server(Optional<PostgresState> known) {
        Optional<ProcessMark> mark = ProcessMark.of(pid);
        if (known.isPresent() && known.get().pid() == pid) {
            return mark.filter(known.get().process()::equals);
        }
        String data = file.getParent().toString();
        return mark.filter(process -> ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().arguments())
                .filter(arguments -> List.of(arguments).contains(data))
                .isPresent());
    }

    /**
     * Names no process any more, but still the shared memory. PostgreSQL would take any process that got the old pid for
     * the old server and not start; without the file it would not look whether parts of the old server still live.
     */
    void forgetProcess() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(0, Long.toString(NOBODY));
        Files.write(file, lines);
    }
}
