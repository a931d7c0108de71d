package io.gulliver.whole;

import io.gulliver.whole.WholeGulliver.Answer;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * A program manager who writes all the time: a risk every ten seconds, a dry run of some database every minute, so that
 * store and engine are used also when the program has long crossed.
 */
final class SoakEditor implements AutoCloseable {
    private static final String PROGRAM = "lilliput";
    private static final int RISKS_A_RUN = 6;

    private final WholeGulliver gulliver;
    private final AtomicLong written;
    private final SoakFailures failures;
    private final Random random = new Random(7);
    private final Thread thread = new Thread(this::run, "editor");
    private volatile boolean over;

    SoakEditor(WholeGulliver gulliver, AtomicLong written, SoakFailures failures) {
        this.gulliver = gulliver;
        this.written = written;
        this.failures = failures;
        thread.setDaemon(true);
    }

    SoakEditor start() {
        thread.start();
        return this;
    }

    private void run() {
        for (int n = 1; !over; n++) {
            try {
                post(
                        "risks",
                        "soak-" + n,
                        "{\"title\":\"Soak " + n
                                + "\",\"probability\":2,\"impact\":3,\"response\":\"REDUCE\",\"state\":\"OPEN\"}");
                // Until the people of the lab have started the first there is none to look at.
                List<String> databases = n % RISKS_A_RUN == 0 ? databases() : List.of();
                if (!databases.isEmpty()) {
                    post(
                            "migrations",
                            "soak-run-" + n,
                            "{\"database\":\"" + databases.get(random.nextInt(databases.size()))
                                    + "\",\"purpose\":\"REHEARSAL\",\"playbook\":\"data-pump\",\"evaluateOnly\":true}");
                }
                TimeUnit.SECONDS.sleep(10);
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | AssertionError e) {
                // the end of the busy part cuts a call off
                if (!over) {
                    failures.add("editor: " + e);
                }
            }
        }
    }

    private void post(String what, String key, String body) {
        Answer answer;
        try {
            answer = send(what, key, body);
        } catch (UncheckedIOException broken) {
            // A connection that was kept may be closed as it is used again: by its key the call is safe to repeat.
            answer = send(what, key, body);
        }
        if (answer.status() < 300) {
            written.incrementAndGet();
        } else if (answer.status() >= 500) {
            failures.add("editor: " + answer.status() + " for a new one of " + what + ": " + answer.body());
        }
    }

    private Answer send(String what, String key, String body) {
        return gulliver.post("pm", "/programs/" + PROGRAM + "/" + what, key, "application/json", body);
    }

    private List<String> databases() {
        return gulliver.list("/programs/" + PROGRAM + "/migrations").stream()
                .map(run -> run.path("database").asString(""))
                .filter(name -> !name.contains(":"))
                .distinct()
                .toList();
    }

    /** The running ones of a program, those that a person has paused not among them. */
    static long moving(List<JsonNode> runs) {
        return runs.stream()
                .filter(run ->
                        !List.of("ENDED", "PAUSED").contains(run.path("mode").asString("")))
                .count();
    }

    @Override
    public void close() {
        over = true;
        thread.interrupt();
    }
}
