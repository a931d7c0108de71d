package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.answer.JdbcAnswerStore;
import io.gulliver.persistence.name.NameRequest;
import io.gulliver.persistence.shared.CallOrder;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.view.GivenAnswer;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many make the first row of a kind at once, each inside a larger transaction. PostgreSQL allows nothing more in a
 * transaction in which a constraint was violated, so that none may be.
 */
@Tag("store")
class ConcurrentWritersTest {
    private static final int WRITERS = 6;
    private static StoreDatabase database;
    private static Stores stores;

    @BeforeAll
    static void open() {
        database = TestStore.open(Clock.systemUTC());
        stores = Atlas.stores(database);
        Atlas.program(stores);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    /** Each result, of work that ran at once with a statement before and after it in the same transaction. */
    private static <T> List<T> together(IntFunction<T> work) throws Exception {
        List<Callable<T>> all = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            all.add(() -> database.inTransaction(() -> {
                one();
                T result = work.apply(writer);
                one();
                return result;
            }));
        }
        return StoreContract.atOnce(all);
    }

    private static void one() {
        database.jdbc().sql("select 1").query(Integer.class).single();
    }

    private static int count(String from) {
        return database.jdbc()
                .sql("select count(*) from " + from)
                .query(Integer.class)
                .single();
    }

    @Test
    void oneTaskThatAsksForAttentionIsOpened() throws Exception {
        MigrationId id = Atlas.migration(stores).id();
        assertThat(new HashSet<>(together(i -> stores.tasks()
                        .askAttention(id, "dba", "Look " + i, "Detail")
                        .id())))
                .hasSize(1);
        assertThat(count("tasks where kind = 'ATTENTION'")).isEqualTo(1);
    }

    @Test
    void oneSharedThingIsMadeAndEveryoneUsesIt() throws Exception {
        JdbcSharedStore shared = new JdbcSharedStore(database);
        together(i -> shared.use(
                "atlas",
                "server",
                "lnx01",
                new MigrationId("atlas-" + i),
                new CallOrder(1, 1),
                database.clock().instant()));
        assertThat(count("shared_things where thing = 'lnx01'")).isEqualTo(1);
        assertThat(shared.find("atlas", "server", "lnx01").orElseThrow().users())
                .hasSize(WRITERS);
    }

    @Test
    void namesAreGivenOnceAndAnOwnerHasOne() throws Exception {
        List<String> proposals = List.of("ora00001", "ora00002", "ora00003", "ora00004", "ora00005", "ora00006");
        assertThat(new HashSet<>(together(
                        i -> stores.names().allocate(new NameRequest("zvm-9", "guest", "owner-" + i), proposals))))
                .as("six owners")
                .hasSize(WRITERS);
        assertThat(new HashSet<>(
                        together(i -> stores.names().allocate(new NameRequest("zvm-8", "guest", "owner"), proposals))))
                .as("one owner")
                .hasSize(1);
    }

    @Test
    void oneAnswerIsKeptAndOneDirectoryHasOneId() throws Exception {
        JdbcAnswerStore answers = new JdbcAnswerStore(database);
        assertThat(new HashSet<>(together(i -> answers.keep(
                        "ana",
                        "key-0009",
                        new GivenAnswer("a".repeat(64), "b".repeat(64), 201, null, null, null, "answer " + i)))))
                .hasSize(1);
        assertThat(new HashSet<>(together(i -> stores.engines().dataDirectory())))
                .hasSize(1);
    }

    @Test
    void oneContentIsKept() throws Exception {
        byte[] content = "the same for all".getBytes(StandardCharsets.UTF_8);
        together(i -> {
            try {
                return stores.evidence().keep("file-" + i, "text", new ByteArrayInputStream(content));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(count("evidence")).isEqualTo(1);
        assertThat(count("evidence_parts")).isEqualTo(1);
    }
}
