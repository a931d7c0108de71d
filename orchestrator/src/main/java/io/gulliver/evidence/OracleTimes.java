package io.gulliver.evidence;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Times as Oracle writes them in its reports and logs: {@code 21-NOV-2026 10:15:22}, the month in any language. */
public final class OracleTimes {
    private static final Pattern TIME = Pattern.compile(
            "(\\d{1,2})[-. /]([^\\d\\s./-]{3,12}\\.?)\\s*[-. /](\\d{2}|\\d{4})\\s+(\\d{1,2})[:.](\\d{2})[:.](\\d{2})");
    /** Beginnings of months in the languages of Europe that NLS_DATE_LANGUAGE knows, without accents. */
    private static final Map<String, Integer> MONTHS = Map.ofEntries(
            Map.entry("jan", 1),
            Map.entry("ene", 1),
            Map.entry("gen", 1),
            Map.entry("sty", 1),
            Map.entry("feb", 2),
            Map.entry("fev", 2),
            Map.entry("fevr", 2),
            Map.entry("lut", 2),
            Map.entry("mar", 3),
            Map.entry("mrz", 3),
            Map.entry("maa", 3),
            Map.entry("mrt", 3),
            Map.entry("apr", 4),
            Map.entry("avr", 4),
            Map.entry("abr", 4),
            Map.entry("kwi", 4),
            Map.entry("may", 5),
            Map.entry("mai", 5),
            Map.entry("mag", 5),
            Map.entry("maj", 5),
            Map.entry("mei", 5),
            Map.entry("jun", 6),
            Map.entry("giu", 6),
            Map.entry("juin", 6),
            Map.entry("cze", 6),
            Map.entry("jul", 7),
            Map.entry("lug", 7),
            Map.entry("juil", 7),
            Map.entry("lip", 7),
            Map.entry("aug", 8),
            Map.entry("aou", 8),
            Map.entry("ago", 8),
            Map.entry("sie", 8),
            Map.entry("sep", 9),
            Map.entry("set", 9),
            Map.entry("wrz", 9),
            Map.entry("oct", 10),
            Map.entry("okt", 10),
            Map.entry("ott", 10),
            Map.entry("out", 10),
            Map.entry("paz", 10),
            Map.entry("nov", 11),
            Map.entry("lis", 11),
            Map.entry("dec", 12),
            Map.entry("dez", 12),
            Map.entry("dic", 12),
            Map.entry("des", 12),
            Map.entry("gru", 12));

    private OracleTimes() {}

    /** The time, or empty for anything else. */
    public static Optional<LocalDateTime> of(String text) {
        Matcher time = TIME.matcher(text.strip());
        if (!time.matches()) {
            return Optional.empty();
        }
        int month = month(time.group(2));
        int year = Integer.parseInt(time.group(3));
        if (month == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDateTime.of(
                    time.group(3).length() == 2 ? 2000 + year : year,
                    month,
                    Integer.parseInt(time.group(1)),
                    Integer.parseInt(time.group(4)),
                    Integer.parseInt(time.group(5)),
                    Integer.parseInt(time.group(6))));
        } catch (DateTimeException notInTheCalendar) {
            return Optional.empty();
        }
    }

    private static int month(String name) {
        String plain = Regex.replaceAll(Normalizer.normalize(name, Normalizer.Form.NFD), "[^A-Za-z]", "")
                .toLowerCase(Locale.ROOT);
        for (int length : new int[] {4, 3}) {
            Integer month = plain.length() < length ? null : MONTHS.get(plain.substring(0, length));
            if (month != null) {
                return month;
            }
        }
        return 0;
    }
}
