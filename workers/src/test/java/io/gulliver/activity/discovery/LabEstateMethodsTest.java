package io.gulliver.activity.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.control.ShippedRules;
import io.gulliver.domain.plan.Rates;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The databases of the lab take all six ways across, and each takes another when one fact changes sides. */
class LabEstateMethodsTest {
    private static final MethodAssessor ASSESSOR = new MethodAssessor(ShippedRules.methods());
    private static final Estate ESTATE = Estate.of(1726);

    /** What a program would know: the estate's file, sizes in the usual proportion, and its word on licences. */
    private static Map<String, Object> facts(EstateDatabase database) {
        Map<String, Object> facts = new TreeMap<>();
        double size = database.sizeGb();
        facts.put("source_release", database.version());
        facts.put("target_release", database.targetRelease());
        facts.put("source_edition", database.enterprise() ? "enterprise" : "standard");
        facts.put("archivelog", database.archiveLog());
        facts.put(
                "source_topology", database.rac() ? "rac" : database.container().isEmpty() ? "single" : "pdb");
        facts.put("data_gb", size * 0.65);
        facts.put("index_gb", size * 0.25);
        facts.put("files_gb", size * 0.9);
        facts.put("incremental_gb", size * 0.01);
        facts.put("objects", 4000L + Math.round(size * 20));
        facts.put("tde_tablespace", database.features().contains("encryption"));
        facts.put("database_links", database.features().contains("db-link"));
        facts.put("materialized_views", database.features().contains("mview"));
        facts.put("queues", database.features().contains("queue"));
        facts.put("external_files", database.features().contains("external-table"));
        facts.put("sys_grants", database.features().contains("sys-grants"));
        facts.put("lob_share", database.features().contains("lobs") ? 0.7 : 0.05);
        facts.put("gg_licensed", true);
        facts.put("gg_none_gb", 0.0);
        facts.put("fallback_required", database.criticality() == 1 && database.windowMinutes() <= 180);
        return facts;
    }

    private static MethodAssessment assess(Map<String, Object> facts, Duration window) {
        return ASSESSOR.assess(facts, Rates.defaults(), window);
    }

    private static Duration window(EstateDatabase database) {
        return Duration.ofMinutes(database.windowMinutes());
    }

    static List<EstateDatabase> databases() {
        return ESTATE.databases();
    }

    @Test
    void allSixWaysAreTaken() {
        Map<Method, Integer> spread = new EnumMap<>(Method.class);
        ESTATE.databases().forEach(database -> {
            Method preferred = assess(facts(database), window(database)).preferred();
            assertThat(preferred).as(database.database()).isNotNull();
            spread.merge(preferred, 1, Integer::sum);
        });
        assertThat(ESTATE.databases()).hasSizeGreaterThanOrEqualTo(50);
        assertThat(spread).as("databases by method").containsOnlyKeys(Method.values());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void oneFactOnTheOtherSideChangesTheRankingAndIsNamed(EstateDatabase database) {
        MethodAssessment before = assess(facts(database), window(database));
        Method preferred = before.preferred();
        assertThat(preferred).isNotNull();
        Map<String, Object> changed = facts(database);
        Duration window = window(database);
        if (preferred == Method.DATA_PUMP) {
            // 70 % of the window is a second less than the outage
            long seconds = before.judged(preferred).outage().likely().toSeconds();
            window = Duration.ofSeconds((long) ((seconds - 1) / 0.7));
        }
        String named = switch (preferred) {
            case DATA_PUMP -> "outage_window_minutes";
            case DATA_PUMP_NETWORK_LINK -> put(changed, "long_columns", true);
            case FULL_TRANSPORTABLE -> put(changed, "charset_equal", false);
            case XTTS_INCREMENTAL -> put(changed, "source_edition", "standard");
            case GOLDENGATE -> put(changed, "gg_licensed", false);
            case GOLDENGATE_FALLBACK -> put(changed, "fallback_required", false);
        };
        MethodAssessment after = assess(changed, window);
        assertThat(after.preferred())
                .as("%s after %s", database.database(), named)
                .isNotEqualTo(preferred);
        assertThat(order(after)).as("ranking of %s", database.database()).isNotEqualTo(order(before));
        assertThat(after.reasons())
                .as("reasons for %s", database.database())
                .anyMatch(reason -> reason.contains(named)
                        && (reason.contains(preferred.key()) || reason.startsWith("fallback_required")));
    }

    private static List<Method> order(MethodAssessment assessment) {
        return assessment.methods().stream()
                .map(MethodAssessment.Judged::method)
                .toList();
    }

    private static String put(Map<String, Object> facts, String name, Object value) {
        facts.put(name, value);
        return name + " is " + value;
    }
}
