package io.gulliver.persistence;

import io.gulliver.control.AssessmentReports;
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

    /** Give {@code H2} or {@code POSTGRES}; without, both. */
    public static void main(String[] arguments) {
        for (Engine engine : new Engine[] {Engine.H2, Engine.POSTGRES}) {
            if (arguments.length > 0 && !engine.name().equals(arguments[0])) {
                continue;
            }
            try (StoreDatabase database = engine.open(Clock.systemUTC())) {
                Stores stores = Atlas.stores(database);
                for (int size : new int[] {50, 500, 1000, 5000}) {
                    AssessedEstate.fill(stores, "bench" + size, size, 0);
                    others(database, engine, "bench" + size);
                    measure(engine, stores, size);
                }
            }
        }
    }

    private static void others(StoreDatabase database, Engine engine, String program) {
        String numbers = engine == Engine.H2 ? "system_range(1, " + OTHERS + ")" : "generate_series(1, " + OTHERS + ")";
        database.jdbc().sql("""
                insert into facts (program, database_name, name, since_version, content, unit, source, happened_at,
                    confidence)
                select d.program, d.database_name, concat('other_', n.x), 1, '{"value":12.5}', 'GB', 'discovery',
                    current_timestamp, 'MEASURED'
                from source_databases d cross join %s as n(x) where d.program = :program
                """.formatted(numbers)).param("program", program).update();
    }

    private static void measure(Engine engine, Stores stores, int size) {
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
                "%-8s %5d  assessment  median %8.0f ms  CPU median %7.0f ms  highest %7.0f ms%n",
                engine,
                size,
                nanos[ROUNDS / 2] / 1e6,
                cpu[ROUNDS / 2] / 1e6,
                cpu[ROUNDS - 1] / 1e6);
    }
}
