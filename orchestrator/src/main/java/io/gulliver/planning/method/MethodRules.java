package io.gulliver.planning.method;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules on when a method can carry a database, read from data.
 *
 * @param rules in the order of the file, ids unique
 */
public record MethodRules(List<Rule> rules) {
    public MethodRules {
        rules = List.copyOf(rules);
    }

    /** How much a rule weighs for a method. */
    public enum Severity {
        WARNING,
        BLOCKER
    }

    /** How a fact is compared. */
    enum Operator {
        EQUAL,
        NOT,
        ABOVE,
        BELOW,
        RELEASE_ABOVE,
        RELEASE_BELOW,
        RELEASE_FROM
    }

    /**
     * What must hold of a fact.
     *
     * @param fact name
     * @param operator how it is compared
     * @param value to compare with, or null when {@code other} is given
     * @param other name of the fact to compare with, or null
     * @param unknown whether it holds when the fact is unknown
     */
    record Condition(
            String fact,
            Operator operator,
            @Nullable Object value,
            @Nullable String other,
            boolean unknown) {
        boolean holds(Map<String, Object> facts) {
            Object seen = facts.get(fact);
            Object wanted = other == null ? value : facts.get(other);
            if (seen == null) {
                return unknown;
            }
            if (wanted == null) {
                return false;
            }
            return switch (operator) {
                case EQUAL -> same(seen, wanted);
                case NOT -> !same(seen, wanted);
                case ABOVE -> number(seen) > number(wanted);
                case BELOW -> number(seen) < number(wanted);
                case RELEASE_ABOVE -> Release.compare(seen.toString(), wanted.toString()) > 0;
                case RELEASE_BELOW -> Release.compare(seen.toString(), wanted.toString()) < 0;
                case RELEASE_FROM -> Release.compare(seen.toString(), wanted.toString()) >= 0;
            };
        }

        private static boolean same(Object seen, Object wanted) {
            if (seen instanceof Number a && wanted instanceof Number b) {
                return a.doubleValue() == b.doubleValue();
            }
            return seen.toString().equalsIgnoreCase(wanted.toString());
        }

        private double number(Object value) {
            if (value instanceof Number number) {
                return number.doubleValue();
            }
            throw new IllegalArgumentException("Fact " + fact + ": '" + value + "' is no number");
        }

        /** {@code archivelog is false}, {@code gg_offline_seconds is 1667, above half_window_seconds 900}. */
        String told(Map<String, Object> facts) {
            Object seen = facts.get(fact);
            Object wanted = other == null ? value : facts.get(other);
            return fact + " is " + (seen == null ? "unknown" : plain(seen))
                    + (operator == Operator.EQUAL
                            ? ""
                            : ", "
                                    + operator.name()
                                            .toLowerCase(java.util.Locale.ROOT)
                                            .replace('_', ' ') + " "
                                    + (other == null ? "" : other + " ")
                                    + (wanted == null ? "unknown" : plain(wanted)));
        }

        private static String plain(Object value) {
            if (!(value instanceof Double number)) {
                return value.toString();
            }
            return number == Math.rint(number) && Math.abs(number) < 1e15
                    ? Long.toString(number.longValue())
                    : String.format(java.util.Locale.ROOT, "%.1f", number);
        }
    }

    /**
     * One rule.
     *
     * @param id in the catalogue
     * @param when all must hold
     * @param effects by method
     * @param bonus points for the ranking by method, below 0 to take away
     * @param remediable whether a blocker can be removed
     * @param days of work to remove it
     * @param text what is wrong
     * @param remedy what to do
     */
    public record Rule(
            String id,
            List<Condition> when,
            Map<Method, Severity> effects,
            Map<Method, Double> bonus,
            boolean remediable,
            double days,
            String text,
            String remedy) {
        public Rule {
            when = List.copyOf(when);
            effects = java.util.Collections.unmodifiableMap(new EnumMap<>(effects));
            bonus = java.util.Collections.unmodifiableMap(new EnumMap<>(bonus));
        }

        boolean holds(Map<String, Object> facts) {
            return when.stream().allMatch(condition -> condition.holds(facts));
        }
    }

