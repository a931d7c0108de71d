package io.gulliver.adapter.spectrumvirtualize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.spectrumvirtualize.LabArray;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PoolSpec;
import io.gulliver.lab.spectrumvirtualize.LabArraySpec.PortsetSpec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client and simulator answer to the same contract files, without having seen each other. */
class SpectrumVirtualizeContractTest {

    private static final String USER = "gulliver";
    private static final String PASSWORD = "canary-password-7";

    @TempDir
    static Path folder;

    private static LabContext lab;

    @BeforeAll
    static void openLab() {
        lab = LabContext.open(folder.resolve("lab"), LabPace.max(), Clock.systemUTC());
    }

    @AfterAll
    static void closeLab() {
        lab.close();
    }

    @TestFactory
    Stream<DynamicTest> theClientSendsAndUnderstandsWhatTheContractSays() {
        return ContractCase.all().stream().map(one -> DynamicTest.dynamicTest(one.title(), () -> checkClient(one)));
    }

    private void checkClient(ContractCase one) {
        String answer = one.responseBody().toString();
        try (CannedSystem array = new CannedSystem(
                lab,
                request -> request.path().endsWith("/auth")
                        ? new Canned(200, "{\"token\":\"t-1\"}")
                        : new Canned(one.status(), answer))) {
            SpectrumVirtualizeClient client = TestArrays.client(array.uri(), lab, USER, PASSWORD);
            JsonNode error = one.body().path("error");
            if (error.isMissingNode()) {
                Object result = call(client, one);
                assertThat(ContractCase.normal(result))
                        .as("result of %s", one.call())
                        .isEqualTo(ContractCase.normal(one.body().required("result")));
            } else {
                SpectrumVirtualizeException refused =
                        catchThrowableOfType(SpectrumVirtualizeException.class, () -> call(client, one));
                assertThat(refused).as("exception of %s", one.call()).isNotNull();
                assertThat(refused.kind().name())
                        .isEqualTo(error.required("kind").asString());
                assertThat(refused.cmmvcCode()).isEqualTo(error.path("code").asString(null));
                assertThat(refused.mayHaveHappened())
                        .isEqualTo(error.path("mayHaveHappened").asBoolean(false));
                assertThat(refused.advice()).isNotBlank();
                assertThat(refused).hasMessageContaining("fs-1").hasMessageContaining(refused.advice());
            }
            assertThat(array.received()).as("requests").hasSize(2);
            CannedSystem.Received sent = array.received().get(1);
            assertThat(sent.method()).isEqualTo("POST");
            assertThat(sent.path()).isEqualTo("/rest/v1" + one.requestPath());
            assertThat(sent.headers().getFirst("X-Auth-Token")).isEqualTo("t-1");
            assertThat(JsonMapper.shared().readTree(sent.body()))
                    .as("request body")
                    .isEqualTo(one.requestBody());
        }
    }

    @TestFactory
    Stream<DynamicTest> theSimulatorAnswersInTheShapeOfTheContract() {
        return ContractCase.all().stream()
                .filter(ContractCase::labAnswers)
                .map(one -> DynamicTest.dynamicTest(one.title(), () -> checkLab(one)));
    }

    private void checkLab(ContractCase one) throws Exception {
        String system = "fs-" + Integer.toHexString(one.title().hashCode());
        LabArraySpec spec = LabArraySpec.of(
                system,
                USER,
                PASSWORD,
                List.of(PoolSpec.standard("Pool0", 1L << 40), PoolSpec.reducing("Reducing", 1L << 40)));
        if (one.body().has("level")) {
            spec = spec.at(
                    one.body().required("level").asString(),
                    List.of(
                            new PortsetSpec("linux", "host", "fc", List.of(1)),
                            new PortsetSpec("copies", "replication", "ethernet", List.of())));
        }
        try (LabArray array = LabArray.start(lab, spec)) {
            String token = logOn(array);
            for (JsonNode given : one.given()) {
                HttpResponse<String> done = post(
                        array.uri(),
                        "/rest/v1" + given.required("path").asString(),
                        token,
                        given.required("body").toString());
                assertThat(done.statusCode()).as("%s: %s", given, done.body()).isEqualTo(200);
            }
            one.body().path("loggedIn").forEach(wwpn -> array.loggedIn(wwpn.asString(), true));

            HttpResponse<String> answer = post(
                    array.uri(),
                    "/rest/v1" + one.requestPath(),
                    token,
                    one.requestBody().toString());

            assertThat(answer.statusCode()).as("status of %s", answer.body()).isEqualTo(one.status());
            sameShape("", one.responseBody(), JsonMapper.shared().readTree(answer.body()), one.body());
        }
    }

    /** The vendor's Ansible collection sends null for a command without options, and our client an empty object. */
    @Test
    void theSimulatorTakesNoOptionsInEitherForm() throws Exception {
        try (LabArray array = LabArray.start(
                lab, LabArraySpec.of("fs-null", USER, PASSWORD, List.of(PoolSpec.standard("Pool0", 1L << 40))))) {
            String token = logOn(array);
            for (String none : List.of("null", "{}", "")) {
                assertThat(post(array.uri(), "/rest/v1/lshost", token, none).body())
                        .as(none)
                        .isEqualTo("[]");
            }
            assertThat(post(array.uri(), "/rest/v1/lshost", token, "[]").statusCode())
                    .isEqualTo(400);
        }
    }

