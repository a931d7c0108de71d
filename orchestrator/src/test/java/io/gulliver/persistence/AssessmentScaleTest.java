package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.question.ProgramAssessment;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** What an assessment of a program costs the store. */
class AssessmentScaleTest {
    @Test
    void asksAsManyQueriesForSixtyDatabasesAsForSix() {
        try (StoreDatabase database = Engine.H2.open(Clock.systemUTC())) {
            Stores stores = Atlas.stores(database);
            AssessedEstate.fill(stores, "few", 6, 20);
            AssessedEstate.fill(stores, "many", 60, 20);
            long few = queries(database, () -> AssessedEstate.reports(stores).program("few"));
            long many = queries(database, () -> AssessedEstate.reports(stores).program("many"));
            assertThat(few).isBetween(5L, 40L);
            assertThat(many).isEqualTo(few);
        }
    }

    @Test
    void answersForAllAsItDoesForEach() {
        try (StoreDatabase database = Engine.H2.open(Clock.systemUTC())) {
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

    private static long queries(StoreDatabase database, Runnable work) {
        database.jdbc().sql("set query_statistics true").update();
        long before = executed(database);
        work.run();
        long after = executed(database);
        return after - before;
    }

    private static long executed(StoreDatabase database) {
        return database.jdbc().sql("""
                select coalesce(sum(execution_count), 0) from information_schema.query_statistics
                where sql_statement not like '%query_statistics%'
                """).query(Long.class).single();
    }
}
