package io.gulliver.activity.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatement.Load;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.DiscoveredFacts.Found;
import io.gulliver.evidence.discovery.Discovery;
import io.gulliver.evidence.discovery.QueryResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The questions of {@code docs/domain/discovery.md}, the catalogue's statements, the facts and who reads them fit
 * together.
 */
class DiscoveryCatalogueTest {
    private static final Path ROOT = Path.of("..");
    private static final String DOCUMENT = "docs/discovery.md";

    /** Ids of {@code docs/domain/discovery.md}, which leaves out the numbers 36 to 39. */
    private static final List<String> IDS = ids();

    private static final List<String> RELEASES = List.of(
            "10.2.0.5.0",
            "11.1.0.7.0",
            "11.2.0.1.0",
            "11.2.0.3.0",
            "11.2.0.4.0",
            "12.1.0.2.0",
            "12.2.0.1.0",
            "18.0.0.0.0",
            "19.24.0.0.0",
            "21.0.0.0.0",
            "23.0.0.0.0");

    private static final Set<String> READERS = Set.of("page", "sizing", "assessment", "carry-over", "tuning");

    private static final DiscoveryQuestions QUESTIONS = DiscoveryQuestions.of(OracleStatements.load());

    /** A fact of the registry. */
    private record Known(String name, String type, String unit, SortedSet<String> from, SortedSet<String> usedBy) {
        boolean asked() {
            return from.stream().anyMatch(id -> id.matches("D\\d.*|all questions"));
        }
    }

    private static List<String> ids() {
        List<String> ids = new ArrayList<>();
        for (int i = 1; i <= 77; i++) {
            if (i < 36 || i > 39) {
                ids.add("D%02d".formatted(i));
            }
        }
        ids.addAll(List.of("D01b", "D08b", "D13b", "D13c", "D32b"));
        return ids.stream().sorted().toList();
    }

    /** Read once: a YAML file of this size takes a tenth of a second. */
    private static final SortedMap<String, Known> REGISTRY = readRegistry();

    private static SortedMap<String, Known> readRegistry() {
        SortedMap<String, Known> facts = new TreeMap<>();
        for (JsonNode fact : yaml("playbooks/facts/facts.yaml").get("facts")) {
            String name = fact.get("name").asString();
            Known known = new Known(
                    name,
                    fact.get("type").asString(),
                    fact.has("unit") ? fact.get("unit").asString() : "",
                    texts(fact.get("from")),
                    texts(fact.get("used_by")));
            assertThat(facts.put(name, known)).as(name + " stands twice").isNull();
            assertThat(fact.get("about").asString()).as(name).isNotBlank();
        }
        return facts;
    }

    private static SortedSet<String> texts(JsonNode list) {
        SortedSet<String> texts = new TreeSet<>();
        list.forEach(element -> texts.add(element.asString()));
        return texts;
    }

    private static JsonNode yaml(String file) {
        return new YAMLMapper().readTree(ROOT.resolve(file).toFile());
    }

    /** Ids of rules by the fact that they read. */
    private static SortedMap<String, SortedSet<String>> rules() {
        SortedMap<String, SortedSet<String>> rules = new TreeMap<>();
        for (JsonNode rule : yaml("playbooks/rules/methods.yaml").get("rules")) {
            for (JsonNode condition : rule.get("when")) {
                for (String word : List.of("fact", "other")) {
                    if (condition.has(word)) {
                        rules.computeIfAbsent(condition.get(word).asString(), key -> new TreeSet<>())
                                .add(rule.get("id").asString());
                    }
                }
            }
        }
        return rules;
    }