    private String logOn(LabArray array) throws Exception {
        return JsonMapper.shared()
                .readTree(post(array.uri(), "/rest/v1/auth", null, "").body())
                .required("token")
                .asString();
    }

    /** Same kinds of value at the same places; numbers where numbers stand, message codes where they stand. */
    private static void sameShape(String where, JsonNode expected, JsonNode actual, JsonNode one) {
        assertThat(actual.getNodeType()).as("type at %s of %s", where, actual).isEqualTo(expected.getNodeType());
        if (expected.isObject()) {
            assertThat(names(actual)).as("fields at %s", where).containsAll(names(expected));
            names(expected).forEach(name -> sameShape(where + "/" + name, expected.get(name), actual.get(name), one));
            names(actual)
                    .forEach(name -> assertThat(actual.get(name).isString()
                                    || actual.get(name).isArray())
                            .as("%s/%s is a string, as all values are", where, name)
                            .isTrue());
        } else if (expected.isArray()) {
            if (one.path("exactRows").asBoolean(false)) {
                assertThat(actual.size()).as("rows at %s of %s", where, actual).isEqualTo(expected.size());
            }
            assertThat(actual.isEmpty())
                    .as("emptiness at %s of %s", where, actual)
                    .isEqualTo(expected.isEmpty());
            for (int row = 0; row < Math.min(expected.size(), actual.size()); row++) {
                sameShape(where + "[" + row + "]", expected.get(row), actual.get(row), one);
            }
        } else {
            String wanted = expected.asString();
            String seen = actual.asString();
            if (wanted.matches("\\d+")) {
                assertThat(seen).as("a number at %s", where).matches("\\d+");
            } else if (wanted.matches("[0-9A-F]{16,32}")) {
                assertThat(seen).as("hex digits at %s", where).matches("[0-9A-F]{" + wanted.length() + "}");
            } else if (wanted.startsWith("CMMVC")) {
                assertThat(seen).as("message").isEqualTo(wanted);
            } else if (Set.of("yes", "no", "").contains(wanted)) {
                assertThat(seen).as("value at %s", where).isEqualTo(wanted);
            }
        }
    }

    private static TreeSet<String> names(JsonNode object) {
        return new TreeSet<>(object.propertyNames());
    }

    @Test
    void fallsBackToTheOldPathWhenTheNewOneIsUnknown() {
        try (CannedSystem array = new CannedSystem(lab, request -> switch (request.path()) {
            case "/rest/auth" -> new Canned(200, "{\"token\":\"t-1\"}");
            case "/rest/lshost" -> new Canned(200, "[]");
            default -> new Canned(404, "");
        })) {
            SpectrumVirtualizeClient client = TestArrays.client(array.uri(), lab, USER, PASSWORD);

            assertThat(client.fetchHosts()).isEmpty();
            assertThat(client.fetchHosts()).isEmpty();

            assertThat(array.received().stream().map(CannedSystem.Received::path))
                    .containsExactly("/rest/v1/auth", "/rest/auth", "/rest/lshost", "/rest/lshost");
        }
    }

    @Test
    void theClientReachesAnArrayOfAnOldLevel() {
        LabArraySpec spec = new LabArraySpec(
                "fs-old",
                USER,
                PASSWORD,
                "8.2.1.0",
                java.time.Duration.ofHours(1),
                List.of(PoolSpec.standard("Pool0", 1L << 40)));
        try (LabArray array = LabArray.start(lab, spec)) {
            SpectrumVirtualizeClient client = TestArrays.client(array.uri(), lab, USER, PASSWORD);

            assertThat(client.fetchSystem().codeLevel()).startsWith("8.2.1.0");
        }
    }

