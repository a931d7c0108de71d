package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.service.proof.ProductParts;
import io.gulliver.service.proof.ProofFile;
import io.gulliver.testing.TestDirectory;
import io.gulliver.trust.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/** Signed results over the API, from the settings that trust a key to the list. */
class ProofTest extends ServerCase {
    private static final SigningKey KEY = key("trusted");
    private static final Instant AT = Instant.parse("2026-06-01T10:00:00Z");

    @DynamicPropertySource
    static void trusted(DynamicPropertyRegistry registry) {
        registry.add("gulliver.proofs.keys.rehearsal-lab", KEY::publicKey);
    }

    private static SigningKey key(String name) {
        try {
            return SigningKey.open(TestDirectory.untilTheEnd("gulliver-" + name).resolve("proof-key"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String file(SigningKey key) {
        Part now = ProductParts.load().stream()
                .filter(part -> part.kind() == PartKind.SCRIPT && part.id().equals("expdp.sh"))
                .findFirst()
                .orElseThrow();
        return ProofFile.write(
                new ProofReport(
                        "a127f610",
                        AT,
                        "Linux amd64",
                        List.of(new Proof(now, "21.0.0.0.0", "Oracle 21c", AT, "RealDataPumpIT", "run", true))),
                key);
    }

    private HttpResponse<String> take(String who, String content) throws Exception {
        return post(who, "/api/v1/proofs", key(), "application/octet-stream", content);
    }

    private Map<String, String> scripts() throws Exception {
        HttpResponse<String> call = get("admin", "/api/v1/proofs?kind=SCRIPT");
        assertThat(call.statusCode()).as(call.body()).isEqualTo(200);
        Map<String, String> states = new TreeMap<>();
        for (JsonNode part : read(call).get("items")) {
            states.put(part.get("id").asString(), part.get("state").asString());
        }
        return states;
    }

    @Test
    void resultsOfATrustedKeyAreTakenAndOthersRefused() throws Exception {
        assertThat(scripts()).containsEntry("expdp.sh", "NEVER");
        assertThat(take("pm", file(KEY)).statusCode()).isEqualTo(403);
        HttpResponse<String> stranger = take("admin", file(key("stranger")));
        assertThat(stranger.statusCode()).isEqualTo(422);
        assertThat(stranger.body()).contains("nobody here trusts", "rehearsal-lab");
        HttpResponse<String> changed = take("admin", file(KEY).replace("RealDataPumpIT", "RealDataPumpXX"));
        assertThat(changed.statusCode()).isEqualTo(422);
        assertThat(changed.body()).contains("signature does not fit");
        assertThat(scripts()).containsEntry("expdp.sh", "NEVER");

        HttpResponse<String> taken = take("admin", file(KEY));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
        assertThat(read(taken).get("added").asBoolean()).isTrue();
        assertThat(read(take("admin", file(KEY))).get("added").asBoolean()).isFalse();
        assertThat(scripts()).containsEntry("expdp.sh", "PROVEN").containsEntry("impdp.sh", "NEVER");
        assertThat(read(get("admin", "/api/v1/proofs?state=PROVEN")).get("items"))
                .hasSize(1);
    }

    @Test
    void databasesCountWhoseReleaseAPartIsFor() throws Exception {
        program("proofs");
        HttpResponse<String> imported = post(
                "pm",
                "/api/v1/programs/proofs/inventory",
                key(),
                "text/csv",
                "database,application,environment,source_host,oracle_version\nA,shop,test,lin1,10.2.0.5\n");
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
        Map<String, JsonNode> unmet = new TreeMap<>();
        for (JsonNode part : read(get("admin", "/api/v1/proofs?unmet=true")).get("items")) {
            unmet.put(part.get("id").asString(), part.get("here"));
        }
        assertThat(unmet).containsKeys("users-10", "expdp.par 10.2").doesNotContainKeys("expdp.sh", "dbca.rsp 12.2");
        assertThat(unmet.get("users-10").get("databases").asInt()).isPositive();
        assertThat(unmet.get("users-10").get("unmet"))
                .isEqualTo(unmet.get("users-10").get("databases"));
        assertThat(unmet.get("users-10").get("releases").get(0).get("release").asString())
                .isEqualTo("10.2");
    }
}
