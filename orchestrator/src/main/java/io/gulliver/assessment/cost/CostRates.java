package io.gulliver.assessment.cost;

import io.gulliver.planning.figure.Derivation;
import java.time.Instant;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Prices of a program, its policy entry {@code cost}: {@code {currency: EUR, rates: {ifl: {amount: 1, source: contract}},
 * owned: {Oracle Database Enterprise Edition: {count: 8, metric: processor, source: contract}}}}. A bare number owned
 * counts processors.
 *
 * @param currency of all amounts, or null while none is set
 * @param rates by item: {@code ifl}, {@code storage} a GB, {@code memory} a GB, {@code labour.<role>} a day,
 *     {@code licence.<product>} a licence
 * @param owned licences by product
 * @param x86Factor licences of an x86 core
 * @param iflFactor licences of an IFL
 * @param hoursPerDay of work
 * @param taskHours of a task without an estimate
 * @param gateHours of an approval without an estimate, for each person
 */
public record CostRates(
        @Nullable String currency,
        SortedMap<String, Rate> rates,
        SortedMap<String, Owned> owned,
        double x86Factor,
        double iflFactor,
        double hoursPerDay,
        double taskHours,
        double gateHours) {
    public CostRates {
        rates = Collections.unmodifiableSortedMap(new TreeMap<>(rates));
        owned = Collections.unmodifiableSortedMap(new TreeMap<>(owned));
    }

    /**
     * A price.
     *
     * @param amount of one unit, in the program's currency
     * @param source contract, offer or list that it comes from
     * @param setBy who wrote it into the policy
     * @param setAt when
     */
    public record Rate(
            double amount,
            String source,
            String setBy,
            @Nullable Instant setAt) {
        /** {@code offer 7, set by Mia on 2026-03-01T00:00:00Z}. */
        public String told() {
            return source + ", set by " + setBy + (setAt == null ? "" : " on " + setAt);
        }
    }

    /**
     * Licences that are owned.
     *
     * @param count in the metric
     * @param metric of the contract
     * @param users how many named users there are, or null
     * @param source contract that says so
     * @param setBy who wrote it into the policy
     * @param setAt when
     */
    public record Owned(
            double count,
            CostEstimate.Metric metric,
            @Nullable Double users,
            String source,
            String setBy,
            @Nullable Instant setAt) {
        /** {@code 8 processors, contract 4, set by Mia}. */
        public String told() {
            return Derivation.shown(count) + " " + metric.told() + ", " + source + ", set by " + setBy
                    + (setAt == null ? "" : " on " + setAt);
        }
    }

    /** As a policy names it. */
    public static String key(CostEstimate.Metric metric) {
        return metric.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
