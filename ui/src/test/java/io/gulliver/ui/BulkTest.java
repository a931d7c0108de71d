package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.wiring.Stores;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One thing done to many databases: previewed, each on its own, partial failure named; no script runs here. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class BulkTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String program = "";
    private String other = "";

    private Stores stores() {
        return northmoor.stores();
    }

    @BeforeEach
    void twoPrograms() {
        program = made("A", "B", "C", "D");
        other = made("ELSEWHERE");
        stores().plans().add(program, 1, "Pilot", null, List.of(), "pm");
        stores().plans().add(program, 2, "Second", null, List.of(), "pm");
        stores().plans().place(new WaveMember(program, 1, "A", null), "pm");
        stores().plans().place(new WaveMember(program, 2, "D", null), "pm");
    }

    private String made(String... names) {
        String key = "b" + UUID.randomUUID().toString().substring(0, 12);
        stores().programs()
                .create(
                        key,
                        "Fresh",
                        ZoneId.of("Europe/Berlin"),
                        Map.of("collection", Map.of("sizing_waits", false)),
                        "pm");
        stores().databases()
                .add(
                        key,
                        List.of(names).stream()
                                .map(name -> DatabaseProfile.of(name, "shop", Environment.TEST))
                                .toList(),
                        "pm");
        return key;
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request, String role) throws Exception {
        return mvc.perform(request.with(user("pm").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    /** Sends the form of the grid as a browser without script does; answers where it leads. */
    private String previewed(String act, String... names) throws Exception {
        MockHttpServletResponse answer =
                send(post("/programs/" + program + "/bulk").param("act", act).param("database", names), "PM");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(302);
        return Objects.requireNonNull(answer.getHeader("Location"));
    }

    private Document page(String path) throws Exception {
        MockHttpServletResponse answer = send(get(path), "PM");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(answer.getContentAsString());
    }

    private Document applied(String path) throws Exception {
        MockHttpServletResponse answer = send(post(path), "PM");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(302);
        return page(path);
    }

    private static String line(Document page, String database) {
        return page.select("table.tbl tbody tr").stream()
                .filter(row ->
                        Objects.requireNonNull(row.selectFirst("th")).text().equals(database))
                .map(Element::text)
                .findFirst()
                .orElseThrow();
    }

    private Map<String, Integer> waves() {
        return stores().plans().members(program).stream()
                .collect(Collectors.toMap(WaveMember::database, WaveMember::wave));
    }

    private long audited(String action, String database) {
        return stores().audit().list(program, "database/" + program + "/" + database, null, 1000).rows().stream()
                .filter(row -> row.event().action().equals(action))
                .count();
    }

    private JsonNode called(String query, String key, String body) throws Exception {
        MockHttpServletResponse answer = send(
                post("/api/v1/programs/" + program + "/databases/bulk" + query)
                        .header("Idempotency-Key", key)
                        .contentType("application/json")
                        .content(body),
                "PM");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.getContentAsString());
    }

    private static JsonNode line(JsonNode answer, String database) {
        return answer.get("databases")
                .valueStream()
                .filter(line -> line.get("database").asString().equals(database))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPreviewSaysNowAndThenOfEachAndWritesNothing() throws Exception {
        Map<String, Integer> before = waves();
        Document page = page(previewed("place:2", "A", "B", "D", "ELSEWHERE"));
        assertThat(page.selectFirst("h1").text()).isEqualTo("Put into W2");
        assertThat(line(page, "A")).contains("Would change", "W1 Pilot", "W2 Second");
        assertThat(line(page, "B")).contains("Would change", "in no wave", "W2 Second");
        assertThat(line(page, "D")).contains("So already");
        assertThat(line(page, "ELSEWHERE"))
                .contains("Refused", "This program has no database ELSEWHERE.")
                .doesNotContain("W2 Second");
        assertThat(page.select("form button.go").text()).isEqualTo("Do it for 2");
        assertThat(waves()).isEqualTo(before);
    }

    /** U15: what was moved together goes back together. */
    @Test
    void manyThatWereMovedAreTakenBackByOneUndo() throws Exception {
        stores().plans().place(new WaveMember(program, 1, "A", Instant.parse("2027-03-05T20:00:00Z")), "pm");
        List<WaveMember> before = stores().plans().members(program);
        applied(previewed("place:2", "A", "B", "D", "ELSEWHERE"));
        assertThat(waves()).containsExactlyInAnyOrderEntriesOf(Map.of("A", 2, "B", 2, "D", 2));
        assertThat(undone()).startsWith("2 databases put into W2");
        assertThat(stores().plans().members(program)).containsExactlyInAnyOrderElementsOf(before);
        applied(previewed("take-out", "A", "D"));
        assertThat(waves()).isEmpty();
        assertThat(undone()).startsWith("2 databases taken out of their waves");
        assertThat(stores().plans().members(program)).containsExactlyInAnyOrderElementsOf(before);
    }

    private String undone() throws Exception {
        Element undo = page("/programs/" + program + "/plan").expectFirst("#undo");
        assertThat(send(post(undo.attr("action")), "PM").getStatus()).isEqualTo(302);
        return undo.text();
    }

    @Test
    void whatIsRefusedIsNamedAndStopsNoOther() throws Exception {
        String path = previewed("place:2", "A", "B", "D", "ELSEWHERE");
        // somebody is faster with one of them
        stores().plans().place(new WaveMember(program, 1, "B", null), "ana");
        Document result = applied(path);
        assertThat(result.selectFirst(".lead").text()).contains("One database was changed", "2 were refused");
        assertThat(line(result, "A")).contains("Changed");
        assertThat(line(result, "B")).contains("Refused", "changed since the preview");
        assertThat(line(result, "D")).contains("So already");
        assertThat(line(result, "ELSEWHERE")).contains("Refused", "This program has no database ELSEWHERE.");
        assertThat(waves()).isEqualTo(Map.of("A", 2, "B", 1, "D", 2));
        assertThat(stores().plans().members(other)).isEmpty();
        assertThat(audited("wave.placed", "A")).as("one at the start, one now").isEqualTo(2);
        assertThat(audited("wave.placed", "D")).as("it stays where it is").isEqualTo(1);
    }

    @Test
    void whatIsSentTwiceIsDoneOnceAlsoAtTheSameMoment() throws Exception {
        String path = previewed("place:2", "A", "B");
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            List<Future<Document>> sent = IntStream.range(0, 2)
                    .mapToObj(n -> both.submit(() -> {
                        go.await();
                        return applied(path);
                    }))
                    .toList();
            go.countDown();
            for (Future<Document> one : sent) {
                assertThat(one.get().selectFirst(".lead").text()).contains("2 databases were changed");
            }
        } finally {
            both.shutdownNow();
        }
        assertThat(audited("wave.placed", "B")).isEqualTo(1);
        stores().plans().place(new WaveMember(program, 1, "B", null), "ana");
        assertThat(applied(path).selectFirst(".lead").text()).contains("2 databases were changed");
        assertThat(waves().get("B"))
                .as("a late second sending undoes nobody's work")
                .isEqualTo(1);
    }

    @Test
    void rightsAreAskedAtThePreviewAndAgainWhenItIsDone() throws Exception {
        for (String role : List.of("VIEWER", "DBA")) {
            assertThat(send(
                                    post("/programs/" + program + "/bulk")
                                            .param("act", "place:2")
                                            .param("database", "A"),
                                    role)
                            .getStatus())
                    .as(role)
                    .isEqualTo(403);
        }
        String name = "m" + program;
        MockHttpServletResponse shown = mvc.perform(post("/programs/" + program + "/bulk")
                        .param("act", "place:2")
                        .param("database", "A")
                        .with(user(name).roles("PM"))
                        .with(csrf()))
                .andReturn()
                .getResponse();
        String path = Objects.requireNonNull(shown.getHeader("Location"));
        assertThat(send(post(path), "PM").getStatus())
                .as("what one person was shown is nobody else's to do")
                .isEqualTo(404);
        assertThat(mvc.perform(post(path).with(user(name).roles("DBA")).with(csrf()))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .as("the right was taken away meanwhile")
                .isEqualTo(403);
        assertThat(waves().get("A")).isEqualTo(1);
    }

    @Test
    void whoMayNotChangeAnythingSeesNoBoxes() throws Exception {
        Document page =
                Jsoup.parse(send(get("/programs/northmoor/databases"), "VIEWER").getContentAsString());
        assertThat(page.select("table.grid tbody tr")).isNotEmpty();
        assertThat(page.select("[data-pick], form[data-bulk]")).isEmpty();
        Document dba =
                Jsoup.parse(send(get("/programs/northmoor/databases"), "DBA").getContentAsString());
        assertThat(dba.select("[data-pick]")).isNotEmpty();
        assertThat(dba.select("form[data-bulk] option").eachText())
                .contains("Hold the runs", "Let the runs go on")
                .doesNotContain("Take out of the wave");
    }

    @Test
    void allThatAreFilteredIsANumberAndMeansThemAll() throws Exception {
        Document page = page("/programs/northmoor/databases?q=P");
        int shown = page.select("[data-pick]").size();
        assertThat(page.select("form[data-bulk]").text()).contains("all " + shown + " that are filtered");
        MockHttpServletResponse answer = send(
                post("/programs/northmoor/bulk")
                        .param("act", "pause")
                        .param("all", "true")
                        .param("address", "?q=P"),
                "PM");
        Document preview = page(Objects.requireNonNull(answer.getHeader("Location")));
        assertThat(preview.select("table.tbl tbody tr th").eachText())
                .containsExactlyInAnyOrderElementsOf(page.select("[data-pick]").eachAttr("value"));
    }

    @Test
    void runsAreHeldEachWithItsOwnCommandAndTheOthersAreNamed() throws Exception {
        MockHttpServletResponse answer =
                send(post("/programs/northmoor/bulk").param("act", "pause").param("all", "true"), "PM");
        String path = Objects.requireNonNull(answer.getHeader("Location"));
        Document preview = page(path);
        int would = Integer.parseInt(preview.select("form button.go").text().replace("Do it for ", ""));
        assertThat(would).isPositive();
        Document result = applied(path);
        assertThat(result.select("table.tbl .s-done")).hasSize(would);
        assertThat(result.select("table.tbl .s-failed").size()
                        + result.select("table.tbl .s-done").size()
                        + result.select("table.tbl .s-none").size())
                .isEqualTo(preview.select("table.tbl tbody tr").size());
        assertThat(result.text()).contains("No run of it is open.");
    }

    @Test
    void anOrderThatCannotBeReadIsRefusedWithItsField() throws Exception {
        for (String act : List.of("", "drop", "place:9", "place:", "method:DATA_PUMP", "method:NONE")) {
            assertThat(send(
                                    post("/programs/" + program + "/bulk")
                                            .param("act", act)
                                            .param("database", "A"),
                                    "PM")
                            .getStatus())
                    .as(act)
                    .isEqualTo(422);
        }
        assertThat(send(post("/programs/" + program + "/bulk").param("act", "take-out"), "PM")
                        .getStatus())
                .isEqualTo(422);
    }

    @Test
    void theCallPreviewsAndDoesTheSame() throws Exception {
        String body = "{\"action\": \"PLACE\", \"wave\": 2, \"databases\": [\"A\", \"B\", \"ELSEWHERE\"]%s}";
        JsonNode preview = called("?preview=true", "bulk-test-" + program, body.formatted(""));
        assertThat(preview.get("changes").asInt()).isEqualTo(2);
        assertThat(waves().get("A")).isEqualTo(1);
        assertThat(line(preview, "B").get("seen").asString()).isEqualTo("-");
        stores().plans().place(new WaveMember(program, 1, "B", null), "ana");
        String done = body.formatted(", \"seen\": {\"A\": \"W1\", \"B\": \"-\"}");
        JsonNode result = called("", "bulk-done-" + program, done);
        assertThat(line(result, "A").get("outcome").asString()).isEqualTo("DONE");
        assertThat(line(result, "B").get("outcome").asString()).isEqualTo("REFUSED");
        assertThat(line(result, "B").get("why").asString()).contains("changed since");
        assertThat(line(result, "ELSEWHERE").get("outcome").asString()).isEqualTo("REFUSED");
        stores().plans().place(new WaveMember(program, 1, "A", null), "ana");
        assertThat(called("", "bulk-done-" + program, done)).isEqualTo(result);
        assertThat(waves().get("A")).isEqualTo(1);
    }

    @Test
    void startsAreJudgedForEachAndStartedOnce() throws Exception {
        String body = "{\"action\": \"%s\", \"databases\": [\"A\", \"B\"]}";
        JsonNode preview = called("?preview=true", "bulk-eva-" + program, body.formatted("EVALUATE"));
        JsonNode result = called("", "bulk-evb-" + program, body.formatted("EVALUATE"));
        assertThat(result.get("done").asInt()).isEqualTo(preview.get("changes").asInt());
        assertThat(result.get("refused").asInt())
                .isEqualTo(preview.get("refused").asInt());
        JsonNode looks = called("?preview=true", "bulk-dia-" + program, body.formatted("DISCOVER"));
        JsonNode looked = called("", "bulk-dib-" + program, body.formatted("DISCOVER"));
        assertThat(looked.get("done").asInt()).isEqualTo(looks.get("changes").asInt());
        JsonNode again = called("", "bulk-dic-" + program, body.formatted("DISCOVER"));
        assertThat(again.get("done").asInt()).as("one runs already").isZero();
    }

    @Test
    void aMethodIsTakenWhereNothingClosesIt() throws Exception {
        String body =
                "{\"action\": \"METHOD\", \"method\": \"%s\", \"reason\": \"agreed\", \"databases\": [\"A\", \"B\"]}";
        int taken = 0;
        for (io.gulliver.planning.method.Method method : io.gulliver.planning.method.Method.values()) {
            JsonNode result = called("", "bulk-m-" + method.ordinal() + "-" + program, body.formatted(method.name()));
            for (JsonNode line : result.get("databases")) {
                boolean done = line.get("outcome").asString().equals("DONE");
                taken += done ? 1 : 0;
                if (!done) {
                    assertThat(line.get("why").asString()).contains("is closed for it");
                }
            }
        }
        assertThat(taken).as("some method is open").isPositive();
    }

    @Test
    void fiveThousandAreOneOrder() throws Exception {
        String[] names = IntStream.range(0, 5000).mapToObj("DB%04d"::formatted).toArray(String[]::new);
        stores().databases()
                .add(
                        program,
                        List.of(names).stream()
                                .map(name -> DatabaseProfile.of(name, "shop", Environment.TEST))
                                .toList(),
                        "pm");
        MockHttpServletResponse answer = send(
                post("/programs/" + program + "/bulk")
                        .param("act", "place:1")
                        .param("picked", String.join("\n", names)),
                "PM");
        String path = Objects.requireNonNull(answer.getHeader("Location"), answer.getContentAsString());
        Document first = page(path);
        assertThat(first.select("table.tbl tbody tr")).hasSize(500);
        assertThat(first.select("form button.go").text()).isEqualTo("Do it for 5,000");
        Document last = page(path + "?from=4500");
        assertThat(last.select("table.tbl tbody tr th").last().text()).isEqualTo("DB4999");
        assertThat(first.select("a[href$='?from=500']").text()).contains("500 of 5,000");
        assertThat(last.select("a[href*='?from=']").eachAttr("href")).allMatch(link -> link.endsWith("?from=4000"));
        assertThat(applied(path).selectFirst(".lead").text()).contains("5,000 databases were changed");
        assertThat(waves().values().stream().filter(wave -> wave == 1)).hasSize(5001);
        assertThat(send(
                                post("/programs/" + program + "/bulk")
                                        .param("act", "take-out")
                                        .param("picked", String.join("\n", names) + "\nONE_MORE"),
                                "PM")
                        .getStatus())
                .isEqualTo(422);
    }

    @Test
    void chipsAreTakenAwayOneByOneAndColumnsStandInTheAddress() throws Exception {
        Document page = page("/programs/northmoor/databases?q=P&state=failed&sort=-slip&cols=wave,slip");
        assertThat(page.select(".chip").eachText()).hasSize(3);
        assertThat(page.select(".chip a").get(0).attr("href"))
                .endsWith("/databases?state=failed&sort=-slip&cols=wave%2Cslip");
        assertThat(page.select(".chip a").get(2).attr("href")).endsWith("?q=P&state=failed&cols=wave%2Cslip");
        page.select(".what").remove();
        assertThat(page.select("table.grid thead th").eachText())
                .containsExactly("Select", "Database", "Wave", "Slip", "Waits for, and the way out");
        assertThat(page.select("table.grid tbody tr").get(0).select("> *")).hasSize(5);
        Document chosen = page("/programs/northmoor/databases?cols=wave&cols=risk");
        chosen.select(".what").remove();
        assertThat(chosen.select("table.grid thead th").eachText())
                .containsExactly("Select", "Database", "Wave", "Risk", "Waits for, and the way out");
        assertThat(send(get("/programs/northmoor/databases?cols=nothing"), "PM").getStatus())
                .isEqualTo(400);
    }
}
