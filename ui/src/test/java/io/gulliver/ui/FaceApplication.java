package io.gulliver.ui;

import io.gulliver.assessment.preflight.PreflightFacts;
import io.gulliver.contract.activity.ByHandWriter;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.Migration;
import io.gulliver.engine.EngineClient;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.hostkey.JdbcHostKeyStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.persistence.wiring.StoresConfiguration;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.audit.AuditOutside;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.migration.EvaluationService;
import io.gulliver.service.migration.EvidencePack;
import io.gulliver.service.migration.HostKeyService;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.service.migration.ManualRunbook;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.service.migration.PlanMoves;
import io.gulliver.service.migration.Preparation;
import io.gulliver.service.migration.RunDates;
import io.gulliver.service.migration.StepChecks;
import io.gulliver.service.migration.StepUndo;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.RiskService;
import io.gulliver.service.planning.StartGate;
import io.gulliver.service.preflight.PreflightSettings;
import io.gulliver.service.proof.TrustedKeys;
import io.gulliver.service.wiring.AuditConfiguration;
import io.gulliver.service.wiring.CollectionConfiguration;
import io.gulliver.service.wiring.CommandConfiguration;
import io.gulliver.service.wiring.MigrationConfiguration;
import io.gulliver.service.wiring.PlanningConfiguration;
import io.gulliver.service.wiring.PreflightConfiguration;
import io.gulliver.service.wiring.ProofConfiguration;
import io.gulliver.service.wiring.ServiceSettings;
import io.gulliver.testing.TestDirectory;
import io.gulliver.testing.TestStore;
import io.gulliver.trust.SigningKey;
import io.gulliver.ui.command.RunTakeOver;
import io.gulliver.ui.read.StoredRisks;
import io.gulliver.ui.risks.RiskViews;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The face on the invented estate: what page tests and screenshots run. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@Import({
    FaceConfiguration.class,
    StoresConfiguration.class,
    AuditConfiguration.class,
    CollectionConfiguration.class,
    CommandConfiguration.class,
    PlanningConfiguration.class,
    PreflightConfiguration.class,
    ProofConfiguration.class
})
public class FaceApplication {
    private static final Path PROOF_KEYS = TestDirectory.untilTheEnd("northmoor-keys");

    public static void main(String[] arguments) {
        org.springframework.boot.SpringApplication.run(FaceApplication.class, arguments);
    }

    /** Signs results of suites for tests of pages. */
    static SigningKey proofKey() {
        try {
            return SigningKey.open(PROOF_KEYS.resolve("proof-key"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Bean
    Clock clock() {
        return Northmoor.CLOCK;
    }

    @Bean
    Northmoor northmoor(@Value("${northmoor.store:}") String url, @Value("${northmoor.databases:30}") int databases) {
        Clock now = Clock.systemUTC();
        return new Northmoor(
                url.isEmpty() ? TestStore.open(now) : StoreDatabase.openPostgres(url, "postgres", "", now), databases);
    }

    @Bean(destroyMethod = "close")
    StoreDatabase database(Northmoor northmoor) {
        return northmoor.stores().database();
    }

    @Bean(destroyMethod = "close")
    StoreHealth storeHealth(StoreDatabase database) {
        return new StoreHealth(database, Path.of(System.getProperty("java.io.tmpdir")), 0).start();
    }

    /** As the engine's own: the next generation, with the reason on record. */
    @Bean
    RunTakeOver runTakeOver(Northmoor northmoor) {
        MigrationStore migrations = northmoor.stores().migrations();
        return (migration, by, reason) -> migrations.startNextGeneration(
                migration, migrations.require(migration).generation(), "c2", by, reason, null);
    }

    @Bean
    Landscape landscape() {
        TreeMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        credentials.put("reader", new DatabaseAccess.Credential("GULLIVER_READ", "env:READER"));
        return new Landscape(
                new TreeMap<>(), List.of(), new DatabaseAccess(DatabaseAccess.ORACLE, null, null, credentials, false));
    }

    @Bean
    NorthmoorRoom room() {
        return new NorthmoorRoom();
    }

    @Bean
    RiskViews riskViews(Stores stores, RiskService risks) {
        return new StoredRisks(stores.risks(), risks);
    }

    @Bean
    StepUndo stepUndo() {
        return new StepUndo(Northmoor.plans());
    }

    @Bean
    StepChecks stepChecks() {
        return new StepChecks(Northmoor.plans());
    }

    @Bean
    PlaybookLibrary library() {
        return PlaybookLibrary.shipped();
    }

    @Bean
    ManualRunbook byHand(Stores stores, PlaybookLibrary library, LibraryPlans plans) {
        Preparation preparation = new Preparation(
                stores.migrations(),
                stores.programs(),
                plans,
                stores.names(),
                migration -> stores.facts().sheet(migration.program(), migration.database()),
                Migration::createdAt);
        return new ManualRunbook(stores.migrations(), plans, library.actions(), preparation, ByHandWriter.NOBODY);
    }

    @Bean
    HostKeyService hostKeys(StoreDatabase database) {
        return new HostKeyService(new JdbcHostKeyStore(database));
    }

    @Bean
    MadeThings made(Stores stores, PlaybookLibrary library) {
        return new MadeThings(stores.migrations(), library.actions());
    }

    @Bean
    EvidencePack pack(Stores stores, ManualRunbook byHand, AssessmentReports reports) {
        return new MigrationConfiguration().evidencePack(stores, byHand, reports);
    }

    @Bean
    EvaluationService evaluations(Stores stores, StartGate gate) {
        return new MigrationConfiguration().evaluationService(stores, gate);
    }

    /** An installation in the middle of being set up. */
    @Bean
    PreflightSettings preflightSettings() {
        return new PreflightSettings(
                new PreflightFacts.Installation(
                        false, PreflightFacts.Pages.TLS, true, false, false, true, false, false, "dmz-1", 1, 0, 2, 1),
                () -> List.of("Secret env:READER: the environment of this process has no such variable."));
    }

    /** Of what the estate has imported. */
    @Bean
    TrustedKeys trustedKeys() {
        return new TrustedKeys(Map.of("rehearsal lab", proofKey().publicKey()));
    }

    @Bean
    ServiceSettings serviceSettings() {
        return new ServiceSettings(
                TestDirectory.untilTheEnd("northmoor"),
                "dmz-1",
                Duration.ofMinutes(10),
                IntakeGate.Limits.DEFAULT,
                Duration.ofDays(30),
                AuditOutside.NONE);
    }

    @Bean
    SecretSource secretSource() {
        return new SecretSource(List.of(), new SecretRegistry(), Map.of());
    }

    /** What is asked waits in the store: no engine carries it to a worker here. */
    @Bean
    EngineClient engineClient() {
        return Optional::empty;
    }

    @Bean
    PlanMoves planMoves(Stores stores) {
        return new PlanMoves(stores.migrations(), migration -> {});
    }

    @Bean
    RunDates runDates(Stores stores, PlanMoves moves, ObjectProvider<PlanService> planning) {
        return new MigrationConfiguration().runDates(stores, moves, planning);
    }

    @Bean
    MigrationService starter(Stores stores, EngineClient client, ServiceSettings settings, Clock clock) {
        return new MigrationService(
                stores.migrations(), stores.engines(), client, Interpreter.VERSION, settings.callsExpire(), clock);
    }

    @Bean
    Stores stores(Northmoor northmoor) {
        return northmoor.stores();
    }
}
