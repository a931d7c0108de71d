package io.gulliver.persistence;

import static io.gulliver.testing.Atlas.ANA;
import static io.gulliver.testing.Atlas.BEN;
import static io.gulliver.testing.Atlas.VIC;
import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.shared.CallOrder;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.view.Claim;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.TaskCount;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.service.migration.AttachedFiles;
import io.gulliver.service.migration.TaskService;
import io.gulliver.testing.Atlas;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the queues promise: one winner who is named, versions, pages without gaps. */
class TaskStoreTest extends StoreContract {

    private Task waiting() {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("sign", StepState.WAITING_PERSON))));
        return stores.tasks().open(m.id(), StepKey.of("sign")).orElseThrow();
    }

    @Test
    void ofTwoWhoClaimAtOnceOneWinsAndTheOtherLearnsWho() throws Exception {
        for (int i = 0; i < 10; i++) {
            Task task = waiting();
            List<Claim> claims = atOnce(List.of(
                    () -> stores.tasks().claim(task.id(), ANA),
                    () -> stores.tasks().claim(task.id(), BEN)));
            assertThat(claims).extracting(Claim::won).containsExactlyInAnyOrder(true, false);
            String holder = claims.get(0).won() ? "Ana" : "Ben";
            assertThat(claims)
                    .allSatisfy(c -> assertThat(c.task().claimedName()).isEqualTo(holder));
        }
    }

    @Test
    void claimingOnesOwnAgainWins() {
        Task task = waiting();
        stores.tasks().claim(task.id(), ANA);
        assertThat(stores.tasks().claim(task.id(), ANA).won()).isTrue();
    }

    @Test
    void refusesWhoLacksTheRole() {
        Task task = waiting();
        assertThatThrownBy(() -> stores.tasks().claim(task.id(), VIC))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("role dba");
    }

    @Test
    void onlyTheHolderReleasesAndOnlyTheNewestVersion() {
        Task task = waiting();
        Task held = stores.tasks().claim(task.id(), ANA).task();
        assertThatThrownBy(() -> stores.tasks().release(task.id(), held.version(), BEN))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Ana");
        assertThatThrownBy(() -> stores.tasks().release(task.id(), task.version(), ANA))
                .isInstanceOf(StaleVersionException.class);
        assertThat(stores.tasks().release(task.id(), held.version(), ANA).claimedBy())
                .isNull();
    }

    @Test
    void theAuditSaysForWhomADeputyActs() {
        Task task = waiting();
        Instant now = clock.instant();
        String program = task.program();
        Atlas.account(stores, "ben", List.of(), List.of());
        Atlas.account(
                stores,
                "ana",
                List.of(new Account.HeldFunction(program, Function.DBA, null)),
                List.of(new Account.Deputy("ben", now, now.plusSeconds(3600))));
        Speaker ben = new Speaker("ben", "ben", Set.of("dba"));
        Speaker ana = new Speaker("ana", "ana", Set.of("dba"));
        Task held = stores.tasks().claim(task.id(), ben).task();
        Task free = stores.tasks().release(task.id(), held.version(), ben);
        stores.tasks().claim(free.id(), ana);
        assertThat(stores.audit().list(null, "task/" + task.id(), null, 50).rows())
                .filteredOn(row -> row.event().action().startsWith("task."))
                .extracting(
                        row -> row.event().actor() + " " + row.event().details().get("for"))
                .as("newest first")
                .startsWith("ana null", "ben [ana]", "ben [ana]");
        clock.advance(Duration.ofHours(1));
        Task again = stores.tasks().find(task.id()).orElseThrow();
        stores.tasks().release(task.id(), again.version(), ana);
        stores.tasks().claim(task.id(), ben);
        assertThat(stores.audit()
                        .list(null, "task/" + task.id(), null, 1)
                        .rows()
                        .get(0)
                        .event()
                        .details())
                .as("a deputy no more")
                .doesNotContainKey("for");
    }

    @Test
    void aFileIsAttachedByWhoeverMayDoTheWorkOrDecideAndTheAuditSaysSo() throws Exception {
        Task task = waiting();
        stores.journal().flush(batch(task.migration(), 1, entry(2, run("decide", StepState.WAITING_PERSON))));
        // in the queue of others than approvers, as gates of the shipped playbooks are
        stores.database()
                .jdbc()
                .sql("update tasks set role = 'storage' where migration = :run and kind = 'GATE'")
                .param("run", task.migration().value())
                .update();
        Task gate = stores.tasks().open(task.migration(), StepKey.of("decide")).orElseThrow();
        Speaker approver = new Speaker("apo", "apo", Set.of("approver"));
        TaskService service = new TaskService(stores.tasks(), stores.evidence(), clock);
        byte[] refused = ("refused " + task.id()).getBytes(StandardCharsets.UTF_8);
        for (Task one : List.of(task, gate)) {
            assertThatThrownBy(() -> service.attach(one, "x.txt", new ByteArrayInputStream(refused), VIC))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("role " + one.role());
        }
        assertThatThrownBy(() -> service.attach(task, "x.txt", new ByteArrayInputStream(refused), approver))
                .as("of a task, which nobody decides")
                .isInstanceOf(RefusedException.class);
        assertThat(stores.evidence().size(Json.sha256(new String(refused, StandardCharsets.UTF_8))))
                .as("nothing of it is kept")
                .isEmpty();

        for (int i = 0; i < 2; i++) {
            service.attach(task, "../seen.txt", new ByteArrayInputStream(new byte[] {1}), ANA);
            service.attach(gate, "looked.txt", new ByteArrayInputStream(new byte[] {2}), approver);
        }
        service.attach(
                gate,
                "room.txt",
                new ByteArrayInputStream(new byte[] {3}),
                new Speaker("sto", "sto", Set.of("storage")));
        assertThat(stores.evidence().list(task.migration(), null))
                .extracting(row -> row.step() + " " + row.ref().name() + " " + row.by())
                .containsExactly("sign seen.txt Ana", "decide looked.txt apo", "decide room.txt sto");
        for (Task one : List.of(task, gate)) {
            assertThat(stores.audit()
                            .list("atlas", "task/" + one.id(), null, 10)
                            .rows())
                    .hasSize(one == task ? 1 : 2)
                    .allSatisfy(row -> {
                        assertThat(row.event().action()).isEqualTo("task.attached");
                        assertThat(row.event().details()).containsKeys("name", "sha256", "bytes", "title");
                    });
        }
        stores.journal().flush(batch(task.migration(), 1, entry(3, run("sign", StepState.DONE))));
        assertThatThrownBy(() -> service.attach(task, "late.txt", new ByteArrayInputStream(refused), ANA))
                .as("closed since it was read")
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("was closed");
    }

    @Test
    void handsOverToAnotherPerson() {
        Task task = waiting();
        Task held = stores.tasks().claim(task.id(), ANA).task();
        assertThat(stores.tasks().handOver(task.id(), held.version(), ANA, BEN).claimedName())
                .isEqualTo("Ben");
    }

    @Test
    void hidesASnoozedTaskUntilItsTime() {
        Task task = waiting();
        stores.tasks().snooze(task.id(), task.version(), clock.instant().plusSeconds(60), ANA);
        TaskQuery team = new TaskQuery(
                TaskQuery.Scope.TEAM,
                "",
                Access.everywhere(Right.READ, Set.of("dba")),
                null,
                null,
                false,
                false,
                null,
                1000);
        assertThat(stores.tasks().list(team).rows()).extracting(Task::id).doesNotContain(task.id());
        clock.advance(Duration.ofSeconds(61));
        assertThat(stores.tasks().list(team).rows()).extracting(Task::id).contains(task.id());
    }

    @Test
    void pagesThroughAllWithoutGapOrRepeat() {
        for (int i = 0; i < 7; i++) {
            waiting();
        }
        TaskQuery all =
                new TaskQuery(TaskQuery.Scope.ALL, "", Access.EVERYTHING, "atlas", null, false, true, null, 1000);
        List<String> whole =
                stores.tasks().list(all).rows().stream().map(Task::id).toList();
        List<String> paged = new ArrayList<>();
        String cursor = null;
        do {
            Page<Task> page = stores.tasks()
                    .list(new TaskQuery(
                            TaskQuery.Scope.ALL, "", Access.EVERYTHING, "atlas", null, false, true, cursor, 3));
            page.rows().forEach(task -> paged.add(task.id()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(paged).isEqualTo(whole).hasSizeGreaterThanOrEqualTo(7);
        TaskCount count = stores.tasks()
                .count(new TaskQuery(
                        TaskQuery.Scope.ALL, "", Access.EVERYTHING, "atlas", null, false, true, paged.get(2) + "x", 3));
        assertThat(count.tasks()).as("of all pages, wherever one begins").isEqualTo(whole.size());
        assertThat(count.databases()).isEqualTo((int) stores.tasks().list(all).rows().stream()
                .map(Task::database)
                .distinct()
                .count());
        assertThat(stores.tasks().count(TaskQuery.open(TaskQuery.Scope.MINE, "sub-nobody", Access.EVERYTHING)))
                .isEqualTo(new TaskCount(0, 0));
    }

    private void estimated(Task task, @Nullable Integer seconds) {
        stores.database()
                .jdbc()
                .sql("update migration_steps set estimate_seconds = :s where migration = :m and step_key = 'sign'")
                .param("s", seconds)
                .param("m", task.migration().value())
                .update();
    }

    @Test
    void knowsWhatTheStepOfATaskWasEstimated() {
        Task task = waiting();
        estimated(task, null);
        assertThat(stores.tasks().estimates(List.of(task.id()))).isEmpty();
        estimated(task, 5400);
        assertThat(stores.tasks().estimates(List.of(task.id(), "none")))
                .containsExactly(Map.entry(task.id(), Duration.ofMinutes(90)));
        assertThat(stores.tasks().estimates(List.of())).isEmpty();
    }

    @Test
    void namesTheDatabasesThatWaitForWhatARunMakesForAll() {
        Migration server = Atlas.migration(stores, "server:lnx01");
        JdbcSharedStore shared = new JdbcSharedStore(stores.database());
        for (String database : List.of("WAITS2", "WAITS1", "LEFT", "HAS")) {
            Migration m = Atlas.migration(stores, database);
            shared.use("atlas", "server", "lnx01", m.id(), new CallOrder(1, 1), m.createdAt());
            stores.database()
                    .jdbc()
                    .sql("update migration_steps set state = :state, action = 'shared.acquire'"
                            + " where migration = :m and step_key = 'sign'")
                    .param("state", database.equals("HAS") ? "DONE" : "AWAITING")
                    .param("m", m.id().value())
                    .update();
            if (database.equals("LEFT")) {
                shared.letGo("atlas", "server", "lnx01", m.id(), new CallOrder(1, 2), m.createdAt());
            }
        }
        shared.build("atlas", "server", "lnx01", thing -> server.id());
        Migration other = Atlas.migration(stores, "ALONE");
        assertThat(stores.tasks().waiting(List.of(server.id(), other.id())))
                .containsExactly(Map.entry(server.id(), List.of("WAITS1", "WAITS2")));
        assertThat(stores.tasks().waiting(List.of())).isEmpty();
    }

    @Test
    void listsMineAlone() {
        Task task = waiting();
        waiting();
        stores.tasks().claim(task.id(), new io.gulliver.domain.people.Speaker("Cem", "sub-cem", Set.of("dba")));
        assertThat(stores.tasks()
                        .list(TaskQuery.open(TaskQuery.Scope.MINE, "sub-cem", Access.EVERYTHING))
                        .rows())
                .extracting(Task::id)
                .containsExactly(task.id());
    }

    @Test
    void asksForAttentionToAMigrationOnce() {
        Migration m = Atlas.migration(stores);
        Task first = stores.tasks().askAttention(m.id(), "migration-manager", "Engine and store disagree", "Look.");
        assertThat(stores.tasks()
                        .askAttention(m.id(), "migration-manager", "Again", "Look.")
                        .id())
                .isEqualTo(first.id());
        stores.tasks().settleAttention(m.id(), "agree again");
        assertThat(stores.tasks().find(first.id()).orElseThrow().closedAt()).isNotNull();
    }

    @Test
    void aCommentThatIsSentTwiceIsKeptOnceWithItsSecretsBlankedAndIsAudited() throws IOException {
        Task task = waiting();
        TaskService service = new TaskService(stores.tasks(), stores.evidence(), clock);
        Access works = Access.everywhere(Right.WORK, Set.of());
        for (int i = 0; i < 2; i++) {
            service.comment(task, "k1", "@ben look: password=Tiger123", List.of("ben"), AttachedFiles.NONE, ANA, works);
        }
        assertThat(stores.tasks().comments(task.id())).singleElement().satisfies(one -> {
            assertThat(one.person()).isEqualTo("Ana");
            assertThat(one.mentions()).containsExactly("ben");
            assertThat(one.text()).contains("@ben look").doesNotContain("Tiger123");
        });
        assertThat(stores.audit()
                        .list(task.program(), "task/" + task.id(), null, 10)
                        .rows())
                .filteredOn(row -> row.event().action().equals("task.commented"))
                .singleElement()
                .satisfies(row -> assertThat(row.event().details().toString())
                        .contains("@ben look")
                        .doesNotContain("Tiger123"));
    }

    @Test
    void aMentionIsSeenByWhomItCallsWhereTheProgramIsThereForThem() {
        Task task = waiting();
        stores.tasks().comment(task.id(), "k2", "@ben", List.of("ben"), List.of(), ANA);
        stores.tasks().comment(task.id(), "k3", "to nobody", List.of(), List.of(), ANA);
        assertThat(stores.tasks().mentions("ben", Access.EVERYTHING, 10))
                .filteredOn(one -> one.comment().task().equals(task.id()))
                .singleElement()
                .satisfies(one -> assertThat(one.comment().text()).isEqualTo("@ben"));
        assertThat(stores.tasks().mentions("ben", Access.NONE, 10)).isEmpty();
        assertThat(stores.tasks().mentions("ana", Access.EVERYTHING, 10)).isEmpty();
    }

    @Test
    void whoOnlyReadsDoesNotComment() {
        Task task = waiting();
        TaskService service = new TaskService(stores.tasks(), stores.evidence(), clock);
        assertThatThrownBy(() -> service.comment(
                        task, "k4", "no", List.of(), AttachedFiles.NONE, VIC, Access.everywhere(Right.READ, Set.of())))
                .isInstanceOf(RefusedException.class);
        assertThat(stores.tasks().comments(task.id())).isEmpty();
    }
}
