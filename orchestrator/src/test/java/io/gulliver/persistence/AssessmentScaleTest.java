package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.PlanService;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
            // what changed is judged once, at the first reading after it, here as after an import
            Services.plan(stores).follow("few");
            Services.plan(stores).follow("many");
            long few = queries(() -> AssessedEstate.reports(stores).program("few"));
            long many = queries(() -> AssessedEstate.reports(stores).program("many"));
            assertThat(few).isBetween(5L, 40L);
            assertThat(many).isEqualTo(few);
        }
    }

    @Test
    void judgesAgainOnlyWhatChangedAndAsksNextToNothingElse() {
        try (StoreDatabase database = TestStore.open(Clock.systemUTC())) {
            Stores stores = Atlas.stores(database);
            AssessedEstate.fill(stores, "many", 60, 0);
            PlanService plan = Services.plan(stores);
            plan.follow("many");
            Map<String, Instant> before = judged(stores);
            assertThat(before).hasSize(60);
            assertThat(queries(() -> plan.follow("many"))).isBetween(1L, 6L);
            assertThat(judged(stores)).isEqualTo(before);
            stores.facts()
                    .put(
                            "many",
                            "DB7",
                            List.of(new Fact(
                                    "files_gb", 4321.0, "GB", "discovery", Instant.now(), Confidence.MEASURED)),
                            "test");
            assertThat(stores.views().headlines("many").get("DB7").gigabytes())
                    .as("nobody judged it since")
                    .isNotEqualTo(4321.0);
            assertThat(plan.headline("many", "DB7").orElseThrow().gigabytes()).isEqualTo(4321.0);
            Map<String, Instant> after = judged(stores);
            assertThat(after.get("DB7")).isAfter(before.get("DB7"));
            after.remove("DB7");
            before.remove("DB7");
            assertThat(after).isEqualTo(before);
            // another process knows from the rows themselves that nothing is to be judged
            Services.plan(stores).follow("many");
            after = judged(stores);
            after.remove("DB7");
            assertThat(after).isEqualTo(before);
        }
    }

    private static Map<String, Instant> judged(Stores stores) {
        Map<String, Instant> judged = new TreeMap<>();
        stores.plans().methods("many").forEach(row -> judged.put(row.database(), row.at()));
        return judged;
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
        long before = SENT.executed;
        work.run();
        return SENT.executed - before;
    }

    private static final Logger DRIVER = Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");

    /** The driver's own trace of what it sends. */
    private static final Sent SENT = new Sent();

    @BeforeAll
    static void trace() {
        DRIVER.setFilter(SENT);
        DRIVER.setLevel(Level.FINEST);
    }

    @AfterAll
    static void noTrace() {
        DRIVER.setLevel(null);
        DRIVER.setFilter(null);
    }

    /** Counts statements, but for the clock of a program: that is read again after a time, however many databases there are. */
    private static final class Sent implements Filter {
        private static final Pattern STATEMENT = Pattern.compile(" FE=> (Parse|Bind)\\(stmt=([^,]*),");

        private final Set<String> clocks = ConcurrentHashMap.newKeySet();
        private volatile boolean clock;
        private volatile long executed;

        @Override
        public synchronized boolean isLoggable(LogRecord line) {
            String said = line.getMessage();
            Matcher statement = STATEMENT.matcher(said);
            if (statement.lookingAt()) {
                String name = statement.group(2);
                if (statement.group(1).equals("Bind")) {
                    clock = clocks.contains(name);
                } else if (said.contains("from program_clock")) {
                    clocks.add(name);
                } else {
                    clocks.remove(name);
                }
            } else if (said.startsWith(" FE=> Execute") && !clock) {
                executed++;
            }
            return false;
        }
    }
}
