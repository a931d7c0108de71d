package io.gulliver.service.wiring;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.audit.AuditSealer;
import io.gulliver.service.audit.AuditVerifier;
import io.gulliver.service.audit.CheckpointDelivery;
import io.gulliver.service.audit.CheckpointKey;
import io.gulliver.service.people.SessionService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The services of the audit, and of the log-ins that it tells of. */
@Configuration(proxyBeanMethods = false)
public class AuditConfiguration {
    @Bean
    CheckpointKey checkpointKey(ServiceSettings settings) {
        return CheckpointKey.open(settings.directory().resolve("audit-key"));
    }

    @Bean(destroyMethod = "close")
    CheckpointDelivery checkpointDelivery(StoreDatabase database, ServiceSettings settings, SecretSource secrets) {
        return settings.audit().delivery(database, settings.directory().resolve("audit-checkpoints.jsonl"), secrets);
    }

    @Bean
    AuditSealer auditSealer(StoreDatabase database, CheckpointKey key, CheckpointDelivery delivery) {
        return new AuditSealer(database, key, delivery);
    }

    @Bean
    AuditVerifier auditVerifier(StoreDatabase database, CheckpointKey key, CheckpointDelivery delivery) {
        return new AuditVerifier(database, key, delivery);
    }

    @Bean
    SessionService sessionService(Stores stores) {
        return new SessionService(stores.sessions());
    }
}
