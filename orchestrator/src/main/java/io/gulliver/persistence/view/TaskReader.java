package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.task.GateApproval;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Human work, as pages read it. */
public interface TaskReader {
    Page<Task> list(TaskQuery query);

    /** How many there are of it on all pages. */
    TaskCount count(TaskQuery query);

    /**
     * Steps that need attention in more than one run, by the title of their tasks, those with most first.
     *
     * @param query whose; its kind, title and page are not asked
     */
    List<FailedAlike> failedAlike(TaskQuery query, int atMost);

    /** What the steps of tasks were estimated, by the task's id; nothing for those that nobody estimated. */
    Map<String, Duration> estimates(Collection<String> ids);

    /** Databases whose runs wait until these runs have made what they share, by name, by the run that makes it. */
    Map<MigrationId, List<String>> waiting(Collection<MigrationId> runs);

    Optional<Task> find(String id);

    Optional<Task> open(MigrationId migration, StepKey step);

    /** The open task of a step, else that which ended last; empty when it never had one. */
    Optional<Task> last(MigrationId migration, StepKey step);

    /** Ids of all tasks that a migration ever had, in the order in which they were opened. */
    List<String> ids(MigrationId migration);

    /** What asks for attention on the migration as a whole, opened by {@link #askAttention}. */
    Optional<Task> attention(MigrationId migration);

    /** What an open gate shows to whoever decides; its hash is what an approval names. Empty for a task that is no gate. */
    Optional<GateEvidence> shown(Task gate);

    /** What a gate showed at any time under that hash; empty when it never did. */
    Optional<GateEvidence> shownBefore(Task gate, String sha256);

    /** Approvals and rejections of a gate's task, oldest first. */
    List<GateApproval> approvals(String task);

    /** What was said about a task, oldest first. */
    List<TaskComment> comments(String task);

    /**
     * Comments that call a person, newest first.
     *
     * @param access of the person: what is said in a program that is not there for the person is left out
     */
    List<Mention> mentions(String subject, Access access, int atMost);
}
