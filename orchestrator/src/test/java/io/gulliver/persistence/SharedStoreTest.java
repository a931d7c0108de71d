package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.persistence.shared.CallOrder;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.shared.SharedStore.Across;
import io.gulliver.persistence.shared.SharedThing;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.HeldConnections;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reading what is shared: dozens of runs look at it twice a second, so a look takes one connection and few statements. */
class SharedStoreTest extends StoreContract {
    private static final String PROGRAM = "atlas";
    private static final String SERVER = "server";

    private SharedStore things;

    @BeforeAll
    void prepare() {
        things = new JdbcSharedStore(database);
    }

    private Migration lands(String server) {
        Migration migration = Atlas.migration(stores);
        things.use(PROGRAM, SERVER, server, migration.id(), new CallOrder(1, 1), clock.instant());
        return migration;
    }

    private void ends(Migration migration, RunOutcome outcome) {
        stores.journal()
                .flush(Atlas.batch(
                        migration.id(),
                        1,
                        new JournalEntry(
                                1,
                                clock.instant(),
                                "migration ended",
                                null,
                                Atlas.control(1, 1, RunMode.ENDED, outcome),
                                null,
                                List.of(),
                                null)));
    }

    @Test
    void whoLandsAndWhoIsAcrossIsCounted() {
        assertThat(things.across(PROGRAM, SERVER, "nobody")).isEqualTo(new Across(0, 0));
        assertThat(things.across(PROGRAM, SERVER, "nobody").all())
                .as("nobody ever came")
                .isFalse();
        Migration first = lands("counted");
        Migration second = lands("counted");
        Migration leaving = lands("counted");
        lands("another");
        assertThat(things.across(PROGRAM, SERVER, "counted")).isEqualTo(new Across(3, 0));

        ends(first, RunOutcome.COMPLETED);
        ends(second, RunOutcome.ABORTED);
        things.letGo(PROGRAM, SERVER, "counted", leaving.id(), new CallOrder(1, 2), clock.instant());
        assertThat(things.across(PROGRAM, SERVER, "counted")).isEqualTo(new Across(2, 1));
        assertThat(things.across(PROGRAM, SERVER, "counted").all())
                .as("one has ended and is not across")
                .isFalse();

        things.letGo(PROGRAM, SERVER, "counted", second.id(), new CallOrder(1, 2), clock.instant());
        assertThat(things.across(PROGRAM, SERVER, "counted").all()).isTrue();
    }

    @Test
    void theListSaysOfEachWhatItIsAlone() {
        Migration first = lands("listed-1");
        Migration second = lands("listed-1");
        Migration gone = lands("listed-2");
        things.letGo(PROGRAM, SERVER, "listed-2", gone.id(), new CallOrder(1, 2), clock.instant());
        things.build(PROGRAM, SERVER, "listed-1", thing -> first.id());

        List<SharedThing> listed = things.list(PROGRAM);
        assertThat(listed)
                .filteredOn(thing -> thing.name().startsWith("listed"))
                .containsExactly(
                        things.find(PROGRAM, SERVER, "listed-1").orElseThrow(),
                        things.find(PROGRAM, SERVER, "listed-2").orElseThrow());
        assertThat(listed)
                .filteredOn(thing -> thing.name().equals("listed-1"))
                .singleElement()
                .satisfies(thing -> {
                    assertThat(thing.run()).isEqualTo(first.id());
                    assertThat(thing.users()).containsExactlyInAnyOrder(first.id(), second.id());
                });
    }

    /** Had a reader wanted a second connection while it holds its first, readers enough would wait for each other. */
    @Test
    void aLookTakesOneConnection() {
        lands("last");
        HeldConnections others = HeldConnections.of(database, StoreLane.ENGINE, StorePools.ENGINE_CONNECTIONS - 1);
        try {
            assertThat(things.find(PROGRAM, SERVER, "last")).isPresent();
            assertThat(things.across(PROGRAM, SERVER, "last")).isEqualTo(new Across(1, 0));
            assertThat(things.landing(PROGRAM, SERVER, "last")).isPresent();
            assertThat(things.list(PROGRAM)).isNotEmpty();
        } finally {
            others.close();
        }
    }

    @Test
    void aLookTakesFewStatementsHoweverManyLandThere() {
        for (int i = 0; i < 5; i++) {
            lands("many");
        }
        assertThat(statements(() -> things.across(PROGRAM, SERVER, "many"))).hasSize(1);
        assertThat(statements(() -> things.find(PROGRAM, SERVER, "many"))).hasSize(2);
        assertThat(statements(() -> things.list(PROGRAM))).hasSize(2);
    }

    /** What is sent to the store meanwhile, as Spring says it. */
    private static List<String> statements(Supplier<?> call) {
        Logger spring = (Logger) LoggerFactory.getLogger(JdbcTemplate.class);
        Level before = spring.getLevel();
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        spring.addAppender(said);
        spring.setLevel(Level.DEBUG);
        spring.setAdditive(false);
        try {
            call.get();
        } finally {
            spring.setAdditive(true);
            spring.setLevel(before);
            spring.detachAppender(said);
        }
        return said.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(text -> text.startsWith("Executing prepared SQL statement"))
                .toList();
    }
}
