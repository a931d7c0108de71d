package io.gulliver.evidence.discovery;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/** Times and intervals as answers hold them. */
final class Times {
    /** {@code +00040 00:30:00.0} of SQL*Plus, {@code 40 0:30:0.0} of the driver, or either within an interval literal. */
    private static final Pattern INTERVAL = Pattern.compile("([+-]?)(\\d+) (\\d+):(\\d+):(\\d+)(\\.\\d+)?");

    private Times() {}

    /** Seconds of a wall clock, or -1 when it is no time. */
    static long second(String text) {
        try {
            return LocalDateTime.parse(text.strip().replace(' ', 'T')).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            return -1;
        }
    }

    /** Seconds from one time to another; 0 when either is none or they are in the wrong order. */
    static double seconds(String from, String to) {
        long start = second(from);
        long end = second(to);
        return start < 0 || end < 0 ? 0 : Math.max(0, end - start);
    }

    /** Minutes of an interval from days to seconds, or -1 when it is none. */
    static double minutes(String text) {
        Matcher interval = INTERVAL.matcher(text.strip());
        if (!interval.find()) {
            return -1;
        }
        double minutes = Double.parseDouble(interval.group(2)) * 1440
                + Double.parseDouble(interval.group(3)) * 60
                + Double.parseDouble(interval.group(4))
                + Double.parseDouble(interval.group(5)) / 60;
        return interval.group(1).equals("-") ? -minutes : minutes;
    }
}
