package io.gulliver.service.wiring;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.audit.AuditSealer;
import io.gulliver.service.audit.AuditVerifier;
import io.gulliver.service.audit.CheckpointKey;
import io.gulliver.service.people.SessionService;
import java.nio.file.Path;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The services of the audit, and of the log-ins that it tells of. */
@Configuration(proxyBeanMethods = false)
public class AuditConfiguration {
    @Bean
    CheckpointKey checkpointKey(ServiceSettings settings) {
        return CheckpointKey.open(settings.directory().resolve("audit-key"));
    }

    @Bean
    AuditSealer auditSealer(StoreDatabase database, CheckpointKey key, ServiceSettings settings) {
        return new AuditSealer(database, key, checkpoints(settings));
    }

    @Bean
    AuditVerifier auditVerifier(StoreDatabase database, CheckpointKey key, ServiceSettings settings) {
        return new AuditVerifier(database, key, checkpoints(settings));
    }

    @Bean
    SessionService sessionService(Stores stores) {
        return new SessionService(stores.sessions());
    }

    private static Path checkpoints(ServiceSettings settings) {
        return settings.directory().resolve("audit-checkpoints.jsonl");
    }
}
