package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The one set of rates over HTTP: who says each, and what a person measured. */
class RateApiTest extends ServerCase {
    private static final AtomicInteger PROGRAMS = new AtomicInteger();
    private String api = "";

    @BeforeEach
    void program() throws Exception {
        String key = "rates-" + PROGRAMS.incrementAndGet();
        api = "/api/v1/programs/" + key;
        HttpResponse<String> made = json(
                "pm",
                "/api/v1/programs",
                "{\"key\":\"%s\",\"title\":\"Rates\",\"zone\":\"UTC\",\"policy\":{\"rates\":{\"export\":500}}}"
                        .formatted(key));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        HttpResponse<String> imported = post(
                "pm",
                api + "/inventory",
                key(),
                "text/csv",
                "database,application,environment,size_gb,outage_window_minutes\nA,shop,production,288,240\n"
                        + "B,shop,production,288,240\n");
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
    }

    private JsonNode rate(String path, String name) throws Exception {
        HttpResponse<String> answer = get("pm", path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        for (JsonNode one : read(answer).at("/items")) {
            if (one.at("/name").asString().equals(name)) {
                return one;
            }
        }
        throw new AssertionError("no rate " + name + " in " + answer.body());
    }

    @Test
    void eachRateSaysWhoSaysIt() throws Exception {
        JsonNode typed = rate(api + "/rates", "export");
        assertThat(typed.at("/value").asDouble()).isEqualTo(500);
        assertThat(typed.at("/origin/kind").asString()).isEqualTo("PROGRAM");
        assertThat(typed.at("/origin/by").asString()).isNotBlank();
        assertThat(typed.at("/origin/at").asString()).isNotBlank();
        assertThat(rate(api + "/rates", "import").at("/origin/kind").asString()).isEqualTo("PLANNING_VALUE");
    }

    /** 288 GB: 15 min, 9 min 36 s at 500 MB/s, 16 min at 300 and 32 at 150, 30 and 15 min. */
    @Test
    void whatAPersonMeasuredOfADatabaseHoldsForItAlone() throws Exception {
        assertThat(read(get("pm", api + "/databases/A")).at("/outage").asString())
                .isEqualTo("PT1H25M36S");
        HttpResponse<String> measured = json(
                "pm",
                api + "/rates",
                "{\"database\":\"A\",\"name\":\"import\",\"value\":150,\"conditions\":{\"parallel\":\"8\"}}");
        assertThat(measured.statusCode()).as(measured.body()).isEqualTo(201);
        JsonNode own = rate(api + "/databases/A/rates", "import");
        assertThat(own.at("/value").asDouble()).isEqualTo(150);
        assertThat(own.at("/origin/kind").asString()).isEqualTo("MEASURED");
        assertThat(own.at("/origin/conditions/parallel").asString()).isEqualTo("8");
        assertThat(rate(api + "/databases/B/rates", "import").at("/value").asDouble())
                .isEqualTo(300);
        assertThat(read(get("pm", api + "/databases/A")).at("/outage").asString())
                .isEqualTo("PT1H41M36S");
        assertThat(read(get("pm", api + "/databases/B")).at("/outage").asString())
                .isEqualTo("PT1H25M36S");
    }

    @Test
    void refusesWhatIsNoRateAndWhoMayNotMeasure() throws Exception {
        assertThat(json("pm", api + "/rates", "{\"name\":\"exprot\",\"value\":5}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(json("pm", api + "/rates", "{\"name\":\"export\",\"value\":0}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(json("pm", api + "/rates", "{\"name\":\"export\"}").statusCode())
                .isEqualTo(422);
        assertThat(json("pm", api + "/rates", "{\"database\":\"NOBODY\",\"name\":\"export\",\"value\":5}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(json("viewer", api + "/rates", "{\"name\":\"export\",\"value\":5}")
                        .statusCode())
                .isEqualTo(403);
    }
}
