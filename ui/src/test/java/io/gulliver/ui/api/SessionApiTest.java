package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.people.Right;
import io.gulliver.service.people.AccountService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** What the page of one's log-ins does, by calls. */
class SessionApiTest extends ServerCase {
    private static final String PASSWORD = "orbit-velvet-canyon";

    @Autowired
    private AccountService accounts;

    /** Makes a person who has chosen {@link #PASSWORD}. */
    private void person(String name) throws IOException, InterruptedException {
        assertThat(json(
                                "admin",
                                "/api/v1/people",
                                "{\"name\":\"" + name + "\",\"person\":{\"title\":\"" + name
                                        + "\",\"administrator\":false,\"disabled\":false,\"rights\":[],"
                                        + "\"functions\":[],\"deputies\":[]}}")
                        .statusCode())
                .isEqualTo(201);
        accounts.choose(accounts.resetLink(name, "admin"), PASSWORD);
    }

    private Connection at(String path, Map<String, String> cookies) {
        return Jsoup.connect("http://127.0.0.1:" + port + path)
                .cookies(cookies)
                .header("Accept", "text/html")
                .ignoreContentType(true)
                .ignoreHttpErrors(true);
    }

    /** A browser in which somebody has logged in. */
    private Map<String, String> logIn(String who, String password) throws IOException {
        Connection.Response form = at("/login", Map.of()).execute();
        Map<String, String> cookies = new HashMap<>(form.cookies());
        cookies.putAll(at("/login", form.cookies())
                .data("username", who, "password", password)
                .data("_csrf", form.parse().select("input[name=_csrf]").attr("value"))
                .method(Connection.Method.POST)
                .followRedirects(false)
                .execute()
                .cookies());
        return cookies;
    }

    private boolean in(Map<String, String> cookies) throws IOException {
        return at("/sessions", cookies).execute().url().getPath().equals("/sessions");
    }

