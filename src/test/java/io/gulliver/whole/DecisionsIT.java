package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * One database up to its go or no-go, where two persons must approve, and over it. Everything that one person alone may
 * try is tried while the gate is open; after each try the target is still closed, by the lab's ledger. Then what can be
 * said behind the point of no return.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Tag("process")
@TakesTurns(TakesTurns.Group.RUNS)
class DecisionsIT {
    private static final String GATE = "go-2";
    private static final String TARGET = "SHOPDEV@blefuscu-22";
    private static final String ONE = "cutover";
    private static final String OTHER = "approver";
    private static final Map<String, Object> APPROVE = Map.of("outcome", "approve", "reason", "Looks good");

    private static final String KEY = "go-" + UUID.randomUUID();

    private WholeGulliver gulliver;
    private Desk desk;
    private int number;
    private String task = "";
    /** The first approval, as it was sent, and what was answered. */
    private String said = "";

    private JsonNode answered = tools.jackson.databind.node.MissingNode.getInstance();

    @BeforeAll
    void bringADatabaseToItsGate(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        desk = Desk.open(gulliver, "decisions");
        number = desk.start("SHOPDEV", Map.of("purpose", "PRODUCTION"));
        desk.answerUntil(
                "the gate is open",
                found -> !found.path("step").asString().equals(GATE),
                () -> desk.state(number, GATE).equals("WAITING_PERSON"));
        task = desk.awaitTask(number, GATE).path("id").asString();
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    // ---- before anybody has approved

    @Test
    @Order(1)
    void whoHasNotTheRoleIsNoFirstPersonEither() {
        for (String user : List.of("pm", "dba", "admin", "viewer")) {
            WholeGulliver.Answer answer = decide(user, APPROVE);
            assertThat(answer.status()).as(user + " " + answer).isEqualTo(403);
        }
        assertThat(approvals()).isEmpty();
        assertStillClosed();
    }

    @Test
    @Order(2)
    void aDecisionCanBeNeitherSkippedNorCompleted() {
        for (String user : List.of("pm", "dba", ONE)) {
            String command = desk.say(
                    number, user, Map.of("action", "skip", "step", GATE, "reason", "No second person at night"));
            JsonNode said = desk.settled(command);
            assertThat(said.path("state").asString()).as(user).isEqualTo("refused");
            assertThat(said.path("message").asString()).contains("a decision: it cannot be skipped");
        }
        WholeGulliver.Answer completed =
                gulliver.post(ONE, "/tasks/" + task + "/complete", Map.of("outcome", "done", "reason", "Went well"));
        assertThat(completed.status()).as(completed.toString()).isEqualTo(409);
        assertThat(completed.body().toString()).contains("no open task");
        assertStillClosed();
    }

    // ---- one has approved; everything that this one may try now

    @Test
    @Order(3)
    void theFirstApprovalWaitsForASecondPerson() {
        said = "{\"outcome\":\"approve\",\"reason\":\"Looks good\",\"evidenceHash\":\""
                + desk.shown(task, APPROVE).get("evidenceHash") + "\"}";
        WholeGulliver.Answer first = gulliver.post(ONE, "/tasks/" + task + "/decide", KEY, "application/json", said);
        assertThat(first.status()).as(first.toString()).isEqualTo(202);
        answered = first.body();
        assertThat(first.body().path("state").asString()).isEqualTo("awaiting_second");
        assertThat(approvals()).containsExactly(ONE);
        assertStillClosed();
    }

    @Test
    @Order(4)
    void theSamePersonIsNoSecondOneWithAnotherKey() {
        WholeGulliver.Answer again = decide(ONE, APPROVE);
        assertThat(again.status()).as(again.toString()).isEqualTo(403);
        assertThat(again.body().toString()).contains("second person");
        assertThat(approvals()).containsExactly(ONE);
        assertStillClosed();
    }

    @Test
    @Order(5)
    void theSamePersonIsNoSecondOneUnderAnotherSpellingOfTheLogIn() {
        for (String login : List.of("CUTOVER", "Cutover", " cutover", "cutover ", "cutover\u0000", "\uff43utover")) {
            WholeGulliver.Answer answer = decide(login, APPROVE);
            assertThat(answer.status()).as("'" + login + "' " + answer).isIn(400, 401, 403);
            assertThat(approvals()).as("'" + login + "'").containsExactly(ONE);
        }
        assertStillClosed();
    }

    @Test
    @Order(6)
    void nobodyApprovesOnEvidenceThatTheGateDoesNotShow() {
        for (String user : List.of(ONE, OTHER)) {
            WholeGulliver.Answer answer = decide(
                    user, Map.of("outcome", "approve", "reason", "Looked again", "evidenceHash", "ab".repeat(32)));
            assertThat(answer.status()).as(answer.toString()).isEqualTo(409);
            assertThat(answer.body().toString()).contains("does not show the evidence abababababab");
            WholeGulliver.Answer unnamed = gulliver.post(user, "/gates/" + task + "/decide", APPROVE);
            assertThat(unnamed.status()).as(unnamed.toString()).isEqualTo(422);
            assertThat(unnamed.body().toString()).contains("evidenceHash");
        }
        assertThat(approvals()).containsExactly(ONE);
        assertStillClosed();
    }

    @Test
    @Order(7)
    void aWordThatIsRepeatedStaysOneWord() {
        String key = KEY;
        String path = "/tasks/" + task + "/decide";
        String approve = said;
        WholeGulliver.Answer same = gulliver.post(ONE, path, key, "application/json", approve);
        assertThat(same.status()).as(same.toString()).isEqualTo(202);
        assertThat(same.body()).isEqualTo(answered);
        WholeGulliver.Answer otherBody = gulliver.post(
                ONE, path, key, "application/json", "{\"outcome\":\"reject\",\"reason\":\"Changed my mind\"}");
        assertThat(otherBody.status()).as(otherBody.toString()).isEqualTo(409);
        WholeGulliver.Answer otherRoute =
                gulliver.post(ONE, "/gates/" + task + "/decide", key, "application/json", approve);
        assertThat(otherRoute.status()).as(otherRoute.toString()).isEqualTo(409);
        // Another person's key is that person's own: it neither speaks for him nor counts as a second voice.
        WholeGulliver.Answer borrowed = gulliver.post(OTHER, path, key, "application/json", approve);
        assertThat(borrowed.status()).as(borrowed.toString()).isEqualTo(409);
        assertThat(approvals()).containsExactly(ONE);
        assertStillClosed();
    }

    @Test
    @Order(8)
    void theSamePersonIsNoSecondOneThroughThePage() throws Exception {
        Browser browser = new Browser(gulliver.address());
        browser.logIn(ONE);
        HttpResponse<String> answer = browser.post("/tasks/" + task + "/decide", onThePage("By the page"));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("second person");
        // Nor in a second session, with the task claimed first.
        Browser second = new Browser(gulliver.address());
        second.logIn(ONE.toUpperCase(Locale.ROOT));
        second.post("/tasks/" + task + "/claim", Map.of());
        HttpResponse<String> claimed = second.post("/tasks/" + task + "/decide", onThePage("By another session"));
        assertThat(claimed.statusCode()).as("another session").isIn(302, 401, 403);
        assertThat(approvals()).containsExactly(ONE);
        assertStillClosed();
    }

    @Test
    @Order(9)
    void theSamePersonManyTimesAtOnceIsStillOne() throws Exception {
        int times = 8;
        CountDownLatch together = new CountDownLatch(times);
        ExecutorService threads = Executors.newFixedThreadPool(times);
        try {
            List<Callable<WholeGulliver.Answer>> words = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                Map<String, Object> word =
                        i % 2 == 0 ? APPROVE : Map.of("outcome", "approve", "evidenceHash", "ef".repeat(32));
                words.add(() -> {
                    together.countDown();
                    together.await();
                    return decide(ONE, word);
                });
            }
            for (Future<WholeGulliver.Answer> word : threads.invokeAll(words)) {
                WholeGulliver.Answer answer = word.get();
                assertThat(answer.status()).as(answer.toString()).isIn(403, 409, 503);
                assertThat(answer.body().path("state").asString("")).isNotEqualTo("recorded");
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(approvals()).containsExactly(ONE);
        assertStillClosed();
    }

    @Test
    @Order(10)
    void aFirstApprovalStaysAFirstOneOverARestart() throws IOException {
        gulliver.killServer();
        gulliver.startServer();
        assertThat(approvals()).containsExactly(ONE);
        WholeGulliver.Answer again = decide(ONE, Map.of("outcome", "approve", "reason", "After the restart"));
        assertThat(again.body().path("state").asString("")).isNotEqualTo("recorded");
        assertThat(approvals()).containsExactly(ONE);
        assertStillClosed();
    }

    @Test
    @Order(11)
    void askingAgainForgetsWhoHadApproved() {
        String rejection = decide(OTHER, Map.of("outcome", "reject", "reason", "The batch still runs"))
                .body()
                .path("id")
                .asString();
        assertThat(desk.settled(rejection).path("state").asString()).isEqualTo("applied");
        desk.awaitState(number, GATE, "PARKED");
        // A gate that was rejected cannot be left out either.
        JsonNode skipped = desk.settled(
                desk.say(number, "dba", Map.of("action", "skip", "step", GATE, "reason", "It was a formality")));
        assertThat(skipped.path("state").asString()).isEqualTo("refused");

        desk.say(number, "dba", Map.of("action", "retry", "step", GATE, "reason", "The batch has ended"));
        desk.awaitState(number, GATE, "WAITING_PERSON");
        task = desk.awaitTask(number, GATE).path("id").asString();
        assertThat(approvals()).isEmpty();
        WholeGulliver.Answer first = decide(OTHER, APPROVE);
        assertThat(first.body().path("state").asString()).as(first.toString()).isEqualTo("awaiting_second");
        assertStillClosed();
    }

    // ---- two persons

    @Test
    @Order(12)
    void twoPersonsOpenTheGateAndOnlyThenTheTarget() {
        WholeGulliver.Answer second = decide(ONE, APPROVE);
        assertThat(second.status()).as(second.toString()).isEqualTo(202);
        assertThat(desk.settled(second.body().path("id").asString())
                        .path("state")
                        .asString())
                .isEqualTo("applied");
        desk.awaitState(number, GATE, "DONE");
        desk.answerUntil("open for users", () -> desk.state(number, "open").equals("DONE"));
        assertThat(opened()).isOne();
    }

    // ---- behind the point of no return

    @Test
    @Order(13)
    void behindThePointOfNoReturnNothingIsRolledBack() {
        long before = undoings();
        JsonNode said = desk.settled(desk.say(number, ONE, Map.of("action", "roll-back", "reason", "Users complain")));
        assertThat(said.path("state").asString()).isEqualTo("refused");
        assertThat(said.path("message").asString())
                .contains("point of no return is passed")
                .contains("Fall back");
        assertThat(desk.mode(number)).isEqualTo("RUNNING");
        assertThat(undoings()).isEqualTo(before);
        assertThat(desk.stands("blefuscu-22", "SHOPDEV")).isTrue();
    }

    @Test
    @Order(14)
    void fallingBackIsRefusedByAMethodThatHasNoWayBack() {
        WholeGulliver.Answer without = desk.trySaying(number, ONE, Map.of("action", "fall-back"));
        assertThat(without.status()).isEqualTo(422);
        assertThat(desk.trySaying(number, "dba", Map.of("action", "fall-back", "reason", "Users complain"))
                        .status())
                .as("the DBA steers, and does not end")
                .isEqualTo(403);
        long before = undoings();
        JsonNode said = desk.settled(desk.say(number, ONE, Map.of("action", "fall-back", "reason", "Users complain")));
        assertThat(said.path("state").asString()).isEqualTo("refused");
        assertThat(said.path("message").asString()).contains("no way back");
        assertThat(undoings()).isEqualTo(before);
        assertThat(desk.mode(number)).isEqualTo("RUNNING");
    }

    @Test
    @Order(15)
    void nothingCanBeSaidToAMigrationThatHasEnded() {
        desk.answerUntil("the end", () -> desk.mode(number).equals("ENDED"));
        assertThat(desk.outcome(number)).isEqualTo("COMPLETED");
        for (String verb : List.of("pause", "resume", "abort", "roll-back", "fall-back")) {
            WholeGulliver.Answer answer = desk.trySaying(number, ONE, Map.of("action", verb, "reason", "Too late"));
            assertThat(answer.status()).as(verb + " " + answer).isEqualTo(409);
            assertThat(answer.body().toString()).as(verb).contains("has ended");
        }
        assertThat(opened()).as("opened once, by the ledger").isOne();
    }

    // ----

    private WholeGulliver.Answer decide(String user, Map<String, Object> decision) {
        return gulliver.post(user, "/tasks/" + task + "/decide", desk.shown(task, decision));
    }

    /** Who has approved, as the gate shows it. */
    private List<String> approvals() {
        return gulliver.list("/gates?program=decisions&limit=1000").stream()
                .filter(gate -> gate.path("task").path("id").asString().equals(task))
                .flatMap(gate -> gate.path("approvals").valueStream())
                .filter(approval -> approval.path("approved").asBoolean())
                .map(approval -> approval.path("subject").asString())
                .collect(Collectors.toList());
    }

    private void assertStillClosed() {
        assertThat(desk.state(number, GATE)).isEqualTo("WAITING_PERSON");
        assertThat(opened()).as("the target was opened, by the ledger").isZero();
    }

    private long opened() {
        return desk.ledger(0).stream()
                .filter(entry -> entry.path("system").asString().equals(TARGET))
                .filter(entry -> entry.path("operation").asString().equals("unrestrict-sessions"))
                .count();
    }

    /** What only a roll back would do: to the target database, its server and the source. */
    private long undoings() {
        return desk.ledger(0).stream()
                .map(entry -> entry.path("operation").asString())
                .filter(operation -> List.of("dbca-delete", "delete-partition", "stop-partition", "drop-tablespace")
                        .contains(operation))
                .count();
    }

    /** A person at the pages: cookies, and the token that each form carries. */
    private Map<String, String> onThePage(String reason) {
        return Map.of(
                "key",
                "page-" + UUID.randomUUID(),
                "outcome",
                "approve",
                "reason",
                reason,
                "evidenceHash",
                String.valueOf(desk.shown(task, APPROVE).get("evidenceHash")));
    }

    private static final class Browser {
        private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

        private final HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .cookieHandler(new java.net.CookieManager())
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        private final URI address;

        Browser(URI address) {
            this.address = address;
        }

        void logIn(String user) throws IOException, InterruptedException {
            post("/login", Map.of("username", user, "password", "lilliput"), "/login");
        }

        HttpResponse<String> post(String path, Map<String, String> fields) throws IOException, InterruptedException {
            return post(path, fields, "/tasks");
        }

        private HttpResponse<String> post(String path, Map<String, String> fields, String page)
                throws IOException, InterruptedException {
            HttpResponse<String> form = http.send(request(page).GET().build(), BodyHandlers.ofString());
            Matcher token = TOKEN.matcher(form.body());
            String body = fields.entrySet().stream()
                    .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                    .collect(Collectors.joining("&"));
            if (token.find()) {
                body += "&_csrf=" + URLEncoder.encode(token.group(1), StandardCharsets.UTF_8);
            }
            return http.send(
                    request(path)
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(address.resolve(path))
                    .timeout(Duration.ofSeconds(30))
                    .header("Accept", "text/html");
        }
    }
}
