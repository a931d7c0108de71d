package io.gulliver.ui.frame;

import jakarta.servlet.http.HttpServletRequest;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How dates and times are written in the reader's language: order, names of months, 12 or 24 hours, by the tables of
 * Unicode CLDR that Java has. The browser says the language ({@code Accept-Language}); whoever says none, and English without
 * a country, reads {@code 18 Jul 2026, 14:32}.
 *
 * @param day without the year
 * @param year a day with its year
 * @param time hours and minutes
 * @param second hours, minutes and seconds
 * @param weekday a day with its name in the week
 * @param full weekday, day, time and zone
 * @param exact a day with its year and the time to the second
 */
record ReaderDates(
        DateTimeFormatter day,
        DateTimeFormatter year,
        DateTimeFormatter time,
        DateTimeFormatter second,
        DateTimeFormatter weekday,
        DateTimeFormatter full,
        DateTimeFormatter exact) {
    /** As the pages' own words are written. */
    static final ReaderDates HOUSE = of("d MMM", "d MMM yyyy", "HH:mm", "HH:mm:ss", Locale.ENGLISH);

    private static final String APART = "[\\s,/\\u200e\\u200f-]*";
    private static final Pattern YEAR_FIRST = Pattern.compile("^[yuG]+(?:\\.|\u5e74|\ub144|'[^']*')?" + APART);
    /** A point behind the month stays: {@code 18.07.} */
    private static final Pattern YEAR_LAST = Pattern.compile(
            "(\\.?)" + APART + "(?:'[^']*'" + APART + ")?[yuG]+" + APART + "(?:'[^']*'\\.?|\\.)?" + APART + "$");

    private static final List<Locale> KNOWN = List.of(Locale.getAvailableLocales());
    private static final Map<Locale, ReaderDates> MADE = new ConcurrentHashMap<>();

    /** What the request's reader is used to. */
    static ReaderDates of(HttpServletRequest request) {
        return of(request.getHeader("Accept-Language"));
    }

    /** @param accepted an {@code Accept-Language} header, or null */
    static ReaderDates of(@Nullable String accepted) {
        if (accepted == null || accepted.isBlank() || accepted.length() > 500) {
            return HOUSE;
        }
        try {
            Locale locale = Locale.lookup(Locale.LanguageRange.parse(accepted), KNOWN);
            return locale == null || locale.equals(Locale.ENGLISH) || locale.equals(Locale.ROOT)
                    ? HOUSE
                    : MADE.computeIfAbsent(locale, ReaderDates::by);
        } catch (IllegalArgumentException notALanguage) {
            return HOUSE;
        }
    }

    private static ReaderDates by(Locale locale) {
        String year = pattern(FormatStyle.MEDIUM, null, locale);
        String day =
                YEAR_LAST.matcher(YEAR_FIRST.matcher(year).replaceFirst("")).replaceFirst("$1");
        // letters that are no date, or a year in between: as the pages' own words
        return day.contains("d") && (day.contains("M") || day.contains("L")) && !day.matches(".*[yuGr].*")
                ? of(
                        day,
                        year,
                        pattern(null, FormatStyle.SHORT, locale),
                        pattern(null, FormatStyle.MEDIUM, locale),
                        locale)
                : HOUSE;
    }

    private static String pattern(@Nullable FormatStyle date, @Nullable FormatStyle time, Locale locale) {
        return DateTimeFormatterBuilder.getLocalizedDateTimePattern(date, time, IsoChronology.INSTANCE, locale)
                .replace('\u202f', '\u00a0')
                .replaceAll("(?<=[ahHmsBb]) (?=[aBbhH])", "\u00a0");
    }

    private static ReaderDates of(String day, String year, String time, String second, Locale locale) {
        return new ReaderDates(
                form(day, locale),
                form(year, locale),
                form(time, locale),
                form(second, locale),
                form("EEE " + day, locale),
                form("EEE " + year + ", " + time + " z", locale),
                form(year + ", " + second, locale));
    }

    private static DateTimeFormatter form(String pattern, Locale locale) {
        return DateTimeFormatter.ofPattern(pattern, locale);
    }
}
