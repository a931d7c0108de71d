package io.gulliver.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.ContractTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client of an outer system that others wrote, which tries the lab's: a script of {@code src/test/tools} drives it. */
public final class PythonPeer {
    private PythonPeer() {}

    /** Runs the script with a log-on to its end, and fails with what it said. */
    public static void tries(String script, String user, String password, String... arguments)
            throws IOException, InterruptedException {
        assertThat(said(script, user + "\n" + password + "\n", arguments))
                .as(script)
                .isEqualTo("done\n");
    }

    /** What the script prints that is given this; fails with it where the script fails. */
    public static String said(String script, String input, String... arguments)
            throws IOException, InterruptedException {
        ContractTools.required();
        List<String> command = new ArrayList<>(List.of(
                ContractTools.program("python").toString(),
                Path.of("src", "test", "tools", script).toString()));
        command.addAll(List.of(arguments));
        Process peer = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            peer.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            peer.getOutputStream().close();
            String said = new String(peer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(peer.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(peer.exitValue()).as(said).isZero();
            return said;
        } finally {
            peer.destroyForcibly();
        }
    }
}
