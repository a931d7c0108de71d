package io.gulliver.activity.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.ByHandWriter;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A server of its own has no workers, and its pages tell people what to do all the same. */
class ByHandConfigurationTest {
    @Test
    void aProcessWithoutWorkersWritesDownWhatTheyWouldDo() {
        SecretRegistry registry = new SecretRegistry();
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(SecretRegistry.class, () -> registry);
            context.registerBean(SecretSource.class, () -> new SecretSource(List.of(), registry, Map.of()));
            context.registerBean(
                    Landscape.class,
                    () -> new Landscape(
                            new TreeMap<>(),
                            List.of(),
                            new DatabaseAccess(DatabaseAccess.ORACLE, null, null, new TreeMap<>(), false)));
            context.registerBean(EvidenceSource.class, () -> ref -> {
                throw new AssertionError("nothing is read to write it down");
            });
            context.register(WorkersConfiguration.class, ByHandConfiguration.class);
            context.refresh();
            assertThat(context.getBean(ByHandWriter.class).of(quiesce()))
                    .hasValueSatisfying(text -> assertThat(text).contains("source.example", "SHOP"));
        }
    }

    private static StepCall quiesce() {
        return new StepCall(
                new MigrationId("lilliput.shop.1"),
                "lilliput",
                "shop",
                Purpose.PRODUCTION,
                1,
                StepKey.of("quiesce"),
                1,
                1,
                Operation.EVALUATE,
                "movement.quiesce",
                "0".repeat(64),
                Map.of(
                        "host",
                        "source.example",
                        "port",
                        1521,
                        "service",
                        "shop",
                        "credential",
                        "source",
                        "schemas",
                        List.of("SHOP")),
                Map.of(),
                null,
                0);
    }
}
