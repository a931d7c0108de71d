package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.assessment.preflight.PreflightCheck;
import io.gulliver.contract.activity.Progress;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.service.preflight.PreflightService;
import io.gulliver.service.proof.ProductParts;
import io.gulliver.service.proof.ProofFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class PagesTest {
    @Autowired
    private PreflightService preflight;

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request, String who, String... roles)
            throws Exception {
        return mvc.perform(request.with(user(who).roles(roles))).andReturn().getResponse();
    }

    private Document page(String path) throws Exception {
        MockHttpServletResponse response = answer(get(path), "dba", "DBA", "PM");
        assertThat(response.getStatus())
                .as("%s: %s", path, response.getContentAsString())
                .isEqualTo(200);
        Document document = Jsoup.parse(response.getContentAsString());
        assertThat(document.text()).doesNotContain("??");
        return document;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/programs/northmoor",
                "/programs/northmoor/databases",
                "/programs/northmoor/databases/CARDAUTH",
                "/programs/northmoor/databases/CARDAUTH?step=create-volumes",
                "/programs/northmoor/databases/CARDAUTH/step?step=create-volumes",
                "/programs/northmoor/databases/CARDAUTH/step?step=define-guest",
                "/programs/northmoor/databases/PENSP",
                "/tasks",
                "/tasks?view=all",
                "/programs/northmoor/plan",
                "/programs/northmoor/risks",
                "/programs/northmoor/risks/R-01",
                "/programs/northmoor/risks/new",
                "/audit",
                "/settings",
                "/settings/proofs",
                "/sessions"
            })
    void opensWithASentenceThatAnswersThePagesQuestion(String path) throws Exception {
        Document document = page(path);
        assertThat(document.select("p.lead").text()).isNotBlank();
        assertThat(document.select("h1")).hasSize(1);
        assertThat(document.select("nav.nav a")).hasSizeGreaterThan(5);
        assertThat(document.select("body").attr("hx-headers")).contains("X-CSRF-TOKEN");
    }

    @Test
    void saysWhatIsMissingBeforeAFirstRealMigration() throws Exception {
        MockHttpServletResponse response = answer(get("/settings/preflight"), "admin", "ADMIN");
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        Document document = Jsoup.parse(response.getContentAsString());
        assertThat(document.text()).doesNotContain("??");
        assertThat(document.select("p.lead").text()).contains("missing before the first real migration");
        List<PreflightCheck> checks = preflight.checks();
        assertThat(checks).hasSizeGreaterThan(10).allSatisfy(check -> {
            Element shown = document.getElementById("check-" + check.key());
            assertThat(shown).as(check.key()).isNotNull();
            assertThat(shown.text()).contains(check.what(), check.seen());
            if (check.state() != PreflightCheck.State.READY) {
                assertThat(shown.text()).contains(check.why(), check.todo());
            }
        });
        assertThat(document.select("#check-secrets").text()).contains("env:READER");
        assertThat(answer(get("/settings/preflight"), "dba", "DBA").getStatus()).isEqualTo(403);
        assertThat(Jsoup.parse(answer(get("/settings"), "admin", "ADMIN").getContentAsString())
                        .select("a[href=/settings/preflight]"))
                .hasSize(1);
        assertThat(page("/settings").select("a[href=/settings/preflight]")).isEmpty();
    }

    @Test
    void saysWhatHasMetTheRealThingAndWhatNever() throws Exception {
        assertThat(page("/settings").select("a[href=/settings/proofs]")).hasSize(1);
        for (Map.Entry<String, String> found :
                Map.of("LOANP", "19.21.0.0.0", "PENSP", "11.2.0.4.0").entrySet()) {
            northmoor
                    .stores()
                    .facts()
                    .put(
                            "northmoor",
                            found.getKey(),
                            List.of(new Fact(
                                    "source_release",
                                    found.getValue(),
                                    null,
                                    "dictionary",
                                    Instant.parse("2026-06-01T10:00:00Z"),
                                    Confidence.MEASURED)),
                            "pm");
        }
        Document before = page("/settings/proofs?kind=STATEMENT");
        List<Element> statements = proofs("/settings/proofs?kind=STATEMENT");
        assertThat(statements).hasSizeGreaterThan(150).extracting(Element::id).doesNotHaveDuplicates();
        // Other tests bring databases of 19 into the program.
        assertThat(shown(statements, "part-STATEMENT-cluster-resources"))
                .contains("Never")
                .containsPattern("[2-9]\\d* databases11\\.2: 1; 19: \\d+");
        assertThat(shown(statements, "part-STATEMENT-application-owners-11")).contains("one database", "11.2: 1");
        assertThat(shown(statements, "part-STATEMENT-users-10")).contains("none");
        assertThat(shown(proofs("/settings/proofs?kind=ADAPTER"), "part-ADAPTER-oracle"))
                .contains("Never", "any release");
        assertThat(statements.get(0).select("td b").text())
                .as("what most databases run comes first")
                .matches("\\d+ databases")
                .isSubstringOf(shown(statements, "part-STATEMENT-cluster-resources"));
        assertThat(before.select("p.lead").text()).contains("have not worked so far at a release that you run");
        List<Element> unmet = proofs("/settings/proofs?kind=STATEMENT&unmet=true");
        assertThat(unmet)
                .hasSizeBetween(150, statements.size() - 1)
                .extracting(Element::id)
                .doesNotContain("part-STATEMENT-users-10");
        assertThat(before.select("p.pager a").attr("href")).contains("kind=STATEMENT", "from=100");
        assertThat(before.select("input[type=file]"))
                .as("whoever only looks imports nothing")
                .isEmpty();

        Part now = ProductParts.load().stream()
                .filter(part -> part.id().equals("users"))
                .findFirst()
                .orElseThrow();
        Instant at = Instant.parse("2026-06-01T10:00:00Z");
        ProofReport report = new ProofReport(
                "a127f610",
                at,
                "Linux amd64",
                List.of(
                        new Proof(now, "21.0.0.0.0", "Oracle 21c", at, "RealStatementsIT", "parsed", true),
                        new Proof(
                                new Part(PartKind.STATEMENT, "roles", "a".repeat(64)),
                                "18.0.0.0.0",
                                "Oracle 18c",
                                at,
                                "RealStatementsIT",
                                "parsed",
                                true)));
        MockMultipartFile file = new MockMultipartFile(
                "file",
                "results.json",
                "application/json",
                ProofFile.write(report, FaceApplication.proofKey()).getBytes(StandardCharsets.UTF_8));
        assertThat(mvc.perform(multipart("/settings/proofs")
                                .file(file)
                                .with(csrf())
                                .with(user("dba").roles("DBA")))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .isEqualTo(403);
        assertThat(mvc.perform(multipart("/settings/proofs")
                                .file(file)
                                .with(csrf())
                                .with(user("admin").roles("ADMIN")))
                        .andReturn()
                        .getResponse()
                        .getRedirectedUrl())
                .isEqualTo("/settings/proofs");
        List<Element> after = proofs("/settings/proofs?kind=STATEMENT");
        assertThat(shown(after, "part-STATEMENT-users"))
                .contains(
                        "Proven", "21.0.0.0.0", "signed by rehearsal lab", "parsed", "RealStatementsIT", "Linux amd64");
        assertThat(shown(after, "part-STATEMENT-roles")).contains("Changed since", "18.0.0.0.0");
        assertThat(page("/settings/proofs?kind=STATEMENT&state=PROVEN").select("tbody tr"))
                .hasSize(1);
        assertThat(page("/settings/proofs").select("p.lead").text()).contains("One part of", "one changed since");
    }

    /** Rows of every page of the list. */
    private List<Element> proofs(String path) throws Exception {
        List<Element> rows = new ArrayList<>();
        String next = path;
        while (!next.isEmpty()) {
            Document document = page(next);
            rows.addAll(document.select("tbody tr"));
            next = document.select("p.pager a:contains(Later)").attr("href");
        }
        return rows;
    }

    private static String shown(List<Element> rows, String id) {
        return rows.stream()
                .filter(row -> row.id().equals(id))
                .findFirst()
                .orElseThrow()
                .text();
    }

    @Test
    void saysOnTheFirstScreenWhyARunStandsAndWhoCanAct() throws Exception {
        Document document = page("/programs/northmoor/databases/CARDAUTH");
        assertThat(document.select("p.lead").text()).contains("CARDAUTH stands", "Volumes created and mapped");
        assertThat(document.select(".why").text())
                .contains("pool FS-2/P1 is full", "something is full", "Storage frees 4.2 TB", "DBA", "Retry", "Skip");
        assertThat(document.select(".why [title=CAPACITY_EXHAUSTED]").text()).isEqualTo("something is full");
    }

    @Test
    void saysInTheGridWhatARunWaitsForAndTheWayOut() throws Exception {
        Document grid = page("/programs/northmoor/databases?q=CARDAUTH");
        assertThat(grid.select("#db-CARDAUTH td.wait").text())
                .contains("\u201cVolumes created and mapped\u201d failed because something is full")
                .contains("Storage frees 4.2 TB by 15 Jun; then retry the step.")
                .contains("DBA: make room, then retry.");
        assertThat(grid.select("table.grid thead th"))
                .hasSize(grid.select("#db-CARDAUTH > *").size());
        assertThat(page("/programs/northmoor/databases/BRNCHP/row").text())
                .contains("\u201cGo or no-go\u201d waits for Cutover manager for 2 h 00")
                .contains("Cutover manager: claim the task and do it");
        assertThat(page("/programs/northmoor/databases?q=TREASP")
                        .select("#db-TREASP td.wait")
                        .text())
                .as("without a run")
                .isEqualTo("–");
    }

    @Test
    void saysHowFarAStepIsThatGivesAFigureAndNoWords() throws Exception {
        Migration run = northmoor.start("SEPAIN");
        northmoor.play(
                run,
                Northmoor.done(1, "collect"),
                Northmoor.entry(
                        2,
                        Northmoor.step("load", StepState.AWAITING)
                                .progress(new Progress(310, 1000.0, "GB", null, ""))
                                .run(),
                        "job runs",
                        null));
        assertThat(page("/programs/northmoor/databases/SEPAIN").select("#now").text())
                .contains("Initial load, 31 %.");
    }

    @Test
    void saysUntilWhenARunCanBeBackedOutAndWhenItCannotAnyMore() throws Exception {
        assertThat(page("/programs/northmoor/databases/BRNCHP").select("#back").text())
                .isEqualTo("The way back is open until “Services switched” begins.");
        String database = "SEPAOUT";
        Migration run = northmoor.start(database);
        northmoor.play(
                run,
                Northmoor.done(1, "go"),
                Northmoor.entry(2, Northmoor.step("switch", StepState.AWAITING).run(), "job runs", null));
        assertThat(page("/programs/northmoor/databases/" + database)
                        .select("#back")
                        .text())
                .isEqualTo("The way back is closed: “Services switched” has begun.");
        assertThat(page("/programs/northmoor/databases/TREASP").select("#back"))
                .as("nothing runs")
                .isEmpty();
    }

    @Test
    void saysWhatADatabaseDoesNowAndWhatAPersonDoesNext() throws Exception {
        Document failed = page("/programs/northmoor/databases/CARDAUTH");
        assertThat(failed.select("#now").text())
                .contains("Now: It stands.", "\u201cVolumes created and mapped\u201d failed because something is full")
                .contains("DBA: make room, then retry.");
        assertThat(failed.select("#next").text()).contains("Next for you: Volumes created and mapped.", "retry, skip");
        assertThat(failed.select("#next a").attr("href")).isEqualTo("#needs-create-volumes");
        assertThat(failed.select("#late")).as("as agreed").isEmpty();
        assertThat(failed.select("#step-create-volumes svg rect.late")).hasSize(1);
        assertThat(failed.select("#step-collect svg rect.act")).hasSize(1);
        assertThat(failed.select("#step-load svg rect")).as("has not begun").isEmpty();
        assertThat(failed.select("#happened").text()).contains("pm started: Run");

        assertThat(page("/programs/northmoor/databases/KYCP").select("#now").text())
                .contains("Initial load, 62 %, 41.8 MB/s.", "Nothing to do for a person.");
        Document waiting = page("/programs/northmoor/databases/BRNCHP");
        assertThat(waiting.select("#now").text()).contains("Now: It waits.", "\u201cGo or no-go\u201d waits for");
        assertThat(waiting.select("#next").text())
                .contains("Next for you: Go or no-go.", "Cutover manager: open 2 h 00.");
        assertThat(waiting.select("#late").text())
                .contains("Crosses", "later than agreed", "\u201cGo or no-go\u201d waits for");
        Document empty = page("/programs/northmoor/databases/TREASP");
        assertThat(empty.select("#now").text()).isEqualTo("Now: Nothing runs.");
        assertThat(empty.select("#next, #late")).isEmpty();
        assertThat(empty.select("#findings li")).isNotEmpty();
        for (Document document : List.of(failed, waiting, empty)) {
            assertThat(document.select("#facts, #findings, #risks, #decisions, #happened, .nows")
                            .text())
                    .doesNotContainPattern("[a-z]_[a-z]|[a-z]\\.[a-z]+[A-Z]");
        }
    }

    @Test
    void opensAServerThatIsBuiltOnceForSeveralDatabasesFromItsTasks() throws Exception {
        Document document = page("/programs/northmoor/databases/server:gvp0311");
        assertThat(document.select(".head p.sub a").eachText())
                .containsExactly("CARDAUTH", "PENSP", "Build page of gvp0311");
        assertThat(document.select("nav.tabs"))
                .as("pages that only a database has")
                .isEmpty();
        assertThat(document.select("p.lead").text()).isEqualTo("server:gvp0311 is in Build.");
        assertThat(answer(get("/programs/northmoor/databases/server:gone"), "pm", "PM")
                        .getStatus())
                .isEqualTo(404);
    }

    @Test
    void keepsFiltersAndOrderInTheAddress() throws Exception {
        Document document = page("/programs/northmoor/databases?state=blocked&sort=-slip");
        assertThat(document.select(".result-line code").text()).isEqualTo("?state=blocked&sort=-slip");
        assertThat(document.select("th[aria-sort=descending] > a").text()).isEqualTo("Slip");
        assertThat(document.select(".grid tbody tr[data-live]"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.select("td.s-blocked")).isNotEmpty());
    }

    @Test
    void answersAFilterWithThePartAndTheAddress() throws Exception {
        MockHttpServletResponse response = answer(
                get("/programs/northmoor/databases?q=card&state=&stage=&wave=&owner=&method=&sort=name")
                        .header("HX-Request", "true"),
                "viewer",
                "VIEWER");
        assertThat(response.getContentAsString()).doesNotContain("<html").contains("CARDAUTH", "CARDISS");
        assertThat(response.getHeader("HX-Push-Url")).isEqualTo("/programs/northmoor/databases?q=card");
        assertThat(response.getHeaders("Vary")).contains("HX-Request");
    }

    @Test
    void answersOneRowAloneAfterAChange() throws Exception {
        MockHttpServletResponse response = answer(
                get("/programs/northmoor/databases/CARDAUTH/row").header("HX-Request", "true"), "viewer", "VIEWER");
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsString().strip())
                .startsWith("<tr")
                .contains("data-live-src=\"/programs/northmoor/databases/CARDAUTH/row\"");
    }

    @Test
    void recordsACommandOnceHoweverOftenTheButtonIsPressed() throws Exception {
        Migration run = northmoor.of("KYCP");
        for (int i = 0; i < 2; i++) {
            MockHttpServletResponse response = answer(
                    post("/programs/northmoor/databases/KYCP/actions")
                            .with(csrf())
                            .param("key", "press-twice-1")
                            .param("run", run.id().value())
                            .param("verb", "PAUSE"),
                    "dba",
                    "DBA");
            assertThat(response.getStatus()).isEqualTo(302);
        }
        assertThat(northmoor.stores().commands().list(run.id(), 20))
                .filteredOn(row -> row.order().id().equals("press-twice-1"))
                .singleElement()
                .satisfies(row -> assertThat(row.state()).isEqualTo(CommandState.RECORDED));
    }

    @Test
    void backsOutOnlyWhenTheNameIsTyped() throws Exception {
        Migration run = northmoor.of("KYCP");
        MockHttpServletResponse refused = answer(
                post("/programs/northmoor/databases/KYCP/actions")
                        .with(csrf())
                        .param("key", "back-out-wrong")
                        .param("run", run.id().value())
                        .param("verb", "ROLL_BACK")
                        .param("reason", "rehearsal over")
                        .param("confirm", "KYC"),
                "pm",
                "PM");
        assertThat(refused.getStatus()).isEqualTo(422);
        assertThat(refused.getContentAsString()).contains("Type the name of the database, KYCP");
        assertThat(northmoor.stores().commands().find("back-out-wrong")).isEmpty();
    }

    @Test
    void takesOverARunThatTheEngineClosedOnlyWithNameAndReason() throws Exception {
        Migration run = northmoor.of("KYCP");
        northmoor
                .stores()
                .tasks()
                .askAttention(
                        run.id(),
                        "migration-manager",
                        "The engine no longer carries " + run.id(),
                        "It was terminated.");
        Document page = Jsoup.parse(
                answer(get("/programs/northmoor/databases/KYCP"), "pm", "PM").getContentAsString());
        assertThat(page.select("[role=alert]").text()).contains("no longer carries", "It was terminated.");
        assertThat(page.select("#ask-take-over form")).hasSize(1);
        Document task = Jsoup.parse(answer(
                        get("/tasks?view=all&task="
                                + northmoor
                                        .stores()
                                        .tasks()
                                        .attention(run.id())
                                        .orElseThrow()
                                        .id()),
                        "pm",
                        "PM")
                .getContentAsString());
        assertThat(task.select("#task").text())
                .as("what concerns the whole run says why, and asks for no choice about a step")
                .contains("It was terminated.", "Go to the database")
                .doesNotContain("retry", "· ·");

        assertThat(takeOver("cutover", "CUTOVER", run, "KYC", "closed by hand").getStatus())
                .isEqualTo(422);
        assertThat(takeOver("cutover", "CUTOVER", run, "KYCP", "").getStatus()).isEqualTo(422);
        assertThat(takeOver("dba", "DBA", run, "KYCP", "closed by hand").getStatus())
                .isEqualTo(403);
        assertThat(northmoor.of("KYCP").generation()).isEqualTo(run.generation());

        MockHttpServletResponse taken = takeOver("cutover", "CUTOVER", run, "KYCP", "closed by hand");
        assertThat(taken.getStatus()).as(taken.getContentAsString()).isEqualTo(302);
        assertThat(northmoor.of("KYCP").generation()).isEqualTo(run.generation() + 1);
        northmoor.stores().tasks().settleAttention(run.id(), "The engine carries it again");
    }

    @Test
    void saysFromWhenARunActsThatWasTakenOverFromAnotherEngine() throws Exception {
        Migration run = northmoor.of("KYCP");
        northmoor
                .stores()
                .migrations()
                .startNextGeneration(
                        run.id(),
                        run.generation(),
                        "another-engine",
                        "recover",
                        null,
                        northmoor.stores().database().clock().instant().plusSeconds(600));
        Document page = Jsoup.parse(
                answer(get("/programs/northmoor/databases/KYCP"), "pm", "PM").getContentAsString());
        assertThat(page.select(".note").text()).contains("Taken over from another engine: no step acts before");
    }

    private MockHttpServletResponse takeOver(String name, String role, Migration run, String confirm, String reason)
            throws Exception {
        return answer(
                post("/programs/northmoor/databases/KYCP/take-over")
                        .with(csrf())
                        .param("run", run.id().value())
                        .param("confirm", confirm)
                        .param("reason", reason),
                name,
                role);
    }

    @Test
    void letsTwoPeopleApproveAndTellsTheFirstThatASecondIsNeeded() throws Exception {
        String task = northmoor
                .stores()
                .tasks()
                .open(northmoor.of("BRNCHP").id(), io.gulliver.domain.migration.StepKey.of("go"))
                .orElseThrow()
                .id();
        String shown = Jsoup.parse(
                        answer(get("/tasks?task=" + task), "cutover", "CUTOVER").getContentAsString())
                .select("#task input[name=evidenceHash]")
                .val();
        MockHttpServletResponse unread = answer(
                post("/tasks/" + task + "/decide")
                        .with(csrf())
                        .param("key", "approve-0-of-2")
                        .param("evidenceHash", "deadbeef")
                        .param("outcome", "approve"),
                "cutover",
                "CUTOVER");
        assertThat(unread.getStatus()).isEqualTo(409);
        assertThat(unread.getContentAsString()).contains("does not show the evidence deadbeef");
        MockHttpServletResponse first = answer(
                post("/tasks/" + task + "/decide")
                        .with(csrf())
                        .param("key", "approve-1-of-2")
                        .param("evidenceHash", shown)
                        .param("outcome", "approve"),
                "cutover",
                "CUTOVER");
        assertThat(first.getStatus()).as(first.getContentAsString()).isEqualTo(302);
        assertThat(northmoor
                        .stores()
                        .commands()
                        .find("approve-1-of-2")
                        .orElseThrow()
                        .state())
                .isEqualTo(CommandState.AWAITING_SECOND);
        Document seen = Jsoup.parse(
                answer(get("/tasks?task=" + task), "cutover", "CUTOVER").getContentAsString());
        assertThat(seen.select("#task").text()).contains("Approved by cutover", "A second person must approve");
        MockHttpServletResponse second = answer(
                post("/tasks/" + task + "/decide")
                        .with(csrf())
                        .param("key", "approve-2-of-2")
                        .param("evidenceHash", shown)
                        .param("outcome", "approve"),
                "approver",
                "APPROVER");
        assertThat(second.getStatus()).as(second.getContentAsString()).isEqualTo(302);
        assertThat(northmoor
                        .stores()
                        .commands()
                        .find("approve-2-of-2")
                        .orElseThrow()
                        .state())
                .isEqualTo(CommandState.RECORDED);
    }

    @Test
    void tellsTheSlowerOfTwoWhoClaimedTheTask() throws Exception {
        String task = northmoor
                .stores()
                .tasks()
                .open(northmoor.of("CRMP").id(), io.gulliver.domain.migration.StepKey.of("size"))
                .orElseThrow()
                .id();
        assertThat(answer(post("/tasks/" + task + "/claim").with(csrf()), "ana", "DBA")
                        .getStatus())
                .isEqualTo(302);
        MockHttpServletResponse slower =
                answer(post("/tasks/" + task + "/claim").with(csrf()), "ben", "DBA");
        assertThat(slower.getStatus()).isEqualTo(409);
        assertThat(slower.getContentAsString()).contains("ana claimed it");
    }

    @Test
    void showsBothVersionsWhenTwoPeopleEditOneRisk() throws Exception {
        MockHttpServletRequestBuilder mine =
                risk("R-05", "Three people know it").with(csrf());
        MockHttpServletRequestBuilder theirs = risk("R-05", "Nobody knows it").with(csrf());
        assertThat(answer(mine, "pm", "PM").getStatus()).isEqualTo(302);
        MockHttpServletResponse second = answer(theirs, "dba", "DBA");
        assertThat(second.getStatus()).isEqualTo(409);
        assertThat(second.getContentAsString()).contains("Changed by pm", "Nobody knows it", "Three people know it");
    }

    private static MockHttpServletRequestBuilder risk(String id, String title) {
        return post("/programs/northmoor/risks/" + id)
                .param("title", title)
                .param("probability", "2")
                .param("impact", "3")
                .param("response", "REDUCE")
                .param("state", "OPEN")
                .param("version", "1");
    }

    @Test
    void showsFieldErrorsBesideTheFieldsAndKeepsWhatWasTyped() throws Exception {
        MockHttpServletResponse response = answer(
                post("/programs/northmoor/risks")
                        .with(csrf())
                        .param("key", "new-risk-1")
                        .param("title", "")
                        .param("cause", "kept words")
                        .param("probability", "9")
                        .param("impact", "3")
                        .param("response", "REDUCE")
                        .param("state", "OPEN"),
                "pm",
                "PM");
        assertThat(response.getStatus()).isEqualTo(422);
        Document document = Jsoup.parse(response.getContentAsString());
        assertThat(document.select(".err").eachText()).contains("This is needed.", "From 1 to 5.");
        assertThat(document.select("textarea[name=cause]").text()).isEqualTo("kept words");
    }

    @Test
    void showsTheAttemptsOfAStepSideBySideWithItsScriptAndWhatIsUsual() throws Exception {
        Document document = page("/programs/northmoor/databases/CARDAUTH?step=create-volumes");
        assertThat(document.select(".steps thead").text()).contains("Estimate Usual Took");
        assertThat(document.select(".side thead").text()).contains("Attempt 1");
        assertThat(document.select(".side tbody").text()).contains("pool FS-2/P1 is full");
        assertThat(document.select(".side tbody [title=CAPACITY_EXHAUSTED]").text())
                .contains("pool FS-2/P1 is full");
        assertThat(document.select(".script pre").text()).contains("-- rendered");
        assertThat(document.select(".script button[data-copy]")).hasSize(1);
    }

    @Test
    void offersALinkToEverythingThatIsSeen() throws Exception {
        Document database = page("/programs/northmoor/databases/CARDAUTH?step=create-volumes");
        assertThat(database.select("a[data-copy-link]").eachAttr("href"))
                .contains("/programs/northmoor/databases/CARDAUTH")
                .anyMatch(href -> href.endsWith("#stage-BUILD"))
                .anyMatch(href -> href.contains("step=create-volumes"))
                .anyMatch(href -> href.endsWith("#attempt-1"))
                .anyMatch(href -> href.matches(".*#L[0-9]+"));
        assertThat(page("/programs/northmoor").select("a[data-copy-link]").eachAttr("href"))
                .contains("/programs/northmoor");
        assertThat(page("/programs/northmoor/plan").select("a[data-copy-link]").eachAttr("href"))
                .contains("/programs/northmoor/plan/waves/4");
        assertThat(page("/programs/northmoor/risks").select("a[data-copy-link]").eachAttr("href"))
                .contains("/programs/northmoor/risks/R-01");
        assertThat(page("/tasks?view=all").select("a[data-copy-link]").eachAttr("href"))
                .isNotEmpty()
                .allMatch(href -> href.startsWith("/tasks?task="));
    }

    @Test
    void keepsAndSharesViewsUnderNames() throws Exception {
        String address = "?state=blocked&risk=medium&rows=compact&sort=-slip";
        MockHttpServletResponse kept = answer(
                post("/programs/northmoor/views")
                        .with(csrf())
                        .param("name", "Blocked")
                        .param("address", address)
                        .param("shared", "true"),
                "pm",
                "PM");
        assertThat(kept.getRedirectedUrl()).isEqualTo("/programs/northmoor/databases" + address);
        Document other = page("/programs/northmoor/databases" + address);
        assertThat(other.select("nav.views a[aria-current]").text()).contains("Blocked");
        assertThat(other.select("nav.views").text()).contains("Blocked of pm");
        assertThat(other.select(".result-line code").text()).isEqualTo(address);
        assertThat(answer(
                                post("/programs/northmoor/views")
                                        .with(csrf())
                                        .param("name", "Away")
                                        .param("address", "//elsewhere.example"),
                                "pm",
                                "PM")
                        .getStatus())
                .isEqualTo(422);
        assertThat(answer(post("/programs/northmoor/views/drop").with(csrf()).param("name", "Blocked"), "dba", "DBA")
                        .getStatus())
                .as("only who keeps a view may forget it")
                .isEqualTo(404);
    }
}
