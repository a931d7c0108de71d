package io.gulliver.persistence.embedded;

import io.gulliver.persistence.CommittingWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A running {@link CommittingWriter}, and what it says. */
final class WriterProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    WriterProcess(List<String> prefix, String classPath, Path directory, long firstRow, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                CommittingWriter.class.getName(),
                directory.toString(),
                Long.toString(firstRow)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static WriterProcess on(Path directory, long firstRow) throws IOException {
        return new WriterProcess(List.of(), System.getProperty("java.class.path"), directory, firstRow, Map.of());
    }

    /** The next line, or null when it ended. */
    @Nullable
    String line() throws IOException {
        return lines.readLine();
    }

    /** The next line that begins with a word; lines of a log are passed over. */
    String said(String word) throws IOException {
        for (String line = line(); line != null; line = line()) {
            if (line.startsWith(word + " ")) {
                return line;
            }
        }
        throw new IOException("the writer ended before it said '" + word + "'");
    }

    /** By the handle: the process's own method would close the pipe with words still in it. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
