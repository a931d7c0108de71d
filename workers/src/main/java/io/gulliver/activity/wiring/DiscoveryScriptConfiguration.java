package io.gulliver.activity.wiring;

import io.gulliver.activity.discovery.DiscoveryActions;
import io.gulliver.contract.activity.DiscoveryScripts;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** The discovery script for processes that hand it out, whatever their roles: writing it reaches nothing. */
@AutoConfiguration
public class DiscoveryScriptConfiguration {
    @Bean
    DiscoveryScripts discoveryScripts() {
        return DiscoveryActions.scripts();
    }
}
