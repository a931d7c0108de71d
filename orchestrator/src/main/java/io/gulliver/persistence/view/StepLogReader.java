package io.gulliver.persistence.view;

import io.gulliver.domain.migration.LogLevel;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;

/** What remote jobs of a step printed, as pages read it. */
public interface StepLogReader {

    /** One for each job, in the order of their numbers. */
    List<StepLog> logs(MigrationId migration, StepKey step);

    /**
     * Some lines; reads the chunks that hold them and no other.
     *
     * @param log number of the log
     * @param from first line, from 1
     * @param count at most so many
     */
    List<LogLine> lines(MigrationId migration, StepKey step, int log, long from, int count);

    /**
     * Lines that hold a text, whatever its case, in all logs of a step, oldest first.
     *
     * @param text empty for every line
     * @param least lines of this level and above
     * @param log where to begin, from 1
     * @param after line of that log behind which to begin
     * @param count at most so many
     */
    List<LogLine> search(
            MigrationId migration, StepKey step, String text, LogLevel least, int log, long after, int count);

    /** Runs of which something was kept after a moment. */
    List<LogGrowth> grown(Instant after);

    /** Writes all that is kept, UTF-8, one log after another, each under a line that says what it is. */
    void copy(MigrationId migration, StepKey step, OutputStream out) throws IOException;
}
