package io.gulliver.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line against a server that answers what each test says. */
class CtlTest {
    private final List<String> asked = new ArrayList<>();
    private final Map<String, List<String>> answers = new ConcurrentHashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private HttpServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String what = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String match = exchange.getRequestHeaders().getFirst("If-Match");
        asked.add(what + (body.isEmpty() ? "" : " " + body) + (match == null ? "" : " If-Match " + match) + " "
                + exchange.getRequestHeaders().getFirst("Authorization"));
        List<String> said = answers.getOrDefault(what, List.of("404 {\"title\":\"Not here\",\"detail\":\"why\"}"));
        String one = said.get(0);
        if (said.size() > 1) {
            answers.put(what, said.subList(1, said.size()));
        }
        int status = Integer.parseInt(one.substring(0, 3));
        exchange.getResponseHeaders().set("ETag", "\"7\"");
        byte[] bytes = one.substring(3).strip().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private int run(String... words) {
        Map<String, String> environment = new TreeMap<>();
        environment.put(
                "GULLIVER_SERVER", "http://127.0.0.1:" + server.getAddress().getPort());
        environment.put("GULLIVER_TOKEN", "secret");
        environment.put("GULLIVER_PROGRAM", "atlas");
        environment.put("GULLIVER_CTL_CONFIG", folder.resolve("none").toString());
        return run(environment, words);
    }

