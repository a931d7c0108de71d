package io.gulliver.evidence.awrreport;

import com.google.re2j.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports of Oracle that look like an AWR report of one instance and are none: their figures would be taken wrongly. */
public final class OtherReports {
    /** What to upload in their place. */
    public static final String ADVICE = "make a report of each instance with awrrpt.sql, over an hour of high load, and"
            + " upload those; without the Diagnostics Pack upload sar files of the hosts";

    private static final Map<Pattern, String> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put(
                Pattern.compile(
                        "(?i).*WORKLOAD REPOSITORY REPORT \\(RAC\\).*|.*<title>AWR (RAC|Cluster|Global) Report.*"),
                "an AWR report of all instances of a cluster together (awrgrpt.sql), not one of an instance");
        NAMES.put(
                Pattern.compile("(?i).*WORKLOAD REPOSITORY COMPARE PERIOD REPORT.*|.*<title>AWR Compare Period.*"),
                "an AWR report that compares two periods (awrddrpt.sql)");
        NAMES.put(
                Pattern.compile("(?i).*WORKLOAD REPOSITORY SQL Report.*|.*<title>AWR SQL Report.*"),
                "an AWR report of one statement (awrsqrpt.sql)");
        NAMES.put(
                Pattern.compile("(?i)\\s*ASH Report For .*|.*<title>ASH Report.*"),
                "a report of active sessions (ashrpt.sql)");
        NAMES.put(Pattern.compile("(?i).*\\bADDM Report for Task .*"), "a report of ADDM (addmrpt.sql)");
        NAMES.put(Pattern.compile("(?i)\\s*STATSPACK report for.*"), "a STATSPACK report (spreport.sql)");
    }

    private OtherReports() {}

    /** What kind of other report begins with such a line, or null. */
    public static @Nullable String named(String line) {
        for (Map.Entry<Pattern, String> one : NAMES.entrySet()) {
            if (one.getKey().matcher(line).matches()) {
                return one.getValue();
            }
        }
        return null;
    }
}
