package io.gulliver.planning.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment.Judged;
import io.gulliver.planning.method.MethodAssessment.Question;
import io.gulliver.planning.method.MethodAssessment.Reason;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The catalogue of applicability and the decision procedure, row by row as {@code docs/domain/methods.md} prints them,
 * and not as the file of rules does: what each says of each method on both sides of its threshold.
 */
class MethodCatalogueTest {
    private static final MethodAssessor ASSESSOR =
            new MethodAssessor(RuleTables.shipped().methods());
    private static final int WINDOW = 8 * 3600;

    /** A database of which everything is known and against which nothing speaks. */
    private static Map<String, Object> clean() {
        Map<String, Object> facts = new TreeMap<>();
        facts.put("endian", "Little");
        facts.put("platform", "Linux x86 64-bit");
        facts.put("source_release", "19.22.0.0.0");
        facts.put("target_release", "19.22");
        facts.put("source_compatible", "19.0.0");
        facts.put("target_compatible", "19.0.0");
        facts.put("source_edition", "enterprise");
        facts.put("source_topology", "single");
        facts.put("data_gb", 250.0);
        facts.put("index_gb", 100.0);
        facts.put("files_gb", 400.0);
        facts.put("incremental_gb", 4.0);
        facts.put("objects", 10_000L);
        facts.put("largest_lob_gb", 1.0);
        facts.put("lob_share", 0.1);
        facts.put("redo_mb_s", 1.0);
        facts.put("redo_peak_mb_s", 5.0);
        facts.put("staging_free_gb", 5000.0);
        facts.put("target_free_gb", 5000.0);
        for (String good : List.of(
                "archivelog",
                "force_logging",
                "charset_equal",
                "ncharset_equal",
                "block_size_equal",
                "dst_equal",
                "db_time_zone_equal",
                "ddl_frozen",
                "replication_enabled",
                "gg_licensed",
                "block_change_tracking")) {
            facts.put(good, true);
        }
        for (String bad : List.of(
                "tde_tablespace",
                "tde_column",
                "application_in_system",
                "object_spans_admin",
                "sys_in_user_tablespace",
                "timestamp_tz_columns",
                "local_time_zone_columns",
                "xml_types",
                "long_columns",
                "external_files",
                "queues",
                "materialized_views",
                "database_links",
                "jobs",
                "hcc",
                "key_compressed_iot",
                "domain_indexes",
                "source_container",
                "asm",
                "target_shared",
                "target_tablespace_clash",
                "export_user_in_set",
                "source_is_standby",
                "old_verifiers",
                "sys_grants",
                "evolved_types",
                "security_features",
                "awr_history_wanted",
                "editions",
                "resting_tablespaces",
                "rman_settings",
                "glogin_speaks",
                "wants_charset_change",
                "wants_subset",
                "wants_schema_remap",
                "wants_reorganisation",
                "fallback_required",
                "gg_none_busy",
                "new_tablespaces",
                "national_columns",
                "rows_repeat")) {
            facts.put(bad, false);
        }
        for (String none : List.of(
                "tts_violations", "tables_without_key", "gg_bad_key_tables", "gg_id_key_tables", "gg_plsql_tables")) {
            facts.put(none, 0L);
        }
        facts.put("gg_none_gb", 0.0);
        facts.put("gg_none_tables", List.of());
        return facts;
    }

    private static MethodAssessment assess(Map<String, Object> facts) {
        return ASSESSOR.assess(facts, Rates.defaults(), Duration.ofSeconds(WINDOW));
    }

    /**
     * A row of the catalogue: what stands in the columns DP, NL, FT, XT and GG, where the last holds for both ways with
     * GoldenGate unless six columns are given; on and off are facts on the two sides of the threshold.
     */
    private static Arguments row(String id, String cells, Map<String, Object> on, Map<String, Object> off) {
        return Arguments.of(id, cells, on, off);
    }

