package io.gulliver.service.wiring;

import io.gulliver.contract.activity.EvidenceSink;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.engine.EngineClient;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.engine.KnownPayloadKeys;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.embedded.EmbeddedStore;
import io.gulliver.persistence.engine.EngineStore;
import io.gulliver.persistence.engine.JdbcPayloadKeyStore;
import io.gulliver.persistence.engine.PayloadKeyStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.hostkey.HostKeyStore;
import io.gulliver.persistence.hostkey.JdbcHostKeyStore;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.log.StepLogStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.JournalListener;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.persistence.wiring.StoresConfiguration;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.collection.WorkerService;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.runtime.EngineOwner;
import io.gulliver.service.runtime.StoreCallRecorder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The store and the services on it, and what the workers of the same process put there directly. */
@Configuration(proxyBeanMethods = false)
@Import({
    StoresConfiguration.class,
    AuditConfiguration.class,
    CollectionConfiguration.class,
    PlanningConfiguration.class,
    MigrationConfiguration.class,
    PreflightConfiguration.class,
    ProofConfiguration.class
})
public class StoreConfiguration {
    @Bean(destroyMethod = "close")
    StoreDatabase storeDatabase(StoreSettings settings, SecretSource secrets, Clock clock) {
        if (settings.url() == null) {
            return EmbeddedStore.open(
                    settings.directory(),
                    new EmbeddedStore.Settings(settings.program(), settings.port(), settings.startLimit()),
                    clock);
        }
        String password = settings.password() == null ? "" : secrets.own(SecretRef.parse(settings.password()));
        return StoreDatabase.openPostgres(
                settings.url(), settings.user() == null ? "" : settings.user(), password, clock);
    }

    @Bean
    PlaybookLibrary playbookLibrary() {
        return PlaybookLibrary.shipped();
    }

    @Bean
    Stores stores(
            StoreDatabase database,
            PlaybookLibrary library,
            LibraryPlans plans,
            ObjectProvider<JournalListener> listeners) {
        Stores stores = Stores.on(database, plans, SlotNames.ofProgram(), new DeferredListeners(listeners));
        for (Playbook playbook : library.playbooks()) {
            String content = library.findContent(playbook.hash()).orElseThrow();
            stores.playbooks()
                    .find(playbook.name(), playbook.version())
                    .ifPresent(there -> library.requireUnchanged(playbook.name(), playbook.version(), there.content()));
            PlaybookRow row = stores.playbooks()
                    .save(playbook.hash(), playbook.name(), playbook.version(), content, PlaybookStore.SHIPPED);
            if (row.approvedBy() == null) {
                stores.playbooks().approve(playbook.hash(), PlaybookStore.SHIPPED);
            }
        }
        return stores;
    }

    /** The engine's client, or empty while it is not reached. */
    @Bean
    EngineClient engineClient(TemporalConnector connector) {
        return () -> connector.health().up() ? Optional.of(connector.client()) : Optional.empty();
    }

    @Bean
    EvidenceSink evidenceSink(EvidenceStore evidence) {
        return (name, kind, content) -> {
            try {
                return evidence.keep(name, kind, new ByteArrayInputStream(content));
            } catch (IOException e) {
                throw new UncheckedIOException("Evidence '" + name + "' cannot be kept", e);
            }
        };
    }

    @Bean
    EvidenceSource evidenceSource(EvidenceStore evidence) {
        return evidence::open;
    }

    @Bean(destroyMethod = "close")
    StoreCallRecorder callRecorder(CallLogStore calls) {
        return new StoreCallRecorder(calls);
    }

    @Bean
    EngineOwner engineOwner(EngineStore engines, StoreSettings settings) {
        return new EngineOwner(engines, settings.engine(), settings.recover());
    }

    @Bean
    WorkerService workerService(
            EvidenceStore evidence,
            StepLogStore logs,
            CallLogStore calls,
            PayloadKeyStore used,
            HostKeyStore hostKeys) {
        return new WorkerService(evidence, logs, calls, used, hostKeys);
    }

    @Bean
    HostKeyStore hostKeyStore(StoreDatabase database) {
        return new JdbcHostKeyStore(database);
    }

    @Bean
    PayloadKeyStore payloadKeyStore(StoreDatabase database) {
        return new JdbcPayloadKeyStore(database);
    }

    /** Before the connection starts: which engine this process may serve, and whether it can read what that one holds. */
    @Bean
    EngineRegistration engineOwnerRegistration(EngineOwner owner, PayloadKeyStore used, PayloadKeys keys) {
        return connector -> {
            KnownPayloadKeys.require(used, keys, owner.recovering());
            connector.admit(owner::admit);
        };
    }

    @Bean(destroyMethod = "close")
    StoreHealth storeHealth(StoreDatabase database, StoreSettings settings) {
        return new StoreHealth(database, settings.directory(), settings.leastFree()).start();
    }
}
