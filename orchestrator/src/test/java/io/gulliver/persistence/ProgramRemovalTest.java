package io.gulliver.persistence;

import static io.gulliver.testing.Atlas.ANA;
import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.command;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program that is put aside and deleted: nothing of it stays but the record, and nothing of another goes. */
@Tag("store")
class ProgramRemovalTest {
    private final MovableClock clock = new MovableClock();
    private StoreDatabase db;
    private Stores stores;

    @BeforeEach
    void open() {
        db = TestStore.open(clock);
        stores = Atlas.stores(db);
        Atlas.program(stores);
        stores.programs().create("other", "Other", ZoneId.of("UTC"), Map.of(), "Mia");
    }

    @AfterEach
    void close() {
        db.close();
    }

    /** A run that has ended, with steps, a task with an approval, a command, a slot and a file. */
    private Migration lived(String program, String database, EvidenceRef file) {
        stores.databases().add(program, List.of(DatabaseProfile.of(database, "shop", Environment.PRODUCTION)), "Mia");
        stores.plans().add(program, 1, "First", null, List.of(), "Mia");
        stores.leases().setCapacity("array", 1);
        Migration run = stores.migrations()
                .create(new NewMigration(
                        program + "-" + database,
                        program,
                        database,
                        Purpose.PRODUCTION,
                        Atlas.HASH,
                        1,
                        false,
                        null,
                        null,
                        "Mia"));
        stores.journal().flush(batch(run.id(), 1, entry(1, run("scan", StepState.WAITING_SLOT))));
        stores.leases().grant(clock.instant());
        stores.journal()
                .flush(batch(
                        run.id(),
                        1,
                        entry(2, run("decide", StepState.WAITING_PERSON)),
                        entry(3, run("sign", StepState.WAITING_PERSON))));
        stores.commands().record(command(run.id(), run.id() + "-1", Verb.DECIDE, "decide", "approve", ANA));
        stores.evidence().attach(run.id(), StepKey.of("scan"), file, "Ana");
        return run;
    }

    private void ended(Migration run) {
        stores.journal().flush(batch(run.id(), 1, Atlas.ended(4, 1)));
    }

