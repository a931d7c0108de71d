package io.gulliver.ui.frame;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ui.Model;

/** Writes times, spans and figures for people, in the reader's zone and as dates are written in the reader's language. One for each request; knows what "today" is. */
public final class Formats {
    private static final String NOTHING = "–";
    private static final String NB = "\u00a0";
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Instant now;
    private final Instant wall;
    private final ZoneId zone;
    private final ReaderDates dates;

    public Formats(Clock clock, ZoneId zone) {
        this(clock.instant(), zone);
    }

    /** @param now by the calendar of the program that the page is about */
    public Formats(Instant now, ZoneId zone) {
        this(now, now, zone);
    }

    /**
     * @param now by the calendar of the program that the page is about
     * @param wall what the wall clock says
     */
    public Formats(Instant now, Instant wall, ZoneId zone) {
        this(now, wall, zone, ReaderDates.HOUSE);
    }

    Formats(Instant now, Instant wall, ZoneId zone, ReaderDates dates) {
        this.now = now;
        this.wall = wall;
        this.zone = zone;
        this.dates = dates;
    }

    /** Those of the page that is being made; where it has none yet, in UTC by the clock. */
    public static Formats of(Model page, Clock clock) {
        return page.getAttribute("fmt") instanceof Formats formats ? formats : new Formats(clock, ZoneOffset.UTC);
    }

    /** The moment this page was made. */
    public Instant now() {
        return now;
    }

    /** For what goes by the wall clock whatever the program's calendar says, as a task that is hidden for an hour. */
    public Formats byWall() {
        return new Formats(wall, wall, zone, dates);
    }

    public ZoneId zone() {
        return zone;
    }

    /** {@code Thu 11 Jun 2026, 14:32 CEST}. */
    public String clock() {
        return dates.full().format(now.atZone(zone));
    }

    /** The same of any moment: with the zone, for a sentence that stands alone. */
    public String full(@Nullable Instant at) {
        return at == null ? NOTHING : dates.full().format(at.atZone(zone));
    }

    /** ISO instant, for {@code datetime} attributes and titles. */
    public String iso(@Nullable Instant at) {
        return at == null ? "" : at.toString();
    }

    /** The same moments in UTC, for who points at them: {@code 2026-07-18 07:00:00 UTC}; null without any. */
    public @Nullable String utc(@Nullable Instant... moments) {
        String all =
                Stream.of(moments).filter(Objects::nonNull).map(UTC::format).collect(Collectors.joining(", "));
        return all.isEmpty() ? null : all;
    }

    /** The time when it is today, else the day: {@code 14:32}, {@code 18 Jul}, {@code 3 Jan 2027}. */
    public String when(@Nullable Instant at) {
        if (at == null) {
            return NOTHING;
        }
        return at.atZone(zone).toLocalDate().equals(today()) ? dates.time().format(at.atZone(zone)) : day(at);
    }

    /** The same with the time on other days too: {@code 14:32}, {@code 18 Jul 09:00}. */
    public String moment(@Nullable Instant at) {
        if (at == null) {
            return NOTHING;
        }
        String time = dates.time().format(at.atZone(zone));
        return at.atZone(zone).toLocalDate().equals(today()) ? time : day(at) + " " + time;
    }

    /** {@code 18 Jul}, with the year when it is not this one. */
    public String day(@Nullable Instant at) {
        if (at == null) {
            return NOTHING;
        }
        ZonedDateTime there = at.atZone(zone);
        return (there.getYear() == today().getYear() ? dates.day() : dates.year()).format(there);
    }

    /** The same of a date without a time, which is one in every zone. */
    public String date(@Nullable LocalDate date) {
        return date == null ? NOTHING : (date.getYear() == today().getYear() ? dates.day() : dates.year()).format(date);
    }

    /** {@code Sat 18 Jul}. */
    public String weekday(@Nullable Instant at) {
        return at == null ? NOTHING : dates.weekday().format(at.atZone(zone));
    }

    /** {@code 14:32:02}. */
    public String second(@Nullable Instant at) {
        return at == null ? NOTHING : dates.second().format(at.atZone(zone));
    }

    /** {@code 11 Jun 2026, 14:32:02}. */
    public String exact(@Nullable Instant at) {
        return at == null ? NOTHING : dates.exact().format(at.atZone(zone));
    }

