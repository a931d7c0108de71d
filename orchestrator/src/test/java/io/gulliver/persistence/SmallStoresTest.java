package io.gulliver.persistence;

import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.lease.LeaseRequest;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.name.NameRequest;
import io.gulliver.persistence.view.CallRow;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.testing.Atlas;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What the smaller stores promise: programs, migrations, scarce things, names, evidence, calls, playbooks, engines. */
class SmallStoresTest extends StoreContract {

    @Test
    void aLostUpdateOfAProgramIsImpossible() throws Exception {
        stores.programs().create("race", "Race", ZoneId.of("UTC"), Map.of("edits", 0), "Mia");
        int editors = 6;
        List<Callable<Integer>> work = new ArrayList<>();
        for (int i = 0; i < editors; i++) {
            work.add(() -> {
                int refused = 0;
                for (int edit = 0; edit < 10; ) {
                    Program read = stores.programs().require("race");
                    int count = ((Number) read.policy().get("edits")).intValue();
                    try {
                        stores.programs()
                                .update("race", read.version(), "Race", read.zone(), Map.of("edits", count + 1), "Ana");
                        edit++;
                    } catch (StaleVersionException e) {
                        refused++;
                    }
                }
                return refused;
            });
        }
        atOnce(work);
        assertThat(stores.programs().require("race").policy()).containsEntry("edits", editors * 10);
    }

    /** The policy that was read last is remembered: what another process writes is read again, and nobody changes what others were given. */
    @Test
    void aChangedPolicyIsSeenAndNobodyChangesTheOneInMemory() {
        Map<String, Object> first = Map.of("rates", Map.of("link", 100), "waves", List.of("A"));
        stores.programs().create("policy", "Policy", ZoneId.of("UTC"), first, "Ana");
        Map<String, Object> read = stores.programs().require("policy").policy();
        assertThat(read).isEqualTo(first);
        assertThatThrownBy(() -> read.put("rates", "none")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((Map<?, ?>) read.get("rates")).clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((List<?>) read.get("waves")).clear())
                .isInstanceOf(UnsupportedOperationException.class);

        database.jdbc()
                .sql("update programs set policy = :policy where program = 'policy'")
                .param("policy", "{\"rates\": {\"link\": 200}}")
                .update();

        assertThat(stores.programs().require("policy").policy()).isEqualTo(Map.of("rates", Map.of("link", 200)));
    }

    @Test
    void namesWhoChangedTheProgram() {
        stores.programs().create("edit", "Edit", ZoneId.of("UTC"), Map.of(), "Mia");
        stores.programs().update("edit", 1, "Edit 2", ZoneId.of("UTC"), Map.of(), "Ana");
        assertThatThrownBy(() -> stores.programs().update("edit", 1, "Edit 3", ZoneId.of("UTC"), Map.of(), "Ben"))
                .isInstanceOf(StaleVersionException.class)
                .hasMessageContaining("changed by Ana");
    }

    @Test
    void theSameStartTwiceAtOnceIsOneMigration() throws Exception {
        NewMigration wanted = Atlas.wanted("SAME");
        List<Migration> made =
                atOnce(Collections.nCopies(5, () -> stores.migrations().create(wanted)));
        assertThat(made).extracting(Migration::id).containsOnly(made.get(0).id());
        assertThat(stores.migrations()
                        .list(new MigrationQuery("atlas", "SAME", null, java.util.Set.of(), null, 10))
                        .rows())
                .hasSize(1);
    }

    @Test
    void refusesASecondRunningMigrationOfADatabase() {
        Migration first = stores.migrations().create(Atlas.wanted("ORDERS"));
        assertThatThrownBy(() -> stores.migrations().create(Atlas.wanted("ORDERS")))
                .isInstanceOf(AlreadyRunningException.class);
        stores.journal().flush(batch(first.id(), 1, Atlas.ended(1, 1)));
        assertThat(stores.migrations().create(Atlas.wanted("ORDERS")).id()).isNotEqualTo(first.id());
    }

    @Test
    void ofTwoResumesAtOnceOneGetsTheGeneration() throws Exception {
        Migration m = Atlas.migration(stores);
        List<Boolean> won = atOnce(Collections.nCopies(4, () -> {
            try {
                stores.migrations().startNextGeneration(m.id(), 1, "cluster-b", "start");
                return true;
            } catch (StaleGenerationException e) {
                return false;
            }
        }));
        assertThat(won).containsOnlyOnce(true);
        assertThat(stores.migrations().require(m.id()).generation()).isEqualTo(2);
    }

