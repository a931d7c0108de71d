package io.gulliver.persistence;

import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.TestStore;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.util.Arrays;
import java.util.Locale;

/**
 * Prints how long the five questions about a program of 50 to 5,000 databases take, with {@value #OTHERS} collected facts
 * each beside those that are read. Asserts nothing. The CPU time is the asking thread's.
 */
public final class AssessmentBenchmark {
    private static final int ROUNDS = 5;
    private static final int WARM_UP = 2;
    private static final int OTHERS = 150;

    private AssessmentBenchmark() {}

    public static void main(String[] arguments) {
        try (StoreDatabase database = TestStore.open(Clock.systemUTC())) {
            Stores stores = Atlas.stores(database);
            for (int size : new int[] {50, 500, 1000, 5000}) {
                AssessedEstate.fill(stores, "bench" + size, size, 0);
                others(database, "bench" + size);
                measure(stores, size);
            }
        }
    }

    private static void others(StoreDatabase database, String program) {
        database.jdbc().sql("""
                insert into facts (program, database_name, name, since_version, content, unit, source, happened_at,
                    confidence)
                select d.program, d.database_name, concat('other_', n.x), 1, '{"value":12.5}', 'GB', 'discovery',
                    current_timestamp, 'MEASURED'
                from source_databases d cross join generate_series(1, %d) as n(x) where d.program = :program
                """.formatted(OTHERS)).param("program", program).update();
    }

    private static void measure(Stores stores, int size) {
        AssessmentReports reports = AssessedEstate.reports(stores);
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long[] nanos = new long[ROUNDS];
        long[] cpu = new long[ROUNDS];
        for (int i = -WARM_UP; i < ROUNDS; i++) {
            long cpuBefore = thread.getCurrentThreadCpuTime();
            long began = System.nanoTime();
            reports.program("bench" + size);
            if (i >= 0) {
                nanos[i] = System.nanoTime() - began;
                cpu[i] = thread.getCurrentThreadCpuTime() - cpuBefore;
            }
        }
        Arrays.sort(nanos);
        Arrays.sort(cpu);
        System.out.printf(
                Locale.ROOT,
                "%5d  assessment  median %8.0f ms  CPU median %7.0f ms  highest %7.0f ms%n",
                size,
                nanos[ROUNDS / 2] / 1e6,
                cpu[ROUNDS / 2] / 1e6,
                cpu[ROUNDS - 1] / 1e6);
    }
}
