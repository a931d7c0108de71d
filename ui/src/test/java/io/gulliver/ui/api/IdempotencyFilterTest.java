package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A POST that is sent again, one after the other or at the same moment, has one effect and one answer. */
class IdempotencyFilterTest extends ServerCase {
    private static final String RISK =
            "{\"title\":\"Late\",\"probability\":2,\"impact\":3,\"response\":\"REDUCE\"," + "\"state\":\"OPEN\"}";
    private static final String CAPTURE = "~~BEGIN-OS-INFORMATION~~\nNUM_CPUS 4\n~~END-OS-INFORMATION~~\n";
    private static final String PLAYBOOK =
            "name: twice\nversion: 1\nmethod: twice\ntitle: A demo\nsteps:\n  - {id: look, title: Look, stage: discovery, action: conformance.look}\n";

    /** A route, how to count what it makes, and what is counted before and after. */
    private record Case(String who, String path, String type, String body, String counted) {}

    @Test
    void everyPostThatMakesSomethingMakesItOnce() throws Exception {
        program("once");
        send(posted("pm", "/api/v1/programs/once/inventory", key(), "text/csv", HEADER + "CRM,Crm,production\n"));
        List<Case> cases = List.of(
                new Case(
                        "pm",
                        "/api/v1/programs",
                        "application/json",
                        "{\"key\":\"another\",\"title\":\"A\",\"zone\":\"UTC\"}",
                        "/api/v1/programs"),
                new Case(
                        "pm",
                        "/api/v1/programs/once/inventory",
                        "text/csv",
                        HEADER + "ERP,Erp,test\nHR,Hr,test\n",
                        "/api/v1/programs/once/databases"),
                new Case("pm", "/api/v1/programs/once/risks", "application/json", RISK, "/api/v1/programs/once/risks"),
                new Case(
                        "pm",
                        "/api/v1/programs/once/waves",
                        "application/json",
                        "{\"number\":1,\"title\":\"One\",\"databases\":[\"CRM\"]}",
                        "/api/v1/programs/once/waves"),
                new Case(
                        "pm",
                        "/api/v1/programs/once/freezes",
                        "application/json",
                        "{\"from\":\"2026-12-20T00:00:00Z\",\"to\":\"2027-01-04T00:00:00Z\",\"reason\":\"Year end\"}",
                        "/api/v1/programs/once/freezes"),
                new Case("admin", "/api/v1/playbooks", "application/yaml", PLAYBOOK, "/api/v1/playbooks"),
                new Case(
                        "pm",
                        "/api/v1/programs/once/migrations",
                        "application/json",
                        "{\"database\":\"CRM\",\"purpose\":\"REHEARSAL\",\"source\":{\"kind\":\"LIVE\"},\"playbook\":\"conformance-timing\"}",
                        "/api/v1/programs/once/migrations"));
        for (Case one : cases) {
            int before = count(one);
            Set<String> answers = fourTimes(one);
            assertThat(answers).as("answers of %s", one.path()).hasSize(1);
            assertThat(answers.iterator().next()).as(one.path()).startsWith("20");
            int more = one.path().endsWith("/inventory") ? 2 : 1;
            assertThat(count(one) - before).as("effects of %s", one.path()).isEqualTo(more);
        }
    }

    @Test
    void everyPostThatJudgesOrRecordsIsRecordedOnce() throws Exception {
        program("judged");
        send(posted("pm", "/api/v1/programs/judged/inventory", key(), "text/csv", HEADER + "CRM,Crm,production\n"));
        for (Case one : List.of(
                new Case("pm", "/api/v1/programs/judged/plan", "application/json", "", ""),
                new Case(
                        "pm",
                        "/api/v1/programs/judged/plan/baseline",
                        "application/json",
                        "{\"reason\":\"Agreed\"}",
                        ""),
                new Case(
                        "dba",
                        "/api/v1/programs/judged/databases/CRM/evidence?name=crm.out",
                        "application/octet-stream",
                        CAPTURE,
                        ""))) {
            long before = taken();
            Set<String> answers = fourTimes(one);
            assertThat(answers).as("answers of %s", one.path()).hasSize(1);
            assertThat(answers.iterator().next()).as(one.path()).startsWith("20");
            if (one.path().contains("/evidence")) {
                assertThat(taken() - before).as("captures taken").isEqualTo(1);
            }
        }
    }

    @Test
    void refusesAKeyThatWasUsedForSomethingElse() throws Exception {
        String key = key();
        String body = "{\"key\":\"first-use\",\"title\":\"A\",\"zone\":\"UTC\"}";
        assertThat(post("pm", "/api/v1/programs", key, "application/json", body).statusCode())
                .isEqualTo(201);
        HttpResponse<String> other =
                post("pm", "/api/v1/programs", key, "application/json", body.replace("first", "second"));
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("used for another request");
        assertThat(get("pm", "/api/v1/programs/second-use").statusCode()).isEqualTo(404);
    }

    @Test
    void isTheSameWhateverTheAddressIsSpelledLike() throws Exception {
        HttpRequest request = posted(
                "pm",
                "/%61pi/v1/programs",
                key(),
                "application/json",
                "{\"key\":\"spelled\",\"title\":\"A\",\"zone\":\"UTC\"}");
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        HttpResponse<String> again = client.send(request, BodyHandlers.ofString());
        assertThat(again.statusCode()).as(again.body()).isEqualTo(201);
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        HttpResponse<String> refused = client.send(
                posted("pm", "/%61pi/v1/programs", key(), "application/json", "{}"), BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
    }

    @Test
    void letsARefusedRequestBeRepairedUnderItsKey() throws Exception {
        String key = key();
        assertThat(post("pm", "/api/v1/programs", key, "application/json", "{\"key\":\"Repaired\"}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(post(
                                "pm",
                                "/api/v1/programs",
                                key,
                                "application/json",
                                "{\"key\":\"repaired\",\"title\":\"R\",\"zone\":\"UTC\"}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void givesNobodyTheAnswerOfSomebodyElse() throws Exception {
        String key = key();
        String body = "{\"key\":\"owned\",\"title\":\"A\",\"zone\":\"UTC\"}";
        assertThat(post("pm", "/api/v1/programs", key, "application/json", body).statusCode())
                .isEqualTo(201);
        assertThat(post("viewer", "/api/v1/programs", key, "application/json", body)
                        .statusCode())
                .isEqualTo(403);
    }

    private long taken() throws Exception {
        return read(get("pm", "/api/v1/audit?program=judged")).get("items").findValuesAsString("action").stream()
                .filter("evidence.taken"::equals)
                .count();
    }

    private int count(Case one) throws Exception {
        return read(get(one.who(), one.counted())).get("items").size();
    }

    /** Twice at one moment, then twice one after the other; answers the different answers. */
    private Set<String> fourTimes(Case one) throws Exception {
        HttpRequest request = posted(one.who(), one.path(), key(), one.type(), one.body());
        List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            running.add(client.sendAsync(request, BodyHandlers.ofString()));
        }
        Set<String> answers = new TreeSet<>();
        for (CompletableFuture<HttpResponse<String>> each : running) {
            answers.add(said(each.get(60, TimeUnit.SECONDS)));
        }
        for (int i = 0; i < 2; i++) {
            answers.add(said(send(request)));
        }
        return answers;
    }

    private static String said(HttpResponse<String> response) {
        return response.statusCode() + " "
                + response.headers().firstValue("Location").orElse("") + " "
                + response.headers().firstValue("ETag").orElse("") + " " + response.body();
    }
}
