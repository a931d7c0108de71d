package io.gulliver.adapter.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the log of an expdp or impdp run says: every error with its weight, the rows moved by table, and how it ended.
 *
 * <p>Weights follow {@code docs/domain/data-pump.md}, section 2.7. Pure.
 *
 * @param findings in the order of the log
 * @param rows rows exported or imported, by {@code OWNER.TABLE}
 * @param errorsCounted the number in the closing line, 0 when it has none
 */
public record DataPumpLog(List<Finding> findings, SortedMap<String, Long> rows, Closing closing, int errorsCounted) {

    /** How much a finding weighs, lightest first. */
    public enum Weight {
        /** Expected; nothing to do. */
        BENIGN,
        /** To be looked at; does not stop the migration. */
        WARN,
        /** The job waits and goes on by itself when the cause is gone. */
        WAIT,
        /** Something is missing; must be repaired or accepted. */
        ERROR,
        /** The job did not run. */
        FATAL
    }

    /** How the log ends. */
    public enum Closing {
        SUCCESS,
        WITH_ERRORS,
        FATAL_ERROR,
        STOPPED_BY_USER,
        /** No closing line: the job runs, or its client was lost. */
        MISSING
    }

    /** What an exit code of expdp or impdp means. */
    public enum Exit {
        /** 0: all done. */
        SUCCESS,
        /** 5: done, with errors in the log that must be classified. */
        DONE_WITH_ERRORS,
        /** 1: fatal, or the client was lost while the job may still run: look for the job before anything else. */
        FAILED_OR_LOST,
        /** Anything else, such as 137 for a killed client: says nothing about the job in the database. */
        CLIENT_GONE;

        /** Reads an exit code. */
        public static Exit of(int code) {
            switch (code) {
                case 0:
                    return SUCCESS;
                case 5:
                    return DONE_WITH_ERRORS;
                case 1:
                    return FAILED_OR_LOST;
                default:
                    return CLIENT_GONE;
            }
        }
    }

    /**
     * One error of the log with the errors that explain it.
     *
     * @param line number of its first line, from 1
     * @param codes the code itself and the nested ones, for example 39083, 1917
     * @param text the lines, joined by a blank
     * @param statement what failed, as after <i>Failing sql is:</i>, without verifiers; empty where the log has none
     */
    public record Finding(int line, Weight weight, List<Integer> codes, String text, String statement) {

        public Finding {
            codes = List.copyOf(codes);
        }
    }

    /**
     * Findings that say the same, so that one person's word on one is a word on all.
     *
     * @param first of them in the log
     * @param times how often it is in the log
     * @param statements what failed, in the order of the log
     */
    public record Question(Finding first, int times, List<String> statements) {

        public Question {
            statements = List.copyOf(statements);
        }
    }

    /**
     * {@code docs/domain/data-pump.md}, 2.7: weight by first code; the codes that weigh by their nested code are not in
     * here.
     */
    private static final Map<Integer, Weight> WEIGHTS = new HashMap<>();

    private static final int OBJECT_FAILED = 39083;
    private static final int DEPENDENT_SKIPPED = 39111;
    private static final int TABLE_DATA_FAILED = 31693;

    /** Codes below which others stand as the cause. */
    private static final Set<Integer> WITH_CAUSE = Set.of(
            OBJECT_FAILED,
            TABLE_DATA_FAILED,
            39001,
            39002,
            39070,
            39087,
            39123,
            39126,
            39127,
            39171,
            31626,
            31633,
            31634);

    /** Rows that are not there: nobody accepts them, they are loaded. */
    private static final Set<Integer> ROWS_LOST = Set.of(TABLE_DATA_FAILED, 39151, 31679, 39115, 39181, 39256);

    /** Nested below ORA-39083: a user or role that is not there. */
    private static final Set<Integer> GRANTEE_ABSENT = Set.of(1917, 1919);

