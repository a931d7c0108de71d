package io.gulliver.domain.plan;

import io.gulliver.domain.people.FourEyes;
import io.gulliver.domain.people.RuleViolation;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When the outage of a run may begin: from T on, outside of freezes, and not after the last start that still ends in its
 * window; or when two persons say so for this T (docs/domain/cutover.md, 5.1). A run hears it with each step it prepares,
 * and keeps it in its history.
 *
 * @param usersOut T as it is planned, or null where nothing is planned
 * @param lastStart the last start that still fits, or null where no window is agreed
 * @param freezes that are not over
 * @param override who let it begin all the same, and why; or null
 * @param usersIn as planned; how long the outage is, so that a late one does not run into a freeze; null where nothing is
 *     planned, and in what was recorded before it was known
 * @param zone of the program, in which people are told of times; null in what was recorded before it was known
 */
public record OutageBounds(
        @Nullable Instant usersOut,
        @Nullable Instant lastStart,
        List<Span> freezes,
        @Nullable String override,
        @Nullable Instant usersIn,
        @Nullable String zone) {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    public OutageBounds {
        freezes = freezes == null ? List.of() : List.copyOf(freezes);
    }

    /** A freeze: from its first instant to the first one after it. */
    public record Span(Instant from, Instant to, String reason) {}

    /**
     * The bounds of a run.
     *
     * @param dates as planned, or null
     * @param window agreed outage, or null
     * @param words what people said for this run, oldest first
     */
    public static OutageBounds of(
            @Nullable CutoverDates dates,
            @Nullable Duration window,
            List<Freeze> freezes,
            List<OutageWord> words,
            Instant now,
            ZoneId zone) {
        Instant usersOut = dates == null ? null : dates.usersOut();
        return new OutageBounds(
                usersOut,
                dates == null ? null : dates.lastStart(window),
                freezes.stream()
                        .filter(freeze -> freeze.to().isAfter(now))
                        .map(freeze -> new Span(freeze.from(), freeze.to(), freeze.reason()))
                        .toList(),
                override(words, usersOut),
                dates == null ? null : dates.usersIn(),
                zone.getId());
    }

    /** What two persons said for this T, in words; null while one is missing. */
    static @Nullable String override(List<OutageWord> words, @Nullable Instant usersOut) {
        List<OutageWord> said = words.stream()
                .filter(word -> Objects.equals(word.usersOut(), usersOut))
                .toList();
        for (OutageWord one : said) {
            for (OutageWord other : said) {
                if (!one.subject().equals(other.subject())) {
                    return one.by() + ": " + one.reason() + "; " + other.by() + ": " + other.reason();
                }
            }
        }
        return null;
    }

    /** Why a person's word does not count beside those that were said before. */
    public static Optional<RuleViolation> violation(OutageWord word, List<OutageWord> before) {
        return before.stream()
                .filter(other -> Objects.equals(other.usersOut(), word.usersOut()))
                .map(other -> FourEyes.violation(
                        other.by() + " let the outage of " + word.migration() + " begin outside of the plan",
                        other.subject(),
                        word.subject()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Whether the outage is still to come. */
    public boolean early(Instant now) {
        return override == null && usersOut != null && usersOut.isAfter(now);
    }

    /** Why the outage may not begin at an instant, or empty when it may. */
    public Optional<String> refusal(Instant now) {
        if (override != null) {
            return Optional.empty();
        }
        if (usersOut == null) {
            return Optional.of("no date is planned on which its users are out");
        }
        if (now.isBefore(usersOut)) {
            return Optional.of("users are out from " + shown(usersOut) + " on, not before");
        }
        for (Span freeze : freezes) {
            if (!now.isBefore(freeze.from()) && now.isBefore(freeze.to())) {
                return Optional.of("the freeze '" + freeze.reason() + "' holds until " + shown(freeze.to()));
            }
            if (usersIn != null
                    && now.isBefore(freeze.from())
                    && now.plus(Duration.between(usersOut, usersIn)).isAfter(freeze.from())) {
                return Optional.of("its outage of "
                        + Duration.between(usersOut, usersIn).toMinutes() + " min would run into the freeze '"
                        + freeze.reason() + "' from " + shown(freeze.from()));
            }
        }
        if (lastStart != null && now.isAfter(lastStart)) {
            return Optional.of(
                    lastStart.isBefore(usersOut)
                            ? "its outage is longer than the window that opens at " + shown(usersOut)
                            : "the last start that still fits into its window was " + shown(lastStart));
        }
        return Optional.empty();
    }

    /** A time as people of the program read it: {@code 2026-12-05 22:00 Europe/Berlin}. */
    public String shown(Instant at) {
        return zone == null
                ? at.toString()
                : SHOWN.format(at.atZone(ZoneId.of(zone))) + " " + (zone.equals("Z") ? "UTC" : zone);
    }
}
