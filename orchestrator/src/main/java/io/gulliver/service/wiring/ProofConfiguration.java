package io.gulliver.service.wiring;

import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.proof.ProductParts;
import io.gulliver.service.proof.ProofService;
import io.gulliver.service.proof.TrustedKeys;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What says what has met the real thing. */
@Configuration(proxyBeanMethods = false)
public class ProofConfiguration {
    @Bean
    ProofService proofService(Stores stores, TrustedKeys keys, Clock clock) {
        return new ProofService(ProductParts::load, stores.proofs(), keys, clock);
    }
}