    private static final int AT_ROOT = 39357;

    static {
        weigh(Weight.BENIGN, 31684); // object already exists
        weigh(Weight.WARN, 39082, 39152, 39173, 39127); // compile warnings, appended, clear text, package
        weigh(Weight.WARN, AT_ROOT, 39456); // the root is worked on; no checksum of files in an object store
        weigh(Weight.WAIT, 39171); // resumable wait
        weigh(Weight.ERROR, 39151, 39112, TABLE_DATA_FAILED, 39346, 39359, 31679, 39115, 39181, 39256);
        weigh(Weight.ERROR, 39322); // tables with TIMESTAMP WITH TIME ZONE were left out of a transport
        weigh(
                Weight.FATAL,
                39405,
                39123,
                19736,
                29345,
                29339,
                29349,
                29335,
                39185,
                39187,
                19721,
                19722,
                39126,
                600,
                7445);
        weigh(Weight.FATAL, 39002, 39001, 39070, 39087, 31626, 31633, 31634);
        weigh(Weight.FATAL, 39095, 31623); // no dump file left to write to; the job died at once
    }

    private static final Pattern TIME = Pattern.compile("^\\d{2}-[A-Z]{3}-\\d{2,4} \\d{2}:\\d{2}:\\d{2}(\\.\\d+)?: ");
    private static final Pattern ORA = Pattern.compile("^(?:ORA|LRM|UDE|UDI)-(\\d{5}): .*");

    /** With METRICS each line names its worker. */
    private static final Pattern WORKER = Pattern.compile("^W-\\d+ +");

    /** A partition stands behind its table, a sub-partition behind that; over a link no size is printed. */
    private static final Pattern ROWS = Pattern.compile("^\\. \\. (?:ex|im)ported \"([^\"]+)\"\\.\"([^\"]+)\""
            + "(?::\"[^\"]+\"(?:\\.\"[^\"]+\")?)?(?:\\s+[\\d.]+ [A-Za-z]+)?\\s+(\\d+) rows.*");

    /** The statement that failed follows, as many lines as it has; some errors end with these words. */
    private static final String STATEMENT = "Failing sql is:";

    /** A password as the dictionary keeps it, which stands in statements that make users and links. */
    private static final Pattern VERIFIER = Pattern.compile("(?i)(\\bBY\\s+VALUES\\s+)'[^']*'");

    /** What begins a new entry of a log without time stamps. */
    private static final Pattern ENTRY = Pattern.compile(
            "^(?:W-\\d+ +)?(?:(?:ORA|LRM|UDE|UDI)-\\d{5}: |\\. \\. (?:ex|im)ported |Processing object type |Job \"|Master table"
                    + " \"| +Completed \\d+ |Startup took |Estimate in progress |Starting \").*");

    /** What an error of PL/SQL, of the XML parser, of Text or of a loader goes on with, in lines without a code of ORA. */
    private static final Pattern MORE = Pattern.compile("^(?:(?:PLS|LPX|LSX|DRG|KUP|JVM)-\\d+|PL/SQL): .*");

    /** Between an error and what it goes on with, as long as it is not told; no pattern of one line reads over it. */
    private static final String JOINT = "\n";

    private static final Pattern ABSENT = Pattern.compile("ORA-019(?:17|19): [^'\"]*['\"]([^'\"]+)['\"].*");

    /** Release 19 prints ORA-39357 without its code. */
    private static final String ROOT_WARNING = "Warning: Oracle Data Pump operations are not typically needed";

    /** An old parameter name turns on another mode, which overwrites dump files. */
    private static final String LEGACY_MODE = "Legacy Mode Active";

    private static final Pattern END = Pattern.compile(
            "^Job \"[^\"]+\"\\.\"[^\"]+\" (successfully completed|completed with (\\d+) error\\(s\\)|stopped due to fatal error|stopped by user request).*");

