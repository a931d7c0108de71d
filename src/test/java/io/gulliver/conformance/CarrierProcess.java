package io.gulliver.conformance;

import io.gulliver.domain.lease.SlotKind;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A process that carries migrations: either to their end, or until each has written a certain event, and then it is gone
 * as by {@code kill -9}: no hook runs, nothing is closed.
 *
 * <p>Arguments: data directory; playbooks, separated by commas; number of migrations of each; and the round: migration i
 * is held behind event {@code 1 + i + round * migrations}, with a round of {@code end} none is. A round {@code both-N}
 * takes Temporal along, as a host does that goes down.
 */
final class CarrierProcess {
    /** Exit code of a process that killed itself as the kernel would. */
    static final int KILLED = 137;

    static final String TO_THE_END = "end";

    /** Before the number of a round: Temporal is killed first, so that nothing of the held tasks reaches its history. */
    static final String WITH_TEMPORAL = "both-";

    private CarrierProcess() {}

    /** Short and in lower case: names of things are made from it, within 30 characters. */
    static String database(String playbook, int number) {
        return playbook.replace("conformance-", "") + "-%03d".formatted(number);
    }

    static long stop(int migration, int migrations, int round) {
        return 1L + migration + (long) round * migrations;
    }

    public static void main(String[] args) {
        Path data = Path.of(args[0]);
        int code = 0;
        try (Gulliver gulliver = Gulliver.start(data)) {
            carry(gulliver, data, List.of(args[1].split(",")), Integer.parseInt(args[2]), args[3]);
        } catch (Throwable e) {
            e.printStackTrace();
            code = 1;
        }
        System.exit(code);
    }

    private static void carry(Gulliver gulliver, Path data, List<String> playbooks, int migrations, String round) {
        boolean both = round.startsWith(WITH_TEMPORAL);
        String number = both ? round.substring(WITH_TEMPORAL.length()) : round;
        List<Migration> runs = new ArrayList<>();
        Map<MigrationId, Long> stops = new LinkedHashMap<>();
        for (String playbook : playbooks) {
            for (int i = 0; i < migrations; i++) {
                Migration run = gulliver.record(playbook, database(playbook, i));
                runs.add(run);
                if (!round.equals(TO_THE_END)) {
                    stops.put(run.id(), stop(i, migrations, Integer.parseInt(number)));
                }
            }
        }
        @Nullable HoldAt striking = null;
        if (!stops.isEmpty()) {
            // A held run may hold a scarce thing; the others must not wait for it.
            for (String slot : List.of("array", "cpc", "link", "team")) {
                gulliver.stores().leases().setCapacity(SlotKind.of(Gulliver.PROGRAM, slot), 1000);
            }
            HoldAt hold = new HoldAt(stops, data.resolve("visited"), () -> {
                if (both) {
                    Gulliver.killTemporal(data);
                }
                Runtime.getRuntime().halt(KILLED);
            });
            gulliver.bean(JournalProbe.class).listen(hold);
            runs.stream().filter(run -> run.mode() == RunMode.ENDED).forEach(run -> hold.over(run.id()));
            striking = hold;
        }
        gulliver.awaitConnected().withPeople();
        runs.forEach(run -> gulliver.carry(run));
        gulliver.awaitEnd(runs.stream().map(Migration::id).toList(), Duration.ofMinutes(4));
        if (striking != null) {
            // The last end is in the store before it is told to who strikes; a process that leaves first was not
            // struck.
            Gulliver.awaiting(Duration.ofSeconds(60)).until(striking::struck);
        }
    }

    /** Starts such a process; its words go to {@code carrier.log} in the data directory. */
    static Process launch(Path data, String playbooks, int migrations, String round) {
        try {
            Files.createDirectories(data);
            return TestProcess.start(
                    CarrierProcess.class,
                    data.resolve("carrier.log"),
                    data.resolve("tmp"),
                    List.of(data.toString(), playbooks, Integer.toString(migrations), round));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Waits for its end; a process that does not end in time is killed and its log told. */
    static int await(Process process, Path data, Duration atMost) {
        try {
            return process.onExit().get(atMost.toSeconds(), TimeUnit.SECONDS).exitValue();
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw new AssertionError("The carrier did not end within " + atMost + ": " + lastWords(data), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    static String lastWords(Path data) {
        try {
            List<String> lines = Files.readAllLines(data.resolve("carrier.log"));
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 300), lines.size()));
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }
}
