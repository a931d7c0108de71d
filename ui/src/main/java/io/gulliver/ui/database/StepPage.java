package io.gulliver.ui.database;

import io.gulliver.domain.migration.LogLevel;
import io.gulliver.persistence.view.LogLine;
import io.gulliver.persistence.view.StepLog;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the page of one step shows beside the step itself. */
public final class StepPage {
    private StepPage() {}

    /**
     * What the reader asked of the log.
     *
     * @param log number of the log, or 0 for the newest
     * @param line around which the reader looks, or 0
     * @param text that lines must hold, or empty
     * @param least level of lines, and above
     * @param wrap long lines are broken
     * @param follow new lines come by themselves
     */
    public record Asked(int log, long line, String text, LogLevel least, boolean wrap, boolean follow) {
        /** Whether lines are picked, and not shown one after another. */
        public boolean picks() {
            return !text.isEmpty() || least != LogLevel.PLAIN;
        }
    }

    /**
     * One line as it is shown.
     *
     * @param line as kept
     * @param programAt by the calendar of the program, or null where that is the wall clock
     * @param before text before what was searched
     * @param hit what was searched, as it stands there, or empty
     * @param after text behind it
     */
    public record ShownLine(LogLine line, @Nullable Instant programAt, String before, String hit, String after) {
        /** Class of its colour. */
        public String css() {
            return switch (line.level()) {
                case ERROR -> "e";
                case WARNING -> "w";
                case NOTE, PLAIN -> "";
            };
        }
    }

    /**
     * The log tab.
     *
     * @param logs all logs of the step
     * @param shown the one that is shown, or null when there is none
     * @param asked what was asked
     * @param lines in their order
     * @param earlier line with which the lines before begin, or null
     * @param later line with which the lines behind begin, or null
     * @param more where a search goes on, or null
     * @param twoClocks the program has a calendar of its own
     */
    public record Log(
            List<StepLog> logs,
            @Nullable StepLog shown,
            Asked asked,
            List<ShownLine> lines,
            @Nullable Long earlier,
            @Nullable Long later,
            @Nullable LogLine more,
            boolean twoClocks) {
        public Log {
            logs = List.copyOf(logs);
            lines = List.copyOf(lines);
        }

        public long total() {
            return logs.stream().mapToLong(StepLog::lines).sum();
        }

        public long bytes() {
            return logs.stream().mapToLong(StepLog::bytes).sum();
        }

        /** Whether there is more of one of them on its host. */
        public boolean part() {
            return logs.stream().anyMatch(StepLog::full);
        }

        /** Lines of a level in all logs. */
        public long count(LogLevel level) {
            return logs.stream()
                    .mapToLong(log -> switch (level) {
                        case PLAIN -> log.lines();
                        case NOTE -> log.notes();
                        case WARNING -> log.warnings();
                        case ERROR -> log.errors();
                    })
                    .sum();
        }
    }
}
