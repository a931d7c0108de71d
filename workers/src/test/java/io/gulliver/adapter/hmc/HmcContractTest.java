package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.hmc.model.NicSpec;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolumeSpec;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Client and lab read {@code contract/hmc} alike: the client is given canned answers, the lab raw requests. */
class HmcContractTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> FILES = List.of("session", "partition", "storage", "ficon", "job", "console");
    private static final Map<String, String> CANNED = Map.ofEntries(
            Map.entry("cpc", "/api/cpcs/c1"),
            Map.entry("partition", "/api/partitions/p1"),
            Map.entry("active", "/api/partitions/p2"),
            Map.entry("booting", "/api/partitions/p3"),
            Map.entry("group", "/api/storage-groups/g1"),
            Map.entry("boots", "/api/storage-groups/g2"),
            Map.entry("path", "/api/storage-groups/g2/virtual-storage-resources/r1"),
            Map.entry("volume", "/api/storage-groups/g1/storage-volumes/v1"),
            Map.entry("port", "/api/adapters/a1/storage-ports/0"),
            Map.entry("adapter", "/api/adapters/a1"),
            Map.entry("other", "/api/adapters/a2/storage-ports/0"),
            Map.entry("eckd", "/api/storage-groups/g3"),
            Map.entry("dasd", "/api/storage-groups/g3/storage-volumes/v1"),
            Map.entry("unit", "/api/storage-control-units/u1"),
            Map.entry("subsystem", "/api/storage-subsystems/b1"),
            Map.entry("site", "/api/storage-sites/t1"),
            Map.entry("switch", "/api/virtual-switches/s1"),
            Map.entry("job", "/api/jobs/j0"));

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> clientAnswersToTheContract() {
        return cases().filter(contract -> contract.has("call"))
                .map(contract -> DynamicTest.dynamicTest(name(contract), () -> checkClient(fill(contract, CANNED))));
    }

    @TestFactory
    Stream<DynamicTest> labAnswersToTheContract() {
        return cases().map(contract -> DynamicTest.dynamicTest(name(contract), () -> checkLab(contract)));
    }

    private static String name(JsonNode contract) {
        return contract.path("name").asString();
    }

    private static Stream<JsonNode> cases() {
        return FILES.stream().flatMap(file -> {
            try (InputStream in = HmcContractTest.class.getResourceAsStream("/contract/hmc/" + file + ".yaml")) {
                JsonNode document = new YAMLMapper().readTree(in);
                assertThat(document.path("source").asString())
                        .as("source of " + file)
                        .isNotBlank();
                return new ArrayList<>(document.path("cases").values()).stream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static JsonNode fill(JsonNode contract, Map<String, String> uris) {
        String text = contract.toString();
        for (Map.Entry<String, String> uri : uris.entrySet()) {
            text = text.replace("{" + uri.getKey() + "}", uri.getValue());
        }
        return JSON.readTree(text);
    }

    // --- the client, against canned answers -------------------------------------------------------------------------

    private void checkClient(JsonNode contract) throws Exception {
        List<Received> seen;
        try (LabContext context = context();
                CannedSystem canned = canned(context, contract);
                HttpHmcClient client =
                        LabBench.client(canned.uri(), context.certificates().caFile(), "word", CallLog.none())) {
            seen = canned.received();
            JsonNode arguments = contract.path("arguments");
            if (contract.has("error")) {
                HmcException error = catchThrowableOfType(HmcException.class, () -> call(client, contract, arguments));
                JsonNode expected = contract.path("error");
                assertThat(error).as("an error was expected").isNotNull();
                assertThat(error.kind().name()).isEqualTo(expected.path("kind").asString());
                assertThat(error.httpStatus())
                        .isEqualTo(expected.path("httpStatus").asInt());
                assertThat(error.reason()).isEqualTo(expected.path("reason").asInt());
                assertThat(error.mayHaveHappened())
                        .isEqualTo(expected.path("mayHaveHappened").asBoolean());
                assertThat(error.system()).isEqualTo(LabBench.SYSTEM);
                assertThat(error.advice()).isNotBlank();
            } else {
                // Through text: a number is a number there, whatever Java type it had.
                JsonNode result = JSON.readTree(JSON.writeValueAsString(call(client, contract, arguments)));
                JsonNode expected = contract.path("result");
                if (expected.isObject()) {
                    expected.properties()
                            .forEach(property -> assertThat(result.path(property.getKey()))
                                    .as("result's " + property.getKey() + " in " + result)
                                    .isEqualTo(property.getValue()));
                } else if (!expected.isMissingNode()) {
                    assertThat(result).isEqualTo(expected);
                }
            }
        }
        List<Received> asked = seen.stream()
                .filter(request -> !request.path().startsWith("/api/sessions"))
                .toList();
        JsonNode exchanges = contract.path("exchanges");
        assertThat(asked).as("requests sent").hasSize(exchanges.size());
        for (int i = 0; i < asked.size(); i++) {
            JsonNode expected = exchanges.get(i).path("request");
            Received request = asked.get(i);
            assertThat(request.method()).isEqualTo(expected.path("method").asString());
            assertThat(request.path()).isEqualTo(expected.path("path").asString());
            expected.path("query")
                    .properties()
                    .forEach(parameter -> assertThat(request.query().split("&"))
                            .contains(parameter.getKey() + "="
                                    + parameter.getValue().asString()));
            assertThat(request.headers().containsKey("X-API-Session"))
                    .as("session header")
                    .isEqualTo(expected.path("session").asBoolean(true));
            if (expected.has("body")) {
                assertThat(JSON.readTree(request.body())).isEqualTo(expected.path("body"));
            } else {
                assertThat(request.body()).isEmpty();
            }
        }
    }

    private LabContext context() throws IOException {
        return LabContext.open(Files.createTempDirectory(directory, "lab"), LabPace.max(), Clock.systemUTC());
    }

    /** Answers each request with the exchange of its method and path. */
    private static CannedSystem canned(LabContext context, JsonNode contract) {
        return new CannedSystem(context, request -> {
            for (JsonNode exchange : contract.path("exchanges")) {
                JsonNode asked = exchange.path("request");
                if (asked.path("method").asString().equals(request.method())
                        && asked.path("path").asString().equals(request.path())) {
                    JsonNode response = exchange.path("response");
                    return new Canned(
                            response.path("status").asInt(),
                            response.has("body") ? response.path("body").toString() : "");
                }
            }
            return new Canned(200, "{\"api-session\":\"s1\"}");
        });
    }

    private static Object call(HmcClient client, JsonNode contract, JsonNode given) {
        String call = contract.path("call").asString();
        List<String> text = new ArrayList<>();
        given.forEach(argument -> text.add(argument.asString("")));
        switch (call) {
            case "version":
                return client.version();
            case "findCpc":
                return client.findCpc(text.get(0)).orElseThrow();
            case "createPartition":
                return client.createPartition(
                        text.get(0),
                        PartitionSpec.linux(
                                text.get(1),
                                LabBench.KEY,
                                given.get(2).asInt(),
                                given.get(3).asLong()));
            case "findPartition":
                return client.findPartition(text.get(0), text.get(1)).orElseThrow();
            case "fetchPartition":
                return client.fetchPartition(text.get(0));
            case "updatePartition":
                client.updatePartition(
                        text.get(0), JSON.convertValue(given.get(1), new TypeReference<Map<String, Object>>() {}));
                return "";
            case "startPartition":
                return client.startPartition(text.get(0));
            case "deletePartition":
                client.deletePartition(text.get(0));
                return "";
            case "createNic":
                return client.createNic(
                        text.get(0), new NicSpec(text.get(1), LabBench.KEY, text.get(2), text.get(3), null, null));
            case "createStorageGroup":
                return client.createStorageGroup(StorageGroupSpec.fcp(
                        text.get(0),
                        text.get(1),
                        LabBench.KEY,
                        2,
                        List.of(StorageVolumeSpec.boot("boot", 32), StorageVolumeSpec.data("data01", 512))));
            case "createFiconStorageGroup":
                return client.createStorageGroup(StorageGroupSpec.ficon(
                        text.get(0),
                        text.get(1),
                        LabBench.KEY,
                        2,
                        List.of(
                                StorageVolumeSpec.eckd("data01", 65_520, "2001"),
                                StorageVolumeSpec.eckd("redo01", 5_000, "200B"))));
            case "controlUnits":
                return client.controlUnits(text.get(0), text.get(1)).get(0);
            case "fulfillFiconVolume":
                client.fulfillFiconVolume(text.get(0), text.get(1), text.get(2));
                return "";
            case "storageVolumes":
                return client.storageVolumes(text.get(0)).get(0);
            case "attachStorageGroup":
                client.attachStorageGroup(text.get(0), text.get(1));
                return "";
            case "detachStorageGroup":
                client.detachStorageGroup(text.get(0), text.get(1));
                return "";
            case "assignPort":
                client.assignPort(text.get(0), text.get(1));
                return "";
            case "bootFromNothing":
                client.bootFromNothing(text.get(0));
                return "";
            case "fetchStorageGroup":
                return client.fetchStorageGroup(text.get(0));
            case "addCandidatePorts":
                client.addCandidatePorts(text.get(0), List.of(text.get(1)));
                return "";
            case "fulfillFcpVolume":
                client.fulfillFcpVolume(text.get(0), text.get(1), text.get(2), text.get(3));
                return "";
            case "deleteStorageGroup":
                client.deleteStorageGroup(text.get(0));
                return "";
            case "osMessages":
                return client.osMessages(text.get(0), given.get(1).asLong());
            case "observe":
                return client.observe(new HmcJob(text.get(0), "start-partition"));
            case "forget":
                client.forget(new HmcJob(text.get(0), "start-partition"));
                return "";
            default:
                throw new IllegalArgumentException("The contract calls " + call + ", which this test does not know");
        }
    }

    // --- the lab, with raw requests ---------------------------------------------------------------------------------

    private void checkLab(JsonNode contract) throws Exception {
        try (LabBench bench = new LabBench(Files.createTempDirectory(directory, "lab"))) {
            JsonNode filled = fill(contract, prepared(bench));
            HttpClient raw = HttpClient.newBuilder()
                    .sslContext(bench.context.certificates().clientContext())
                    .build();
            String session = JSON.readTree(raw.send(
                                    HttpRequest.newBuilder(bench.lab.uri().resolve("/api/sessions"))
                                            .POST(BodyPublishers.ofString("{\"userid\":\"" + LabBench.USER
                                                    + "\",\"password\":\"" + LabBench.PASSWORD + "\"}"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body())
                    .path("api-session")
                    .asString();
            for (JsonNode exchange : filled.path("exchanges")) {
                HttpResponse<String> answer = send(raw, bench, session, exchange.path("request"));
                JsonNode expected = exchange.path("response");
                assertThat(answer.statusCode())
                        .as("status of the answer " + answer.body())
                        .isEqualTo(expected.path("status").asInt());
                if (!expected.has("body")) {
                    assertThat(answer.body()).isEmpty();
                    continue;
                }
                JsonNode body = JSON.readTree(answer.body());
                sameShape(expected.path("body"), body, "body");
                if (expected.path("status").asInt() >= 400) {
                    assertThat(body.path("reason").asInt())
                            .as("reason in " + body)
                            .isEqualTo(expected.path("body").path("reason").asInt());
                }
            }
        }
    }

    private static Map<String, String> prepared(LabBench bench) {
        Map<String, String> uris = new HashMap<>();
        HttpHmcClient client = bench.client;
        uris.put("cpc", bench.cpc());
        uris.put("partition", bench.partition("DB00", 4, 4096));
        String active = bench.partition("DB99", 1, 1024);
        uris.put("active", active);
        HmcJob job = client.startPartition(active);
        assertThat(client.observe(job).state()).isEqualTo(JobObservation.State.SUCCEEDED);
        uris.put("job", job.uri());
        bench.lab.print("DB99", List.of("Linux version 5.14.0-427.13.1.el9_4.s390x"));
        var group = client.createStorageGroup(bench.group("SG00"));
        uris.put("group", group.objectUri());
        uris.put("volume", group.elementUris().get(0));
        uris.put(
                "port",
                client.adapterPorts(client.adapters(bench.cpc(), "fcp").get(0).objectUri())
                        .storagePortUris()
                        .get(0));
        uris.put("adapter", client.adapters(bench.cpc(), "fcp").get(0).objectUri());
        uris.put(
                "other",
                client.adapterPorts(client.adapters(bench.cpc(), "fcp").get(1).objectUri())
                        .storagePortUris()
                        .get(0));
        String booting = bench.partition("DB50", 1, 1024);
        var boots = client.createStorageGroup(bench.group("SG50"));
        client.addCandidatePorts(boots.objectUri(), List.of(uris.get("port")));
        client.attachStorageGroup(booting, boots.objectUri());
        client.bootFromVolume(booting, boots.elementUris().get(0));
        uris.put("booting", booting);
        uris.put("boots", boots.objectUri());
        var eckd = client.createStorageGroup(bench.ficon("SG20"));
        uris.put("eckd", eckd.objectUri());
        uris.put("dasd", eckd.elementUris().get(0));
        var unit = client.controlUnits(bench.cpc(), "20").get(0);
        uris.put("unit", unit.objectUri());
        uris.put("subsystem", unit.parent());
        uris.put("site", bench.lab.siteOf("A1"));
        uris.put(
                "path", client.virtualStorageResources(boots.objectUri()).get(0).elementUri());
        uris.put("switch", client.virtualSwitches(bench.cpc()).get(0).objectUri());
        return uris;
    }

    private static HttpResponse<String> send(HttpClient raw, LabBench bench, String session, JsonNode request)
            throws Exception {
        StringBuilder path = new StringBuilder(request.path("path").asString());
        request.path("query")
                .properties()
                .forEach(parameter -> path.append(path.indexOf("?") < 0 ? "?" : "&")
                        .append(parameter.getKey())
                        .append("=")
                        .append(URLEncoder.encode(parameter.getValue().asString(), StandardCharsets.UTF_8)));
        HttpRequest.Builder builder = HttpRequest.newBuilder(bench.lab.uri().resolve(path.toString()))
                .method(
                        request.path("method").asString(),
                        request.has("body")
                                ? BodyPublishers.ofString(request.path("body").toString())
                                : BodyPublishers.noBody())
                .header("Content-Type", "application/json");
        if (request.path("session").asBoolean(true)) {
            builder.header("X-API-Session", session);
        }
        return raw.send(builder.build(), BodyHandlers.ofString());
    }

    /** Every property that the contract names is there with the same JSON type; values of states are compared too. */
    private static void sameShape(JsonNode expected, JsonNode actual, String where) {
        assertThat(actual.getNodeType())
                .as("type of " + where + " in " + actual)
                .isEqualTo(expected.getNodeType());
        expected.properties().forEach(property -> {
            assertThat(actual.has(property.getKey()))
                    .as(where + " has " + property.getKey() + " in " + actual)
                    .isTrue();
            sameShape(property.getValue(), actual.get(property.getKey()), where + "." + property.getKey());
            if (property.getKey().equals("status") || property.getKey().endsWith("-state")) {
                assertThat(actual.get(property.getKey()))
                        .as(where + "." + property.getKey())
                        .isEqualTo(property.getValue());
            }
        });
        if (expected.isArray() && !expected.isEmpty()) {
            assertThat(actual.isEmpty()).as(where + " has elements").isFalse();
            sameShape(expected.get(0), actual.get(0), where + "[0]");
        }
    }
}