    @Test
    void everyIdOfTheDomainDocumentIsAskedForEveryReleaseOrSaysWhyNot() {
        SortedMap<String, SortedSet<String>> byId = new TreeMap<>();
        List<String> holes = new ArrayList<>();
        QUESTIONS.all().forEach((question, variants) -> {
            variants.forEach(statement -> DiscoveryQuestions.ids(statement)
                    .forEach(id ->
                            byId.computeIfAbsent(id, key -> new TreeSet<>()).add(statement.id())));
            boolean begun = false;
            for (String release : RELEASES) {
                boolean there = QUESTIONS.find(question, release).isPresent();
                OracleStatement first = variants.get(0);
                OracleStatement last = variants.get(variants.size() - 1);
                String reason = begun
                        ? DiscoveryQuestions.discovery(last).until()
                        : DiscoveryQuestions.discovery(first).before();
                if (!there && (reason == null || reason.isBlank())) {
                    holes.add(question + " has nothing for " + release + " and does not say why");
                }
                begun |= there;
            }
        });
        assertThat(holes).isEmpty();
        assertThat(byId.keySet()).containsAll(IDS);
        assertThat(byId.keySet()).allSatisfy(id -> assertThat(IDS).contains(id));
    }

    @Test
    void everyIdGivesAFactAndEveryFactHasAReader() {
        SortedMap<String, Known> registry = REGISTRY;
        SortedMap<String, SortedSet<String>> rules = rules();
        SortedSet<String> silent = new TreeSet<>(IDS);
        registry.values().forEach(fact -> silent.removeAll(fact.from()));
        assertThat(silent).as("ids that give no fact").isEmpty();
        assertThat(registry.values()).allSatisfy(fact -> {
            assertThat(fact.usedBy()).as(fact.name() + " is read by nobody").isNotEmpty();
            SortedSet<String> named = new TreeSet<>(fact.usedBy());
            named.removeAll(READERS);
            assertThat(named)
                    .as(fact.name() + ": rules that read it")
                    .isEqualTo(rules.getOrDefault(fact.name(), new TreeSet<>()));
        });
    }

    /** Where those look that a fact names as its readers: the code, and not only the word, must know the fact. */
    private static final Map<String, List<String>> CODE = Map.of(
            "sizing",
                    List.of(
                            "orchestrator/src/main/java/io/gulliver/planning/inputs",
                            "orchestrator/src/main/java/io/gulliver/planning/sizing",
                            "orchestrator/src/main/java/io/gulliver/service",
                            "ui/src/main/java/io/gulliver/ui/whatif",
                            "playbooks/data-pump",
                            "playbooks/stages",
                            "playbooks/facts/needs.yaml"),
            "assessment",
                    List.of(
                            "orchestrator/src/main/java/io/gulliver/assessment",
                            "orchestrator/src/main/java/io/gulliver/planning/method",
                            "orchestrator/src/main/java/io/gulliver/service"),
            // Shows every fact of the store, whatever its name.
            "page", List.of("ui/src/main/java/io/gulliver/ui/database"));

