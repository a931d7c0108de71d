package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.facts.FactStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** From stored facts to figures, methods and decisions over the wire. */
class AssessmentApiTest extends ServerCase {
    private static final AtomicInteger PROGRAMS = new AtomicInteger();
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MICROS);

    @Autowired
    private FactStore facts;

    private String key;
    private String base;

    @BeforeEach
    void estate() throws Exception {
        key = "assess-" + PROGRAMS.incrementAndGet();
        program(key);
        HttpResponse<String> imported = post(
                "pm",
                "/api/v1/programs/" + key + "/inventory",
                key(),
                "text/csv",
                "database,application,environment,source_host,size_gb,outage_window_minutes,oracle_version,owner,"
                        + "target_server,target_kind\n"
                        + "ORDERS,shop,production,lin1,200,240,19,Ada,lnx1,zvm\n"
                        + "CRM,sales,production,lin2,,,,,,\n");
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
        base = "/api/v1/programs/" + key + "/databases/ORDERS";
    }

    private void collect(String database, String source, Duration age, Object... pairs) {
        List<Fact> list = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            list.add(new Fact((String) pairs[i], pairs[i + 1], null, source, NOW.minus(age), Confidence.MEASURED));
        }
        facts.put(key, database, list, "test");
    }

    private void discovered() {
        collect(
                "ORDERS",
                "step discover-database of " + key + ".orders.1",
                Duration.ZERO,
                "source_release",
                "19.22",
                "source_edition",
                "enterprise",
                "data_gb",
                150.0,
                "index_gb",
                50.0,
                "files_gb",
                260.0,
                "incremental_gb",
                5.0,
                "objects",
                9000L,
                "archivelog",
                true,
                "sga_mb",
                16384L,
                "pga_mb",
                4096L,
                "processes",
                600L,
                "cores",
                16L,
                "redo_peak_gb_hour",
                36.0);
    }

    private JsonNode read(String path) throws Exception {
        HttpResponse<String> answer = get("viewer", path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return read(answer);
    }

    private HttpResponse<String> choose(String who, String ifMatch, String body) throws Exception {
        var request = request(who, base + "/methods/choice").header("Content-Type", "application/json");
        if (ifMatch != null) {
            request.header("If-Match", ifMatch);
        }
        return send(request.PUT(BodyPublishers.ofString(body)).build());
    }

    @Test
    void showsFactsWithAgeAndWhatAnOlderSourceSaid() throws Exception {
        discovered();
        collect("ORDERS", "old-sheet.txt", Duration.ofDays(40), "files_gb", 100.0);
        JsonNode body = read(base + "/facts");
        JsonNode known = null;
        for (JsonNode one : body.at("/report/facts")) {
            if (one.at("/name").asString().equals("files_gb")) {
                known = one;
            }
        }
        assertThat(known.at("/value").asDouble()).as("the newest holds").isEqualTo(260);
        assertThat(known.at("/contradicted").asBoolean()).isTrue();
        assertThat(known.at("/others/0/value").asDouble()).isEqualTo(100);
        assertThat(known.at("/others/0/source").asString()).isEqualTo("old-sheet.txt");
        assertThat(body.at("/report/contradicted").toString()).contains("files_gb");
        assertThat(body.at("/completeness/percent").asInt()).isBetween(50, 99);
    }

    @Test
    void sizesWhatIsKnownAndSaysWhatIsMissing() throws Exception {
        JsonNode nothing = read("/api/v1/programs/" + key + "/databases/CRM/sizing");
        assertThat(nothing.at("/memory/sizing").isNull()).isTrue();
        assertThat(nothing.at("/memory/missing/0/facts").toString()).contains("sga_max_mb");
        assertThat(nothing.at("/staleness/stale").asBoolean()).isTrue();
        discovered();
        JsonNode sizing = read(base + "/sizing");
        // (16448 + 4096 + 2700 + 2048) x 1.10 = 27821.2, up to 28 GiB
        assertThat(sizing.at("/memory/sizing/guest/value").asDouble()).isEqualTo(28 * 1024);
        assertThat(sizing.at("/memory/sizing/guest/inputs/0/inputs/0/name").asString())
                .isNotBlank();
        assertThat(sizing.at("/cpu/confidence").asString()).isEqualTo("ASSUMED");
        assertThat(sizing.at("/cpu/sizing/required/name").asString()).isEqualTo("required capacity");
        assertThat(sizing.at("/storage/sizing/capacity/value").asDouble()).isEqualTo(338);
        assertThat(sizing.at("/staleness/stale").asBoolean()).isFalse();
        assertThat(sizing.toString()).contains("sga_mb of").contains("step discover-database of");
    }

    @Test
    void aSizingGoesStaleByAgeAndIsConfirmedWithAReason() throws Exception {
        collect("ORDERS", "capture", Duration.ofDays(100), "files_gb", 260.0, "sga_mb", 1024L);
        assertThat(read(base + "/sizing").at("/staleness/stale").asBoolean()).isTrue();
        assertThat(json("viewer", base + "/sizing/confirm", "{\"reason\":\"x\"}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(json("pm", base + "/sizing/confirm", "{\"reason\":\" \"}").statusCode())
                .isEqualTo(422);
        HttpResponse<String> confirmed =
                json("pm", base + "/sizing/confirm", "{\"reason\":\"Looked at it with the owner\"}");
        assertThat(confirmed.statusCode()).as(confirmed.body()).isEqualTo(200);
        assertThat(read(confirmed).at("/staleness/stale").asBoolean()).isFalse();
        assertThat(read(confirmed).at("/staleness/reasons").toString()).contains("confirmed 0 days ago");
        collect("ORDERS", "capture", Duration.ZERO, "files_gb", 300.0);
        JsonNode grown = read(base + "/sizing");
        assertThat(grown.at("/staleness/stale").asBoolean())
                .as(grown.at("/staleness").toString())
                .isTrue();
        assertThat(grown.at("/staleness/reasons").toString()).contains("15.385 %");
    }

    @Test
    void aMethodIsChosenWithReasonAndVersionAndTakenBack() throws Exception {
        discovered();
        HttpResponse<String> before = get("pm", base + "/methods");
        assertThat(before.headers().firstValue("ETag")).hasValue("\"0\"");
        assertThat(read(before).at("/assessment/preferred").asString()).isEqualTo("DATA_PUMP");
        assertThat(read(before).at("/method").asString()).isEqualTo("DATA_PUMP");
        assertThat(read(before).at("/target/release").asString()).isEqualTo("19");
        String wanted = "{\"method\":\"XTTS_INCREMENTAL\",\"reason\":\"The window shrinks next quarter\"}";
        assertThat(choose("pm", null, wanted).statusCode()).isEqualTo(428);
        assertThat(choose("dba", "\"0\"", wanted).statusCode()).isEqualTo(403);
        assertThat(choose("pm", "\"0\"", "{\"method\":\"XTTS_INCREMENTAL\",\"reason\":\"\"}")
                        .statusCode())
                .isEqualTo(422);
        HttpResponse<String> chosen = choose("pm", "\"0\"", wanted);
        assertThat(chosen.statusCode()).as(chosen.body()).isEqualTo(200);
        assertThat(chosen.headers().firstValue("ETag")).hasValue("\"1\"");
        JsonNode choice = read(chosen).at("/choice");
        assertThat(choice.at("/by").asString()).isEqualTo("pm");
        assertThat(choice.at("/reason").asString()).startsWith("The window");
        assertThat(choice.at("/basis").asString())
                .isEqualTo(read(before).at("/basis").asString());
        assertThat(choice.at("/moved").asBoolean()).isFalse();
        assertThat(read(chosen).at("/method").asString()).isEqualTo("XTTS_INCREMENTAL");
        assertThat(choose("pm", "\"0\"", wanted).statusCode())
                .as("somebody was faster")
                .isEqualTo(412);
        assertThat(read("/api/v1/audit?object=database/" + key + "/ORDERS").toString())
                .contains("method.decided");
        var withdraw = request("pm", base + "/methods/choice?reason=Agreed+otherwise")
                .header("If-Match", "\"1\"")
                .DELETE()
                .build();
        HttpResponse<String> withdrawn = send(withdraw);
        assertThat(withdrawn.statusCode()).as(withdrawn.body()).isEqualTo(200);
        assertThat(read(withdrawn).at("/method").asString()).isEqualTo("DATA_PUMP");
        assertThat(read(withdrawn).at("/choice").isNull()).isTrue();
        assertThat(send(request("pm", base + "/methods/choice?reason=again")
                                .header("If-Match", "\"2\"")
                                .DELETE()
                                .build())
                        .statusCode())
                .isEqualTo(409);
        assertThat(read(base + "/decisions").at("/items").size()).isEqualTo(2);
    }

    private HttpResponse<String> start(String body) throws Exception {
        return json("pm", "/api/v1/programs/" + key + "/migrations", body);
    }

    @Test
    void aStartTakesTheMethodThatIsDecided() throws Exception {
        discovered();
        HttpResponse<String> none = start("{\"database\":\"CRM\",\"purpose\":\"REHEARSAL\"}");
        assertThat(none.statusCode()).as(none.body()).isEqualTo(409);
        assertThat(none.body()).contains("No method is open for CRM");
        choose("pm", "\"0\"", "{\"method\":\"XTTS_INCREMENTAL\",\"reason\":\"less outage\"}");
        HttpResponse<String> without = start("{\"database\":\"ORDERS\",\"purpose\":\"REHEARSAL\"}");
        assertThat(without.statusCode()).isEqualTo(409);
        assertThat(without.body()).contains("no playbook for XTTS_INCREMENTAL yet");
        HttpResponse<String> other =
                start("{\"database\":\"ORDERS\",\"purpose\":\"REHEARSAL\",\"playbook\":\"data-pump\"}");
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("pm chose XTTS_INCREMENTAL");
        choose("pm", "\"1\"", "{\"method\":\"DATA_PUMP\",\"reason\":\"simple\"}");
        HttpResponse<String> started = start("{\"database\":\"ORDERS\",\"purpose\":\"REHEARSAL\"}");
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
        assertThat(read(started).at("/playbook").asString()).isEqualTo("data-pump");
    }

    @Test
    void aProductionStartAgainstTheRulesNeedsAReasonAndASecondPerson() throws Exception {
        discovered();
        String wanted = "{\"database\":\"CRM\",\"purpose\":\"PRODUCTION\",\"playbook\":\"data-pump\"}";
        String crm = "/api/v1/programs/" + key + "/databases/CRM/start";
        HttpResponse<String> refused = start(wanted);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body()).contains("No method is decided for CRM", "one asks for it with a reason");
        assertThat(json("dba", crm + "/request", "{\"reason\":\"now\"}").statusCode())
                .isEqualTo(403);
        assertThat(json("pm", crm + "/request", "{\"reason\":\" \",\"playbook\":\"data-pump\"}")
                        .statusCode())
                .isEqualTo(422);
        HttpResponse<String> asked =
                json("pm", crm + "/request", "{\"reason\":\"A weekend was given\",\"playbook\":\"data-pump\"}");
        assertThat(asked.statusCode()).as(asked.body()).isEqualTo(200);
        assertThat(read(asked).at("/against/0/code").asString()).isEqualTo("undecided");
        String agree = "{\"number\":" + read(asked).at("/waiver/number").asLong() + "}";
        assertThat(json("pm", crm + "/agreement", agree).statusCode())
                .as("the same person")
                .isEqualTo(403);
        assertThat(start(wanted).statusCode()).isEqualTo(409);
        HttpResponse<String> agreed = json("approver", crm + "/agreement", agree);
        assertThat(agreed.statusCode()).as(agreed.body()).isEqualTo(200);
        assertThat(read(crm).at("/agreed").asBoolean()).isTrue();
        HttpResponse<String> started = start(wanted);
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
        assertThat(read("/api/v1/audit?object=database/" + key + "/CRM").toString())
                .contains("start.decided", "A weekend was given");
    }

    @Test
    void theProgramShowsHowManyWaitForAPlaybookOfTheirMethod() throws Exception {
        discovered();
        choose("pm", "\"0\"", "{\"method\":\"XTTS_INCREMENTAL\",\"reason\":\"less outage\"}");
        JsonNode ways = read("/api/v1/programs/" + key + "/methods").at("/items");
        assertThat(ways.toString())
                .contains(
                        "{\"method\":\"XTTS_INCREMENTAL\",\"databases\":1,\"playbook\":null,\"waiting\":[\"ORDERS\"]}");
    }

    @Test
    void productionWaitsForFactsOrForAPersonWhoAcceptsThatTheyAreMissing() throws Exception {
        discovered();
        policy("{\"completeness\":{\"threshold\":95},\"sizing\":{\"months\":24}}");
        JsonNode completeness = read(base + "/completeness");
        assertThat(completeness.at("/below").asBoolean()).isTrue();
        assertThat(completeness.at("/missing/0/how").asString()).isNotBlank();
        String wanted = "{\"database\":\"ORDERS\",\"purpose\":\"PRODUCTION\",\"playbook\":\"data-pump\"}";
        HttpResponse<String> refused = start(wanted);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("the program wants 95 %").contains("how busy the host is");
        assertThat(json("dba", base + "/completeness/accept", "{\"reason\":\"x\"}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(json("pm", base + "/completeness/accept", "{\"reason\":\"A test system, nobody minds\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(read(base + "/facts").at("/accepted/holds").asBoolean()).isTrue();
        collect("ORDERS", "a", Duration.ofDays(1), "host.cpu.busyPercent.p95", 20.0);
        assertThat(read(base + "/completeness").at("/below").asBoolean())
                .as("still below the threshold")
                .isTrue();
        HttpResponse<String> again = start(wanted);
        assertThat(again.statusCode()).as("it was not this that was accepted").isEqualTo(409);
        assertThat(again.body()).contains("pm accepted").contains("has changed since");
        assertThat(json("pm", base + "/completeness/accept", "{\"reason\":\"Looked again\"}")
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> started = start(wanted);
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
    }

    @Test
    void aPolicyOnSizingThatCannotBeIsRefusedWhenItIsTyped() throws Exception {
        for (String wrong : List.of(
                "{\"sizing\":{\"designPoint\":7}}",
                "{\"sizing\":{\"colour\":1}}",
                "{\"sizing\":{\"staleAfterDays\":0}}",
                "{\"completeness\":{\"threshold\":\"much\"}}",
                "{\"completeness\":{\"threshold\":101}}",
                "{\"cost\":{\"currency\":\"EUR\",\"rates\":{\"lunch\":{\"amount\":1}}}}",
                "{\"cost\":{\"rates\":{\"ifl\":{\"amount\":1}}}}")) {
            HttpResponse<String> answer = json(
                    "pm",
                    "/api/v1/programs",
                    "{\"key\":\"odd\",\"title\":\"Odd\",\"zone\":\"UTC\",\"policy\":" + wrong + "}");
            assertThat(answer.statusCode()).as(wrong + " " + answer.body()).isEqualTo(422);
            assertThat(answer.body()).contains("/policy/");
        }
    }

    private void policy(String policy) throws Exception {
        HttpResponse<String> answer = send(request("pm", "/api/v1/programs/" + key)
                .header("Content-Type", "application/json")
                .header(
                        "If-Match",
                        get("pm", "/api/v1/programs/" + key)
                                .headers()
                                .firstValue("ETag")
                                .orElseThrow())
                .PUT(BodyPublishers.ofString("{\"title\":\"T\",\"zone\":\"UTC\",\"policy\":" + policy + "}"))
                .build());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static JsonNode line(JsonNode assessment, String item) {
        for (JsonNode line : assessment.at("/cost/lines")) {
            if (line.at("/item").asString().equals(item)) {
                return line;
            }
        }
        throw new AssertionError("no line " + item + " in " + assessment.at("/cost"));
    }

    @Test
    void answersTheFiveQuestionsWithQuantitiesAndPricesOnlyWhereSomebodySetThem() throws Exception {
        discovered();
        JsonNode without = read(base + "/assessment");
        assertThat(without.at("/answers").size()).isEqualTo(5);
        assertThat(without.at("/answers/0/verdict").asString()).isEqualTo("yes");
        assertThat(without.at("/answers/1/verdict").asString()).isEqualTo("data-pump");
        assertThat(without.at("/answers/2/verdict").asString()).isEqualTo("no price set");
        assertThat(without.at("/answers/3/sentence").asString()).contains("of 240 min agreed");
        assertThat(without.at("/answers/0/evidence").toString()).contains("Row 3");
        assertThat(line(without, "ifl").at("/quantity/likely").asDouble()).isPositive();
        assertThat(line(without, "ifl").at("/amount").isNull()).isTrue();
        assertThat(line(without, "labour.dba").at("/source").asString()).contains("playbook data-pump");
        policy("{\"cost\":{\"currency\":\"EUR\",\"rates\":{\"ifl\":{\"amount\":5000,\"source\":\"offer 7\","
                + "\"setBy\":\"nobody\"}}}}");
        JsonNode with = read(base + "/assessment");
        JsonNode ifl = line(with, "ifl");
        assertThat(ifl.at("/amount/likely").asDouble())
                .isEqualTo(5000 * ifl.at("/quantity/likely").asDouble());
        assertThat(ifl.at("/rate/setBy").asString()).as("not what was typed").isEqualTo("pm");
        assertThat(ifl.at("/rate/source").asString()).isEqualTo("offer 7");
        assertThat(with.at("/cost/complete").asBoolean()).isFalse();
        JsonNode program = read("/api/v1/programs/" + key + "/assessment");
        assertThat(program.at("/databases").size()).isEqualTo(2);
        assertThat(program.at("/answers/0/sentence").asString()).startsWith("1 of 2 databases");
        assertThat(program.at("/databases/0/database").asString()).isEqualTo("CRM");
        assertThat(program.at("/databases/0/canBeDone").asString()).isEqualTo("unknown");
        assertThat(program.at("/databases/1/method").asString()).isEqualTo("DATA_PUMP");
        assertThat(program.at("/databases/1/cost/likely").asDouble())
                .isEqualTo(ifl.at("/amount/likely").asDouble());
    }

    @Test
    void showsWhatChangedBetweenTwoDays() throws Exception {
        collect("ORDERS", "a", Duration.ofDays(60), "files_gb", 100.0, "source_release", "19.20", "cores", 8L);
        collect("ORDERS", "a", Duration.ofDays(2), "files_gb", 150.0, "source_release", "19.22", "cores", 8L);
        String days = "/changes?from=" + LocalDate.ofInstant(NOW.minus(Duration.ofDays(30)), ZoneOffset.UTC) + "&to="
                + LocalDate.ofInstant(NOW, ZoneOffset.UTC);
        JsonNode changes = read(base + days);
        assertThat(changes.at("/changes").size()).isEqualTo(2);
        assertThat(changes.at("/changes/0/fact").asString()).isEqualTo("files_gb");
        assertThat(changes.at("/changes/0/group").asString()).isEqualTo("SIZE");
        assertThat(changes.at("/changes/0/before").asDouble()).isEqualTo(100);
        assertThat(changes.at("/changes/0/after").asDouble()).isEqualTo(150);
        assertThat(changes.at("/changes/0/percent").asDouble()).isEqualTo(50);
        assertThat(changes.at("/changes/1/group").asString()).isEqualTo("PATCH");
        assertThat(changes.at("/unchanged").asInt()).isEqualTo(1);
        assertThat(get("viewer", base + "/changes?from=2026-03-01&to=2026-01-01")
                        .statusCode())
                .isEqualTo(422);
        assertThat(get("viewer", base + "/changes?from=yesterday").statusCode()).isEqualTo(422);
        assertThat(get("viewer", base + "/changes").statusCode()).isEqualTo(422);
    }

    @Test
    void aDatabaseThatIsNotThereIsNotFound() throws Exception {
        for (String what : List.of("facts", "completeness", "sizing", "methods", "decisions", "assessment")) {
            assertThat(get("viewer", "/api/v1/programs/" + key + "/databases/NOBODY/" + what)
                            .statusCode())
                    .as(what)
                    .isEqualTo(404);
        }
    }
}
