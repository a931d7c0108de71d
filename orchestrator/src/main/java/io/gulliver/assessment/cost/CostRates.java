package io.gulliver.assessment.cost;

import io.gulliver.planning.figure.Derivation;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
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
    /** Name of the policy's entry. */
    public static final String ENTRY = "cost";

    private static final String RATES = "rates";
    private static final String AMOUNT = "amount";
    private static final String SET_BY = "setBy";
    private static final String SET_AT = "setAt";
    private static final double X86 = 0.5;
    private static final double IFL = 1.0;
    private static final double HOURS = 8;
    private static final double TASK_HOURS = 2;
    private static final double GATE_HOURS = 0.5;
    private static final String OWNED = "owned";
    private static final String COUNT = "count";
    private static final String SOURCE = "source";
    private static final String UNESTIMATED = "unestimated";
    private static final Pattern ITEM = Pattern.compile("ifl|storage|memory|labour\\.[a-z][a-z-]*|licence\\..{1,120}");

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

    /**
     * Of a program's policy.
     *
     * @throws IllegalArgumentException naming the entry and what is wrong
     */
    public static CostRates of(Map<String, Object> policy) {
        Map<?, ?> cost = object(policy.get(ENTRY), ENTRY);
        Map<?, ?> factors = object(cost.get("coreFactor"), "cost.coreFactor");
        SortedMap<String, Rate> rates = new TreeMap<>();
        object(cost.get(RATES), "cost.rates").forEach((item, value) -> {
            String name = String.valueOf(item);
            if (!ITEM.matcher(name).matches()) {
                throw new IllegalArgumentException("cost.rates." + name
                        + " is no item; wanted ifl, storage, memory, labour.<role> or licence.<product>");
            }
            rates.put(name, rate("cost.rates." + name, value));
        });
        SortedMap<String, Owned> owned = new TreeMap<>();
        object(cost.get(OWNED), "cost.owned")
                .forEach((product, count) -> owned.put(String.valueOf(product), owned("cost.owned." + product, count)));
        Map<?, ?> unestimated = object(cost.get(UNESTIMATED), "cost.unestimated");
        if (!rates.isEmpty() && cost.get("currency") == null) {
            throw new IllegalArgumentException("cost.currency is missing: rates without a currency are no prices");
        }
        return new CostRates(
                cost.get("currency") == null ? null : String.valueOf(cost.get("currency")),
                rates,
                owned,
                factors.get("x86") == null ? X86 : number("cost.coreFactor.x86", factors.get("x86"), 0, 10),
                factors.get("ifl") == null ? IFL : number("cost.coreFactor.ifl", factors.get("ifl"), 0, 10),
                cost.get("hoursPerDay") == null ? HOURS : number("cost.hoursPerDay", cost.get("hoursPerDay"), 1, 24),
                unestimated.get("taskHours") == null
                        ? TASK_HOURS
                        : number("cost.unestimated.taskHours", unestimated.get("taskHours"), 0, 1000),
                unestimated.get("gateHours") == null
                        ? GATE_HOURS
                        : number("cost.unestimated.gateHours", unestimated.get("gateHours"), 0, 1000));
    }

    /**
     * A policy in which every rate and every count of what is owned says who set it: one that is as it was keeps its
     * person, another gets this one. What a caller writes about who set it is never believed.
     */
    public static Map<String, Object> stamped(
            Map<String, Object> before, Map<String, Object> after, String by, Instant at) {
        if (!(after.get(ENTRY) instanceof Map<?, ?> cost)) {
            return after;
        }
        Map<?, ?> old = before.get(ENTRY) instanceof Map<?, ?> earlier ? earlier : Map.of();
        Map<String, Object> entry = new TreeMap<>();
        cost.forEach((name, value) -> entry.put(String.valueOf(name), value));
        for (String part : List.of(RATES, OWNED)) {
            if (cost.get(part) instanceof Map<?, ?> given) {
                Map<?, ?> known = old.get(part) instanceof Map<?, ?> there ? there : Map.of();
                Map<String, Object> stamped = new TreeMap<>();
                given.forEach((item, value) ->
                        stamped.put(String.valueOf(item), signed(said(value), said(known.get(item)), by, at)));
                entry.put(part, stamped);
            }
        }
        Map<String, Object> policy = new TreeMap<>(after);
        policy.put(ENTRY, entry);
        return policy;
    }

    private static Map<String, Object> signed(
            Map<String, Object> given, Map<String, Object> known, String by, Instant at) {
        Object earlier = known.remove(SET_BY);
        Object then = known.remove(SET_AT);
        given.remove(SET_BY);
        given.remove(SET_AT);
        boolean same = earlier != null && String.valueOf(plain(given)).equals(String.valueOf(plain(known)));
        given.put(SET_BY, same ? earlier : by);
        given.put(SET_AT, same && then != null ? then : at.toString());
        return given;
    }

    /** What a person wrote of a rate or of what is owned; a bare number is a count. */
    private static Map<String, Object> said(@Nullable Object value) {
        Map<String, Object> said = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, one) -> said.put(String.valueOf(name), one));
        } else if (value != null) {
            said.put(COUNT, value);
        }
        return said;
    }

    /** Numbers as doubles: 8 and 8.0 are the same rate. */
    private static Map<String, Object> plain(Map<String, Object> said) {
        Map<String, Object> plain = new TreeMap<>(said);
        plain.replaceAll((name, value) -> value instanceof Number number ? (Object) number.doubleValue() : value);
        return plain;
    }

    private static Rate rate(String where, @Nullable Object value) {
        Map<?, ?> rate = object(value, where);
        return new Rate(number(where + ".amount", rate.get(AMOUNT), 0, 1e12), source(rate), setBy(rate), setAt(rate));
    }

    private static Owned owned(String where, @Nullable Object value) {
        Map<?, ?> owned = value instanceof Number ? Map.of(COUNT, value) : object(value, where);
        return new Owned(
                number(where + (value instanceof Number ? "" : ".count"), owned.get(COUNT), 0, 1e6),
                metric(where + ".metric", owned.get("metric")),
                owned.get("users") == null ? null : (Double) number(where + ".users", owned.get("users"), 0, 1e9),
                source(owned),
                setBy(owned),
                setAt(owned));
    }

    private static CostEstimate.Metric metric(String where, @Nullable Object value) {
        if (value == null) {
            return CostEstimate.Metric.PROCESSOR;
        }
        for (CostEstimate.Metric metric : CostEstimate.Metric.values()) {
            if (key(metric).equals(value)) {
                return metric;
            }
        }
        throw new IllegalArgumentException(where + " is '" + value + "', wanted processor, named-user-plus or socket");
    }

    /** As a policy names it. */
    public static String key(CostEstimate.Metric metric) {
        return metric.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String source(Map<?, ?> said) {
        return said.get(SOURCE) == null ? "not said" : String.valueOf(said.get(SOURCE));
    }

    private static String setBy(Map<?, ?> said) {
        return said.get(SET_BY) == null ? "unknown" : String.valueOf(said.get(SET_BY));
    }

    private static @Nullable Instant setAt(Map<?, ?> said) {
        if (said.get(SET_AT) instanceof String text) {
            try {
                return Instant.parse(text);
            } catch (DateTimeParseException noMoment) {
                return null;
            }
        }
        return null;
    }

    private static Map<?, ?> object(@Nullable Object value, String where) {
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException(where + " is no object: " + value);
    }

    private static double number(String where, @Nullable Object value, double least, double most) {
        if (value instanceof Number number && number.doubleValue() >= least && number.doubleValue() <= most) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(
                where + " is '" + value + "', wanted a number from " + least + " to " + (long) most);
    }
}
