package io.gulliver.service.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.engine.Cluster;
import io.gulliver.persistence.engine.EngineIdentity;
import io.gulliver.persistence.engine.EngineStore;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EngineOwnerTest {
    private static final Cluster ONE = new Cluster("cluster-1", "default");
    private static final Cluster OTHER = new Cluster("cluster-2", "default");

    private final OneEngine engines = new OneEngine();

    @Test
    void ofTwoServersWithEnginesOfTheirOwnOnOneFreshStoreOneIsRefused() {
        EngineOwner first = new EngineOwner(engines, null, false);
        EngineOwner second = new EngineOwner(engines, null, false);

        assertThat(first.admit(ONE)).isEmpty();
        assertThat(second.admit(OTHER))
                .as("before the first has handed any migration to its engine")
                .hasValueSatisfying(why -> assertThat(why).contains("cluster-1", "cluster-2", "./gulliver recover"));
        assertThat(first.admit(ONE)).as("asked again").isEmpty();
    }

    @Test
    void twoServersOfOneEngineAreBothAdmitted() {
        assertThat(new EngineOwner(engines, "temporal:7233", false).admit(ONE)).isEmpty();
        assertThat(new EngineOwner(engines, "temporal:7233", false).admit(ONE)).isEmpty();
    }

    @Test
    void anotherEngineIsAdmittedWhenAPersonSaidThatTheOldOneIsDead() {
        new EngineOwner(engines, null, false).admit(ONE);

        assertThat(new EngineOwner(engines, null, true).admit(OTHER)).isEmpty();
    }

    private static final class OneEngine implements EngineStore {
        private @Nullable EngineIdentity current;

        @Override
        public Optional<EngineIdentity> current() {
            return Optional.ofNullable(current);
        }

        @Override
        public EngineIdentity claim(String cluster, String namespace, String dataDirectory, String by) {
            return current != null ? current : adopt(cluster, namespace, dataDirectory, by);
        }

        @Override
        public EngineIdentity adopt(String cluster, String namespace, String dataDirectory, String by) {
            current = new EngineIdentity(cluster, namespace, dataDirectory, by, Instant.EPOCH);
            return current;
        }

        @Override
        public String dataDirectory() {
            return "directory";
        }
    }
}
