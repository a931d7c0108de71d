package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.TakesTurns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Passwords with awkward characters are used on every kind of system, and found in nothing that the product keeps. */
@Tag("process")
@TakesTurns(TakesTurns.Group.RUNS)
class SecretsStayHiddenIT {
    private static final String PROGRAM = "/programs/hidden";
    private static final Map<String, String> SECRETS = secrets();

    private static Map<String, String> secrets() {
        Map<String, String> secrets = new LinkedHashMap<>();
        secrets.put("hmc-1", "Hmc-\"quo'te\\back&per%cent<ü>+/= 1canary");
        secrets.put("fs-1", "Fs1-\"quo'te\\back&per%cent<x>+/= 2canary");
        secrets.put("fs-2", "Fs2-\"quo'te\\back&per%cent<x>+/= 3canary");
        secrets.put("database-admin", "Adm-quo'te\\back&per%cent<ß>+/= 4canary");
        secrets.put("database-reader", "Rea-quo'te\\back&per%cent<ß>+/= 5canary");
        secrets.put("database-migration", "Mig-back&per%cent+/=_6canary");
        secrets.put("database-target", "Tgt-back&per%cent+/=_7canary");
        return secrets;
    }

    @Test
    void nothingThatIsKeptHoldsASecretInAnyForm(@TempDir Path directory) throws Exception {
        boolean temporal = Boolean.parseBoolean(System.getenv("GULLIVER_REQUIRE_TEMPORAL"))
                || Files.isDirectory(Path.of(System.getProperty("user.home"), ".cache", "gulliver"));
        assumeTrue(temporal, "No Temporal program on this machine: run ./gulliver doctor");
        Path data = directory.resolve("data");
        Path place = Files.createDirectories(data.resolve("lab/secrets"));
        for (Map.Entry<String, String> secret : SECRETS.entrySet()) {
            Path file = Files.createFile(
                    place.resolve(secret.getKey()),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, secret.getValue());
        }
        Map<String, String> found = new TreeMap<>();
        byte[] pack;
        try (WholeGulliver gulliver = WholeGulliver.start(data, false, "--speed", "max", "--no-faults")) {
            int number = runUntilTheRowsAreCompared(gulliver);
            pack = pack(
                    gulliver,
                    gulliver.get("pm", PROGRAM + "/migrations/" + number).body().path("migration"));
            everyCallSaysWhatWasAskedAndAnswered(gulliver);
            inOutputs(gulliver, number, found);
            inStore(data, found);
        }
        inPack(pack, found);
        inStoreFiles(data.resolve("store"), found);
        for (String file :
                List.of("server.log", "engine/temporal.log", "engine/temporal.db", "engine/temporal.db-wal")) {
            Path kept = data.resolve(file);
            if (Files.exists(kept)) {
                look(file, Files.readAllBytes(kept), found);
            }
        }
        assertThat(found).as("secrets found, by place").isEmpty();
    }

    /** Every kind of system is logged on to, tested or used: until the rows are compared. */
    private static int runUntilTheRowsAreCompared(WholeGulliver gulliver) throws IOException {
        Desk desk = Desk.open(gulliver, "hidden");
        for (String[] system : new String[][] {{"hmc-1", ""}, {"fs-1", ""}, {"lab-reader", "nowhere/x"}}) {
            gulliver.post("dba", "/landscape/" + system[0] + "/test?address=" + system[1], Map.of());
        }
        int number = desk.start("SHOPTEST", Map.of());
        desk.answerUntil(
                "rows compared",
                () -> desk.state(number, "content").equals("DONE")
                        || !attention(desk).isEmpty());
        assertThat(attention(desk)).as("steps that need attention").isEmpty();
        return number;
    }

    private static List<JsonNode> attention(Desk desk) {
        return desk.tasks().stream()
                .filter(task -> task.path("kind").asString().equals("ATTENTION"))
                .toList();
    }

    private static byte[] pack(WholeGulliver gulliver, JsonNode migration) {
        return gulliver.bytes(
                "pm", PROGRAM + "/migrations/" + migration.path("id").asString() + "/evidence-pack");
    }

    private static void everyCallSaysWhatWasAskedAndAnswered(WholeGulliver gulliver) throws IOException {
        Set<String> systems = new TreeSet<>();
        int calls = 0;
        for (JsonNode migration : gulliver.list(PROGRAM + "/migrations")) {
            for (JsonNode call : JsonMapper.shared()
                    .readTree(entries(pack(gulliver, migration)).get("calls.json"))) {
                calls++;
                systems.add(call.path("system").asString());
                String said = call.toString();
                assertThat(call.path("operation").asString()).as(said).isNotBlank();
                assertThat(call.path("object").asString("")).as(said).isNotBlank();
                assertThat(call.path("status").asString()).as(said).isNotBlank();
                assertThat(call.path("millis").isIntegralNumber()).as(said).isTrue();
                if (call.path("operation").asString().equals("logon")) {
                    assertThat(call.path("object").asString()).as(said).contains("userid", "***");
                    assertThat(call.path("message").asString("")).as(said).isNotBlank();
                }
            }
        }
        assertThat(calls).isGreaterThan(20);
        assertThat(systems).contains("hmc-1").anyMatch(name -> name.startsWith("fs-"));
        assertThat(systems).anyMatch(name -> name.contains("@")); // a database
        assertThat(systems).anyMatch(name -> name.matches("lilliput-db-\\d+")); // a host
    }

