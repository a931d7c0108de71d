package io.gulliver.ui.start;

import io.gulliver.contract.activity.EvidenceSink;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.engine.KnownPayloadKeys;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.StoreTrouble;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.embedded.EmbeddedStore;
import io.gulliver.persistence.engine.EngineStore;
import io.gulliver.persistence.engine.JdbcPayloadKeyStore;
import io.gulliver.persistence.engine.PayloadKeyStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.collection.WorkerService;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store, in processes whose roles touch it, and what the workers of the same process put there directly. */
@Configuration(proxyBeanMethods = false)
@UsesStore
class StoreConfiguration {
    @Bean(destroyMethod = "close")
    StoreDatabase storeDatabase(GulliverSettings settings, DataDirectory directory, SecretSource secrets, Clock clock) {
        GulliverSettings.Store store = settings.store();
        if (store.url() == null) {
            return EmbeddedStore.open(
                    directory.path(),
                    new EmbeddedStore.Settings(store.program(), store.port(), store.startLimit()),
                    clock);
        }
        String password = store.password() == null ? "" : secrets.own(SecretRef.parse(store.password()));
        return StoreDatabase.openPostgres(store.url(), store.user() == null ? "" : store.user(), password, clock);
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
    EngineOwner engineOwner(EngineStore engines, GulliverSettings settings) {
        return new EngineOwner(engines, settings.temporal().target(), settings.recover());
    }

    @Bean
    WorkerService workerService(EvidenceStore evidence, CallLogStore calls, PayloadKeyStore used) {
        return new WorkerService(evidence, calls, used);
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
    StoreHealth storeHealth(StoreDatabase database, DataDirectory directory, GulliverSettings settings) {
        return new StoreHealth(
                        database, directory.path(), settings.store().leastFree().toBytes())
                .start();
    }

    /** Writes and reads; little space left is told and is no reason to send people elsewhere. */
    @Bean
    HealthIndicator storeHealthIndicator(StoreDatabase database, StoreHealth health, EngineOwner owner) {
        return () -> {
            Optional<StoreTrouble> trouble = health.check();
            if (trouble.filter(StoreTrouble::unsaved).isPresent()) {
                StoreTrouble unsaved = trouble.get();
                return Health.down()
                        .withDetail("message", "Nothing can be saved: " + unsaved.cause())
                        .withDetail("kind", unsaved.kind().name())
                        .withDetail("since", unsaved.since().toString())
                        .build();
            }
            return owner.refusal()
                    .map(words -> Health.down().withDetail("message", words).build())
                    .orElseGet(() -> {
                        Health.Builder up =
                                Health.up().withDetail("kind", database.embedded() ? "embedded" : "postgresql");
                        trouble.ifPresent(space -> up.withDetail(
                                "message", "No new step starts since " + space.since() + ": " + space.cause()));
                        return up.build();
                    });
        };
    }
}
