package io.gulliver.assessment.cost;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prices of a program, its policy entry {@code cost}: {@code {currency: EUR, rates: {ifl: {amount: 1, source: contract}},
 * owned: {Oracle Database Enterprise Edition: 8}}}.
 *
 * @param currency of all amounts, or null while none is set
 * @param rates by item: {@code ifl}, {@code storage} a GB, {@code memory} a GB, {@code labour.<role>} a day,
 *     {@code licence.<product>} a licence
 * @param owned licences by product
 * @param x86Factor licences of an x86 core
 * @param iflFactor licences of an IFL
 * @param hoursPerDay of work
 */
public record CostRates(
        @Nullable String currency,
        SortedMap<String, Rate> rates,
        SortedMap<String, Double> owned,
        double x86Factor,
        double iflFactor,
        double hoursPerDay) {
    /** Name of the policy's entry. */
    public static final String ENTRY = "cost";

    private static final String RATES = "rates";
    private static final String AMOUNT = "amount";
    private static final String SET_BY = "setBy";
    private static final String SET_AT = "setAt";
    private static final double X86 = 0.5;
    private static final double IFL = 1.0;
    private static final double HOURS = 8;
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
            @Nullable Instant setAt) {}

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
        SortedMap<String, Double> owned = new TreeMap<>();
        object(cost.get("owned"), "cost.owned")
                .forEach((product, count) ->
                        owned.put(String.valueOf(product), number("cost.owned." + product, count, 0, 1e6)));
        if (!rates.isEmpty() && cost.get("currency") == null) {
            throw new IllegalArgumentException("cost.currency is missing: rates without a currency are no prices");
        }
        return new CostRates(
                cost.get("currency") == null ? null : String.valueOf(cost.get("currency")),
                rates,
                owned,
                factors.get("x86") == null ? X86 : number("cost.coreFactor.x86", factors.get("x86"), 0, 10),
                factors.get("ifl") == null ? IFL : number("cost.coreFactor.ifl", factors.get("ifl"), 0, 10),
                cost.get("hoursPerDay") == null ? HOURS : number("cost.hoursPerDay", cost.get("hoursPerDay"), 1, 24));
    }

    /**
     * A policy in which every rate says who set it: a rate that is as it was keeps its person, another gets this one.
     * What a caller writes about who set a rate is never believed.
     */
    public static Map<String, Object> stamped(
            Map<String, Object> before, Map<String, Object> after, String by, Instant at) {
        if (!(after.get(ENTRY) instanceof Map<?, ?> cost) || !(cost.get(RATES) instanceof Map<?, ?> rates)) {
            return after;
        }
        Map<?, ?> old = before.get(ENTRY) instanceof Map<?, ?> earlier && earlier.get(RATES) instanceof Map<?, ?> there
                ? there
                : Map.of();
        Map<String, Object> stamped = new TreeMap<>();
        rates.forEach((item, value) -> {
            Map<String, Object> rate = new TreeMap<>();
            object(value, "cost.rates." + item).forEach((name, one) -> rate.put(String.valueOf(name), one));
            Map<?, ?> was = old.get(item) instanceof Map<?, ?> earlier ? earlier : Map.of();
            boolean same = same(was.get(AMOUNT), rate.get(AMOUNT))
                    && String.valueOf(was.get("source")).equals(String.valueOf(rate.get("source")))
                    && was.get(SET_BY) != null;
            rate.put(SET_BY, same ? was.get(SET_BY) : by);
            rate.put(SET_AT, same ? was.get(SET_AT) : at.toString());
            stamped.put(String.valueOf(item), rate);
        });
        Map<String, Object> entry = new TreeMap<>();
        cost.forEach((name, value) -> entry.put(String.valueOf(name), value));
        entry.put(RATES, stamped);
        Map<String, Object> policy = new TreeMap<>(after);
        policy.put(ENTRY, entry);
        return policy;
    }

    private static boolean same(@Nullable Object one, @Nullable Object two) {
        return one instanceof Number a && two instanceof Number b && a.doubleValue() == b.doubleValue();
    }

    private static Rate rate(String where, @Nullable Object value) {
        Map<?, ?> rate = object(value, where);
        Instant at = null;
        if (rate.get(SET_AT) instanceof String text) {
            try {
                at = Instant.parse(text);
            } catch (DateTimeParseException noMoment) {
                at = null;
            }
        }
        return new Rate(
                number(where + ".amount", rate.get(AMOUNT), 0, 1e12),
                rate.get("source") == null ? "not said" : String.valueOf(rate.get("source")),
                rate.get(SET_BY) == null ? "unknown" : String.valueOf(rate.get(SET_BY)),
                at);
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
