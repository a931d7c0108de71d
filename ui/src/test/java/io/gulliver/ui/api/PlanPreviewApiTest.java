package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a change of the plan would do, by a call: what the change then does. */
class PlanPreviewApiTest extends ServerCase {
    private static final AtomicInteger PROGRAMS = new AtomicInteger();

    private String home = "";

    @BeforeEach
    void planned() throws Exception {
        String program = "previewed-" + PROGRAMS.incrementAndGet();
        home = "/api/v1/programs/" + program;
        made(json(
                "pm",
                "/api/v1/programs",
                "{\"key\":\"%s\",\"title\":\"Previewed\",\"zone\":\"UTC\",\"policy\":{\"collection\":{\"sizing_waits\":false}}}"
                        .formatted(program)));
        made(post("pm", home + "/inventory", key(), "text/csv", HEADER + "A,shop,production\nB,shop,production\n"));
        made(json(
                "pm",
                home + "/waves",
                "{\"number\":1,\"title\":\"Pilot\",\"start\":\"2027-01-11T07:00:00Z\",\"databases\":[\"A\"]}"));
        made(json("pm", home + "/waves", "{\"number\":2,\"title\":\"Next\",\"after\":[1],\"databases\":[\"B\"]}"));
    }

    private static void made(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    private JsonNode previewed(String change) throws Exception {
        HttpResponse<String> answer = json("pm", home + "/plan/preview", change);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return read(answer);
    }

    private JsonNode cutovers() throws Exception {
        HttpResponse<String> answer = get("pm", home + "/plan");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return read(answer).at("/cutovers");
    }

    private void refused(String change, String pointer) throws Exception {
        HttpResponse<String> answer = json("pm", home + "/plan/preview", change);
        assertThat(answer.statusCode()).as(change + ": " + answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("\"" + pointer + "\"");
    }

    @Test
    void aMoveOfAWaveIsShownWithAllThatItMovesAndIsNotSaved() throws Exception {
        JsonNode before = cutovers();
        JsonNode preview = previewed("{\"kind\":\"CHANGE_WAVE\",\"wave\":1,\"start\":\"2027-01-18T07:00:00Z\"}");
        assertThat(preview.at("/waves"))
                .extracting(one -> one.at("/name").asString())
                .containsExactly("W1", "W2");
        assertThat(preview.at("/databases")).hasSize(2).allSatisfy(line -> {
            assertThat(line.at("/now/usersOut"))
                    .isEqualTo(before.at("/" + line.at("/name").asString() + "/usersOut"));
            assertThat(Duration.parse(line.at("/change").asString())).isEqualTo(Duration.ofDays(7));
            assertThat(Duration.between(
                            Instant.parse(line.at("/now/end").asString()),
                            Instant.parse(line.at("/then/end").asString())))
                    .isEqualTo(Duration.ofDays(7));
        });
        assertThat(Duration.parse(preview.at("/program/change").asString())).isEqualTo(Duration.ofDays(7));
        assertThat(cutovers()).as("nothing is saved").isEqualTo(before);

        HttpResponse<String> changed = send(request("pm", home + "/waves/1")
                .header("Content-Type", "application/json")
                .header("If-Match", "\"1\"")
                .PUT(BodyPublishers.ofString("{\"title\":\"Pilot\",\"start\":\"2027-01-18T07:00:00Z\",\"after\":[]}"))
                .build());
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        JsonNode after = cutovers();
        assertThat(preview.at("/databases"))
                .allSatisfy(line -> assertThat(line.at("/then/usersOut"))
                        .as("the change does what was previewed")
                        .isEqualTo(after.at("/" + line.at("/name").asString() + "/usersOut")));
    }

    @Test
    void eachChangeThatThePageHasIsPreviewedWithWhatBreaks() throws Exception {
        String out = cutovers().at("/A/usersOut").asString();
        JsonNode freeze = previewed(
                "{\"kind\":\"ADD_FREEZE\",\"from\":\"%s\",\"to\":\"2027-12-31T00:00:00Z\",\"reason\":\"year end\"}"
                        .formatted(out));
        assertThat(freeze.at("/databases/0/change").asString())
                .as("the cutover waits for the end of the freeze")
                .startsWith("P");
        assertThat(previewed("{\"kind\":\"TAKE_OUT\",\"databases\":[\"A\"]}")
                        .at("/databases/0/then/usersOut")
                        .isNull())
                .isTrue();
        assertThat(previewed("{\"kind\":\"REMOVE_WAVE\",\"wave\":1}")
                        .at("/databases/0/name")
                        .asString())
                .isEqualTo("A");
        assertThat(previewed("{\"kind\":\"PLACE\",\"wave\":1,\"databases\":[\"B\"]}")
                        .at("/databases/0/name")
                        .asString())
                .isEqualTo("B");
        assertThat(previewed("{\"kind\":\"SET_LENGTH\",\"databases\":[\"A\"],\"stage\":\"BUILD\",\"duration\":\"P90D\","
                                + "\"reason\":\"hardware is late\"}")
                        .at("/databases/0/change")
                        .asString())
                .startsWith("P");
        assertThat(previewed("{\"kind\":\"COMPUTE_LENGTH\",\"databases\":[\"A\"],\"stage\":\"BUILD\"}")
                        .at("/databases"))
                .as("nobody set one")
                .isEmpty();
        assertThat(previewed(
                                "{\"kind\":\"ADD_WAVE\",\"wave\":3,\"title\":\"Third\",\"after\":[2],\"databases\":[\"A\"]}")
                        .at("/databases")
                        .size())
                .isPositive();
        assertThat(previewed("{\"kind\":\"PLACE\",\"wave\":2,\"databases\":[\"A\"]}")
                        .at("/made"))
                .as("W1 has a date, W2 waits for it and has one too")
                .isEmpty();
    }

    @Test
    void whatAChangeLacksIsNamed() throws Exception {
        refused("{\"wave\":1}", "/kind");
        refused("{\"kind\":\"CHANGE_WAVE\"}", "/wave");
        refused("{\"kind\":\"CHANGE_WAVE\",\"wave\":1,\"after\":[1]}", "/after/0");
        refused("{\"kind\":\"CHANGE_WAVE\",\"wave\":1,\"after\":[9]}", "/after/0");
        refused("{\"kind\":\"ADD_WAVE\",\"wave\":3}", "/title");
        refused("{\"kind\":\"PLACE\",\"wave\":1}", "/databases");
        refused("{\"kind\":\"PLACE\",\"wave\":1,\"databases\":[\"A\",\"GONE\"]}", "/databases/1");
        refused("{\"kind\":\"TAKE_OUT\",\"databases\":[\"A\",\"B\"]}", "/databases");
        refused("{\"kind\":\"ADD_FREEZE\",\"from\":\"2027-01-11T07:00:00Z\"}", "/to");
        refused("{\"kind\":\"SET_LENGTH\",\"databases\":[\"A\"],\"stage\":\"BUILD\",\"duration\":\"PT1H\"}", "/reason");
        assertThat(json("pm", home + "/plan/preview", "{\"kind\":\"REMOVE_WAVE\",\"wave\":7}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(json("pm", home + "/plan/preview", "{\"kind\":\"REMOVE_FREEZE\",\"freeze\":7}")
                        .statusCode())
                .isEqualTo(404);
    }
}
