package io.gulliver.testing;

import io.gulliver.process.ChildEnvironment;
import io.temporal.api.common.v1.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Somebody else on this machine with Temporal's stock client: no key, no file of ours. Runs as user {@code nobody} where
 * the tests run as root.
 */
public final class Attacker {
    private static final int LIMIT_SECONDS = 60;

    private final Path program;
    private final Path home;
    private final String address;

    public Attacker(Path program, String address) throws IOException {
        this.address = address;
        home = TestDirectory.untilTheEnd("attacker");
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
        this.program = home.resolve("temporal");
        try {
            Files.createLink(this.program, program);
        } catch (IOException otherDisk) {
            Files.copy(program, this.program);
            Files.setPosixFilePermissions(this.program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    /** What the client printed, errors included; it may have been refused. */
    public String temporal(String... arguments) {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/bin/setpriv"))) {
            command.addAll(List.of("/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"));
        }
        command.add(program.toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("--address", address, "--namespace", "gulliver"));
        try {
            ProcessBuilder builder = ChildEnvironment.clean(new ProcessBuilder(command))
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("printed").toFile());
            builder.environment().put("HOME", home.toString());
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("The client did not end: " + command);
            }
            return Files.readString(home.resolve("printed"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError("The client cannot be run: " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    /** The same with a recorded payload as input. */
    public String temporalWith(Payload recorded, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--input");
        all.add(Base64.getEncoder().encodeToString(recorded.getData().toByteArray()));
        all.add("--input-base64");
        recorded.getMetadataMap().forEach((name, value) -> {
            all.add("--input-meta");
            all.add(name + "=" + value.toStringUtf8());
        });
        return temporal(all.toArray(String[]::new));
    }
}
