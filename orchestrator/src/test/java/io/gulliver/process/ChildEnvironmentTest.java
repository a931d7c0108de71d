package io.gulliver.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class ChildEnvironmentTest {
    private static final String CANARY = "canary-env-41c7";

    /** The child prints its environment as the kernel holds it. */
    private static List<String> seenByAChild(ProcessBuilder builder) throws Exception {
        Process child = builder.redirectErrorStream(true).start();
        child.getOutputStream().close();
        String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(printed).isZero();
        return Stream.of(printed.split("\0")).filter(line -> !line.isBlank()).toList();
    }

    private static ProcessBuilder printer() {
        ProcessBuilder builder = new ProcessBuilder("/bin/cat", "/proc/self/environ");
        builder.environment().put("HMC_PASSWORD", CANARY);
        builder.environment().put("TZ", "Etc/UTC");
        return builder;
    }

    @Test
    void hidesEverySecretFromAChild() throws Exception {
        assertThat(seenByAChild(printer()))
                .as("without the rule the child has it")
                .anyMatch(line -> line.contains(CANARY));

        List<String> seen = seenByAChild(ChildEnvironment.clean(printer()));

        assertThat(seen).noneMatch(line -> line.contains(CANARY)).contains("TZ=Etc/UTC");
        assertThat(seen.stream().map(line -> line.substring(0, line.indexOf('='))))
                .isSubsetOf(new TreeSet<>(ChildEnvironment.ALLOWED));
    }

    @Test
    void letsTheCallerAddWhatTheChildNeeds() throws Exception {
        ProcessBuilder builder = ChildEnvironment.clean(printer());
        builder.environment().put("PGDATA", "/somewhere");
        assertThat(seenByAChild(builder)).contains("PGDATA=/somewhere").noneMatch(line -> line.contains(CANARY));
    }
}
