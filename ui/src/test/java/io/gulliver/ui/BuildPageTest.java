package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.service.planning.BuildDesignService;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The build of a server on one page: what, from where, what speaks against it, who approved it. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class BuildPageTest {
    private static final String AT = "/programs/northmoor/servers/";

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    @Autowired
    private BuildDesignService designs;

    private BuiltServers servers;

    @BeforeEach
    void servers() {
        servers = new BuiltServers(northmoor.stores());
    }

    private String answer(int status, MockHttpServletRequestBuilder request, String role) throws Exception {
        MockHttpServletResponse response = mvc.perform(
                        request.with(user("mia").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
        return response.getContentAsString();
    }

    private Document page(String server, String role) throws Exception {
        Document page = Jsoup.parse(answer(200, get(AT + server + "/build"), role));
        assertThat(page.text()).doesNotContain("??").doesNotContain("PT0");
        return page;
    }

    private static String row(Document page, String part, String words) {
        for (Element row : page.select("#part-" + part + " tbody tr")) {
            if (row.select("th").text().equals(words)) {
                return row.select("td").text();
            }
        }
        throw new AssertionError(
                "no " + words + " in " + page.select("#part-" + part).text());
    }

    private String hash(String server) {
        return designs.of(Northmoor.PROGRAM, server).orElseThrow().design().hash();
    }

    @Test
    void saysWhatIsBuiltAndWhereEachComesFrom() throws Exception {
        servers.sized("lnxa", "BUILDA", Map.of());
        Document page = page("lnxa", "VIEWER");
        assertThat(page.select(".lead").text())
                .isEqualTo("The design of lnxa is complete. Nobody has approved it yet.");
        assertThat(row(page, "place", "machine")).isEqualTo("CPC1 Policy of the program, server lnxa");
        assertThat(row(page, "place", "built as")).startsWith("a partition of its own Playbook, dpm-server, version ");
        assertThat(row(page, "size", "memory at its start"))
                .endsWith("GiB Sum of the sizings of those who land there BUILDA");
        assertThat(row(page, "storage", "volumes for redo logs")).startsWith("2 × ");
        assertThat(row(page, "paths", "ports of its paths"))
                .startsWith("chosen when it is made Later, 4 on at least two fabrics");
        assertThat(row(page, "databases", "BUILDA, SGA of an instance"))
                .startsWith("8,192 MB Accepted sizing BUILDA by Pat, ");
        assertThat(page.select("#part-databases a[href$=/databases/BUILDA/sizing]"))
                .isNotEmpty();
        assertThat(page.select("section[id^=part-] tbody td").eachText()).doesNotContain("nothing");
        assertThat(page.select("section[id^=part-] > p").text())
                .startsWith("Left empty by the playbook: ")
                .contains("device numbers of ECKD volumes for data; ");
        assertThat(page.select("#exists").text()).contains("Nothing of it was made yet");
        assertThat(page.select("form[action$=/build/approve]"))
                .as("a viewer approves nothing")
                .isEmpty();
        assertThat(page.select("form[action$=/build/evaluate]")).isEmpty();
        assertThat(page.select("#against, #changes, #approvals")).isEmpty();
    }

    @Test
    void isApprovedOnceAndSaysWhatWouldChangeAfterwards() throws Exception {
        servers.sized("lnxb", "BUILDB", Map.of());
        String seen = hash("lnxb");
        assertThat(page("lnxb", "APPROVER")
                        .select("form[action$=/build/approve] input[name=hash]")
                        .attr("value"))
                .isEqualTo(seen);
        answer(302, post(AT + "lnxb/build/approve").param("hash", seen).param("reason", "read it"), "APPROVER");
        Document approved = page("lnxb", "APPROVER");
        assertThat(approved.select(".lead").text()).isEqualTo("The design of lnxb is approved by mia.");
        assertThat(approved.select("form[action$=/build/approve]")).isEmpty();
        assertThat(approved.select("#approvals tbody").text()).contains("mia", "On this page", "read it");

        servers.sized("lnxb", "BUILDB", Map.of("server.pool", "pool9"));
        Document changed = page("lnxb", "VIEWER");
        assertThat(changed.select(".lead").text())
                .isEqualTo("The design of lnxb is not the one that mia approved: one line differs.");
        assertThat(changed.select("#changes tbody tr").eachText()).containsExactly("pool pool0 pool9");
        assertThat(answer(409, post(AT + "lnxb/build/approve").param("hash", seen), "APPROVER"))
                .contains("not the one that you read");
    }

    @Test
    void whatSpeaksAgainstItStandsFirstAndIsNotApproved() throws Exception {
        servers.sized("lnxc", "BUILDC", Map.of("server.memory.gib", 2.0));
        Document page = page("lnxc", "APPROVER");
        assertThat(page.select(".lead").text()).startsWith("The design of lnxc cannot be approved as it stands: ");
        assertThat(page.select("#against li").eachText())
                .anySatisfy(text -> assertThat(text).startsWith("Less than those who land there need: memory"));
        assertThat(page.select("form[action$=/build/approve]")).isEmpty();
        answer(409, post(AT + "lnxc/build/approve").param("hash", hash("lnxc")), "APPROVER");
        assertThat(designs.history(Northmoor.PROGRAM, "lnxc")).isEmpty();
    }

    @Test
    void aServerThatNoPlaybookBuildsSaysSoAndAnUnknownOneIsNotFound() throws Exception {
        servers.lands("STANDS", "oldserver");
        Document page = page("oldserver", "APPROVER");
        assertThat(page.select(".lead").text()).startsWith("No playbook builds oldserver: ");
        assertThat(page.select("form[action*=/build/]")).isEmpty();
        answer(404, get(AT + "nowhere/build"), "APPROVER");
    }

    @Test
    void anEvaluationIsStartedHereAndNamed() throws Exception {
        servers.sized("lnxd", "BUILDD", Map.of());
        assertThat(page("lnxd", "APPROVER").select("#looks").text()).contains("Nobody has had its run evaluated");
        answer(302, post(AT + "lnxd/build/evaluate").param("key", "build-page-evaluates-1"), "PM");
        Document page = page("lnxd", "VIEWER");
        assertThat(page.select("#looks .dim").text()).matches("Evaluation \\d+ of .*; nothing was made");
        assertThat(page.select("#looks a[href*=server:lnxd]")).isNotEmpty();
        assertThat(page.select("#looks tbody th").eachText())
                .contains("Create the partition", "Put the design together");
    }

    @Test
    void theCallsSayAndDoTheSame() throws Exception {
        servers.sized("lnxe", "BUILDE", Map.of());
        String seen = hash("lnxe");
        assertThat(answer(200, get("/api/v1/programs/northmoor/servers"), "VIEWER"))
                .contains("\"lnxe\"");
        assertThat(answer(200, get("/api/v1/programs/northmoor/servers/lnxe/build"), "VIEWER"))
                .contains(
                        "\"hash\":\"" + seen + "\"",
                        "\"approved\":null",
                        "\"key\":\"memory_gib\"",
                        "\"origin\":\"SIZING\"");
        MockHttpServletRequestBuilder approve = post("/api/v1/programs/northmoor/servers/lnxe/build/approve")
                .header("Idempotency-Key", "approve-lnxe-1")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"hash\": \"" + seen + "\"}");
        assertThat(answer(200, approve, "APPROVER")).contains("\"by\":\"mia\"");
        answer(404, get("/api/v1/programs/northmoor/servers/nowhere/build"), "VIEWER");
        MockHttpServletRequestBuilder other = post("/api/v1/programs/northmoor/servers/lnxe/build/approve")
                .header("Idempotency-Key", "approve-lnxe-2")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"hash\": \"five\"}");
        answer(422, other, "APPROVER");
    }
}
