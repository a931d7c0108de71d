package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.MetExtension;
import io.gulliver.assessment.proof.Standing;
import io.gulliver.assessment.proof.Standing.State;
import io.gulliver.domain.proof.DatabaseReleases;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.persistence.proof.ProofStore;
import io.gulliver.service.proof.ProductParts;
import io.gulliver.service.proof.ProofService;
import io.gulliver.service.proof.TrustedKeys;
import io.gulliver.testing.TestDirectory;
import io.gulliver.trust.SigningKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How suites for real databases note what they used, and sign it: here against the lab's stand-in, with a key of the test. */
@TestMethodOrder(OrderAnnotation.class)
class MetTest {
    private static final Path KEYS = TestDirectory.untilTheEnd("met");

    @RegisterExtension
    static final MetExtension COLLECTOR = new MetExtension(Optional.of(KEYS.resolve("proof-key")), KEYS);

    @TempDir
    private Path directory;

    @Test
    @Order(1)
    void whatADatabaseAnsweredIsNotedAndWhatItRefusedIsNot(Met met) throws Exception {
        try (OracleLab lab = new OracleLab(directory)) {
            lab.source();
            try (OracleClient client = JdbcOracleClient.open(
                    lab.settings(OracleLab.SOURCE_HOST, "orders", OracleLab.ADMIN),
                    OracleLab.PASSWORD.toCharArray(),
                    lab.statements,
                    false,
                    met.log("by the driver"))) {
                met.at(client.release(), "the lab's stand-in");
                client.query("directories");
                client.execute("create-directory", Map.of("directory", "MIG_DP", "path", "/tmp"));
                assertThatThrownBy(() -> client.execute("drop-user", Map.of("user", "NOWHERE")))
                        .isInstanceOf(OracleException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"expdp.sh", "impdp.sh"})
    @Order(2)
    void eachInvocationHasItsOwn(String script, Met met) {
        met.at("19.24.0.0.0", "").used(PartKind.SCRIPT, script, "run");
    }

    @Test
    @Order(3)
    void theFileIsTakenWhereItsKeyIsTrusted() throws Exception {
        Path file = COLLECTOR.written("MetTest").orElseThrow();
        Kept kept = new Kept();
        SigningKey key = SigningKey.open(KEYS.resolve("proof-key"));
        ProofService service = new ProofService(
                ProductParts::all,
                kept,
                new TrustedKeys(Map.of("here", key.publicKey())),
                programs -> Map.of(new DatabaseReleases("19.24.0.0.0", "19.24.0.0.0"), 14),
                Clock.systemUTC());
        assertThat(service.take(Files.readAllBytes(file), "admin"))
                .isEqualTo(new ProofService.Imported("here", 6, 0, 0, 0, true));
        Map<String, Standing> proven = new LinkedHashMap<>();
        service.standings(program -> true).stream()
                .filter(one -> one.state() != State.NEVER)
                .forEach(one -> proven.put(one.id(), one));
        assertThat(proven)
                .containsOnlyKeys("oracle", "create-directory", "directories", "release", "expdp.sh", "impdp.sh");
        assertThat(proven.values()).allSatisfy(one -> {
            assertThat(one.state()).isEqualTo(State.PROVEN);
            assertThat(one.seen()).hasSize(1);
            assertThat(one.seen().get(0).release()).startsWith("19.");
            assertThat(one.seen().get(0).suite()).isEqualTo("MetTest");
        });
        assertThat(Files.readString(file)).doesNotContain(OracleLab.PASSWORD);
    }

    private static final class Kept implements ProofStore {
        private final List<KeptProof> proofs = new ArrayList<>();

        @Override
        public boolean add(String hash, String key, String signedBy, ProofReport report, String content, String by) {
            report.results().forEach(one -> proofs.add(new KeptProof(one, report.platform(), key)));
            return true;
        }

        @Override
        public long files() {
            return proofs.size();
        }

        @Override
        public List<KeptProof> list() {
            return proofs;
        }
    }

    private static Met met() {
        return new Met("Suite", ProductParts.load(), Clock.systemUTC());
    }

    private static Map<String, Boolean> told(Met met, boolean passed) {
        return met.ended(passed).stream()
                .collect(Collectors.toMap(one -> one.part().id(), Proof::passed));
    }

    @Test
    @Order(4)
    void whatWasUsedEndsAsItsTestAndWhatWasJudgedKeepsItsVerdict() {
        Met met = met().at("21", "");
        met.used(PartKind.SCRIPT, "expdp.sh", "run");
        met.said(PartKind.STATEMENT, "users", "parsed", true);
        met.said(PartKind.STATEMENT, "roles", "ORA-00904", false);
        met.said(PartKind.STATEMENT, "roles", "parsed", true);
        assertThat(told(met, true)).isEqualTo(Map.of("expdp.sh", true, "users", true, "roles", false));
        assertThat(told(met, false)).isEqualTo(Map.of("expdp.sh", false, "users", true, "roles", false));
        assertThat(met.ended(false)).extracting(Proof::how).contains("in a test that failed: run", "ORA-00904");
        assertThat(met().ended(true)).isEmpty();
    }

    @Test
    @Order(5)
    void whatTheProductDoesNotHaveOrNobodySaidWhereIsNoProof() {
        Met met = met();
        assertThatThrownBy(() -> met.used(PartKind.SCRIPT, "gone.sh", "run")).hasMessageContaining("no script gone.sh");
        met.used(PartKind.SCRIPT, "expdp.sh", "run");
        assertThatThrownBy(() -> met.ended(true)).hasMessageContaining("which release");
        assertThatThrownBy(() -> met.at(" ", "")).hasMessageContaining("proves nothing");
    }

    @Test
    @Order(6)
    void ofTheCatalogueEachStatementCountsByItsOwnAnswer() {
        StatementTrial trial = new StatementTrial(OracleStatements.load(), "21.0.0.0.0");
        Met met = met().at("21.0.0.0.0", "");
        RealStatementsIT.tell(
                met,
                trial,
                Map.of(
                        "users", "",
                        "directories", "ORA-00904: \"X\": invalid identifier",
                        "statspack-coverage", "ORA-00942: table or view does not exist",
                        "checkpoint", ""),
                Map.of("statspack-coverage", Set.of(942)));
        assertThat(told(met, true)).isEqualTo(Map.of("users", true, "directories", false, "checkpoint", true));
        assertThat(met.ended(true).stream().map(Proof::how))
                .contains(
                        "parsed by DBMS_SQL",
                        "run by SQL*Plus",
                        "parsed by DBMS_SQL: ORA-00904: \"X\": invalid identifier");
    }

    /** Everything that a release may have answered is a part, so the suite does not stumble over a name at its end. */
    @ParameterizedTest
    @ValueSource(strings = {"11.2.0.2.0", "18.0.0.0.0", "21.0.0.0.0", "23.0.0.0.0"})
    @Order(7)
    void everyStatementThatIsTriedIsAPart(String release) {
        StatementTrial trial = new StatementTrial(OracleStatements.load(), release);
        Map<String, String> answers = new LinkedHashMap<>();
        trial.parsed().keySet().forEach(one -> answers.put(one, ""));
        StatementTrial.commands("/u02").forEach(one -> answers.put(one.statement(), ""));
        Met met = met().at(release, "");
        RealStatementsIT.tell(met, trial, answers, Map.of());
        assertThat(met.ended(true)).hasSameSizeAs(answers.keySet());
    }

    @Test
    @Order(8)
    void adaptersAndFilesOfTheWorkersAreParts() {
        assertThat(ProductParts.load().stream().filter(one -> one.kind() == PartKind.ADAPTER))
                .extracting(one -> one.id())
                .containsExactly("dns", "ds8000", "feilong", "hmc", "notify", "oracle", "spectrumvirtualize", "ssh");
        assertThat(ProductParts.load())
                .extracting(one -> one.id())
                .contains("data-pump-log", "dbca-log", "tnsnames.ora 10.2", "dbca.rsp 12.2")
                .doesNotContain("dbca.rsp 12.1");
        Set<String> texts = OracleStatements.load().all().keySet();
        assertThat(ProductParts.load().stream()
                        .filter(one -> one.kind() == PartKind.STATEMENT)
                        .map(one -> one.id()))
                .containsExactlyInAnyOrderElementsOf(texts);
    }
}
