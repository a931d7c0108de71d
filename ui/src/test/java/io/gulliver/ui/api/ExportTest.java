package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.Row;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tables and calendar of a program, as a spreadsheet and a calendar get them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportTest extends ServerCase {
    private static final String PROGRAM = "exports";
    private static final int DATABASES = 230;

    private String session;

    @BeforeAll
    void aProgramWithDatabases() throws Exception {
        session = session("pm");
        program(PROGRAM);
        StringBuilder lines = new StringBuilder("database,application,environment,size_gb,owner\n");
        for (int i = 1; i <= DATABASES; i++) {
            lines.append(String.format("DB%03d,shop,%s,%d,%s%n", i, i % 2 == 0 ? "test" : "production", i, "Ann"));
        }
        assertThat(post("pm", "/api/v1/programs/" + PROGRAM + "/inventory", key(), "text/csv", lines.toString()))
                .satisfies(answer ->
                        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200));
        assertThat(json(
                                "pm",
                                "/api/v1/programs/" + PROGRAM + "/risks",
                                "{\"title\":\"=1+1\",\"probability\":3,\"impact\":4,\"response\":\"REDUCE\","
                                        + "\"state\":\"OPEN\",\"owner\":\"@team\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(post(
                                "pm",
                                "/api/v1/programs/" + PROGRAM + "/freezes",
                                key(),
                                "application/json",
                                "{\"from\":\"2027-01-01T00:00:00Z\",\"to\":\"2027-01-08T00:00:00Z\",\"reason\":\"Year-end, all\"}")
                        .statusCode())
                .isLessThan(300);
    }

    private HttpResponse<String> page(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Cookie", session)
                .build());
    }

    private List<List<String>> table(String path) throws Exception {
        HttpResponse<String> answer = page("/programs/" + PROGRAM + path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
        assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
                .startsWith("attachment; filename=\"exports");
        List<List<String>> rows = new ArrayList<>();
        for (CsvRecord row : CsvReader.builder().ofCsvRecord(answer.body())) {
            rows.add(row.getFields());
        }
        assertThat(rows).allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.get(0)));
        return rows;
    }

    @Test
    void theGridIsExportedAsItIsFilteredAndWhole() throws Exception {
        List<List<String>> all = table("/databases.csv");
        assertThat(all).hasSize(DATABASES + 1);
        assertThat(all.get(0)).startsWith("database", "application", "wave", "environment", "discovery");
        assertThat(all.get(1)).startsWith("DB001", "shop", "", "production");
        assertThat(table("/databases.csv?q=DB00&sort=-name").stream().skip(1).map(row -> row.get(0)))
                .hasSize(9)
                .startsWith("DB009");
        assertThat(page("/programs/" + PROGRAM + "/databases.csv?sort=colour").statusCode())
                .isEqualTo(400);
    }

    @Test
    void planTasksRisksAndFactsAreTables() throws Exception {
        assertThat(table("/plan.csv")).hasSize(1 + 6 * DATABASES);
        assertThat(table("/tasks.csv").get(0)).startsWith("task", "kind", "title");
        List<List<String>> risks = table("/risks.csv");
        assertThat(risks.get(0)).startsWith("risk", "state", "score");
        assertThat(risks)
                .as("what somebody typed is no formula")
                .anySatisfy(row -> assertThat(row).contains("'=1+1", "'@team", "open", "12"));
        assertThat(table("/databases/DB002/facts.csv").get(0)).startsWith("fact", "value", "unit");
        assertThat(page("/programs/" + PROGRAM + "/databases/NONE/facts.csv").statusCode())
                .isEqualTo(404);
        assertThat(page("/programs/none/plan.csv").statusCode()).isEqualTo(404);
    }

    @Test
    void eachTableIsAWorkbookAndJsonWithTheSameRows() throws Exception {
        for (String path : List.of(
                "/databases",
                "/plan",
                "/tasks",
                "/risks",
                "/databases/DB002/facts",
                "/databases/DB002/connections",
                "/databases/DB002/calls")) {
            List<List<String>> csv = table(path + ".csv");
            HttpResponse<String> answer = page("/programs/" + PROGRAM + path + ".json");
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
            JsonNode json = JsonMapper.shared().readTree(answer.body());
            assertThat(json.size()).as(path).isEqualTo(csv.size() - 1);
            json.forEach(row -> assertThat(row.propertyNames()).containsExactlyElementsOf(csv.get(0)));
            HttpResponse<byte[]> workbook = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(
                                            "http://127.0.0.1:" + port + "/programs/" + PROGRAM + path + ".xlsx"))
                                    .header("Cookie", session)
                                    .timeout(Duration.ofSeconds(60))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            assertThat(workbook.headers().firstValue("Content-Disposition").orElse(""))
                    .matches("attachment; filename=\"exports.*\\.xlsx\"");
            try (ReadableWorkbook read = new ReadableWorkbook(new ByteArrayInputStream(workbook.body()))) {
                List<Row> rows = read.getFirstSheet().read();
                assertThat(rows).as(path).hasSize(csv.size());
                assertThat(rows.get(0).stream().map(Cell::getText)).containsExactlyElementsOf(csv.get(0));
                assertThat(rows.stream().flatMap(Row::stream).filter(cell -> cell != null))
                        .noneMatch(cell -> cell.getType() == CellType.FORMULA);
            }
        }
        assertThat(page("/programs/" + PROGRAM + "/plan.ods").statusCode()).isEqualTo(404);
        assertThat(Jsoup.parse(page("/programs/" + PROGRAM + "/databases").body())
                        .select("main .result-line")
                        .text())
                .contains("Download as CSV XLSX JSON");
    }

    @Test
    void freezesStandInTheCalendarUnderTheSameNameEachTime() throws Exception {
        HttpResponse<String> answer = page("/programs/" + PROGRAM + "/calendar.ics");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/calendar");
        String text = answer.body().replace("\r\n ", "");
        assertThat(text)
                .contains(
                        "SUMMARY:Freeze: Year-end\\, all\r\n",
                        "DTSTART:20270101T000000Z\r\n",
                        "DTEND:20270108T000000Z\r\n")
                .containsPattern("UID:freeze/exports/[0-9]+@gulliver\r\n");
        String uid = "UID:[^\r]+";
        assertThat(page("/programs/" + PROGRAM + "/calendar.ics").body().lines().filter(line -> line.matches(uid)))
                .containsExactlyElementsOf(
                        answer.body().lines().filter(line -> line.matches(uid)).toList());
    }
}
