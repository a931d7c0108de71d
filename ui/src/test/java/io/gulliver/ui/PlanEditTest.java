package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.wiring.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
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

/** The plan as a person types it: waves, members, dates, freezes, lengths; the dates follow. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class PlanEditTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String program = "";

    private Stores stores() {
        return northmoor.stores();
    }

    /** Nobody collects load first: dates are counted without it. */
    private static final Map<String, Object> AT_ONCE = Map.of("collection", Map.of("sizing_waits", false));

    @BeforeEach
    void freshProgram() {
        program = "p" + UUID.randomUUID().toString().substring(0, 12);
        stores().programs().create(program, "Fresh", ZoneId.of("Europe/Berlin"), AT_ONCE, "pm");
        stores().databases()
                .add(
                        program,
                        List.of(
                                DatabaseProfile.of("A", "shop", Environment.PRODUCTION),
                                DatabaseProfile.of("B", "shop", Environment.TEST)),
                        "pm");
    }

    private String at(String path) {
        return "/programs/" + program + "/plan" + path;
    }

    private MockHttpServletResponse send(MockHttpServletRequestBuilder request, String role) throws Exception {
        return mvc.perform(request.with(user("pm").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private MockHttpServletRequestBuilder form(String path, List<String> pairs) {
        MockHttpServletRequestBuilder request = post(at(path));
        for (int i = 0; i < pairs.size(); i += 2) {
            request.param(pairs.get(i), pairs.get(i + 1));
        }
        return request;
    }

    /** As a person does it: types, looks at the preview, saves. */
    private void typed(String path, String... pairs) throws Exception {
        MockHttpServletResponse shown = send(form(path, List.of(pairs)), "PM");
        assertThat(shown.getStatus())
                .as("%s: %s", path, shown.getContentAsString())
                .isEqualTo(path.equals("/agree") ? 302 : 200);
        if (!path.equals("/agree")) {
            MockHttpServletResponse inPlace = send(form(path, List.of(pairs)).header("HX-Request", "true"), "PM");
            assertThat(inPlace.getStatus())
                    .as("as the script of a page asks, which has a frame already: %s", inPlace.getContentAsString())
                    .isEqualTo(200);
            assertThat(inPlace.getContentAsString())
                    .contains("<main")
                    .doesNotContain("<header")
                    .contains("name=\"seen\"");
            saved(path, Previewed.saves(shown.getContentAsString()));
        }
    }

    private void saved(String path, List<String> pairs) throws Exception {
        MockHttpServletResponse answer = send(form(path, pairs), "PM");
        assertThat(answer.getStatus())
                .as("%s: %s", path, answer.getContentAsString())
                .isEqualTo(302);
    }

    private Document page(String path) throws Exception {
        MockHttpServletResponse answer = send(get(at(path)), "PM");
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(answer.getContentAsString());
    }

    private Instant plannedEnd(String database) {
        return stores().plans().times(program).getOrDefault(database, List.of()).stream()
                .filter(times -> times.stage() == Stage.CUTOVER)
                .map(StageTimes::plannedEnd)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private void waveWithBoth() throws Exception {
        typed("/waves", "number", "1", "title", "Pilot", "start", "2027-01-11T08:00", "after", "");
        typed("/waves/1/members", "databases", "A, B", "cutover", "");
    }

    @Test
    void waveMembersAndDatesAreTypedAndTheDatesFollow() throws Exception {
        waveWithBoth();
        assertThat(stores().plans().wave(program, 1).orElseThrow().start())
                .as("typed in the program's zone")
                .isEqualTo("2027-01-11T07:00:00Z");
        Instant before = plannedEnd("A");
        typed("/waves/1/members", "databases", "A", "cutover", "2027-03-01T20:00");
        assertThat(plannedEnd("A")).isAfter("2027-03-01T19:00:00Z").isAfter(before);
        assertThat(page("/waves/1").select("input[name=cutover]").eachAttr("value"))
                .contains("2027-03-01T20:00");
        typed("/databases/B", "wave", "", "cutover", "");
        assertThat(page("/edit").text()).contains("One database is in no wave: B");
    }

    @Test
    void anotherLengthNeedsAReasonAndMovesTheEnd() throws Exception {
        waveWithBoth();
        Instant before = plannedEnd("A");
        MockHttpServletResponse refused = send(
                post(at("/databases/A/durations"))
                        .header("HX-Request", "true")
                        .param("stage", "BUILD")
                        .param("length", "30")
                        .param("unit", "DAYS")
                        .param("reason", " "),
                "PM");
        assertThat(refused.getStatus()).isEqualTo(422);
        assertThat(refused.getContentAsString()).contains("<b>Reason</b>", "needs a reason", "Request ");
        assertThat(plannedEnd("A")).isEqualTo(before);
        typed(
                "/databases/A/durations",
                "stage",
                "BUILD",
                "length",
                "30",
                "unit",
                "DAYS",
                "reason",
                "Firewall takes a month");
        assertThat(Duration.between(before, plannedEnd("A"))).isEqualTo(Duration.ofDays(25));
        assertThat(page("/databases/A").text()).contains("set by a person: Firewall takes a month", "(pm, ");
        typed("/databases/A/durations/remove", "stage", "BUILD");
        assertThat(plannedEnd("A")).isEqualTo(before);
    }

    @Test
    void aFreezeMovesTheCutoverBehindIt() throws Exception {
        waveWithBoth();
        Instant before = plannedEnd("A");
        typed("/freezes", "from", "2027-01-12T00:00", "to", "2027-02-12T00:00", "reason", "Year end");
        assertThat(plannedEnd("A")).isAfter("2027-02-11T23:00:00Z").isAfter(before);
        long id = stores().plans().freezes(program).get(0).id();
        typed("/freezes/" + id + "/remove");
        assertThat(plannedEnd("A")).isEqualTo(before);
    }

    @Test
    void twiceTheSizeOrHalfTheRateOfTheImportMovesTheEnd() throws Exception {
        waveWithBoth();
        sized("1000");
        Instant before = plannedEnd("A");
        sized("2000");
        Instant larger = plannedEnd("A");
        assertThat(larger).isAfter(before);
        MockHttpServletResponse changed = mvc.perform(
                        put("/api/v1/programs/" + program)
                                .with(user("pm").roles("PM"))
                                .contentType("application/json")
                                .header("If-Match", "\"1\"")
                                .content(
                                        "{\"title\":\"Fresh\",\"zone\":\"Europe/Berlin\",\"policy\":{\"collection\":{\"sizing_waits\":false},\"rates\":{\"import\":150}}}"))
                .andReturn()
                .getResponse();
        assertThat(changed.getStatus()).as(changed.getContentAsString()).isEqualTo(200);
        assertThat(plannedEnd("A")).isAfter(larger);
        assertThat(page("/databases/A").text())
                .as("what is moved within the outage is counted there alone")
                .contains("outage of its method", "its part of the outage")
                .doesNotContain("2000.0 GB at min(link");
        MockHttpServletResponse whatIf = send(get("/what-if/method?program=" + program + "&database=A"), "PM");
        assertThat(Jsoup.parse(whatIf.getContentAsString())
                        .select("input[name^=/rates]")
                        .eachAttr("value"))
                .as("what if starts from the rates that the plan counts by")
                .containsSubsequence("import", "150");
    }

    private void sized(String gigabytes) throws Exception {
        MockHttpServletResponse imported = mvc.perform(post("/api/v1/programs/" + program + "/inventory")
                        .with(user("pm").roles("PM"))
                        .contentType("text/csv")
                        .header("Idempotency-Key", UUID.randomUUID().toString())
                        .content("database,application,environment,size_gb\nA,shop,production," + gigabytes + "\n"))
                .andReturn()
                .getResponse();
        assertThat(imported.getStatus()).as(imported.getContentAsString()).isEqualTo(200);
    }

    @Test
    void agreeingMakesTheBaselineAndNeedsItsReason() throws Exception {
        waveWithBoth();
        assertThat(send(post(at("/agree")).param("reason", ""), "PM").getStatus())
                .isEqualTo(422);
        typed("/agree", "reason", "Steering committee of 3 May");
        assertThat(stores().plans().baselineAt(program)).isPresent();
        assertThat(page("/databases/A").select("#stage-CUTOVER td").get(0).text())
                .isNotEqualTo("–");
    }

    /** P6: moving the wave moved what it was measured against. */
    @Test
    void aWaveMovedPastWhatWasAgreedIsLateAndEveryAgreementStays() throws Exception {
        waveWithBoth();
        assertThat(slip("A")).isEqualTo("–");
        typed("/agree", "reason", "Steering committee of 3 May");
        assertThat(slip("A")).isEqualTo("0");
        startAt("2027-01-18T08:00");
        assertThat(slip("A")).isEqualTo("+7 d");
        startAt("2027-01-09T08:00");
        assertThat(slip("A")).isEqualTo("\u22122 d");
        typed("/agree", "reason", "Steering committee of 10 May");
        assertThat(slip("A")).isEqualTo("0");
        assertThat(page("/edit").select("#agreed li").eachText())
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("pm: Steering committee of 10 May in force"),
                        second -> assertThat(second).endsWith("pm: Steering committee of 3 May"));
    }

    private String slip(String database) throws Exception {
        return page("/databases/" + database)
                .select("#stage-CUTOVER td")
                .get(4)
                .text()
                .replaceAll("\\h", " ");
    }

    private void startAt(String start) throws Exception {
        long version = stores().plans().wave(program, 1).orElseThrow().version();
        typed(
                "/waves/1",
                "number",
                "1",
                "title",
                "Pilot",
                "version",
                "" + version,
                "state",
                "PROPOSED",
                "start",
                start);
    }

    @Test
    void theSecondOfTwoWhoEditAWaveSeesBothVersions() throws Exception {
        waveWithBoth();
        long version = stores().plans().wave(program, 1).orElseThrow().version();
        typed("/waves/1", "number", "1", "title", "Pilot of May", "version", "" + version, "state", "PROPOSED");
        MockHttpServletResponse second = send(
                post(at("/waves/1"))
                        .header("HX-Request", "true")
                        .param("number", "1")
                        .param("title", "Pilot of June")
                        .param("version", "" + version)
                        .param("state", "CONFIRMED"),
                "PM");
        assertThat(second.getStatus()).isEqualTo(409);
        assertThat(Jsoup.parse(second.getContentAsString()).text())
                .contains("Changed by pm", "Pilot of May", "Pilot of June", "proposed", "confirmed");
        assertThat(stores().plans().wave(program, 1).orElseThrow().title()).isEqualTo("Pilot of May");
    }

    @Test
    void whoMayNotPlanReadsWithoutForms() throws Exception {
        waveWithBoth();
        for (String path : List.of("/edit", "/waves/1", "/databases/A")) {
            Document shown = Jsoup.parse(send(get(at(path)), "VIEWER").getContentAsString());
            assertThat(shown.select("main button[type=submit]")).as(path).isEmpty();
        }
        assertThat(send(post(at("/agree")).param("reason", "x"), "VIEWER").getStatus())
                .isEqualTo(403);
    }

    private Document preview(String path, String... pairs) throws Exception {
        MockHttpServletResponse shown = send(form(path, List.of(pairs)), "PM");
        assertThat(shown.getStatus()).as(shown.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(shown.getContentAsString());
    }

    private String[] start(String when) {
        long version = stores().plans().wave(program, 1).orElseThrow().version();
        return new String[] {
            "number", "1", "title", "Pilot", "version", "" + version, "state", "PROPOSED", "start", when
        };
    }

    @Test
    void aChangeShowsNowThenAndChangeAndWritesNothingBeforeSave() throws Exception {
        waveWithBoth();
        typed("/agree", "reason", "Steering committee of 3 May");
        var before = stores().plans().times(program);
        var typed = stores().plans().typed(program);
        Document shown = preview("/waves/1", start("2027-01-18T08:00"));
        assertThat(shown.select("p.lead").text().replaceAll("\\h", " "))
                .isEqualTo("W1 moved by 7 d, later: 2 databases move, and the program ends 7 d later.");
        assertThat(shown.select("#move-A td").eachText())
                .satisfies(
                        cells -> assertThat(cells.get(6).replaceAll("\\h", " ")).isEqualTo("+7 d"))
                .satisfies(cells -> assertThat(cells.get(7)).isEqualTo("0"))
                .satisfies(
                        cells -> assertThat(cells.get(8).replaceAll("\\h", " ")).isEqualTo("+7 d"));
        assertThat(shown.select("#move-W1, #move-B, #move-program")).hasSize(3);
        assertThat(stores().plans().times(program)).isEqualTo(before);
        assertThat(stores().plans().typed(program)).isEqualTo(typed);
        assertThat(page("").select("#undo").text()).as("nothing was saved").doesNotContain("moved");
    }

    @Test
    void aConflictIsNamedBeforeSave() throws Exception {
        waveWithBoth();
        typed("/freezes", "from", "2027-05-01T00:00", "to", "2027-05-10T00:00", "reason", "Year end");
        Document shown = preview("/waves/1/members", "databases", "A", "cutover", "2027-05-02T20:00");
        assertThat(shown.select("#made").text()).contains("In a freeze", "Year end");
        assertThat(shown.select("p.lead").text()).endsWith("one date does not hold any more.");
    }

    @Test
    void whatSomebodyElseSavedSinceThePreviewIsAConflictAndNothingIsWritten() throws Exception {
        waveWithBoth();
        List<String> mine =
                Previewed.saves(preview("/waves/1", start("2027-01-18T08:00")).html());
        typed("/freezes", "from", "2027-05-01T00:00", "to", "2027-05-10T00:00", "reason", "Year end");
        Instant before = plannedEnd("A");
        MockHttpServletResponse late = send(form("/waves/1", mine).header("HX-Request", "true"), "PM");
        assertThat(late.getStatus()).isEqualTo(409);
        assertThat(Jsoup.parse(late.getContentAsString()).text().replaceAll("\\h", " "))
                .contains("Changed by pm", "W1 moved by 7 d, later", "Freeze added: Year end");
        assertThat(plannedEnd("A")).isEqualTo(before);
        List<String> again = new ArrayList<>(mine);
        again.addAll(List.of("again", "yes"));
        MockHttpServletResponse anew = send(form("/waves/1", again), "PM");
        saved("/waves/1", Previewed.saves(anew.getContentAsString()));
        assertThat(Duration.between(before, plannedEnd("A"))).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void aChangeIsUndoneByTheLineThatStandsAfterIt() throws Exception {
        waveWithBoth();
        Instant before = plannedEnd("A");
        typed("/waves/1", start("2027-01-18T08:00"));
        Document shown = page("");
        assertThat(shown.select("#undo").text().replaceAll("\\h", " ")).startsWith("W1 moved by 7 d, later pm, ");
        String undo = shown.expectFirst("#undo").attr("action");
        assertThat(send(post(undo), "VIEWER").getStatus()).isEqualTo(403);
        assertThat(Jsoup.parse(send(get(at("")), "VIEWER").getContentAsString()).select("#undo"))
                .isEmpty();
        assertThat(send(post(undo), "PM").getStatus()).isEqualTo(302);
        assertThat(plannedEnd("A")).isEqualTo(before);
        assertThat(page("").select("#undo b").text().replaceAll("\\h", " "))
                .isEqualTo("Taken back: W1 moved by 7 d, later");
        MockHttpServletResponse twice = send(post(undo).header("HX-Request", "true"), "PM");
        assertThat(twice.getStatus()).isEqualTo(409);
        assertThat(twice.getContentAsString()).contains("pm has taken this change back already.");
    }

    @Test
    void proposedWavesAreSeenBeforeTheyAreSavedAndGoAsTheyCame() throws Exception {
        stores().databases().add(program, List.of(DatabaseProfile.of("C", "shop", Environment.DEVELOPMENT)), "pm");
        String[] wish = {"start", "2027-03-01T08:00", "days", "14", "pilot", "1", "most", "5"};
        MockHttpServletResponse shown = send(form("/propose", List.of(wish)), "PM");
        assertThat(Jsoup.parse(shown.getContentAsString())
                        .select("#added tbody th")
                        .eachText())
                .containsExactly("W1 Pilot", "W2 Test and development 1", "W3 Production 1");
        assertThat(stores().plans().waves(program)).as("before Save").isEmpty();
        typed("/propose", wish);
        assertThat(stores().plans().members(program))
                .extracting(member -> member.database() + " " + member.wave())
                .containsExactlyInAnyOrder("B 1", "C 2", "A 3");
        assertThat(stores().plans().waves(program))
                .extracting(wave -> wave.start())
                .containsExactly(
                        Instant.parse("2027-03-01T07:00:00Z"),
                        Instant.parse("2027-03-15T07:00:00Z"),
                        // summer time begins on the 28th: eight in the morning stays eight
                        Instant.parse("2027-03-29T06:00:00Z"));
        assertThat(plannedEnd("A")).isAfter(Instant.parse("2027-03-29T06:00:00Z"));
        assertThat(page("/edit").select("#propose"))
                .as("nothing is left to place")
                .isEmpty();
        assertThat(send(form("/propose", List.of(wish)), "PM").getStatus()).isEqualTo(409);
        Element undo = page("").expectFirst("#undo");
        assertThat(undo.text()).contains("3 databases placed in 3 new waves");
        assertThat(send(post(undo.attr("action")), "PM").getStatus()).isEqualTo(302);
        assertThat(stores().plans().waves(program)).isEmpty();
        assertThat(stores().plans().members(program)).isEmpty();
    }

    /** Dates as the browser's own date fields have them; numbers as all derivations and outputs have them. */
    @Test
    void datesFollowTheReadersLanguageAndSayTheirUtc() throws Exception {
        typed("/waves", "number", "1200", "title", "Pilot", "start", "2027-03-01T20:00");
        MockHttpServletResponse german =
                send(get(at("/edit")).header("Accept-Language", "de-DE,de;q=0.9,en;q=0.5"), "PM");
        Element start = Jsoup.parse(german.getContentAsString()).expectFirst("section[aria-label=Waves] tbody td.num");
        assertThat(start.text()).isEqualTo("01.03.2027 20:00");
        assertThat(start.attr("title")).isEqualTo("2027-03-01 19:00:00 UTC");
        MockHttpServletResponse american = send(get(at("/edit")).header("Accept-Language", "en-US"), "PM");
        assertThat(american.getContentAsString().replace('\u00a0', ' ')).contains(">Mar 1, 2027 8:00 PM<");
        assertThat(page("/edit")
                        .select("section[aria-label=Waves] tbody td.num")
                        .first()
                        .text())
                .as("who says no language")
                .isEqualTo("1 Mar 2027 20:00");
    }

    @Test
    void whatIsLooseOfAMoveGroupJoinsTheOthersWhereTheyStand() throws Exception {
        stores().databases().add(program, List.of(grouped("G1"), grouped("G2")), "pm");
        stores().plans().add(program, 4, "Pay", Instant.parse("2027-03-01T07:00:00Z"), List.of(), "pm");
        stores().plans().place(new WaveMember(program, 4, "G1", null), "pm");
        typed("/propose", "start", "2027-03-01T08:00", "days", "7", "pilot", "0", "most", "5");
        assertThat(stores().plans().members(program))
                .extracting(member -> member.database() + " " + member.wave())
                .containsExactlyInAnyOrder("G1 4", "G2 4", "B 5", "A 6");
    }

    private static DatabaseProfile grouped(String name) {
        return new DatabaseProfile(
                name,
                "pay",
                Environment.TEST,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                "pay",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new TreeMap<>());
    }

    @Test
    void aWishOutOfBoundsIsSaidAtItsField() throws Exception {
        for (List<String> wrong : List.of(
                List.of("start", "", "days", "7", "pilot", "1", "most", "5"),
                List.of("start", "2027-03-01T08:00", "days", "366", "pilot", "1", "most", "5"),
                List.of("start", "2027-03-01T08:00", "days", "7", "pilot", "-1", "most", "5"),
                List.of("start", "2027-03-01T08:00", "days", "7", "pilot", "1", "most", "0"),
                List.of("start", "2027-03-01T08:00", "days", "7", "pilot", "6", "most", "5"))) {
            MockHttpServletResponse refused = send(form("/propose", wrong), "PM");
            assertThat(refused.getStatus()).as("%s", wrong).isEqualTo(422);
        }
        assertThat(send(
                                form(
                                        "/propose",
                                        List.of("start", "2027-03-01T08:00", "days", "7", "pilot", "1", "most", "5")),
                                "DBA")
                        .getStatus())
                .isEqualTo(403);
    }

    @Test
    void aWaveIsRemovedAndComesBackWithItsDatabases() throws Exception {
        waveWithBoth();
        var members = stores().plans().members(program);
        typed("/waves/1/remove");
        assertThat(stores().plans().waves(program)).isEmpty();
        assertThat(send(post(page("/edit").expectFirst("#undo").attr("action")), "PM")
                        .getStatus())
                .isEqualTo(302);
        assertThat(stores().plans().members(program)).isEqualTo(members);
        assertThat(stores().plans().wave(program, 1).orElseThrow().title()).isEqualTo("Pilot");
    }

    @Test
    void theApiListsChangesAndTakesThemBack() throws Exception {
        waveWithBoth();
        String edits = "/api/v1/programs/" + program + "/plan/edits";
        long last = stores().plans().lastEdit(program);
        String listed = mvc.perform(get(edits).with(user("viewer").roles("VIEWER")))
                .andReturn()
                .getResponse()
                .getContentAsString();
        assertThat(listed).contains("\"id\":" + last, "\"kind\":\"PLACE\"", "member/A");
        MockHttpServletRequestBuilder undo = post(edits + "/" + last + "/undo")
                .header("Idempotency-Key", UUID.randomUUID().toString());
        assertThat(mvc.perform(undo.with(user("pm").roles("PM")))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .isEqualTo(200);
        assertThat(stores().plans().members(program)).isEmpty();
    }
}
