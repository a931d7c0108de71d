package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The product with its lab, simulated people and readers of pages, for hours: {@code ./gulliver test --soak HOURS}, or
 * {@code -Dgulliver.soak.hours=0.1} to try it. The last third is idle: nobody reads. Every 30 seconds a line of CSV; a
 * summary at the end; both stay in {@code -Dgulliver.soak.directory}.
 */
@Tag("process")
@Timeout(value = 8, unit = TimeUnit.DAYS)
class SoakIT {
    private static final double HOURS = Double.parseDouble(System.getProperty("gulliver.soak.hours", "0"));
    private static final Duration PERIOD = Duration.ofSeconds(30);
    /** A full collection each time, so not at every sample. */
    private static final int HEAP_EVERY = 5;

    private static final int READERS = 4;
    private static final Pattern LIVE = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

    private final List<SoakSample> samples = new ArrayList<>();
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private final SoakFailures failed = new SoakFailures();

    @Test
    void nothingGrowsThatShouldNot(@TempDir Path directory) throws Exception {
        assumeTrue(HOURS > 0, "A soak takes hours: ask for it with './gulliver test --soak HOURS'");
        Path results = Path.of(System.getProperty(
                        "gulliver.soak.directory",
                        "../../target/soak-" + Instant.now().getEpochSecond()))
                .toAbsolutePath()
                .normalize();
        Files.createDirectories(results);
        Path table = results.resolve("samples.csv");
        Files.writeString(table, SoakSample.header() + "\n");
        System.out.println("soak: " + HOURS + " hours, figures in " + table);
        Duration all = Duration.ofSeconds(Math.round(HOURS * 3600));
        long began = System.nanoTime();
        try (WholeGulliver gulliver = WholeGulliver.start(
                directory.resolve("data"), true, "--speed", pace(all), "--auto", "--all-by", "data-pump")) {
            List<PageReader> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(new PageReader(
                                gulliver.address(),
                                List.of("viewer", "pm", "dba", "admin").get(i % 4),
                                i,
                                read,
                                failed)
                        .start());
            }
            SoakEditor editor = new SoakEditor(gulliver, written, failed).start();
            CountDownLatch over = new CountDownLatch(1);
            ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
            try {
                clock.scheduleAtFixedRate(
                        () -> {
                            Duration at = Duration.ofNanos(System.nanoTime() - began);
                            if (at.compareTo(all.multipliedBy(2).dividedBy(3)) > 0) {
                                readers.forEach(PageReader::close);
                                editor.close();
                            }
                            sample(gulliver, at, all, table);
                            if (at.compareTo(all) >= 0) {
                                over.countDown();
                            }
                        },
                        0,
                        PERIOD.toSeconds(),
                        TimeUnit.SECONDS);
                assertThat(over.await(all.toSeconds() + 600, TimeUnit.SECONDS))
                        .as("samples until the end; the last was at "
                                + (samples.isEmpty()
                                        ? "none"
                                        : samples.get(samples.size() - 1).at()))
                        .isTrue();
            } finally {
                clock.shutdownNow();
                readers.forEach(PageReader::close);
                editor.close();
            }
            assertThat(gulliver.health("readiness")).as("readiness at the end").isEqualTo(200);
            assertThat(gulliver.post(
                                    "pm",
                                    "/programs/lilliput/risks",
                                    "soak-last",
                                    "application/json",
                                    "{\"title\":\"Last\",\"probability\":2,\"impact\":3,\"response\":\"REDUCE\","
                                            + "\"state\":\"OPEN\"}")
                            .status())
                    .as("what a person writes at the end")
                    .isEqualTo(201);
        }
        // Readers that are told to leave in the middle of a page make such lines too.
        String broken = Files.readAllLines(directory.resolve("data").resolve("server.log")).stream()
                .filter(line -> line.contains("Not sent whole"))
                .collect(Collectors.joining("\n"));
        SoakVerdict verdict = SoakVerdict.of(samples);
        String summary = HOURS + " hours, " + read + " pages read, " + written + " changes written, " + failed.count()
                + " failed\n" + failed.text() + "\n" + (broken.isEmpty() ? "" : "The server's log:\n" + broken + "\n")
                + verdict.text();
        Files.writeString(results.resolve("summary.txt"), summary);
        System.out.println("soak: " + summary);
        assertThat(failed.count())
                .as("pages and changes that failed:\n" + failed.text())
                .isZero();
        assertThat(verdict.failures()).isEmpty();
    }

    /** The program is spread over the busy part: the pace of the lab against its hardware. */
    private static String pace(Duration all) {
        return all.compareTo(Duration.ofMinutes(40)) < 0 ? "max" : "150";
    }

    private void sample(WholeGulliver gulliver, Duration at, Duration all, Path table) {
        Map<String, Double> values = new TreeMap<>();
        ProcessHandle server = gulliver.serverProcess();
        if (samples.size() % HEAP_EVERY == 0) {
            live(server).ifPresent(bytes -> values.put("heap_live_mb", mega(bytes)));
        }
        process(server, "server", values);
        process(gulliver.labProcess(), "lab", values);
        engine(gulliver.data()).ifPresent(engine -> process(engine, "engine", values));
        StoreFigures.of(gulliver.data(), samples.size() % (HEAP_EVERY * 4) == 0).forEach(values::put);
        StoreFigures.process(gulliver.data()).ifPresent(store -> process(store, "store", values));
        values.put("engine_file_mb", mega(size(gulliver.data().resolve("engine"))));
        values.put("pages_read", (double) read.get());
        values.put("changes_written", (double) written.get());
        values.put("pages_failed", (double) failed.count());
        try {
            long running = 0;
            long ended = 0;
            long events = 0;
            for (JsonNode program : gulliver.list("/programs")) {
                List<JsonNode> runs =
                        gulliver.list("/programs/" + program.path("key").asString() + "/migrations");
                running += SoakEditor.moving(runs);
                for (JsonNode run : runs) {
                    ended += run.path("mode").asString("").equals("ENDED") ? 1 : 0;
                    events += run.path("lastSeq").asLong(0);
                }
            }
            values.put("migrations_running", (double) running);
            values.put("migrations_ended", (double) ended);
            values.put("run_log_events", (double) events);
            values.put("ledger_entries", (double) gulliver.control("/ledger").size());
        } catch (RuntimeException | AssertionError unanswered) {
            failed.add("sample: " + unanswered);
        }
        boolean idle = at.compareTo(all.multipliedBy(2).dividedBy(3)) > 0
                && values.getOrDefault("migrations_running", 1.0) == 0;
        SoakSample sample = new SoakSample(at, idle, values);
        samples.add(sample);
        System.out.println("soak: " + sample.line());
        try {
            Files.writeString(table, sample.line() + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a process holds, as the kernel counts it. */
    private static void process(ProcessHandle process, String name, Map<String, Double> values) {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try (Stream<Path> handles = Files.list(proc.resolve("fd"));
                Stream<Path> threads = Files.list(proc.resolve("task"))) {
            values.put(name + "_handles", (double) handles.count());
            double ofWorkflows = threads.filter(SoakIT::ofWorkflow).count();
            values.put(name + "_workflow_threads", ofWorkflows);
            for (String line : Files.readAllLines(proc.resolve("status"))) {
                if (line.startsWith("VmRSS:")) {
                    values.put(name + "_rss_mb", Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024);
                } else if (line.startsWith("Threads:")) {
                    values.put(name + "_threads", Double.parseDouble(line.replaceAll("[^0-9]", "")) - ofWorkflows);
                }
            }
        } catch (IOException | UncheckedIOException gone) {
            // no figure: it is not there just now, or this is no Linux
        }
    }

    /** Whether a thread is of a workflow that is held in memory, which Temporal's SDK names so; one that is gone is not. */
    private static boolean ofWorkflow(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).startsWith("workflow-");
        } catch (IOException gone) {
            return false;
        }
    }

    /** Bytes of live objects, behind a full collection. */
    private static Optional<Long> live(ProcessHandle server) {
        try {
            Process jcmd = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(server.pid()),
                            "GC.class_histogram")
                    .redirectErrorStream(true)
                    .start();
            String words = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher total = LIVE.matcher(words);
            return total.find() ? Optional.of(Long.parseLong(total.group(1))) : Optional.empty();
        } catch (IOException noJcmd) {
            return Optional.empty();
        }
    }

    private static Optional<ProcessHandle> engine(Path data) {
        try {
            return ProcessHandle.of(JsonMapper.shared()
                    .readTree(Files.readString(data.resolve("engine/engine.json")))
                    .path("pid")
                    .asLong());
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    static long size(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> {
                        try {
                            return Files.size(file);
                        } catch (IOException gone) {
                            return 0;
                        }
                    })
                    .sum();
        } catch (IOException | UncheckedIOException moving) {
            return 0;
        }
    }

    static double mega(long bytes) {
        return bytes / 1024.0 / 1024.0;
    }
}
