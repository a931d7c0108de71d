package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Clients and programs of a database over the API of the real server. */
class ConnectionApiTest extends ServerCase {
    private static final String LOG = """
            21-NOV-2026 10:15:22 * (CONNECT_DATA=(SERVICE_NAME=crm)(CID=(PROGRAM=C:\\app\\sqlplus.exe)(HOST=APP01)(USER=scott))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=43210)) * establish * crm * 0
            21-NOV-2026 10:16:22 * (CONNECT_DATA=(SERVICE_NAME=crm)(CID=(PROGRAM=C:\\app\\sqlplus.exe)(HOST=APP01)(USER=scott))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=43211)) * establish * crm * 0
            21-NOV-2026 10:16:23 * service_update * crm * 0
            """;

    private String base(String program) throws Exception {
        program(program);
        assertThat(post(
                                "pm",
                                "/api/v1/programs/" + program + "/inventory",
                                key(),
                                "text/csv",
                                HEADER + "CRM,Shop,test\n")
                        .statusCode())
                .isEqualTo(200);
        return "/api/v1/programs/" + program + "/databases/CRM";
    }

    private HttpResponse<String> put(String who, String path, @Nullable String ifMatch, String body) throws Exception {
        HttpRequest.Builder request =
                request(who, path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(body));
        if (ifMatch != null) {
            request.header("If-Match", ifMatch);
        }
        return send(request.build());
    }

    @Test
    void takesAListenersLogAndLetsPeopleAnswerForItsClients() throws Exception {
        String base = base("clients");
        JsonNode given = read(post("dba", base + "/evidence?name=listener.log", key(), "text/plain", LOG));
        assertThat(given.get("kind").asString()).isEqualTo("LISTENER_LOG");

        JsonNode all = read(get("viewer", base + "/connections"));
        assertThat(all.get("unknown").asInt()).isEqualTo(1);
        JsonNode client = all.get("items").get(0);
        assertThat(client.get("machine").asString()).isEqualTo("app01");
        assertThat(client.get("program").asString()).isEqualTo("sqlplus.exe");
        assertThat(client.get("count").asInt()).isEqualTo(2);
        assertThat(client.get("firstSeen").asString()).isEqualTo("2026-11-21T10:15:22Z");
        String one = base + "/connections/" + client.get("id").asString();
        String said = "{\"owner\":\"Ann\",\"redirect\":\"DNS_ALIAS\",\"note\":\"call first\"}";

        assertThat(put("pm", one, null, said).statusCode()).isEqualTo(428);
        assertThat(put("viewer", one, "\"0\"", said).statusCode()).isEqualTo(403);
        HttpResponse<String> changed = put("pm", one, "\"0\"", said);
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        assertThat(changed.headers().firstValue("ETag")).contains("\"1\"");
        assertThat(read(changed).get("unknown").asBoolean()).isFalse();
        HttpResponse<String> late = put("dba", one, "\"0\"", said);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(late.body()).contains("version 1 is stored now");

        // the same log again counts nothing twice and leaves what people said
        post("dba", base + "/evidence?name=listener.log", key(), "text/plain", LOG);
        JsonNode again = read(get("viewer", base + "/connections"));
        assertThat(again.get("unknown").asInt()).isZero();
        assertThat(again.get("items").get(0).get("count").asInt()).isEqualTo(2);
        assertThat(again.get("items").get(0).get("redirect").asString()).isEqualTo("DNS_ALIAS");
        assertThat(get("pm", "/api/v1/audit?program=clients").body()).contains("client.changed");
    }

    @Test
    void judgesTheProgramsOfTheHostAndKeepsNoneOfTheirArguments() throws Exception {
        String base = base("programs");
        post(
                "dba",
                base + "/evidence?name=ps.txt",
                key(),
                "text/plain",
                "  PID USER     COMMAND\n 4711 oracle   ora_pmon_CRM\n 4712 root     /usr/sbin/vmtoolsd -t secret\n");

        HttpResponse<String> answer = get("viewer", base + "/connections");

        JsonNode programs = read(answer).get("dependencies");
        assertThat(programs.size()).isEqualTo(2);
        assertThat(programs.get(0).get("name").asString()).isEqualTo("ora_pmon_*");
        assertThat(programs.get(0).get("s390x").asString()).isEqualTo("YES");
        assertThat(programs.get(1).get("s390x").asString()).isEqualTo("NO");
        assertThat(answer.body()).doesNotContain("secret");
    }

    @Test
    void refusesWhatCannotBeAndNamesIt() throws Exception {
        String base = base("refused");
        assertThat(get("pm", "/api/v1/programs/none/databases/CRM/connections").statusCode())
                .isEqualTo(404);
        assertThat(get("pm", "/api/v1/programs/refused/databases/NONE/connections")
                        .statusCode())
                .isEqualTo(404);
        HttpResponse<String> nobody = put("pm", base + "/connections/0000000000000000", "\"0\"", "{}");
        assertThat(nobody.statusCode()).isEqualTo(404);
        assertThat(nobody.body()).contains("CRM has no client");
        assertThat(put("pm", base + "/connections/0000000000000000", "\"0\"", "{\"redirect\":\"PIGEON\"}")
                        .statusCode())
                .isBetween(400, 422);
        assertThat(put("pm", base + "/connections/0000000000000000", "\"0\"", "{\"owner\":\"" + "x".repeat(201) + "\"}")
                        .statusCode())
                .isEqualTo(422);
        HttpResponse<String> policy = json(
                "pm",
                "/api/v1/programs",
                "{\"key\":\"days\",\"title\":\"d\",\"zone\":\"UTC\",\"policy\":{\"clientNoticeDays\":\"soon\"}}");
        assertThat(policy.statusCode()).isEqualTo(422);
        assertThat(policy.body()).contains("/policy/clientNoticeDays");
    }
}
