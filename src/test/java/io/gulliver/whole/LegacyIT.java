package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.Sliced;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The database that no driver reaches, and its neighbours on one host: looked at by SQL*Plus, by the driver, and by a
 * script that a person runs, all through the product; then sized and judged.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("process")
@Sliced(2)
@TakesTurns(TakesTurns.Group.RUNS)
class LegacyIT {
    private static final String LAST = "keep-facts";

    @TempDir
    Path directory;

    private WholeGulliver gulliver;
    private Desk desk;

    @BeforeAll
    void startWithTheProgramOfTheLab(@TempDir Path at) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(at.resolve("data"), false, "--speed", "max", "--no-faults");
        // As the simulated people do it at './gulliver up', from the same files.
        JsonNode program = new YAMLMapper().readTree(lab("program-legacy.yml"));
        desk = open(program.path("key").asString(), program.path("policy"), lab("inventory-legacy.csv"));
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    private String lab(String file) throws IOException {
        return Files.readString(gulliver.data().resolve("lab").resolve(file));
    }

    private Desk open(String key, Object policy, String inventory) {
        WholeGulliver.Answer made = gulliver.post(
                "pm", "/programs", Map.of("key", key, "title", key, "zone", "Europe/Zurich", "policy", policy));
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
        Desk opened = new Desk(gulliver, key);
        WholeGulliver.Answer imported = gulliver.post(
                "pm",
                opened.path("/inventory?tags=data_centre_window_minutes"),
                "inventory-" + UUID.randomUUID(),
                "text/csv",
                inventory);
        assertThat(imported.status()).as(imported.toString()).isEqualTo(200);
        return opened;
    }

    private static int look(Desk desk, String database) {
        return desk.start(database, Map.of("pauseAfter", LAST));
    }

    private JsonNode read(Desk desk, String database, String what) {
        WholeGulliver.Answer answer = gulliver.get("viewer", desk.path("/databases/" + database + "/" + what));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.body();
    }

    private Map<String, JsonNode> facts(Desk desk, String database) {
        Map<String, JsonNode> facts = new TreeMap<>();
        read(desk, database, "facts")
                .path("report")
                .path("facts")
                .forEach(fact -> facts.put(fact.path("name").asString(), fact.path("value")));
        return facts;
    }

    private static JsonNode outputs(Desk desk, int number, String step) {
        return desk.step(number, step).path("run").path("outputs");
    }

    // ---- the host with an old database and its neighbours

    @Test
    void theOldDatabaseAndItsNeighboursAreLookedAtSizedAndJudged() {
        Map<String, Integer> runs = new TreeMap<>();
        for (String database : List.of("LEDGER", "PAYROLL", "TIMECARD")) {
            runs.put(database, look(desk, database));
        }
        runs.values().forEach(number -> desk.awaitState(number, LAST, "DONE"));

        JsonNode old = outputs(desk, runs.get("LEDGER"), "source-way");
        assertThat(old.path("way").asString()).isEqualTo("host");
        assertThat(old.path("why").asString()).contains("release 10.2.0.5.0", "none was tried");
        for (String database : List.of("PAYROLL", "TIMECARD")) {
            assertThat(outputs(desk, runs.get(database), "source-way")
                            .path("way")
                            .asString())
                    .as(database)
                    .isEqualTo("driver");
        }
        runs.values()
                .forEach(number ->
                        assertThat(desk.state(number, "source-script")).isEqualTo("SKIPPED"));

        Map<String, JsonNode> ledger = facts(desk, "LEDGER");
        Map<String, JsonNode> payroll = facts(desk, "PAYROLL");
        Map<String, JsonNode> timecard = facts(desk, "TIMECARD");
        assertThat(ledger.get("source_release").asString()).isEqualTo("10.2.0.5.0");
        assertThat(ledger.get("character_set").asString()).isEqualTo("WE8ISO8859P1");
        assertThat(timecard.get("source_edition").asString()).isEqualTo("standard");
        for (String fact : List.of("host.cores", "host.cpus", "host.memoryGb", "host.names")) {
            assertThat(ledger.get(fact)).as(fact + " of the one host").isEqualTo(payroll.get(fact));
            assertThat(timecard.get(fact)).as(fact + " of the one host").isEqualTo(payroll.get(fact));
        }
        judgedRightly();
        countedOnce(payroll.get("host.cores").asDouble());
    }

