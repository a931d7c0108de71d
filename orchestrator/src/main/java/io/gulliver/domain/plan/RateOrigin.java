package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Purpose;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who says a rate or a time, and when.
 *
 * @param kind how well it is known
 * @param by who says so, or null where that is not known
 * @param at when it was typed or measured, or null where that is not known
 * @param migration id of the run that measured it, or null
 * @param purpose of that run, or null
 * @param conditions under which it was measured, for people
 */
public record RateOrigin(
        Kind kind,
        @Nullable String by,
        @Nullable Instant at,
        @Nullable String migration,
        @Nullable Purpose purpose,
        SortedMap<String, String> conditions) {
    /** Nobody measured it and nobody typed it. */
    public static final RateOrigin PLANNING = of(Kind.PLANNING_VALUE);

    /** Typed for the program, by whom is not known. */
    public static final RateOrigin PROGRAM = of(Kind.PROGRAM);

    /** How well it is known. */
    public enum Kind {
        PLANNING_VALUE,
        PROGRAM,
        MEASURED
    }

    public RateOrigin {
        conditions = Collections.unmodifiableSortedMap(new TreeMap<>(conditions));
    }

    private static RateOrigin of(Kind kind) {
        return new RateOrigin(kind, null, null, null, null, new TreeMap<>());
    }

    /** Of what somebody said: typed in the policy, or measured. */
    public static RateOrigin of(MeasuredRate rate) {
        return new RateOrigin(
                rate.typed() ? Kind.PROGRAM : Kind.MEASURED,
                rate.by(),
                rate.at(),
                rate.migration(),
                rate.purpose(),
                rate.typed() ? new TreeMap<>() : rate.conditions());
    }

    /** In a sentence about the rate: {@code measured by rehearsal 2 on 2027-01-04 (parallel 8)}. */
    public String words() {
        String who = by == null ? "" : " by " + by;
        String when = at == null ? "" : " on " + at.atOffset(ZoneOffset.UTC).toLocalDate();
        return switch (kind) {
            case PLANNING_VALUE -> "a planning value nobody measured";
            case PROGRAM -> by == null ? "the program's own" : "set" + who + when;
            case MEASURED ->
                "measured" + who + when
                        + (conditions.isEmpty()
                                ? ""
                                : conditions.entrySet().stream()
                                        .map(one -> one.getKey() + " " + one.getValue())
                                        .collect(Collectors.joining(", ", " (", ")")));
        };
    }
}
