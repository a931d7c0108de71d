package io.gulliver.adapter.oracle;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Optional;
import java.util.Set;

/**
 * What DBCA said, in English: how far it is, and why it gave up.
 *
 * @param percent the last figure of its progress, 0 before the first
 * @param begun whether it passed its own checks and began to make something
 * @param fatal the line that says why nothing came of it, or null
 */
public record DbcaLog(
        int percent,
        boolean begun,
        @org.jspecify.annotations.Nullable String fatal) {
    private static final Pattern PERCENT = Pattern.compile("^(\\d{1,3})% complete");
    private static final Pattern CODE = Pattern.compile("\\b(DBT-\\d{5}|INS-\\d{5}|ORA-\\d{5})\\b");

    /**
     * Codes after which there is no database, whatever stands before them: DBT-00108, that the response file does not fit
     * its schema, is printed as a warning ({@code docs/domain/data-pump.md}, DBCA).
     */
    private static final Set<String> FATAL = Set.of(
            "DBT-00108", // the response file does not fit its schema
            "DBT-10325", // no template
            "DBT-10503", // the template is not valid
            "DBT-06002", // disk group not found
            "DBT-06604", // not enough room in a location
            "DBT-10317", // the SID is in oratab already
            "INS-04008", // options that do not go together
            "ORA-00201"); // the seed's control file is newer than the software

    /** Reads what was printed so far. */
    public static DbcaLog read(String output) {
        int percent = 0;
        boolean begun = false;
        String cause = null;
        String marked = null;
        String oracle = null;
        for (String line : output.split("\\R")) {
            Matcher progress = PERCENT.matcher(line.strip());
            if (progress.find()) {
                percent = Integer.parseInt(progress.group(1));
                begun = true;
            }
            Matcher code = CODE.matcher(line);
            boolean coded = code.find();
            if (cause == null && coded && FATAL.contains(code.group(1))) {
                cause = line.strip();
            } else if (marked == null && line.contains("[FATAL]")) {
                marked = line.strip();
            } else if (oracle == null && coded && code.group(1).startsWith("ORA-")) {
                oracle = line.strip();
            }
        }
        return new DbcaLog(percent, begun, cause != null ? cause : marked != null ? marked : oracle);
    }

    /** The line that says why it gave up. */
    public Optional<String> cause() {
        return Optional.ofNullable(fatal);
    }

    /** Whether the run failed, whatever its exit code says. */
    public boolean failed() {
        String line = fatal;
        if (line == null) {
            return false;
        }
        Matcher code = CODE.matcher(line);
        return line.contains("[FATAL]") || code.find() && FATAL.contains(code.group(1));
    }
}
