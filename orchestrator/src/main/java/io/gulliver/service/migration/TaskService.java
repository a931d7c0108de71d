package io.gulliver.service.migration;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.domain.task.TaskCustody;
import io.gulliver.evidence.intake.Blanking;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.task.TaskStore;
import io.gulliver.persistence.view.Claim;
import io.gulliver.secret.SecretRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What people do with tasks besides answering them: claim, give back, hand over, hide for a while, attach files. */
public final class TaskService {
    /** The longest time for which a task can be hidden. */
    public static final Duration LONGEST_SNOOZE = Duration.ofDays(7);

    private static final int LONGEST_NAME = 255;

    private final TaskStore tasks;
    private final EvidenceStore evidence;
    private final Clock clock;

    public TaskService(TaskStore tasks, EvidenceStore evidence, Clock clock) {
        this.tasks = tasks;
        this.evidence = evidence;
        this.clock = clock;
    }

    /** Takes an open task, see {@link TaskStore#claim}. */
    public Claim claim(String id, Speaker who) {
        return tasks.claim(id, who);
    }

    /** Gives a task back to the queue, see {@link TaskStore#release}. */
    public Task release(String id, long version, Speaker who) {
        return tasks.release(id, version, who);
    }

    /** Hands a task to another person, see {@link TaskStore#handOver}. */
    public Task handOver(String id, long version, Speaker from, Speaker to) {
        return tasks.handOver(id, version, from, to);
    }

    /**
     * Hides a task from everybody's list.
     *
     * @param pause for how long, at most {@link #LONGEST_SNOOZE}; zero shows it again
     */
    public Task snooze(String id, long version, Duration pause, Speaker who) {
        if (!snoozable(pause)) {
            throw new IllegalArgumentException("A task is hidden for at most " + LONGEST_SNOOZE + ", not " + pause);
        }
        return tasks.snooze(id, version, pause.isZero() ? null : clock.instant().plus(pause), who);
    }

    /** Whether a task can be hidden for so long. */
    public static boolean snoozable(Duration pause) {
        return !pause.isNegative() && pause.compareTo(LONGEST_SNOOZE) <= 0;
    }

    /** Why a person may not attach a file to a task, see {@link TaskStore#attach}. */
    public static Optional<RuleViolation> attaching(Task task, Speaker who) {
        return TaskCustody.attaching(task, who);
    }

    /**
     * Keeps a file and attaches it to the task's step; nothing of it is kept when the person may not.
     *
     * @param name of the file as its person calls it; directories and signs that are none of a plain name's are left out
     * @throws RefusedException see {@link #attaching}
     */
    public void attach(Task task, String name, InputStream content, Speaker who) throws IOException {
        tasks.attach(task.id(), keep(task, name, content, who), who);
    }

    /**
     * Attaches a file that comes with a decision, which its person made on what the gate showed before it.
     *
     * @param named hash of what the gate showed to the person, or null
     * @return hash of the same with the file; {@code named}, and nothing is attached, where the gate does not show that: the
     *     decision will be refused
     * @throws RefusedException see {@link #attaching}
     */
    public String attach(Task gate, String name, InputStream content, Speaker who, String named) throws IOException {
        EvidenceRef ref = keep(gate, name, content, who);
        GateEvidence.Attached file = new GateEvidence.Attached(ref.name(), ref.sha256());
        Optional<GateEvidence> read = tasks.shown(gate)
                // sent again, its file is there since the first time
                .filter(shown -> shown.sha256().equals(named)
                        || shown.without(file).sha256().equals(named));
        if (read.isEmpty()) {
            return named;
        }
        tasks.attach(gate.id(), ref, who);
        return read.get().with(file).sha256();
    }

    /**
     * Keeps what somebody says about a task. Passwords that are known, or look like such, are blanked first.
     *
     * @param key the same again is one comment
     * @param text Markdown, at most {@link TaskComment#LONGEST} characters
     * @param mentions log-in names of people who see the task's program
     * @param files that come with it
     * @throws RefusedException the person only reads the program; none of the files is kept then
     */
    public TaskComment comment(
            Task task, String key, String text, List<String> mentions, AttachedFiles files, Speaker who, Access access)
            throws IOException {
        RefusedException.throwIf(TaskCustody.commenting(task, access));
        List<EvidenceRef> kept = new ArrayList<>();
        for (AttachedFile file : files.files()) {
            kept.add(evidence.keep(file.name(), "attachment", file.content()));
        }
        return tasks.comment(task.id(), key, RowValues.cut(blanked(text), TaskComment.LONGEST), mentions, kept, who);
    }

    /**
     * Withdraws a file that came with a comment: it is given to nobody any more, and its bytes are erased as those of withdrawn
     * evidence are.
     *
     * @param comment its id
     * @return the comment as it is now
     * @throws RefusedException see {@link TaskCustody#withdrawing}
     */
    public TaskComment withdrawFile(Task task, long comment, String sha256, Speaker who, Access access) {
        return tasks.withdrawFile(task.id(), comment, sha256, who, access);
    }

    /** Why a person may not comment on a task, see {@link TaskCustody#commenting}. */
    public static Optional<RuleViolation> commenting(Task task, Access access) {
        return TaskCustody.commenting(task, access);
    }

    private static String blanked(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            Blanking.copy(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), out, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return SecretRegistry.process().mask(out.toString(StandardCharsets.UTF_8));
    }

    private EvidenceRef keep(Task task, String name, InputStream content, Speaker who) throws IOException {
        RefusedException.throwIf(attaching(task, who));
        return evidence.keep(plain(name), "attachment", content);
    }

    private static String plain(String name) {
        String plain = name.replaceAll(".*[/\\\\]", "").replaceAll("[^A-Za-z0-9._ -]", "_");
        return plain.isBlank() ? "evidence" : plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    }
}
