package io.gulliver.persistence.view;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.task.TaskKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds things by words, in every program at work that a person sees. */
public interface FindReader {
    /** The most rows that one kind of thing answers; what is beyond is found by more words. */
    int MOST = 8;

    /** What can be looked for. */
    enum What {
        PROGRAMS,
        DATABASES,
        TASKS,
        RISKS
    }

    /**
     * Things in which every word stands, whatever its case: of a database its name, application or host, of a task its title
     * or database, of a risk its number, what may happen or one of its databases. At most {@link #MOST} of each kind are read
     * out of the store; a database by its whole name comes first, then those whose names begin with the words, then those of
     * the program that is asked from.
     *
     * @param access what is not there for the person is not found
     * @param words without white space inside; none finds nothing
     * @param here key of the program that is asked from, or null
     * @param what kinds to look for
     */
    Found find(Access access, List<String> words, @Nullable String here, List<What> what);

    /** What was found, best first. */
    record Found(
            List<FoundProgram> programs, List<FoundDatabase> databases, List<FoundTask> tasks, List<FoundRisk> risks) {
        public Found {
            programs = List.copyOf(programs);
            databases = List.copyOf(databases);
            tasks = List.copyOf(tasks);
            risks = List.copyOf(risks);
        }

        /** How many in all. */
        public int size() {
            return programs.size() + databases.size() + tasks.size() + risks.size();
        }
    }

    /** A program by its key. */
    record FoundProgram(String key, String title) {}

    /**
     * A database.
     *
     * @param application that it serves
     */
    record FoundDatabase(String program, String name, String application) {}

    /**
     * A task that is open.
     *
     * @param role key of the function whose queue it is in
     */
    record FoundTask(String id, String program, String database, TaskKind kind, String role, String title) {}

    /**
     * A risk, closed ones too.
     *
     * @param score probability times impact, 1 to 25
     */
    record FoundRisk(String program, int number, String event, int score, boolean closed, EntryKind kind) {}
}
