package io.gulliver.service.wiring;

import io.gulliver.engine.EngineClient;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.planning.ApprovedPlaybooks;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.service.preflight.PreflightService;
import io.gulliver.service.preflight.PreflightSettings;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What says what is missing before a first real migration. */
@Configuration(proxyBeanMethods = false)
public class PreflightConfiguration {
    @Bean
    PreflightService preflightService(
            Stores stores,
            MethodDemand demand,
            ApprovedPlaybooks playbooks,
            LibraryPlans plans,
            EngineClient engine,
            PreflightSettings settings,
            Clock clock) {
        return new PreflightService(
                stores.accounts(),
                stores.programs(),
                stores.audit(),
                demand,
                playbooks,
                plans,
                engine,
                settings,
                clock);
    }
}
