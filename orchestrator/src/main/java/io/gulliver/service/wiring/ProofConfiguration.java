package io.gulliver.service.wiring;

import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.ReleasesHere;
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
        ReleasesHere releases = new ReleasesHere(
                stores.programs(), stores.databases(), stores.facts(), CollectionConfiguration.collectedFacts(stores));
        return new ProofService(ProductParts::all, stores.proofs(), keys, releases::count, clock);
    }
}