    public DataPumpLog {
        findings = List.copyOf(findings);
        rows = Collections.unmodifiableSortedMap(new TreeMap<>(rows));
    }

    private static void weigh(Weight weight, int... codes) {
        for (int code : codes) {
            WEIGHTS.put(code, weight);
        }
    }

    /**
     * Reads a log from its start.
     *
     * @param preCreated whether users, roles and tablespaces were made before the import, so that dependents of existing
     *     objects (ORA-39111) are expected
     */
    public static DataPumpLog read(List<String> lines, boolean preCreated) {
        List<Finding> findings = new ArrayList<>();
        SortedMap<String, Long> rows = new TreeMap<>();
        Closing closing = Closing.MISSING;
        int counted = 0;
        int start = 0;
        boolean stamped = lines.stream().anyMatch(line -> TIME.matcher(line).find());
        boolean statement = false;
        List<Integer> codes = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        List<String> failing = new ArrayList<>();
        for (int i = 0; i <= lines.size(); i++) {
            String raw = i < lines.size() ? lines.get(i) : "";
            String line = WORKER.matcher(TIME.matcher(raw).replaceFirst("").strip())
                    .replaceFirst("")
                    .strip();
            if (statement && i < lines.size()) {
                boolean begins =
                        stamped ? TIME.matcher(raw).find() : ENTRY.matcher(raw).matches();
                if (!begins) {
                    if (!line.isEmpty()) {
                        failing.add(line);
                    }
                    continue;
                }
            }
            statement = line.equals(STATEMENT);
            if (statement || line.isEmpty() && i < lines.size() && !codes.isEmpty()) {
                continue; // what stands around the statement is part of the error above it
            }
            Matcher ora = ORA.matcher(line);
            boolean error = ora.matches();
            if (!codes.isEmpty() && MORE.matcher(line).matches()) {
                texts.set(texts.size() - 1, texts.get(texts.size() - 1) + JOINT + line);
                continue;
            }
            boolean nested = error && !codes.isEmpty() && explains(codes.get(0), Integer.parseInt(ora.group(1)));
            if (!nested && !codes.isEmpty()) {
                findings.add(new Finding(
                        start,
                        weight(codes, texts, preCreated),
                        codes,
                        String.join(" ", texts).replace(JOINT, " "),
                        masked(String.join(" ", failing))));
                codes = new ArrayList<>();
                texts = new ArrayList<>();
            }
            if (!nested) {
                failing = new ArrayList<>();
            }
            if (error) {
                if (codes.isEmpty()) {
                    start = i + 1;
                }
                codes.add(Integer.parseInt(ora.group(1)));
                statement = line.endsWith(STATEMENT);
                texts.add(
                        statement
                                ? line.substring(0, line.length() - STATEMENT.length())
                                        .strip()
                                : line);
                continue;
            }
            if (line.startsWith(ROOT_WARNING)) {
                findings.add(new Finding(i + 1, Weight.WARN, List.of(AT_ROOT), line, ""));
            } else if (line.startsWith(LEGACY_MODE)) {
                findings.add(new Finding(i + 1, Weight.ERROR, List.of(), line, ""));
            }
            Matcher moved = ROWS.matcher(line);
            if (moved.matches()) {
                // Partitions of one table have a line each.
                rows.merge(moved.group(1) + "." + moved.group(2), Long.parseLong(moved.group(3)), Long::sum);
            }
            Matcher end = END.matcher(line);
            if (end.matches()) {
                closing = closing(end.group(1));
                counted = end.group(2) == null ? 0 : Integer.parseInt(end.group(2));
            }
        }
        return new DataPumpLog(findings, rows, closing, counted);
    }

    private static boolean explains(int first, int next) {
        Weight own = WEIGHTS.get(next);
        // A configuration error prints several of its kind in a row; any other weighted code starts a finding of its
        // own.
        return WITH_CAUSE.contains(first)
                && next != OBJECT_FAILED
                && next != DEPENDENT_SKIPPED
                && (own == null || own == Weight.FATAL && WEIGHTS.get(first) == Weight.FATAL);
    }