    private static String basic(String who, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((who + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> as(String authorization, String method, String path, String body)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", authorization)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build());
    }

    private List<JsonNode> sessions(String authorization, String query) throws IOException, InterruptedException {
        HttpResponse<String> answer = as(authorization, "GET", "/api/v1/sessions" + query, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        List<JsonNode> rows = new ArrayList<>();
        read(answer).get("items").forEach(rows::add);
        return rows;
    }

    private String audit(String name) throws IOException, InterruptedException {
        return get("admin", "/api/v1/audit?limit=1000&object=person/" + name).body();
    }

    @Test
    void oneSeesOnesOwnLogInsAloneAndEndsThem() throws Exception {
        person("ona");
        person("otto");
        Map<String, String> forgotten = logIn("ona", PASSWORD);
        Map<String, String> here = logIn("ona", PASSWORD);
        Map<String, String> others = logIn("otto", PASSWORD);
        String ona = basic("ona", PASSWORD);

        List<JsonNode> rows = sessions(ona, "");

        assertThat(rows).hasSize(2).allSatisfy(row -> {
            assertThat(row.get("person").asString()).isEqualTo("ona");
            assertThat(Instant.parse(row.get("endsAt").asString()))
                    .isAfter(Instant.parse(row.get("lastSeen").asString()));
            for (Map<String, String> browser : List.of(forgotten, here)) {
                String cookie = browser.get("JSESSIONID");
                assertThat(row.toString())
                        .as("what opens a session is not told")
                        .doesNotContain(cookie, new String(Base64.getDecoder().decode(cookie), StandardCharsets.UTF_8));
            }
        });
        assertThat(sessions(ona, "?person=ONA")).isEqualTo(rows);
        assertThat(sessions(ona, "?limit=1")).hasSize(1).first().isEqualTo(rows.get(0));
        assertThat(sessions(ona, "?limit=1&cursor=1")).containsExactly(rows.get(1));
        String ottos = sessions(basic("otto", PASSWORD), "").get(0).get("id").asString();

        assertThat(sessions(ona, "?person=otto")).isEmpty();
        assertThat(sessions(ona, "?person=nobody-of-this-name")).isEmpty();
        for (String[] wrong : new String[][] {
            {"DELETE", "/api/v1/sessions/" + ottos},
            {"DELETE", "/api/v1/people/otto/sessions"},
            {"DELETE", "/api/v1/people/nobody-of-this-name/sessions"}
        }) {
            assertThat(as(ona, wrong[0], wrong[1], "").statusCode())
                    .as("%s %s: others and nobody are the same", wrong[0], wrong[1])
                    .isEqualTo(404);
        }
        assertThat(in(others)).isTrue();

        String oldest = rows.stream()
                .min((a, b) -> Instant.parse(a.get("since").asString())
                        .compareTo(Instant.parse(b.get("since").asString())))
                .orElseThrow()
                .get("id")
                .asString();
        assertThat(as(ona, "DELETE", "/api/v1/sessions/" + oldest, "").statusCode())
                .isEqualTo(204);
        assertThat(in(forgotten)).isFalse();
        assertThat(in(here)).isTrue();
        assertThat(as(ona, "DELETE", "/api/v1/sessions/" + oldest, "").statusCode())
                .as("over already")
                .isEqualTo(404);

        logIn("ona", PASSWORD);
        assertThat(as(ona, "DELETE", "/api/v1/people/Ona/sessions", "").statusCode())
                .isEqualTo(204);
        assertThat(in(here)).isFalse();
        assertThat(sessions(ona, "")).isEmpty();
        assertThat(in(others)).as("another person's").isTrue();
        assertThat(as(ona, "DELETE", "/api/v1/people/ona/sessions", "").statusCode())
                .as("none is open")
                .isEqualTo(204);
        assertThat(audit("ona").split("\"session.ended\"", -1))
                .as("two in the record: one log-in, and all that were left")
                .hasSize(3);
        assertThat(audit("ona")).contains("\"sessions\":2").doesNotContain(PASSWORD);
    }

    @Test
    void anAdministratorSeesAndEndsThoseOfAll() throws Exception {
        person("pia");
        Map<String, String> first = logIn("pia", PASSWORD);
        Map<String, String> second = logIn("pia", PASSWORD);
        String admin = basic("admin", "lilliput");

        assertThat(sessions(admin, "?limit=1000"))
                .extracting(row -> row.get("person").asString())
                .contains("pia");
        List<JsonNode> pias = sessions(admin, "?person=pia");
        assertThat(pias).hasSize(2);
        assertThat(sessions(admin, "?person=nobody-of-this-name")).isEmpty();
        assertThat(as(admin, "DELETE", "/api/v1/people/nobody-of-this-name/sessions", "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(as(
                                admin,
                                "DELETE",
                                "/api/v1/sessions/" + pias.get(0).get("id").asString(),
                                "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(List.of(in(first), in(second))).containsExactlyInAnyOrder(true, false);
        assertThat(as(admin, "DELETE", "/api/v1/people/pia/sessions", "").statusCode())
                .isEqualTo(204);
        assertThat(in(first) || in(second)).isFalse();
        assertThat(audit("pia")).contains("\"actor\":\"admin\"");
    }

    private static String change(String current, String wanted) {
        return JSON.createObjectNode()
                .put("currentPassword", current)
                .put("newPassword", wanted)
                .toString();
    }

    @Test
    void aPersonChangesThePasswordAndIsLoggedOutEverywhere() throws Exception {
        person("quin");
        Map<String, String> here = logIn("quin", PASSWORD);
        String old = basic("quin", PASSWORD);

        for (String[] wrong : new String[][] {
            {"not-the-old-one", "piano-harbour-linen", "not your current password"},
            {PASSWORD, "short", "at least 12"},
            {PASSWORD, "Password1234", "tried first"},
            {PASSWORD, "quin-quin-quin-7", "tried first"},
            {PASSWORD, "\ud800".repeat(80), "at most 72"},
            {"", "piano-harbour-linen", "/currentPassword"},
            {PASSWORD, " ", "/newPassword"}
        }) {
            HttpResponse<String> refused = as(old, "PUT", "/api/v1/me/password", change(wrong[0], wrong[1]));
            assertThat(refused.statusCode()).as(wrong[2]).isEqualTo(422);
            assertThat(refused.body())
                    .contains(wrong[2])
                    .doesNotContain("not-the-old-one", PASSWORD, "piano-harbour-linen");
        }
        assertThat(in(here)).isTrue();
        assertThat(audit("quin")).contains("person.password.refused");

        HttpResponse<String> changed = as(old, "PUT", "/api/v1/me/password", change(PASSWORD, "piano-harbour-linen"));

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(204);
        assertThat(in(here)).as("open log-ins are over").isFalse();
        assertThat(as(old, "GET", "/api/v1/sessions", "").statusCode())
                .as("the old one, at once")
                .isEqualTo(401);
        assertThat(as(basic("quin", "piano-harbour-linen"), "GET", "/api/v1/sessions", "")
                        .statusCode())
                .isEqualTo(200);
        assertThat(audit("quin"))
                .contains("person.password\"")
                .doesNotContain(PASSWORD, "piano-harbour-linen", "not-the-old-one");
    }

    /** Whoever found a token would keep the account: it lists and ends log-ins, and changes no password. */
    @Test
    void noTokenChangesAPassword() throws Exception {
        person("rika");
        for (Right most : List.of(Right.READ, Right.WORK, Right.ADMINISTER)) {
            String token = "Bearer "
                    + accounts.makeToken(
                                    "rika", "test", most, null, Instant.now().plusSeconds(600))
                            .secret();
            HttpResponse<String> refused =
                    as(token, "PUT", "/api/v1/me/password", change(PASSWORD, "piano-harbour-linen"));
            assertThat(refused.statusCode()).as(most.name()).isEqualTo(403);
            assertThat(refused.body()).contains("with name and password");
            logIn("rika", PASSWORD);
            assertThat(sessions(token, "")).isNotEmpty();
            assertThat(as(token, "DELETE", "/api/v1/people/rika/sessions", "").statusCode())
                    .as("a token for reading ends nothing")
                    .isEqualTo(most == Right.READ ? 403 : 204);
        }
        assertThat(as(basic("rika", PASSWORD), "GET", "/api/v1/sessions", "").statusCode())
                .as("unchanged")
                .isEqualTo(200);
    }

    @Test
    void whosePasswordIsNotKeptHereIsToldSo() throws Exception {
        HttpResponse<String> refused = as(
                basic("viewer", "lilliput"), "PUT", "/api/v1/me/password", change("lilliput", "piano-harbour-linen"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("is not kept here");
    }
}
