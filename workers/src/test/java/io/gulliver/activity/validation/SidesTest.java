package io.gulliver.activity.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleRows;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.TableStatements.Generated;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SidesTest {
    private static final Generated COUNT = new TableStatements(OracleStatements.load()).rowCount("SHOP", "ORDERS");

    private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        elsewhere.shutdownNow();
    }

    /** Answers generated queries alone, as it is told. */
    private record Answering(Supplier<Long> rows) implements OracleClient {
        @Override
        public List<OracleRow> query(Generated generated, Map<String, ?> binds) {
            return List.of(OracleRows.of(Map.of("ROW_COUNT", java.math.BigDecimal.valueOf(rows.get()))));
        }

        @Override
        public List<OracleRow> query(String statement, Map<String, ?> binds) {
            throw new AssertionError(statement);
        }

        @Override
        public List<OracleRow> query(String statement, Map<String, ?> binds, Duration limit) {
            throw new AssertionError(statement);
        }

        @Override
        public OracleRow queryOne(String statement, Map<String, ?> binds) {
            throw new AssertionError(statement);
        }

        @Override
        public void execute(String statement, Map<String, String> slots, Map<String, ?> binds) {
            throw new AssertionError(statement);
        }

        @Override
        public void execute(String statement, Map<String, String> slots, Map<String, ?> binds, Duration limit) {
            throw new AssertionError(statement);
        }

        @Override
        public String release() {
            return "19.24.0.0.0";
        }

        @Override
        public void close() {}
    }

    private Sides sides(Supplier<Long> source, Supplier<Long> target) {
        return new Sides(
                new Answering(source), new Answering(target), new TableStatements(OracleStatements.load()), elsewhere);
    }

    /** Each answers only once the other is asked too: one after the other nobody ever would. */
    @Test
    void bothAreAskedAtTheSameTime() {
        CyclicBarrier both = new CyclicBarrier(2);
        Supplier<Long> together = () -> {
            try {
                both.await(30, TimeUnit.SECONDS);
                return 7L;
            } catch (Exception e) {
                throw new IllegalStateException("the other side was not asked meanwhile", e);
            }
        };
        Sides.Answers answers = sides(together, together).ask(COUNT, Map.of());
        assertThat(answers.source())
                .extracting(row -> row.number("ROW_COUNT").intValue())
                .containsExactly(7);
        assertThat(answers.target())
                .extracting(row -> row.number("ROW_COUNT").intValue())
                .containsExactly(7);
    }

    @Test
    void whatTheSourceRefusesIsThrownAsItWas() {
        IllegalStateException refused = new IllegalStateException("ORA-01555");
        assertThatThrownBy(() -> sides(
                                () -> {
                                    throw refused;
                                },
                                () -> 7L)
                        .ask(COUNT, Map.of()))
                .isSameAs(refused);
    }

    /** A session that still works on a statement takes no other one. */
    @Test
    void aFailureOfTheTargetIsToldOnceTheSourceHasAnsweredToo() {
        CountDownLatch failed = new CountDownLatch(1);
        AtomicBoolean answered = new AtomicBoolean();
        IllegalStateException refused = new IllegalStateException("ORA-00942");
        assertThatThrownBy(() -> sides(
                                () -> {
                                    try {
                                        assertThat(failed.await(30, TimeUnit.SECONDS))
                                                .isTrue();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                    answered.set(true);
                                    return 7L;
                                },
                                () -> {
                                    failed.countDown();
                                    throw refused;
                                })
                        .ask(COUNT, Map.of()))
                .isSameAs(refused);
        assertThat(answered).isTrue();
    }
}
