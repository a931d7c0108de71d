package io.gulliver.service.notice;

import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.command;
import static io.gulliver.testing.Atlas.ended;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.notice.MessengerException;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.notice.JdbcNoticeStore;
import io.gulliver.persistence.notice.NoticeStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything is told once to whom it concerns, nothing that is over, and nothing is lost on the way. */
@Tag("store")
class NoticeJobTest {
    /** Berlin is an hour ahead. */
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final MovableClock clock = new MovableClock();
    private final Post sent = new Post();
    private final Staff staff = new Staff()
            .with("ana", "dba")
            .with("ben", "dba")
            .with("cut", "cutover-manager")
            .with("apo", "approver");
    private StoreDatabase database;
    private Stores stores;
    private NoticeStore notices;
    private @Nullable OutageBounds bounds;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        Atlas.program(stores);
        notices = new JdbcNoticeStore(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private NoticeJob job() {
        return new NoticeJob(
                notices,
                stores.programs(),
                stores.migrations(),
                stores.views(),
                run -> bounds,
                staff,
                sent,
                ProgramCalendar.wall(clock),
                clock);
    }

    private Migration parked(String name) {
        Migration made = Atlas.migration(stores, name);
        stores.journal().flush(batch(made.id(), 1, entry(1, run("build", StepState.PARKED))));
        return made;
    }

    @Test
    void anIncidentIsToldOnceToEachOfTheFunctionAndNamesThePage() {
        Migration run = parked("ORDERS");
        job().run();
        job().run();
        assertThat(sent.mails).hasSize(2);
        assertThat(sent.mails.get(0))
                .startsWith("ana@bank.example | [Gulliver atlas] Needs attention, ORDERS, Title of build\n")
                .contains("https://gulliver.example/programs/atlas/databases/ORDERS?run=" + run.id());
        assertThat(sent.mails.get(1)).startsWith("ben@bank.example | ");
        assertThat(notices.told("ana", "", 10))
                .singleElement()
                .satisfies(told -> assertThat(told.state()).isEqualTo("SENT"));
    }

    @Test
    void aPersonHearsInDigestsAndNotInQuietHoursAndWhatIsOverNotAtAll() {
        clock.advance(Duration.between(clock.instant(), Instant.parse("2027-03-02T21:10:00Z")));
        notices.prefer("ana", new NoticePreference(true, 60, LocalTime.of(22, 0), LocalTime.of(7, 0), BERLIN, true, 0));
        notices.prefer("ben", new NoticePreference(false, 0, null, null, BERLIN, true, 0));
        parked("ORDERS");
        Migration over = parked("BILLING");
        job().run();
        clock.advance(Duration.ofHours(3));
        parked("STOCK");
        job().run();
        assertThat(sent.mails).as("quiet until 6 o'clock of UTC").isEmpty();
        stores.journal().flush(batch(over.id(), 1, ended(2, 1)));
        clock.advance(Duration.between(clock.instant(), Instant.parse("2027-03-03T06:00:00Z")));
        job().run();
        assertThat(sent.mails).singleElement().satisfies(mail -> {
            assertThat(mail).startsWith("ana@bank.example | ").contains("ORDERS", "STOCK", " and 1 more");
            assertThat(mail).doesNotContain("BILLING");
        });
        assertThat(notices.told("ana", "", 10))
                .extracting(NoticeStore.Told::state)
                .containsExactlyInAnyOrder("SENT", "SENT", "OVER");
    }

    @Test
    void whatDoesNotArriveIsTriedAgainAndWhatIsRefusedForEverIsGivenUp() {
        parked("ORDERS");
        sent.down = new MessengerException("Mail server away", false, new IOException());
        job().run();
        job().run();
        assertThat(notices.told("ana", "", 10)).singleElement().satisfies(told -> {
            assertThat(told.state()).isEqualTo("WAITING");
            assertThat(told.failure()).isEqualTo("Mail server away");
        });
        sent.down = null;
        clock.advance(Duration.ofSeconds(61));
        job().run();
        assertThat(sent.mails).hasSize(2);
        sent.down = new MessengerException("no such person", true, new IOException());
        parked("STOCK");
        job().run();
        sent.down = null;
        clock.advance(Duration.ofDays(1));
        job().run();
        assertThat(sent.mails).as("given up").hasSize(2);
        assertThat(notices.told("ben", "", 10))
                .extracting(NoticeStore.Told::state)
                .containsExactlyInAnyOrder("SENT", "FAILED");
    }

    @Test
    void aGateIsToldToApproversTooAndThatASecondIsWantedToWhoeverHasNotApproved() {
        Migration made = Atlas.migration(stores, "ORDERS");
        stores.journal().flush(batch(made.id(), 1, entry(1, run("decide", StepState.WAITING_PERSON))));
        // in the queue of others than approvers, as gates of the shipped playbooks are
        database.jdbc().sql("update tasks set role = 'dba'").update();
        job().run();
        assertThat(sent.mails.get(0)).contains("for approver or dba");
        assertThat(heads())
                .containsExactly("ana Waits for a decision", "apo Waits for a decision", "ben Waits for a decision");

        Speaker ana = new Speaker("ana", "ana", Set.of("dba"));
        stores.commands().record(command(made.id(), made.id() + "-1", Verb.DECIDE, "decide", "approve", ana));
        job().run();
        job().run();
        assertThat(heads())
                .as("not to the one who did, and once")
                .containsExactly("apo Waits for a second approval", "ben Waits for a second approval");

        Speaker apo = new Speaker("apo", "apo", Set.of("approver"));
        stores.commands().record(command(made.id(), made.id() + "-2", Verb.DECIDE, "decide", "approve", apo));
        job().run();
        assertThat(heads()).as("two have approved").isEmpty();
    }

    /** Who was told what since the last look. */
    private List<String> heads() {
        List<String> heads = sent.mails.stream()
                .map(mail -> mail.replaceAll("(?s)@.*?\\] (?:Urgent: )?(.*?), ORDERS.*", " $1"))
                .sorted()
                .toList();
        sent.mails.clear();
        return heads;
    }

    @Test
    void whoMayNotReadItAnyMoreWhenItIsDueIsNotTold() {
        clock.advance(Duration.between(clock.instant(), Instant.parse("2027-03-02T21:10:00Z")));
        for (String name : List.of("ana", "ben")) {
            notices.prefer(
                    name, new NoticePreference(true, 0, LocalTime.of(22, 0), LocalTime.of(7, 0), BERLIN, true, 0));
        }
        parked("ORDERS");
        job().run();
        assertThat(sent.mails).as("quiet until 6 o'clock of UTC").isEmpty();
        staff.left.add("ana");
        staff.addresses.put("ben", "ben@other.example");
        clock.advance(Duration.between(clock.instant(), Instant.parse("2027-03-03T06:00:00Z")));
        job().run();
        assertThat(sent.mails)
                .as("the person is told, wherever mail reaches the person now")
                .singleElement()
                .asString()
                .startsWith("ben@other.example | ");
        assertThat(notices.told("ana", "", 10)).singleElement().satisfies(told -> {
            assertThat(told.state()).isEqualTo("FAILED");
            assertThat(told.failure()).isEqualTo("ana is not dba in atlas any more");
        });
    }

    /** Whoever took it and died leaves it to the next, two minutes later. */
    @Test
    void whatADeadServerTookOnItselfIsDeliveredByTheNext() {
        parked("ORDERS");
        NoticeJob job = job();
        sent.down = new MessengerException("x", false, new IOException());
        job.run();
        sent.down = null;
        clock.advance(Duration.ofSeconds(61));
        assertThat(notices.take(clock.instant(), 100)).hasSize(2);
        job.run();
        assertThat(sent.mails).isEmpty();
        clock.advance(Duration.ofSeconds(121));
        job.run();
        assertThat(sent.mails).hasSize(2);
    }

    @Test
    void severalServersTellOnce() throws Exception {
        for (int i = 0; i < 5; i++) {
            parked("DB" + i);
        }
        notices.prefer("ben", new NoticePreference(false, 0, null, null, BERLIN, true, 0));
        int servers = 4;
        ExecutorService threads = Executors.newFixedThreadPool(servers);
        try {
            CyclicBarrier start = new CyclicBarrier(servers);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < servers; i++) {
                running.add(threads.submit(() -> {
                    start.await();
                    job().run();
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        String all = String.join("\n", sent.mails);
        for (int i = 0; i < 5; i++) {
            assertThat(all.split("databases/DB" + i + "\\?", -1)).as("DB" + i).hasSize(2);
        }
    }

    @Test
    void aMissedStartIsUrgentAndForTheCutoverManager() {
        Migration run = Atlas.migration(stores, "ORDERS");
        Instant last = clock.instant().plus(Duration.ofMinutes(5));
        bounds = new OutageBounds(clock.instant(), last, List.of(), null, last.plus(Duration.ofHours(1)), null);
        sent.hooked = true;
        job().run();
        assertThat(sent.hooks).isEmpty();
        clock.advance(Duration.ofMinutes(6));
        job().run();
        job().run();
        assertThat(sent.mails)
                .singleElement()
                .asString()
                .startsWith("cut@bank.example | [Gulliver atlas] Urgent: The outage did not begin in time, ORDERS");
        assertThat(sent.hooks)
                .singleElement()
                .asString()
                .contains("\"type\":\"gulliver.missed-start\"", "\"urgent\":true", "run=" + run.id());
    }

    @Test
    void preferencesAreEditedByOneAtATime() {
        NoticePreference first = notices.prefer("ana", new NoticePreference(true, 30, null, null, BERLIN, true, 0));
        assertThat(first.version()).isEqualTo(1);
        assertThat(notices.prefer("ana", new NoticePreference(false, 0, null, null, BERLIN, false, 1))
                        .version())
                .isEqualTo(2);
        assertThatThrownBy(() -> notices.prefer("ana", first)).isInstanceOf(StaleVersionException.class);
        assertThat(notices.preference("ana").orElseThrow().mail()).isFalse();
        assertThat(notices.preference("nobody")).isEmpty();
    }
}