    /**
     * Checks the content of a rules file.
     *
     * @throws IllegalArgumentException naming the rule and what is wrong
     */
    public static MethodRules of(Map<String, Object> content) {
        List<Rule> rules = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        if (!(content.get("rules") instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("The rules on methods have no list of rules");
        }
        for (Object entry : list) {
            if (!(entry instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("A rule on methods is no map: " + entry);
            }
            String id = String.valueOf(map.get("id"));
            try {
                rules.add(rule(id, map));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("Rule " + id + " on methods: " + e.getMessage(), e);
            }
            if (!ids.add(id)) {
                throw new IllegalArgumentException("Rule " + id + " on methods is there twice");
            }
        }
        return new MethodRules(rules);
    }

    private static Rule rule(String id, Map<?, ?> map) {
        Set<String> known = Set.of("id", "when", "blocker", "warning", "bonus", "remediable", "days", "text", "remedy");
        map.keySet().forEach(key -> {
            if (!known.contains(String.valueOf(key))) {
                throw new IllegalArgumentException("'" + key + "' is no word of a rule");
            }
        });
        List<Condition> when = new ArrayList<>();
        for (Object entry : list(map, "when")) {
            if (!(entry instanceof Map<?, ?> condition) || !(condition.get("fact") instanceof String fact)) {
                throw new IllegalArgumentException("a condition names no fact: " + entry);
            }
            Object value = condition.get("value");
            Object other = condition.get("other");
            if ((value == null) == (other == null)) {
                throw new IllegalArgumentException("the condition on " + fact + " needs either value or other");
            }
            when.add(new Condition(
                    fact,
                    operator(String.valueOf(condition.get("is"))),
                    value,
                    other == null ? null : other.toString(),
                    Boolean.TRUE.equals(condition.get("unknown"))));
        }
        Map<Method, Severity> effects = new EnumMap<>(Method.class);
        list(map, "warning").forEach(key -> effects.put(Method.of(String.valueOf(key)), Severity.WARNING));
        list(map, "blocker").forEach(key -> effects.put(Method.of(String.valueOf(key)), Severity.BLOCKER));
        Map<Method, Double> bonus = bonus(map);
        if (effects.isEmpty() && bonus.isEmpty()) {
            throw new IllegalArgumentException("it has no effect on any method");
        }
        if (!(map.get("text") instanceof String text) || !(map.get("remedy") instanceof String remedy)) {
            throw new IllegalArgumentException("text or remedy is missing");
        }
        return new Rule(
                id,
                when,
                effects,
                bonus,
                Boolean.TRUE.equals(map.get("remediable")),
                map.get("days") instanceof Number days ? days.doubleValue() : 0,
                text,
                remedy);
    }

    private static Map<Method, Double> bonus(Map<?, ?> map) {
        Map<Method, Double> bonus = new EnumMap<>(Method.class);
        Object given = map.get("bonus");
        if (given == null) {
            return bonus;
        }
        if (!(given instanceof Map<?, ?> points)) {
            throw new IllegalArgumentException("bonus is no map of methods to points");
        }
        points.forEach((key, value) -> {
            if (!(value instanceof Number number)) {
                throw new IllegalArgumentException("the bonus of " + key + " is no number: " + value);
            }
            bonus.put(Method.of(String.valueOf(key)), number.doubleValue());
        });
        return bonus;
    }

    private static List<?> list(Map<?, ?> map, String key) {
        Object value = map.get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException(key + " is no list");
    }

    private static Operator operator(String word) {
        for (Operator operator : Operator.values()) {
            if (operator.name()
                    .toLowerCase(java.util.Locale.ROOT)
                    .replace('_', '-')
                    .equals(word)) {
                return operator;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is no comparison");
    }
}
