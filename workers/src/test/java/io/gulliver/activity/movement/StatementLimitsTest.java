package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A statement has the time of the call that it is part of: not less, not more, and it ends when the call is called off. */
@Tag("store")
class StatementLimitsTest {
    @TempDir
    Path root;

    private MigrationBench bench;
    private Address source;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        source = new Address(MigrationBench.SOURCE, bench.oracle.port(MigrationBench.SOURCE), "orders", "orders");
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void takes(Duration lasts) {
        bench.lab
                .faults()
                .arm(new Fault(MigrationBench.SOURCE_SYSTEM, "tablespaces", FaultKind.TAKES_LONG, 0, 1, lasts));
    }

    private int tablespaces() {
        return bench.systems.during(bench.context, () -> {
            try (OracleClient client = bench.databases.read(source, bench.context)) {
                return client.query("tablespaces").size();
            }
        });
    }

    @Test
    void aStatementThatNeedsMoreThanItsCallHasIsNotTriedAgainByItself() {
        bench.context.limit = Duration.ofSeconds(2);
        takes(Duration.ofMinutes(15));
        assertThatThrownBy(this::tablespaces).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.LIMIT_REACHED.name());
            assertThat(e.failure().kind()).isEqualTo(FailureKind.EXTERNAL);
            assertThat(e.failure().message()).contains("tablespaces", "within the 2 s that its step gives it");
            assertThat(e.failure().advice()).contains("callTimeout");
        });
    }

    @Test
    void aStatementHasAllTheTimeOfItsCall() {
        bench.context.limit = Duration.ofHours(1);
        takes(Duration.ofSeconds(3));
        assertThat(tablespaces()).isPositive();
    }

    @Test
    void aCallThatIsCalledOffEndsItsStatementAtOnce() throws Exception {
        takes(Duration.ofMinutes(15));
        CompletableFuture<Throwable> ended = CompletableFuture.supplyAsync(() -> catchThrowable(this::tablespaces));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> bench.lab.faults().armed().isEmpty());
        bench.context.callOff();
        assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.getCause()).isInstanceOf(OracleException.class);
            assertThat(e.failure().message()).contains("ORA-01013");
        });
    }
}