    private EvidenceRef file(String text) throws IOException {
        return stores.evidence()
                .keep("a.out", "capture", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void nothingOfAProgramIsLeftButTheRecordAndNothingOfAnotherIsTouched() throws IOException {
        EvidenceRef own = file("own");
        EvidenceRef shared = file("shared");
        Migration run = lived("atlas", "ORDERS", own);
        Migration same = lived("other", "ORDERS", shared);
        stores.evidence().attach(run.id(), null, shared, "Ana");
        ended(run);
        Map<String, Long> before = rowsOf("other");
        assertThat(rowsOf("atlas").keySet())
                .as("tables that this test fills")
                .contains(
                        "migrations",
                        "migration_steps",
                        "journal",
                        "commands",
                        "tasks",
                        "evidence_links",
                        "source_databases",
                        "waves",
                        "programs");
        assertThat(count("select count(*) from gate_approvals")).isEqualTo(2);

        stores.programs().archive("atlas", "Ada");
        stores.programs().delete("atlas", "ended", "Ada");

        Map<String, Long> left = rowsOf("atlas");
        assertThat(left.keySet()).containsExactlyInAnyOrder("audit_events", "deleted_programs");
        assertThat(rowsOf("other")).isEqualTo(before);
        assertThat(count("select count(*) from gate_approvals")).isEqualTo(1);
        assertThat(stores.evidence().size(own.sha256())).isEmpty();
        assertThat(stores.evidence().size(shared.sha256()))
                .as("a run of another program holds it")
                .isPresent();
        assertThat(stores.migrations().require(same.id())).isNotNull();
        assertThat(stores.audit().list("atlas", null, null, 100).rows())
                .extracting(row -> row.event().action())
                .contains("program.deleted", "program.archived", "migration.created");
    }

    @Test
    void whileARunIsOpenAProgramIsNeitherArchivedNorDeleted() throws IOException {
        Migration run = lived("atlas", "ORDERS", file("own"));

        assertThatThrownBy(() -> stores.programs().archive("atlas", "Ada"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("1 of its runs are open");
        assertThatThrownBy(() -> stores.programs().delete("atlas", "ended", "Ada"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Archive it first");

        ended(run);
        stores.programs().archive("atlas", "Ada");
        assertThat(stores.programs().archived("atlas").orElseThrow().by()).isEqualTo("Ada");
    }

    @Test
    void noRunStartsInAnArchivedProgramUntilItIsTakenUpAgain() {
        stores.programs().archive("atlas", "Ada");

        assertThatThrownBy(() -> Atlas.migration(stores, "ORDERS"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("atlas is archived");
        assertThat(stores.programs().atWork()).extracting(Program::key).containsExactly("other");

        stores.programs().restore("atlas", "Ada");
        assertThat(Atlas.migration(stores, "ORDERS").program()).isEqualTo("atlas");
        assertThat(stores.programs().atWork()).extracting(Program::key).containsExactly("atlas", "other");
    }

    @Test
    void aRunOfALaterProgramOfTheSameKeyHasAnIdOfItsOwn() throws IOException {
        Migration first = lived("atlas", "ORDERS", file("own"));
        ended(first);
        stores.programs().archive("atlas", "Ada");
        stores.programs().delete("atlas", "ended", "Ada");

        Atlas.program(stores);
        Migration second = Atlas.migration(stores, "ORDERS");

        assertThat(second.id())
                .as("job directories on hosts and the engine still know the first")
                .isNotEqualTo(first.id());
    }

    @Test
    void deletingAsksForTheNameAndAReason() {
        stores.programs().archive("atlas", "Ada");
        for (String typed : List.of("", "ATLAS", "other")) {
            assertThatThrownBy(() -> Services.programs(stores).delete("atlas", typed, "ended", "Ada"))
                    .as(typed)
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("Type atlas");
        }
        for (String reason : List.of("", "  ", "x".repeat(1001))) {
            assertThatThrownBy(() -> Services.programs(stores).delete("atlas", "atlas", reason, "Ada"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("reason");
        }
        assertThat(stores.programs().find("atlas")).isPresent();
    }

    /** A table that is added later must be a program's own, be deleted with its parent, or be named here. */
    @Test
    void everyTableThatRefersToOneOfAProgramIsDeletedWithIt() {
        Set<String> owned = ownedTables();
        Set<String> forgotten = new TreeSet<>(
                db.jdbc().sql("""
                select child.relname from pg_constraint c
                join pg_class child on child.oid = c.conrelid
                join pg_class parent on parent.oid = c.confrelid
                where c.contype = 'f' and c.confdeltype <> 'c' and parent.relname in (:owned)
                    and c.connamespace = current_schema::regnamespace
                """).param("owned", owned).query(String.class).list());
        forgotten.removeAll(owned);
        assertThat(forgotten).containsExactly("gate_approvals");
    }

    private Set<String> ownedTables() {
        return new TreeSet<>(db.jdbc().sql("""
                select distinct c.table_name from information_schema.columns c
                join information_schema.tables t using (table_schema, table_name)
                where c.table_schema = current_schema and t.table_type = 'BASE TABLE'
                    and c.column_name in ('program', 'migration')
                """).query(String.class).list());
    }

    /** Tables with rows of a program, and how many. */
    private Map<String, Long> rowsOf(String program) {
        Map<String, Long> rows = new TreeMap<>();
        for (String table : ownedTables()) {
            List<String> columns =
                    db.jdbc().sql("""
                    select column_name from information_schema.columns
                    where table_schema = current_schema and table_name = :table
                        and column_name in ('program', 'migration')
                    """).param("table", table).query(String.class).list();
            String where =
                    columns.contains("program") ? "program = '" + program + "'" : "migration like '" + program + ".%'";
            long count = count("select count(*) from " + table + " where " + where);
            if (count > 0) {
                rows.put(table, count);
            }
        }
        return rows;
    }

    private long count(String sql) {
        return db.jdbc().sql(sql).query(Long.class).single();
    }
}
