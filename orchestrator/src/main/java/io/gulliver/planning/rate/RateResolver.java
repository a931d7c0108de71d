package io.gulliver.planning.rate;

import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.RateOrigin;
import io.gulliver.domain.plan.Rates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one set of rates and times that a database is judged and planned by: what was measured of itself last, else what was
 * measured or typed last for its program, else the planning value. Each says who and when. What was measured of one database
 * does not speak for another one: it ran on other disks, with another number of workers.
 */
public final class RateResolver {
    private final Rates program;
    /** Of each database by name, the newest last. */
    private final Map<String, SortedMap<String, MeasuredRate>> own = new HashMap<>();

    /**
     * @param typed rates of the program's policy, in force now
     * @param said everything that was measured or typed in the program, oldest first
     */
    public RateResolver(Rates typed, Collection<MeasuredRate> said) {
        Rates all = typed;
        for (MeasuredRate one : said) {
            String database = one.database();
            if (database != null) {
                own.computeIfAbsent(database, name -> new TreeMap<>()).put(one.name(), one);
            } else if (!one.ofStep() && holds(one, typed)) {
                all = all.with(one);
            }
        }
        this.program = all;
    }

    /** What was typed holds while the policy says so. */
    private static boolean holds(MeasuredRate one, Rates typed) {
        return !one.typed()
                || typed.values().containsKey(one.name())
                        && typed.origin(one.name()).kind() == RateOrigin.Kind.PROGRAM
                        && Double.valueOf(one.value()).equals(typed.of(one.name()));
    }

    /** Rates and times of a program, for databases of which nothing was measured. */
    public Rates program() {
        return program;
    }

    /** Rates and times of a database. */
    public Rates of(String database) {
        Rates rates = program;
        for (MeasuredRate one : own.getOrDefault(database, new TreeMap<>()).values()) {
            // by name: what was measured of itself for its criticality comes after the general time, and stays
            rates = one.ofStep() ? rates : rates.withOwn(one);
        }
        return rates;
    }

    /** What was measured last of a database's steps, by {@link MeasuredRate#step}. */
    public List<MeasuredRate> steps(String database) {
        return own.getOrDefault(database, new TreeMap<>()).values().stream()
                .filter(MeasuredRate::ofStep)
                .toList();
    }

    /** How long they took. */
    public Map<String, Duration> lengths(String database) {
        Map<String, Duration> lengths = new HashMap<>();
        steps(database).forEach(one -> lengths.put(one.name(), Duration.ofMillis(Math.round(one.value() * 1000))));
        return lengths;
    }

    /**
     * What holds and who says it, measured and typed words first.
     *
     * @param database or null for the program as a whole
     */
    public List<RateLine> lines(@Nullable String database) {
        Rates rates = database == null ? program : of(database);
        List<RateLine> lines = new ArrayList<>();
        rates.values()
                .forEach((name, value) -> lines.add(new RateLine(
                        name, value, MeasuredRate.unitOf(name), Rates.DEFAULTS.get(name), rates.origin(name))));
        if (database != null) {
            steps(database)
                    .forEach(one ->
                            lines.add(new RateLine(one.name(), one.value(), one.unit(), null, RateOrigin.of(one))));
        }
        lines.sort(Comparator.comparing((RateLine line) -> line.origin().kind())
                .reversed()
                .thenComparing(RateLine::name));
        return List.copyOf(lines);
    }
}
