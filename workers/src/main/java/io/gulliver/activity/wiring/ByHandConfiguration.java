package io.gulliver.activity.wiring;

import io.gulliver.activity.runtime.ActionsByHand;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.ByHandWriter;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * What a person does by hand in place of the workers, for processes that show it and have no workers: writing it down reaches
 * nothing.
 */
@AutoConfiguration(after = WorkersConfiguration.class)
@ConditionalOnBean({EvidenceSource.class, Landscape.class, SecretSource.class})
@ConditionalOnMissingBean(ByHandWriter.class)
public class ByHandConfiguration {
    @Bean
    ByHandWriter actionsByHand(
            Landscape landscape, SecretSource secrets, EvidenceSource given, SecretRegistry registry) {
        // No host is logged in to, so no learnt key is asked for.
        Systems systems = new Systems(landscape, secrets, SystemLimits.defaults());
        Databases databases = new Databases(landscape.databases(), secrets, systems);
        return new ActionsByHand(WorkersConfiguration.actions(systems, databases, given), registry);
    }
}
