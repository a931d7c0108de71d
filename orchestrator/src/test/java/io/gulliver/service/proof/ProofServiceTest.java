package io.gulliver.service.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.proof.Standing;
import io.gulliver.assessment.proof.Standing.Here;
import io.gulliver.assessment.proof.Standing.Line;
import io.gulliver.assessment.proof.Standing.State;
import io.gulliver.domain.proof.DatabaseReleases;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.ProductPart;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.domain.proof.ReleaseSpan;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.JdbcAuditStore;
import io.gulliver.persistence.proof.JdbcProofStore;
import io.gulliver.persistence.proof.ProofStore;
import io.gulliver.testing.TestStore;
import io.gulliver.trust.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("store")
class ProofServiceTest {
    private static final Instant NOW = Instant.parse("2026-11-26T02:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Part USERS = new Part(PartKind.STATEMENT, "users", "a".repeat(64));
    private static final Part ROLES = new Part(PartKind.STATEMENT, "roles", "b".repeat(64));

    @TempDir
    private Path directory;

    private StoreDatabase db;
    private SigningKey key;

    @BeforeEach
    void open() throws IOException {
        db = TestStore.open(CLOCK);
        key = SigningKey.open(directory.resolve("key"));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private ProofService service(Map<String, String> keys) {
        return service(keys, new JdbcProofStore(db, new JdbcAuditStore(db)));
    }

    private static ProofService service(Map<String, String> keys, ProofStore store) {
        return new ProofService(
                () -> List.of(
                        new ProductPart(USERS, null),
                        new ProductPart(ROLES, new ReleaseSpan("10.2", null, ReleaseSpan.Side.SOURCE))),
                store,
                new TrustedKeys(keys),
                programs -> Map.of(new DatabaseReleases("19.24.0.0.0", null), 14),
                CLOCK);
    }

    private byte[] file(Proof... proofs) {
        return ProofFile.write(new ProofReport("c1", NOW, "Linux amd64", List.of(proofs)), key)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Proof proof(Part part, boolean passed) {
        return new Proof(part, "21.0", "Oracle 21c", NOW.minusSeconds(5), "RealStatementsIT", "parsed", passed);
    }

    private List<Map<String, Object>> audited() {
        return db.jdbc()
                .sql("select actor, object, details from audit_events where action = 'proofs.imported'")
                .query()
                .listOfRows();
    }

    @Test
    void anImportCountsIsAuditedAndIsTakenOnce() {
        ProofService service = service(Map.of("lab", key.publicKey()));
        assertThat(service.standings(program -> true))
                .extracting(one -> one.state())
                .containsOnly(State.NEVER);
        byte[] file = file(
                proof(USERS, true),
                proof(new Part(PartKind.STATEMENT, "roles", "c".repeat(64)), true),
                proof(new Part(PartKind.SCRIPT, "gone.sh", "d".repeat(64)), false));
        assertThat(service.take(file, "admin")).isEqualTo(new ProofService.Imported("lab", 3, 1, 1, 1, true));
        assertThat(service.take(file, "other")).isEqualTo(new ProofService.Imported("lab", 3, 1, 1, 1, false));
        assertThat(service.standings(program -> true))
                .extracting(one -> one.id() + " " + one.state())
                .containsExactly("roles CHANGED", "users PROVEN");
        assertThat(service.standings(program -> true).get(0).here())
                .isEqualTo(new Here(14, 14, List.of(new Line("19", 14, false))));
        assertThat(audited()).hasSize(1).allSatisfy(row -> {
            assertThat(row.get("actor")).isEqualTo("admin");
            assertThat(String.valueOf(row.get("details"))).contains("\"results\":3", "\"failed\":1", "\"lab\"");
        });
        assertThat(service(Map.of()).standings(program -> true))
                .as("the key is trusted no more")
                .extracting(one -> one.state())
                .containsOnly(State.NEVER);
    }

    @Test
    void whatIsRefusedLeavesNothing() {
        ProofService service = service(Map.of());
        assertThatThrownBy(() -> service.take(file(proof(USERS, true)), "admin"))
                .isInstanceOf(RefusedException.class);
        assertThat(audited()).isEmpty();
        assertThat(service(Map.of("lab", key.publicKey())).standings(program -> true))
                .extracting(one -> one.state())
                .containsOnly(State.NEVER);
    }

    @Test
    void resultsAreReadAgainOnlyOnceThereAreMore() {
        ProofStore kept = new JdbcProofStore(db, new JdbcAuditStore(db));
        AtomicInteger reads = new AtomicInteger();
        ProofStore store = new ProofStore() {
            @Override
            public boolean add(String hash, String of, String by, ProofReport report, String content, String who) {
                return kept.add(hash, of, by, report, content, who);
            }

            @Override
            public long files() {
                return kept.files();
            }

            @Override
            public List<KeptProof> list() {
                reads.incrementAndGet();
                return kept.list();
            }
        };
        ProofService service = service(Map.of("lab", key.publicKey()), store);
        service.standings(program -> true);
        service.standings(program -> true);
        assertThat(reads).hasValue(1);
        service(Map.of("lab", key.publicKey())).take(file(proof(USERS, true)), "taken by another server");
        assertThat(service.standings(program -> true))
                .extracting(Standing::state)
                .contains(State.PROVEN);
        service.standings(program -> true);
        assertThat(reads).hasValue(2);
    }
}
