package io.gulliver.persistence.log;

import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.LogLevel;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.view.LogLine;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Prints how long a log of many lines (first argument, a million by default) takes to open and to search in the store, each
 * three times; wanted are 1 s and 2 s. Asserts nothing.
 */
public final class StepLogBenchmark {
    private static final StepKey STEP = StepKey.of("copy");
    private static final int SCREEN = 300;
    private static final int HITS = 201;

    private StepLogBenchmark() {}

    public static void main(String[] arguments) {
        int lines = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
        try (StoreDatabase db = TestStore.open(Clock.systemUTC())) {
            Stores stores = Atlas.stores(db);
            Atlas.program(stores);
            stores.databases().add("atlas", List.of(DatabaseProfile.of("LOGGED", "shop", Environment.TEST)), "Mia");
            MigrationId run = stores.migrations()
                    .create(new NewMigration(
                            "atlas-LOGGED",
                            "atlas",
                            "LOGGED",
                            Purpose.PRODUCTION,
                            Atlas.HASH,
                            1,
                            false,
                            null,
                            null,
                            "Mia"))
                    .id();
            StepLogStore logs = new JdbcStepLogStore(db, Long.MAX_VALUE, 0);
            long began = System.nanoTime();
            long bytes = write(logs, run, lines);
            System.out.printf(Locale.ROOT, "%d lines, %d MB written in %.1f s%n", lines, bytes >> 20, since(began));
            for (int round = 0; round < 3; round++) {
                tell("list", 1, () -> logs.logs(run, STEP));
                tell("open at the end", 1, () -> logs.lines(run, STEP, 1, lines - SCREEN + 1, SCREEN));
                tell("open in the middle", 1, () -> logs.lines(run, STEP, 1, lines / 2, SCREEN));
                tell("search one line", 2, () -> search(logs, run, "ORA-01691", LogLevel.PLAIN));
                tell("search what is nowhere", 2, () -> search(logs, run, "ORA-00600", LogLevel.PLAIN));
                tell("search what is everywhere", 2, () -> search(logs, run, "imported", LogLevel.PLAIN));
                tell("search two letters of one line", 2, () -> search(logs, run, "%%", LogLevel.PLAIN));
                tell("search errors", 2, () -> search(logs, run, "", LogLevel.ERROR));
            }
        }
    }

    private static long write(StepLogStore logs, MigrationId run, int lines) {
        long at = 0;
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= lines; i++) {
            text.append(
                    i == lines - lines / 10
                            ? "ORA-01691: unable to extend lob segment, 100 %%\n"
                            : ". . imported \"HR\".\"T" + i + "\" " + i * 7L % 1000 + " rows in 0.3 seconds\n");
            if (text.length() > 120 * 1024 || i == lines) {
                logs.keep(new StepLogPiece(
                        run,
                        STEP,
                        1,
                        "gvp0291",
                        "imp-1",
                        at,
                        at + text.length(),
                        text.toString(),
                        Instant.now(),
                        List.of(new StepLogPiece.HostTime(0, Instant.now())),
                        i == lines));
                at += text.length();
                text.setLength(0);
            }
        }
        return at;
    }

    private static List<LogLine> search(StepLogStore logs, MigrationId run, String text, LogLevel least) {
        return logs.search(run, STEP, text, least, 1, 0, HITS);
    }

    private static void tell(String what, int wantedSeconds, Supplier<List<?>> call) {
        long began = System.nanoTime();
        int found = call.get().size();
        double took = since(began);
        System.out.printf(
                Locale.ROOT,
                "%s: %.3f s, %.3f of %d s (%d found)%n",
                what,
                took,
                took / wantedSeconds,
                wantedSeconds,
                found);
    }

    private static double since(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