    /** A source before 11.2 moves by dump files alone; its neighbours of 11.2.0.4 have more than one way. */
    private void judgedRightly() {
        JsonNode ledger = read(desk, "LEDGER", "methods").path("assessment");
        assertThat(ledger.path("preferred").asString()).isEqualTo("DATA_PUMP");
        Map<String, List<String>> blockers = new TreeMap<>();
        for (JsonNode method : ledger.path("methods")) {
            List<String> rules = new ArrayList<>();
            method.path("blockers")
                    .forEach(reason -> rules.add(reason.path("rule").asString()));
            blockers.put(method.path("method").asString(), rules);
        }
        assertThat(blockers.get("DATA_PUMP")).isEmpty();
        assertThat(blockers.get("DATA_PUMP_NETWORK_LINK")).contains("R02-NL", "S14");
        assertThat(blockers.get("FULL_TRANSPORTABLE")).contains("R02-FT", "S14");
        assertThat(blockers.get("XTTS_INCREMENTAL")).contains("R02-FT", "S14");
        assertThat(blockers.get("GOLDENGATE")).contains("S14");
        assertThat(blockers.get("GOLDENGATE_FALLBACK")).contains("S14");
        for (String database : List.of("PAYROLL", "TIMECARD")) {
            JsonNode neighbour = read(desk, database, "methods").path("assessment");
            assertThat(neighbour.path("preferred").asString()).as(database).isEqualTo("DATA_PUMP");
            assertThat(neighbour.path("methods").toString()).as(database).doesNotContain("\"R02-NL\"", "\"S14\"");
        }
    }

    /** Every database has its sizing; the two that land together share one server, and their host's load counts once. */
    private void countedOnce(double cores) {
        Map<String, Double> alone = new TreeMap<>();
        for (String database : List.of("LEDGER", "PAYROLL", "TIMECARD")) {
            JsonNode sizing = read(desk, database, "sizing");
            for (String part : List.of("memory", "cpu", "storage")) {
                assertThat(sizing.path(part).path("sizing").isObject())
                        .as(part + " of " + database + ": " + sizing.path(part))
                        .isTrue();
            }
            alone.put(
                    database,
                    sizing.path("cpu")
                            .path("sizing")
                            .path("demand")
                            .path("value")
                            .asDouble());
            assertThat(alone.get(database)).as("demand of " + database).isPositive();
        }
        JsonNode group = read(desk, "PAYROLL", "sizing").path("group");
        assertThat(group.path("members").toString()).isEqualTo("[\"PAYROLL\",\"TIMECARD\"]");
        JsonNode together = group.path("cpu").path("sizing").path("demand");
        assertThat(together.path("value").asDouble())
                .as("of " + alone + " on " + cores + " cores")
                .isPositive()
                .isLessThanOrEqualTo(alone.get("PAYROLL") + alone.get("TIMECARD") + 1);
        assertThat(together.toString()).contains("each host once");
    }

    // ---- to the end of its cutover

    /** What the carry-over list asks a DBA to type, by the task that asks. */
    private static final Map<String, Pattern> TYPED = Map.of(
            "around-by-hand",
            Pattern.compile(
                    "(?:GRANT [A-Z ]+ ON SYS\\.[A-Z0-9_$#]+ TO|REVOKE [A-Z ]+ ON SYS\\.[A-Z0-9_$#]+ FROM) PUBLIC"),
            "around-rest",
            // Accounts of 10.2 have passwords of 10G alone: their owners give new ones, once they are there.
            Pattern.compile("\\bpassword [A-Z0-9_$#]+(?= \\()"));

