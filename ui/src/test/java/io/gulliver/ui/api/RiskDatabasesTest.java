package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** A risk is of databases that there are. */
class RiskDatabasesTest extends ServerCase {
    private static String risk(String databases) {
        return "{\"title\":\"The pool is full\",\"probability\":3,\"impact\":3,\"response\":\"REDUCE\",\"state\":\"OPEN\","
                + "\"databases\":\"" + databases + "\"}";
    }

    @Test
    void aDatabaseThatIsNotThereIsRefusedByItsName() throws Exception {
        program("risky");
        assertThat(post("pm", "/api/v1/programs/risky/inventory", key(), "text/csv", HEADER + "CRM,crm,production\n")
                        .statusCode())
                .isEqualTo(200);

        HttpResponse<String> refused = json("pm", "/api/v1/programs/risky/risks", risk("CRM, NOPE, ALSO"));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        assertThat(refused.body())
                .contains("/databases", "This program has no database NOPE", "no database ALSO")
                .doesNotContain("no database CRM");
        assertThat(read(get("pm", "/api/v1/programs/risky/risks")).at("/items").size())
                .isZero();

        HttpResponse<String> taken = json("pm", "/api/v1/programs/risky/risks", risk("crm"));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
        assertThat(read(taken).at("/databases/0").asString())
                .as("by its own name, so that its pages count it")
                .isEqualTo("CRM");
        HttpResponse<String> changed = change(taken, risk("CRM, NOPE"));
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(422);
        assertThat(change(taken, risk("CRM")).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> change(HttpResponse<String> risk, String body) throws Exception {
        return send(request("pm", risk.headers().firstValue("Location").orElseThrow())
                .header("Content-Type", "application/json")
                .header("If-Match", risk.headers().firstValue("ETag").orElseThrow())
                .PUT(BodyPublishers.ofString(body))
                .build());
    }
}
