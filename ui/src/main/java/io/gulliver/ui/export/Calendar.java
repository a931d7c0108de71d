package io.gulliver.ui.export;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Times as a calendar that others read (iCalendar, RFC 5545). An entry has the same {@code UID} in every file, so that a calendar that
 * takes a later one moves it and makes no second.
 */
final class Calendar {
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    /** Octets of a line without its end (3.1). */
    private static final int LONGEST = 75;

    private final List<String> lines = new ArrayList<>();
    private final Instant made;

    Calendar(String name, Instant made) {
        this.made = made;
        lines.addAll(List.of(
                "BEGIN:VCALENDAR",
                "VERSION:2.0",
                "PRODID:-//Gulliver//Plan//EN",
                "CALSCALE:GREGORIAN",
                "METHOD:PUBLISH",
                "X-WR-CALNAME:" + escaped(name)));
    }

    /** Adds an entry. @param uid the same for the same thing, for ever */
    Calendar entry(String uid, Instant from, Instant to, String summary, String description) {
        lines.addAll(List.of(
                "BEGIN:VEVENT",
                "UID:" + escaped(uid),
                "DTSTAMP:" + UTC.format(made),
                "DTSTART:" + UTC.format(from),
                "DTEND:" + UTC.format(to),
                "SUMMARY:" + escaped(summary),
                "DESCRIPTION:" + escaped(description),
                "END:VEVENT"));
        return this;
    }

    /** The whole file. */
    String text() {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> folded(line, text));
        folded("END:VCALENDAR", text);
        return text.toString();
    }

    /** 3.3.11: backslash, semicolon, comma and line ends. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace(";", "\\;")
                .replace(",", "\\,")
                .replaceAll("\\R", "\\\\n")
                .replaceAll("\\p{Cntrl}", " ");
    }

    /** 3.1: what is longer goes on in the next line behind a space, and no character is cut. */
    private static void folded(String line, StringBuilder text) {
        int room = LONGEST;
        for (int at = 0; at < line.length(); ) {
            int sign = line.codePointAt(at);
            String one = Character.toString(sign);
            int octets = one.getBytes(StandardCharsets.UTF_8).length;
            if (octets > room) {
                text.append("\r\n ");
                room = LONGEST - 1;
            }
            text.append(one);
            room -= octets;
            at += Character.charCount(sign);
        }
        text.append("\r\n");
    }
}
