package io.gulliver.ui.start;

import io.gulliver.contract.notice.NoticeSettings;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.StoreTrouble;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.audit.CheckpointDelivery;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.service.proof.TrustedKeys;
import io.gulliver.service.runtime.EngineOwner;
import io.gulliver.service.wiring.EngineWorkConfiguration;
import io.gulliver.service.wiring.ServiceSettings;
import io.gulliver.service.wiring.StoreConfiguration;
import io.gulliver.service.wiring.StoreSettings;
import io.gulliver.ui.command.RunTakeOver;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Which parts of the house a process has whose roles touch the store, with what the operator sets of them. */
@Configuration(proxyBeanMethods = false)
@UsesStore
@Import(StoreConfiguration.class)
class StoreRolesConfiguration {
    /** The engine's end of a process, by its role. */
    @Configuration(proxyBeanMethods = false)
    @WithRole(ProcessRole.WORKFLOWS)
    @Import(EngineWorkConfiguration.class)
    static class Workflows {}

    @Bean
    StoreSettings storeSettings(GulliverSettings settings, DataDirectory directory) {
        GulliverSettings.Store store = settings.store();
        return new StoreSettings(
                directory.path(),
                store.url(),
                store.user(),
                store.password(),
                store.program(),
                store.port(),
                store.startLimit(),
                store.leastFree().toBytes(),
                settings.temporal().target(),
                settings.recover());
    }

    @Bean
    ServiceSettings serviceSettings(GulliverSettings settings, DataDirectory directory) {
        return new ServiceSettings(
                directory.path(),
                settings.workers().zone(),
                settings.temporal().callsExpire(),
                settings.intake().limits(),
                settings.intake().keepWithdrawn(),
                settings.audit().outside());
    }

    @Bean
    TrustedKeys trustedKeys(GulliverSettings settings) {
        return new TrustedKeys(settings.proofs().keys());
    }

    /** Not among what readiness asks: a place outside that takes nothing stops nobody's work. */
    @Bean
    HealthIndicator auditHealthIndicator(CheckpointDelivery delivery) {
        return () -> delivery.trouble()
                .map(words -> Health.down().withDetail("message", words).build())
                .orElseGet(() -> Health.up().build());
    }

    /** There only when the operator named ways by which people are told; that wakes the configuration of the ways. */
    @Bean
    @ConditionalOnProperty("gulliver.notices.address")
    NoticeSettings noticeSettings(GulliverSettings settings, SecretSource secrets) {
        return NoticeRules.settings(Objects.requireNonNull(settings.notices(), "its address is set"), secrets);
    }

    /** Lets the pages and the API take over a run that the engine no longer carries. */
    @Bean
    RunTakeOver runTakeOver(MigrationService starter) {
        return starter::takeOver;
    }

    /** Writes and reads; little space left is told and is no reason to send people elsewhere. */
    @Bean
    HealthIndicator storeHealthIndicator(StoreHealth health, EngineOwner owner) {
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
                                Health.up().withDetail("kind", health.embedded() ? "embedded" : "postgresql");
                        trouble.ifPresent(space -> up.withDetail(
                                "message", "No new step starts since " + space.since() + ": " + space.cause()));
                        return up.build();
                    });
        };
    }
}
