package io.gulliver.evidence;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers the facts of one file, all from one source and of one age; a name that is already there keeps its first value. */
public final class FactList {
    private final List<Fact> list = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();
    private final String source;
    private final Instant at;

    /**
     * @param source stands with every fact
     * @param at when the facts were true
     */
    public FactList(String source, Instant at) {
        this.source = source;
        this.at = at;
    }

    /** Adds what was read from the thing itself. */
    public void add(String name, Object value, @Nullable String unit) {
        add(name, value, unit, Confidence.MEASURED);
    }

    public void add(String name, Object value, @Nullable String unit, Confidence confidence) {
        if (names.add(name)) {
            list.add(new Fact(name, value, unit, source, at, confidence));
        }
    }

    /** Adds {@code name.mean}, {@code .p50}, {@code .p95}, {@code .p99} and {@code .max}; false when there is no figure. */
    public boolean distribution(String name, String unit, Series series, Confidence confidence) {
        return distribution(name, unit, series, confidence, 0);
    }

    /**
     * The same of a source that rounds.
     *
     * @param below what a 0 of the source lies below, because it prints no more digits; 0 where it is a true 0
     */
    public boolean distribution(String name, String unit, Series series, Confidence confidence, double below) {
        if (series.size() == 0) {
            return false;
        }
        Distribution distribution = series.distribution();
        figure(name + ".mean", distribution.mean(), unit, confidence, below);
        figure(name + ".p50", distribution.p50(), unit, confidence, below);
        figure(name + ".p95", distribution.p95(), unit, confidence, below);
        figure(name + ".p99", distribution.p99(), unit, confidence, below);
        figure(name + ".max", distribution.max(), unit, confidence, below);
        return true;
    }

    private void figure(String name, double value, String unit, Confidence confidence, double below) {
        double number = rounded(value);
        add(name, number, number == 0 && below > 0 ? unit + ", 0 is below " + rounded(below) : unit, confidence);
    }

    /** All facts in the order in which they came. */
    public List<Fact> list() {
        return List.copyOf(list);
    }

    /** Names of all facts. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** To four places: sums of decimal figures in binary carry noise behind that. */
    public static double rounded(double value) {
        return Math.abs(value) < 1e11 ? Math.round(value * 1e4) / 1e4 : value;
    }
}
