package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an assessment of a program costs the store. */
@Tag("store")
class AssessmentScaleTest {
    @Test
    void asksAsManyQueriesForSixtyDatabasesAsForSix() {
        try (StoreDatabase database = TestStore.open(Clock.systemUTC())) {
            Stores stores = Atlas.stores(database);
            AssessedEstate.fill(stores, "few", 6, 20);
            AssessedEstate.fill(stores, "many", 60, 20);
            long few = queries(() -> AssessedEstate.reports(stores).program("few"));
            long many = queries(() -> AssessedEstate.reports(stores).program("many"));
            assertThat(few).isBetween(5L, 40L);
            assertThat(many).isEqualTo(few);
        }
    }

    @Test
    void answersForAllAsItDoesForEach() {
        try (StoreDatabase database = TestStore.open(Clock.systemUTC())) {
            Stores stores = Atlas.stores(database);
            AssessedEstate.fill(stores, "some", 12, 0);
            ProgramAssessment all = AssessedEstate.reports(stores).program("some");
            assertThat(all.databases()).hasSize(12);
            all.databases().forEach(row -> {
                var one = AssessedEstate.reports(stores).database("some", row.database());
                assertThat(row.canBeDone()).isEqualTo(one.answers().get(0).verdict());
                assertThat(row.completenessPercent()).isEqualTo(one.completenessPercent());
                assertThat(row.cost()).isEqualTo(one.cost().total());
            });
            assertThat(all.evidence().oldest()).isNotNull();
            assertThat(all.cost().total()).isNotNull();
            double apart = all.databases().stream()
                    .mapToDouble(row -> row.cost() == null ? 0 : row.cost().likely())
                    .sum();
            assertThat(all.cost().total().likely())
                    .as("servers share a pool of IFLs")
                    .isLessThan(apart);
        }
    }

    private static long queries(Runnable work) {
        // the driver's own trace of what it sends
        Logger trace = Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");
        AtomicLong executed = new AtomicLong();
        trace.setFilter(line -> {
            if (line.getMessage().startsWith(" FE=> Execute")) {
                executed.incrementAndGet();
            }
            return false;
        });
        trace.setLevel(Level.FINEST);
        try {
            work.run();
        } finally {
            trace.setLevel(null);
            trace.setFilter(null);
        }
        return executed.get();
    }
}
