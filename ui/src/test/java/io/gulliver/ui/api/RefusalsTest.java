package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is wrong is said where it is wrong, before anything is stored. */
class RefusalsTest extends ServerCase {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            {"rates":{"warp":9}}                                  | /policy/rates/warp                      | There is no rate warp. Known are apply
            {"rates":{"link":"fast"}}                             | /policy/rates/link                      | A number is needed
            {"rates":{"link":0}}                                  | /policy/rates/link                      | more than 0
            {"rates":{"link":-5}}                                 | /policy/rates/link                      | more than 0
            {"rates":{"link":1e400}}                              | /policy/rates/link                      | wanted more than 0
            {"rates":[1]}                                         | /policy/rates                           | An object
            {"rates":{"a/b":1}}                                   | /policy/rates/a~1b                      | There is no rate a/b
            {"parameters":7}                                      | /policy/parameters                      | An object
            {"databases":{"CRM":[]}}                              | /policy/databases/CRM                   | An object
            {"databases":{"CRM":{"parameters":"x"}}}              | /policy/databases/CRM/parameters        | An object
            {"shared":{"server":{"lnx01":3}}}                     | /policy/shared/server/lnx01             | An object
            {"shared":{"server":{"lnx01":{"playbook":7}}}}        | /policy/shared/server/lnx01/playbook    | name of a playbook
            {"shared":{"server":{"lnx01":{"facts":"x"}}}}         | /policy/shared/server/lnx01/facts       | An object
            {"facts":"x"}                                         | /policy/facts                           | An object
            {"parameters":{"x":1e999}}                            | /policy/parameters/x                    | too large
            {"workingHour":{"from":"08:00","to":"18:00"}}         | /policy/workingHour                     | no entry workingHour; the nearest is workingHours
            {"facts":{"fallback_reqired":true}}                   | /policy/facts/fallback_reqired          | fact fallback_reqired; the nearest is fallback_required
            {"facts":{"host.cores":"many"}}                       | /policy/facts/host.cores                | host.cores is 'many', wanted a number
            {"facts":{"gg_licensed":{"x":1}}}                     | /policy/facts/gg_licensed               | wanted yes or no
            """)
    void pointsIntoAPolicyThatNoPlanCouldUse(String policy, String pointer, String words) throws Exception {
        String body = "{\"key\":\"never-made\",\"title\":\"T\",\"zone\":\"UTC\",\"policy\":" + policy + "}";
        HttpResponse<String> made = json("pm", "/api/v1/programs", body);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(422);
        assertThat(pointers(made)).as(made.body()).contains(pointer);
        assertThat(made.body()).contains(words);
        assertThat(get("pm", "/api/v1/programs/never-made").statusCode()).isEqualTo(404);
    }

    @Test
    void refusesTheSamePolicyWhenAProgramIsEditedAndKeepsTheOldOne() throws Exception {
        program("edited");
        HttpResponse<String> edit = send(request("pm", "/api/v1/programs/edited")
                .header("If-Match", "\"1\"")
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"title\":\"T\",\"zone\":\"UTC\",\"policy\":{\"rates\":{\"warp\":1}}}"))
                .build());
        assertThat(edit.statusCode()).as(edit.body()).isEqualTo(422);
        assertThat(pointers(edit)).containsExactly("/policy/rates/warp");
        assertThat(read(get("pm", "/api/v1/programs/edited")).get("version").asLong())
                .isEqualTo(1);
    }

    @Test
    void takesAPolicyWhoseEveryMemberIsReadable() throws Exception {
        HttpResponse<String> made = json("pm", "/api/v1/programs", """
                {"key":"good","title":"Good","zone":"UTC","policy":{"rates":{"link":500,"build-seconds":0},
                 "parameters":{"a":1},"databases":{"CRM":{"parameters":{"b":[1]}}},"facts":{"gg_licensed":true},
                 "shared":{"server":{"lnx01":{"playbook":"dpm-server","facts":{"cpc":"A1"}}}}}}
                """);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        HttpResponse<String> imported =
                post("pm", "/api/v1/programs/good/inventory", key(), "text/csv", HEADER + "CRM,Crm,production\n");
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            programs/good-shape/migrations | {"database":"A","purpose":"PARTY","playbook":"p"}      | /purpose    | One of DISCOVERY, REHEARSAL, PRODUCTION
            programs/good-shape/waves      | {"number":"x","title":"T"}                             | /number     | A whole number
            programs/good-shape/waves      | {"title":"T"}                                          | /number     | A whole number
            programs/good-shape/waves      | {"number":1,"title":"T","start":"tomorrow"}            | /start      | 2026-11-21T18:00:00Z
            programs/good-shape/waves      | {"number":1,"title":"T","after":["x"]}                 | /after/0    | A whole number
            programs/good-shape/waves      | {"number":1,"title":"T","databases":"CRM"}             | /databases  | A list
            programs/good-shape/waves      | {"number":1,"title":["T"]}                             | /title      | A text
            programs                       | {"key":"a","title":"T","zone":"UTC","policy":"none"}   | /policy     | An object
            programs                       | {"key":"a",                                            |             | not valid JSON at line 1
            """)
    void namesThePartOfUnreadableJsonAndWhatWasExpected(String route, String body, String pointer, String words)
            throws Exception {
        HttpResponse<String> response = json("pm", "/api/v1/" + route, body);
        assertThat(response.statusCode()).as(response.body()).isIn(400, 422);
        assertThat(pointers(response)).as(response.body()).contains(pointer == null ? "" : pointer);
        assertThat(response.body()).contains(words);
    }

    @Test
    void saysThatEvidenceIsTooLargeInsteadOfForbiddingIt() throws Exception {
        program("heavy");
        post("pm", "/api/v1/programs/heavy/inventory", key(), "text/csv", HEADER + "CRM,Crm,production\n");
        byte[] head = "~~BEGIN-OS-INFORMATION~~\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        HttpResponse<String> response = send(request("dba", "/api/v1/programs/heavy/databases/CRM/evidence?name=a.out")
                .header("Idempotency-Key", key())
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofInputStream(() -> new Endless(head, 200L * 1024 * 1024 + 4096)))
                .build());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(413);
        assertThat(response.body()).contains("200 MB", "requestId");
    }

    private static java.util.List<String> pointers(HttpResponse<String> response) {
        java.util.List<String> pointers = new java.util.ArrayList<>();
        JsonNode errors = read(response).get("errors");
        if (errors != null) {
            errors.forEach(error -> pointers.add(error.get("pointer").asString()));
        }
        return pointers;
    }

    /** A head, then spaces up to a length, made while they are sent. */
    private static final class Endless extends InputStream {
        private final byte[] head;
        private final long length;
        private long sent;

        Endless(byte[] head, long length) {
            this.head = head;
            this.length = length;
        }

        @Override
        public int read() {
            return sent >= length ? -1 : sent < head.length ? head[(int) sent++] : next();
        }

        private int next() {
            sent++;
            return sent % 100 == 0 ? '\n' : ' ';
        }

        @Override
        public int read(byte[] bytes, int from, int count) {
            int some = 0;
            while (some < count) {
                int one = read();
                if (one < 0) {
                    return some == 0 ? -1 : some;
                }
                bytes[from + some++] = (byte) one;
            }
            return some;
        }
    }

    @Test
    void whatSomebodyElseThanANamedProxySaysOfItsCallerCountsForNothing() throws Exception {
        for (String scheme : java.util.List.of("http", "https")) {
            var answer = send(
                    java.net.http.HttpRequest.newBuilder(java.net.URI.create("http://127.0.0.1:" + port + "/login"))
                            .header("X-Forwarded-For", "198.51.100.7")
                            .header("X-Forwarded-Proto", scheme)
                            .header("Forwarded", "for=198.51.100.7;proto=" + scheme)
                            .build());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).isEmpty();
        }
    }
}
