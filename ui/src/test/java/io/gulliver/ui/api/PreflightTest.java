package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is missing before a first real migration, as the API says it to administrators. */
class PreflightTest extends ServerCase {
    @Test
    void saysWhatIsMissingWhereNothingOfTheLabCounts() throws Exception {
        program("preflight-1");
        HttpResponse<String> call = get("admin", "/api/v1/preflight");
        assertThat(call.statusCode()).as(call.body()).isEqualTo(200);
        Map<String, String> states = new TreeMap<>();
        Map<String, String> seen = new TreeMap<>();
        for (JsonNode check : read(call).get("items")) {
            states.put(check.get("key").asString(), check.get("state").asString());
            seen.put(check.get("key").asString(), check.get("seen").asString());
        }
        // a store and an engine are named here, and the engine is away
        assertThat(states)
                .containsEntry("store", "READY")
                .containsEntry("engine", "READY")
                .containsEntry("workers", "UNKNOWN")
                .containsEntry("hosts", "MISSING")
                .containsEntry("policy", "MISSING")
                .containsEntry("storage", "ADVISED");
        assertThat(seen.get("policy")).contains("preflight-1");
    }
}
