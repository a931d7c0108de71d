package io.gulliver.activity.movement;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first two numbers of a release, and which parameters of Data Pump it knows: a name that came later ends the client
 * with LRM-00101 before there is a job ({@code docs/domain/data-pump.md}, 2.1).
 */
record OracleRelease(int major, int minor) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,3})(?:\\.(\\d{1,3}))?(?:\\..*)?");
    /** From this COMPATIBLE on an exported file can have a checksum. */
    private static final OracleRelease CHECKSUMS = new OracleRelease(20, 0);

    /** Reads a release or a value of COMPATIBLE, such as 12.1.0.2.0 or 19.0.0. */
    static OracleRelease of(String text) {
        Matcher numbers = NUMBERS.matcher(text.strip());
        if (!numbers.matches()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "\"" + text + "\" is no release of an Oracle database; wanted numbers such as 19.24.0.0.0.",
                    "Look at the release in the facts of the database, then retry.");
        }
        return new OracleRelease(
                Integer.parseInt(numbers.group(1)), numbers.group(2) == null ? 0 : Integer.parseInt(numbers.group(2)));
    }

    boolean atLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || major == wantedMajor && minor >= wantedMinor;
    }

    private static String from(boolean known, String value) {
        return known ? value : "";
    }

    /** Parameters that export and import share, the empty text where this release does not know one. */
    Map<String, String> shared() {
        Map<String, String> values = new TreeMap<>();
        values.put("cluster", from(atLeast(11, 2), "N"));
        values.put("logtime", from(atLeast(12, 1), "ALL"));
        values.put("metrics", from(atLeast(12, 1), "YES"));
        return values;
    }

    /**
     * Parameters of the export alone.
     *
     * @param compatible of the exported database; asked for where the release has checksums
     */
    Map<String, String> export(String compatible) {
        Map<String, String> values = new TreeMap<>(shared());
        values.put("reuse_dumpfiles", from(atLeast(11, 1), "NO"));
        values.put("checksum", from(hasChecksums() && of(compatible).atLeast(CHECKSUMS.major, CHECKSUMS.minor), "YES"));
        return values;
    }

    /** Parameters of the import alone. */
    Map<String, String> load() {
        Map<String, String> values = new TreeMap<>(shared());
        values.put("transform", from(atLeast(12, 1), "DISABLE_ARCHIVE_LOGGING:Y,LOB_STORAGE:SECUREFILE"));
        return values;
    }

    /** Whether CHECKSUM is known, which COMPATIBLE may still forbid. */
    boolean hasChecksums() {
        return atLeast(21, 0);
    }

    /** How files of one set are numbered: %U until 99, from 12.2 %L beyond. */
    String numbering() {
        return atLeast(12, 2) ? "%L" : "%U";
    }
}
