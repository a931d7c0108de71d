package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.wiring.Stores;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One thing done to many tasks: previewed, each on its own, partial failure named; no script runs here. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_CLASS)
@Tag("store")
class TaskBulkTest {
    private static final Speaker DORA = new Speaker("dora", "dora", Set.of("dba"));

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private Task failed;
    private Task second;
    private Task work;
    private Task gate;

    private Stores stores() {
        return northmoor.stores();
    }

    @BeforeEach
    void twoThatFailedOneToDoOneToDecide() {
        failed = task(StepState.PARKED, "size");
        second = task(StepState.PARKED, "size");
        work = task(StepState.WAITING_PERSON, "size");
        gate = task(StepState.WAITING_PERSON, "go");
    }

    private Task task(StepState state, String step) {
        String name = "T" + UUID.randomUUID().toString().substring(0, 8).toUpperCase(Locale.ROOT);
        stores().databases().add(Northmoor.PROGRAM, List.of(DatabaseProfile.of(name, "shop", Environment.TEST)), "pm");
        Migration run = northmoor.start(name);
        northmoor.play(run, Northmoor.entry(1, Northmoor.step(step, state).run(), "it waits", null));
        return stores().tasks().open(run.id(), StepKey.of(step)).orElseThrow();
    }

    private Task now(Task task) {
        return stores().tasks().find(task.id()).orElseThrow();
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request, String who, String... roles)
            throws Exception {
        return mvc.perform(request.with(user(who).roles(roles)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    /** Sends the form of the list as a browser without script does; answers where it leads. */
    private String previewed(String who, String act, String... ids) throws Exception {
        MockHttpServletResponse answer =
                send(post("/tasks/bulk").param("act", act).param("task", ids), who, "DBA");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(302);
        return Objects.requireNonNull(answer.getHeader("Location"));
    }

    private Document page(String who, String path) throws Exception {
        MockHttpServletResponse answer = send(get(URI.create(path)), who, "DBA");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(answer.getContentAsString());
    }

    private Document applied(String who, String path) throws Exception {
        MockHttpServletResponse answer = send(post(path), who, "DBA");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(302);
        return page(who, path);
    }

    private static String line(Document page, Task task) {
        return page.select("table.tbl tbody tr").stream()
                .filter(row ->
                        Objects.requireNonNull(row.selectFirst("th")).text().equals(task.database()))
                .map(Element::text)
                .findFirst()
                .orElseThrow();
    }

    private long retries(MigrationId run) {
        return stores().commands().list(run, 100).stream()
                .filter(row -> row.order().verb() == Verb.RETRY)
                .count();
    }

    private long claims(Task task) {
        return stores().audit().list(Northmoor.PROGRAM, "task/" + task.id(), null, 100).rows().stream()
                .filter(row -> row.event().action().equals("task.claimed"))
                .count();
    }

    @Test
    void aPreviewSaysNowAndThenOfEachAndWritesNothing() throws Exception {
        stores().tasks().claim(second.id(), DORA);
        Document page = page("dba", previewed("dba", "claim", failed.id(), second.id(), gate.id(), "none-such"));
        assertThat(page.selectFirst("h1").text()).isEqualTo("Claim tasks");
        assertThat(line(page, failed)).contains("Would change", "Nobody", "You");
        assertThat(line(page, second)).contains("Refused", "dora has it. Ask for it to be given back or handed over.");
        assertThat(line(page, gate)).contains("Refused", "Only ");
        assertThat(page.select("table.tbl tbody tr").text()).contains("There is no such task");
        assertThat(page.select("form button.go").text()).isEqualTo("Do it for 1");
        assertThat(now(failed).claimedBy()).isNull();
        assertThat(retries(failed.migration())).isZero();
    }

    @Test
    void whatIsRefusedIsNamedAndStopsNoOther() throws Exception {
        String path = previewed("dba", "claim", failed.id(), second.id(), work.id(), gate.id());
        // somebody is faster with one of them, and another changes
        stores().tasks().claim(second.id(), DORA);
        stores().tasks().claim(work.id(), DORA);
        stores().tasks().release(work.id(), now(work).version(), DORA);
        Document result = applied("dba", path);
        assertThat(result.selectFirst(".lead").text()).contains("One task was changed", "3 were refused");
        assertThat(line(result, failed)).contains("Changed");
        assertThat(line(result, second)).contains("Refused", "dora has it");
        assertThat(line(result, work)).contains("Refused", "changed since the preview");
        assertThat(line(result, gate)).contains("Refused", "Only ");
        assertThat(now(failed).claimedBy()).isEqualTo("dba");
        assertThat(now(second).claimedBy()).isEqualTo("dora");
        assertThat(now(work).claimedBy()).isNull();
    }

    @Test
    void givesBackWhatIsOnesOwnAlone() throws Exception {
        Speaker dba = new Speaker("dba", "dba", Set.of("dba"));
        stores().tasks().claim(failed.id(), dba);
        stores().tasks().claim(second.id(), DORA);
        Document result = applied("dba", previewed("dba", "release", failed.id(), second.id(), work.id()));
        assertThat(line(result, failed)).contains("Changed");
        assertThat(line(result, second)).contains("Refused", "dora has it");
        assertThat(line(result, work)).contains("So already");
        assertThat(now(failed).claimedBy()).isNull();
        assertThat(now(second).claimedBy()).isEqualTo("dora");
    }

    @Test
    void retriesFailedStepsEachByItsOwnCommandAndNothingElse() throws Exception {
        Document result = applied("dba", previewed("dba", "retry", failed.id(), second.id(), work.id(), gate.id()));
        assertThat(result.selectFirst(".lead").text()).contains("2 tasks were changed", "2 were refused");
        assertThat(line(result, work)).contains("Refused", "It is no failed step");
        assertThat(retries(failed.migration())).isEqualTo(1);
        assertThat(retries(second.migration())).isEqualTo(1);
        assertThat(retries(work.migration())).isZero();
        assertThat(stores().commands()
                        .list(failed.migration(), 100)
                        .get(0)
                        .order()
                        .step())
                .isEqualTo(StepKey.of("size"));
    }

    @Test
    void whatIsSentTwiceIsDoneOnceAlsoAtTheSameMoment() throws Exception {
        String path = previewed("dba", "retry", failed.id(), second.id());
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            List<Future<Document>> sent = IntStream.range(0, 2)
                    .mapToObj(n -> both.submit(() -> {
                        go.await();
                        return applied("dba", path);
                    }))
                    .toList();
            go.countDown();
            for (Future<Document> one : sent) {
                assertThat(one.get().selectFirst(".lead").text()).contains("2 tasks were changed");
            }
        } finally {
            both.shutdownNow();
        }
        assertThat(retries(failed.migration())).isEqualTo(1);
        String claim = previewed("dba", "claim", failed.id());
        applied("dba", claim);
        stores().tasks().release(failed.id(), now(failed).version(), new Speaker("dba", "dba", Set.of("dba")));
        applied("dba", claim);
        assertThat(now(failed).claimedBy())
                .as("a late second sending takes nothing")
                .isNull();
        assertThat(claims(failed)).isEqualTo(1);
    }

    @Test
    void rightsAreAskedForEachAtThePreviewAndAgainWhenItIsDone() throws Exception {
        for (String act : List.of("claim", "retry")) {
            MockHttpServletResponse answer =
                    send(post("/tasks/bulk").param("act", act).param("task", failed.id()), "vera", "VIEWER");
            assertThat(answer.getStatus()).as(act).isEqualTo(302);
            Document page =
                    Jsoup.parse(send(get(Objects.requireNonNull(answer.getHeader("Location"))), "vera", "VIEWER")
                            .getContentAsString());
            assertThat(line(page, failed)).as(act).contains("Refused");
            assertThat(page.select("form button.go")).as(act).isEmpty();
        }
        String name = "m" + UUID.randomUUID().toString().substring(0, 8);
        String path = previewed(name, "retry", failed.id());
        assertThat(send(post(path), "dora", "DBA").getStatus())
                .as("what one person was shown is nobody else's to do")
                .isEqualTo(404);
        MockHttpServletResponse demoted = send(post(path), name, "VIEWER");
        assertThat(demoted.getStatus()).isEqualTo(302);
        assertThat(line(page(name, path), failed))
                .as("the right was taken away meanwhile")
                .contains("Refused");
        assertThat(retries(failed.migration())).isZero();
    }

    @Test
    void anOrderThatCannotBeReadIsRefused() throws Exception {
        assertThat(send(post("/tasks/bulk").param("act", "drop").param("task", failed.id()), "dba", "DBA")
                        .getStatus())
                .isEqualTo(422);
        assertThat(send(post("/tasks/bulk").param("act", "claim"), "dba", "DBA").getStatus())
                .isEqualTo(422);
        List<String> many = new ArrayList<>(
                IntStream.rangeClosed(0, 1000).mapToObj(n -> "id-" + n).toList());
        assertThat(send(
                                post("/tasks/bulk").param("act", "claim").param("picked", String.join("\n", many)),
                                "dba",
                                "DBA")
                        .getStatus())
                .isEqualTo(422);
        assertThat(send(get("/tasks/bulk/orders/tasks-" + UUID.randomUUID()), "dba", "DBA")
                        .getStatus())
                .isEqualTo(404);
    }

    @Test
    void stepsThatFailedAlikeAreOneListWithBoxes() throws Exception {
        Document team = page("dba", "/tasks?view=team");
        Element link = Objects.requireNonNull(team.selectFirst(".tk-alike a"));
        assertThat(link.text()).matches(failed.title() + " \\([0-9]+\\)");
        Document alike = page("dba", link.attr("href"));
        assertThat(alike.select(".tasks > li .tk-t").eachText()).containsOnly(failed.title());
        assertThat(alike.select(".tasks > li").eachAttr("id")).contains("t-" + failed.id(), "t-" + second.id());
        assertThat(alike.select(".tasks .tk-s use").eachAttr("href")).containsOnly("#s-failed");
        assertThat(alike.select("[data-pick]").eachAttr("value"))
                .contains(failed.id(), second.id())
                .doesNotContain(work.id());
        assertThat(alike.select("#bulk button[name=act]").eachText()).containsExactly("Claim", "Give back", "Retry");
        assertThat(alike.select(".chip a").attr("href")).isEqualTo("/tasks?view=team");
        Document viewer =
                Jsoup.parse(send(get("/tasks?view=all"), "vera", "VIEWER").getContentAsString());
        assertThat(viewer.select(".tasks > li")).isNotEmpty();
        assertThat(viewer.select("[data-pick], #bulk")).isEmpty();
    }

    @Test
    void theCallPreviewsAndDoesTheSame() throws Exception {
        String body = "{\"action\": \"RETRY\", \"tasks\": [\"%s\", \"%s\"], \"reason\": \"there is room\"%s}";
        JsonNode preview = called("?preview=true", body.formatted(failed.id(), work.id(), ""));
        assertThat(preview.get("changes").asInt()).isEqualTo(1);
        assertThat(preview.get("refused").asInt()).isEqualTo(1);
        assertThat(retries(failed.migration())).isZero();
        String seen = preview.get("tasks").get(1).get("seen").asString();
        JsonNode done = called(
                "", body.formatted(failed.id(), work.id(), ", \"seen\": {\"" + failed.id() + "\": \"" + seen + "\"}"));
        assertThat(done.get("done").asInt()).isEqualTo(1);
        assertThat(done.get("tasks").get(0).get("outcome").asString()).isEqualTo("REFUSED");
        assertThat(retries(failed.migration())).isEqualTo(1);
        assertThat(stores().commands()
                        .list(failed.migration(), 100)
                        .get(0)
                        .order()
                        .reason())
                .isEqualTo("there is room");
        JsonNode stale =
                called("", body.formatted(second.id(), work.id(), ", \"seen\": {\"" + second.id() + "\": \"99\"}"));
        assertThat(stale.get("done").asInt()).isZero();
        assertThat(retries(second.migration())).isZero();
    }

    private JsonNode called(String query, String body) throws Exception {
        MockHttpServletResponse answer = send(
                post("/api/v1/tasks/bulk" + query)
                        .header("Idempotency-Key", UUID.randomUUID().toString())
                        .contentType("application/json")
                        .content(body),
                "dba",
                "DBA");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.getContentAsString());
    }
}
