package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** New playbooks: checked whole, approved by a second person, never in the place of a good one. */
class PlaybookApiTest extends ServerCase {
    private static final String LOOK = "  - {id: look, title: Look, stage: discovery, action: conformance.look}\n";

    private static String playbook(String name, String steps) {
        return "name: " + name + "\nversion: 1\nmethod: " + name + "\ntitle: A demo\nsteps:\n" + steps;
    }

    private HttpResponse<String> upload(String who, String content) throws Exception {
        return post(who, "/api/v1/playbooks?file=mine.yaml", key(), "application/yaml", content);
    }

    @Test
    void runsAPlaybookOnlyAfterASecondPersonApprovedIt() throws Exception {
        HttpResponse<String> made = upload("admin", playbook("fresh", LOOK));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(made.headers().firstValue("Location")).contains("/api/v1/playbooks/fresh/1");
        program("flow");
        post("pm", "/api/v1/programs/flow/inventory", key(), "text/csv", HEADER + "CRM,Crm,production\n");
        String start =
                "{\"database\":\"CRM\",\"purpose\":\"REHEARSAL\",\"source\":{\"kind\":\"LIVE\"},\"playbook\":\"fresh\"}";
        assertThat(json("pm", "/api/v1/programs/flow/migrations", start).statusCode())
                .isEqualTo(422);
        assertThat(json("admin", "/api/v1/playbooks/fresh/1/approve", "").statusCode())
                .as("admin is no approver")
                .isEqualTo(403);
        HttpResponse<String> approved = json("approver", "/api/v1/playbooks/fresh/1/approve", "");
        assertThat(approved.statusCode()).as(approved.body()).isEqualTo(200);
        assertThat(read(approved).get("approvedBy").asString()).isEqualTo("approver");
        HttpResponse<String> started = json("pm", "/api/v1/programs/flow/migrations", start);
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
    }

    @Test
    void isUploadedByAdministratorsAlone() throws Exception {
        assertThat(upload("pm", playbook("by-pm", LOOK)).statusCode()).isEqualTo(403);
        assertThat(upload("approver", playbook("by-approver", LOOK)).statusCode())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            a cycle          | needs: [b]}                                                 | a
            unknown action   | needs: [look], action: conformance.nope}                    | conformance.nope
            missing output   | needs: [look], when: 'steps["look"].outputs.nope == 1'}     | nope
            wrong type       | needs: [look], when: '1 + 1'}                               | wanted bool
            """)
    void refusesABrokenOneWithFileLineAndReasonAndKeepsTheGoodOne(String what, String end, String reason)
            throws Exception {
        String name = "good-" + what.replace(' ', '-');
        HttpResponse<String> good = upload("admin", playbook(name, LOOK));
        assertThat(good.statusCode()).as(good.body()).isEqualTo(201);
        String action = end.contains("action:") ? "" : "action: conformance.look, ";
        String broken = LOOK + "  - {id: b, title: B, stage: discovery, " + action
                + (what.equals("a cycle") ? "needs: [c]}" : end) + "\n"
                + (what.equals("a cycle")
                        ? "  - {id: c, title: C, stage: discovery, action: conformance.look, " + end + "\n"
                        : "");
        HttpResponse<String> refused = upload("admin", playbook(name, broken));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        JsonNode errors = read(refused).get("errors");
        assertThat(errors.size()).isPositive();
        assertThat(errors.get(0).get("detail").asString())
                .matches("mine\\.yaml:[78]:[0-9]+ .*")
                .contains(reason);
        assertThat(read(get("pm", "/api/v1/playbooks/" + name + "/1"))
                        .get("hash")
                        .asString())
                .isEqualTo(read(good).get("hash").asString());
    }

    /** What is kept needs no fragment: a later Gulliver, which may have others, runs it as it was approved. */
    @Test
    void keepsAPlaybookCompleteThatIncludesWhatShips() throws Exception {
        String include = """
                  - {include: stages/ready@v1, as: night, needs: [look], with: {forecast: 2 h, warnings: none}}
                  - {id: free, title: Let go, stage: cutover, phase: after, kind: task, role: dba, needs: [night], release: source-work, purpose: production}
                """;
        HttpResponse<String> made = upload("admin", playbook("sharing", LOOK + include));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String kept =
                read(get("pm", "/api/v1/playbooks/sharing/1")).get("content").asString();
        assertThat(kept)
                .doesNotContain("include:")
                .contains("- id: night-go-1\n    from: \"stages/ready@v1\"")
                .contains("needs: [night-change]");
        HttpResponse<String> refused =
                upload("admin", playbook("not-sharing", LOOK + include.replace("forecast: 2 h, ", "")));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(read(refused).get("errors").get(0).get("detail").asString())
                .startsWith("mine.yaml:7:")
                .contains("the input 'forecast' (string) of stages/ready@v1 is missing");
    }

    @Test
    void neverReplacesAPublishedVersion() throws Exception {
        assertThat(upload("admin", playbook("fixed", LOOK)).statusCode()).isEqualTo(201);
        HttpResponse<String> other = upload("admin", playbook("fixed", LOOK).replace("A demo", "Another"));
        assertThat(other.statusCode()).as(other.body()).isEqualTo(409);
        assertThat(other.body()).contains("raise its version");
        HttpResponse<String> shipped = upload("admin", playbook("conformance-timing", LOOK));
        assertThat(shipped.statusCode()).as(shipped.body()).isEqualTo(422);
        assertThat(shipped.body()).contains("exists with another content");
    }
}
