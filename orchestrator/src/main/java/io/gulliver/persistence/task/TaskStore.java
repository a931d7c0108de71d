package io.gulliver.persistence.task;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.persistence.view.Claim;
import io.gulliver.persistence.view.TaskReader;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Human work. Tasks open and close with their step, by the journal; people claim, release, hand over and snooze. */
public interface TaskStore extends TaskReader {

    /**
     * Takes an open task. Of several who try at once one wins, and the others learn who. Claiming one's own again wins.
     *
     * @throws io.gulliver.persistence.RefusedException role missing, or the task is closed
     * @throws io.gulliver.persistence.UnknownRowException no such task
     */
    Claim claim(String id, Speaker who);

    /**
     * Gives a task back to the queue; only who holds it may.
     *
     * @throws io.gulliver.persistence.RefusedException held by another
     * @throws io.gulliver.persistence.StaleVersionException changed since it was read
     */
    Task release(String id, long version, Speaker who);

    /** Hands a task to another person; only who holds it may. Throws as {@link #release}. */
    Task handOver(String id, long version, Speaker from, Speaker to);

    /** Hides a task until then; null shows it again. Throws as {@link #release}. */
    Task snooze(String id, long version, @Nullable Instant until, Speaker who);

    /**
     * Attaches kept content to the step of an open task, of which the audit tells; the same again changes nothing.
     *
     * @throws io.gulliver.persistence.RefusedException role missing, or the task is closed
     * @throws io.gulliver.persistence.UnknownRowException no such task
     */
    void attach(String id, EvidenceRef ref, Speaker who);

    /**
     * Keeps what somebody says about a task, open or closed, with a line in the audit record; the same key of the same person
     * again answers what is there.
     *
     * @param text without secrets, at most {@link TaskComment#LONGEST} characters
     * @param mentions log-in names of those who are called by it
     * @param files kept contents that come with it
     * @throws io.gulliver.persistence.UnknownRowException no such task
     */
    TaskComment comment(
            String id, String key, String text, List<String> mentions, List<EvidenceRef> files, Speaker who);

    /**
     * Withdraws a file that came with a comment, open or closed task, with a line in the audit record; one that is withdrawn
     * stays as it is.
     *
     * @param comment its id, of the task
     * @param access of the person, see {@link io.gulliver.domain.task.TaskCustody#withdrawing}
     * @return the comment as it is now
     * @throws io.gulliver.persistence.UnknownRowException no such task, comment or file
     * @throws io.gulliver.persistence.RefusedException the person may not
     */
    TaskComment withdrawFile(String task, long comment, String sha256, Speaker who, Access access);

    /** Asks for attention to a migration as a whole, once until {@link #settleAttention}; answers the open row. */
    Task askAttention(MigrationId migration, String role, String title, String detail);

    /** Closes what {@link #askAttention} opened, if it is open. */
    void settleAttention(MigrationId migration, String outcome);
}