    @Test
    void pagesMigrationsNewestFirst() {
        stores.programs().create("paging", "Paging", ZoneId.of("UTC"), Map.of(), "Mia");
        for (int i = 0; i < 5; i++) {
            NewMigration w = Atlas.wanted("P" + i);
            stores.migrations()
                    .create(new NewMigration(
                            w.requestId(),
                            "paging",
                            w.database(),
                            w.purpose(),
                            w.playbookHash(),
                            null,
                            false,
                            null,
                            null,
                            "Mia"));
        }
        List<MigrationId> ids = new ArrayList<>();
        String cursor = null;
        do {
            Page<Migration> page =
                    stores.migrations().list(new MigrationQuery("paging", null, null, java.util.Set.of(), cursor, 2));
            page.rows().forEach(row -> ids.add(row.id()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(ids).doesNotHaveDuplicates().hasSize(5);
        assertThat(stores.migrations().stageCounts(ids)).isNotEmpty().allMatch(c -> c.state() == StepState.PENDING);
    }

    @Test
    void grantersAtOnceNeverGiveMoreThanThereIs() throws Exception {
        stores.leases().setCapacity("array", 2);
        stores.leases().setCapacity("link", 1);
        List<Migration> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Migration m = Atlas.migration(stores);
            all.add(m);
            stores.journal()
                    .flush(batch(
                            m.id(),
                            1,
                            entry(1, run("scan", StepState.WAITING_SLOT)),
                            entry(2, run("copy", StepState.WAITING_SLOT))));
        }
        int served = 0;
        while (served < 12) {
            List<List<LeaseRequest>> granted =
                    atOnce(Collections.nCopies(4, () -> stores.leases().grant(clock.instant())));
            List<LeaseRequest> now = granted.stream().flatMap(List::stream).toList();
            assertThat(now)
                    .as("a free array is never left idle while steps wait")
                    .isNotEmpty();
            assertThat(stores.leases().slots())
                    .allSatisfy(s -> assertThat(s.held()).isLessThanOrEqualTo(s.capacity()));
            if (served == 0) {
                assertThat(now.get(0).outage())
                        .as("what lies in an outage goes first")
                        .isTrue();
            }
            for (LeaseRequest row : now) {
                stores.journal()
                        .flush(batch(
                                row.migration(),
                                1,
                                entry(3 + served, run(row.step().toString(), StepState.DONE))));
                served++;
            }
        }
        assertThat(stores.leases().slots())
                .allSatisfy(s -> assertThat(s.held() + s.waiting()).isZero());
    }

    @Test
    void aWaiterKeepsItsPlaceAndIsToldUntilItMoves() {
        stores.leases().setCapacity("array", 1);
        stores.leases().setCapacity("link", 1);
        Migration a = Atlas.migration(stores);
        Migration b = Atlas.migration(stores);
        stores.journal().flush(batch(a.id(), 1, entry(1, run("scan", StepState.WAITING_SLOT))));
        assertThat(stores.leases().grant(clock.instant())).hasSize(1);
        stores.journal().flush(batch(b.id(), 1, entry(1, run("scan", StepState.WAITING_SLOT))));
        assertThat(stores.leases().ahead(b.id(), StepKey.of("scan"))).hasValue(0);
        assertThat(stores.leases().ahead(a.id(), StepKey.of("scan"))).isEmpty();
        LeaseRequest lease = stores.leases().untold(clock.instant(), 10).get(0);
        stores.leases().told(lease.id(), clock.instant());
        assertThat(stores.leases().untold(clock.instant(), 10)).isEmpty();
        assertThat(stores.leases().untold(clock.instant().plusSeconds(10), 10))
                .as("the signal may have been lost")
                .hasSize(1);
        stores.journal().flush(batch(a.id(), 1, entry(2, run("scan", StepState.RUNNING))));
        assertThat(stores.leases().untold(clock.instant().plusSeconds(10), 10)).isEmpty();
        stores.journal().flush(batch(a.id(), 1, Atlas.ended(3, 1)));
        stores.journal().flush(batch(b.id(), 1, Atlas.ended(2, 1)));
    }

    @Test
    void whatWasBegunAndNotUndoneIsListedForItsProgram() {
        Migration run = Atlas.migration(stores);
        StepRow scan = stores.migrations().steps(run.id()).stream()
                .filter(step -> step.action() != null)
                .findFirst()
                .orElseThrow();
        String key = scan.run().key().toString();
        List<String> actions = List.of(String.valueOf(scan.action()));
        assertThat(stores.migrations().begun(run.program(), actions))
                .as("nothing began")
                .isEmpty();
        stores.journal().flush(batch(run.id(), 1, entry(1, run(key, StepState.RUNNING))));
        assertThat(stores.migrations().begun(run.program(), actions))
                .singleElement()
                .satisfies(begun -> {
                    assertThat(begun.database()).isEqualTo(run.database());
                    assertThat(begun.outcome()).isNull();
                    assertThat(begun.step().run().inputs()).containsEntry("path", "/u01");
                });
        assertThat(stores.migrations().begun("another", actions)).isEmpty();
        assertThat(stores.migrations().begun(run.program(), List.of("other.action")))
                .isEmpty();
        stores.journal().flush(batch(run.id(), 1, entry(2, run(key, StepState.UNDONE))));
        assertThat(stores.migrations().begun(run.program(), actions))
                .as("it was undone")
                .isEmpty();
        stores.journal().flush(batch(run.id(), 1, Atlas.ended(3, 1)));
    }

    @Test
    void ownersAtOnceGetDifferentNamesAndKeepThem() throws Exception {
        List<String> proposals = List.of("ORA00001", "ORA00002", "ORA00003", "ORA00004");
        List<Callable<String>> work = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            NameRequest request = new NameRequest("zvm-1", "guest", "m" + i + "/guest");
            work.add(() -> stores.names().allocate(request, proposals));
            work.add(() -> stores.names().allocate(request, proposals));
        }
        List<String> names = atOnce(work);
        assertThat(names.stream().distinct().sorted().toList()).isEqualTo(proposals);
        for (int i = 0; i < 4; i++) {
            assertThat(names.get(2 * i)).isEqualTo(names.get(2 * i + 1));
        }
        assertThatThrownBy(
                        () -> stores.names().allocate(new NameRequest("zvm-1", "guest", "late"), List.of("ora00001")))
                .as("case does not make a new name")
                .isInstanceOf(NameExhaustedException.class);
    }

    @Test
    void keepsEvidenceWholeAndOnce() throws Exception {
        byte[] content = new byte[1_300_000];
        new Random(7).nextBytes(content);
        List<EvidenceRef> refs = atOnce(Collections.nCopies(
                3, () -> stores.evidence().keep("awr.out", "capture", new ByteArrayInputStream(content))));
        EvidenceRef ref = refs.get(0);
        assertThat(refs).containsOnly(ref);
        assertThat(ref.bytes()).isEqualTo(content.length);
        try (var in = stores.evidence().open(ref.sha256())) {
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        EvidenceRef empty = stores.evidence().keep("empty.log", "log", new ByteArrayInputStream(new byte[0]));
        try (var in = stores.evidence().open(empty.sha256())) {
            assertThat(in.readAllBytes()).isEmpty();
        }
        Migration m = Atlas.migration(stores);
        stores.evidence().attach(m.id(), null, ref, "Ana");
        stores.evidence().attach(m.id(), null, ref, "Ana");
        assertThat(stores.evidence().list(m.id(), null))
                .singleElement()
                .satisfies(r -> assertThat(r.kept()).isTrue());
        assertThatThrownBy(() -> stores.evidence().open("0".repeat(64))).isInstanceOf(UnknownRowException.class);
    }

    @Test
    void trimsCallsAfterNinetyDays() {
        CallRow old = new CallRow(clock.instant(), null, null, "hmc-1", "GET /api/cpcs", null, "200", 12, null);
        Migration m = Atlas.migration(stores);
        CallRow young = new CallRow(
                clock.instant().plus(Duration.ofDays(60)),
                m.id(),
                StepKey.of("copy"),
                "hmc-1",
                "POST /api/partitions",
                "PRD07",
                "201",
                30,
                "made");
        stores.calls().append(List.of(old, young));
        assertThat(stores.calls().trim(clock.instant().plus(Duration.ofDays(91))))
                .isEqualTo(1);
        assertThat(stores.calls().list(m.id(), StepKey.of("copy"), 10)).containsExactly(young);
        assertThat(stores.calls().of(m.program(), m.database(), 10)).containsExactly(young);
        assertThat(stores.calls().of(m.program(), "ANOTHER", 10)).isEmpty();
        assertThat(stores.calls().of("another", m.database(), 10)).isEmpty();
    }

    @Test
    void aPlaybookNeedsASecondPersonAndNeverChanges() {
        stores.playbooks().save("1".repeat(64), "xtts", 1, "name: xtts", "Ana");
        assertThatThrownBy(() -> stores.playbooks().approve("1".repeat(64), "Ana"))
                .isInstanceOf(RefusedException.class);
        assertThat(stores.playbooks().approve("1".repeat(64), "Ben").approvedBy())
                .isEqualTo("Ben");
        assertThatThrownBy(() -> stores.playbooks().save("2".repeat(64), "xtts", 1, "name: other", "Ana"))
                .isInstanceOf(IdempotencyConflictException.class);
    }

    @Test
    void remembersTheEngineAdoptedLast() {
        String directory = stores.engines().dataDirectory();
        assertThat(stores.engines().dataDirectory()).isEqualTo(directory);
        stores.engines().adopt("c1", "default", directory, "start");
        stores.engines().adopt("c2", "default", directory, "Mia");
        stores.engines().adopt("c2", "default", directory, "start");
        assertThat(stores.engines().current().orElseThrow().adoptedBy()).isEqualTo("Mia");
    }
}
