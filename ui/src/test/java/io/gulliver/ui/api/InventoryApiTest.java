package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.ui.Workbooks;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Workbooks and people over the API of the real server. */
class InventoryApiTest extends ServerCase {
    private static final List<String> DATABASES =
            List.of("database,application,environment", "PAY,Payroll,production", "CRM,Crm,test");

    private HttpResponse<String> send(String program, String query, String type, byte[] file) throws Exception {
        return send(request("pm", "/api/v1/programs/" + program + "/inventory" + query)
                .header("Idempotency-Key", key())
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(file))
                .build());
    }

    @Test
    void takesAWorkbookWithItsPeopleOnceHoweverOftenItComes() throws Exception {
        program("book");
        byte[] file = Workbooks.of(DATABASES, List.of("application,technical_owner", "payroll,Bob"));
        JsonNode preview = read(send("book", "?preview=true", Workbooks.XLSX, file));
        assertThat(preview.get("applied").asBoolean()).isFalse();
        assertThat(preview.get("people").get("added").get(0).asString()).isEqualTo("payroll");
        assertThat(read(get("pm", "/api/v1/programs/book/people")).get("items").size())
                .isZero();

        HttpResponse<String> first = send("book", "", Workbooks.XLSX, file);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(read(first).get("accepted").size()).isEqualTo(2);
        // the same under another name for its type: what counts is the content
        JsonNode again = read(send("book", "", "application/octet-stream", file));
        assertThat(again.get("unchanged").asInt()).isEqualTo(2);
        assertThat(again.get("people").get("unchanged").asInt()).isEqualTo(1);
        assertThat(again.get("people").get("added").size()).isZero();

        JsonNode people = read(get("viewer", "/api/v1/programs/book/people?application=PAYROLL"))
                .get("items");
        assertThat(people.size()).isEqualTo(1);
        assertThat(people.get(0).get("application").asString()).isEqualTo("payroll");
        assertThat(people.get(0).get("technicalOwner").asString()).isEqualTo("Bob");
    }

    @Test
    void namesSheetLineAndColumnAndWritesNothing() throws Exception {
        program("wrong");
        byte[] file = Workbooks.of(DATABASES, List.of("application,deputy", "Shop,Ann"));
        HttpResponse<String> refused = send("wrong", "", Workbooks.XLSX, file);
        assertThat(refused.statusCode()).isEqualTo(422);
        JsonNode problem = read(refused).get("rejected").get(0);
        assertThat(problem.get("sheet").asString()).isEqualTo("People");
        assertThat(problem.get("line").asInt()).isEqualTo(2);
        assertThat(problem.get("column").asString()).isEqualTo("application");
        assertThat(read(get("pm", "/api/v1/programs/wrong/databases"))
                        .get("items")
                        .size())
                .isZero();
    }

    @Test
    void refusesNoiseThatCallsItselfAWorkbook() throws Exception {
        program("noise");
        byte[] noise = new byte[10 * 1024 * 1024];
        new java.util.Random(5).nextBytes(noise);
        noise[0] = 'P';
        noise[1] = 'K';
        noise[2] = 3;
        noise[3] = 4;
        HttpResponse<String> refused = send("noise", "", Workbooks.XLSX, noise);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(read(refused).get("rejected").get(0).get("why").asString()).contains("cannot be read");
    }

    @Test
    void asksWhetherAColumnThatNobodyKnowsIsATag() throws Exception {
        program("tags");
        byte[] file = "database,application,environment,owenr,rack,oracle_version\nPAY,Payroll,test,Ann,R7,7.3.4\n"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);
        JsonNode preview = read(send("tags", "?preview=true", "text/csv", file));
        assertThat(preview.get("unknown").get(0).get("column").asString()).isEqualTo("owenr");
        assertThat(preview.get("unknown").get(0).get("nearest").asString()).isEqualTo("owner");
        assertThat(preview.get("unknown").get(1).get("nearest").isNull()).isTrue();
        assertThat(preview.get("remarks").get(0).get("why").asString())
                .contains("no way across takes a source of this release");

        for (String query : List.of("", "?tags=rack", "?partial=true")) {
            HttpResponse<String> refused = send("tags", query, "text/csv", file);
            assertThat(refused.statusCode()).as(query).isEqualTo(422);
            assertThat(read(refused).get("unknown").get(0).get("column").asString())
                    .isEqualTo("owenr");
        }
        assertThat(read(get("pm", "/api/v1/programs/tags/databases"))
                        .get("items")
                        .size())
                .isZero();
        assertThat(send("tags", "?tags=owenr,rack", "text/csv", file).statusCode())
                .isEqualTo(200);
        assertThat(read(get("pm", "/api/v1/programs/tags/databases"))
                        .get("items")
                        .size())
                .isEqualTo(1);
    }
}
