package io.gulliver.conformance;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.migration.CommandOutbox;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Somebody who interferes with running migrations all the time: pauses, resumes, tries again, skips, rolls back, aborts. */
final class RandomWords implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RandomWords.class);

    private final Stores stores;
    private final CommandOutbox outbox;
    private final Random random;
    private final String prefix;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "random-words");
        made.setDaemon(true);
        return made;
    });
    private int count;

    /** @param prefix of the ids: what nobody used before */
    RandomWords(Stores stores, CommandOutbox outbox, long seed, String prefix) {
        this.stores = stores;
        this.outbox = outbox;
        this.random = new Random(seed);
        this.prefix = prefix;
    }

    RandomWords start() {
        thread.scheduleWithFixedDelay(
                () -> {
                    try {
                        say();
                    } catch (RuntimeException e) {
                        log.info("not said: {}", e.getMessage());
                    }
                },
                50,
                80,
                TimeUnit.MILLISECONDS);
        return this;
    }

    private void say() {
        List<Migration> running = stores.migrations().running().stream()
                .filter(run -> run.mode() != RunMode.ENDED)
                .toList();
        if (running.isEmpty()) {
            return;
        }
        Migration run = running.get(random.nextInt(running.size()));
        int dice = random.nextInt(100);
        if (dice < 36) {
            say(run, Verb.PAUSE, null);
        } else if (dice < 84) {
            say(run, Verb.RESUME, null);
        } else if (dice < 92) {
            step(run, StepState.BACKING_OFF, StepState.PARKED, Verb.RETRY);
        } else if (dice < 96) {
            step(run, StepState.PARKED, StepState.PARKED, Verb.SKIP);
        } else if (dice < 98) {
            say(run, Verb.ROLL_BACK, null);
        } else if (dice < 99) {
            say(run, Verb.ABORT, null);
        } else {
            step(run, StepState.PENDING, StepState.PENDING, Verb.PAUSE);
        }
        outbox.wake();
    }

    private void step(Migration run, StepState one, StepState other, Verb verb) {
        List<StepKey> keys = stores.migrations().steps(run.id()).stream()
                .map(StepRow::run)
                .filter(step -> step.state() == one || step.state() == other)
                .map(step -> step.key())
                .toList();
        if (!keys.isEmpty()) {
            say(run, verb, keys.get(random.nextInt(keys.size())));
        }
    }

    private void say(Migration run, Verb verb, @Nullable StepKey step) {
        String id = prefix + "-" + ++count + "-" + verb.name().toLowerCase(java.util.Locale.ROOT);
        try {
            stores.commands()
                    .record(new NewCommand(
                            run.id(),
                            new CommandOrder(id, verb, step, null, null, "nemesis", People.ANA.name(), Map.of()),
                            null,
                            People.ANA));
        } catch (RefusedException refused) {
            log.debug("{} refused: {}", id, refused.getMessage());
        }
    }

    @Override
    public void close() {
        // Said to the end: nobody is cut off in the middle of a word by somebody of his own process.
        thread.shutdown();
        try {
            if (!thread.awaitTermination(30, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
