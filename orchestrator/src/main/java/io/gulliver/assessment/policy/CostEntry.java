package io.gulliver.assessment.policy;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.assessment.cost.CostRates;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The entry {@code cost} of a policy: {@code {currency: EUR, rates: {ifl: {amount: 1, source: contract}}, owned: {Oracle
 * Database Enterprise Edition: {count: 8, metric: processor, source: contract}}}}. A bare number owned counts processors.
 */
final class CostEntry {
    static final String NAME = "cost";

    private static final String CURRENCY = "currency";
    private static final String RATES = "rates";
    private static final String OWNED = "owned";
    private static final String COUNT = "count";
    private static final String SOURCE = "source";
    private static final String SET_BY = "setBy";
    private static final String SET_AT = "setAt";
    private static final String NOT_SAID = "not said";
    private static final String UNKNOWN = "unknown";
    private static final double X86 = 0.5;
    private static final double IFL = 1.0;
    private static final double HOURS = 8;
    private static final double TASK_HOURS = 2;
    private static final double GATE_HOURS = 0.5;
    private static final Pattern ITEM = Pattern.compile("ifl|storage|memory|labour\\.[a-z][a-z-]*|licence\\..{1,120}");

    private CostEntry() {}

    static CostRates read(Entry cost) {
        Entry factors = cost.entry("coreFactor");
        Entry rates = cost.entry(RATES);
        SortedMap<String, CostRates.Rate> priced = new TreeMap<>();
        for (String item : rates.names()) {
            if (!ITEM.matcher(item).matches()) {
                rates.wrong(item, " is no item; wanted ifl, storage, memory, labour.<role> or licence.<product>");
            } else {
                CostRates.Rate rate = rate(rates.entry(item));
                if (rate != null) {
                    priced.put(item, rate);
                }
            }
        }
        Entry licences = cost.entry(OWNED);
        SortedMap<String, CostRates.Owned> owned = new TreeMap<>();
        for (String product : licences.names()) {
            CostRates.Owned count = owned(licences, product);
            if (count != null) {
                owned.put(product, count);
            }
        }
        Entry unestimated = cost.entry("unestimated");
        String currency = cost.text(CURRENCY);
        if (currency == null && !rates.names().isEmpty()) {
            cost.wrong(CURRENCY, " is missing: rates without a currency are no prices");
            priced.clear();
        }
        return new CostRates(
                currency,
                priced,
                owned,
                factors.number("x86", 0, 10, X86),
                factors.number("ifl", 0, 10, IFL),
                cost.number("hoursPerDay", 1, 24, HOURS),
                unestimated.number("taskHours", 0, 1000, TASK_HOURS),
                unestimated.number("gateHours", 0, 1000, GATE_HOURS));
    }

    private static CostRates.@Nullable Rate rate(Entry rate) {
        Double amount = rate.needed("amount", 0, 1_000_000_000_000L);
        return amount == null
                ? null
                : new CostRates.Rate(amount, text(rate, SOURCE, NOT_SAID), setBy(rate), setAt(rate));
    }

    private static CostRates.@Nullable Owned owned(Entry licences, String product) {
        boolean bare = licences.value(product) instanceof Number;
        Entry owned = bare ? new Entry("", null, message -> {}) : licences.entry(product);
        Double count = bare ? licences.needed(product, 0, 1_000_000) : owned.needed(COUNT, 0, 1_000_000);
        CostEstimate.Metric metric = metric(owned);
        Double users = owned.number("users", 0, 1_000_000_000);
        return count == null || metric == null
                ? null
                : new CostRates.Owned(count, metric, users, text(owned, SOURCE, NOT_SAID), setBy(owned), setAt(owned));
    }

    private static CostEstimate.@Nullable Metric metric(Entry owned) {
        Object value = owned.value("metric");
        if (value == null) {
            return CostEstimate.Metric.PROCESSOR;
        }
        for (CostEstimate.Metric metric : CostEstimate.Metric.values()) {
            if (CostRates.key(metric).equals(value)) {
                return metric;
            }
        }
        owned.wrong("metric", " is '" + value + "', wanted processor, named-user-plus or socket");
        return null;
    }

    private static String text(Entry typed, String member, String usual) {
        String text = typed.text(member);
        return text == null ? usual : text;
    }

    private static String setBy(Entry typed) {
        return text(typed, SET_BY, UNKNOWN);
    }

    private static @Nullable Instant setAt(Entry typed) {
        if (typed.value(SET_AT) instanceof String text) {
            try {
                return Instant.parse(text);
            } catch (DateTimeParseException noMoment) {
                return null;
            }
        }
        return null;
    }

    /** The policy with what was typed over its entry, every price with who set it. */
    static Map<String, Object> priced(Map<String, Object> before, Map<String, ?> typed, String by, Instant at) {
        Map<String, Object> after = new TreeMap<>(before);
        after.put(NAME, over(before.get(NAME), typed));
        List<String> problems = new ArrayList<>();
        read(new Entry(NAME, after.get(NAME), problems::add));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        return stamped(before, after, by, at);
    }

    private static Map<String, Object> over(@Nullable Object before, Map<?, ?> typed) {
        Map<String, Object> entry = members(before);
        typed.forEach((member, value) -> {
            String name = String.valueOf(member);
            if (value == null) {
                entry.remove(name);
            } else if (value instanceof Map<?, ?> group && !name.equals(RATES) && !name.equals(OWNED)) {
                entry.put(name, over(entry.get(name), group));
            } else {
                entry.put(name, value);
            }
        });
        return entry;
    }

    /** The policy after an edit, every price with who set it. */
    static Map<String, Object> stamped(Map<String, Object> before, Map<String, Object> after, String by, Instant at) {
        if (!(after.get(NAME) instanceof Map<?, ?> cost)) {
            return after;
        }
        Map<String, Object> earlier = members(before.get(NAME));
        Map<String, Object> entry = members(cost);
        for (String part : List.of(RATES, OWNED)) {
            if (cost.get(part) instanceof Map<?, ?> given) {
                Map<String, Object> known = members(earlier.get(part));
                Map<String, Object> stamped = new TreeMap<>();
                members(given)
                        .forEach((item, value) ->
                                stamped.put(item, signed(price(value), price(known.get(item)), by, at)));
                entry.put(part, stamped);
            }
        }
        Map<String, Object> policy = new TreeMap<>(after);
        policy.put(NAME, entry);
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
    private static Map<String, Object> price(@Nullable Object value) {
        Map<String, Object> price = members(value);
        if (value != null && !(value instanceof Map<?, ?>)) {
            price.put(COUNT, value);
        }
        return price;
    }

    /** Numbers as doubles: 8 and 8.0 are the same rate. */
    private static Map<String, Object> plain(Map<String, Object> price) {
        Map<String, Object> plain = new TreeMap<>(price);
        plain.replaceAll((name, value) -> value instanceof Number number ? (Object) number.doubleValue() : value);
        return plain;
    }

    private static Map<String, Object> members(@Nullable Object value) {
        Map<String, Object> members = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, one) -> members.put(String.valueOf(name), one));
        }
        return members;
    }
}
