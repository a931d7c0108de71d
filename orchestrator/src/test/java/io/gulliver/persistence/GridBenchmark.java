package io.gulliver.persistence;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.view.GridFilter;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.TestStore;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints how long the grid's first page and each of its filters take for 50 to 5,000 databases. Asserts nothing. The CPU
 * time is the asking thread's: our side of the work.
 */
public final class GridBenchmark {
    private static final int ROUNDS = 20;
    private static final int WARM_UP = 5;

    private GridBenchmark() {}

    public static void main(String[] arguments) {
        try (StoreDatabase database = TestStore.open(Clock.systemUTC())) {
            Stores stores = Atlas.stores(database);
            for (int size : new int[] {50, 500, 1000, 5000}) {
                measure(stores, size);
            }
        }
    }

    private static void measure(Stores stores, int size) {
        String program = "bench" + size;
        stores.programs().create(program, "Bench", ZoneId.of("UTC"), Map.of(), "bench");
        List<DatabaseProfile> profiles = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            DatabaseProfile p = DatabaseProfile.of("DB" + i, "app" + i % 97, Environment.values()[i % 3]);
            profiles.add(new DatabaseProfile(
                    p.database(),
                    p.application(),
                    p.environment(),
                    1 + i % 4,
                    "host" + i % 211,
                    1521,
                    "svc" + i,
                    "19." + i % 25,
                    1.0 + i * 7919 % 20_000,
                    60 + i % 480,
                    "owner" + i % 31,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    new TreeMap<>()));
        }
        long began = System.nanoTime();
        stores.databases().add(program, profiles, "bench");
        print(size, "import, once", new long[] {System.nanoTime() - began}, new long[1]);
        stores.plans().add(program, 1, "One", Instant.now(), List.of(), "bench");
        stores.plans().add(program, 2, "Two", null, List.of(1), "bench");
        for (int i = 0; i < size; i++) {
            stores.plans().place(new WaveMember(program, 1 + i % 2, "DB" + i, null), "bench");
        }
        stores.database().inTransaction(() -> {
            for (Stage stage : Stage.values()) {
                for (StageStatus status : StageStatus.values()) {
                    stores.database()
                            .jdbc()
                            .sql("""
                            update database_stages set status = :status, status_rank = :rank
                            where program = :program and stage = :stage
                                and mod(char_length(database_name) * 7 + ascii(substring(database_name, 4, 1)), 9) = :rank
                            """)
                            .param("status", status.name())
                            .param("rank", status.ordinal())
                            .param("program", program)
                            .param("stage", stage.name())
                            .update();
                }
            }
        });
        time(stores, size, "first page", () -> stores.views().page(program, GridFilter.all(100)));
        time(stores, size, "totals", () -> stores.views().totals(program));
        time(stores, size, "text", () -> stores.views().page(program, filter("db4", null, null, null, null)));
        time(stores, size, "wave", () -> stores.views().page(program, filter("", null, null, 2, null)));
        time(stores, size, "owner", () -> stores.views().page(program, filter("", null, null, null, "owner7")));
        time(
                stores,
                size,
                "status anywhere",
                () -> stores.views().page(program, filter("", null, StageStatus.FAILED, null, null)));
        time(
                stores,
                size,
                "status of a stage",
                () -> stores.views().page(program, filter("", Stage.BUILD, StageStatus.WAITING, null, null)));
        for (GridFilter.Sort sort : new GridFilter.Sort[] {
            GridFilter.Sort.CUTOVER, GridFilter.Sort.RISK, GridFilter.Sort.SIZE, GridFilter.Sort.SLIP
        }) {
            time(
                    stores,
                    size,
                    "sort " + sort.name().toLowerCase(Locale.ROOT),
                    () -> stores.views().page(program, GridFilter.all(100).sortedBy(sort, true)));
        }
        time(stores, size, "counts", () -> stores.views().counts(program));
        time(stores, size, "plan", () -> stores.views().plan(program));
    }

    private static GridFilter filter(
            String text,
            @org.jspecify.annotations.Nullable Stage stage,
            @org.jspecify.annotations.Nullable StageStatus status,
            @org.jspecify.annotations.Nullable Integer wave,
            @org.jspecify.annotations.Nullable String owner) {
        return new GridFilter(text, stage, status, wave, owner, null, null, GridFilter.Sort.NAME, false, 0, null, 100);
    }

    private static void time(Stores stores, int size, String what, Runnable work) {
        for (int i = 0; i < WARM_UP; i++) {
            work.run();
        }
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long[] nanos = new long[ROUNDS];
        long[] cpu = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            // rows change between two questions, as they do at work
            touch(stores, "bench" + size, i);
            long cpuBefore = thread.getCurrentThreadCpuTime();
            long began = System.nanoTime();
            work.run();
            nanos[i] = System.nanoTime() - began;
            cpu[i] = thread.getCurrentThreadCpuTime() - cpuBefore;
        }
        print(size, what, nanos, cpu);
    }

    private static void touch(Stores stores, String program, int i) {
        for (String table : List.of("source_databases", "database_stages", "wave_members")) {
            stores.database()
                    .jdbc()
                    .sql("update " + table
                            + " set database_name = database_name where program = :program and database_name = :name")
                    .param("program", program)
                    .param("name", "DB" + i)
                    .update();
        }
    }

    private static void print(int size, String what, long[] nanos, long[] cpu) {
        Arrays.sort(nanos);
        Arrays.sort(cpu);
        System.out.printf(
                Locale.ROOT,
                "%5d  %-18s p50 %8.1f ms  p95 %8.1f ms  CPU p50 %7.1f ms  p95 %7.1f ms%n",
                size,
                what,
                nanos[nanos.length / 2] / 1e6,
                p95(nanos) / 1e6,
                cpu[cpu.length / 2] / 1e6,
                p95(cpu) / 1e6);
    }

    private static long p95(long[] sorted) {
        return sorted[(int) Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)];
    }
}
