package io.gulliver.service.migration;

import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.task.TaskStore;
import io.gulliver.persistence.view.Claim;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;

/** What people do with tasks besides answering them: claim, give back, hand over, hide for a while, attach files. */
public final class TaskService {
    /** The longest time for which a task can be hidden. */
    public static final Duration LONGEST_SNOOZE = Duration.ofDays(7);

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

    /**
     * Keeps a file and attaches it to the task's step.
     *
     * @param name of the file as its person calls it; directories and signs that are none of a plain name's are left out
     */
    public void attach(Task task, String name, InputStream content, String by) throws IOException {
        evidence.attach(task.migration(), task.step(), evidence.keep(plain(name), "attachment", content), by);
    }

    private static String plain(String name) {
        return name.isBlank() ? "evidence" : name.replaceAll(".*[/\\\\]", "").replaceAll("[^A-Za-z0-9._ -]", "_");
    }
}
