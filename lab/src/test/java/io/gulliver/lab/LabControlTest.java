package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.lab.Ledger.Effect;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LabControlTest {

    @TempDir
    Path directory;

    private LabContext context;
    private LabControl control;

    @BeforeEach
    void start() {
        context = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
        control = LabControl.start(context);
    }

    @AfterEach
    void stop() {
        control.close();
        context.close();
    }

    @Test
    void showsTheLedgerFromANumberOn() throws Exception {
        context.ledger().record("hmc-1", "create-partition", "DB01", "gulliver", Effect.CREATED, Map.of());
        context.ledger().record("hmc-1", "create-partition", "DB02", "gulliver", Effect.CREATED, Map.of());

        JsonNode entries = JsonMapper.shared()
                .readTree(call("GET", "/ledger?after=1", "", token()).body());

        assertThat(entries).hasSize(1);
        assertThat(entries.get(0).path("object").asString()).isEqualTo("DB02");
        assertThat(entries.get(0).path("effect").asString()).isEqualTo("CREATED");
    }

    @Test
    void armsListsAndClearsFaults() throws Exception {
        String fault = "{\"system\":\"hmc-1\",\"operation\":\"start-partition\",\"kind\":\"HANG\",\"times\":3}";

        assertThat(call("POST", "/faults", fault, token()).statusCode()).isEqualTo(201);
        assertThat(call("GET", "/faults", "", token()).body())
                .contains("\"operation\":\"start-partition\"")
                .contains("\"times\":3");
        assertThat(call("DELETE", "/faults", "", token()).statusCode()).isEqualTo(204);
        assertThat(context.faults().armed()).isEmpty();
    }

    @Test
    void saysWhatIsWrongWithAFault() throws Exception {
        String fault = "{\"system\":\"hmc-1\",\"operation\":\"start-partition\",\"kind\":\"NO_SUCH\"}";

        HttpResponse<String> answer = call("POST", "/faults", fault, token());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("NO_SUCH");
    }

    @Test
    void letsNobodyInWithoutTheToken() throws Exception {
        assertThat(call("GET", "/ledger", "", "guess").statusCode()).isEqualTo(401);
        assertThat(call("DELETE", "/faults", "", "").statusCode()).isEqualTo(401);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("control.token"))))
                .isEqualTo("rw-------");
    }

    private String token() throws Exception {
        return Files.readString(directory.resolve("control.token"));
    }

    private HttpResponse<String> call(String method, String path, String body, String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(control.uri().resolve(path))
                                .method(method, BodyPublishers.ofString(body))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        BodyHandlers.ofString());
    }
}
