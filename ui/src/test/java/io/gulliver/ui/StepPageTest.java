package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Speaker;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.view.MigrationQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/** The page of a step: why it stopped, what its programs printed, and what taking it back would do. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class StepPageTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String address;

    @BeforeEach
    void theRunThatFailed() {
        Migration run = northmoor
                .stores()
                .migrations()
                .list(new MigrationQuery("northmoor", "CARDAUTH", null, Set.of(), null, 1))
                .rows()
                .get(0);
        address = "/programs/northmoor/databases/CARDAUTH/step?run=" + run.id().value() + "&step=create-volumes";
    }

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.with(user("dba").roles("DBA"))).andReturn().getResponse();
    }

    private Document page(String more) throws Exception {
        MockHttpServletResponse response = answer(get(address + more));
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        Document document = Jsoup.parse(response.getContentAsString());
        assertThat(document.text()).doesNotContain("??").doesNotContain("null");
        return document;
    }

    @Test
    void saysWhatFailedInWhoseWordsAndWhatToDo() throws Exception {
        Document page = page("");
        assertThat(page.select("p.lead").text()).startsWith("Volumes created and mapped stopped:");
        assertThat(page.select("#why .sp-msg").text()).contains("pool FS-2/P1 is full");
        assertThat(page.select("#why .sp-why").text()).contains("Storage frees 4.2 TB by 15 Jun", "DBA");
        assertThat(page.select("#why .lgx .ln").last().text()).contains("ERROR: no extent left");
        assertThat(page.select("#why form input[name=verb]").attr("value")).isEqualTo("RETRY");
        assertThat(page.select("#why a[href*=needs-create-volumes]")).hasSize(1);
    }

    @Test
    void theNewestLogOpensAtItsEndAndLinesHaveAddressesThatStay() throws Exception {
        Document page = page("");
        Element last = page.select("#log .ln").last();
        assertThat(page.select("#log .ln")).hasSize(300);
        assertThat(last.id()).isEqualTo("L2-2002");
        assertThat(last.classNames()).contains("e");
        assertThat(last.text()).contains("14:31:59", "14:32:00", "error", "ERROR: no extent left in FS-2/P1");
        Document line = page("&tab=log&log=2&line=700");
        assertThat(line.select(".ln.on")).hasSize(1);
        assertThat(line.getElementById("L2-700").text()).contains(". . block 700 written to <b>FS-2/P1</b>");
        assertThat(line.getElementById("L2-700").select("b")).isEmpty();
        assertThat(line.getElementById("L2-700").select("a").attr("href")).contains("&log=2&line=700#L2-700");
        String later = line.select("p.pager a:contains(Later)").attr("href");
        Document next = Jsoup.parse(answer(get(java.net.URI.create(later))).getContentAsString());
        assertThat(next.select("#log .ln").first().id()).isEqualTo("L2-900");
    }

    @Test
    void searchesAllAttemptsAndByLevel() throws Exception {
        Document hits = page("&q=all NEW connections");
        assertThat(hits.select("#log .ln")).hasSize(1);
        assertThat(hits.select("#log .ln mark").text()).isEqualTo("all new connections");
        assertThat(hits.select("#log .ln a").attr("href")).contains("&log=1&line=2#L1-2");
        Document errors = page("&level=ERROR");
        assertThat(errors.select("#log .ln")).hasSize(2);
        assertThat(errors.select("#log .seg a").text()).contains("All 2004", "Warnings 1", "Errors 2");
        Document many = page("&q=written");
        assertThat(many.select("#log .ln")).hasSize(200);
        String more = many.select("p.pager a:contains(More)").attr("href");
        Document rest = Jsoup.parse(answer(get(java.net.URI.create(more))).getContentAsString());
        assertThat(rest.select("#log .ln").first().id()).isEqualTo("L2-201");
        assertThat(page("&q=nowhere").select("#log .ln")).isEmpty();
    }

    @Test
    void allAttemptsAreDownloadedInOneFile() throws Exception {
        MockHttpServletResponse file = answer(get(address.replace("/step?", "/step/log?")));
        assertThat(file.getStatus()).isEqualTo(200);
        assertThat(file.getHeader("Content-Disposition")).contains("CARDAUTH-create-volumes.log");
        assertThat(file.getContentAsString().lines())
                .hasSize(2006)
                .startsWith("==== attempt 1, job make-1 on gvp0291, 2 lines ====", "mkvdisk: volume 1 of 8 made");
    }

    @Test
    void programsReadTheSameLinesPageByPageAndFollowByTheLastOne() throws Exception {
        String run = address.replaceAll(".*run=([^&]+)&.*", "$1");
        String api = "/api/v1/programs/northmoor/migrations/" + run + "/output";
        String step = "?step=create-volumes";
        List<String> read = new ArrayList<>();
        String cursor = "";
        do {
            MockHttpServletResponse response =
                    answer(get(api + step + "&limit=1000" + (cursor.isEmpty() ? "" : "&cursor=" + cursor)));
            assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
            JsonNode page = JsonMapper.shared().readTree(response.getContentAsString());
            page.path("items").forEach(line -> read.add(line.path("text").asString()));
            cursor = page.path("next").isNull() ? "" : page.path("next").asString();
        } while (!cursor.isEmpty());
        List<String> file = answer(get(api + ".txt" + step))
                .getContentAsString()
                .lines()
                .filter(line -> !line.startsWith("===="))
                .toList();
        assertThat(read).hasSize(2004).isEqualTo(file);
        assertThat(answer(get(api + step + "&cursor=2.2002")).getContentAsString())
                .contains("\"items\":[]");
        assertThat(answer(get(api + step + "&level=ERROR&q=NO extent")).getContentAsString())
                .contains("\"log\":2", "\"number\":2002", "no extent left");
        assertThat(answer(get(api + step + "&cursor=2002")).getStatus()).isEqualTo(400);
        assertThat(answer(get(api + "?step=no-step")).getStatus()).isEqualTo(404);
        assertThat(answer(get(api + step.replace("=c", "=C"))).getStatus()).isEqualTo(422);
        assertThat(answer(get(api.replace("northmoor", "southmoor") + step)).getStatus())
                .isEqualTo(404);
    }

    @Test
    void eachTabHasItsAddressAndRealContent() throws Exception {
        assertThat(page("&tab=attempts").select("#attempts thead th")).hasSizeGreaterThan(1);
        assertThat(page("&tab=undo").select("#undo").text()).isNotBlank();
        assertThat(page("&tab=inputs").select("#inputs")).hasSize(1);
        assertThat(page("&tab=outputs").select("#outputs")).hasSize(1);
        assertThat(page("&tab=calls").select("#calls")).hasSize(1);
        assertThat(page("").select("nav.tabs a[aria-current=page]").text()).isEqualTo("Log");
        assertThat(answer(get(address + "&tab=other")).getStatus()).isEqualTo(404);
        assertThat(answer(get(address + "&log=9")).getStatus()).isEqualTo(404);
        assertThat(answer(get(address.replace("create-volumes", "no-step"))).getStatus())
                .isEqualTo(404);
        assertThat(answer(get(address.replace("CARDAUTH", "PENSP"))).getStatus())
                .isEqualTo(404);
    }

    private String full() {
        return address.replace("create-volumes", "define-guest");
    }

    @Test
    void aLogThatIsFullSaysHowMuchMoreIsWhereAndOffersIt() throws Exception {
        address = full();
        Document page = page("");
        assertThat(page.select("#log .ln")).hasSize(1);
        assertThat(page.select("#log .lg-end").text()).isEqualTo("What is kept ends here.");
        assertThat(page.select("#log-rest").text().replace('\u00a0', ' '))
                .contains(
                        "Kept are the first 16 B of what this program printed.",
                        "5.0 MB more are on gvp0291, in the file ~/.gulliver/jobs/guest-1/log of the login there.")
                .doesNotContain("It still prints");
        assertThat(page.select("#log-rest button").text()).isEqualTo("Fetch the rest from the host");
        assertThat(page.select("#log-rest form input[name=log]").attr("value")).isEqualTo("1");
        assertThat(page.select("#log .log-bar").text()).contains("Download what is kept");
        assertThat(answer(get(address.replace("/step?", "/step/log?"))).getContentAsString())
                .isEqualTo("""
                        ==== attempt 1, job guest-1 on gvp0291, 1 lines, the rest is on the host ====
                        define: profile
                        ==== not in this file: 5000000 bytes, on gvp0291 in ~/.gulliver/jobs/guest-1/log ====
                        """);
    }

    private MockHttpServletResponse fetch(String role, String log) throws Exception {
        return mvc.perform(post(full().replace("/step?", "/step/log?"))
                        .param("log", log)
                        .with(csrf())
                        .with(user("eve").roles(role)))
                .andReturn()
                .getResponse();
    }

    @Test
    void whoeverMayReadTheLogMayAskForTheRestAndHearsWhyItDoesNotCome() throws Exception {
        MockHttpServletResponse asked = fetch("VIEWER", "1");
        assertThat(asked.getStatus()).isEqualTo(302);
        assertThat(asked.getHeader("Location")).contains("/step?run=", "&step=define-guest&tab=log&log=1");
        String failed = "Not fetched: the engine that would carry it to a worker cannot be reached."
                + " See the health of this server, then fetch again.";
        assertThat(mvc.perform(post(full().replace("/step?", "/step/log?"))
                                .param("log", "1")
                                .with(csrf())
                                .with(user("eve").roles("VIEWER")))
                        .andReturn()
                        .getFlashMap()
                        .get("failed"))
                .isEqualTo(failed);
        assertThat(fetch("VIEWER", "7").getStatus()).isEqualTo(404);
        assertThat(mvc.perform(post(full().replace("/step?", "/step/log?"))
                                .param("log", "1")
                                .with(user("eve").roles("VIEWER")))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .as("only from a page")
                .isEqualTo(403);
    }

    @Test
    void programsAskForTheRestByACall() throws Exception {
        String api = "/api/v1/programs/northmoor/migrations/" + address.replaceAll(".*run=([^&]+)&.*", "$1")
                + "/output/rest";
        MockHttpServletResponse failed =
                answer(post(api).contentType("application/json").content("{\"step\":\"define-guest\"}"));
        assertThat(failed.getStatus()).as(failed.getContentAsString()).isEqualTo(200);
        JsonNode body = JsonMapper.shared().readTree(failed.getContentAsString());
        assertThat(body.path("log").asInt()).isEqualTo(1);
        assertThat(body.path("bytes").asLong()).isZero();
        assertThat(body.path("whole").asBoolean()).isFalse();
        assertThat(body.path("failure").path("code").asString()).isEqualTo("UNREACHABLE");
        JsonNode whole = JsonMapper.shared()
                .readTree(answer(post(api)
                                .contentType("application/json")
                                .content("{\"step\":\"create-volumes\",\"log\":2}"))
                        .getContentAsString());
        assertThat(whole.path("whole").asBoolean()).isTrue();
        assertThat(whole.path("failure").isNull()).isTrue();
        assertThat(answer(post(api).contentType("application/json").content("{\"step\":\"create-volumes\",\"log\":3}"))
                        .getStatus())
                .isEqualTo(404);
        assertThat(answer(post(api).contentType("application/json").content("{\"step\":\"no-step\"}"))
                        .getStatus())
                .isEqualTo(404);
    }

    @Test
    void theRunsPageLeadsToIt() throws Exception {
        Document run = Jsoup.parse(answer(get("/programs/northmoor/databases/CARDAUTH?step=create-volumes"))
                .getContentAsString());
        assertThat(run.select("#step a[href*=/step?run=]")).hasSize(1);
    }

    @Test
    void theHistoryOfADatabaseCallsStepsByTheirTitles() throws Exception {
        Migration run = northmoor.of("CARDAUTH");
        var commands = northmoor.stores().commands();
        commands.record(new NewCommand(
                run.id(),
                new CommandOrder(
                        "history-retry",
                        Verb.RETRY,
                        StepKey.of("create-volumes"),
                        null,
                        null,
                        "there is room now",
                        "dba",
                        Map.of()),
                null,
                new Speaker("dba", "dba", Set.of("dba"))));
        commands.settled(
                "history-retry", false, "Step create-volumes is being tried right now", Northmoor.CLOCK.instant());
        Document page = Jsoup.parse(
                answer(get("/programs/northmoor/databases/CARDAUTH")).getContentAsString());
        Element happened = page.getElementById("happened");
        assertThat(happened.text()).contains("Step “Volumes created and mapped” is being tried right now");
        assertThat(happened.text()).doesNotContain("create-volumes");
    }
}
