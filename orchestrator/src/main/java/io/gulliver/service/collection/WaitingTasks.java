package io.gulliver.service.collection;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.task.TaskStore;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes tasks that wait for a file of a database ({@code closedBy} in the playbook) once such a file is there: with the
 * word of whoever uploaded it, recorded and delivered as every word of a person.
 *
 * <p>A file may come before its task opens, so all open tasks are looked at from time to time as well. The same file and
 * task give the same word, which counts once.
 */
public final class WaitingTasks {
    /** The fact that names the newest usable output of the discovery script, by its SHA-256. */
    public static final String SPOOL = "discovery_spool";

    /** The fact that says when it was written. */
    public static final String SPOOL_AT = "discovery_spool_at";

    /** Parameter of the playbook, and of the program's policy, for how many days such a file stands for looking. */
    public static final String SPOOL_DAYS = "spool_days";

    private static final Logger LOG = LoggerFactory.getLogger(WaitingTasks.class);
    private static final int DAYS = 7;
    private static final Duration AHEAD = Duration.ofDays(1);
    private static final int PAGE = 500;

    private final CommandStore commands;
    private final StoreDatabase database;
    private final EvidenceStore evidence;
    private final FactStore facts;
    private final MigrationStore migrations;
    private final ProgramStore programs;
    private final TaskStore tasks;
    private final Function<String, Playbook> playbooks;
    // What a playbook says never changes under its hash.
    private final Map<String, Optional<String>> closers = new ConcurrentHashMap<>();

    /** @param playbooks a playbook by its hash */
    public WaitingTasks(
            CommandStore commands,
            StoreDatabase database,
            EvidenceStore evidence,
            FactStore facts,
            MigrationStore migrations,
            ProgramStore programs,
            TaskStore tasks,
            Function<String, Playbook> playbooks) {
        this.commands = commands;
        this.database = database;
        this.evidence = evidence;
        this.facts = facts;
        this.migrations = migrations;
        this.programs = programs;
        this.tasks = tasks;
        this.playbooks = playbooks;
    }

    /** The kind of file that completes a task, as its step says; empty for tasks that a person completes. */
    public Optional<String> closedBy(Task task) {
        if (task.kind() != TaskKind.TASK || task.step() == null) {
            return Optional.empty();
        }
        return migrations.find(task.migration()).flatMap(run -> closer(run, task));
    }

    private Optional<String> closer(Migration run, Task task) {
        String step = String.valueOf(task.step());
        try {
            return closers.computeIfAbsent(
                    run.playbookHash() + "/" + step,
                    key -> playbooks.apply(run.playbookHash()).steps().stream()
                            .filter(one -> one.id().equals(step))
                            .findFirst()
                            .map(Step::closedBy));
        } catch (UnknownRowException e) {
            // The playbook of an old run that nobody can read any more: its task is a person's.
            return Optional.empty();
        }
    }

    /** Databases of a program whose migration waits for the output of the discovery script. */
    public Set<String> unanswered(String program) {
        Set<String> databases = new TreeSet<>();
        open(program).stream()
                .filter(task -> closedBy(task)
                        .filter(EvidenceKind.DISCOVERY_SPOOL.word()::equals)
                        .isPresent())
                .forEach(task -> databases.add(task.database()));
        return databases;
    }

    /** Completes what the files that are there allow; answers how many tasks. */
    public int sweep() {
        return complete(open(null));
    }

    /** As {@link #sweep}, of one database; answers the titles of the tasks. */
    public List<String> taken(String program, String database) {
        List<Task> tasks = open(program).stream()
                .filter(task -> task.database().equals(database))
                .toList();
        List<String> completed = new ArrayList<>();
        for (Task task : tasks) {
            if (complete(List.of(task)) == 1) {
                completed.add(task.title());
            }
        }
        return completed;
    }

