package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.TakesTurns;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A small program by the lab's own calendar, on a machine half of whose processors do something else all the time: it takes longer
 * by the wall clock, and meets the same nights and windows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("process")
@TakesTurns(TakesTurns.Group.PROGRAMS)
class ProgramTimeIT {
    private static final String PROGRAM = "/programs/lilliput";
    private static final List<String> DATABASES = List.of("CRMTEST", "LOGTEST", "REPDEV");

    /** Whoever is due at an instant of the program is there within the pieces of its time. */
    private static final Duration PIECE = Duration.ofMinutes(5);

    private final List<Thread> load = new ArrayList<>();
    private volatile boolean over;
    private volatile long computed;
    private WholeGulliver gulliver;

    @BeforeAll
    void startEverything(@TempDir Path directory) {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        for (int i = 0; i < Math.max(1, Runtime.getRuntime().availableProcessors() / 2); i++) {
            Thread thread = new Thread(this::compute, "load-" + i);
            thread.setDaemon(true);
            thread.start();
            load.add(thread);
        }
        gulliver = WholeGulliver.start(
                directory.resolve("data"),
                true,
                "--speed",
                "600",
                "--auto",
                "--all-by",
                "data-pump",
                "--only",
                String.join(",", DATABASES));
    }

    /** Takes what others leave of its processor: where the rest of a test run keeps the machine busy, that is the load. */
    private void compute() {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        while (!over) {
            if (machine.getSystemLoadAverage() > 2.0 * machine.getAvailableProcessors()) {
                LockSupport.parkNanos(200_000_000);
                continue;
            }
            for (int i = 0; i < 1_000_000; i++) {
                computed += i ^ computed << 1;
            }
        }
    }

    @AfterAll
    void stopEverything() {
        over = true;
        if (gulliver != null) {
            gulliver.close();
        }
    }

    private List<JsonNode> crossings() {
        return gulliver.get("pm", PROGRAM).status() == 404
                ? List.of()
                : gulliver.list(PROGRAM + "/migrations?purpose=PRODUCTION&limit=1000").stream()
                        .filter(run -> DATABASES.contains(run.path("database").asString()))
                        .toList();
    }

    @Test
    @Order(1)
    void itsDatabasesCrossThoughTheMachineIsBusy() {
        await("all databases through their cutover, their hypercare and the end of their source")
                .atMost(Duration.ofMinutes(25))
                .pollInterval(Duration.ofSeconds(2))
                .failFast(
                        "something is left to the user: see lab.log",
                        () -> gulliver.lastWords("lab.log").contains("is left to the user"))
                .until(() -> crossings().stream()
                                .filter(run -> run.path("outcome").asString("").equals("COMPLETED"))
                                .count()
                        == DATABASES.size());
    }

    @Test
    @Order(2)
    void everyOutageBeganWhenItsUsersWereOutAndEndedInItsWindow() {
        JsonNode planned = gulliver.get("pm", PROGRAM + "/plan").body().path("cutovers");
        Map<String, String> outages = new TreeMap<>();
        for (JsonNode run : crossings()) {
            String database = run.path("database").asString();
            Instant usersOut =
                    Instant.parse(planned.path(database).path("usersOut").asString());
            List<JsonNode> steps = StreamSupport.stream(
                            gulliver.get(
                                            "pm",
                                            PROGRAM + "/migrations/"
                                                    + run.path("id").asString())
                                    .body()
                                    .path("steps")
                                    .spliterator(),
                            false)
                    .filter(step -> step.path("phase").asString().equalsIgnoreCase("outage"))
                    .map(step -> step.path("run"))
                    .filter(step -> !step.path("startedAt").asString("").isEmpty())
                    .toList();
            Instant begun = steps.stream()
                    .map(step -> Instant.parse(step.path("startedAt").asString()))
                    .min(Instant::compareTo)
                    .orElseThrow();
            Instant ended = steps.stream()
                    .filter(step -> !step.path("endedAt").asString("").isEmpty())
                    .map(step -> Instant.parse(step.path("endedAt").asString()))
                    .max(Instant::compareTo)
                    .orElseThrow();
            assertThat(begun).as("users out of " + database).isBetween(usersOut, usersOut.plus(PIECE));
            Duration window = Duration.parse(gulliver.get("pm", PROGRAM + "/databases/" + database)
                    .body()
                    .path("outages")
                    .path("window")
                    .asString());
            Duration outage = Duration.between(begun, ended);
            assertThat(outage).as("outage of " + database).isLessThanOrEqualTo(window);
            outages.put(database, outage + " of " + window);
        }
        System.out.println("outages by the program's calendar: " + outages);
        assertThat(outages).hasSize(DATABASES.size());
        assertThat(gulliver.list("/tasks?scope=ALL&kind=ATTENTION&closed=true&limit=1000&program=lilliput"))
                .as("steps that the plan would not let begin")
                .filteredOn(task -> task.path("detail").asString("").contains("may not begin the outage"))
                .isEmpty();
    }

    @Test
    @Order(3)
    void weeksWentByOnItsCalendarAndTheAuditRecordHasTheWallClock() {
        JsonNode clock = gulliver.get("pm", PROGRAM + "/clock").body();
        assertThat(Instant.parse(clock.path("now").asString()))
                .isAfter(Instant.now().plus(Duration.ofDays(21)));
        assertThat(gulliver.list("/audit?program=lilliput&limit=5"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(
                                Instant.parse(row.path("event").path("at").asString()))
                        .isBefore(Instant.now().plusSeconds(60)));
    }
}