    private static Weight weight(List<Integer> codes, List<String> texts, boolean preCreated) {
        int first = codes.get(0);
        if (first == OBJECT_FAILED) {
            return ofOracleAlone(codes, texts) ? Weight.BENIGN : Weight.ERROR;
        }
        if (first == DEPENDENT_SKIPPED) {
            return preCreated ? Weight.BENIGN : Weight.WARN;
        }
        if (first >= 39901 && first <= 39938) {
            return Weight.FATAL; // the transport set is not self-contained
        }
        // A code that nobody listed is an error until someone has looked at it.
        return WEIGHTS.getOrDefault(first, Weight.ERROR);
    }

    /** Whether all that failed is a grant to, or of, users and roles of Oracle products that the target does not have. */
    private static boolean ofOracleAlone(List<Integer> codes, List<String> texts) {
        for (int i = 1; i < codes.size(); i++) {
            Matcher absent = ABSENT.matcher(texts.get(i));
            if (!GRANTEE_ABSENT.contains(codes.get(i))
                    || !absent.matches()
                    || !OracleMaintained.contains(absent.group(1))) {
                return false;
            }
        }
        return codes.size() > 1;
    }

    private static Closing closing(String words) {
        switch (words.split(" ")[0]) {
            case "successfully":
                return Closing.SUCCESS;
            case "completed":
                return Closing.WITH_ERRORS;
            default:
                return words.endsWith("user request") ? Closing.STOPPED_BY_USER : Closing.FATAL_ERROR;
        }
    }

    /**
     * How many of the errors that the closing line counts cannot be in the log, whose lines say fewer: a part of it was lost,
     * as where its file system was full for a while.
     */
    public int lost() {
        int lines = findings.stream()
                .mapToInt(finding -> Math.max(1, finding.codes().size()))
                .sum();
        return Math.max(0, errorsCounted - lines);
    }

    /** The heaviest weight found; benign when nothing was. */
    public Weight heaviest() {
        return findings.stream().map(Finding::weight).max(Enum::compareTo).orElse(Weight.BENIGN);
    }

    /** A log, or a part of one, without the passwords of users and links as the dictionary keeps them. */
    public static String masked(String text) {
        return VERIFIER.matcher(text).replaceAll("$1'...'");
    }

    /** Whether the job ran to its end; what it could not do is another matter. */
    public boolean ended() {
        return closing == Closing.SUCCESS || closing == Closing.WITH_ERRORS;
    }

    /**
     * What a person can decide one by one, in the order of the log: objects that are missing. Empty where nothing is, and
     * where more is wrong than that: the job did not end, something is fatal, or rows are missing.
     */
    public List<Question> questions() {
        Map<String, List<Finding>> same = new LinkedHashMap<>();
        for (Finding finding : findings) {
            boolean rows = finding.codes().stream().anyMatch(ROWS_LOST::contains);
            if (finding.weight() == Weight.FATAL
                    || rows
                    || finding.codes().isEmpty() && finding.weight() == Weight.ERROR) {
                return List.of();
            }
            if (finding.weight() == Weight.ERROR) {
                same.computeIfAbsent(finding.text(), text -> new ArrayList<>()).add(finding);
            }
        }
        return !ended() || lost() > 0
                ? List.of()
                : same.values().stream()
                        .map(all -> new Question(
                                all.get(0),
                                all.size(),
                                all.stream()
                                        .map(Finding::statement)
                                        .filter(text -> !text.isEmpty())
                                        .toList()))
                        .toList();
    }

    /** Whether the job ran to its end and nothing weighs more than a warning (or a wait that is over). */
    public boolean clean() {
        return ended() && lost() == 0 && heaviest().compareTo(Weight.ERROR) < 0;
    }
}