    private List<Task> open(@Nullable String program) {
        List<Task> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<Task> page = tasks.list(new TaskQuery(
                    TaskQuery.Scope.ALL, "", Access.EVERYTHING, program, TaskKind.TASK, false, true, cursor, PAGE));
            all.addAll(page.rows());
            cursor = page.next();
        } while (cursor != null);
        return all;
    }

    private int complete(List<Task> tasks) {
        int completed = 0;
        for (Task task : tasks) {
            Optional<Migration> run = migrations.find(task.migration()).filter(one -> one.mode() != RunMode.ENDED);
            if (run.isEmpty()
                    || task.step() == null
                    || closer(run.get(), task)
                            .filter(EvidenceKind.DISCOVERY_SPOOL.word()::equals)
                            .isEmpty()) {
                continue;
            }
            Optional<DatabaseEvidence> file = usable(task.program(), task.database());
            if (file.isPresent() && said(task, file.get())) {
                completed++;
            }
        }
        return completed;
    }

    /** The newest output of the script that is young enough for the program. */
    private Optional<DatabaseEvidence> usable(String program, String database) {
        Optional<Fact> spool = facts.find(program, database, SPOOL);
        Optional<Instant> at = facts.find(program, database, SPOOL_AT).flatMap(WaitingTasks::instant);
        if (spool.isEmpty() || at.isEmpty() || age(program, database, at.get()).isPresent()) {
            return Optional.empty();
        }
        return evidence.given(program, database).stream()
                .filter(one -> one.ref().sha256().equals(spool.get().value()))
                .findFirst();
    }

    private static Optional<Instant> instant(Fact fact) {
        try {
            return Optional.of(Instant.parse(String.valueOf(fact.value())));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Why an output of the script written then is not taken for a database, as a clause; empty when it is. */
    Optional<String> age(String program, String database, Instant at) {
        Instant now = this.database.now(program);
        int days = days(program, database);
        if (at.isBefore(now.minus(Duration.ofDays(days)))) {
            return Optional.of("it was written at " + at + ", and the program takes none older than " + days + " days ("
                    + SPOOL_DAYS + ")");
        }
        return at.isAfter(now.plus(AHEAD))
                ? Optional.of("it says that it was written at " + at + ", which lies ahead")
                : Optional.empty();
    }

    private int days(String program, String database) {
        ProgramPolicy policy = ProgramPolicy.of(programs.require(program));
        return policy.parametersOf(database).get(SPOOL_DAYS) instanceof Number number && number.intValue() > 0
                ? number.intValue()
                : DAYS;
    }

    /** Says that the task is done; false when that was said before, or nobody may say it now. */
    private boolean said(Task task, DatabaseEvidence file) {
        EvidenceRef ref = file.ref();
        String id =
                "spool-" + UUID.nameUUIDFromBytes((task.id() + "/" + ref.sha256()).getBytes(StandardCharsets.UTF_8));
        if (commands.find(id).isPresent()) {
            return false;
        }
        // Uploading is the work that the task asks for, whatever queue it stands in.
        Speaker by = new Speaker(file.by(), file.by(), Set.of(task.role()));
        try {
            database.inTransaction(() -> {
                String holder = task.claimedBy();
                if (holder != null && !holder.equals(by.subject())) {
                    String name = task.claimedName() == null ? holder : task.claimedName();
                    tasks.handOver(task.id(), task.version(), new Speaker(name, holder, Set.of(task.role())), by);
                }
                evidence.attach(task.migration(), task.step(), ref, file.by());
                commands.record(new NewCommand(
                        task.migration(),
                        new CommandOrder(
                                id,
                                Verb.COMPLETE,
                                task.step(),
                                null,
                                "done",
                                "Uploaded " + ref.name() + " (sha256 "
                                        + ref.sha256().substring(0, 12) + ")",
                                file.by(),
                                Map.of()),
                        null,
                        by));
            });
            return true;
        } catch (RefusedException | StaleVersionException e) {
            // Somebody was faster, or the run is being ended; if not, the next look sees it.
            LOG.info("task={} not completed by {}: {}", task.id(), ref.name(), e.getMessage());
            return false;
        }
    }
}
