package io.gulliver.whole;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Walks through {@code docs/guide.md} in a program of eleven databases of the lab, and takes its pictures
 * ({@link GuideWalk}). What the move group of the reader wants before its night is answered through the API. While
 * somebody walks, the lab's people rest and its calendar stands: a slow machine makes nobody late.
 *
 * <p>{@code -Dgulliver.guide.images=DIR}, below the repository, keeps the pictures; without it, and where anything was wrong, they lie
 * in {@code target/guide-pictures} alone.
 */
@Tag("long")
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class GuideWalkIT {
    /** Whose tasks and gates wait for the reader of the guide. */
    private static final Set<String> HERS = Set.of("PAYROLL", "TIMECARD");

    /** Of every kind some, and of those that begin before her night only a few: it comes in minutes. */
    private static final String DATABASES =
            "PAYROLL,TIMECARD,ARCHIVE,ARCHIDX,REPDEV,PAYCLEAR,SHOPCAT,ESB,SHOP,POLICY,RISKCALC";

    /** A task of a DBA while users are out, and the decision that lets them in again. */
    private static final String NIGHT = "around-rest";

    private static final String OPENING = "go-2";

    @Test
    void threePeopleWalkThroughTheGuideAndItsPicturesAreTaken(@TempDir Path directory) throws Exception {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        Path root = LauncherIT.launcher().getParent();
        String kept = System.getProperty("gulliver.guide.images", "");
        Path images = kept.isEmpty() ? directory.resolve("images") : root.resolve(kept);
        Map<String, List<String>> told = GuidePictures.told(Files.readString(root.resolve("docs/guide.md")));
        try (WholeGulliver gulliver = WholeGulliver.start(directory.resolve("data"), true, "--only", DATABASES);
                GuideWalk walk = GuideWalk.open(gulliver.address(), told, directory.resolve("browser"))) {
            await("the lab's program")
                    .atMost(Desk.SOON)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> gulliver.get("pm", "/programs/lilliput").status() == 200);
            Desk desk = new Desk(gulliver, "lilliput");
            String first = answerUntil(gulliver, desk, NIGHT);
            gulliver.letPeopleRest(true);
            walk.goes(() -> walk.dba(first));
            gulliver.letPeopleRest(false);
            String opened = answerUntil(gulliver, desk, OPENING);
            gulliver.letPeopleRest(true);
            walk.goes(() -> walk.cutover(opened));
            gulliver.letPeopleRest(false);
            await("a database that endangers the end: what her group wants next nobody does")
                    .atMost(Duration.ofMinutes(20))
                    .pollInterval(Duration.ofSeconds(5))
                    .until(walk::endangered);
            gulliver.letPeopleRest(true);
            walk.goes(walk::manager);
            walk.goes(walk::pages);
            gulliver.letPeopleRest(false);
            GuidePictures.keep(root.resolve("target/guide-pictures"), walk.taken());
            walk.wasRight();
            GuidePictures.keep(images, walk.taken());
        }
    }

    /** What the night's task asks a DBA to type at the target. */
    private static void typeWhatIsOpen(WholeGulliver gulliver, String database) {
        String statement = URLEncoder.encode("GRANT EXECUTE ON SYS.DBMS_LOCK TO PUBLIC", StandardCharsets.UTF_8);
        gulliver.controlPost("/sysdba?host=blefuscu-14&service=" + database + "&statement=" + statement, Map.of());
    }

    /** Whether a task is to be answered: not again at once, for it is listed until its run has taken the answer. */
    private static boolean due(Map<String, Instant> answered, JsonNode task) {
        Instant now = Instant.now();
        Instant before = answered.getOrDefault(task.path("id").asString(), Instant.MIN);
        if (before.isAfter(now.minusSeconds(30))) {
            return false;
        }
        answered.put(task.path("id").asString(), now);
        return true;
    }

    /** Answers what the reader's group wants until a step of it is reached; the database that is first there. */
    private static String answerUntil(WholeGulliver gulliver, Desk desk, String step) {
        AtomicReference<String> reached = new AtomicReference<>("");
        Map<String, Instant> answered = new HashMap<>();
        await("the step " + step + " of " + HERS)
                .atMost(Duration.ofMinutes(40))
                .pollInterval(Duration.ofMillis(800))
                .until(() -> {
                    for (JsonNode task : desk.tasks()) {
                        if (!HERS.contains(task.path("database").asString())) {
                            continue;
                        }
                        if (task.path("step").asString().equals(step)) {
                            reached.set(task.path("database").asString());
                        } else if (!task.path("step").asString().equals(OPENING) && due(answered, task)) {
                            if (task.path("step").asString().equals(NIGHT)) {
                                typeWhatIsOpen(gulliver, task.path("database").asString());
                            }
                            desk.answer(task);
                        }
                    }
                    return !reached.get().isEmpty();
                });
        return reached.get();
    }
}
