package io.gulliver.assessment.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gulliver.assessment.change.FactChanges.Group;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FactChangesTest {
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private static Fact fact(String name, Object value, Instant at) {
        return new Fact(name, value, name.endsWith("_gb") ? "GB" : null, "capture of " + at, at, Confidence.MEASURED);
    }

    @Test
    void comparesByGroupWithOldNewUnitAndSource() {
        FactChanges changes = FactChanges.of(
                THEN,
                NOW,
                ZoneOffset.UTC,
                List.of(
                        fact("files_gb", 100.0, THEN),
                        fact("source_release", "19.20", THEN),
                        fact("host.memoryGb", 64.0, THEN),
                        fact("cores", 8L, THEN),
                        fact("gone_fact", "x", THEN),
                        fact("evidence.from", "2025-12-01T00:00", THEN)),
                List.of(
                        fact("files_gb", 120.0, NOW),
                        fact("source_release", "19.22", NOW),
                        fact("host.memoryGb", 64.0, NOW),
                        fact("cores", 8L, NOW),
                        fact("stats_stale_tables", 3L, NOW),
                        fact("evidence.from", "2026-02-01T00:00", NOW)));
        assertThat(changes.unchanged()).isEqualTo(2);
        assertThat(changes.changes())
                .extracting(
                        FactChanges.Change::group,
                        FactChanges.Change::fact,
                        FactChanges.Change::before,
                        FactChanges.Change::after)
                .containsExactly(
                        tuple(Group.SIZE, "files_gb", 100.0, 120.0),
                        tuple(Group.STATISTICS, "stats_stale_tables", null, 3L),
                        tuple(Group.PATCH, "source_release", "19.20", "19.22"),
                        tuple(Group.OTHER, "gone_fact", "x", null));
        assertThat(changes.changes())
                .extracting(FactChanges.Change::kind)
                .containsExactly(
                        FactChanges.Kind.CHANGED,
                        FactChanges.Kind.FIRST_SEEN,
                        FactChanges.Kind.CHANGED,
                        FactChanges.Kind.REMOVED);
        assertThat(changes.groups())
                .contains(
                        new FactChanges.Compared(Group.SIZE, 1, 1, 1),
                        new FactChanges.Compared(Group.STATISTICS, 0, 1, 1),
                        new FactChanges.Compared(Group.PLANS, 0, 0, 0));
        FactChanges.Change size = changes.changes().get(0);
        assertThat(size.percent()).isEqualTo(20.0);
        assertThat(size.unit()).isEqualTo("GB");
        assertThat(size.sourceBefore()).isEqualTo("capture of " + THEN);
        assertThat(size.sourceAfter()).isEqualTo("capture of " + NOW);
        assertThat(size.atAfter()).isEqualTo(NOW);
    }

    @Test
    void parametersDifferOneByOne() {
        FactChanges changes = FactChanges.of(
                THEN,
                NOW,
                ZoneOffset.UTC,
                List.of(fact("database.parameters", List.of("sga_target=8G", "processes=300", "old_one=1"), THEN)),
                List.of(fact("database.parameters", List.of("processes=600", "sga_target=8G", "new_one=x=y"), NOW)));
        assertThat(changes.changes())
                .extracting(FactChanges.Change::part, FactChanges.Change::before, FactChanges.Change::after)
                .containsExactly(
                        tuple("new_one", null, "x=y"), tuple("old_one", "1", null), tuple("processes", "300", "600"));
        assertThat(changes.changes())
                .allSatisfy(change -> assertThat(change.group()).isEqualTo(Group.PARAMETERS));
    }

    @ParameterizedTest
    @CsvSource({
        "storage.sizeGb.last, SIZE",
        "host.storage.each, VOLUMES",
        "host.memoryGb, HOST",
        "database.parameters, PARAMETERS",
        "sga_mb, PARAMETERS",
        "sql.topByElapsed, PLANS",
        "database.version, PATCH",
        "cpu.busyCores.p95, LOAD",
        "redo_mb_s, LOAD",
    })
    void everyFactHasItsGroup(String fact, Group group) {
        assertThat(Group.of(fact)).isEqualTo(group);
    }

    @Test
    void theSameTwiceIsNoChange() {
        List<Fact> facts = List.of(fact("files_gb", 1.0, THEN), fact("database.parameters", List.of("a=1"), THEN));
        FactChanges none = FactChanges.of(THEN, NOW, ZoneOffset.UTC, facts, facts);
        assertThat(none.changes()).isEmpty();
        assertThat(none.unchanged()).isEqualTo(2);
    }
}
