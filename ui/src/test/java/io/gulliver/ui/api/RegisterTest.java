package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Risks, assumptions, issues and decisions by calls and by pages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegisterTest extends ServerCase {
    private static final String PROGRAM = "registers";
    private static final String RISKS = "/api/v1/programs/" + PROGRAM + "/risks";
    private static final String PAGE = "/programs/" + PROGRAM + "/risks";
    private String session;

    @BeforeAll
    void aProgram() throws Exception {
        session = session("pm");
        program(PROGRAM);
        assertThat(post(
                                "pm",
                                "/api/v1/programs/" + PROGRAM + "/inventory",
                                key(),
                                "text/csv",
                                HEADER + "CRM,crm,production\nHR,hr,production\n")
                        .statusCode())
                .isEqualTo(200);
    }

    private HttpResponse<String> say(HttpResponse<String> entry, String what, String body, String key)
            throws Exception {
        return send(request("pm", RISKS + "/" + read(entry).at("/id").asString() + what)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .header("If-Match", entry.headers().firstValue("ETag").orElseThrow())
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private HttpResponse<String> add(String body) throws Exception {
        HttpResponse<String> made = json("pm", RISKS, body);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return made;
    }

    private String ids(String query) throws Exception {
        return Stream.of(read(get("pm", RISKS + query))
                        .at("/items")
                        .valueStream()
                        .toArray())
                .map(one -> ((tools.jackson.databind.JsonNode) one).at("/id").asString())
                .collect(Collectors.joining(" "));
    }

    @Test
    void anAssumptionIsAcceptedProvesFalseAndBecomesAnIssue() throws Exception {
        HttpResponse<String> made =
                add("{\"kind\":\"ASSUMPTION\",\"title\":\"The line is free at night\",\"state\":\"PROPOSED\","
                        + "\"ifFalse\":\"Copies wait\",\"databases\":\"CRM\"}");
        assertThat(read(made).at("/id").asString()).startsWith("A-");
        assertThat(say(made, "/accept", "{\"owner\":\"network\"}", key()).statusCode())
                .as("nobody accepts without a day")
                .isEqualTo(422);
        HttpResponse<String> accepted = say(made, "/accept", "{\"owner\":\"network\",\"due\":\"2026-12-24\"}", key());
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
        assertThat(say(made, "/reject", "{\"reason\":\"no\"}", key()).statusCode())
                .isEqualTo(409);

        String once = key();
        String turn = "{\"kind\":\"ISSUE\",\"impact\":4,\"reason\":\"It carries backups\"}";
        HttpResponse<String> issue = say(accepted, "/become", turn, once);
        assertThat(issue.statusCode()).as(issue.body()).isEqualTo(201);
        assertThat(say(accepted, "/become", turn, once).body()).isEqualTo(issue.body());
        assertThat(read(issue).at("/severity").asInt()).isEqualTo(4);
        assertThat(read(issue).at("/cameFrom").asString())
                .isEqualTo(read(made).at("/id").asString());
        assertThat(get("pm", RISKS + "/" + read(made).at("/id").asString() + "/changes")
                        .body())
                .contains("\"field\":\"owner\"", "\"after\":\"network\"", "\"before\":\"PROPOSED\"");
        assertThat(ids("?kind=issue&database=crm"))
                .isEqualTo(read(issue).at("/id").asString());
        assertThat(ids("?kind=issue&database=HR")).isEmpty();
        assertThat(ids("?kind=assumption&show=open")).isEmpty();
        assertThat(ids("?kind=all&changed=7&owner=network"))
                .contains(read(issue).at("/id").asString());
        assertThat(get("pm", RISKS + "?kind=thought").statusCode()).isEqualTo(400);
    }

    @Test
    void anEntryHasWhatItsKindHasAndNothingElse() throws Exception {
        HttpResponse<String> bare = json("pm", RISKS, "{\"title\":\"Late\",\"state\":\"OPEN\"}");
        assertThat(bare.statusCode()).isEqualTo(422);
        assertThat(bare.body()).contains("/probability", "/impact", "/response");
        HttpResponse<String> mixed = json(
                "pm",
                RISKS,
                "{\"kind\":\"DECISION\",\"title\":\"Late\",\"state\":\"OPEN\",\"severity\":3,\"probability\":2}");
        assertThat(mixed.statusCode()).isEqualTo(422);
        assertThat(mixed.body()).contains("/severity", "/probability");
        HttpResponse<String> mute =
                json("pm", RISKS, "{\"kind\":\"ISSUE\",\"title\":\"Late\",\"state\":\"REJECTED\",\"severity\":3}");
        assertThat(mute.statusCode()).isEqualTo(422);
        assertThat(mute.body()).contains("/outcome");
        HttpResponse<String> strange = json(
                "pm",
                RISKS,
                "{\"kind\":\"ISSUE\",\"title\":\"Late\",\"state\":\"OPEN\",\"severity\":3,\"evidence\":\""
                        + "a".repeat(64) + "\"}");
        assertThat(strange.statusCode()).isEqualTo(422);
        assertThat(strange.body()).contains("/evidence");
    }

    @Test
    void theLibraryIsPickedFrom() throws Exception {
        assertThat(read(get("pm", RISKS + "/library")).at("/items").size()).isEqualTo(45);
        HttpResponse<String> picked =
                json("pm", RISKS + "/library", "{\"risks\":[\"R-44\"],\"owner\":\"dba\",\"due\":\"2026-12-24\"}");
        assertThat(picked.statusCode()).as(picked.body()).isEqualTo(200);
        assertThat(read(picked).at("/items/0/state").asString()).isEqualTo("PROPOSED");
        Document page = Jsoup.parse(page(PAGE + "/library").body());
        assertThat(page.select("input[type=checkbox]")).hasSize(44).noneMatch(box -> box.hasAttr("checked"));
    }

    private HttpResponse<String> page(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Cookie", session)
                .build());
    }

    private HttpResponse<String> form(String path, String... fields) throws Exception {
        Document page = Jsoup.parse(page(PAGE + "/new").body());
        StringBuilder body = new StringBuilder(
                "_csrf=" + URLEncoder.encode(page.select("input[name=_csrf]").attr("value"), StandardCharsets.UTF_8));
        for (int i = 0; i < fields.length; i += 2) {
            body.append('&')
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Cookie", session)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("HX-Request", "true")
                .POST(BodyPublishers.ofString(body.toString()))
                .build());
    }

    @Test
    void aFormTakesTickedDatabasesAndAChosenOwnerAndNamesWhatIsUnknown() throws Exception {
        String[] fields = {
            "key",
            key(),
            "kind",
            "ISSUE",
            "title",
            "The gateway is down",
            "severity",
            "4",
            "state",
            "PROPOSED",
            "databases",
            "CRM",
            "databases",
            "HR",
            "owner",
            "dba"
        };
        HttpResponse<String> saved = form(PAGE, fields);
        assertThat(saved.statusCode()).as(saved.body()).isEqualTo(302);
        String entry =
                URI.create(saved.headers().firstValue("Location").orElseThrow()).getPath();
        Document shown = Jsoup.parse(page(entry).body());
        assertThat(shown.select(".ticks input[checked]").eachAttr("value")).containsExactly("CRM", "HR");
        assertThat(shown.select("#edit [name=owner] option[selected]").text()).isEqualTo("DBA");
        assertThat(shown.select("#decide form")).hasSize(2);
        assertThat(shown.select("#edit [name=probability]")).isEmpty();

        fields[1] = key();
        fields[15] = "somebody else";
        HttpResponse<String> stranger = form(PAGE, fields);
        assertThat(stranger.statusCode()).isEqualTo(422);
        assertThat(stranger.body()).contains("somebody else is nobody who can answer for it");
        fields[15] = "dba";
        fields[11] = "NOPE";
        HttpResponse<String> unknown = form(PAGE, fields);
        assertThat(unknown.statusCode()).isEqualTo(422);
        assertThat(unknown.body()).contains("no database NOPE");

        assertThat(form(entry + "/accept", "version", "1", "owner", "dba", "due", "2026-12-24")
                        .statusCode())
                .isEqualTo(302);
        Document accepted = Jsoup.parse(page(entry).body());
        assertThat(accepted.select("#decide")).isEmpty();
        assertThat(accepted.select("#history tbody").text()).contains("State proposed open", "Due nothing 2026-12-24");
        assertThat(Jsoup.parse(page(PAGE + "?kind=issue&owner=dba&changed=7").body())
                        .select("table.reg tbody th")
                        .text())
                .contains("The gateway is down");
        assertThat(page(PAGE + ".csv?kind=issue").body()).contains("The gateway is down", ",issue,");
    }
}