    private static String code(String reader) throws IOException {
        StringBuilder code = new StringBuilder();
        for (String place : CODE.get(reader)) {
            try (var files = Files.walk(ROOT.resolve(place))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    code.append(Files.readString(file));
                }
            }
        }
        return code.toString();
    }

    @Test
    void whoIsSaidToReadAFactKnowsItByItsName() throws IOException {
        for (String reader : List.of("sizing", "assessment")) {
            String code = code(reader);
            assertThat(REGISTRY.values().stream()
                            .filter(fact -> fact.usedBy().contains(reader))
                            .filter(fact -> !Pattern.compile("[\"\\[, ]" + Pattern.quote(fact.name()) + "[\"\\], .}]")
                                    .matcher(code)
                                    .find())
                            .map(Known::name))
                    .as("facts that " + reader + " does not read")
                    .isEmpty();
        }
        assertThat(code("page"))
                .as("the page of facts shows all that the report holds, whatever its name")
                .contains("report.facts()", "FactGroup.of(fact.name())");
    }

    @Test
    void everyFactThatARuleReadsComesFromSomewhere() {
        assertThat(rules().keySet()).allSatisfy(fact -> {
            assertThat(REGISTRY).as("rules " + rules().get(fact)).containsKey(fact);
            assertThat(REGISTRY.get(fact).from()).as(fact).isNotEmpty();
        });
    }

    @Test
    void answersToAllQuestionsGiveExactlyTheFactsOfTheRegistry() {
        SortedMap<String, SortedSet<String>> from = new TreeMap<>();
        SortedMap<String, Found> found = new TreeMap<>();
        for (Load load : Load.values()) {
            for (String without : List.of("", "binary-columns", "encrypted-tablespaces", "redo-per-hour")) {
                QueryResults answers = answers(load);
                if (!without.isEmpty()) {
                    answers.miss(without, "left out");
                }
                for (Found fact : Discovery.of(answers).facts().list()) {
                    String name = fact.name().replaceAll("\\.(mean|p50|p95|p99|max)$", "");
                    String known = REGISTRY.containsKey(fact.name()) ? fact.name() : name;
                    found.put(known, fact);
                    from.computeIfAbsent(known, key -> new TreeSet<>())
                            .addAll(Arrays.asList(fact.from().split(", ")));
                }
            }
        }
        Map<String, Known> asked = REGISTRY.values().stream()
                .filter(Known::asked)
                .collect(Collectors.toMap(Known::name, known -> known, (a, b) -> a, TreeMap::new));
        assertThat(found.keySet()).isEqualTo(asked.keySet());
        asked.forEach((name, known) -> {
            assertThat(from.get(name)).as("questions of " + name).isEqualTo(known.from());
            Object value = found.get(name).value();
            assertThat(fits(known.type(), value))
                    .as(name + " is " + value + ", wanted " + known.type())
                    .isTrue();
            assertThat(String.valueOf(found.get(name).unit()).replace("null", ""))
                    .as("unit of " + name)
                    .isEqualTo(known.unit());
        });
    }

    private static boolean fits(String type, Object value) {
        return switch (type) {
            case "text" -> value instanceof String;
            case "whole" -> value instanceof Integer || value instanceof Long;
            case "number", "distribution" -> value instanceof Double;
            case "yes-no" -> value instanceof Boolean;
            case "list" -> value instanceof List<?>;
            default -> false;
        };
    }

    @Test
    void theDocumentListsEveryIdWithVariantsFactsAndReaders() throws Exception {
        StringBuilder table =
                new StringBuilder("| Id | Statements (releases) | Facts | Read by |\n| --- | --- | --- | --- |\n");
        for (String id : IDS) {
            SortedSet<String> statements = new TreeSet<>();
            QUESTIONS
                    .all()
                    .values()
                    .forEach(variants -> variants.stream()
                            .filter(statement ->
                                    DiscoveryQuestions.ids(statement).contains(id))
                            .forEach(statement -> statements.add("`" + statement.id() + "` ("
                                    + statement.versions().min()
                                    + (statement.versions().max() == null
                                            ? "+"
                                            : " to " + statement.versions().max())
                                    + ")")));
            SortedSet<String> facts = new TreeSet<>();
            SortedSet<String> readers = new TreeSet<>();
            REGISTRY.values().stream().filter(fact -> fact.from().contains(id)).forEach(fact -> {
                facts.add("`" + fact.name() + "`");
                readers.addAll(fact.usedBy());
            });
            table.append("| ").append(id).append(" | ").append(String.join(", ", statements));
            table.append(" | ").append(String.join(", ", facts));
            table.append(" | ").append(String.join(", ", readers)).append(" |\n");
        }
        assertThat(Files.readString(ROOT.resolve(DOCUMENT)))
                .as("the table of " + DOCUMENT + " is to read:\n" + table)
                .contains(table);
    }

    /**
     * Statements outside of discovery that read DBA_SEGMENTS, each with its reason. The view can take many minutes, so a new one
     * is not to be added lightly.
     */
    private static final Map<String, String> READ_SEGMENTS = Map.of(
            "audit-segments", "three segments by their names, of which the answer says how much there is to carry",
            "table-sizes",
                    "what is hashed, counted and cut depends on what tables hold now; statistics may be old or none",
            "tablespace-owners",
                    "a tablespace may become read only or be dropped if nobody else keeps anything there now",
            "writable-tables", "proves at the fence that nobody wrote: no fact of an earlier day can",
            "tablespace-read-only-statements", "printed for whoever works by hand; never asked",
            "tablespace-read-write-statements", "printed for whoever works by hand; never asked");

    @Test
    void segmentsAreReadOnceByDiscoveryAndElsewhereForAReasonAlone() {
        Pattern view = Pattern.compile("(?i)\\b(dba|all|user)_segments\\b");
        SortedSet<String> discovery = new TreeSet<>();
        SortedSet<String> others = new TreeSet<>();
        OracleStatements.load().all().values().stream()
                .filter(statement -> view.matcher(statement.text()).find())
                .forEach(statement -> (statement.discovery() == null ? others : discovery).add(statement.id()));
        assertThat(discovery).containsExactly("segments");
        assertThat(view.matcher(OracleStatements.load().require("segments").text())
                        .results()
                        .count())
                .isEqualTo(1);
        assertThat(others).isEqualTo(new TreeSet<>(READ_SEGMENTS.keySet()));
        assertThat(others)
                .as("the bytes are what takes long")
                .allSatisfy(id -> assertThat(Set.of("table-sizes", "audit-segments")
                                        .contains(id)
                                || !OracleStatements.load().require(id).text().contains("bytes"))
                        .isTrue());
    }

    /** One plausible row or more for every question. */
    private static QueryResults answers(Load load) {
        QueryResults answers = new QueryResults();
        Map<String, List<AnswerRow>> special = special();
        for (OracleStatement statement : QUESTIONS.fitting("19.24.0.0.0")) {
            OracleStatement.Discovery discovery = DiscoveryQuestions.discovery(statement);
            if (statement.kind() == OracleStatement.Kind.QUERY
                    && (discovery.load() == null || discovery.load() == load)) {
                answers.add(
                        discovery.question(),
                        special.getOrDefault(discovery.question(), List.of(row(statement, Map.of()))));
            }
        }
        return answers;
    }

    private static AnswerRow row(OracleStatement statement, Map<String, String> values) {
        Map<String, String> row = new LinkedHashMap<>();
        for (OracleStatement.Field column : statement.columns()) {
            String owner =
                    Set.of("OWNER", "USERNAME", "GRANTEE", "SEQUENCE_OWNER").contains(column.name()) ? "APP" : "X";
            row.put(
                    column.name(),
                    values.getOrDefault(
                            column.name(),
                            switch (column.type()) {
                                case NUMBER -> "1";
                                case TIMESTAMP -> "2026-11-21T10:00:00";
                                default -> owner;
                            }));
        }
        return new AnswerRow(row);
    }

    private static List<AnswerRow> named(String question, String column, String value, String... names) {
        OracleStatement statement = QUESTIONS.find(question, "19.24.0.0.0").orElseThrow();
        return Arrays.stream(names)
                .map(name -> row(statement, Map.of(column, name, "VALUE", value)))
                .toList();
    }

    private static List<AnswerRow> counters(
            String question, String name, String time, String snapshot, String... names) {
        OracleStatement statement = QUESTIONS.find(question, "19.24.0.0.0").orElseThrow();
        List<AnswerRow> rows = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            for (String each : names) {
                rows.add(row(
                        statement,
                        Map.of(
                                name,
                                each,
                                "VALUE",
                                "" + i * 100,
                                time,
                                "2026-11-21T1" + i + ":00:00",
                                snapshot,
                                "" + i)));
            }
        }
        return rows;
    }

    private static Map<String, List<AnswerRow>> special() {
        Map<String, List<AnswerRow>> special = new TreeMap<>();
        special.put(
                "named-parameters",
                named(
                        "named-parameters",
                        "NAME",
                        "1048576",
                        "compatible",
                        "db_block_size",
                        "db_flash_cache_size",
                        "undo_retention",
                        "use_large_pages",
                        "filesystemio_options",
                        "sga_target",
                        "sga_max_size",
                        "memory_target",
                        "pga_aggregate_target",
                        "pga_aggregate_limit",
                        "processes",
                        "dg_broker_start"));
        OracleStatement spaces = QUESTIONS.find("tablespaces", "19.24.0.0.0").orElseThrow();
        special.put(
                "tablespaces",
                List.of(
                        row(spaces, Map.of()),
                        row(spaces, Map.of("TABLESPACE_NAME", "UNDOTBS1", "CONTENTS", "UNDO", "STATUS", "ONLINE"))));
        special.put(
                "character-sets",
                named(
                        "character-sets",
                        "PARAMETER",
                        "X",
                        "NLS_CHARACTERSET",
                        "NLS_NCHAR_CHARACTERSET",
                        "NLS_LENGTH_SEMANTICS"));
        String[] hosts = {"NUM_CPUS", "NUM_CPU_CORES", "NUM_CPU_SOCKETS", "PHYSICAL_MEMORY_BYTES"};
        special.put("host-resources", named("host-resources", "STAT_NAME", "8", hosts));
        special.put("cluster-resources", named("cluster-resources", "STAT_NAME", "8", hosts));
        special.put("dst-properties", rows("dst-properties", Map.of("PROPERTY_NAME", "DST_UPGRADE_STATE")));
        special.put("container", rows("container", Map.of("CDB", "YES")));
        special.put("sga-parts", rows("sga-parts", Map.of("NAME", "Maximum SGA Size")));
        special.put("sga-fixed-parts", rows("sga-fixed-parts", Map.of("NAME", "buffer_cache")));
        special.put(
                "pga-statistics",
                named("pga-statistics", "NAME", "8", "maximum PGA allocated", "over allocation count"));
        special.put("session-limits", named("session-limits", "RESOURCE_NAME", "8", "processes", "sessions"));
        special.put("pga-advice", rows("pga-advice", Map.of("ESTD_OVERALLOC_COUNT", "0")));
        special.put("asm-diskgroups", rows("asm-diskgroups", Map.of("STATE", "CONNECTED")));
        special.put(
                "last-backups",
                rows("last-backups", Map.of("STATUS", "COMPLETED", "START_TIME", "2026-11-21T09:00:00")));
        special.put(
                "awr-settings",
                rows("awr-settings", Map.of("SNAP_INTERVAL", "+00000 01:00:00.0", "RETENTION", "8 0:0:0.0")));
        String[] load = {"BUSY_TIME", "IDLE_TIME", "NUM_CPU_CORES"};
        special.put("awr-host-load", counters("awr-host-load", "STAT_NAME", "END_TIME", "SNAP_ID", load));
        special.put("statspack-host-load", counters("statspack-host-load", "STAT_NAME", "END_TIME", "SNAP_ID", load));
        special.put("sample-host-load", counters("sample-host-load", "STAT_NAME", "TAKEN", "X", load));
        String[] statistics = {
            "physical read total IO requests", "physical read total bytes", "physical write total IO requests",
            "physical write total bytes", "redo size", "user commits"
        };
        special.put(
                "statspack-statistics", counters("statspack-statistics", "NAME", "END_TIME", "SNAP_ID", statistics));
        special.put("sample-statistics", counters("sample-statistics", "NAME", "TAKEN", "X", statistics));
        String[] times = {"DB time", "DB CPU"};
        special.put("awr-time-model", counters("awr-time-model", "STAT_NAME", "END_TIME", "SNAP_ID", times));
        special.put(
                "statspack-time-model", counters("statspack-time-model", "STAT_NAME", "END_TIME", "SNAP_ID", times));
        special.put("sample-time-model", counters("sample-time-model", "STAT_NAME", "TAKEN", "X", times));
        special.put(
                "awr-metrics",
                named(
                        "awr-metrics",
                        "METRIC_NAME",
                        "8",
                        "Physical Read Total IO Requests Per Sec",
                        "Physical Write Total IO Requests Per Sec",
                        "Physical Write Total Bytes Per Sec",
                        "Physical Read Total Bytes Per Sec",
                        "Physical Write Total IO Requests Per Sec",
                        "Physical Write Total Bytes Per Sec",
                        "Redo Generated Per Sec",
                        "User Transaction Per Sec",
                        "Network Traffic Volume Per Sec"));
        return special;
    }

    private static List<AnswerRow> rows(String question, Map<String, String> values) {
        return List.of(row(QUESTIONS.find(question, "19.24.0.0.0").orElseThrow(), values));
    }
}
