package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SeenClient;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.collection.SessionRecordActivitiesImpl;
import io.gulliver.testing.Services;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
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

/** The collection window on its page: opened, counted down by the day, and what a DBA is advised to set. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class WindowPageTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String program = "";

    private Stores stores() {
        return northmoor.stores();
    }

    /** The day of the pages' clock, by the store's clock, so that both agree on today. */
    private static LocalDate today() {
        return LocalDate.ofInstant(Northmoor.CLOCK.instant(), ZONE);
    }

    @BeforeEach
    void freshProgram() {
        program = "v" + UUID.randomUUID().toString().substring(0, 12);
        stores().programs()
                .create(program, "Fresh", ZONE, Map.of("parameters", Map.of("diagnostics_pack", "licensed")), "pm");
        stores().databases()
                .add(
                        program,
                        List.of(
                                DatabaseProfile.of("A", "shop", Environment.PRODUCTION),
                                DatabaseProfile.of("B", "shop", Environment.TEST)),
                        "pm");
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request, String role) throws Exception {
        return mvc.perform(request.with(user("pm").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private Document page(String role) throws Exception {
        MockHttpServletResponse response = send(get("/programs/" + program + "/window"), role);
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(response.getContentAsString());
    }

    private void told(LocalDate from, LocalDate to) {
        stores().facts()
                .put(
                        program,
                        "A",
                        List.of(
                                new Fact(
                                        "evidence.from",
                                        from + "T00:00:00",
                                        null,
                                        "capture",
                                        Northmoor.CLOCK.instant(),
                                        Confidence.MEASURED),
                                new Fact(
                                        "evidence.to",
                                        to + "T12:00:00",
                                        null,
                                        "capture",
                                        Northmoor.CLOCK.instant(),
                                        Confidence.MEASURED)),
                        "pm");
    }

    @Test
    void saysThatNoWindowIsOpenAndOpensThem() throws Exception {
        Document before = page("PM");
        assertThat(before.select(".lead").text()).isEqualTo("Enough load was seen of 0 of 2 databases.");
        assertThat(before.select("tbody tr").get(0).text()).contains("A", "not begun");
        assertThat(before.select(".head-acts button").text()).isEqualTo("Open 2 windows");
        assertThat(page("VIEWER").select("main form[method=post] button")).isEmpty();
        assertThat(send(post("/programs/" + program + "/window/open"), "VIEWER").getStatus())
                .isEqualTo(403);
        assertThat(send(post("/programs/" + program + "/window/open").param("one", "B"), "DBA")
                        .getRedirectedUrl())
                .isEqualTo("/programs/" + program + "/window");
        assertThat(stores().windows().list(program)).hasSize(1);
        send(post("/programs/" + program + "/window/open"), "PM");
        assertThat(page("PM").select("tbody tr").get(0).text()).contains("0 of 35 days");
    }

    @Test
    void countsDaysNamesTheMonthEndAndTheDayOnWhichAllIsSeen() throws Exception {
        stores().windows().open(program, List.of("A"), "pm");
        LocalDate end = today().withDayOfMonth(1).minusDays(1);
        told(end.minusDays(2), end.plusDays(1));
        Document page = page("PM");
        String row = page.select("tbody tr").get(0).text();
        assertThat(row).contains("4 of 35 days").contains(" included");
        assertThat(page.select(".lead").text()).contains("the last is ready on");
        String api =
                send(get("/api/v1/programs/" + program + "/window"), "VIEWER").getContentAsString();
        assertThat(api).contains("\"seen\":4", "\"monthEnd\":\"" + end + "\"");
    }

    @Test
    void advisesSettingsOfAwrAndABaselineAndSaysThatNothingIsChanged() throws Exception {
        stores().access()
                .keep(
                        program,
                        "dmz-1",
                        List.of(new AccessAnswer(
                                "A",
                                List.of(AccessFinding.bad(
                                        AccessItem.AWR,
                                        "AWR: a snapshot every 60 min, kept for 8 days; wanted are 35 days.",
                                        "Decide and run: BEGIN DBMS_WORKLOAD_REPOSITORY.MODIFY_SNAPSHOT_SETTINGS(retention"
                                                + " => 50400, interval => 60); END;")),
                                List.of(),
                                "w1")));
        told(today().minusDays(40), today());
        send(post("/programs/" + program + "/window/open"), "PM");
        Document page = page("PM");
        assertThat(page.select(".note.s-warn").text()).contains("Nothing is changed by Gulliver");
        String row = page.select("tbody tr").get(0).text();
        assertThat(row)
                .contains("kept for 8 days", "retention => 50400", "35 of 35 days", "CREATE_BASELINE", "GULLIVER_A");
        assertThat(page.select("tbody tr").get(1).text())
                .as("nobody looked at B yet")
                .contains("MODIFY_SNAPSHOT_SETTINGS");
    }

    @Test
    void anOpenTaskStandsOnThePageOfTasksUntilACheckSeesItDone() throws Exception {
        send(post("/programs/" + program + "/window/open").param("one", "A"), "PM");
        String waiting = send(get("/tasks?view=team"), "DBA").getContentAsString();
        assertThat(waiting).contains("Collecting load", "/programs/" + program + "/window?open=true", "Set AWR of A");
        assertThat(send(get("/tasks?view=team"), "NETWORK").getContentAsString())
                .doesNotContain("/programs/" + program + "/window?open=true");
        stores().access()
                .keep(
                        program,
                        "dmz-1",
                        List.of(new AccessAnswer(
                                "A",
                                List.of(AccessFinding.good(
                                        AccessItem.AWR, "AWR: a snapshot every 60 min, kept for 40 days.")),
                                List.of(),
                                "w1")));
        Services.windowRounds(stores(), Northmoor.CLOCK).run();
        assertThat(send(get("/tasks?view=all"), "DBA").getContentAsString())
                .doesNotContain("/programs/" + program + "/window?open=true");
        assertThat(page("PM").select("tbody tr").get(0).text())
                .contains("AWR settings: done. AWR: a snapshot every 60 min, kept for 40 days");
    }

    @Test
    void aPersonDeclinesATaskExtendsAndEndsAWindowEachWithAReason() throws Exception {
        String base = "/programs/" + program + "/window";
        send(post(base + "/open").param("one", "A"), "PM");
        assertThat(send(post(base + "/decline").param("one", "A").param("kind", "AWR_SETTINGS"), "DBA")
                        .getStatus())
                .as("no reason")
                .isEqualTo(422);
        send(
                post(base + "/decline")
                        .param("one", "A")
                        .param("kind", "AWR_SETTINGS")
                        .param("reason", "SYSAUX is full until May"),
                "DBA");
        assertThat(page("PM").select("tbody tr").get(0).text())
                .contains("AWR settings: declined by somebody-dba. SYSAUX is full until May");
        LocalDate now = LocalDate.ofInstant(stores().database().clock().instant(), ZONE);
        LocalDate later = now.plusDays(90);
        assertThat(send(
                                post(base + "/extend")
                                        .param("one", "A")
                                        .param("to", now.toString())
                                        .param("reason", "quarter"),
                                "PM")
                        .getStatus())
                .as("today is not later")
                .isEqualTo(422);
        send(
                post(base + "/extend")
                        .param("one", "A")
                        .param("to", later.toString())
                        .param("reason", "quarter"),
                "PM");
        assertThat(send(get("/api/v1" + base), "VIEWER").getContentAsString())
                .contains("\"closesOn\":\"" + later + "\"");
        assertThat(send(post(base + "/end").param("one", "A").param("reason", "enough"), "VIEWER")
                        .getStatus())
                .isEqualTo(403);
        send(post(base + "/end").param("one", "A").param("reason", "the host is switched off"), "PM");
        assertThat(page("PM").select("tbody tr").get(0).text())
                .contains("by pm: the host is switched off")
                .doesNotContain("End now");
        assertThat(send(post(base + "/end").param("one", "A").param("reason", "again"), "PM")
                        .getStatus())
                .isEqualTo(409);
    }

    @Test
    void fiveThousandDatabasesComeInPagesWithinASecond() throws Exception {
        stores().databases()
                .add(
                        program,
                        IntStream.range(0, 5000)
                                .mapToObj(n ->
                                        DatabaseProfile.of(String.format("N%04d", n), "shop", Environment.PRODUCTION))
                                .toList(),
                        "pm");
        send(post("/programs/" + program + "/window/open"), "PM");
        page("PM");
        long begun = System.nanoTime();
        Document page = page("PM");
        long millis = (System.nanoTime() - begun) / 1_000_000;
        System.out.println("collection window of 5,002 databases: " + millis + " ms");
        assertThat(page.select("main table > tbody > tr")).hasSize(100);
        assertThat(page.select(".pager a").text()).isEqualTo("Later");
        assertThat(Jsoup.parse(send(get("/programs/" + program + "/window?q=n4999"), "PM")
                                .getContentAsString())
                        .select("main table > tbody > tr"))
                .hasSize(1);
    }

    @Test
    void readsNothingOfAwrWhereItIsNotLicensed() throws Exception {
        String other = program + "-n";
        stores().programs().create(other, "Fresh", ZONE, Map.of(), "pm");
        stores().databases().add(other, List.of(DatabaseProfile.of("A", "shop", Environment.TEST)), "pm");
        String page = send(get("/programs/" + other + "/window"), "PM").getContentAsString();
        assertThat(page).contains("AWR is not read").doesNotContain("MODIFY_SNAPSHOT_SETTINGS");
    }

    @Test
    void showsHowOftenSessionsWereSampledAndWhoWasThere() throws Exception {
        stores().windows().open(program, List.of("A"), "pm");
        new SessionRecordActivitiesImpl(
                        stores().database(),
                        stores().programs(),
                        stores().databases(),
                        stores().windows(),
                        northmoor.connections(),
                        stores().database().clock())
                .keep(
                        program,
                        List.of(new SessionSample(
                                "A",
                                List.of(new SeenClient("shop", "web1", "java", "SHOP", "jdbcthin 19.3", 12)),
                                null,
                                false)));
        assertThat(page("VIEWER").select("tbody tr").get(0).text()).contains("1 client in 1 sample");
        assertThat(send(get("/api/v1/programs/" + program + "/databases/a/connections"), "VIEWER")
                        .getContentAsString())
                .contains("\"machine\":\"web1\"", "jdbcthin 19.3", "\"count\":12");
    }
}
