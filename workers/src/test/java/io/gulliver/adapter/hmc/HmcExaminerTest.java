package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client against an HMC that answers otherwise than the lab's where the public client zhmcclient expects it to: properties that
 * only later levels have are absent, and what was listed has gone when it is read.
 */
class HmcExaminerTest {
    private static final String CPC = "/api/cpcs/c1";
    private static final String GONE =
            "{\"http-status\": 404, \"reason\": 1, \"message\": \"no such object\", \"request-uri\": \"/x\"}";

    @TempDir
    private Path directory;

    private LabBench bench;
    private CannedSystem hmc;
    private HttpHmcClient client;

    @BeforeEach
    void start() {
        bench = new LabBench(directory);
        hmc = new CannedSystem(bench.context, HmcExaminerTest::answer);
        client = LabBench.client(hmc.uri(), bench.context.certificates().caFile(), LabBench.PASSWORD, bench.calls::add);
    }

    @AfterEach
    void stop() {
        client.close();
        hmc.close();
        bench.close();
    }

    /** Of API 2.23 (z14). */
    private static Canned answer(Received asked) {
        return switch (asked.method() + " " + asked.path()) {
            case "POST /api/sessions" -> new Canned(200, "{\"api-session\": \"s1\"}");
            case "DELETE /api/sessions/this-session" -> new Canned(204, "");
            case "GET " + CPC ->
                new Canned(
                        200,
                        "{\"object-uri\": \"/api/cpcs/c1\", \"name\": \"LAPUTA\", \"status\": \"active\", \"dpm-enabled\": true,"
                                + " \"processor-count-ifl\": 20, \"storage-customer\": 65536, \"a-later-one\": {}}");
            case "GET " + CPC + "/partitions" ->
                new Canned(200, "{\"partitions\": [" + partition("p1", "ONE") + ", " + partition("p2", "TWO") + "]}");
            case "GET /api/partitions/p1" ->
                new Canned(
                        200,
                        "{\"object-uri\": \"/api/partitions/p1\", \"name\": \"ONE\", \"status\": \"active\", \"ifl-processors\": 4,"
                                + " \"processor-mode\": \"dedicated\", \"initial-memory\": 16384}");
            case "GET /api/storage-groups" ->
                new Canned(
                        200,
                        "{\"storage-groups\": [{\"object-uri\": \"/api/storage-groups/g1\", \"name\": \"G\", \"type\": \"fcp\"}]}");
            default -> new Canned(404, GONE);
        };
    }

    private static String partition(String id, String name) {
        return "{\"object-uri\": \"/api/partitions/" + id + "\", \"name\": \"" + name
                + "\", \"status\": \"active\", \"type\": \"linux\"}";
    }

    @Test
    void aMachineThatDoesNotSayHowManyPartitionsItMayHaveHasRoom() {
        Capacity capacity = client.capacity(CPC);

        assertThat(capacity.maximumPartitions()).isNull();
        assertThat(capacity.freeIfls()).isEqualTo(16);
        assertThat(capacity.freeMemoryMib())
                .as("nobody says what is free: by its partitions")
                .isEqualTo(65_536 - 16_384);
    }

    @Test
    void whatWasListedAndIsGoneWhenItIsReadIsNotThere() {
        assertThat(client.capacity(CPC).partitions()).isEqualTo(1);
        assertThat(client.findPartition(CPC, "TWO")).isEmpty();
        assertThat(client.findStorageGroup(CPC, "G")).isEmpty();
        assertThat(client.storageGroups(CPC)).isEqualTo(List.of());
    }
}
