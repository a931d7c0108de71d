package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What-if over the wire: the figures of the worked examples with their derivation, and problems that name the field. */
class WhatIfApiTest extends ServerCase {
    private JsonNode asked(String what, String body) throws Exception {
        HttpResponse<String> answer = json("viewer", "/api/v1/what-if/" + what, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return read(answer);
    }

    private static String server(int cores, double peak) {
        String model = cores == 24 ? "Xeon E5-2697v2 2.7 GHz" : "Xeon E5-2699v3 2.3 GHz";
        return "{\"model\":\"%s\",\"cores\":%d,\"peakPercent\":%s}".formatted(model, cores, peak);
    }

    @Test
    void eightServersNeedFiveIfls() throws Exception {
        JsonNode cpu = asked(
                        "cpu",
                        "{\"servers\":["
                                + String.join(
                                        ",",
                                        server(24, 7.6),
                                        server(24, 3.3),
                                        server(24, 8.8),
                                        server(24, 4.9),
                                        server(36, 8.1),
                                        server(36, 1.8),
                                        server(36, 17.6),
                                        server(36, 9.5))
                                + "]}")
                .get("sizing");
        assertThat(cpu.at("/demand/value").asDouble()).isEqualTo(9647);
        assertThat(cpu.at("/required/value").asDouble()).isEqualTo(9936);
        assertThat(cpu.at("/requiredAtDesignPoint/value").asDouble()).isCloseTo(11_040, within(1e-6));
        assertThat(cpu.at("/ifls/value").asDouble()).isEqualTo(5);
        assertThat(cpu.at("/capacityOfIfls/value").asDouble()).isEqualTo(11_888);
        assertThat(cpu.at("/utilizationPercent/value").asDouble()).isCloseTo(83.58, within(0.005));
        assertThat(cpu.at("/iflsWithHeadroom/value").asDouble()).isEqualTo(6);
        assertThat(cpu.at("/ifls/formula").asString()).contains("design point");
        assertThat(cpu.at("/ifls/rounding").asString()).isEqualTo("up to whole");
        assertThat(cpu.at("/ifls/inputs/0/name").asString()).isEqualTo("required capacity at the design point");
        assertThat(cpu.at("/demand/inputs/7/inputs/0/inputs/0/source").asString())
                .isEqualTo("given");
    }

    @Test
    void refusesAGuestBeyondItsLimits() throws Exception {
        JsonNode cpu = asked("cpu", "{\"demand\":400000}").get("sizing");
        assertThat(cpu.at("/virtualCpus/fits").asBoolean()).isFalse();
        assertThat(cpu.at("/refusals").size()).isEqualTo(3);
        assertThat(cpu.at("/refusals/2").asString()).contains("a guest of z/VM has at most 64");
    }

    @Test
    void aHostOverTimeCountsOnce() throws Exception {
        String host = "{\"host\":\"h\",\"model\":\"Xeon E5-2697v2 2.7 GHz\",\"cores\":10,"
                + "\"busyPercent\":{\"1\":10,\"2\":50,\"3\":20}}";
        JsonNode cpu = asked("cpu", "{\"hosts\":[" + host + "," + host + "],\"percentile\":100,\"unitsPerIfl\":1000}")
                .get("sizing");
        assertThat(cpu.at("/demand/value").asDouble()).isEqualTo(5 * 501.8);
    }

    @Test
    void sizesMemoryAndChoosesAnSga() throws Exception {
        JsonNode memory = asked("memory", """
                {"instances":[
                   {"name":"DB1","sgaMb":143360,"pgaMb":40960,"connections":2115},
                   {"name":"DB2","sgaMb":71680,"pgaMb":40960,"connections":100}],
                 "largePagesMb":245760,"guestMb":438952,
                 "currentSgaMb":143360,"sgaLimitMb":174080,
                 "advice":[
                   {"sgaMb":143360,"databaseSeconds":2804128,"physicalReads":1286111932},
                   {"sgaMb":152320,"databaseSeconds":2792632,"physicalReads":1286111932},
                   {"sgaMb":161280,"databaseSeconds":2764310,"physicalReads":1241612459},
                   {"sgaMb":170240,"databaseSeconds":2741036,"physicalReads":1206501603},
                   {"sgaMb":179200,"databaseSeconds":2720566,"physicalReads":1174606027}]}""");
        assertThat(memory.at("/sizing/planned/value").asDouble()).isEqualTo(373_665);
        assertThat(memory.at("/sizing/overPlan/value").asDouble()).isEqualTo(65_287);
        assertThat(memory.at("/advice/sga/value").asDouble()).isEqualTo(170_240);
        assertThat(memory.at("/advice/readReductionPercent/value").asDouble()).isCloseTo(6.19, within(0.005));
    }

    @Test
    void sizesStorageAndNetwork() throws Exception {
        JsonNode storage = asked("storage", """
                {"usedGb":1000,"array":"FS9110 (AF7)","readIops":108953,"readMbPerSecond":15900,
                 "network":{"clientMbPerSecond":1000}}""");
        assertThat(storage.at("/sizing/volumes/value").asDouble()).isEqualTo(30);
        assertThat(storage.at("/sizing/ports/value").asDouble()).isEqualTo(10);
        assertThat(storage.at("/sizing/warnings/0").asString()).contains("ports limit first");
        assertThat(storage.at("/network/links/value").asDouble()).isEqualTo(2);
    }

    @Test
    void countsNoArraysWhoseFiguresNobodyPublished() throws Exception {
        String load = "\"array\":\"FS9110 (AF7)\",\"readIops\":1000,\"readMbPerSecond\":100";
        JsonNode storage = asked("storage", "{\"usedGb\":5000000," + load + "}");
        assertThat(storage.at("/sizing/arrays").isNull()).isTrue();
        assertThat(storage.at("/sizing/arraysForLoad/value").asDouble()).isEqualTo(1);
        assertThat(storage.at("/sizing/unknown/0").asString()).contains("not in our table, bring the vendor's figure");
        JsonNode brought = asked("storage", "{\"usedGb\":5000000,\"usableGb\":165920," + load + "}");
        assertThat(brought.at("/sizing/arrays/value").asDouble()).isEqualTo(40);
        JsonNode floor = asked("storage", "{\"usedGb\":1000,\"array\":\"FS900\",\"writeIops\":30000}");
        assertThat(floor.at("/sizing/arrays").isNull()).isTrue();
        assertThat(floor.at("/sizing/volumes").isNull()).isTrue();
    }

    @Test
    void ranksTheWaysAcross() throws Exception {
        String facts = "\"source_release\":\"19.22\",\"source_edition\":\"enterprise\",\"data_gb\":200,\"index_gb\":60";
        JsonNode method = asked("method", "{\"facts\":{" + facts + "},\"windowMinutes\":240,\"day\":\"2026-03-01\"}");
        assertThat(method.at("/assessment/preferred").asString()).isEqualTo("DATA_PUMP");
        assertThat(method.at("/assessment/methods").size()).isEqualTo(6);
        assertThat(method.at("/assessment/methods/0/space").size()).isPositive();
        assertThat(method.at("/target/release").asString()).isEqualTo("19");
        JsonNode shorter = asked("method", "{\"facts\":{" + facts + "},\"windowMinutes\":120}");
        assertThat(shorter.at("/assessment/preferred").asString()).isNotEqualTo("DATA_PUMP");
        assertThat(shorter.at("/assessment/reasons").toString()).contains("data-pump takes 5166.7 s");
    }

    @Test
    void showsBothEndsOfEveryOutageAndOfItsTerms() throws Exception {
        String facts = "\"data_gb\":40,\"gg_none_gb\":0,\"gg_licensed\":true,\"criticality\":3";
        JsonNode methods = asked("method", "{\"facts\":{" + facts + "},\"windowMinutes\":60}")
                .at("/assessment/methods");
        int seen = 0;
        for (JsonNode one : methods) {
            JsonNode outage = one.get("outage");
            if (!outage.isNull()) {
                assertThat(outage.get("shortest").asString())
                        .as(one.get("method").asString())
                        .isNotEqualTo(outage.get("longest").asString());
                assertThat(outage.at("/terms/0/least").asDouble()).isEqualTo(300);
                assertThat(outage.at("/terms/0/most").asDouble()).isEqualTo(900);
                seen++;
            }
        }
        assertThat(seen).isEqualTo(4);
        JsonNode trimmed = asked(
                "method",
                "{\"facts\":{" + facts
                        + "},\"windowMinutes\":60,\"rates\":{\"validation-seconds-criticality-3\":300}}");
        assertThat(trimmed.at("/assessment/preferred").asString()).isEqualTo("DATA_PUMP");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            memory  | {}                                                                        | /instances
            memory  | {"instances":[{"sgaMb":-5,"pgaMb":1}]}                                    | /instances/0/sgaMb
            memory  | {"instances":[{"pgaMb":1}]}                                               | /instances/0/sgaMb
            memory  | {"instances":[null]}                                                      | /instances/0
            memory  | {"instances":[{"sgaMb":9,"pgaMb":1}],"advice":[{}]}                       | /advice/0/sgaMb
            cpu     | {"demand":-1}                                                             | /demand
            cpu     | {"demand":100,"designPoint":7}                                            | /designPoint
            cpu     | {"demand":100,"smtFactor":2}                                              | /smtFactor
            cpu     | {"demand":100,"target":"Univac"}                                          | /target
            cpu     | {"demand":100,"unitsPerIfl":0}                                            | /unitsPerIfl
            cpu     | {"servers":[{"model":"Opteron","cores":4,"peakPercent":5}]}               | /servers/0/model
            cpu     | {"servers":[]}                                                            | /servers
            cpu     | {"hosts":[{"host":"h","cores":4,"busyPercent":{"1":101}}]}                | /hosts/0/busyPercent/1
            storage | {"usedGb":0,"array":"FS9110 (AF7)"}                                       | /usedGb
            storage | {"usedGb":5,"array":"drum"}                                               | /array
            storage | {"usedGb":5,"array":"V7000F","network":{"link":"token ring"}}             | /network/link
            method  | {"facts":{}}                                                              | /facts
            method  | {"facts":{"data_gb":-1}}                                                  | /facts/data_gb
            method  | {"facts":{"lob_share":"much"}}                                            | /facts/lob_share
            method  | {"facts":{"source_release":"latest"}}                                     | /facts/source_release
            method  | {"facts":{"data_gb":1},"rates":{"import":0}}                              | /rates/import
            method  | {"facts":{"data_gb":1},"rates":{"speed":5}}                               | /rates/speed
            method  | {"facts":{"data_gb":1},"windowMinutes":0}                                 | /windowMinutes
            """)
    void namesTheFigureThatCannotBe(String what, String body, String pointer) throws Exception {
        HttpResponse<String> answer = json("viewer", "/api/v1/what-if/" + what, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        List<String> pointers = new ArrayList<>();
        read(answer)
                .get("errors")
                .forEach(error -> pointers.add(error.get("pointer").asString()));
        assertThat(pointers).contains(pointer);
    }

    @Test
    void aMisspeltFigureIsNotLeftOutInSilence() throws Exception {
        HttpResponse<String> answer = json("viewer", "/api/v1/what-if/cpu", "{\"demand\":9647,\"overheadPercnt\":10}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        JsonNode problem = read(answer).at("/errors/0");
        assertThat(problem.get("pointer").asString()).isEqualTo("/overheadPercnt");
        assertThat(problem.get("detail").asString())
                .startsWith("There is no field of this name")
                .contains("overheadPercent");
    }

    @Test
    void isDescribed() throws Exception {
        JsonNode api = read(get("viewer", "/v3/api-docs"));
        for (String what : List.of("memory", "cpu", "storage", "method")) {
            JsonNode post = api.get("paths").get("/api/v1/what-if/" + what).get("post");
            assertThat(post.at("/summary").asString()).as(what).isNotBlank();
            assertThat(post.at("/responses/422/description").asString()).contains("JSON pointer");
        }
        assertThat(api.at("/components/schemas/WhatIfInstance/properties/sgaMb/description")
                        .asString())
                .isEqualTo("sga_max_size");
    }
}
