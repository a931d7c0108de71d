package io.gulliver.activity.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.Rates;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The databases of the lab take all six ways across, and each takes another when one fact changes sides. */
@Tag("store")
class LabEstateMethodsTest {
    private static final MethodAssessor ASSESSOR =
            new MethodAssessor(RuleTables.shipped().methods());
    private static final Estate ESTATE = Estate.of(1726);

    /** What discovery finds in these databases, and the program's word on licences and on the way back. */
    private static Map<String, Object> facts(EstateDatabase database) {
        Map<String, Object> facts = new TreeMap<>();
        List<String> features = database.features();
        double size = database.sizeGb() * 1.073741824;
        boolean lobs = features.contains("lobs");
        facts.put("source_release", database.version());
        facts.put("source_compatible", database.version().startsWith("11.2") ? "11.2.0.4.0" : "12.1.0");
        facts.put("target_release", database.targetRelease());
        facts.put("source_edition", database.enterprise() ? "enterprise" : "standard");
        facts.put("archivelog", database.archiveLog());
        facts.put("force_logging", database.standby() || features.contains("force-logging"));
        facts.put(
                "source_topology", database.rac() ? "rac" : database.container().isEmpty() ? "single" : "pdb");
        facts.put("asm", database.rac());
        facts.put("data_gb", size * (lobs ? 0.76 : 0.77));
        facts.put("index_gb", size * 0.23);
        facts.put("files_gb", size * 1.2 + 3);
        double permille = database.setting("daily-change-permille")
                .map(Double::parseDouble)
                .orElse(10.0);
        facts.put("incremental_gb", size * permille / 1000);
        facts.put("objects", 22);
        facts.put("tables_without_key", 1);
        facts.put("tde_tablespace", features.contains("encryption"));
        facts.put("tde_column", features.contains("encrypted-columns"));
        facts.put("hcc", features.contains("hcc"));
        facts.put("rman_settings", features.contains("rman-tape"));
        facts.put("editions", features.contains("editions"));
        facts.put("sys_in_user_tablespace", features.contains("sys-segment"));
        facts.put(
                "database_links",
                features.contains("db-link") || database.setting("link").isPresent());
        facts.put("materialized_views", features.contains("mview"));
        facts.put("queues", features.contains("queue"));
        facts.put("jobs", features.stream().anyMatch(feature -> feature.endsWith("-job")));
        facts.put("external_files", features.contains("external-table"));
        facts.put("sys_grants", features.contains("sys-grants"));
        facts.put("lob_share", lobs ? 0.8 : 0.0);
        facts.put("gg_licensed", features.contains("goldengate"));
        facts.put("gg_none_gb", 0.0);
        facts.put("fallback_required", features.contains("fallback"));
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
    void takeTheWaysThatTheBookOfTheLabStates() {
        Map<Method, List<String>> taken = new EnumMap<>(Method.class);
        ESTATE.databases().forEach(database -> {
            Method preferred = assess(facts(database), window(database)).preferred();
            if (preferred != null && preferred != Method.DATA_PUMP) {
                taken.computeIfAbsent(preferred, method -> new ArrayList<>()).add(database.database());
            }
        });
        assertThat(taken)
                .containsEntry(Method.DATA_PUMP_NETWORK_LINK, List.of("CLAIMS", "DWHSTAGE", "CRM"))
                .containsEntry(Method.FULL_TRANSPORTABLE, List.of("CARDFRD", "CLAIMDOC", "DWH"))
                .containsEntry(Method.XTTS_INCREMENTAL, List.of("COREBANK", "COREHIST", "PAYHUB", "CARDS"))
                .containsEntry(Method.GOLDENGATE, List.of("PAYCLEAR", "SHOPCAT", "ESB"))
                .containsEntry(Method.GOLDENGATE_FALLBACK, List.of("SHOP", "POLICY", "RISKCALC"))
                .hasSize(5);
    }

    /** Of an inventory, before anything is discovered: what the simulated people plan and start by. */
    @Test
    void theInventoryAloneSaysWhichGoByDumpFiles() {
        List<String> known =
                List.of("source_release", "target_release", "source_topology", "gg_licensed", "fallback_required");
        List<String> others = new ArrayList<>();
        List<String> early = new ArrayList<>();
        ESTATE.databases().forEach(database -> {
            Map<String, Object> facts = facts(database);
            facts.keySet().retainAll(known);
            facts.put("size_gb", (double) database.sizeGb());
            if (assess(facts(database), window(database)).preferred() != Method.DATA_PUMP) {
                others.add(database.database());
            }
            if (assess(facts, window(database)).preferred() != Method.DATA_PUMP) {
                early.add(database.database());
            }
        });
        assertThat(others).hasSize(16);
        assertThat(early).containsExactlyElementsOf(others);
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
