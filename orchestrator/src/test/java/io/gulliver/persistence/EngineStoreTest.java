package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.persistence.audit.JdbcAuditStore;
import io.gulliver.persistence.engine.EngineIdentity;
import io.gulliver.persistence.engine.JdbcPayloadKeyStore;
import io.gulliver.persistence.engine.PayloadKeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One store, one engine: what several processes agree on that start at the same time. */
class EngineStoreTest extends StoreContract {
    private static final int PROCESSES = 6;

    @BeforeEach
    void aFreshStore() {
        database.jdbc().sql("delete from engines").update();
    }

    @Test
    void ofManyProcessesOnAFreshStoreOneEngineWinsAndAllLearnWhich() throws Exception {
        for (int round = 0; round < 10; round++) {
            aFreshStore();
            List<Callable<EngineIdentity>> claims = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                String own = "cluster-" + i;
                claims.add(() -> stores.engines().claim(own, "default", "directory-" + own, "start"));
            }
            Set<String> winners = new TreeSet<>();
            atOnce(claims).forEach(engine -> winners.add(engine.cluster()));

            assertThat(winners)
                    .as("engines that processes were told to be the store's")
                    .hasSize(1);
            assertThat(rows()).isEqualTo(1);
        }
    }

    @Test
    void aLaterEngineIsNotTheStoresUntilItIsAdopted() {
        stores.engines().claim("c1", "default", "d1", "start");

        assertThat(stores.engines().claim("c2", "default", "d2", "start").cluster())
                .isEqualTo("c1");
        assertThat(stores.engines().adopt("c2", "default", "d2", "Mia").cluster())
                .isEqualTo("c2");
        assertThat(stores.engines().claim("c1", "default", "d1", "start").cluster())
                .isEqualTo("c2");
    }

    @Test
    void oneEngineAdoptedByManyProcessesAtOnceIsNotedOnce() throws Exception {
        List<Callable<EngineIdentity>> adoptions = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            adoptions.add(() -> stores.engines().adopt("c1", "default", "d1", "start"));
        }
        atOnce(adoptions);

        assertThat(rows()).isEqualTo(1);
    }

    private int rows() {
        return database.jdbc()
                .sql("select count(*) from engines")
                .query(Integer.class)
                .single();
    }

    @Test
    void remembersEveryPayloadKeyUntilTheEngineIsLost() {
        PayloadKeyStore keys = new JdbcPayloadKeyStore(database);
        keys.use("k1", "1".repeat(64));
        keys.use("k2", "2".repeat(64));
        keys.use("k1", "3".repeat(64));

        assertThat(keys.list())
                .as("a key of the same id does not replace the first")
                .isEqualTo(Map.of("k1", "1".repeat(64), "k2", "2".repeat(64)));
        keys.forgetAll("Mia");
        assertThat(keys.list()).isEmpty();
        assertThat(new JdbcAuditStore(database).list(null, null, null, 10).rows())
                .filteredOn(row -> row.event().action().equals("engine.keys-forgotten"))
                .singleElement()
                .satisfies(row -> assertThat(row.event().details().toString()).contains("k1", "k2"));
    }
}
