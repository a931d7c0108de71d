package io.gulliver.testing;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.wiring.Stores;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The cast of the store tests: program Atlas, a small plan, two DBAs and a manager. */
public final class Atlas {
    public static final String HASH = "a".repeat(64);
    public static final Speaker ANA = new Speaker("Ana", "sub-ana", Set.of("dba", "approver"));
    public static final Speaker BEN = new Speaker("Ben", "sub-ben", Set.of("dba", "approver"));
    public static final Speaker MIA = new Speaker("Mia", "sub-mia", Set.of("migration-manager"));
    public static final Speaker VIC = new Speaker("Vic", "sub-vic", Set.of("viewer"));

    private Atlas() {}

    /** discover -> {build[items], sign} -> copy (takes array and link, in the outage) -> decide (four eyes). */
    public static CompiledPlan plan() {
        return new CompiledPlan(
                "data-pump",
                3,
                HASH,
                List.of(
                        step("discover", Stage.DISCOVERY, Phase.BEFORE, StepKind.ACTION, List.of(), List.of(), false),
                        step(
                                "build",
                                Stage.BUILD,
                                Phase.BEFORE,
                                StepKind.ACTION,
                                List.of("discover"),
                                List.of(),
                                false),
                        step("sign", Stage.BUILD, Phase.BEFORE, StepKind.TASK, List.of("discover"), List.of(), false),
                        step(
                                "copy",
                                Stage.REPLICATION,
                                Phase.OUTAGE,
                                StepKind.ACTION,
                                List.of("build", "sign"),
                                List.of("link", "array"),
                                false),
                        step(
                                "scan",
                                Stage.REPLICATION,
                                Phase.BEFORE,
                                StepKind.ACTION,
                                List.of("build"),
                                List.of("array"),
                                false),
                        step("decide", Stage.CUTOVER, Phase.OUTAGE, StepKind.GATE, List.of("copy"), List.of(), true)));
    }

    private static PlanStep step(
            String id,
            Stage stage,
            Phase phase,
            StepKind kind,
            List<String> needs,
            List<String> slots,
            boolean fourEyes) {
        return new PlanStep(
                id,
                stage,
                phase,
                kind,
                kind == StepKind.ACTION ? id : null,
                needs,
                List.of(),
                false,
                id.equals("build"),
                4,
                null,
                true,
                false,
                "host",
                "lab",
                true,
                PlanStep.Rerun.SAFE,
                30,
                3,
                60,
                false,
                slots,
                kind == StepKind.GATE ? "approver" : "dba",
                fourEyes,
                false,
                60,
                null,
                List.of());
    }

    public static PlanSource plans() {
        return new PlanSource() {
            @Override
            public CompiledPlan require(String playbookHash) {
                if (!playbookHash.equals(HASH)) {
                    throw new UnknownRowException("There is no playbook with the hash " + playbookHash + ".");
                }
                return plan();
            }

            @Override
            public Optional<String> method(String playbookHash) {
                return Optional.of("DATA_PUMP");
            }

            @Override
            public String title(String playbookHash, String stepId) {
                return "Title of " + stepId;
            }
        };
    }

    public static Stores stores(StoreDatabase database) {
        return Stores.on(database, plans(), SlotNames.asPlanned(), batch -> {});
    }

    public static void program(Stores stores) {
        stores.programs().create("atlas", "Atlas", ZoneId.of("Europe/Berlin"), Map.of("threshold", 80), "Mia");
    }

    public static NewMigration wanted(String database) {
        return new NewMigration(
                UUID.randomUUID().toString(), "atlas", database, Purpose.PRODUCTION, HASH, 2, false, null, null, "Mia");
    }

    public static Migration migration(Stores stores) {
        if (stores.programs().find("atlas").isEmpty()) {
            program(stores);
        }
        return migration(stores, "DB-" + UUID.randomUUID());
    }

    /** A run of a database; of one whose earlier run has ended, the next. */
    public static Migration migration(Stores stores, String database) {
        return stores.migrations().create(wanted(database));
    }

    public static StepRun run(String key, StepState state) {
        return run(key, state, Map.of("size", 5, "path", "/u01"));
    }

    public static StepRun run(String key, StepState state, Map<String, Object> inputs) {
        StepRun p = StepRun.pending(StepKey.parse(key));
        return new StepRun(
                p.key(),
                state,
                1,
                1,
                1,
                0,
                1,
                inputs,
                Map.of("rate", 2.5),
                null,
                null,
                null,
                null,
                null,
                null,
                Instant.parse("2026-03-01T10:00:00.123456Z"),
                null,
                null,
                0,
                1,
                0,
                null,
                null);
    }

    public static JournalEntry entry(long seq, StepRun step) {
        return new JournalEntry(
                seq,
                Instant.parse("2026-03-01T10:00:00Z").plusSeconds(seq),
                "step " + step.state(),
                step,
                null,
                null,
                List.of(),
                "line " + seq);
    }

    public static JournalEntry ended(long seq, int generation) {
        return new JournalEntry(
                seq,
                Instant.parse("2026-03-01T10:00:00Z").plusSeconds(seq),
                "migration ended",
                null,
                control(generation, seq, RunMode.ENDED, RunOutcome.COMPLETED),
                null,
                List.of(),
                null);
    }

    public static RunControl control(int generation, long seq, RunMode mode, @Nullable RunOutcome outcome) {
        return new RunControl(generation, seq, 1, mode, outcome, null, null, null, false, false, false, List.of("c-1"));
    }

    public static JournalBatch batch(MigrationId id, int generation, JournalEntry... entries) {
        return new JournalBatch(id, generation, List.of(entries));
    }

    /** Hash of what a gate shows whose step is one of {@link #run}. */
    public static String shown(MigrationId id, String step) {
        return GateEvidence.of(
                        id,
                        StepKey.parse(step),
                        "Title of " + step,
                        run(step, StepState.WAITING_PERSON).inputs())
                .sha256();
    }

    public static NewCommand command(
            MigrationId id, String commandId, Verb verb, @Nullable String step, @Nullable String outcome, Speaker who) {
        return new NewCommand(
                id,
                new CommandOrder(
                        commandId,
                        verb,
                        step == null ? null : StepKey.parse(step),
                        null,
                        outcome,
                        "because",
                        who.name(),
                        Map.of("count", 3)),
                step == null || verb != Verb.DECIDE ? "e".repeat(64) : shown(id, step),
                who);
    }

    /** Somebody with functions, for whom deputies may act. */
    public static void account(
            Stores stores, String name, List<Account.HeldFunction> functions, List<Account.Deputy> deputies) {
        stores.accounts()
                .add(
                        new Account(
                                name,
                                name,
                                null,
                                Account.LOCAL,
                                name,
                                false,
                                null,
                                null,
                                List.of(),
                                functions,
                                deputies,
                                0),
                        null,
                        "root")
                .orElseThrow();
    }
}