    private static Map<String, Object> is(Object... pairs) {
        Map<String, Object> facts = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            facts.put((String) pairs[i], pairs[i + 1]);
        }
        return facts;
    }

    static Stream<Arguments> catalogue() {
        return Stream.of(
                // minima of docs/domain/methods.md, 1.1
                row(
                        "R02",
                        "- B B B B",
                        is("source_release", "11.2.0.2", "source_compatible", "11.2.0"),
                        is("source_release", "11.2.0.4", "source_compatible", "11.2.0.4")),
                row(
                        "R02",
                        "- B - - B",
                        is("source_release", "11.2.0.3.0", "source_compatible", "11.2.0.3"),
                        is("source_release", "11.2.0.4.0", "source_compatible", "11.2.0.4")),
                row(
                        "R02",
                        "B B B B B",
                        is("source_release", "9.2.0.8", "source_compatible", "9.2.0"),
                        is("source_release", "11.2.0.4", "source_compatible", "11.2.0.4")),
                row("R02", "- - - - B", is("source_compatible", "11.2.0.3.0"), is("source_compatible", "11.2.0.4.0")),
                row(
                        "R02",
                        "- B - - -",
                        is("target_release", "23.6", "source_release", "18.14"),
                        is("target_release", "23.6", "source_release", "19.3")),
                row("R03", "W W B B W", is("target_release", "18.14"), is("target_release", "19.22")),
                row("R03", "W W B B W", is("target_release", "19.21"), is("target_release", "19")),
                row("R04", "W W B B -", is("source_edition", "standard"), is("source_edition", "enterprise")),
                row("R05", "- - - B B", is("archivelog", false), is("archivelog", true)),
                row("R06", "- - B B -", is("target_compatible", "18.0.0"), is("target_compatible", "19.0.0")),
                row("R07", "W W B B W", is("charset_equal", false), is("charset_equal", true)),
                row(
                        "R08",
                        "- - B B -",
                        is("ncharset_equal", false, "national_columns", true),
                        is("ncharset_equal", false, "national_columns", false)),
                row("R09", "- - B B -", is("tde_tablespace", true), is("tde_tablespace", false)),
                row(
                        "R09",
                        "- - B B -",
                        is("tde_tablespace", true, "source_release", "12.1.0.2", "source_compatible", "12.1.0"),
                        is("tde_tablespace", false)),
                row("R10", "- - W B -", is("tde_column", true), is("tde_column", false)),
                row("R11", "W W - - W", is("tde_tablespace", true), is("tde_tablespace", false)),
                row("R11", "W W - - W", is("tde_column", true), is("tde_column", false)),
                row("R12", "W W W W W", is("block_size_equal", false), is("block_size_equal", true)),
                row("R13", "- - W B -", is("application_in_system", true), is("application_in_system", false)),
                row("R14", "- - B B -", is("object_spans_admin", true), is("object_spans_admin", false)),
                row("R15", "W W B B W", is("sys_in_user_tablespace", true), is("sys_in_user_tablespace", false)),
                row("R16", "- - W B -", is("tts_violations", 1L), is("tts_violations", 0L)),
                row(
                        "R17",
                        "W W W W -",
                        is("timestamp_tz_columns", true, "dst_equal", false),
                        is("timestamp_tz_columns", true, "dst_equal", true)),
                row(
                        "R17",
                        "W W W W -",
                        is("timestamp_tz_columns", true, "dst_equal", false),
                        is("timestamp_tz_columns", false, "dst_equal", false)),
                row(
                        "R18",
                        "- - W W W",
                        is("local_time_zone_columns", true, "db_time_zone_equal", false),
                        is("local_time_zone_columns", true, "db_time_zone_equal", true)),
                row("R19", "- W W W W", is("xml_types", true), is("xml_types", false)),
                row("R20", "- B - - W", is("long_columns", true), is("long_columns", false)),
                row("R21", "W W - - W", is("lob_share", 0.21), is("lob_share", 0.20)),
                row("R22", "W W W W W", is("external_files", true), is("external_files", false)),
                row("R23", "W W W W W", is("queues", true), is("queues", false)),
                row("R24", "W W W W W", is("materialized_views", true), is("materialized_views", false)),
                row("R25", "W W W B W", is("database_links", true), is("database_links", false)),
                row("R26", "W W W W W", is("jobs", true), is("jobs", false)),
                row("R27", "W W B B W", is("hcc", true), is("hcc", false)),
                row("R28", "- - W W -", is("key_compressed_iot", true), is("key_compressed_iot", false)),
                row("R29", "W W W W W", is("domain_indexes", true), is("domain_indexes", false)),
                row("R30", "- - - - B", is("force_logging", false), is("force_logging", true)),
                row("R31", "- - - - W", is("tables_without_key", 1L), is("tables_without_key", 0L)),
                row(
                        "R31",
                        "- - - - B",
                        is("gg_bad_key_tables", 1L, "rows_repeat", true),
                        is("gg_bad_key_tables", 1L, "rows_repeat", false)),
                row("R32", "- - - - W", is("gg_none_gb", 0.1), is("gg_none_gb", 0.0)),
                row("R32", "- - - - W", is("gg_none_tables", List.of("APP.EMPTY")), is("gg_none_tables", List.of())),
                row("R33", "- - - - W", is("gg_id_key_tables", 1L), is("gg_id_key_tables", 0L)),
                row("R34", "- - - - W", is("gg_plsql_tables", 1L), is("gg_plsql_tables", 0L)),
                row("R35", "- W W W W", is("ddl_frozen", false), is("ddl_frozen", true)),
                row("R36", "W W W W -", is("source_topology", "rac"), is("source_topology", "single")),
                row("R37", "- - W W -", is("asm", true), is("asm", false)),
                row("R38", "W W W W W", is("source_topology", "pdb"), is("source_topology", "single")),
                row(
                        "R38",
                        "W W W W W",
                        is("source_topology", "rac", "source_container", true),
                        is("source_topology", "rac", "source_container", false)),
                row(
                        "R39",
                        "- - - B -",
                        is("target_shared", true, "source_release", "19.17"),
                        is("target_shared", false, "source_release", "19.17")),
                row(
                        "R39",
                        "- - - W -",
                        is("target_shared", true, "source_release", "19.18"),
                        is("target_shared", false, "source_release", "19.18")),
                row("R40", "- - B B -", is("target_tablespace_clash", true), is("target_tablespace_clash", false)),
                row("R41", "- - B B -", is("export_user_in_set", true), is("export_user_in_set", false)),
                row("R42", "- - - - B", is("source_is_standby", true), is("source_is_standby", false)),
                row("R43", "W W W W W", is("old_verifiers", true), is("old_verifiers", false)),
                row("R44", "W W W W W", is("sys_grants", true), is("sys_grants", false)),
                row("R45", "- B - - W", is("evolved_types", true), is("evolved_types", false)),
                row("R46", "W W W W W", is("security_features", true), is("security_features", false)),
                row("R47", "W W W W -", is("awr_history_wanted", true), is("awr_history_wanted", false)),
                row("R48", "W W W W W", is("editions", true), is("editions", false)),
                row("R49", "W W W W W", is("resting_tablespaces", true), is("resting_tablespaces", false)),
                row("R50", "- - - B -", is("rman_settings", true), is("rman_settings", false)),
                row("R51", "W W W W -", is("glogin_speaks", true), is("glogin_speaks", false)),
                row("R52", "- - - - W", is("replication_enabled", false), is("replication_enabled", true)),
                row(
                        "R53",
                        "B W - - -",
                        is("platform", "AIX-Based Systems (64-bit)"),
                        is("platform", "IBM zSeries Based Linux")),
                row("R53", "B W - - -", is("platform", "Solaris[tm] OE (64-bit)"), is("platform", "Linux x86 64-bit")),
                row(
                        "R53",
                        "B W - - -",
                        is("platform", "Solaris Operating System (x86-64)"),
                        is("platform", "Linux 64-bit for AMD")),
                row("R53", "B W - - -", is("platform", "HP-UX IA (64-bit)"), is("platform", "Linux IA (64-bit)")),
                row(
                        "R53",
                        "B W - - -",
                        is("platform", "Microsoft Windows x86 64-bit"),
                        is("platform", "Linux OS (AARCH64)")),
                row("R53", "B W - - -", is("platform", "aix"), is("platform", "linux_x86_64")),
                row("R53", "B W - - -", is("platform", "HP IA Open VMS"), is("platform", "IBM Power Based Linux")),
                // the decision procedure of the same page, 6.2
                row("S01", "- - B B -", is("wants_charset_change", true), is("wants_charset_change", false)),
                row("S01", "- - B B -", is("wants_subset", true), is("wants_subset", false)),
                row("S01", "- - B B -", is("wants_schema_remap", true), is("wants_schema_remap", false)),
                row("S03", "B B B B B -", is("fallback_required", true), is("fallback_required", false)),
                row(
                        "S03",
                        "B B B B B -",
                        is("fallback_required", true, "data_loss_tolerated", false),
                        is("fallback_required", true, "data_loss_tolerated", true)),
                row("S04", "- - - - B", is("gg_licensed", false), is("gg_licensed", true)),
                // 14,400 s are half of the window; 300 MB/s load 4,320 GB in that time
                row(
                        "S05",
                        "- - - - B",
                        is("gg_none_gb", 4320.1, "data_gb", 6000.0, "files_gb", 9000.0),
                        is("gg_none_gb", 4320.0, "data_gb", 6000.0, "files_gb", 9000.0)),
                row(
                        "S05",
                        "- - - - B",
                        is("gg_none_gb", 4000.0, "gg_bad_key_gb", 320.1, "data_gb", 6000.0, "files_gb", 9000.0),
                        is("gg_none_gb", 4000.0, "gg_bad_key_gb", 320.0, "data_gb", 6000.0, "files_gb", 9000.0)),
                row(
                        "S06",
                        "- - - - - B",
                        is("gg_none_busy", true),
                        is("gg_none_busy", true, "data_loss_tolerated", true)),
                row("S07", "- - - - W", is("redo_peak_mb_s", 20.1), is("redo_peak_mb_s", 20.0)),
                row(
                        "S07",
                        "- - - - B",
                        is("redo_mb_s", 20.1, "redo_peak_mb_s", 20.2),
                        is("redo_mb_s", 20.0, "redo_peak_mb_s", 20.0)),
                // 250 x 0.7 x 1.2 = 210; 400 x 1.2 = 480; 404 x 1.2 = 484.8; 210 and 86.4 GB of trails a day
                row("S08", "B - B B B", is("staging_free_gb", 209.9), is("staging_free_gb", 484.8)),
                row("S08", "- - B B B", is("staging_free_gb", 210.0), is("staging_free_gb", 484.8)),
                row("S08", "- - - B -", is("staging_free_gb", 480.0), is("staging_free_gb", 484.8)),
                row("S08", "B B B B B", is("target_free_gb", 519.9), is("target_free_gb", 520.0)),
                // 28,800 s at 30 MB/s are 864 GB
                row(
                        "S09",
                        "B B - - -",
                        is("largest_lob_gb", 864.1, "data_gb", 1000.0, "files_gb", 1500.0),
                        is("largest_lob_gb", 864.0, "data_gb", 1000.0, "files_gb", 1500.0)),
                row(
                        "S09",
                        "B B - - -",
                        is("largest_lob_gb", 900.0, "basicfile_lobs", 1L, "data_gb", 1000.0, "files_gb", 1500.0),
                        is("largest_lob_gb", 900.0, "basicfile_lobs", 0L, "data_gb", 1000.0, "files_gb", 1500.0)),
                // 28,800 s / 2 x 40 objects a second
                row("S10", "- - B B -", is("objects", 576_001L), is("objects", 576_000L)),
                row(
                        "S14",
                        "- B B B B",
                        is("source_release", "11.1.0.7", "source_compatible", "11.1.0"),
                        is("source_release", "11.2.0.4", "source_compatible", "11.2.0.4")),
                row(
                        "S14",
                        "- B B B B",
                        is("source_release", "10.2.0.5", "source_compatible", "10.2.0"),
                        is("source_release", "11.2.0.4", "source_compatible", "11.2.0.4")),
                row("S14", "- B B B B", is("source_compatible", "11.2.0.2"), is("source_compatible", "11.2.0.3")),
                row("S16", "W - - - -", is("ddl_frozen", false), is("ddl_frozen", true)),
                row(
                        "S16",
                        "W - - B -",
                        is("ddl_frozen", false, "new_tablespaces", true, "source_release", "19.17"),
                        is("ddl_frozen", true, "new_tablespaces", true, "source_release", "19.17")));
    }

    @Test
    void onlyTheByteOrderSpeaksAgainstAMethodOfACleanDatabase() {
        MethodAssessment clean = assess(clean());
        assertThat(clean.methods()).allSatisfy(judged -> {
            assertThat(judged.eligible()).as(judged.method().key()).isTrue();
            assertThat(judged.blockers()).as(judged.method().key()).isEmpty();
            assertThat(judged.unjudged()).as(judged.method().key()).isEmpty();
            assertThat(judged.warnings())
                    .as(judged.method().key())
                    .extracting(Reason::rule)
                    .containsExactlyElementsOf(judged.method().transports() ? List.of("R01") : List.of());
        });
        assertThat(clean.questions()).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("catalogue")
    void saysOfEachMethodWhatTheDocumentSays(String id, String cells, Map<String, Object> on, Map<String, Object> off) {
        Map<String, Object> facts = clean();
        facts.putAll(on);
        MethodAssessment speaks = assess(facts);
        assertThat(cells(speaks, id)).as("%s with %s", id, on).isEqualTo(columns(cells));
        facts = clean();
        facts.putAll(off);
        assertThat(cells(assess(facts), id)).as("%s with %s", id, off).isEqualTo(columns("- - - - -"));
        speaks.methods().forEach(judged -> {
            for (Reason reason : all(judged)) {
                assertThat(reason.facts()).as(reason.rule()).isNotNull();
                assertThat(reason.text()).as(reason.rule()).isNotBlank();
                assertThat(reason.remedy()).as(reason.rule()).isNotBlank();
            }
            if (!judged.blockers().isEmpty()) {
                assertThat(judged.eligible())
                        .as("%s with %s", judged.method(), on)
                        .isFalse();
            }
        });
        List<String> told = new ArrayList<>();
        speaks.methods()
                .forEach(judged -> all(judged).stream()
                        .filter(reason -> family(reason.rule()).equals(id))
                        .forEach(reason -> told.add(reason.facts())));
        assertThat(on.keySet())
                .as("one of the changed facts is named in %s", told)
                .anyMatch(fact -> told.stream().anyMatch(text -> text.contains(fact)));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("catalogue")
    void isAQuestionWhileAFactIsMissing(String id, String cells, Map<String, Object> on, Map<String, Object> off) {
        for (String fact : on.keySet()) {
            if (sizes().contains(fact)) {
                continue;
            }
            Map<String, Object> facts = clean();
            facts.putAll(on);
            facts.remove(fact);
            MethodAssessment assessment = assess(facts);
            boolean asks = assessment.questions().stream()
                    .anyMatch(question -> ComputedFacts.inputs(fact).contains(question.fact())
                            && !question.how().isBlank());
            boolean speaks = assessment.methods().stream()
                    .flatMap(judged -> all(judged).stream())
                    .anyMatch(reason -> reason.facts().contains(fact + " is unknown"));
            boolean lessIsEnough = !cells(assessment, id).equals(columns("- - - - -"));
            boolean another = on.size() > 1 && decidedByTheOthers(id, on, fact);
            assertThat(asks || speaks || lessIsEnough || another)
                    .as("%s without %s passes unseen; questions %s", id, fact, assessment.questions())
                    .isTrue();
        }
    }

    /** Facts without which there is no estimate: told in another place. */
    private static Set<String> sizes() {
        return Set.of("data_gb", "files_gb", "gg_none_gb", "gg_bad_key_gb", "basicfile_lobs", "gg_none_tables");
    }

    /** The other facts of the row are on the quiet side by themselves, so that this one is not asked for. */
    private static boolean decidedByTheOthers(String id, Map<String, Object> on, String fact) {
        Map<String, Object> facts = clean();
        facts.putAll(on);
        facts.put(fact, clean().getOrDefault(fact, false));
        return cells(assess(facts), id).equals(columns("- - - - -"));
    }

    private static String family(String rule) {
        return rule.replaceFirst("-.*", "");
    }

    private static List<Reason> all(Judged judged) {
        List<Reason> all = new ArrayList<>(judged.blockers());
        all.addAll(judged.warnings());
        return all;
    }

    /** B, W or - by method, in the order of that page's columns, both ways with GoldenGate at the end. */
    private static List<String> cells(MethodAssessment assessment, String id) {
        List<String> cells = new ArrayList<>();
        for (Method method : Method.values()) {
            Judged judged = assessment.judged(method);
            cells.add(speaks(judged.blockers(), id) ? "B" : speaks(judged.warnings(), id) ? "W" : "-");
        }
        return cells;
    }

    private static boolean speaks(List<Reason> reasons, String id) {
        return reasons.stream().anyMatch(reason -> family(reason.rule()).equals(id));
    }

    private static List<String> columns(String cells) {
        List<String> columns = new ArrayList<>(Arrays.asList(cells.split(" ")));
        if (columns.size() == 5) {
            columns.add(columns.get(4));
        }
        return columns;
    }

    @Test
    void everyRowOfTheDocumentStandsInThisTest() {
        Set<String> there = new TreeSet<>();
        catalogue().forEach(row -> there.add((String) row.get()[0]));
        List<String> lacking = new ArrayList<>();
        for (int i = 2; i <= 52; i++) {
            lacking.add("R%02d".formatted(i));
        }
        for (int i = 1; i <= 16; i++) {
            lacking.add("S%02d".formatted(i));
        }
        lacking.removeAll(there);
        // bonuses and variants, which close nothing
        assertThat(lacking).containsExactly("S02", "S11", "S12", "S13", "S15");
    }

    private static double score(Method method, Object... changes) {
        Map<String, Object> facts = clean();
        facts.putAll(is(changes));
        return assess(facts).judged(method).score();
    }

    @Test
    void reorganisingFavoursLogicalMethods() {
        Map<Method, Double> moved = new TreeMap<>();
        for (Method method : Method.values()) {
            moved.put(method, score(method, "wants_reorganisation", true) - score(method));
        }
        assertThat(moved)
                .isEqualTo(Map.of(
                        Method.DATA_PUMP, 15.0,
                        Method.DATA_PUMP_NETWORK_LINK, 15.0,
                        Method.FULL_TRANSPORTABLE, -10.0,
                        Method.XTTS_INCREMENTAL, -10.0,
                        Method.GOLDENGATE, 15.0,
                        Method.GOLDENGATE_FALLBACK, 0.0));
    }

    @Test
    void aSmallDatabaseTakesTheSimpleWay() {
        double below = score(Method.DATA_PUMP, "files_gb", 499.9);
        assertThat(below - score(Method.DATA_PUMP, "files_gb", 500.0)).isEqualTo(30.0);
        MethodAssessment tight = ASSESSOR.assess(clean(), Rates.defaults(), Duration.ofSeconds(7900));
        MethodAssessment fits = ASSESSOR.assess(clean(), Rates.defaults(), Duration.ofSeconds(8200));
        // 900 + 625 + 833.3 + 666.7 + 1800 + 900 = 5725 s; 70 % of 8,178.6 s
        assertThat(tight.judged(Method.DATA_PUMP).outage().likely()).isEqualTo(Duration.ofSeconds(5725));
        assertThat(fits.judged(Method.DATA_PUMP).score()
                        - tight.judged(Method.DATA_PUMP).score())
                .isGreaterThan(30.0);
    }

    @Test
    void aLinkIsFavouredWhereStagingIsShortAndLittleCrosses() {
        double plenty = score(Method.DATA_PUMP_NETWORK_LINK);
        assertThat(score(Method.DATA_PUMP_NETWORK_LINK, "staging_free_gb", 209.9))
                .isEqualTo(plenty + 10);
        Map<String, Object> facts = clean();
        facts.put("staging_free_gb", 209.9);
        Map<String, Double> scores = new TreeMap<>();
        for (double link : new double[] {99.9, 100}) {
            scores.put(
                    String.valueOf(link),
                    ASSESSOR.assess(facts, Rates.defaults().with("link", link), Duration.ofSeconds(WINDOW))
                            .judged(Method.DATA_PUMP_NETWORK_LINK)
                            .score());
        }
        assertThat(scores.get("100.0") - scores.get("99.9")).isGreaterThan(10).isLessThan(10.1);
        assertThat(score(Method.DATA_PUMP_NETWORK_LINK, "staging_free_gb", 250.0, "data_gb", 300.0))
                .isLessThan(plenty);
    }

    @Test
    void newerScriptsNeed1918OnBothSides() {
        Map<String, Object> facts = clean();
        for (String[] pair : new String[][] {
            {"19.18", "19.18", "M5"},
            {"19.17", "19.22", "V4"},
            {"19.22", "19.17", "V4"},
            {"19.22.0.0.0", "19c", "M5"},
            {"19.22", "23ai", "M5"},
            {"12.2.0.1", "19.22", "V4"},
            {"19", "19", "V4"}
        }) {
            facts.put("source_release", pair[0]);
            facts.put("target_release", pair[1]);
            assertThat(assess(facts).judged(Method.XTTS_INCREMENTAL).variant())
                    .as("%s to %s", pair[0], pair[1])
                    .isEqualTo(pair[2]);
        }
    }

    @Test
    void withoutTrackingTheLastScanReadsEveryFile() {
        Map<String, Object> facts = clean();
        // 900 + 300 + 4 + 5 + 500 + 1800 + 900
        assertThat(assess(facts).judged(Method.XTTS_INCREMENTAL).outage().likely())
                .isEqualTo(Duration.ofSeconds(4409));
        facts.put("block_change_tracking", false);
        assertThat(assess(facts).judged(Method.XTTS_INCREMENTAL).outage().likely())
                .isEqualTo(Duration.ofSeconds(4805));
    }

    @Test
    void everyQuestionSaysHowToAnswerIt() {
        MethodAssessment unknown =
                ASSESSOR.assess(Map.of("size_gb", 100.0), Rates.defaults(), Duration.ofSeconds(WINDOW));
        assertThat(unknown.questions())
                .extracting(Question::fact)
                .contains("source_edition", "tde_tablespace", "archivelog", "staging_free_gb", "character_set");
        assertThat(unknown.questions()).allSatisfy(question -> {
            assertThat(question.how()).as(question.fact()).doesNotContain("computed from");
            assertThat(question.rules()).as(question.fact()).isNotEmpty();
        });
        assertThat(unknown.preferred()).isEqualTo(Method.DATA_PUMP);
        assertThat(unknown.reasons())
                .anyMatch(reason -> reason.startsWith("data-pump could still be closed: ")
                        && reason.contains("cannot be judged until")
                        && reason.contains("source_release"));
    }
}
