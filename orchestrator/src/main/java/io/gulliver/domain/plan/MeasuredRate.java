package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Purpose;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run or a person measured of how fast something goes or how long it takes.
 *
 * @param program it belongs to
 * @param database of which it was measured, or null for what holds for the program as a whole
 * @param name a rate or time of {@link Rates}, or a step of a playbook as {@link #step} names it
 * @param value in its unit; 0 or more for seconds, more than 0 else
 * @param unit as {@link #unitOf} says for the name
 * @param conditions under which it was measured, for people: parallel workers, source of the rehearsal, host, gigabytes moved
 * @param by who says so: a person, or the run itself
 * @param migration id of the run that measured it, or null when a person says so
 * @param purpose of that run, or null
 * @param at when it was measured
 */
public record MeasuredRate(
        String program,
        @Nullable String database,
        String name,
        double value,
        Unit unit,
        SortedMap<String, String> conditions,
        String by,
        @Nullable String migration,
        @Nullable Purpose purpose,
        Instant at) {
    private static final SortedMap<String, String> TYPED =
            Collections.unmodifiableSortedMap(new TreeMap<>(Map.of("typed in", "policy")));

    /** What a person typed into the policy of a program: no measurement, and kept so that it says who and when. */
    public static MeasuredRate typed(String program, String name, double value, String by, Instant at) {
        return new MeasuredRate(program, null, name, value, unitOf(name), TYPED, by, null, null, at);
    }

    /** Whether a person typed it into the policy, and nobody measured it. */
    public boolean typed() {
        return migration == null && conditions.equals(TYPED);
    }

    /** In which a rate or a time is told. */
    public enum Unit {
        /** Decimal megabytes a second, over all workers together. */
        MB_PER_SECOND("MB/s"),
        OBJECTS_PER_SECOND("objects/s"),
        SECONDS("s");

        private final String words;

        Unit(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public MeasuredRate {
        conditions = Collections.unmodifiableSortedMap(new TreeMap<>(conditions));
        if (by.isBlank()) {
            throw new IllegalArgumentException("A measured rate says who measured it");
        }
        if (unit != unitOf(name)) {
            throw new IllegalArgumentException(
                    "Rate " + name + " is in " + unitOf(name).words() + ", not in " + unit.words());
        }
        if (!(value >= 0 && value < 1e9) || unit != Unit.SECONDS && value == 0) {
            throw new IllegalArgumentException("Rate " + name + ": " + value + ", wanted "
                    + (unit == Unit.SECONDS ? "0 or more seconds" : "more than 0"));
        }
    }

    /** Name of how long a step of a playbook takes, in seconds of work without waiting for people. */
    public static String step(String playbook, String step) {
        return playbook + "/" + step;
    }

    /**
     * Name of how long the outage of a production run is by what its rehearsal measured: no step has such an id.
     *
     * @param playbook its name
     */
    public static String outage(String playbook) {
        return step(playbook, "(outage)");
    }

    /** Whether it says how long a step takes, and not a rate or a fixed time. */
    public boolean ofStep() {
        return name.indexOf('/') > 0;
    }

    /** The unit that belongs to a name. */
    public static Unit unitOf(String name) {
        int slash = name.indexOf('/');
        if (slash > 0 && slash < name.length() - 1 && name.length() <= 200) {
            return Unit.SECONDS;
        }
        if (!Rates.known(name)) {
            throw new IllegalArgumentException("There is no rate '" + name + "'. Known are "
                    + String.join(", ", Rates.DEFAULTS.keySet()) + ", and steps as PLAYBOOK/STEP");
        }
        return Rates.time(name) ? Unit.SECONDS : name.equals("metadata") ? Unit.OBJECTS_PER_SECOND : Unit.MB_PER_SECOND;
    }
}