    @Test
    void theSimulatorRefusesOtherMethodsUnknownCommandsAndWhatIsNotJson() throws Exception {
        try (LabArray array = LabArray.start(
                lab, LabArraySpec.of("fs-strict", USER, PASSWORD, List.of(PoolSpec.standard("Pool0", 1L << 40))))) {
            String token = logOn(array);
            HttpRequest get = HttpRequest.newBuilder(URI.create(array.uri() + "/rest/v1/lssystem"))
                    .build();

            assertThat(http().send(get, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(405);
            assertThat(post(array.uri(), "/rest/v1/lsnothing", token, "{}").statusCode())
                    .isEqualTo(404);
            assertThat(post(array.uri(), "/rest/v1/lssystem", token, "{").statusCode())
                    .isEqualTo(400);
            assertThat(post(array.uri(), "/rest/v1/lssystem", "wrong", "{}").statusCode())
                    .isEqualTo(403);
            assertThat(post(array.uri(), "/rest/v1/lssystem", token, "{\"colour\":\"red\"}")
                            .body())
                    .contains("CMMVC5709E [-colour]");
            assertThat(post(array.uri(), "/rest/v1/lsmdiskgrp/Pool0", token, "{}")
                            .body())
                    .as("sizes are text for people unless bytes are asked for")
                    .contains("\"capacity\":\"1.00TB\"");
        }
    }

    private static @Nullable Object call(SpectrumVirtualizeClient client, ContractCase one) {
        return switch (one.call()) {
            case "fetchSystem" -> client.fetchSystem();
            case "fetchPools" -> client.fetchPools();
            case "findPool" -> orNull(client.findPool(one.text("name")));
            case "fetchIoGroups" -> client.fetchIoGroups();
            case "fetchTargetPorts" -> client.fetchTargetPorts();
            case "fetchLogins" -> client.fetchLogins(one.text("host"));
            case "fetchVolumes" ->
                client.fetchVolumes(new VolumeFilter(
                        one.argument("pool").asString(null),
                        one.argument("prefix").asString(null),
                        one.argument("group").asString(null)));
            case "findVolume" -> orNull(client.findVolume(one.text("name")));
            case "createVolume" ->
                client.createVolume(new NewVolume(
                        one.text("name"),
                        one.text("pool"),
                        one.argument("bytes").asLong(),
                        "0",
                        NewVolume.Provisioning.valueOf(one.text("provisioning"))));
            case "expandVolume" ->
                done(() -> client.expandVolume(
                        one.text("name"), one.argument("bytes").asLong()));
            case "deleteVolume" ->
                client.deleteVolume(
                        one.text("name"), one.argument("removeMappings").asBoolean());
            case "findVolumeGroup" -> orNull(client.findVolumeGroup(one.text("name")));
            case "createVolumeGroup" -> client.createVolumeGroup(one.text("name"));
            case "joinVolumeGroup" -> done(() -> client.joinVolumeGroup(one.text("volume"), one.text("group")));
            case "leaveVolumeGroup" -> done(() -> client.leaveVolumeGroup(one.text("volume")));
            case "deleteVolumeGroup" -> client.deleteVolumeGroup(one.text("name"));
            case "fetchSnapshots" -> client.fetchSnapshots(one.text("group"));
            case "createSnapshot" ->
                client.createSnapshot(new NewSnapshot(
                        one.text("name"),
                        one.text("group"),
                        one.argument("days").asInt()));
            case "deleteSnapshot" -> client.deleteSnapshot(one.text("name"), one.text("group"));
            case "findFlashCopy" -> orNull(client.findFlashCopy(one.text("name")));
            case "fetchFlashCopiesOnto" -> client.fetchFlashCopiesOnto(one.text("name"));
            case "createFlashCopy" ->
                client.createFlashCopy(new NewFlashCopy(
                        one.text("name"),
                        one.text("source"),
                        one.text("target"),
                        one.argument("copyRate").asInt()));
            case "startFlashCopy" -> done(() -> client.startFlashCopy(one.text("name")));
            case "stopFlashCopy" -> client.stopFlashCopy(one.text("name"));
            case "deleteFlashCopy" ->
                client.deleteFlashCopy(
                        one.text("name"), one.argument("evenIfStopped").asBoolean());
            case "fetchHosts" -> client.fetchHosts();
            case "findHost" -> orNull(client.findHost(one.text("name")));
            case "createHost" ->
                client.createHost(
                        one.text("name"),
                        one.texts("wwpns"),
                        one.argument("portset").asString(null));
            case "fetchPortsets" -> client.fetchPortsets();
            case "fetchPortsetMembers" -> client.fetchPortsetMembers(one.text("portset"));
            case "fetchFcPorts" -> client.fetchFcPorts();
            case "addHostPorts" -> done(() -> client.addHostPorts(one.text("name"), one.texts("wwpns")));
            case "deleteHost" -> client.deleteHost(one.text("name"));
            case "fetchMappingsOfVolume" -> client.fetchMappingsOfVolume(one.text("name"));
            case "fetchMappingsOfHost" -> client.fetchMappingsOfHost(one.text("name"));
            case "mapVolume" ->
                client.mapVolume(new NewMapping(
                        one.text("volume"),
                        one.text("host"),
                        one.argument("scsiId").isMissingNode()
                                ? null
                                : one.argument("scsiId").asInt(),
                        one.argument("shared").asBoolean()));
            case "unmapVolume" -> client.unmapVolume(one.text("volume"), one.text("host"));
            default -> throw new IllegalStateException("No client method " + one.call() + " is known to this test");
        };
    }

    private static String done(Runnable command) {
        command.run();
        return "done";
    }

    private static @Nullable Object orNull(Optional<?> found) {
        return found.orElse(null);
    }

    private static HttpClient http() {
        return TestArrays.trusting(lab);
    }

    private static HttpResponse<String> post(URI array, String path, @Nullable String token, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(array + path))
                .header("X-Auth-Username", USER)
                .header("X-Auth-Password", PASSWORD)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (token != null) {
            request.header("X-Auth-Token", token);
        }
        return http().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
