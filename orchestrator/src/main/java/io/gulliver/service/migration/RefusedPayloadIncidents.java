package io.gulliver.service.migration;

import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.engine.RefusedPayloads;
import io.gulliver.engine.RefusedPayloads.Reason;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.task.TaskStore;
import java.time.Clock;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells people of payloads in the engine that did not open: somebody else reaches it, or a key file is wrong. Each round
 * is one row of the audit record for every migration that was aimed at, with a task for its manager, and one row for all
 * other runs together, whose names somebody else may have chosen.
 */
public final class RefusedPayloadIncidents {
    /** Of the audit rows. */
    public static final String ACTION = "engine.payload-refused";

    private static final String OTHER_RUNS = "engine";

    private final RefusedPayloads refusals;
    private final MigrationStore migrations;
    private final TaskStore tasks;
    private final AuditStore audit;
    private final Clock clock;

    public RefusedPayloadIncidents(
            RefusedPayloads refusals, MigrationStore migrations, TaskStore tasks, AuditStore audit, Clock clock) {
        this.refusals = refusals;
        this.migrations = migrations;
        this.tasks = tasks;
        this.audit = audit;
        this.clock = clock;
    }

    /** Tells what was refused since the last round; to be called several times a minute. */
    public void tell() {
        SortedMap<String, SortedMap<Reason, Long>> refused = refusals.take();
        if (refused.isEmpty()) {
            return;
        }
        Map<String, Migration> running = migrations.running().stream()
                .collect(Collectors.toMap(each -> WorkflowIds.migration(each.id()), each -> each));
        SortedMap<Reason, Long> others = new TreeMap<>();
        refused.forEach((workflow, reasons) -> {
            Migration migration = running.get(workflow);
            if (migration == null) {
                reasons.forEach((reason, count) -> others.merge(reason, count, Long::sum));
            } else {
                record(migration.program(), workflow, reasons);
                tasks.askAttention(
                        migration.id(),
                        RolePolicy.MIGRATION_MANAGER,
                        "Somebody else wrote to the engine for " + migration.id(),
                        "The engine held payloads for this migration that did not open: " + words(reasons)
                                + ". They were dropped and changed nothing. Look who else can reach the engine, and"
                                + " whether all processes have the same payload-keys.json.");
            }
        });
        if (!others.isEmpty()) {
            record(null, OTHER_RUNS, others);
        }
    }

    private void record(@Nullable String program, String object, SortedMap<Reason, Long> reasons) {
        SortedMap<String, Object> details = new TreeMap<>();
        reasons.forEach((reason, count) -> details.put(reason.words(), count));
        audit.append(new AuditEvent(program, clock.instant(), "engine", ACTION, object, null, null, null, details));
    }

    private static String words(SortedMap<Reason, Long> reasons) {
        return reasons.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().words())
                .collect(Collectors.joining(", "));
    }
}
