package io.gulliver.lab.ds8000;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.ds8000.LabDs8000Spec.PoolSpec;
import io.gulliver.lab.storage.VolumeContent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The simulator, spoken to as the public clients do, against the fact sheet and the shapes of recorded answers. */
class LabDs8000Test {
    private static final String SYSTEM = "ds-1";
    private static final long GIB = 1L << 30;

    /** Jumps when a test says so. */
    private static final class Jumping extends Clock {
        private Instant now = Instant.parse("2026-11-27T12:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @TempDir
    Path folder;

    private final Jumping clock = new Jumping();
    private LabContext lab;
    private LabDs8000 storage;
    private HttpClient http;
    private String token = "";

    private record Answer(int status, JsonNode body) {
        String code() {
            return body.path("server").path("code").asString("");
        }

        String state() {
            return body.path("server").path("status").asString("");
        }

        JsonNode data(String kind) {
            return body.path("data").path(kind);
        }
    }

    @BeforeEach
    void start() throws Exception {
        lab = LabContext.open(folder.resolve("lab"), LabPace.max(), clock);
        storage = LabDs8000.start(
                lab,
                LabDs8000Spec.of(
                                SYSTEM,
                                "admin",
                                "secret",
                                List.of(
                                        PoolSpec.fixedBlock("P0", 100 * GIB),
                                        PoolSpec.fixedBlock("P1", 100 * GIB),
                                        PoolSpec.countKeyData("P2", 100 * GIB)))
                        .withGolden(List.of(new LabDs8000Spec.GoldenVolume(
                                "0000", "GOLD", "P0", 8 * GIB, new VolumeContent("RHEL", "9.4", true)))));
        http = HttpClient.newBuilder()
                .sslContext(lab.certificates().clientContext())
                .build();
        logOn(storage.uri());
    }

    @AfterEach
    void stop() {
        storage.close();
        lab.close();
    }

    private void logOn(URI at) throws Exception {
        Answer answer = send(at, "POST", "/tokens", "{\"username\":\"admin\",\"password\":\"secret\"}", "");
        token = answer.body().path("token").path("token").asString();
    }

    private Answer send(URI at, String method, String path, String params, String with)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(at + "/api/v1" + path))
                .header("X-Auth-Token", with)
                .timeout(Duration.ofSeconds(20));
        if (params.isEmpty()) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString("{\"request\":{\"params\":" + params + "}}"));
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), JsonMapper.shared().readTree(response.body()));
    }

    private Answer get(String path) throws Exception {
        return send(storage.uri(), "GET", path, "", token);
    }

    private Answer post(String path, String params) throws Exception {
        return send(storage.uri(), "POST", path, params, token);
    }

    private Answer create(String name, String more) throws Exception {
        return post(
                "/volumes",
                "{\"name\":\"" + name + "\",\"cap\":\"10\",\"captype\":\"gib\",\"stgtype\":\"fb\",\"tp\":\"none\""
                        + more + "}");
    }

    private long effects(String operation, Effect effect) {
        return lab.ledger().entries(SYSTEM, operation).stream()
                .filter(entry -> entry.effect() == effect)
                .count();
    }

    // --- tokens and envelopes -------------------------------------------------------------------------------------

    @Test
    void answersHaveTheFieldsOfRecordedOnesAndNothingButText() throws Exception {
        create("v1", ",\"pool\":\"P0\",\"lss\":\"10\"");
        post("/hosts", "{\"name\":\"h1\",\"hosttype\":\"zLinux\"}");
        post("/host_ports", "{\"wwpn\":\"c050760000000001\",\"host\":\"h1\"}");
        post("/hosts/h1/mappings", "{\"volumes\":[\"1000\"]}");
        create("v2", ",\"pool\":\"P0\",\"lss\":\"10\"");
        post(
                "/cs/flashcopies",
                "{\"volume_pairs\":[{\"source_volume\":\"1000\",\"target_volume\":\"1001\"}],\"options\":[\"persistent\"]}");
        JsonNode shapes = new YAMLMapper().readTree(getClass().getResourceAsStream("/ds8000/shapes.yaml"));
        for (Map.Entry<String, String> one : Map.of(
                        "/systems", "systems",
                        "/pools", "pools",
                        "/volumes", "volumes",
                        "/lss", "lss",
                        "/hosts", "hosts",
                        "/host_ports", "host_ports",
                        "/hosts/h1/mappings", "mappings",
                        "/ioports", "ioports",
                        "/volumes/1001/flashcopy", "flashcopy",
                        "/cs/flashcopies", "flashcopies")
                .entrySet()) {
            Answer answer = get(one.getKey());
            assertThat(answer.status()).as(one.getKey()).isEqualTo(200);
            String kind = one.getValue().equals("flashcopies") ? "flashcopy" : one.getValue();
            assertThat(answer.data(kind)).as(one.getKey()).isNotEmpty();
            TreeSet<String> always = new TreeSet<>();
            TreeSet<String> sometimes = new TreeSet<>();
            shapes.path(one.getValue()).forEach(field -> {
                String name = field.asString();
                (name.endsWith("?") ? sometimes : always).add(name.replace("?", ""));
            });
            answer.data(kind).forEach(row -> {
                assertThat(row.propertyNames()).as(one.getKey()).containsAll(always);
                assertThat(row.propertyNames()).allMatch(name -> always.contains(name) || sometimes.contains(name));
                row.properties()
                        .forEach(field -> assertThat(field.getValue().isString()
                                        || field.getValue().isContainer())
                                .as(one.getKey() + " " + field)
                                .isTrue());
            });
        }
    }

    @Test
    void aTokenThatNobodyUsedForHalfAnHourIsNoneAndOneThatIsUsedLives() throws Exception {
        clock.now = clock.now.plus(Duration.ofMinutes(29));
        assertThat(get("/pools").status()).isEqualTo(200);
        clock.now = clock.now.plus(Duration.ofMinutes(29));
        assertThat(get("/pools").status()).isEqualTo(200);
        clock.now = clock.now.plus(Duration.ofMinutes(31));
        assertThat(get("/pools").status()).isEqualTo(401);
    }

    @Test
    void theOtherSpellingOfAnExpiredTokenIsACode() throws Exception {
        lab.faults().arm(SYSTEM, "list-pools", FaultKind.SESSION_EXPIRED, 1);
        Answer answer = get("/pools");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("BE7A001A");
        assertThat(get("/pools").status()).as("it is gone for good").isEqualTo(401);
    }

    @Test
    void aWrongPasswordHasItsCode() throws Exception {
        Answer answer = send(storage.uri(), "POST", "/tokens", "{\"username\":\"admin\",\"password\":\"x\"}", "");
        assertThat(answer.code()).isEqualTo("BE7A002D");
        assertThat(answer.state()).isEqualTo("failed");
    }

    @Test
    void theSecondHmcServesTheSameStorageWithTokensOfItsOwn() throws Exception {
        create("v1", ",\"pool\":\"P0\",\"lss\":\"10\"");
        storage.firstHmcGoesDown();
        assertThat(send(storage.secondUri(), "GET", "/volumes", "", token).status())
                .isEqualTo(401);
        logOn(storage.secondUri());
        assertThat(send(storage.secondUri(), "GET", "/lss/10/volumes", "", token)
                        .data("volumes"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"a\",\"cap\":10,\"captype\":\"gib\",\"stgtype\":\"fb\",\"tp\":\"none\",\"pool\":\"P0\"}",
                "{\"name\":\"a\",\"cap\":\"10\",\"captype\":\"cyl\",\"stgtype\":\"fb\",\"tp\":\"none\",\"pool\":\"P0\"}",
                "{\"name\":\"a\",\"cap\":\"10\",\"captype\":\"gib\",\"stgtype\":\"fb\",\"tp\":\"thin\",\"pool\":\"P0\"}",
                "{\"name\":\"a\",\"cap\":\"10\",\"captype\":\"gib\",\"stgtype\":\"fb\",\"tp\":\"none\",\"pool\":\"P0\",\"x\":\"y\"}",
                "{\"name\":\"a-name-of-17-chars\",\"cap\":\"10\",\"captype\":\"gib\",\"stgtype\":\"fb\",\"tp\":\"none\",\"pool\":\"P0\"}",
                "{\"namecol\":[\"a\",\"b\"],\"ids\":[\"1000\"],\"cap\":\"10\",\"captype\":\"gib\",\"stgtype\":\"fb\",\"tp\":\"none\",\"pool\":\"P0\"}"
            })
    void refusesWhatItDoesNotKnowAndMakesNothing(String params) throws Exception {
        assertThat(post("/volumes", params).status()).isEqualTo(400);
        assertThat(effects("create-volumes", Effect.CREATED)).isZero();
        assertThat(effects("create-volumes", Effect.REFUSED)).isEqualTo(1);
    }

    // --- rules ----------------------------------------------------------------------------------------------------

    @Test
    void oneNameTwiceIsTwoVolumesAndOneIdTwiceIsRefused() throws Exception {
        create("twin", ",\"pool\":\"P0\",\"lss\":\"10\"");
        create("twin", ",\"pool\":\"P0\",\"lss\":\"10\"");
        assertThat(get("/lss/10/volumes").data("volumes")).hasSize(2);
        Answer again = create("other", ",\"pool\":\"P0\",\"id\":\"1001\"");
        assertThat(again.body()
                        .path("responses")
                        .get(0)
                        .path("server")
                        .path("status")
                        .asString())
                .isEqualTo("failed");
        assertThat(get("/lss/10/volumes").data("volumes")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "P0, 1100, rank group",
        "P1, 1000, rank group",
        "P2, 1000, is of type ckd",
        "P9, 1000, does not exist",
    })
    void lssAndPoolGoTogether(String pool, String id, String words) throws Exception {
        Answer answer = create("v", ",\"pool\":\"" + pool + "\",\"id\":\"" + id + "\"");
        assertThat(answer.body().toString()).contains("failed").contains(words);
        assertThat(effects("create-volumes", Effect.CREATED)).isZero();
    }

    @Test
    void anAddressGroupHoldsOneKind() throws Exception {
        assertThat(post(
                                "/lss",
                                "{\"id\":\"20\",\"type\":\"ckd\",\"sub_system_identifier\":\"FF20\",\"ckd_base_cu_type\":\"3990-6\"}")
                        .state())
                .isEqualTo("ok");
        assertThat(create("v", ",\"pool\":\"P0\",\"id\":\"2200\"").body().toString())
                .contains("Address group 2");
        create("w", ",\"pool\":\"P0\",\"id\":\"3000\"");
        assertThat(post("/lss", "{\"id\":\"32\",\"type\":\"ckd\",\"sub_system_identifier\":\"FF32\"}")
                        .body()
                        .toString())
                .contains("Address group 3");
    }

    @Test
    void aPoolRunsOut() throws Exception {
        for (int i = 0; i < 10; i++) {
            create("v" + i, ",\"pool\":\"P1\",\"lss\":\"11\"");
        }
        assertThat(get("/pools/P1").data("pools").get(0).path("capavail").asString())
                .isEqualTo("0");
        assertThat(create("v10", ",\"pool\":\"P1\",\"lss\":\"11\"").body().toString())
                .contains("not enough available extents");
    }

    @Test
    void ofFourSomeAreMadeAndTheRestToldByTheirCode() throws Exception {
        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.CAPACITY_EXHAUSTED, 1);
        JsonNode responses = create("v", ",\"quantity\":\"4\",\"pool\":\"P0\",\"lss\":\"10\"")
                .body()
                .path("responses");
        assertThat(responses).hasSize(4);
        assertThat(responses.get(1).path("server").path("status").asString()).isEqualTo("ok");
        assertThat(responses.get(1).path("link").path("href").asString()).endsWith("/volumes/1001");
        assertThat(responses.get(2).path("server").path("code").asString()).isEqualTo("BE7A0031");
        assertThat(get("/lss/10/volumes").data("volumes")).hasSize(2);
    }

    @Test
    void aTimeoutIsAnsweredWellAndTheVolumeIsSeenLater() throws Exception {
        lab.faults().arm(SYSTEM, "create-volumes", FaultKind.SLOW_TO_SETTLE, 1);
        Answer answer = create("v", ",\"pool\":\"P0\",\"id\":\"1000\"");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.state()).isEqualTo("timeout");
        assertThat(get("/lss/10/volumes").data("volumes")).isEmpty();
        for (int i = 0; i < 4; i++) {
            get("/pools/P0/volumes");
        }
        assertThat(get("/lss/10/volumes").data("volumes")).hasSize(1);
    }

    @Test
    void eckdVolumesStandInControlUnitsAndHaveAliases() throws Exception {
        post("/lss", "{\"id\":\"20\",\"type\":\"ckd\",\"sub_system_identifier\":\"FF20\"}");
        Answer made = post(
                "/volumes",
                "{\"name\":\"ENS_CKD\",\"cap\":\"10017\",\"captype\":\"cyl\",\"stgtype\":\"ckd\",\"pool\":\"P2\",\"lss\":\"20\",\"tp\":\"none\",\"id\":\"2000\"}");
        assertThat(made.body().toString()).contains("\"id\":\"2000\"");
        Answer aliases = post(
                "/volumes",
                "{\"id\":\"20ff\",\"quantity\":\"8\",\"alias\":\"true\",\"alias_create_order\":\"decrement\",\"ckd_base_ids\":[\"2000\"]}");
        assertThat(aliases.body().path("responses")).hasSize(8);
        assertThat(get("/volumes/20F8")
                        .data("volumes")
                        .get(0)
                        .path("basevolume")
                        .path("id")
                        .asString())
                .isEqualTo("2000");
        assertThat(send(storage.uri(), "DELETE", "/volumes/2000", "", token)
                        .body()
                        .toString())
                .contains("has aliases");
    }

    @Test
    void aPortBelongsToOneHostAndAMappedVolumeStays() throws Exception {
        create("v1", ",\"pool\":\"P0\",\"id\":\"1000\"");
        post("/hosts", "{\"name\":\"h1\",\"hosttype\":\"zLinux\"}");
        post("/hosts", "{\"name\":\"h2\",\"hosttype\":\"zLinux\"}");
        assertThat(post("/hosts", "{\"name\":\"h1\",\"hosttype\":\"zLinux\"}").status())
                .isEqualTo(400);
        post("/host_ports", "{\"wwpn\":\"C050760000000001\",\"host\":\"h1\"}");
        assertThat(post("/host_ports", "{\"wwpn\":\"C050760000000001\",\"host\":\"h2\"}")
                        .status())
                .isEqualTo(400);
        Answer mapped = post("/hosts/h1/mappings", "{\"mappings\":[{\"05\":\"1000\"}]}");
        assertThat(mapped.body()
                        .path("responses")
                        .get(0)
                        .path("link")
                        .path("href")
                        .asString())
                .endsWith("/hosts/h1/mappings/05");
        assertThat(send(storage.uri(), "DELETE", "/volumes/1000", "", token).status())
                .isEqualTo(400);
        assertThat(send(storage.uri(), "DELETE", "/hosts/h1", "", token).status())
                .isEqualTo(400);
        send(storage.uri(), "DELETE", "/hosts/h1/mappings/05", "", token);
        assertThat(send(storage.uri(), "DELETE", "/volumes/1000", "", token).state())
                .isEqualTo("ok");
        send(storage.uri(), "DELETE", "/hosts/h1", "", token);
        assertThat(get("/host_ports").data("host_ports"))
                .as("its ports went with it")
                .isEmpty();
        assertThat(get("/volumes/1000").status()).isEqualTo(404);
    }

    @Test
    void aHostPortSeesWhatIsMappedWhereItIsLoggedIn() throws Exception {
        create("v1", ",\"pool\":\"P0\",\"id\":\"10A3\"");
        post("/hosts", "{\"name\":\"h1\",\"hosttype\":\"zLinux\"}");
        post("/host_ports", "{\"wwpn\":\"C050760000000001\",\"host\":\"h1\"}");
        post("/hosts/h1/mappings", "{\"volumes\":[\"10A3\"]}");
        assertThat(storage.seenBy("c050760000000001")).isEmpty();
        String target = storage.targetFabrics().firstKey();
        assertThat(storage.targetFabrics().keySet()).allMatch(wwpn -> wwpn.matches("[0-9A-F]{16}"));
        storage.loggedIn(Map.of("c050760000000001", List.of(target)));
        assertThat(storage.seenBy("c050760000000001")).singleElement().satisfies(seen -> {
            assertThat(seen.lun()).isEqualTo("401040a300000000");
            assertThat(seen.uid()).isEqualTo("6005076306FFD2F000000000000010A3");
            assertThat(seen.targetWwpns()).containsExactly(target);
        });
        assertThat(get("/host_ports").data("host_ports").get(0).path("login_ports"))
                .hasSize(1);
    }

    @Test
    void isFoundAsItWasLeftAndForgetsItsTokens() throws Exception {
        create("v1", ",\"pool\":\"P0\",\"id\":\"1000\"");
        post("/hosts", "{\"name\":\"h1\",\"hosttype\":\"zLinux\"}");
        post("/host_ports", "{\"wwpn\":\"C050760000000001\",\"host\":\"h1\"}");
        post("/hosts/h1/mappings", "{\"volumes\":[\"1000\"]}");
        stop();
        start();
        assertThat(get("/volumes").data("volumes"))
                .as("the golden one and ours")
                .hasSize(2);
        assertThat(get("/hosts/h1/mappings").data("mappings")).hasSize(1);
        assertThat(get("/host_ports").data("host_ports")).hasSize(1);
    }

    @Test
    void aCopyShowsTheImageAtOnceAndGoesAlongWhenItIsComplete() throws Exception {
        post(
                "/volumes",
                "{\"name\":\"boot\",\"cap\":\"8\",\"captype\":\"gib\",\"stgtype\":\"fb\",\"pool\":\"P0\",\"tp\":\"ese\",\"id\":\"1000\"}");
        String pair = "{\"volume_pairs\":[{\"source_volume\":\"0000\",\"target_volume\":\"1000\"}]";
        assertThat(post("/cs/flashcopies", pair + "}").body().toString()).contains("space efficient");
        assertThat(post("/cs/flashcopies", pair + ",\"options\":[\"permit_space_efficient_target\",\"persistent\"]}")
                        .body()
                        .toString())
                .contains("/cs/flashcopies/0000:1000");
        assertThat(get("/cs/flashcopies/0000:1000")
                        .data("flashcopy")
                        .get(0)
                        .path("out_of_sync_tracks")
                        .asString())
                .isEqualTo("0");
        assertThat(send(storage.uri(), "DELETE", "/volumes/1000", "", token).status())
                .isEqualTo(400);
        send(storage.uri(), "DELETE", "/cs/flashcopies/0000:1000", "", token);
        assertThat(storage.content("6005076306FFD2F00000000000001000")).isPresent();
    }
}
