package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.view.TaskQuery;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
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

/** The queue of human work: who holds what, and how it changes hands. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_CLASS)
@Tag("store")
class TaskQueueTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    /**
     * Whoever holds a task, and until whenever it sleeps: each test begins with a queue that nobody touched, whichever
     * class had this store before.
     */
    @BeforeEach
    void free() {
        northmoor
                .stores()
                .database()
                .jdbc()
                .sql("update tasks set claimed_by = null, claimed_name = null, claimed_at = null, snoozed_until = null")
                .update();
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request, String who) throws Exception {
        return mvc.perform(request.with(user(who).roles("DBA")).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private Task task() {
        return northmoor
                .stores()
                .tasks()
                .list(TaskQuery.open(TaskQuery.Scope.ALL, "dba", Access.EVERYTHING))
                .rows()
                .stream()
                .filter(one -> one.role().equals("dba") && one.kind().name().equals("TASK"))
                .findFirst()
                .orElseThrow();
    }

    private Task now(Task task) {
        return northmoor.stores().tasks().find(task.id()).orElseThrow();
    }

    @Test
    void listsThoseThatHoldUpMostFirst() {
        List<Task> rows = northmoor
                .stores()
                .tasks()
                .list(TaskQuery.open(TaskQuery.Scope.ALL, "dba", Access.EVERYTHING))
                .rows();
        assertThat(rows).hasSizeGreaterThan(1);
        assertThat(rows).extracting(Task::blocks).isSortedAccordingTo((a, b) -> b - a);
    }

    @Test
    void tellsTheSecondWhoClaimsWhoHasIt() throws Exception {
        Task task = task();
        assertThat(send(post("/tasks/" + task.id() + "/claim"), "dba").getStatus())
                .isEqualTo(302);
        MockHttpServletResponse second =
                send(post("/tasks/" + task.id() + "/claim").header("HX-Request", "true"), "dora");
        assertThat(second.getStatus()).isEqualTo(409);
        assertThat(second.getContentAsString()).contains("dba claimed it", "Take another, or ask dba", "Request ");
        assertThat(now(task).claimedBy()).isEqualTo("dba");
    }

    @Test
    void handsOverToAPersonOfTheRoleAlone() throws Exception {
        Task task = task();
        send(post("/tasks/" + task.id() + "/claim"), "dba");
        String version = "" + now(task).version();
        MockHttpServletResponse nobody = send(
                post("/tasks/" + task.id() + "/hand-over")
                        .param("version", version)
                        .param("to", "nobody"),
                "dba");
        assertThat(nobody.getStatus()).isEqualTo(422);
        assertThat(nobody.getContentAsString()).contains("Nobody has the log-in name nobody");
        MockHttpServletResponse outsider = send(
                post("/tasks/" + task.id() + "/hand-over")
                        .param("version", version)
                        .param("to", "viewer"),
                "dba");
        assertThat(outsider.getStatus()).isEqualTo(403);
        MockHttpServletResponse given = send(
                post("/tasks/" + task.id() + "/hand-over")
                        .param("version", version)
                        .param("to", "Dana Doyle (simulated DBA)"),
                "dba");
        assertThat(given.getStatus()).isEqualTo(302);
        assertThat(now(task).claimedName()).isEqualTo("Dana Doyle (simulated DBA)");
    }

    @Test
    void hidesATaskForAWhileAndShowsItAgain() throws Exception {
        Task task = task();
        send(post("/tasks/" + task.id() + "/claim"), "dba");
        send(
                post("/tasks/" + task.id() + "/snooze")
                        .param("version", "" + now(task).version())
                        .param("minutes", "60"),
                "dba");
        assertThat(now(task).snoozedUntil()).isEqualTo(Northmoor.NOW.plus(Duration.ofHours(1)));
        // the store lives in the real time, the pages of this test do not
        northmoor
                .stores()
                .tasks()
                .snooze(
                        task.id(),
                        now(task).version(),
                        Instant.now().plus(Duration.ofHours(1)),
                        new Speaker("dba", "dba", Set.of("dba")));
        assertThat(list("team").select("#t-" + task.id())).isEmpty();
        assertThat(list("mine").select("#t-" + task.id()))
                .as("what I hold is never out of my sight")
                .hasSize(1);
        assertThat(send(get("/tasks?task=" + task.id()), "dba").getContentAsString())
                .contains("Out of sight until", "Show it again");
        send(
                post("/tasks/" + task.id() + "/snooze")
                        .param("version", "" + now(task).version())
                        .param("minutes", "0"),
                "dba");
        assertThat(list("team").select("#t-" + task.id())).hasSize(1);
    }

    /** A page that was read before still links to the task by its step. */
    @Test
    void aLinkToATaskThatEndedMeanwhileShowsWhoEndedItAndHow() throws Exception {
        Migration run = northmoor.start("INSTPAY");
        northmoor.play(
                run, Northmoor.entry(1, Northmoor.step("size", StepState.PARKED).run(), "needs attention", null));
        String link = "/tasks?migration=" + run.id().value() + "&step=size";
        Document open = Jsoup.parse(send(get(link), "dba").getContentAsString());
        assertThat(open.select("#task").text()).doesNotContain("Ended by");

        String command = run.id() + "-retry";
        northmoor
                .stores()
                .commands()
                .record(new NewCommand(
                        run.id(),
                        new CommandOrder(
                                command,
                                Verb.RETRY,
                                StepKey.of("size"),
                                null,
                                null,
                                "there is room now",
                                "dba",
                                Map.of()),
                        null,
                        new Speaker("dba", "dba", Set.of("dba"))));
        JournalEntry did =
                Northmoor.entry(3, Northmoor.step("size", StepState.RUNNING).run(), "step started", null);
        JournalEntry applied = new JournalEntry(
                4,
                did.at(),
                JournalEntry.COMMAND_APPLIED,
                null,
                null,
                new CommandOutcome(command, true, "Retried."),
                List.of(),
                "Retried.");
        northmoor.play(run, did, applied);

        MockHttpServletResponse later = send(get(link), "dba");
        assertThat(later.getStatus()).isEqualTo(200);
        String task = Jsoup.parse(later.getContentAsString()).select("#task").text();
        assertThat(task).contains("Closed", "Running", "Ended by dba").doesNotContain("RUNNING");
        assertThat(send(get("/tasks?migration=" + run.id().value() + "&step=load"), "dba")
                        .getStatus())
                .as("a step that never had one")
                .isEqualTo(404);
    }

    private MockHttpServletResponse comment(Task task, String key, String text, String call) throws Exception {
        return send(
                post("/tasks/" + task.id() + "/comments")
                        .header("HX-Request", "true")
                        .param("key", key)
                        .param("text", text)
                        .param("call", call),
                "dba");
    }

    @Test
    void aCommentStandsOnTheTaskAndIsFoundByWhomItCalls() throws Exception {
        Task task = task();
        send(get("/tasks"), "dora");
        String text = "@dora is **128** enough? <script>alert(1)</script> [x](javascript:alert(1))";
        for (int i = 0; i < 2; i++) {
            assertThat(comment(task, "comment-test-1", text, "").getStatus()).isEqualTo(302);
        }
        String html = send(get("/tasks?task=" + task.id()), "dora").getContentAsString();
        Document page = Jsoup.parse(html);
        assertThat(page.select("#comments ol > li")).singleElement().satisfies(one -> {
            assertThat(one.text()).contains("dba,", "calls dora", "is 128 enough? <script>");
            assertThat(one.select("b, script, a").eachText()).containsExactly("128");
        });
        assertThat(page.select("#mentions a").attr("href")).startsWith("/tasks?task=" + task.id() + "#c-");
        assertThat(Jsoup.parse(send(get("/tasks"), "dba").getContentAsString()).select("#mentions"))
                .as("who is not called")
                .isEmpty();
        assertThat(page.select("#callable option").eachAttr("value")).contains("dora");
    }

    @Test
    void aCommentThatCallsNobodyWhoIsThereIsRefusedByName() throws Exception {
        Task task = task();
        MockHttpServletResponse refused = comment(task, "comment-test-2", "@nobodyhere look", "");
        assertThat(refused.getStatus()).isEqualTo(422);
        assertThat(refused.getContentAsString())
                .contains("logs in as nobodyhere")
                .doesNotContain("<html");
        assertThat(comment(task, "comment-test-3", "look", "nobodyhere").getStatus())
                .isEqualTo(422);
        assertThat(comment(task, "comment-test-4", "  ", "").getStatus()).isEqualTo(422);
        assertThat(comment(task, "comment-test-5", "x".repeat(4001), "").getStatus())
                .isEqualTo(422);
        assertThat(northmoor.stores().tasks().comments(task.id()))
                .noneMatch(one -> one.text().contains("look"));
        assertThat(comment(task, "comment-test-6", "ran `@utlrp.sql` as oracle@host", "")
                        .getStatus())
                .isEqualTo(302);
    }

    @Test
    void theCallKeepsTheSameCommentOnceAndReadersMayNot() throws Exception {
        Task task = task();
        String path = "/api/v1/tasks/" + task.id() + "/comments";
        for (int i = 0; i < 2; i++) {
            assertThat(send(
                                    post(path)
                                            .header("Idempotency-Key", "comment-call-" + task.id())
                                            .contentType("application/json")
                                            .content("{\"text\": \"by the call\"}"),
                                    "dba")
                            .getStatus())
                    .isEqualTo(201);
        }
        assertThat(northmoor.stores().tasks().comments(task.id()))
                .filteredOn(one -> one.text().equals("by the call"))
                .hasSize(1);
        MockHttpServletResponse reader = mvc.perform(post(path)
                        .header("Idempotency-Key", "comment-read-" + task.id())
                        .contentType("application/json")
                        .content("{\"text\": \"by a reader\"}")
                        .with(user("vera").roles("VIEWER"))
                        .with(csrf()))
                .andReturn()
                .getResponse();
        assertThat(reader.getStatus()).isEqualTo(403);
        assertThat(send(get(path), "dba").getContentAsString())
                .contains("by the call")
                .doesNotContain("by a reader");
    }

    @Test
    void givesATaskBack() throws Exception {
        Task task = task();
        send(post("/tasks/" + task.id() + "/claim"), "dba");
        MockHttpServletResponse inPlace = send(
                post("/tasks/" + task.id() + "/release")
                        .header("X-In-Place", "1")
                        .param("version", "" + now(task).version()),
                "dba");
        assertThat(inPlace.getStatus()).isEqualTo(204);
        assertThat(inPlace.getHeader("X-Location")).isEqualTo("/tasks?task=" + task.id());
        assertThat(now(task).claimedBy()).isNull();
    }

    /** A decision on what an import could not make, as the shipped playbook asks for it. */
    private Task finding(String database) {
        Migration run = northmoor.start(
                database,
                Northmoor.SHIPPED.findNewest("data-pump").orElseThrow().hash());
        northmoor.play(
                run,
                Northmoor.entry(
                        1,
                        Northmoor.step("findings[1]", StepState.WAITING_PERSON)
                                .waited(Northmoor.NOW)
                                .run(),
                        "waits for a person",
                        null));
        return northmoor
                .stores()
                .tasks()
                .list(TaskQuery.open(TaskQuery.Scope.ALL, "dba", Access.EVERYTHING))
                .rows()
                .stream()
                .filter(one -> one.migration().equals(run.id()))
                .findFirst()
                .orElseThrow();
    }

    private MockHttpServletResponse complete(Task task, String key, String outcome, String answer) throws Exception {
        return send(
                post("/tasks/" + task.id() + "/complete")
                        .header("HX-Request", "true")
                        .param("key", key)
                        .param("outcome", outcome)
                        .param("reason", "Seen")
                        .param("output.answer", answer),
                "dba");
    }

    @Test
    void aFindingIsAnsweredInTheFieldOfItsPage() throws Exception {
        Task task = finding("LOANP");
        Document free = Jsoup.parse(send(get("/tasks?task=" + task.id()), "dba").getContentAsString());
        assertThat(free.select("#task form[action$=/complete]"))
                .as("work is claimed first")
                .isEmpty();
        assertThat(free.select("#task .btn.go").eachText()).containsExactly("Claim");
        send(post("/tasks/" + task.id() + "/claim"), "dba");
        Document page = Jsoup.parse(send(get("/tasks?task=" + task.id()), "dba").getContentAsString());
        assertThat(page.select("#task form[action$=/complete] input[name=output.answer]"))
                .hasSize(1);
        assertThat(page.select("#task label[for=output-answer]").text())
                .isEqualTo("Made: how; or accepted: why nothing is missed");
        assertThat(page.select("#task .btn.go").eachText()).containsExactly("Complete with evidence");
        assertThat(Jsoup.parse(send(get("/tasks?task=" + task.id()), "dora").getContentAsString())
                        .select("#task form[action$=/complete]"))
                .as("what dba has, nobody else completes")
                .isEmpty();

        for (String answer : List.of("", "  ", "looks good", "accepted:")) {
            MockHttpServletResponse refused = complete(task, "answer-" + answer.hashCode(), "done", answer);
            assertThat(refused.getStatus()).as("answer " + answer).isEqualTo(422);
            assertThat(refused.getContentAsString())
                    .doesNotContain("/outputs/answer")
                    .contains(
                            "<b>Made: how; or accepted: why nothing is missed</b>",
                            answer.isBlank() ? "This is missing." : "This is no answer to what is asked.",
                            "made: how; or accepted: why nothing is missed",
                            "Give it, or say that the task failed");
        }
        assertThat(northmoor.stores().commands().list(task.migration(), 10))
                .as("nothing of it is on record")
                .isEmpty();

        String key = "answered-" + task.id();
        assertThat(complete(task, key, "done", " accepted: nobody reads it ").getStatus())
                .isLessThan(400);
        assertThat(northmoor.stores().commands().find(key).orElseThrow().order().outputs())
                .containsExactly(Map.entry("answer", "accepted: nobody reads it"));
    }

    @Test
    void theApiRefusesAFindingWithoutItsAnswerToo() throws Exception {
        Task task = finding("TREASP");
        String path = "/api/v1/tasks/" + task.id();
        assertThat(send(get(path), "dba").getContentAsString()).contains("\"name\":\"answer\"");
        String key = "api-" + task.id();
        MockHttpServletResponse refused = send(said(path, key, "{\"outcome\":\"done\",\"reason\":\"Seen\"}"), "dba");
        assertThat(refused.getStatus()).isEqualTo(422);
        assertThat(refused.getContentAsString())
                .contains("/outputs/answer", "This is missing. Wanted is a string, made: how; or accepted: why");
        assertThat(northmoor.stores().commands().find(key)).isEmpty();

        MockHttpServletResponse failed = send(
                said(path, "failed-" + task.id(), "{\"outcome\":\"failed\",\"reason\":\"Its rows are lost\"}"), "dba");
        assertThat(failed.getStatus())
                .as("whoever could not do it has no answer")
                .isEqualTo(202);
    }

    private Document shown(Task task) throws Exception {
        return Jsoup.parse(send(get("/tasks?task=" + task.id()), "dba").getContentAsString());
    }

    /** What a task is estimated, and since when it is open. */
    private void estimated(Task task, Duration estimate, Duration ago) {
        var jdbc = northmoor.stores().database().jdbc();
        jdbc.sql("update migration_steps set estimate_seconds = :s where migration = :m and step_key = :k")
                .param("s", estimate.toSeconds())
                .param("m", task.migration().value())
                .param("k", String.valueOf(task.step()))
                .update();
        jdbc.sql("update tasks set opened_at = cast(:at as timestamptz) where id = :id")
                .param("at", Northmoor.NOW.minus(ago).toString())
                .param("id", task.id())
                .update();
    }

    @Test
    void saysWhenATaskIsDueWhatWaitsForItAndWhatIsWantedOfIt() throws Exception {
        Task task = finding("PENSP");
        estimated(task, Duration.ofHours(2), Duration.ofMinutes(30));
        assertThat(shown(task).select("#task .nt-fact").text()).contains("Due 16:02 in 1 h 30", "of PENSP", "Nobody");
        assertThat(list("all").select("#t-" + task.id() + " .tk-w").text()).isEqualTo("due in 1 h 30");

        estimated(task, Duration.ofHours(2), Duration.ofHours(5));
        assertThat(shown(task).select("#task .nt-fact .late").text()).isEqualTo("overdue for 3 h 00");
        Document all = list("all");
        assertThat(all.select("#t-" + task.id() + " .tk-w.late").text()).isEqualTo("overdue for 3 h 00");
        assertThat(all.select(".lead").text()).contains("of those listed", "overdue.");
    }

    @Test
    void aRunIsCalledByItsDatabaseAndNeverByItsNumber() throws Exception {
        for (Task task : northmoor
                .stores()
                .tasks()
                .list(TaskQuery.open(TaskQuery.Scope.ALL, "dba", Access.EVERYTHING))
                .rows()) {
            String text = shown(task).select("main").text();
            assertThat(text).doesNotContain(task.migration().value()).doesNotContainPattern("\\b[a-z]+_[a-z_]+\\b");
        }
    }

    @Test
    void goesOnToTheTasksBehindTheFirstHundredAndCountsAllOfThem() throws Exception {
        var jdbc = northmoor.stores().database().jdbc();
        int before = jdbc.sql("select count(*) from tasks where closed_at is null")
                .query(Integer.class)
                .single();
        try {
            jdbc.sql("""
                    insert into tasks (id, program, migration, database_name, kind, role, title, four_eyes, blocks,
                        opened_at, version, open_key)
                    select 'many-' || n, t.program, t.migration, t.database_name, 'ATTENTION', t.role, 'Many ' || n, false,
                        0, t.opened_at, 1, 'many-' || n
                    from (select * from tasks where id = :id) t, generate_series(1, 230) n
                    """).param("id", task().id()).update();
            Document first = list("all");
            assertThat(first.select(".lead").text()).startsWith(before + 230 + " tasks of ");
            assertThat(first.select(".views a[aria-current] span:last-child").text())
                    .isEqualTo("" + (before + 230));
            Set<String> seen = new LinkedHashSet<>();
            Document page = first;
            int pages = 1;
            while (true) {
                seen.addAll(page.select(".tasks > li").eachAttr("id"));
                String next = page.select(".pager a[rel=next]").attr("href");
                if (next.isEmpty()) {
                    break;
                }
                page = Jsoup.parse(send(get(URI.create(next)), "dba").getContentAsString());
                pages++;
            }
            assertThat(seen).hasSize(before + 230);
            assertThat(pages).isEqualTo((before + 230 + 99) / 100);
            assertThat(page.select(".pager").text()).contains("Back to the first");
        } finally {
            jdbc.sql("delete from tasks where id like 'many-%'").update();
        }
        assertThat(send(get("/tasks?after=nonsense"), "dba").getStatus()).isBetween(400, 422);
    }

    private static MockHttpServletRequestBuilder said(String path, String key, String body) {
        return post(path + "/complete")
                .header("Idempotency-Key", key)
                .contentType("application/json")
                .content(body);
    }

    private Document list(String view) throws Exception {
        return Jsoup.parse(send(get("/tasks?view=" + view), "dba").getContentAsString());
    }
}
