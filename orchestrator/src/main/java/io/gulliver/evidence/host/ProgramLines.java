package io.gulliver.evidence.host;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Regex;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How headings of processes and jobs of cron look. */
public final class ProgramLines {
    private static final Set<String> COMMANDS = Set.of("COMMAND", "CMD", "ARGS", "COMM", "UCMD", "UCOMM");
    private static final Pattern CRON =
            Pattern.compile("\\s*(@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)"
                    + "|[0-9*][0-9*/,-]*\\s+[0-9*][0-9*/,-]*\\s+[0-9*L?][0-9*/,LW-]*\\s+[0-9A-Za-z*][0-9A-Za-z*/,-]*"
                    + "\\s+[0-9A-Za-z*?][0-9A-Za-z*/,#-]*)\\s+(\\S.*)");
    private static final Pattern SETTING = Pattern.compile("\\s*[A-Za-z_][A-Za-z0-9_]*\\s*=.*");

    private static final Pattern NONE = Pattern.compile("(?i)(crontab: )?no crontab for .*");

    private ProgramLines() {}

    /** A line of a crontab: when, and what. */
    public record Job(String schedule, String command) {}

    /** Whether a column of this name holds the command of a process. */
    public static boolean holdsCommand(String column) {
        return COMMANDS.contains(column);
    }

    /** Whether a line heads the columns of processes. */
    public static boolean heading(String line) {
        if (!line.contains("PID") && !line.contains("COMMAND")) {
            return false;
        }
        List<String> words = List.of(Regex.split(line.strip(), "\\s+"));
        return words.contains("PID") && words.stream().anyMatch(COMMANDS::contains)
                || words.size() == 1 && words.get(0).equals("COMMAND");
    }

    /** The job that a line is, if it is one. */
    public static Optional<Job> job(String line) {
        int first = 0;
        while (first < line.length() && Character.isWhitespace(line.charAt(first))) {
            first++;
        }
        if (first == line.length() || "@*0123456789".indexOf(line.charAt(first)) < 0) {
            return Optional.empty();
        }
        Matcher job = CRON.matcher(line);
        // a row of numbers is no job
        return job.matches() && !SETTING.matcher(line).matches() && Regex.matches(job.group(2), ".*[A-Za-z/].*")
                ? Optional.of(new Job(Regex.replaceAll(job.group(1), "\\s+", " "), job.group(2)))
                : Optional.empty();
    }

    /** Whether a job has a star in its schedule, and so is no row of numbers of some other command. */
    public static boolean anyTimeJob(String line) {
        return job(line).isPresent() && (anyTime(line) || line.strip().startsWith("@"));
    }

    /** Whether one of the first five words begins with a star, which no column of a process does. */
    public static boolean anyTime(String line) {
        return Arrays.stream(Regex.split(line.strip(), "\\s+", 6)).limit(5).anyMatch(field -> field.startsWith("*"));
    }

    /** Whether a line says that a user has no jobs. */
    public static boolean noCrontab(String line) {
        return line.length() < 400 && line.toLowerCase(Locale.ROOT).contains("no crontab for ") && NONE.matches(line);
    }

    /** Whether a line sets a variable, as a crontab can. */
    public static boolean setting(String line) {
        return line.indexOf('=') > 0 && SETTING.matches(line);
    }
}
