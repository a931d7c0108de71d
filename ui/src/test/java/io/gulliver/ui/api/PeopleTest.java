package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.people.Right;
import io.gulliver.service.people.AccountService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A person is made, gets a right in one program, and sees that program alone; a token of the person no more than it says. */
class PeopleTest extends ServerCase {
    @Autowired
    private AccountService accounts;

    private HttpResponse<String> bearer(String token, String method, String path)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", key())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(method.equals("GET") ? "" : "{}"))
                .build());
    }

    private static String person(String rights, String functions) {
        return "{\"title\":\"Kim\",\"administrator\":false,\"disabled\":false,\"rights\":[" + rights
                + "],\"functions\":[" + functions + "],\"deputies\":[]}";
    }

    private static String right(String program, String right) {
        return "{\"program\":\"" + program + "\",\"right\":\"" + right + "\"}";
    }

    @Test
    void seesTheProgramsOfItsRightsAndNoOther() throws Exception {
        program("own-1");
        program("other-1");
        assertThat(json("pm", "/api/v1/people", "{\"name\":\"kim\",\"person\":" + person("", "") + "}")
                        .statusCode())
                .as("people are made by administrators")
                .isEqualTo(403);
        HttpResponse<String> made = json(
                "admin", "/api/v1/people", "{\"name\":\"Kim\",\"person\":" + person(right("own-1", "READ"), "") + "}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(json("admin", "/api/v1/people", "{\"name\":\"kIM\",\"person\":" + person("", "") + "}")
                        .statusCode())
                .as("a name is one whatever its case")
                .isEqualTo(409);
        String path = read(send(request("admin", "/api/v1/people/kim/link")
                        .header("Idempotency-Key", key())
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build()))
                .get("path")
                .asString();
        accounts.choose(path.substring(path.indexOf('=') + 1), "lilliput-lilliput-7");
        String token = accounts.makeToken(
                        "kim", "test", Right.ADMINISTER, null, Instant.now().plusSeconds(600))
                .secret();

        HttpResponse<String> list = bearer(token, "GET", "/api/v1/programs");
        assertThat(list.body()).contains("own-1").doesNotContain("other-1");
        assertThat(bearer(token, "GET", "/api/v1/programs/own-1").statusCode()).isEqualTo(200);
        HttpResponse<String> hidden = bearer(token, "GET", "/api/v1/programs/other-1");
        HttpResponse<String> none = bearer(token, "GET", "/api/v1/programs/nowhere-1");
        assertThat(hidden.statusCode()).isEqualTo(404);
        assertThat(read(hidden).get("title"))
                .as("as one that is not there")
                .isEqualTo(read(none).get("title"));
        assertThat(bearer(token, "POST", "/api/v1/programs/own-1/plan/baseline").statusCode())
                .as("reads only")
                .isEqualTo(403);
        assertThat(bearer(token, "GET", "/api/v1/audit?limit=1000").body())
                .contains("own-1")
                .doesNotContain("other-1", "person/");
        assertThat(bearer(token, "GET", "/api/v1/people").statusCode()).isEqualTo(403);

        String version =
                get("admin", "/api/v1/people/kim").headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> closed = send(request("admin", "/api/v1/people/kim")
                .header("Content-Type", "application/json")
                .header("If-Match", version)
                .PUT(HttpRequest.BodyPublishers.ofString(
                        person("", "").replace("\"disabled\":false", "\"disabled\":true")))
                .build());
        assertThat(closed.statusCode()).as(closed.body()).isEqualTo(200);
        assertThat(bearer(token, "GET", "/api/v1/programs").statusCode())
                .as("a closed account's token opens nothing")
                .isEqualTo(401);
        assertThat(get("admin", "/api/v1/audit?limit=1000&object=person/Kim").body())
                .contains(
                        "person.added", "person.link", "person.password", "token.made", "token.used", "person.changed")
                .doesNotContain(token, path.substring(path.indexOf('=') + 1));
    }

    @Test
    void anEMailOfAnotherAccountIsRefusedInWords() throws Exception {
        for (String name : List.of("mail-1", "mail-2")) {
            assertThat(json("admin", "/api/v1/people", "{\"name\":\"" + name + "\",\"person\":" + person("", "") + "}")
                            .statusCode())
                    .isEqualTo(201);
        }
        String wanted = person("", "").replace("\"administrator\"", "\"email\":\"kim@bank.example\",\"administrator\"");
        assertThat(changed("mail-1", wanted).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = changed("mail-2", wanted.replace("kim@", "KIM@"));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body()).contains("KIM@bank.example is another account's");
        assertThat(get("admin", "/api/v1/people/mail-2").body()).doesNotContain("@bank.example");
    }

    private HttpResponse<String> changed(String name, String person) throws IOException, InterruptedException {
        return send(request("admin", "/api/v1/people/" + name)
                .header("Content-Type", "application/json")
                .header(
                        "If-Match",
                        get("admin", "/api/v1/people/" + name)
                                .headers()
                                .firstValue("ETag")
                                .orElseThrow())
                .PUT(HttpRequest.BodyPublishers.ofString(person))
                .build());
    }

    @Test
    void aTokenLetsThroughNoMoreThanItSays() throws Exception {
        program("own-2");
        program("other-2");
        String reads = accounts.makeToken(
                        "pm",
                        "reads",
                        Right.READ,
                        List.of("own-2"),
                        Instant.now().plusSeconds(600))
                .secret();
        assertThat(bearer(reads, "GET", "/api/v1/programs/own-2").statusCode()).isEqualTo(200);
        assertThat(bearer(reads, "GET", "/api/v1/programs/other-2").statusCode())
                .isEqualTo(404);
        assertThat(bearer(reads, "POST", "/api/v1/programs/own-2/plan/baseline").statusCode())
                .isEqualTo(403);
        assertThat(bearer(reads + "x", "GET", "/api/v1/programs/own-2").statusCode())
                .isEqualTo(401);
        assertThat(get("admin", "/api/v1/audit?limit=1000&object=person/unknown")
                        .body())
                .as("a token that is not good is told, and nothing of it")
                .contains("login.failed", "\"why\":\"token\"", "127.0.0.1")
                .doesNotContain(reads);
        String other = accounts.makeToken(
                        "pm", "other", Right.READ, null, Instant.now().plusSeconds(600))
                .token()
                .id();
        assertThat(bearer(reads, "POST", "/api/v1/tokens/" + other + "/revoke").body())
                .as("of its person's tokens it ends itself alone")
                .contains("belong to no program");
        String id = accounts.tokens("pm").stream()
                .filter(one -> one.title().equals("reads"))
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(bearer(reads, "POST", "/api/v1/tokens/" + id + "/revoke").statusCode())
                .isEqualTo(204);
        assertThat(bearer(reads, "GET", "/api/v1/programs/own-2").statusCode()).isEqualTo(401);
    }
}
