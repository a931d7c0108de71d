package io.gulliver.evidence.zvm;

import io.gulliver.evidence.Regex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports of the Performance Toolkit that are read, each with words that all stand in the last line of its headings. */
enum ZvmReport {
    CPU("FCX100", "General CPU Load and User Transactions", List.of("PROC", "%CPU")),
    USER("FCX112", "User Resource Usage", List.of("Userid", "%CPU")),
    USER_PAGING("FCX113", "User Paging Activity and Storage Utilization", List.of("Userid", "Write")),
    USER_WAITS("FCX114", "Wait State Analysis by User", List.of("Userid", "%RUN")),
    LPAR("FCX126", "Logical Partition Activity", List.of("Partition", "%Busy")),
    SYSTEM("FCX225", "System Performance Summary by Time", List.of("Time", "Busy"));

    private final String code;
    private final String title;
    private final List<String> words;

    ZvmReport(String code, String title, List<String> words) {
        this.code = code;
        this.title = title;
        this.words = words;
    }

    /** As in the report's first line. */
    String code() {
        return code;
    }

    /** As coverage names it. */
    String section() {
        return code + " " + title;
    }

    /** Whether this is the last line of the headings. */
    boolean heads(String line) {
        for (String word : words) {
            if (!line.contains(word)) {
                return false;
            }
        }
        List<String> there = List.of(Regex.split(line.strip(), "\\s+"));
        return there.containsAll(words);
    }

    static @Nullable ZvmReport coded(String code) {
        for (ZvmReport report : values()) {
            if (report.code.equals(code)) {
                return report;
            }
        }
        return null;
    }
}