    @Test
    void theOldDatabaseCrossesToTheEndOfItsCutover() throws IOException {
        String rowsHere = "/rows?host=lilliput-db-07&service=ledger";
        String rowsThere = "/rows?host=blefuscu-47&service=LEDGER";
        String without = "&without=GULLIVER_MIGRATION,GULLIVER_ADM,GULLIVER_READ";
        JsonNode rows = gulliver.control(rowsHere);
        assertThat(rows.size()).isGreaterThan(6);
        JsonNode people = gulliver.control(rowsHere.replace("/rows", "/people") + without);
        assertThat(people.toString()).contains("GENERAL_LEDGER_WEB");
        List<String> lines = lab("inventory-legacy.csv").lines().toList();
        Desk crossing = open(
                "oldest",
                new Desk(gulliver, "oldest").policy("inventory-legacy.csv", "LEDGER", List.of()),
                lines.get(0) + "\n"
                        + lines.stream()
                                .filter(line -> line.startsWith("LEDGER,"))
                                .findFirst()
                                .orElseThrow()
                        + "\n");
        int number = crossing.start("LEDGER", Map.of());
        for (String step : List.of("discover-host", "tablespaces", "around", "rehearse-import", "export", "import")) {
            crossing.answerUntil(
                    step + " of LEDGER",
                    this::typed,
                    () -> crossing.state(number, step).equals("DONE"));
        }
        crossing.answerUntil(
                "LEDGER has crossed",
                this::typed,
                () -> crossing.state(number, "open").equals("DONE"));
        crossing.answerUntil(
                "LEDGER has left its old house", () -> crossing.mode(number).equals("ENDED"));
        assertThat(crossing.outcome(number)).isEqualTo("COMPLETED");
        assertThat(gulliver.control(rowsThere)).isEqualTo(rows);
        assertThat(gulliver.control(rowsThere.replace("/rows", "/people") + without))
                .isEqualTo(people);
        assertThat(outputs(crossing, number, "content").path("tables_different").asInt(-1))
                .isZero();
        assertThat(crossing.step(number, "around")
                        .path("run")
                        .path("outputs")
                        .path("left")
                        .toString())
                .as("said before the load")
                .contains("password GENERAL_LEDGER (", "password GENERAL_LEDGER_WEB (");
        assertThat(crossing.ledger(0).stream()
                        .filter(entry -> entry.path("system").asString().equals("LEDGER@blefuscu-47"))
                        .map(entry -> entry.path("operation").asString()))
                .contains("dbca", "impdp-start", "new-password");
        assertThat(crossing.times("create-partition", "blefuscu-47")).isOne();
    }

    /** A DBA types at the target what a task asks for, and answers it then. */
    private boolean typed(JsonNode task) {
        Pattern typed = TYPED.get(task.path("step").asString(""));
        if (typed != null) {
            typed.matcher(task.path("detail").asString(""))
                    .results()
                    .forEach(statement -> gulliver.controlPost(
                            "/sysdba?host=blefuscu-47&service=LEDGER&statement="
                                    + URLEncoder.encode(statement.group(), StandardCharsets.UTF_8),
                            Map.of()));
        }
        return true;
    }

    // ---- a database that only its own DBA gets at

    /** A line of an inventory for the old database as a customer would give it who lets nobody in. */
    private String walled(String... names) throws IOException {
        List<String> lines = new ArrayList<>(List.of("database,application,environment,source_host,source_port,"
                + "source_service,oracle_version,size_gb,outage_window_minutes,credential"));
        for (String name : names) {
            lines.add(name + ",Vault,production,behind-the-wall,1521,"
                    + cells("LEDGER").get("source_service") + ",10.2.0.5,180,600,lab-admin");
        }
        return String.join("\n", lines) + "\n";
    }

