package io.gulliver.service.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.trust.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProofFileTest {
    private static final Instant NOW = Instant.parse("2026-11-26T02:00:00Z");
    private static final ProofReport REPORT = new ProofReport(
            "a127f610",
            NOW.minusSeconds(60),
            "Linux 6.1 amd64, Java 17",
            List.of(new Proof(
                    new Part(PartKind.STATEMENT, "users", "a".repeat(64)),
                    "21.0.0.0.0",
                    "Oracle Database 21c Express Edition",
                    NOW.minusSeconds(120),
                    "RealStatementsIT",
                    "parsed by DBMS_SQL, \u201eclean\u201c",
                    true)));

    @TempDir
    private Path directory;

    private SigningKey key;

    @BeforeEach
    void makeKey() throws IOException {
        key = SigningKey.open(directory.resolve("proof-key"));
    }

    private Map<String, String> trusted() {
        return Map.of(key.publicKey(), "rehearsal lab");
    }

    private ProofFile.Verified read(String content) {
        return ProofFile.read(content.getBytes(StandardCharsets.UTF_8), trusted(), NOW);
    }

    private void refused(String content, String... words) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(RuleViolation.Kind.NOT_SO))
                .hasMessageContainingAll(words);
    }

    /** A file with these words, signed by the trusted key whatever they are. */
    private String signed(String words) {
        return Json.write(Map.of("key", key.publicKey(), "signed", words, "signature", key.sign(words)));
    }

    private String signedWith(String part, Object value) {
        Map<String, Object> result = new LinkedHashMap<>(Map.of(
                "kind", "statement",
                "part", "users",
                "hash", "a".repeat(64),
                "release", "21",
                "banner", "",
                "at", "2026-11-26T01:00:00Z",
                "suite", "s",
                "how", "h",
                "passed", true));
        Map<String, Object> file = new LinkedHashMap<>(
                Map.of("format", 1, "commit", "c", "madeAt", "2026-11-26T01:00:00Z", "platform", "p"));
        (file.containsKey(part) ? file : result).put(part, value);
        file.put("results", List.of(result));
        return signed(Json.write(file));
    }

    @Test
    void whatWasWrittenIsReadAsItWas() {
        ProofFile.Verified read = read(ProofFile.write(REPORT, key));
        assertThat(read.report()).isEqualTo(REPORT);
        assertThat(read.signedBy()).isEqualTo("rehearsal lab");
        assertThat(read.key()).isEqualTo(key.publicKey());
        assertThat(read.hash()).matches("[0-9a-f]{64}");
        assertThat(read(signedWith("banner", "Oracle"))
                        .report()
                        .results()
                        .get(0)
                        .passed())
                .isTrue();
    }

    @Test
    void theKeyStaysWhatItIsAndIsReadByNobodyElse() throws IOException {
        Path file = directory.resolve("proof-key");
        assertThat(SigningKey.open(file).publicKey())
                .isEqualTo(key.publicKey())
                .matches("MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=");
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        assertThat(ProofKey.told(file)).contains("The key is", key.publicKey(), "proofs:");
        assertThat(ProofKey.told(directory.resolve("new/key"))).contains("A key was made");
    }

    @Test
    void aKeyThatNobodyTrustsIsNamed() throws IOException {
        SigningKey stranger = SigningKey.open(directory.resolve("stranger"));
        refused(
                ProofFile.write(REPORT, stranger),
                stranger.publicKey(),
                "nobody here trusts",
                "rehearsal lab",
                "gulliver.proofs.keys");
        assertThatThrownBy(() -> ProofFile.read(
                        ProofFile.write(REPORT, stranger).getBytes(StandardCharsets.UTF_8), Map.of(), NOW))
                .hasMessageContaining("No key is trusted yet");
    }

    @Test
    void aChangedFileIsRefused() throws IOException {
        String content = ProofFile.write(REPORT, key);
        refused(content.replace("\\\"passed\\\":true", "\\\"passed\\\":false"), "signature does not fit");
        refused(content.replace("users", "roles"), "signature does not fit");
        String other = SigningKey.open(directory.resolve("stranger")).sign("x");
        refused(
                content.replaceAll("\"signature\":\"[^\"]+\"", "\"signature\":\"" + other + "\""),
                "signature does not fit");
        refused(content.replaceAll("\"signature\":\"[^\"]+\"", "\"signature\":\"?\""), "signature does not fit");
    }

    @Test
    void whatIsNoFileOfResultsIsSaidToBeNone() {
        for (String other : List.of("", "hello", "[]", "null", "3", "{}", "{\"key\":\"a\",\"signed\":\"b\"}", "\0")) {
            refused(other, "no file of results", "key, signed and signature");
        }
        assertThatThrownBy(() -> ProofFile.read(new byte[ProofFile.MAX_BYTES + 1], trusted(), NOW))
                .hasMessageContaining("more than 8 MB");
    }

    @Test
    void aNewerFormatIsLeftToANewerRelease() {
        refused(signedWith("format", 2), "format 2", "reads up to 1", "newer release");
        refused(signedWith("format", 0), "names no format");
        refused(signedWith("format", "one"), "names no format");
    }

    @Test
    void whatIsSignedAndCannotBeIsRefusedAsAWhole() {
        refused(signedWith("hash", "A".repeat(64)), "hash of statement users is no SHA-256");
        refused(signedWith("hash", "abc"), "no SHA-256");
        refused(signedWith("kind", "engine"), "kind \"engine\"");
        refused(signedWith("part", ""), "name of a part");
        refused(signedWith("release", " "), "its release is empty");
        refused(signedWith("how", "x".repeat(301)), "its how has 301 characters");
        refused(signedWith("at", "yesterday"), "\"yesterday\" is no moment");
        refused(signedWith("at", "2026-11-26T02:11:00Z"), "which is to come");
        refused(signedWith("madeAt", "2027-01-01T00:00:00Z"), "which is to come");
        refused(signedWith("platform", ""), "its platform 1 to 200");
        refused(
                signed("{\"format\":1,\"commit\":\"c\",\"madeAt\":\"2026-11-26T01:00:00Z\",\"platform\":\"p\"}"),
                "no results");
        refused(signed("nonsense"), "no JSON of results");
        refused(
                signed("{\"format\":1,\"commit\":\"c\",\"madeAt\":\"2026-11-26T01:00:00Z\",\"platform\":\"p\","
                        + "\"results\":[null]}"),
                "a result is empty",
                "Nothing of the file was kept");
    }
}
