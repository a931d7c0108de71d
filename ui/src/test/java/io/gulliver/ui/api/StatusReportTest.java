package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.RiskService;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** The status report: what it says is what the store holds, and it is one page however much that is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatusReportTest extends ServerCase {
    private static final String EMPTY = "report-empty";
    private static final String FULL = "report-full";
    private static final int DATABASES = 24;
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MICROS);
    private static final String LONG =
            " of which somebody wrote more than a line has room for, and then went on".repeat(3);

    @Autowired
    private Stores stores;

    @Autowired
    private RiskService risks;

    private String session;

    @BeforeAll
    void estates() throws Exception {
        session = session("pm");
        program(EMPTY);
        program(FULL);
        StringBuilder lines = new StringBuilder(
                "database,application,environment,source_host,size_gb,outage_window_minutes,oracle_version\n");
        for (int i = 1; i <= DATABASES; i++) {
            lines.append(String.format("DB%02d,shop,production,lin%d,300,%s,19%n", i, i, i == 1 ? "" : "600"));
        }
        HttpResponse<String> imported =
                post("pm", "/api/v1/programs/" + FULL + "/inventory", key(), "text/csv", lines.toString());
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
        for (int wave = 1; wave <= 12; wave++) {
            stores.plans()
                    .add(FULL, wave, "Wave" + LONG.substring(0, 150), NOW.plus(Duration.ofDays(wave)), List.of(), "pm");
            stores.plans().place(new WaveMember(FULL, wave, String.format("DB%02d", wave), null), "pm");
        }
        for (int i = 1; i <= 20; i++) {
            risk("Risk " + i + LONG, 1 + i % 5, 1 + i / 5, RiskState.OPEN);
        }
        risk("Only a rule thinks so", 5, 5, RiskState.PROPOSED);
        for (int i = 1; i <= 15; i++) {
            freeze(i, "Freeze " + i + LONG);
        }
        for (int i = 1; i <= 9; i++) {
            waitsAtItsGate(String.format("DB%02d", i));
        }
    }

    private void risk(String event, int probability, int impact, RiskState state) {
        risks.add(
                FULL,
                new RiskStatement(
                        event,
                        "",
                        "",
                        probability,
                        impact,
                        "Ann" + LONG.substring(0, 90),
                        RiskResponse.REDUCE,
                        "",
                        LocalDate.of(2031, 1, 1 + probability),
                        "",
                        state,
                        List.of()),
                key(),
                "pm");
    }

    private void freeze(int day, String reason) throws Exception {
        assertThat(json(
                                "pm",
                                "/api/v1/programs/" + FULL + "/freezes",
                                "{\"from\":\"" + NOW.plus(Duration.ofHours(20L * day)) + "\",\"to\":\""
                                        + NOW.plus(Duration.ofHours(20L * day + 5)) + "\",\"reason\":\"" + reason
                                        + "\"}")
                        .statusCode())
                .isLessThan(300);
    }

    private void waitsAtItsGate(String database) {
        String hash = stores.playbooks().list().stream()
                .filter(row -> row.name().equals("data-pump"))
                .findFirst()
                .orElseThrow()
                .hash();
        Migration run = stores.migrations()
                .create(new NewMigration(
                        key(), FULL, database, Purpose.PRODUCTION, hash, null, false, null, null, "pm"));
        StepRow gate = stores.migrations().steps(run.id()).stream()
                .filter(step -> step.kind() == StepKind.GATE)
                .findFirst()
                .orElseThrow();
        stores.journal()
                .flush(new JournalBatch(
                        run.id(), 1, List.of(CrawlTest.line(1, gate.run().key(), StepState.WAITING_PERSON, null))));
    }

    private Document page(String path) throws Exception {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Cookie", session)
                .build());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("??");
        return Jsoup.parse(answer.body());
    }

    private record Paper(int pages, String text) {}

    private Paper paper(String path) throws Exception {
        return paper(client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Cookie", session)
                        .build(),
                BodyHandlers.ofByteArray()));
    }

    /** A file by a call, with a name that a browser or a client keeps it under. */
    private HttpResponse<byte[]> file(String path, String name) throws Exception {
        HttpResponse<byte[]> answer = client.send(request("viewer", path).build(), BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
                .startsWith("attachment")
                .contains("\"" + name + "\"");
        return answer;
    }

    private static Paper paper(HttpResponse<byte[]> answer) throws Exception {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/pdf");
        try (PDDocument pdf = Loader.loadPDF(answer.body())) {
            assertThat(pdf.getDocumentCatalog().getDocumentOutline().children()).hasSizeGreaterThan(5);
            return new Paper(
                    pdf.getNumberOfPages(), new PDFTextStripper().getText(pdf).replaceAll("[\\s\\u00a0]+", " "));
        }
    }

    @Test
    void isReachedFromTheProgramAndSaysOfAnEmptyOneThatNothingIsKnown() throws Exception {
        assertThat(page("/programs/" + EMPTY).select("a[href$=/report]")).hasSize(1);
        Document page = page("/programs/" + EMPTY + "/report");
        assertThat(page.select("main").text())
                .contains(
                        "The program has no databases yet.",
                        "No plan is agreed",
                        "Nothing to draw yet",
                        "The plan has nothing in the next 14 days.",
                        "No amount: the program has no prices yet.",
                        "No risk is open.");
        assertThat(page.select(".rp-rag")).isEmpty();
        Paper paper = paper("/programs/" + EMPTY + "/report.pdf");
        assertThat(paper.pages()).isEqualTo(1);
        assertThat(paper.text()).contains("No risk is open.", "No plan is agreed");
    }

    @Test
    void givesAColourToEachAreaWithItsReasonsAndNoneWhereTooLittleIsKnown() throws Exception {
        Document page = page("/programs/" + FULL + "/report");
        assertThat(page.select(".rp-rag tbody tr").eachText())
                .satisfiesExactly(
                        dates -> assertThat(dates).startsWith("Dates").contains("o plan is agreed yet"),
                        outages -> assertThat(outages)
                                .startsWith("Outages Not known")
                                .contains("1 of 24 databases has no known outage or no agreed window; none of the"),
                        work -> assertThat(work).isEqualTo("Work Green No database has failed or is blocked"),
                        open -> assertThat(open).startsWith("Risks Amber").contains("high risks are open"));
        String reasons = page("/programs/" + FULL).select(".reasons").text();
        assertThat(reasons).as("the same as on the program's page").contains("no plan is agreed yet", "high risks");
    }

    @Test
    void listsTheTenHighestOpenRisksWithOwnerDueAndMovement() throws Exception {
        Document page = page("/programs/" + FULL + "/report");
        assertThat(page.select(".rp-risk tbody tr")).hasSize(10);
        List<Integer> scores = page.select(".rp-risk .score").eachText().stream()
                .map(Integer::valueOf)
                .toList();
        assertThat(scores).isSortedAccordingTo((one, other) -> other - one).startsWith(20);
        assertThat(page.select(".rp-risk").text()).contains("new", "2031").doesNotContain("Only a rule thinks so");
        assertThat(page.select("section[aria-label='Top ten risks']").text()).contains("of 20 open");
        String first = page.select(".rp-risk tbody a").get(0).attr("href");
        Instant then = NOW.minus(Duration.ofDays(8));
        stores.database()
                .jdbc()
                .sql("update risk_scores set happened_at = :then, impact = 1"
                        + " where program = :program and number = :number and seq = 1")
                .param("then", then.atOffset(ZoneOffset.UTC))
                .param("program", FULL)
                .param("number", Integer.valueOf(first.replaceAll(".*R-0*", "")))
                .update();
        assertThat(page("/programs/" + FULL + "/report")
                        .select(".rp-risk tbody tr:has(a[href=" + first + "])")
                        .text())
                .containsPattern("from [1-5] ");
    }

    @Test
    void saysWhoDecidesWhatAndWhatThePlanHasNext() throws Exception {
        Document page = page("/programs/" + FULL + "/report");
        assertThat(page.select("section[aria-label='Decisions needed']").text())
                .contains("9 open", "DB0", "decides", "3 more");
        assertThat(page.select("section[aria-label='Decisions needed'] li")).hasSize(7);
        assertThat(page.select("section[aria-label='Next 14 days'] li")).hasSize(9);
        assertThat(page.select("section[aria-label='Next 14 days']").text())
                .contains("Freeze begins: Freeze 1", "more");
        assertThat(page.select("section[aria-label=Cost]").text())
                .contains("No amount: the program has no prices yet.", "What is spent is not recorded here");
    }

    @Test
    void isOnePageOfPaperHoweverMuchThereIsToSay() throws Exception {
        Paper paper = paper("/programs/" + FULL + "/report.pdf");
        assertThat(paper.pages()).isEqualTo(1);
        Document page = page("/programs/" + FULL + "/report");
        String one = "One date and no P50 or P80";
        assertThat(page.select(".burn").text()).as("no range that nobody knows").contains(one);
        assertThat(page("/programs/" + FULL).select(".burn").text()).contains(one);
        assertThat(paper.text().replaceAll("\\s+", " ")).contains(one);
        assertThat(paper.text()).contains("Will we be done in time?", "1 / 1").doesNotContain("register");
        for (String section : List.of("Where we stand", "Decisions needed", "Next 14 days", "Cost", "Top ten risks")) {
            assertThat(paper.text()).contains(section);
        }
        String squeezed = paper.text().replace(" ", "");
        page.select(".lead b, .rp-rag td, .rp-risk tbody th a")
                .forEach(cell -> assertThat(squeezed).contains(cell.text().replace(" ", "")));
        assertThat(squeezed).doesNotContain("<", "object");
    }

    @Test
    void isGivenByACallInThreeFormsThatSayTheSame() throws Exception {
        String call = "/api/v1/programs/" + FULL + "/report";
        Document page = page("/programs/" + FULL + "/report");
        JsonNode body = read(get("viewer", call));
        assertThat(page.select(".lead").text()).isEqualTo(body.at("/answer").asString());
        assertThat(page.select(".sub").text()).isEqualTo(body.at("/standing").asString());
        assertThat(body.at("/databases").asInt()).isEqualTo(DATABASES);
        List<String> areas = new ArrayList<>();
        body.at("/areas")
                .forEach(area -> areas.add(
                        area.at("/name").asString() + " " + area.at("/because").asString()));
        assertThat(areas).hasSize(4).allSatisfy(area -> assertThat(area).doesNotContain("null"));
        assertThat(body.at("/areas/1/health").isNull())
                .as("no colour where too little is known")
                .isTrue();
        assertThat(body.at("/areas/2/health").asString()).isEqualTo("GREEN");
        assertThat(body.at("/risks/first").size()).isEqualTo(10);
        assertThat(body.at("/risks/more").asInt()).isEqualTo(10);
        List<Integer> scores = new ArrayList<>();
        body.at("/risks/first").forEach(risk -> scores.add(risk.at("/score").asInt()));
        assertThat(page.select(".rp-risk .score").eachText())
                .isEqualTo(scores.stream().map(String::valueOf).toList());
        assertThat(body.at("/decisions/first").size()
                        + body.at("/decisions/more").asInt())
                .isEqualTo(9);

        Paper paper = paper(file(call + "/file", FULL + "-report.pdf"));
        assertThat(paper.pages()).isEqualTo(1);
        HttpResponse<byte[]> html = file(call + "/file?form=html", FULL + "-report.html");
        assertThat(html.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        Document alone = Jsoup.parse(new String(html.body(), StandardCharsets.UTF_8));
        String squeezed = paper.text().replace(" ", "");
        alone.select(".lead b, .rp-rag td, .rp-risk tbody th")
                .forEach(cell -> assertThat(squeezed).contains(cell.text().replace(" ", "")));
        assertThat(alone.select(".rp-rag tbody tr").eachText())
                .isEqualTo(page.select(".rp-rag tbody tr").eachText());
        assertThat(alone.select(".rp-risk tbody tr").eachText())
                .isEqualTo(page.select(".rp-risk tbody tr").eachText());
        opensAlone(alone);
        assertThat(get("viewer", call + "/file?form=doc").statusCode()).isEqualTo(400);
    }

    /** Nothing that a file on a disk would have to fetch, send or run, and no mark without its drawing. */
    private static void opensAlone(Document file) {
        assertThat(file.select("script, link, form, nav, a[href], [src], img, button"))
                .isEmpty();
        assertThat(file.select("style").html())
                .contains(".tbl")
                .doesNotContain("url(")
                .doesNotContain("@import");
        assertThat(file.select("use").eachAttr("href"))
                .isNotEmpty()
                .allSatisfy(mark -> assertThat(file.select("symbol" + mark)).hasSize(1));
        assertThat(file.select("main")).hasSize(1);
        assertThat(file.select("main").text()).doesNotContain("Download");
        assertThat(file.title()).isNotBlank();
    }

    @Test
    void theAssessmentIsGivenByACallAsItsPageGivesIt() throws Exception {
        for (String path : List.of("", "/databases/DB02")) {
            String call = "/api/v1/programs/" + FULL + path + "/assessment/file";
            String name = path.isEmpty() ? FULL : "DB02";
            Document page = page("/programs/" + FULL + path + "/assessment");
            HttpResponse<byte[]> pdf = file(call, name + "-assessment.pdf");
            assertThat(pdf.headers().firstValue("Content-Type").orElse("")).startsWith("application/pdf");
            HttpResponse<byte[]> html = file(call + "?form=html", name + "-assessment.html");
            Document alone = Jsoup.parse(new String(html.body(), StandardCharsets.UTF_8));
            assertThat(alone.select(".fiveq > section")).hasSize(5);
            // nobody presses anything on paper
            assertThat(alone.select(".what")).isEmpty();
            assertThat(page.select(".fiveq .what").remove()).isNotEmpty();
            assertThat(alone.select(".fiveq > section").eachText())
                    .isEqualTo(page.select(".fiveq > section").eachText());
            opensAlone(alone);
        }
    }

    @Test
    void isRefusedToWhomThePageIsRefusedAndOfAProgramThatIsNot() throws Exception {
        for (String path : List.of("/report", "/report/file", "/assessment/file", "/databases/DB02/assessment/file")) {
            assertThat(send(HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + port + "/api/v1/programs/" + FULL + path))
                                    .build())
                            .statusCode())
                    .as(path)
                    .isEqualTo(401);
            assertThat(get("viewer", "/api/v1/programs/no-such-program" + path).statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
    }
}
