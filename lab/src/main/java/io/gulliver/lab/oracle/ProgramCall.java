package io.gulliver.lab.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
    private final JsonNode environment;
    private final BufferedReader in;
    private final Writer out;

    ProgramCall(JsonNode hello, BufferedReader in, Writer out) {
        this.host = hello.get("host").asString();
        this.program = hello.get("program").asString();
        this.place = Path.of(hello.get("place").asString());
        List<String> words = new ArrayList<>();
        hello.get("arguments").forEach(word -> words.add(word.asString()));
        this.arguments = List.copyOf(words);
        this.directory = Path.of(hello.get("directory").asString());
        this.environment = hello.get("environment");
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
        return environment.has(name) ? environment.get(name).asString() : null;
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
            if (line == null) {
                return null;
            }
            JsonNode input = JsonMapper.shared().readTree(line).get("input");
            return input.isNull() ? null : input.asString();
        } catch (IOException e) {
            throw new Lost(e);
        }
    }

    synchronized void print(String text) {
        send(Map.of("text", text));
    }

    synchronized void printError(String text) {
        send(Map.of("text", text, "stream", "err"));
    }

    synchronized void exit(int code) {
        send(Map.of("exit", code));
    }

    private void send(Map<String, Object> message) {
        try {
            out.write(JsonMapper.shared().writeValueAsString(message));
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new Lost(e);
        }
    }
}