    /** What the lab's file says of a database; only the notes hold commas, and nobody asks for them. */
    private Map<String, String> cells(String database) throws IOException {
        List<String> rows = lab("inventory-legacy.csv").lines().toList();
        List<String> header = List.of(rows.get(0).split(","));
        String[] row = rows.stream()
                .filter(line -> line.startsWith(database + ","))
                .findFirst()
                .orElseThrow()
                .split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
        Map<String, String> cells = new TreeMap<>();
        for (int i = 0; i < header.size(); i++) {
            cells.put(header.get(i), row[i]);
        }
        return cells;
    }

    /** What a DBA at the customer's does: downloads the script, runs it on the host, fetches what it wrote. */
    private String atTheCustomers(String script, String database) throws Exception {
        Map<String, String> cells = cells(database);
        Path work = Files.createTempDirectory(directory, "dba");
        Files.writeString(work.resolve("discovery.sql"), script);
        ProcessBuilder builder = new ProcessBuilder(
                        cells.get("source_oracle_home") + "/bin/sqlplus", "-S", "/", "as", "sysdba", "@discovery.sql")
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(work.resolve("screen.txt").toFile());
        builder.environment().put("ORACLE_HOME", cells.get("source_oracle_home"));
        builder.environment().put("ORACLE_SID", cells.get("source_sid"));
        Process process = builder.start();
        assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(work.resolve("screen.txt")))
                .isZero();
        return Files.readString(work.resolve("gulliver-discovery.txt"));
    }

    private String script(Desk desk, String database) {
        return new String(
                gulliver.bytes("dba", desk.path("/databases/" + database + "/discovery-script")),
                StandardCharsets.UTF_8);
    }

    private WholeGulliver.Answer upload(Desk desk, String database, String spool) {
        return gulliver.post(
                "pm",
                desk.path("/databases/" + database + "/evidence?name=gulliver-discovery.txt"),
                "spool-" + UUID.randomUUID(),
                "application/octet-stream",
                spool);
    }

    @Test
    void aPersonsScriptStandsInWhereNobodyIsLetInAndTheRunGoesOnByItself() throws Exception {
        Desk walls = open("walls", Map.of(), walled("VAULT"));
        int number = walls.start("VAULT", Map.of("pauseAfter", "DISCOVERY"));
        JsonNode task = walls.awaitTask(number, "source-script");
        assertThat(task.path("role").asString()).isEqualTo("dba");
        assertThat(task.path("kind").asString()).isEqualTo("TASK");
        assertThat(outputs(walls, number, "source-way").path("way").asString()).isEqualTo("script");
        String told = walls.step(number, "source-script")
                .path("run")
                .path("inputs")
                .path("instructions")
                .asString();
        assertThat(told).contains("behind-the-wall", "gulliver-discovery.txt");
        await("the risk that says what waits")
                .atMost(Desk.SOON)
                .until(() -> StreamSupport.stream(
                                gulliver.get("pm", walls.path("/risks"))
                                        .body()
                                        .path("items")
                                        .spliterator(),
                                false)
                        .anyMatch(risk -> risk.toString().contains("until a script has run there")
                                && risk.toString().contains("VAULT")));

        String script = script(walls, "VAULT");
        assertThat(script)
                .contains("release 10.2.0.5", "SPOOL gulliver-discovery.txt")
                .doesNotContain("dba_hist_");
        String spool = atTheCustomers(script, "LEDGER");

        WholeGulliver.Answer foreign = upload(walls, "VAULT", atTheCustomers(script, "PAYROLL"));
        assertThat(foreign.status()).as(foreign.toString()).isEqualTo(422);
        assertThat(foreign.body().toString()).contains("not taken for VAULT", "database PAYROLL", "source_sid");
        WholeGulliver.Answer cut = upload(walls, "VAULT", spool.substring(0, spool.length() / 2));
        assertThat(cut.status()).as(cut.toString()).isEqualTo(422);
        assertThat(cut.body().toString()).contains("not the whole output");
        assertThat(walls.state(number, "source-script")).isEqualTo("WAITING_PERSON");

        // Days may pass; the server may not live that long.
        gulliver.killServer();
        gulliver.startServer();
        assertThat(walls.state(number, "source-script")).isEqualTo("WAITING_PERSON");

        WholeGulliver.Answer taken = upload(walls, "VAULT", spool);
        assertThat(taken.status()).as(taken.toString()).isEqualTo(200);
        assertThat(taken.body().path("kind").asString().toLowerCase(java.util.Locale.ROOT))
                .contains("spool");
        walls.awaitState(number, "source-script", "DONE");
        walls.awaitState(number, "discover-database", "DONE");
        walls.awaitState(number, LAST, "DONE");
        walls.awaitState(number, "discover-host", "DONE");
        assertThat(outputs(walls, number, "discover-database").path("release").asString())
                .isEqualTo("10.2.0.5.0");
        assertThat(outputs(walls, number, LAST).path("recorded").asInt())
                .as("facts that the upload recorded already")
                .isZero();
        Map<String, JsonNode> facts = facts(walls, "VAULT");
        assertThat(facts.get("source_release").asString()).isEqualTo("10.2.0.5.0");
        assertThat(facts.get("data_gb").asDouble()).isPositive();
        assertThat(walls.tasks(number).stream().map(open -> open.path("step").asString()))
                .doesNotContain("source-script");
    }

    @Test
    void aFileThatCameBeforeTheRunIsTakenUpByIt() throws Exception {
        Desk early = open("early", Map.of(), walled("VAULT"));
        assertThat(upload(early, "VAULT", atTheCustomers(script(early, "VAULT"), "LEDGER"))
                        .status())
                .isEqualTo(200);
        int number = look(early, "VAULT");
        early.awaitState(number, LAST, "DONE");
        assertThat(outputs(early, number, "source-way").path("way").asString()).isEqualTo("spool");
        assertThat(early.state(number, "source-script")).isEqualTo("SKIPPED");
        assertThat(outputs(early, number, "discover-database").path("data_gb").asDouble())
                .isPositive();
    }

    // ---- shapes

    @Test
    void clusterPluggableAndStandbyAreToldApart() throws IOException {
        List<String> names = List.of("COREBANK", "HRCORE", "CRM", "TREASTST");
        List<String> rows = lab("inventory.csv").lines().toList();
        List<String> chosen = new ArrayList<>(List.of(rows.get(0)));
        rows.stream()
                .filter(row -> names.contains(row.substring(0, row.indexOf(','))))
                .forEach(chosen::add);
        Desk shapes = open("shapes", Map.of(), String.join("\r\n", chosen) + "\r\n");
        Map<String, Map<String, JsonNode>> facts = new TreeMap<>();
        Map<String, Integer> runs = new TreeMap<>();
        names.forEach(name -> runs.put(name, look(shapes, name)));
        runs.forEach((name, number) -> {
            shapes.awaitState(number, LAST, "DONE");
            facts.put(name, facts(shapes, name));
        });
        assertThat(facts.get("COREBANK").get("source_topology").asString()).isEqualTo("rac");
        assertThat(facts.get("COREBANK").get("source_instances").asInt()).isEqualTo(2);
        assertThat(facts.get("HRCORE").get("source_topology").asString()).isEqualTo("pdb");
        assertThat(facts.get("HRCORE").get("source_container").asBoolean()).isTrue();
        assertThat(facts.get("TREASTST").get("source_topology").asString()).isEqualTo("single");
        assertThat(facts.get("TREASTST").get("source_container").asBoolean()).isFalse();
        assertThat(facts.get("COREBANK").get("standbys").toString()).isNotEqualTo("[]");
    }

    @Test
    void theScriptIsGivenForTheReleaseThatThePersonKnows() {
        assertThat(new String(
                        gulliver.bytes("viewer", desk.path("/databases/PAYROLL/discovery-script?release=19.22")),
                        StandardCharsets.UTF_8))
                .contains("release 19.22", "v$pdbs");
        assertThat(gulliver.get("viewer", desk.path("/databases/NOSUCH/discovery-script"))
                        .status())
                .isEqualTo(404);
    }
}
