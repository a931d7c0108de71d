package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.service.planning.CheckService;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** Checks of a database: what was seen, wanted and found, what to do, and who waives it. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class ChecksPageTest {
    private static final String PROGRAM = "northmoor";

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    @Autowired
    private CheckService checks;

    private static String at(String database, String rest) {
        return "/programs/northmoor/databases/" + database + "/checks" + rest;
    }

    private String answer(int status, MockHttpServletRequestBuilder request, String role) throws Exception {
        MockHttpServletResponse response = mvc.perform(
                        request.with(user("mia").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
        return response.getContentAsString();
    }

    private Document page(String database, String role) throws Exception {
        Document document = Jsoup.parse(answer(200, get(at(database, "")), role));
        assertThat(document.text()).doesNotContain("??").doesNotContain("PT0");
        return document;
    }

    private CheckSubject is(String database, Map<String, Object> facts) {
        northmoor
                .stores()
                .databases()
                .add(PROGRAM, List.of(DatabaseProfile.of(database, "Payments", Environment.PRODUCTION)), "pm");
        CheckSubject subject = CheckSubject.database(database);
        if (!facts.isEmpty()) {
            checks.judge(PROGRAM, subject, CheckMoment.DESIGN, facts, true, "Mia", null);
        }
        return subject;
    }

    private static Element row(Document page, String check) {
        Element row = page.select("tr[id$=" + check + "]").first();
        assertThat(row).as(check + " in " + page.text()).isNotNull();
        return row;
    }

    @Test
    void saysThatNobodyHasLookedYet() throws Exception {
        is("DISPUTEP", Map.of());
        Document page = page("DISPUTEP", "VIEWER");
        assertThat(page.select(".lead").text()).contains("Nothing of DISPUTEP has been checked yet");
        assertThat(page.select("nav.tabs a[aria-current=page]").text()).isEqualTo("Checks");
    }

    @Test
    void showsWhatWasSeenWantedAndWhatToDo() throws Exception {
        is("ATMSWP", Map.of("oracle.use_large_pages", "TRUE", "oracle.specified", List.of("_disable_logging")));
        Document page = page("ATMSWP", "VIEWER");
        assertThat(page.select(".lead").text()).startsWith("One check stops a gate; one more should be fixed, ");
        Element row = row(page, "ORA-LP-01");
        assertThat(row.text())
                .contains(
                        "ORA-LP-01",
                        "Must fix",
                        "High",
                        "use_large_pages = TRUE",
                        "ONLY",
                        "document 003 (stated)",
                        "restart");
        assertThat(row(page, "ORA-UND-01").text()).contains("Should fix", "Medium");
        assertThat(page.select("details summary").eachText())
                .anySatisfy(text -> assertThat(text).contains("not measured"));
        assertThat(page.select("form[action$=/waive]"))
                .as("a viewer waives nothing")
                .isEmpty();
    }

    @Test
    void aWaiverIsGivenShownAndTakenBack() throws Exception {
        CheckSubject subject = is("LOYALP", Map.of("oracle.use_large_pages", "TRUE"));
        assertThat(row(page("LOYALP", "PM"), "ORA-LP-01").select("form[action$=/checks/waive]"))
                .hasSize(1);
        LocalDate until = checks.today(PROGRAM).plusDays(10);
        answer(302, waive("LOYALP", until.toString(), "pages are planned with the next outage"), "PM");
        Document waived = page("LOYALP", "PM");
        assertThat(row(waived, "ORA-LP-01").text()).contains("Waived", "pages are planned with the next outage");
        assertThat(waived.select(".lead").text()).startsWith("No check stops a gate");
        assertThat(waived.select("#waivers tbody tr")).hasSize(1);
        answer(
                302,
                post(at("LOYALP", "/withdraw"))
                        .param("check", "ORA-LP-01")
                        .param("kind", "database")
                        .param("subject", "LOYALP")
                        .param("reason", "there is no such outage"),
                "PM");
        assertThat(row(page("LOYALP", "PM"), "ORA-LP-01").text()).contains("Must fix");
        assertThat(checks.waivers(PROGRAM)).noneMatch(waiver -> waiver.subject().equals(subject));
    }

    private static MockHttpServletRequestBuilder waive(String database, String until, String reason) {
        return post(at(database, "/waive"))
                .param("check", "ORA-LP-01")
                .param("kind", "database")
                .param("subject", database)
                .param("until", until)
                .param("reason", reason);
    }

    @Test
    void refusesAWaiverWithoutReasonOrDayAndFromWhoMayNot() throws Exception {
        is("MOBAUTHP", Map.of("oracle.use_large_pages", "TRUE"));
        String day = checks.today(PROGRAM).plusDays(3).toString();
        answer(422, waive("MOBAUTHP", day, ""), "PM");
        answer(422, waive("MOBAUTHP", "soon", "a reason that is long enough"), "PM");
        answer(403, waive("MOBAUTHP", day, "a reason that is long enough"), "VIEWER");
        answer(
                422,
                post(at("MOBAUTHP", "/waive"))
                        .param("check", "ORA-LP-01")
                        .param("kind", "database")
                        .param("subject", "GLCORE")
                        .param("until", day)
                        .param("reason", "a reason that is long enough"),
                "PM");
        assertThat(row(page("MOBAUTHP", "PM"), "ORA-LP-01").text()).contains("Must fix");
    }

    @Test
    void earlierLooksAreListed() throws Exception {
        is("INSTPAY", Map.of("oracle.use_large_pages", "TRUE"));
        checks.judge(
                PROGRAM,
                CheckSubject.database("INSTPAY"),
                CheckMoment.DESIGN,
                Map.of("oracle.use_large_pages", "ONLY"),
                true,
                "Mia",
                null);
        Document page = page("INSTPAY", "VIEWER");
        assertThat(page.select(".lead").text()).startsWith("No check stops a gate");
        assertThat(page.select("#earlier tbody tr")).hasSize(1);
    }
}
