package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.persistence.wiring.Stores;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The access page: what was seen of each database, who must do what, and asking for another try. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class AccessPageTest {
    private static final String CSV = "database,application,environment,source_host,source_service,credential\n"
            + "A,Shop,production,hosta,asvc,reader\nB,Shop,test,hostb,bsvc,reader\nC,Crm,test,,,\n";

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String program = "";

    private Stores stores() {
        return northmoor.stores();
    }

    @BeforeEach
    void freshProgram() throws Exception {
        program = "x" + UUID.randomUUID().toString().substring(0, 12);
        stores().programs().create(program, "Fresh", ZoneId.of("Europe/Berlin"), Map.of(), "pm");
        MockHttpServletResponse imported = send(
                post("/api/v1/programs/" + program + "/inventory")
                        .contentType("text/csv")
                        .header("Idempotency-Key", UUID.randomUUID().toString())
                        .content(CSV),
                "PM");
        assertThat(imported.getStatus()).as(imported.getContentAsString()).isEqualTo(200);
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request, String role) throws Exception {
        return mvc.perform(request.with(user("pm").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private Document page(String query, String role) throws Exception {
        MockHttpServletResponse response = send(get("/programs/" + program + "/access" + query), role);
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(response.getContentAsString());
    }

    private static AccessAnswer answer(String database, AccessFinding... findings) {
        List<AccessFinding> all = new ArrayList<>(Arrays.asList(findings));
        for (AccessItem item : AccessItem.values()) {
            if (all.stream().noneMatch(finding -> finding.item() == item)) {
                all.add(AccessFinding.good(item, "fine"));
            }
        }
        return new AccessAnswer(database, all, List.of("AUDIT_VIEWER"), "w1");
    }

    private void closedAtB() {
        stores().access()
                .keep(
                        program,
                        "dmz-1",
                        List.of(
                                answer("A"),
                                answer(
                                        "B",
                                        AccessFinding.bad(AccessItem.PORT, "no answer within 5 s", "Open tcp h:1521."),
                                        AccessFinding.unknown(AccessItem.LOGIN, "Not tried"))));
    }

    @Test
    void saysThatNothingWasTriedYet() throws Exception {
        Document page = page("", "VIEWER");
        assertThat(page.select(".lead").text()).isEqualTo("Nothing was tried yet: 3 databases wait for a first check.");
        assertThat(page.select(".access tbody tr")).hasSize(3);
        assertThat(page.select(".access tbody tr").get(0).text()).contains("A", "not tried", "–");
        assertThat(page.select("button"))
                .as("a viewer asks for nothing")
                .noneMatch(button -> button.text().startsWith("Check"));
    }

    @Test
    void showsEachThingInAWordAndUnderTheRowWhoMustDoWhat() throws Exception {
        closedAtB();
        Document page = page("", "PM");
        assertThat(page.select(".lead").text())
                .isEqualTo("1 of 3 databases can be reached and read; one needs work; 1 not tried.");
        assertThat(page.select(".access-why").text())
                .isEqualTo("Port no answer within 5 s Network team: Open tcp h:1521.");
        assertThat(page.select(".access tbody").get(1).text()).contains("needs work", "not tried", "good");
        assertThat(page.select("nav.nav a[aria-current]").text()).isEqualTo("Access");
        assertThat(page.select("th:contains(Port)").text()).contains("1 good, 1 not");
        assertThat(page("?bad=true", "PM").select(".access tbody th a").eachText())
                .containsExactly("B");
        assertThat(page("?q=crm", "PM").select(".access tbody th a").eachText()).containsExactly("C");
    }

    @Test
    void asksForTheTickedForOneAndForAll() throws Exception {
        String check = "/programs/" + program + "/access/check";
        assertThat(send(post(check), "PM").getStatus()).isEqualTo(422);
        assertThat(send(post(check).param("database", "A", "C"), "DBA").getRedirectedUrl())
                .isEqualTo("/programs/" + program + "/access");
        assertThat(stores().access().waiting(program, 10)).containsExactlyInAnyOrder("A", "C");
        send(post(check).param("one", "B").param("database", "A").param("q", "b c"), "PM");
        assertThat(stores().access().waiting(program, 10)).contains("B");
        Document page = page("", "PM");
        assertThat(page.select(".access tbody .tag").eachText()).containsOnly("being tried");
        assertThat(page.select("#access").attr("hx-trigger")).isEqualTo("every 4s");
        assertThat(send(post(check).param("all", "true"), "VIEWER").getStatus()).isEqualTo(403);
        assertThat(send(post(check).param("one", "GONE"), "PM").getStatus()).isEqualTo(404);
    }

    @Test
    void keepsTheFilterWhenItAsks() throws Exception {
        assertThat(send(
                                post("/programs/" + program + "/access/check")
                                        .param("all", "true")
                                        .param("q", "a&b")
                                        .param("bad", "true"),
                                "PM")
                        .getRedirectedUrl())
                .isEqualTo("/programs/" + program + "/access?q=a%26b&bad=true");
    }

    @Test
    void answersAScriptWithTheLivePartAlone() throws Exception {
        String part = send(get("/programs/" + program + "/access").header("HX-Request", "true"), "PM")
                .getContentAsString();
        assertThat(part).contains("id=\"access\"").doesNotContain("<main", "<html");
    }

    @Test
    void handsOutTheRequestForFirewallsForGrantsAndInWords() throws Exception {
        closedAtB();
        MockHttpServletResponse csv = send(get("/programs/" + program + "/access/request?form=csv"), "VIEWER");
        assertThat(csv.getHeader("Content-Disposition")).contains("attachment", "access-" + program + ".csv");
        assertThat(csv.getContentType()).startsWith("text/csv");
        assertThat(csv.getContentAsString())
                .contains("dmz-1,w1,,hostb,,1521,tcp,Oracle Net,B,closed,Network team,Open tcp hostb:1521")
                .doesNotContain("hosta");
        assertThat(send(get("/programs/" + program + "/access/request?form=csv&all=true"), "VIEWER")
                        .getContentAsString())
                .contains("dmz-1,w1,,hosta,,1521,tcp,Oracle Net,A,open,,");
        assertThat(send(get("/api/v1/programs/" + program + "/access/request?form=sql&database=A"), "VIEWER")
                        .getContentAsString())
                .contains("-- Database A, service asvc on hosta:1521", "GRANT AUDIT_VIEWER TO GULLIVER_READ;")
                .doesNotContain("Database B");
        assertThat(send(get("/programs/" + program + "/access/request"), "VIEWER")
                        .getContentAsString())
                .contains("Network team", "Open tcp h:1521.", "for B");
        assertThat(send(get("/programs/" + program + "/access/request?form=xml"), "VIEWER")
                        .getStatus())
                .isEqualTo(400);
    }

    @Test
    void answersTheSameOverTheApi() throws Exception {
        closedAtB();
        String api = "/api/v1/programs/" + program + "/access";
        assertThat(send(get(api + "?bad=true"), "VIEWER").getContentAsString())
                .contains("\"database\":\"B\"", "\"state\":\"BAD\"", "\"role\":\"network\"", "AUDIT_VIEWER")
                .doesNotContain("\"database\":\"A\"");
        MockHttpServletResponse asked = send(
                post(api + "/check")
                        .contentType("application/json")
                        .header("Idempotency-Key", UUID.randomUUID().toString())
                        .content("{\"databases\":[\"C\"]}"),
                "DBA");
        assertThat(asked.getStatus()).isEqualTo(202);
        assertThat(asked.getContentAsString()).isEqualTo("{\"asked\":1}");
        assertThat(stores().access().waiting(program, 10)).containsExactly("C");
    }
}
