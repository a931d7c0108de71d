package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class OneConnectionTest {
    private final StoreDatabase store = TestStore.open(Clock.systemUTC());

    @AfterEach
    void close() {
        store.close();
    }

    private int one() {
        return store.jdbc().sql("select 1").query(Integer.class).single();
    }

    @Test
    void refusesAStatementInsideTheReadingOfAnothersRows() {
        assertThatThrownBy(() -> store.jdbc()
                        .sql("select generate_series(1, 3)")
                        .query((row, n) -> one())
                        .list())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("asks for a second one");
        assertThat(one()).as("the connection was given back").isEqualTo(1);
    }

    @Test
    void letsOneTransactionReadInsideAReading() {
        List<Integer> read = store.inTransaction(() -> store.jdbc()
                .sql("select generate_series(1, 3)")
                .query((row, n) -> one())
                .list());
        assertThat(read).containsExactly(1, 1, 1);
    }

    @Test
    void letsOneReadingFollowAnother() {
        assertThat(one() + one()).isEqualTo(2);
    }
}
