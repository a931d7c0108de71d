package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.task.Task;
import io.gulliver.playbook.Playbook;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.MockMvc;
import tools.jackson.databind.json.JsonMapper;

/** The page of a task that is a step's: what is looked at before and after it, and how it is taken back. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_CLASS)
@Tag("store")
class TaskStepTest {
    private static final Pattern INTERNAL = Pattern.compile("\\b[a-z]+_[a-z_]+|\\$\\{|has\\(|\\?\\?|\\bnull\\b");

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private Task open(String database, String step) {
        return open(northmoor.of(database), step);
    }

    private Task open(Migration run, String step) {
        return northmoor.stores().tasks().open(run.id(), StepKey.of(step)).orElseThrow();
    }

    /** A run by the shipped playbook of Data Pump, of which one step waits for a person after another is done. */
    private Migration shipped(String database, String done, String waits) {
        Playbook playbook = Northmoor.SHIPPED.findNewest("data-pump").orElseThrow();
        Migration run = northmoor.start(database, playbook.hash());
        northmoor.play(
                run,
                Northmoor.done(1, done),
                Northmoor.entry(
                        2,
                        Northmoor.step(waits, StepState.WAITING_PERSON)
                                .waited(Northmoor.NOW)
                                .run(),
                        "task opened",
                        null));
        return run;
    }

    private Element task(Task task) throws Exception {
        MockHttpServletResponse answer = mvc.perform(
                        get("/tasks?task=" + task.id()).with(user("dba").roles("DBA")))
                .andReturn()
                .getResponse();
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        Document page = Jsoup.parse(answer.getContentAsString());
        Element shown = page.getElementById("task");
        Element around = shown.clone();
        around.select("details").remove();
        for (String part : new String[] {"#before", "#then", "#undo"}) {
            assertThat(INTERNAL.matcher(around.select(part).text()).find())
                    .as(around.select(part).text())
                    .isFalse();
        }
        return shown;
    }

    @Test
    void aTaskOfAPersonSaysWhichCheckFollowsIt() throws Exception {
        Element task = task(open(shipped("PENSP", "grants", "grants-by-hand"), "grants-by-hand"));
        assertThat(task.select("#then li a").eachText()).containsExactly("The rights on SYS objects are there");
        assertThat(task.select("#then li").text()).contains("Not started");
        assertThat(task.select("#then li a").attr("href"))
                .contains("/step?run=")
                .contains("step=grants-given");
        // what gives the rights changes them: it is no check
        assertThat(task.select("#before li")).isEmpty();
        assertThat(task.select("#before").text()).contains("No check stands directly before this step.");
        assertThat(task.select("#undo").text()).contains("a person takes back", "not done");
    }

    @Test
    void aStepThatFailedSaysHowItIsTakenBackAndWhatIsTakenBackFirst() throws Exception {
        Task task = open("CARDAUTH", "create-volumes");
        Element undo = task(task).select("#undo").first();
        assertThat(undo.text())
                .contains("part of its work may be there")
                .contains("Backing out takes it back by its own undo")
                .contains("A retry looks what is there");
        assertThat(undo.select("a[href*='tab=undo'][href*='step=create-volumes']"))
                .hasSize(1);
        assertThat(undo.select("li")).isEmpty();
    }

    @Test
    void aStepOfAShippedPlaybookSaysInItsOwnWordsWhatItTakesBack() throws Exception {
        Migration run = northmoor.start(
                "LOANP", Northmoor.SHIPPED.findNewest("data-pump").orElseThrow().hash());
        northmoor.play(
                run,
                Northmoor.entry(
                        1,
                        Northmoor.step("prepare-source", StepState.PARKED)
                                .failure(FailureCode.CAPACITY_EXHAUSTED.with("no room", "make room"))
                                .run(),
                        "step needs attention",
                        null));
        assertThat(task(open(run, "prepare-source")).select("#undo").text()).contains("Undo removes user");
    }

    @Test
    void aGateIsAPersonsAndNothingLooksBehindIt() throws Exception {
        Task task = open("BRNCHP", "go");
        Element gate = task(task);
        // load and compare both change something in this playbook, what follows switches
        assertThat(gate.select("#then").text()).contains("No check stands directly after this step.");
        assertThat(gate.select("#undo").text()).contains("A person works or decides here");
    }

    @Test
    void aGateOfChecksOffersToLookAgain() throws Exception {
        Migration run = shipped("LOYALP", "look-at-settings", "accept-settings");
        Element gate = task(open(run, "accept-settings"));
        Element again = gate.select("form:has(input[name=verb][value=RETRY])").first();
        assertThat(again.text()).contains("Look again", "the checks run once more");
        assertThat(again.select("input[name=step]").val()).isEqualTo("accept-settings");

        Task asked = open(run, "accept-settings");
        assertThat(looksAgain("/tasks/" + asked.id())).isTrue();
        assertThat(looksAgain("/gates/" + asked.id())).isTrue();
        String other = open("BRNCHP", "go").id();
        assertThat(looksAgain("/tasks/" + other)).isFalse();
        assertThat(looksAgain("/gates/" + other)).isFalse();

        MockHttpServletResponse answer = mvc.perform(post(again.attr("action"))
                        .param("key", again.select("input[name=key]").val())
                        .param("run", again.select("input[name=run]").val())
                        .param("step", "accept-settings")
                        .param("verb", "RETRY")
                        .with(user("dba").roles("DBA"))
                        .with(csrf()))
                .andReturn()
                .getResponse();
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(302);
        assertThat(northmoor.stores().commands().list(run.id(), 5)).anySatisfy(row -> {
            assertThat(row.order().verb()).isEqualTo(Verb.RETRY);
            assertThat(row.order().step()).isEqualTo(StepKey.of("accept-settings"));
        });
        assertThat(task(open("BRNCHP", "go")).select("input[value=RETRY]"))
                .as("a gate that goes by what is not only looked at")
                .isEmpty();
    }

    /** What the API says of a task or gate. */
    private boolean looksAgain(String address) throws Exception {
        MockHttpServletResponse answer = mvc.perform(
                        get("/api/v1" + address).with(user("dba").roles("DBA")))
                .andReturn()
                .getResponse();
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        return JsonMapper.shared()
                .readTree(answer.getContentAsString())
                .required("looksAgain")
                .booleanValue();
    }

    @Test
    void whatIsDoneAfterAPersonsStepIsTakenBackBeforeIt() throws Exception {
        Migration run = northmoor.start("TREASP");
        northmoor.play(
                run,
                Northmoor.done(1, "collect"),
                Northmoor.entry(
                        2,
                        Northmoor.step("size", StepState.WAITING_PERSON)
                                .waited(Northmoor.NOW)
                                .run(),
                        "task opened",
                        null));
        Task task = open(run, "size");
        northmoor.play(
                run, Northmoor.done(4, "size"), Northmoor.done(5, "define-guest"), Northmoor.done(6, "create-volumes"));
        Element undo = task(task).select("#undo").first();
        assertThat(undo.text()).contains("It is done.");
        assertThat(undo.select("li a").eachText()).containsExactly("Volumes created and mapped", "Guest defined");
    }
}
