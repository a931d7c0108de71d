package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Owner, day and state of entries of the register by the call: of one, and of many at once with what was refused named. */
class RegisterBulkTest extends ServerCase {
    private static final String RISK = "\"probability\":3,\"impact\":3,\"response\":\"REDUCE\"";

    private String entry(String program, String title, String more) throws Exception {
        HttpResponse<String> made = json(
                "pm",
                "/api/v1/programs/" + program + "/risks",
                "{\"title\":\"" + title + "\"," + RISK + "," + more + "}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return read(made).path("id").asString();
    }

    private JsonNode entry(String program, String id) throws Exception {
        return read(get("pm", "/api/v1/programs/" + program + "/risks/" + id));
    }

    private HttpResponse<String> bulk(String who, String program, String preview, String body) throws Exception {
        return json(who, "/api/v1/programs/" + program + "/risks/bulk" + preview, body);
    }

    private static JsonNode line(JsonNode answer, String id) {
        for (JsonNode one : answer.path("entries")) {
            if (one.path("entry").asString().equals(id)) {
                return one;
            }
        }
        throw new AssertionError(id + " is not named in " + answer);
    }

    @Test
    void anEntryHasOwnerDayAndDatabasesByTheCallAndComesBackAsItWasRead() throws Exception {
        program("entry-owned");
        post("pm", "/api/v1/programs/entry-owned/inventory", key(), "text/csv", HEADER + "CRM,crm,production\n");
        String id = entry(
                "entry-owned",
                "The pool is full",
                "\"state\":\"OPEN\",\"owner\":\"storage\",\"due\":\"2026-07-01\",\"databases\":[\"CRM\"]");
        HttpResponse<String> got = get("pm", "/api/v1/programs/entry-owned/risks/" + id);
        assertThat(read(got).path("owner").asString()).isEqualTo("storage");
        assertThat(read(got).path("due").asString()).isEqualTo("2026-07-01");
        assertThat(read(got).at("/databases/0").asString()).isEqualTo("CRM");
        HttpResponse<String> back = send(request("pm", "/api/v1/programs/entry-owned/risks/" + id)
                .header("Content-Type", "application/json")
                .header("If-Match", got.headers().firstValue("ETag").orElseThrow())
                .PUT(BodyPublishers.ofString(got.body().replace("\"storage\"", "\"network\"")))
                .build());
        assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
        assertThat(read(back).path("owner").asString()).isEqualTo("network");
        assertThat(read(back).path("due").asString()).isEqualTo("2026-07-01");
        assertThat(read(back).at("/databases/0").asString()).isEqualTo("CRM");
    }

    @Test
    void whatIsRefusedIsNamedAndStopsNoOther() throws Exception {
        program("many");
        String open = entry("many", "One", "\"state\":\"OPEN\",\"owner\":\"ana\",\"due\":\"2026-07-01\"");
        String same = entry("many", "Two", "\"state\":\"OPEN\",\"owner\":\"ben\",\"due\":\"2026-07-01\"");
        String over = entry("many", "Three", "\"state\":\"CLOSED\",\"owner\":\"ana\"");
        String order = "{\"action\":\"OWNER\",\"owner\":\"ben\",\"entries\":[\"" + open + "\",\"" + same + "\",\""
                + over + "\",\"R-99\"]}";

        JsonNode preview = read(bulk("pm", "many", "?preview=true", order));
        assertThat(preview.path("preview").asBoolean()).isTrue();
        assertThat(preview.path("changes").asInt()).isEqualTo(1);
        assertThat(line(preview, open).path("now").asString()).isEqualTo("ana");
        assertThat(line(preview, open).path("then").asString()).isEqualTo("ben");
        assertThat(entry("many", open).path("owner").asString()).isEqualTo("ana");

        JsonNode done = read(bulk("pm", "many", "", order));
        assertThat(done.path("done").asInt()).isEqualTo(1);
        assertThat(done.path("unchanged").asInt()).isEqualTo(1);
        assertThat(done.path("refused").asInt()).isEqualTo(2);
        assertThat(done.at("/entries/0/outcome").asString()).isEqualTo("REFUSED");
        assertThat(line(done, over).path("why").asString()).contains("It is over");
        assertThat(line(done, "R-99").path("why").asString()).contains("no entry");
        assertThat(line(done, same).path("outcome").asString()).isEqualTo("UNCHANGED");
        assertThat(entry("many", open).path("owner").asString()).isEqualTo("ben");
        assertThat(entry("many", open).path("due").asString()).isEqualTo("2026-07-01");
        assertThat(entry("many", over).path("owner").asString()).isEqualTo("ana");
        // each has its own line in its history
        assertThat(read(get("pm", "/api/v1/programs/many/risks/" + open + "/changes"))
                        .toString())
                .contains("ana", "ben");

        JsonNode again = read(bulk("pm", "many", "", order));
        assertThat(again.path("done").asInt()).isZero();
        assertThat(again.path("unchanged").asInt()).isEqualTo(2);
    }

    @Test
    void whatChangedSinceThePreviewIsRefused() throws Exception {
        program("seen");
        String first = entry("seen", "One", "\"state\":\"OPEN\",\"owner\":\"ana\",\"due\":\"2026-07-01\"");
        String second = entry("seen", "Two", "\"state\":\"OPEN\",\"owner\":\"ana\",\"due\":\"2026-07-01\"");
        String entries = "\"entries\":[\"" + first + "\",\"" + second + "\"]";
        JsonNode preview = read(
                bulk("pm", "seen", "?preview=true", "{\"action\":\"DUE\",\"due\":\"2026-08-01\"," + entries + "}"));
        String seen =
                "{\"" + first + "\":\"" + line(preview, first).path("seen").asString() + "\",\"" + second + "\":\""
                        + line(preview, second).path("seen").asString() + "\"}";
        bulk("pm", "seen", "", "{\"action\":\"OWNER\",\"owner\":\"ben\",\"entries\":[\"" + second + "\"]}");
        JsonNode done = read(bulk(
                "pm", "seen", "", "{\"action\":\"DUE\",\"due\":\"2026-08-01\"," + entries + ",\"seen\":" + seen + "}"));
        assertThat(line(done, first).path("outcome").asString()).isEqualTo("DONE");
        assertThat(line(done, second).path("why").asString()).contains("changed since the preview");
        assertThat(entry("seen", first).path("due").asString()).isEqualTo("2026-08-01");
        assertThat(entry("seen", first).path("owner").asString()).isEqualTo("ana");
        assertThat(entry("seen", second).path("due").asString()).isEqualTo("2026-07-01");
    }

    @Test
    void statesGoTheWayThatEntriesGo() throws Exception {
        program("state");
        String bare = entry("state", "One", "\"state\":\"PROPOSED\"");
        String ready = entry("state", "Two", "\"state\":\"PROPOSED\",\"owner\":\"ana\",\"due\":\"2026-07-01\"");
        String open = entry("state", "Three", "\"state\":\"OPEN\",\"owner\":\"ana\",\"due\":\"2026-07-01\"");
        String all = "\"entries\":[\"" + bare + "\",\"" + ready + "\",\"" + open + "\"]";

        JsonNode opened = read(bulk("pm", "state", "", "{\"action\":\"STATE\",\"state\":\"OPEN\"," + all + "}"));
        assertThat(line(opened, bare).path("why").asString()).contains("somebody who answers for it");
        assertThat(line(opened, ready).path("outcome").asString()).isEqualTo("DONE");
        assertThat(line(opened, open).path("outcome").asString()).isEqualTo("UNCHANGED");
        assertThat(entry("state", ready).path("state").asString()).isEqualTo("OPEN");

        HttpResponse<String> speechless =
                bulk("pm", "state", "", "{\"action\":\"STATE\",\"state\":\"REJECTED\"," + all + "}");
        assertThat(speechless.statusCode()).isEqualTo(422);
        assertThat(speechless.body()).contains("/reason");
        JsonNode rejected = read(bulk(
                "pm", "state", "", "{\"action\":\"STATE\",\"state\":\"REJECTED\",\"reason\":\"tested\"," + all + "}"));
        assertThat(line(rejected, bare).path("outcome").asString()).isEqualTo("DONE");
        assertThat(line(rejected, open).path("why").asString()).contains("Only what is proposed");
        assertThat(entry("state", bare).path("outcome").asString()).isEqualTo("tested");

        JsonNode closed = read(
                bulk("pm", "state", "", "{\"action\":\"STATE\",\"state\":\"CLOSED\",\"reason\":\"over\"," + all + "}"));
        assertThat(closed.path("done").asInt()).isEqualTo(2);
        assertThat(line(closed, bare).path("why").asString()).contains("Only what is open");
        assertThat(entry("state", open).path("outcome").asString()).isEqualTo("over");

        JsonNode reopened = read(bulk(
                "pm",
                "state",
                "",
                "{\"action\":\"STATE\",\"state\":\"OPEN\",\"owner\":\"ben\",\"due\":\"2026-09-01\"," + all + "}"));
        assertThat(reopened.path("done").asInt()).isEqualTo(3);
        assertThat(entry("state", bare).path("owner").asString()).isEqualTo("ben");
        assertThat(bulk("pm", "state", "", "{\"action\":\"STATE\",\"state\":\"PROPOSED\"," + all + "}")
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void whoOnlyReadsChangesNone() throws Exception {
        program("readers");
        String id = entry("readers", "One", "\"state\":\"OPEN\",\"owner\":\"ana\",\"due\":\"2026-07-01\"");
        String order = "{\"action\":\"OWNER\",\"owner\":\"eve\",\"entries\":[\"" + id + "\"]}";
        assertThat(bulk("viewer", "readers", "", order).statusCode()).isEqualTo(403);
        assertThat(bulk("pm", "no-such", "", order).statusCode()).isEqualTo(404);
        assertThat(entry("readers", id).path("owner").asString()).isEqualTo("ana");
    }
}