    // ---- where secrets could lie ------------------------------------------------------------------------------

    private static void inPack(byte[] pack, Map<String, String> found) throws IOException {
        Map<String, byte[]> entries = entries(pack);
        assertThat(entries).containsKeys("calls.json", "run-log.jsonl", "steps.json");
        entries.forEach((name, content) -> look("evidence pack, " + name, content, found));
    }

    private static Map<String, byte[]> entries(byte[] pack) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(pack))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    /** What remote programs printed is packed in the store: it is read as a person would. */
    private static void inOutputs(WholeGulliver gulliver, int number, Map<String, String> found) throws IOException {
        JsonNode run = gulliver.get("pm", PROGRAM + "/migrations/" + number).body();
        int lines = 0;
        for (JsonNode step : run.path("steps")) {
            String key = step.path("run").path("key").asString();
            byte[] printed = gulliver.bytes(
                    "pm",
                    PROGRAM + "/migrations/" + run.path("migration").path("id").asString() + "/output.txt?step="
                            + URLEncoder.encode(key, StandardCharsets.UTF_8));
            lines += (int) new String(printed, StandardCharsets.UTF_8).lines().count();
            look("output of " + key, printed, found);
        }
        assertThat(lines).as("lines that programs printed").isGreaterThan(20);
    }

    /** Every cell of every table, as text and as bytes. */
    private static void inStore(Path data, Map<String, String> found) throws IOException, SQLException {
        int cells = 0;
        try (Connection store = StoreFigures.open(data.resolve("store"));
                Statement statement = store.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet names =
                    statement.executeQuery("select tablename from pg_tables where schemaname = current_schema()")) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            for (String table : tables) {
                try (ResultSet rows = statement.executeQuery("select * from \"" + table + "\"")) {
                    while (rows.next()) {
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            Object value = rows.getObject(i);
                            if (value == null) {
                                continue;
                            }
                            cells++;
                            String where = "table " + table + ", column "
                                    + rows.getMetaData().getColumnName(i);
                            byte[] bytes = value instanceof byte[]
                                    ? rows.getBytes(i)
                                    : String.valueOf(rows.getString(i)).getBytes(StandardCharsets.UTF_8);
                            look(where, bytes, found);
                        }
                    }
                }
            }
        }
        assertThat(cells).as("cells looked at").isGreaterThan(1000);
    }

    /** What rows no longer say: pages with dead rows, the write-ahead log, the server's own log. */
    private static void inStoreFiles(Path store, Map<String, String> found) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(store)) {
            files = walk.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("reserve"))
                    .toList();
        }
        assertThat(files).as("files of the store").hasSizeGreaterThan(100);
        for (Path file : files) {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            SECRETS.forEach((name, secret) -> {
                // The end of each stands nowhere else, and is the same in every set of characters.
                if (text.contains(secret.substring(secret.length() - 7))) {
                    found.putIfAbsent("store file " + store.relativize(file), name);
                }
            });
        }
    }

    private static void look(String where, byte[] content, Map<String, String> found) {
        for (String text : List.of(
                new String(content, StandardCharsets.UTF_8), new String(content, StandardCharsets.ISO_8859_1))) {
            for (Map.Entry<String, String> secret : SECRETS.entrySet()) {
                for (String form : forms(secret.getValue())) {
                    int at = text.indexOf(form);
                    if (at >= 0) {
                        found.putIfAbsent(
                                where,
                                secret.getKey() + " near: "
                                        + text.substring(Math.max(0, at - 120), Math.min(text.length(), at + 20)));
                    }
                }
            }
        }
    }

    /** How it could be written, made here and not by the product's own list. */
    private static Set<String> forms(String secret) {
        Set<String> forms = new LinkedHashSet<>();
        forms.add(secret);
        String json = JsonMapper.shared().writeValueAsString(secret);
        forms.add(json.substring(1, json.length() - 1));
        String url = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        forms.add(url);
        forms.add(url.replace("+", "%20"));
        forms.add(secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        forms.add(secret.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;"));
        forms.add(secret.replace("'", "'\\''"));
        forms.add(secret.replace("'", "''"));
        for (String before : List.of("", "gulliver:", "GULLIVER_ADM:", "SYSTEM:")) {
            String basic = Base64.getEncoder()
                    .withoutPadding()
                    .encodeToString((before + secret).getBytes(StandardCharsets.UTF_8));
            forms.add(basic.substring(0, basic.length() - 2));
        }
        // Half a secret is a secret: each ends in a word that stands nowhere else.
        forms.add(secret.substring(secret.length() - 7));
        return forms;
    }
}
