package io.gulliver.assessment.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.window.WindowRules.Ended;
import io.gulliver.assessment.window.WindowRules.Situation;
import io.gulliver.assessment.window.WindowRules.Statspack;
import io.gulliver.domain.window.WindowTask;
import io.gulliver.domain.window.WindowTask.Kind;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which tasks a window asks for: by licence, by what is seen, and by how it ended. */
class WindowRulesTest {
    private static final LocalDate TODAY = LocalDate.of(2027, 1, 10);
    private static final CollectionPolicy LICENSED = new CollectionPolicy(35, true, 10, true);
    private static final CollectionPolicy UNLICENSED = new CollectionPolicy(35, true, 10, false);

    private static Situation at(
            CollectionPolicy policy,
            LocalDate to,
            @Nullable Ended ended,
            int seen,
            @Nullable AwrSettings awr,
            @Nullable List<String> baselines,
            @Nullable Statspack statspack) {
        LocalDate from = LocalDate.of(2026, 12, 1);
        return new Situation(
                "CRM/01",
                policy,
                from,
                to,
                ended,
                TODAY,
                CollectionWindow.of(from, policy)
                        .coverage(
                                seen == 0
                                        ? List.of()
                                        : List.of(new CollectionWindow.Span(TODAY.minusDays(seen - 1L), TODAY)),
                                TODAY),
                awr,
                baselines,
                statspack);
    }

    private static Optional<WindowTask> task(Situation now, Kind kind) {
        return WindowRules.of(now).stream().filter(one -> one.kind() == kind).findFirst();
    }

    @Test
    void withoutTheLicenceNothingIsSaidOfAwr() {
        assertThat(WindowRules.of(at(UNLICENSED, TODAY.plusDays(3), null, 40, null, null, null)))
                .isEmpty();
    }

    @Test
    void anExtendedWindowAsksForALongerRetention() {
        AwrSettings forty = new AwrSettings(Duration.ofHours(1), Duration.ofDays(40));
        assertThat(task(at(LICENSED, LocalDate.of(2027, 1, 4), null, 5, forty, null, null), Kind.AWR_SETTINGS))
                .get()
                .satisfies(done -> assertThat(done.done()).isEqualTo("AWR: a snapshot every 60 min, kept for 40 days"));
        assertThat(task(at(LICENSED, LocalDate.of(2027, 3, 31), null, 5, forty, null, null), Kind.AWR_SETTINGS))
                .get()
                .satisfies(open -> {
                    assertThat(open.done()).isNull();
                    assertThat(open.title()).contains("keep 121 days").contains("it is a snapshot every 60 min");
                    assertThat(open.script()).contains("retention => " + 121 * 1440);
                });
    }

    @Test
    void aBaselineIsNamedAfterTheDatabaseAndSeenInAnyCase() {
        Situation open = at(LICENSED, TODAY.plusDays(3), null, 40, null, List.of("SYSTEM_MOVING_WINDOW"), null);
        assertThat(task(open, Kind.AWR_BASELINE)).get().satisfies(one -> {
            assertThat(one.done()).isNull();
            assertThat(one.script()).contains("'GULLIVER_CRM_01'", "DATE '2026-11-28'", "DATE '2027-01-11'");
        });
        Situation kept = at(LICENSED, TODAY.plusDays(3), null, 40, null, List.of("gulliver_crm_01"), null);
        assertThat(task(kept, Kind.AWR_BASELINE))
                .get()
                .satisfies(one -> assertThat(one.done()).contains("GULLIVER_CRM_01"));
    }

    @Test
    void statspackIsToTakeASnapshotAnHourAndToKeepThem() {
        CollectionWindow.Span december = new CollectionWindow.Span(LocalDate.of(2026, 12, 1), TODAY);
        Situation rare = at(UNLICENSED, TODAY.plusDays(3), null, 40, null, null, new Statspack(december, 60, null));
        assertThat(task(rare, Kind.STATSPACK)).get().satisfies(one -> {
            assertThat(one.done()).isNull();
            assertThat(one.script()).contains("statspack.snap;", "DBMS_JOB.SUBMIT");
        });
        assertThat(task(rare, Kind.STATSPACK_BASELINE)).get().satisfies(one -> {
            assertThat(one.done()).isNull();
            assertThat(one.script()).contains("statspack.make_baseline", "TO_DATE('2026-11-28 00:00:00'");
        });
        Situation often =
                at(UNLICENSED, TODAY.plusDays(3), null, 40, null, null, new Statspack(december, 960, december));
        assertThat(WindowRules.of(often))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.done()).isNotNull());
    }

    @Test
    void aWindowThatSawTooLittleAsksTheManagerUnlessAPersonDecided() {
        assertThat(task(at(UNLICENSED, TODAY.minusDays(1), Ended.BY_ITSELF, 12, null, null, null), Kind.NOT_ENOUGH))
                .get()
                .satisfies(open -> {
                    assertThat(open.role()).isEqualTo("migration-manager");
                    assertThat(open.done()).isNull();
                    assertThat(open.title()).contains("ended on 2027-01-09 with 12 of 35 days");
                });
        assertThat(task(at(UNLICENSED, TODAY, Ended.BY_A_PERSON, 12, null, null, null), Kind.NOT_ENOUGH))
                .get()
                .satisfies(done -> assertThat(done.done()).contains("by a person"));
        assertThat(task(at(UNLICENSED, TODAY, Ended.BY_ITSELF, 40, null, null, null), Kind.NOT_ENOUGH))
                .get()
                .satisfies(done -> assertThat(done.done()).isEqualTo("35 of 35 days were seen"));
    }

    @Test
    void readsTheWordsOfACheckBackAsSettings() {
        Map.of(
                        "AWR: a snapshot every 60 min, kept for 8 days; wanted are 35 days.",
                        new AwrSettings(Duration.ofHours(1), Duration.ofDays(8)),
                        "AWR: no snapshot is taken, kept for 8 days.",
                        new AwrSettings(Duration.ZERO, Duration.ofDays(8)),
                        "AWR: a snapshot every 15 min, kept for ever.",
                        new AwrSettings(Duration.ofMinutes(15), Duration.ofDays(36_500)))
                .forEach((said, settings) -> assertThat(AwrSettings.said(said)).contains(settings));
        assertThat(AwrSettings.said("ORA-00942")).isEmpty();
    }
}
