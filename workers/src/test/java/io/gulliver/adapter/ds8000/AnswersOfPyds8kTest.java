package io.gulliver.adapter.ds8000;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.FlashRelation;
import io.gulliver.adapter.ds8000.model.StorageUnit;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.PythonPeer;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The client reads what the vendor's own client is tested with: answers of a DS8000 at release 7.4, which our lab did not write. */
@Tag("process")
class AnswersOfPyds8kTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void everyListIsReadWhole(@TempDir Path directory) throws Exception {
        JsonNode answers = JsonMapper.shared().readTree(PythonPeer.said("answers-of-pyds8k.py", ""));
        try (LabContext lab = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
                CannedSystem unit = new CannedSystem(lab, asked -> {
                    JsonNode answer = answers.path(asked.path());
                    return answer.isMissingNode() ? new Canned(404, "{}") : new Canned(200, answer.toString());
                })) {
            HttpDs8000Client client = new HttpDs8000Client(
                    new Ds8000Properties(
                            "ds-1",
                            List.of(unit.uri()),
                            "gulliver",
                            "secret/ds-1",
                            lab.certificates().caFile(),
                            LIMIT,
                            LIMIT,
                            LIMIT),
                    () -> "password",
                    CallLog.none());

            StorageUnit system = client.fetchUnit();
            assertThat(system.id()).isEqualTo("2107-75DHZ81");
            assertThat(system.release()).isEqualTo("7.4");
            assertThat(client.fetchPools())
                    .hasSize(size(answers, "/pools", "pools"))
                    .extracting(ExtentPool::type)
                    .containsOnly("fb", "ckd");
            assertThat(client.fetchLss()).hasSize(size(answers, "/lss", "lss"));
            assertThat(client.fetchIoPorts())
                    .hasSize(size(answers, "/ioports", "ioports"))
                    .allMatch(port -> port.wwpn().matches("[0-9A-F]{16}"));
            assertThat(client.fetchVolumesOfPool("P2"))
                    .hasSize(size(answers, "/pools/P2/volumes", "volumes"))
                    .allMatch(volume -> volume.id().matches("[0-9A-F]{4}"));
            assertThat(client.fetchHosts()).hasSize(size(answers, "/hosts", "hosts"));
            assertThat(client.fetchHostPorts()).hasSize(size(answers, "/host_ports", "host_ports"));
            assertThat(client.fetchMappings("host1")).hasSize(size(answers, "/hosts/host1/mappings", "mappings"));
            assertThat(client.fetchFlashRelations())
                    .hasSize(size(answers, "/cs/flashcopies", "flashcopy"))
                    .extracting(FlashRelation::sourceId)
                    .contains("0000");
            assertThat(unit.received()).noneMatch(asked -> asked.path().contains("//"));
        }
    }

    /** So many rows has the answer, and at least one. */
    private static int size(JsonNode answers, String path, String kind) {
        int size = answers.path("/api/v1" + path).path("data").path(kind).size();
        assertThat(size).as(path).isPositive();
        return size;
    }
}
