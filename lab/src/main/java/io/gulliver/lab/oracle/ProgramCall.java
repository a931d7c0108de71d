package io.gulliver.lab.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run of an Oracle program on a lab host, as the lab sees it: what it was given, and a line back to its terminal. */
final class ProgramCall {

    /** The client on the host is gone; what runs in the database goes on. */
    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Lost(IOException cause) {
            super(cause);
        }
    }

    /** Who has installed the homes of the lab's hosts. */
    private static final String OWNER = "oracle";

    private final String host;
    private final String program;
    private final Path place;
    private final List<String> arguments;
    private final Path directory;
    private final Map<String, String> environment;
    private final BufferedReader in;
    private final Writer out;

    /**
     * Reads what the program says of itself: lines of a name, a blank and a value in hexadecimal, up to an empty one.
     *
     * @param token that it must have
     * @return the call, or nothing where somebody else asks
     */
    static Optional<ProgramCall> read(BufferedReader in, Writer out, String token) throws IOException {
        Map<String, List<String>> hello = new HashMap<>();
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            int blank = line.indexOf(' ');
            if (blank < 0) {
                return Optional.empty();
            }
            String value;
            try {
                value = new String(HexFormat.of().parseHex(line.substring(blank + 1)), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
            hello.computeIfAbsent(line.substring(0, blank), name -> new ArrayList<>())
                    .add(value);
            line = in.readLine();
        }
        return line == null || !List.of(token).equals(hello.get("token"))
                ? Optional.empty()
                : Optional.of(new ProgramCall(hello, in, out));
    }

    private ProgramCall(Map<String, List<String>> hello, BufferedReader in, Writer out) {
        this.host = hello.get("host").get(0);
        this.program = hello.get("program").get(0);
        this.place = Path.of(hello.get("place").get(0));
        this.arguments = List.copyOf(hello.getOrDefault("argument", List.of()));
        this.directory = Path.of(hello.get("directory").get(0));
        this.environment = hello.getOrDefault("environment", List.of()).stream()
                .collect(Collectors.toMap(
                        pair -> pair.substring(0, pair.indexOf('=')), pair -> pair.substring(pair.indexOf('=') + 1)));
        this.in = in;
        this.out = out;
    }

    String host() {
        return host;
    }

    String program() {
        return program;
    }

    /** The directory that the program lies in. */
    Path place() {
        return place;
    }

    List<String> arguments() {
        return arguments;
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    @Nullable
    String environment(String name) {
        return environment.get(name);
    }

    /** Whether the login owns Oracle's software; so does whoever came in by no host of the lab. */
    boolean ofOwner() {
        String login = environment("LAB_LOGIN");
        return login == null || login.equals(OWNER);
    }

    /** Whether the operating system lets the login in as SYSDBA: its owner, or who stands in group dba of the host. */
    boolean ofDba() {
        String root = environment("LAB_HOST_ROOT");
        if (ofOwner() || root == null) {
            return ofOwner();
        }
        Path groups = Path.of(root, "etc", "group");
        try {
            return Files.isRegularFile(groups)
                    && Files.readAllLines(groups, StandardCharsets.UTF_8).stream()
                            .map(line -> line.split(":", -1))
                            .anyMatch(group -> group[0].equals("dba")
                                    && List.of(group[group.length - 1].split(","))
                                            .contains(environment("LAB_LOGIN")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Next line of input, or null at its end. */
    @Nullable
    String readLine() {
        try {
            String line = in.readLine();
            return line == null || !line.startsWith("i") ? null : line.substring(1);
        } catch (IOException e) {
            throw new Lost(e);
        }
    }

    synchronized void print(String text) {
        send('o', text);
    }

    synchronized void printError(String text) {
        send('e', text);
    }

    synchronized void exit(int code) {
        send('x', Integer.toString(code));
    }

    private void send(char kind, String text) {
        try {
            for (String line : text.split("\n", -1)) {
                out.write(kind);
                out.write(line);
                out.write('\n');
            }
            out.flush();
        } catch (IOException e) {
            throw new Lost(e);
        }
    }
}
