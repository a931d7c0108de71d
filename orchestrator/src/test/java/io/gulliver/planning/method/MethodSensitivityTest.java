package io.gulliver.planning.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.Rates;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One fact on the other side of its threshold changes the ranking, and a reason names the fact. */
class MethodSensitivityTest {
    private final MethodAssessor assessor =
            new MethodAssessor(RuleTables.shipped().methods());

    /** A database by what is asked of it, and the way it takes. */
    private record Sheet(Method takes, int windowMinutes, Map<String, Object> facts) {}

    private static final Map<String, Sheet> SHEETS = new TreeMap<>(Map.of(
            "small", new Sheet(Method.DATA_PUMP, 240, sheet(200, 60, 300)),
            "little staging",
                    new Sheet(
                            Method.DATA_PUMP_NETWORK_LINK,
                            480,
                            with(sheet(280, 90, 400), "staging_free_gb", 100.0, "long_columns", false)),
            "medium", new Sheet(Method.FULL_TRANSPORTABLE, 360, sheet(3000, 1500, 5000)),
            "large", new Sheet(Method.XTTS_INCREMENTAL, 240, sheet(6000, 3000, 10_000)),
            "always on", new Sheet(Method.GOLDENGATE, 50, with(sheet(6000, 3000, 10_000), "gg_licensed", true)),
            "with a way back",
                    new Sheet(
                            Method.GOLDENGATE_FALLBACK,
                            60,
                            with(sheet(6000, 3000, 10_000), "gg_licensed", true, "fallback_required", true))));

    private static Map<String, Object> sheet(double dataGb, double indexGb, double filesGb) {
        return with(
                Map.of(),
                "source_release",
                "19.22",
                "target_release",
                "19.22",
                "source_compatible",
                "19.0.0",
                "target_compatible",
                "19.0.0",
                "source_edition",
                "enterprise",
                "archivelog",
                true,
                "force_logging",
                true,
                "data_gb",
                dataGb,
                "index_gb",
                indexGb,
                "files_gb",
                filesGb,
                "incremental_gb",
                40.0,
                "objects",
                60_000L,
                "gg_none_gb",
                0.0,
                "gg_licensed",
                false);
    }

    private static Map<String, Object> with(Map<String, Object> facts, Object... more) {
        Map<String, Object> changed = new TreeMap<>(facts);
        for (int i = 0; i < more.length; i += 2) {
            changed.put((String) more[i], more[i + 1]);
        }
        return changed;
    }

    private MethodAssessment assess(Map<String, Object> facts, int windowMinutes) {
        return assessor.assess(facts, Rates.defaults(), Duration.ofMinutes(windowMinutes));
    }

    @Test
    void theSheetsSpreadOverAllSixMethods() {
        List<String> wrong = new ArrayList<>();
        SHEETS.forEach((name, sheet) -> {
            MethodAssessment assessment = assess(sheet.facts(), sheet.windowMinutes());
            if (assessment.preferred() != sheet.takes()) {
                wrong.add(name + " takes " + assessment.preferred() + ": " + assessment.reasons());
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(SHEETS.values().stream().map(Sheet::takes)).containsExactlyInAnyOrder(Method.values());
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                // one fact each, on the other side of its threshold
                change("small", "data_gb", 2000.0),
                change("small", "index_gb", 1500.0),
                change("small", "staging_free_gb", 10.0),
                change("small", "largest_lob_gb", 500.0),
                change("small", "fallback_required", true),
                change("small", "target_free_gb", 100.0),
                change("little staging", "long_columns", true),
                change("little staging", "staging_free_gb", 1000.0),
                change("little staging", "evolved_types", true),
                change("little staging", "source_release", "11.2.0.3"),
                change("medium", "tde_tablespace", true),
                change("medium", "source_edition", "standard"),
                change("medium", "charset_equal", false),
                change("medium", "files_gb", 14_000.0),
                change("medium", "hcc", true),
                change("large", "archivelog", false),
                change("large", "files_gb", 1000.0),
                change("large", "incremental_gb", 4000.0),
                change("large", "tde_tablespace", true),
                change("large", "database_links", true),
                change("large", "block_change_tracking", false),
                change("always on", "gg_licensed", false),
                change("always on", "gg_none_gb", 500.0),
                change("always on", "redo_mb_s", 30.0),
                change("always on", "archivelog", false),
                change("always on", "source_compatible", "11.2.0.1"),
                change("with a way back", "gg_licensed", false),
                change("with a way back", "fallback_required", false),
                change("with a way back", "data_loss_tolerated", true),
                change("with a way back", "force_logging", false));
    }

    private static Arguments change(String sheet, String fact, Object value) {
        return Arguments.of(sheet, fact, value);
    }

    @ParameterizedTest(name = "{0}: {1} = {2}")
    @MethodSource("changes")
    void oneFactChangesTheRankingAndAReasonNamesIt(String name, String fact, Object value) {
        Sheet sheet = SHEETS.get(name);
        MethodAssessment before = assess(sheet.facts(), sheet.windowMinutes());
        MethodAssessment after = assess(with(sheet.facts(), fact, value), sheet.windowMinutes());
        assertThat(order(after))
                .as("before %s, after %s because %s", order(before), order(after), after.reasons())
                .isNotEqualTo(order(before));
        assertThat(after.preferred())
                .as("the way across after %s = %s: %s", fact, value, after.reasons())
                .satisfiesAnyOf(
                        preferred -> assertThat(preferred).isNotEqualTo(before.preferred()),
                        preferred -> assertThat(after.afterRemedy()).isTrue());
        assertThat(after.reasons()).anyMatch(reason -> reason.contains(fact));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("windows")
    void anotherWindowChangesTheWayAcross(String name, int minutes, Method takes) {
        Sheet sheet = SHEETS.get(name);
        MethodAssessment after = assess(sheet.facts(), minutes);
        assertThat(after.preferred()).as("%s", after.reasons()).isEqualTo(takes);
        assertThat(after.reasons()).anyMatch(reason -> reason.contains("outage_window_minutes " + minutes));
    }

    static Stream<Arguments> windows() {
        return Stream.of(
                Arguments.of("large", 1800, Method.DATA_PUMP),
                Arguments.of("large", 1100, Method.DATA_PUMP_NETWORK_LINK),
                Arguments.of("large", 480, Method.FULL_TRANSPORTABLE),
                Arguments.of("medium", 240, Method.XTTS_INCREMENTAL),
                Arguments.of("always on", 240, Method.XTTS_INCREMENTAL));
    }

    /** Methods best first, with whether each is open: what a person sees as the ranking. */
    private static List<String> order(MethodAssessment assessment) {
        return assessment.methods().stream()
                .map(one -> one.method() + (one.eligible() ? "" : " closed"))
                .toList();
    }
}