    /** How long ago: {@code 20 s}, {@code 3 min}, {@code 1 h 30}, {@code 11 h}, {@code 5 d}. */
    public String age(@Nullable Instant since) {
        return since == null ? NOTHING : coarse(Duration.between(since, now));
    }

    /** {@code 20 s}, {@code 3 min}, {@code 1 h 30}, and from ten hours on one unit: {@code 11 h}, {@code 5 d}. */
    public String coarse(@Nullable Duration span) {
        if (span == null) {
            return NOTHING;
        }
        long seconds = Math.max(0, span.toSeconds());
        if (seconds < 60) {
            return seconds + NB + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + NB + "min";
        }
        if (seconds < 36_000) {
            return hours(seconds / 60);
        }
        if (seconds < 2 * 86400) {
            return Math.round(seconds / 3600.0) + NB + "h";
        }
        return Math.round(seconds / 86400.0) + NB + "d";
    }

    /** The same of a span in seconds. */
    public String seconds(@Nullable Long seconds) {
        return span(seconds == null ? null : Duration.ofSeconds(seconds));
    }

    /** Whether two spans read differently: else they are one figure, and no range. */
    public boolean range(Duration shortest, Duration longest) {
        return !span(shortest).equals(span(longest));
    }

    /** {@code 9 s}, {@code 14 min}, {@code 2 h 08}, {@code 3 d 4 h}. */
    public String span(@Nullable Duration span) {
        if (span == null) {
            return NOTHING;
        }
        long seconds = span.toSeconds();
        if (seconds < 100) {
            return seconds + NB + "s";
        }
        long minutes = Math.round(seconds / 60.0);
        if (minutes < 60) {
            return minutes + NB + "min";
        }
        if (minutes < 48 * 60) {
            return hours(minutes);
        }
        return minutes / 1440 + NB + "d" + NB + minutes % 1440 / 60 + NB + "h";
    }

    private static String hours(long minutes) {
        return minutes / 60 + NB + "h" + NB + String.format(Locale.ROOT, "%02d", minutes % 60);
    }

    /** {@code +7 d} late, {@code 0}, {@code −2 d} early. */
    public String slip(@Nullable Duration slip) {
        if (slip == null) {
            return NOTHING;
        }
        long seconds = slip.toSeconds();
        return seconds == 0 ? "0" : (seconds > 0 ? "+" : "\u2212") + coarse(slip.abs());
    }

    /** How a slip reads in a choice of words: -1 early, 0 as agreed, 1 late, 2 where nothing was agreed. */
    public int against(@Nullable Duration slip) {
        return slip == null ? 2 : Long.signum(slip.toSeconds());
    }

    /** Class of a slip: plain, {@code down} when early, {@code warn} when late, {@code up} from a week. */
    public String slipCss(@Nullable Duration slip) {
        if (slip == null || slip.toSeconds() == 0) {
            return "dim";
        }
        if (slip.isNegative()) {
            return "down";
        }
        return slip.toDays() >= 7 ? "up" : "warn";
    }

    /** {@code 480 GB}, {@code 2.4 TB}. */
    public String size(@Nullable Double gigabytes) {
        if (gigabytes == null) {
            return NOTHING;
        }
        if (gigabytes < 1) {
            return Math.round(gigabytes * 1000) + NB + "MB";
        }
        if (gigabytes < 1000) {
            return Math.round(gigabytes) + NB + "GB";
        }
        return String.format(Locale.ROOT, "%.1f", gigabytes / 1000) + NB + "TB";
    }

    /** {@code 512 B}, {@code 4.1 KB}, {@code 20 MB}. */
    public String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + NB + "B";
        }
        if (bytes < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f", bytes / 1e3) + NB + "KB";
        }
        return String.format(Locale.ROOT, "%.1f", bytes / 1e6) + NB + "MB";
    }

    /** {@code 1,204,118,402}, as messages write it. */
    public String count(long number) {
        return String.format(Locale.ENGLISH, "%,d", number);
    }

    /** {@code 1,024 GiB} in whole numbers; {@code –} for what nobody knows. */
    public String room(@Nullable Double amount, String unit) {
        return amount == null
                ? NOTHING
                : String.format(Locale.ENGLISH, "%,.0f", amount) + (unit.isEmpty() ? "" : " " + unit);
    }

    /** {@code –} for nothing. */
    public String text(@Nullable Object value) {
        return value == null || value.toString().isEmpty() ? NOTHING : value.toString();
    }

    private LocalDate today() {
        return now.atZone(zone).toLocalDate();
    }
}