    private int run(Map<String, String> environment, String... words) {
        return Ctl.run(
                words,
                environment,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void printsAListAsATableOrAsJson() {
        answers.put(
                "GET /api/v1/programs/atlas/freezes",
                List.of("200 {\"items\":[{\"id\":3,\"reason\":\"quarter\",\"note\":null}],\"next\":null}"));
        assertThat(run("freezes", "list")).as(err::toString).isZero();
        assertThat(out.toString())
                .contains("ID  REASON")
                .contains("3   quarter")
                .doesNotContain("NOTE");
        assertThat(run("-o", "json", "freezes", "list")).isZero();
        assertThat(out.toString()).contains("\"reason\" : \"quarter\"");
        assertThat(asked).allMatch(line -> line.endsWith(" Bearer secret"));
    }

    @Test
    void writesWhatIsDownloadedIntoTheFileThatIsNamed() throws Exception {
        answers.put("GET /api/v1/programs/atlas/report/file?form=html", List.of("200 <p>one page</p>"));
        Path file = folder.resolve("monday.html");
        Files.writeString(file, "last Monday, which was longer than this one");
        assertThat(run("programs", "report-file", "--form", "html", "--to", file.toString()))
                .as(err::toString)
                .isZero();
        assertThat(file).hasContent("<p>one page</p>");
        assertThat(out.toString()).isEmpty();
        Path kept = folder.resolve("kept.pdf");
        assertThat(run("databases", "assessment-file", "ORDERS", "--to", kept.toString()))
                .as("there is no such database")
                .isEqualTo(ExitCode.NOT_FOUND.code());
        assertThat(kept).doesNotExist();
    }

    @Test
    void sendsOptionsAsTheBodyAndWaitsUntilAMigrationHeard() {
        answers.put(
                "POST /api/v1/programs/atlas/migrations/3/actions",
                List.of("202 {\"id\":\"c1\",\"state\":\"recorded\"}"));
        answers.put(
                "GET /api/v1/commands/c1",
                List.of("200 {\"id\":\"c1\",\"state\":\"delivered\"}", "200 {\"id\":\"c1\",\"state\":\"applied\"}"));
        assertThat(run("migrations", "skip", "3", "--step", "copy", "--reason", "done by hand"))
                .as(err::toString)
                .isZero();
        assertThat(asked.get(0))
                .contains("\"action\":\"skip\"")
                .contains("\"step\":\"copy\"")
                .contains("\"reason\":\"done by hand\"");
        assertThat(out.toString()).contains("applied");
    }

    @Test
    void tellsByItsExitCodeWhatBecameOfAWord() {
        answers.put(
                "POST /api/v1/programs/atlas/migrations/3/actions",
                List.of("202 {\"id\":\"c1\",\"state\":\"recorded\"}"));
        answers.put(
                "GET /api/v1/commands/c1",
                List.of("200 {\"id\":\"c1\",\"state\":\"refused\",\"message\":\"too late\"}"));
        assertThat(run("migrations", "abort", "3", "--reason", "x")).isEqualTo(ExitCode.CONFLICT.code());
        assertThat(out.toString()).contains("too late");
    }

    @Test
    void readsTheVersionBeforeItChangesWhatSeveralEdit() {
        answers.put("GET /api/v1/tasks/t1", List.of("200 {}"));
        answers.put("POST /api/v1/tasks/t1/snooze", List.of("200 {\"id\":\"t1\"}"));
        assertThat(run("tasks", "snooze", "t1", "--duration", "PT1H"))
                .as(err::toString)
                .isZero();
        assertThat(asked.get(1)).contains("If-Match \"7\"").contains("\"duration\":\"PT1H\"");
        assertThat(run("tasks", "snooze", "t1", "--duration", "PT1H", "--if-version", "5"))
                .isZero();
        assertThat(asked.get(2)).contains("If-Match \"5\"");
    }

    @Test
    void saysAProblemAsItsServerDoes() {
        answers.put(
                "GET /api/v1/programs/atlas",
                List.of(
                        "422 {\"title\":\"Wrong\",\"detail\":\"why\",\"advice\":\"do this\",\"errors\":[{\"pointer\":\"/a\",\"detail\":\"b\"}]}"));
        assertThat(run("programs", "show")).isEqualTo(ExitCode.INVALID.code());
        assertThat(err.toString()).contains("Wrong (422)").contains("do this").contains("/a: b");
        assertThat(run("risks", "show", "none")).isEqualTo(ExitCode.NOT_FOUND.code());
    }

    @Test
    void sendsAFileAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("estate.csv"), "database\nORDERS\n");
        answers.put("POST /api/v1/programs/atlas/inventory?preview=true", List.of("200 {\"applied\":false}"));
        assertThat(run("inventory", "import", file.toString(), "--preview"))
                .as(err::toString)
                .isZero();
        assertThat(asked.get(0)).contains("ORDERS");
        assertThat(run("inventory", "import", folder.resolve("gone.csv").toString()))
                .isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void followsAMigrationToItsEnd() {
        String migration = "/api/v1/programs/atlas/migrations/3";
        answers.put(
                "GET " + migration,
                List.of(
                        "200 {\"migration\":{\"id\":\"m\",\"mode\":\"RUNNING\"},\"steps\":[]}",
                        "503 {}",
                        "200 {\"migration\":{\"id\":\"m\",\"mode\":\"ENDED\",\"outcome\":\"ROLLED_BACK\"},\"steps\":[]}"));
        answers.put(
                "GET " + migration + "/log?limit=500&cursor=0",
                List.of(
                        "200 {\"items\":[{\"seq\":1,\"at\":\"2027-03-06T20:00:00Z\",\"event\":\"started\"}],\"next\":null}"));
        answers.put(
                "GET " + migration + "/log?limit=500&cursor=1",
                List.of(
                        "200 {\"items\":[{\"seq\":2,\"at\":\"2027-03-06T21:00:00Z\",\"event\":\"undone\"}],\"next\":null}"));
        assertThat(run("follow", "3", "--every", "0")).as(err::toString).isEqualTo(ExitCode.ENDED_OTHERWISE.code());
        assertThat(out.toString().lines())
                .containsExactly(
                        "2027-03-06T20:00:00Z  started", "2027-03-06T21:00:00Z  undone", "m ended: rolled_back");
    }

    @Test
    void endsWhenAPersonIsNeeded() {
        answers.put(
                "GET /api/v1/programs/atlas/migrations/3",
                List.of("200 {\"migration\":{\"mode\":\"RUNNING\"},\"steps\":[{\"title\":\"Go or no-go\","
                        + "\"run\":{\"state\":\"WAITING_PERSON\",\"key\":\"gate\"}}]}"));
        answers.put(
                "GET /api/v1/programs/atlas/migrations/3/log?limit=500&cursor=0",
                List.of("200 {\"items\":[],\"next\":null}"));
        assertThat(run("follow", "3", "--until-attention")).isEqualTo(ExitCode.ATTENTION.code());
        assertThat(run("follow", "3", "--at-most", "0")).isEqualTo(ExitCode.LATER.code());
    }

    @Test
    void readsAPasswordFromAFileAndNeverInClearOverTheNetwork() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), "lilliput\n");
        Path config = Files.writeString(
                folder.resolve("ctl.properties"),
                "server=http://127.0.0.1:" + server.getAddress().getPort() + "\nuser=pm\npassword-file=" + password
                        + "\n");
        Map<String, String> environment = Map.of("GULLIVER_CTL_CONFIG", config.toString());
        answers.put("GET /api/v1/programs", List.of("200 {\"items\":[],\"next\":null}"));
        assertThat(run(environment, "programs", "list")).as(err::toString).isZero();
        assertThat(asked.get(0)).endsWith(" Basic cG06bGlsbGlwdXQ=");
        assertThat(run(environment, "--server", "http://gulliver.example", "programs", "list"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(err.toString()).contains("not https");
        Files.writeString(config, "password=lilliput\n");
        assertThat(run(environment, "programs", "list")).isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void aPasswordIsChangedByFilesOrStandardInputAndNeverByAnOption() throws IOException {
        answers.put("PUT /api/v1/me/password", List.of("204"));
        String old = Files.writeString(folder.resolve("old"), "orbit velvet\n").toString();
        String wanted =
                Files.writeString(folder.resolve("new"), "piano harbour\r\n").toString();
        assertThat(run("password", "change", "--current-password-file", old, "--new-password-file", wanted))
                .as(err::toString)
                .isZero();
        assertThat(asked.get(0)).contains("{\"currentPassword\":\"orbit velvet\",\"newPassword\":\"piano harbour\"}");
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("orbit \u00fcber\r\npiano harbour".getBytes(StandardCharsets.UTF_8)));
            assertThat(run("password", "change", "--current-password-file", "-", "--new-password-file", "-"))
                    .as(err::toString)
                    .isZero();
            assertThat(asked.get(1))
                    .contains("{\"currentPassword\":\"orbit \u00fcber\",\"newPassword\":\"piano harbour\"}");
            assertThat(run("password", "change", "--current-password-file", "-", "--new-password-file", wanted))
                    .as("nothing is left to read")
                    .isEqualTo(ExitCode.USAGE.code());
        } finally {
            System.setIn(before);
        }
        assertThat(run("password", "change", "--current-password", "orbit", "--new-password-file", wanted))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(run("password", "change", "--current-password-file", old, "--new-password-file", wanted + "-gone"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(asked).as("what is wrong is not sent").hasSize(2);
        assertThat(out.toString() + err).doesNotContain("orbit velvet", "piano harbour");
    }

    @Test
    void refusesWhatIsNoAddressBeforeItSendsAnything() {
        for (String wrong :
                List.of("http://a b", "http://[::1", "https://", "gulliver", "ftp://a", "http://127.0.0.1:99999")) {
            err.reset();
            assertThat(run("--server", wrong, "programs", "list")).as(wrong).isEqualTo(ExitCode.USAGE.code());
            assertThat(err.toString())
                    .contains("The server is '" + wrong.replaceAll("/+$", "") + "'", "wanted an address");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void saysThatNobodyAnswers() {
        server.stop(0);
        assertThat(run("programs", "list")).isEqualTo(ExitCode.LATER.code());
        assertThat(err.toString()).contains("cannot be reached");
    }

    @Test
    void printsCompletionAndRefusesWhatItDoesNotKnow() {
        assertThat(run("completion")).isZero();
        assertThat(out.toString()).contains("migrations").contains("complete -F");
        assertThat(run("migrations", "explode")).isEqualTo(ExitCode.USAGE.code());
        assertThat(run("-o", "xml", "programs", "list")).isEqualTo(ExitCode.USAGE.code());
        assertThat(asked).isEmpty();
    }
}
