package io.gulliver.conformance;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.service.migration.CommandOutbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The product with a nemesis inside: carries migrations with people speaking, and in each round strikes once, in the very
 * moment between the commit of a journal batch and its answer. Which batch, and which processes are struck, follows from
 * the seed and the round.
 *
 * <p>Arguments: data directory, seed, first round, number of rounds, seconds of the longest stop. Exits with 137 when a
 * strike took it; {@code rounds} in the data directory has a line for each that was begun.
 */
final class NemesisProcess {
    /** Runs that are alive at once. */
    private static final int POPULATION = 6;

    /** Seconds after which a round counts as stuck; a busy machine takes a while for a start. */
    private static final int PATIENCE = 180;

    private static int made;

    private NemesisProcess() {}

    public static void main(String[] args) {
        Path data = Path.of(args[0]);
        long seed = Long.parseLong(args[1]);
        int code = 0;
        try (Gulliver gulliver = Gulliver.start(data)) {
            play(gulliver, data, seed, Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        } catch (Throwable e) {
            e.printStackTrace();
            code = 1;
        }
        System.exit(code);
    }

    private static void play(Gulliver gulliver, Path data, long seed, int first, int rounds, int longest)
            throws InterruptedException {
        gulliver.awaitConnected();
        Oracle.everySettledWordIsTheEngines(gulliver);
        gulliver.withPeople();
        for (int round = first; round < rounds; round++) {
            Random random = new Random(seed * 1_000_003 + round);
            Strike strike = Strike.choose(random, Strike.storePid(data).isPresent());
            int batches = 3 + random.nextInt(40);
            boolean atAWord = random.nextBoolean();
            int seconds = 5 + random.nextInt(Math.max(1, longest - 4));
            note(
                    data,
                    round + " " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + strike + " behind batch "
                            + batches + (atAWord ? " with a word" : ""));
            populate(gulliver, round);
            CountDownLatch struck = new CountDownLatch(1);
            try (RandomWords words = new RandomWords(
                    gulliver.stores(), gulliver.bean(CommandOutbox.class), random.nextLong(), prefix(seed, round))) {
                words.start();
                gulliver.bean(JournalProbe.class).listen(new Trigger(batches, atAWord, () -> {
                    strike.at(data, seconds);
                    struck.countDown();
                }));
                if (!awaitBatch(struck, gulliver, round)) {
                    throw new IllegalStateException("round " + round + ": no batch to strike at within " + PATIENCE
                            + " s\n" + standing(gulliver));
                }
            }
            // The next round begins when work goes on after this one.
            CountDownLatch goesOn = new CountDownLatch(3);
            gulliver.bean(JournalProbe.class).listen(batch -> goesOn.countDown());
            try (RandomWords words = new RandomWords(
                    gulliver.stores(),
                    gulliver.bean(CommandOutbox.class),
                    random.nextLong(),
                    prefix(seed, round) + "b")) {
                words.start();
                if (!awaitBatch(goesOn, gulliver, round)) {
                    throw new IllegalStateException("round " + round + ": nothing was written within " + PATIENCE
                            + " s of " + strike + "\n" + standing(gulliver));
                }
            }
        }
    }

    /** Words may end all runs before the strike: then others begin. */
    private static boolean awaitBatch(CountDownLatch batch, Gulliver gulliver, int round) throws InterruptedException {
        for (int seconds = 0; seconds < PATIENCE; seconds++) {
            if (batch.await(1, TimeUnit.SECONDS)) {
                return true;
            }
            try {
                populate(gulliver, round);
            } catch (DataAccessException | TransactionException storeIsAway) {
                // it is tried again
                continue;
            }
        }
        return false;
    }

    /** What stands still: the engine's health, each run that is alive with its last events, and the commands under way. */
    private static String standing(Gulliver gulliver) {
        StringBuilder all = new StringBuilder("engine: " + gulliver.connector().health());
        for (Migration run : gulliver.stores().migrations().running()) {
            List<JournalRow> log = Records.journal(gulliver, run.id());
            all.append("\n").append(run.id()).append(" ").append(run.mode()).append(", commands ");
            gulliver.stores()
                    .commands()
                    .list(run.id(), 1000)
                    .forEach(command -> all.append(command.order().id())
                            .append(" ")
                            .append(command.order().verb())
                            .append(" ")
                            .append(command.state())
                            .append("; "));
            gulliver.stores()
                    .migrations()
                    .steps(run.id())
                    .forEach(step -> all.append("\n  ")
                            .append(step.run().key())
                            .append(" ")
                            .append(step.run().state()));
            log.subList(Math.max(0, log.size() - 5), log.size())
                    .forEach(row -> all.append("\n  ")
                            .append(row.at())
                            .append(" ")
                            .append(row.event())
                            .append(" ")
                            .append(row.step()));
        }
        return all.toString();
    }

    private static String prefix(long seed, int round) {
        return "n" + Long.toHexString(seed & 0xffff_ffffL) + "-" + round;
    }

    /** Strikes behind the n-th batch, or behind the first after it that tells what became of a person's word. */
    private static final class Trigger implements Consumer<JournalBatch> {
        private final AtomicInteger left;
        private final boolean atAWord;
        private final Runnable strike;
        private boolean done;

        Trigger(int batches, boolean atAWord, Runnable strike) {
            this.left = new AtomicInteger(batches);
            this.atAWord = atAWord;
            this.strike = strike;
        }

        @Override
        public synchronized void accept(JournalBatch batch) {
            boolean word = batch.entries().stream().anyMatch(entry -> entry.command() != null);
            if (!done && left.decrementAndGet() <= 0 && (!atAWord || word)) {
                done = true;
                strike.run();
            }
        }
    }

    /**
     * Brings the number of runs that are alive back to what it should be, under names that no earlier one had: a run that
     * ends in the middle of a round may still be listed.
     */
    private static void populate(Gulliver gulliver, int round) {
        List<Migration> alive = gulliver.stores().migrations().running().stream()
                .filter(run -> run.mode() != RunMode.ENDED)
                .toList();
        List<Migration> fresh = new ArrayList<>();
        for (int i = alive.size(); i < POPULATION; i++) {
            String playbook = Gulliver.PLAYBOOKS.get((round + i) % Gulliver.PLAYBOOKS.size());
            fresh.add(gulliver.record(playbook, CarrierProcess.database(playbook, round * 1000 + made++)));
        }
        fresh.forEach(gulliver::carry);
    }

    private static synchronized void note(Path data, String line) {
        try {
            Files.writeString(
                    data.resolve("rounds"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many rounds were begun. */
    static int begun(Path data) throws IOException {
        Path file = data.resolve("rounds");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    static Process launch(Path data, long seed, int first, int rounds, int longest) throws IOException {
        Files.createDirectories(data);
        return TestProcess.start(
                NemesisProcess.class,
                data.resolve("carrier.log"),
                data.resolve("tmp"),
                List.of(
                        data.toString(),
                        Long.toString(seed),
                        Integer.toString(first),
                        Integer.toString(rounds),
                        Integer.toString(longest)));
    }

    /** How long one process may take: every round in it, each with its longest stop. */
    static Duration patience(int rounds) {
        return Duration.ofSeconds(300 + 2L * PATIENCE * rounds);
    }
}
