package io.gulliver.ui.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** The log of a process whose output nobody reads: turned over by size, bounded in number, a line each for what was sent. */
class LogFileTest {
    @Test
    void turnsOverAndKeepsSixFilesAtMost(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("server.log");
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        try (InputStream configuration = LogFileTest.class.getResourceAsStream("/logback-file.xml")) {
            context.putProperty("gulliver.log.file", log.toString());
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(Objects.requireNonNull(configuration));
            Logger logger = context.getLogger("a.stranger");
            logger.info("cursor 'x\"\r\n2026-11-22 INFO FORGED LINE'");
            assertThat(Files.readString(log).lines().filter(line -> line.contains("FORGED")))
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("  | "));
            String long1 = "x".repeat(30_000);
            for (int turned = 1; turned <= 7; turned++) {
                // Just over a file's 20 MB, and no more: the size is looked at once a second, so a slow disk has the
                // file turned over while this still writes, and what is then left of it must stay under the megabyte.
                for (int i = 0; i <= 20 * 1024 * 1024 / long1.length(); i++) {
                    logger.info("{} {}", turned, long1);
                }
                int number = turned;
                await().atMost(Duration.ofSeconds(60)).until(() -> {
                    logger.info("looked at");
                    return Files.size(log) < 1024 * 1024 && packed(directory).size() == Math.min(5, number);
                });
            }
            assertThat(content(directory.resolve("server.log.1.gz")))
                    .as("the newest of those before")
                    .contains(" 7 xxx");
            assertThat(content(directory.resolve("server.log.5.gz"))).contains(" 3 xxx");
        } finally {
            context.stop();
        }
    }

    private static List<String> packed(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".gz"))
                    .toList();
        }
    }

    private static String content(Path packed) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
