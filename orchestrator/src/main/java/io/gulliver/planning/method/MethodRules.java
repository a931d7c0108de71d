package io.gulliver.planning.method;

import io.gulliver.planning.facts.FactCatalogue;
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
 * @param facts what the facts are that the rules read, and how to get them
 */
public record MethodRules(List<Rule> rules, FactCatalogue facts) {
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
        AT_LEAST,
        BELOW,
        RELEASE_ABOVE,
        RELEASE_BELOW,
        RELEASE_FROM
    }

    /** Whether a condition or a rule holds, as far as is known. */
    enum State {
        HOLDS,
        FAILS,
        UNKNOWN;

        static State of(boolean holds) {
            return holds ? HOLDS : FAILS;
        }
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
            return state(facts) == State.HOLDS;
        }

        /** Holds or fails; unknown while a fact is missing, or says too little to be compared. */
        State state(Map<String, Object> facts) {
            Object seen = facts.get(fact);
            Object wanted = other == null ? value : facts.get(other);
            if (seen == null || wanted == null) {
                return unknown ? State.HOLDS : State.UNKNOWN;
            }
            return switch (operator) {
                case EQUAL -> State.of(same(seen, wanted));
                case NOT -> State.of(!same(seen, wanted));
                case ABOVE, AT_LEAST, BELOW -> compared(seen, wanted);
                case RELEASE_ABOVE ->
                    State.of((other != null && other.endsWith("_release")
                                    ? Release.compareToLine(seen.toString(), wanted.toString())
                                    : Release.compare(seen.toString(), wanted.toString()))
                            > 0);
                case RELEASE_BELOW ->
                    vague(seen, wanted)
                            ? vagueState()
                            : State.of(Release.compare(seen.toString(), wanted.toString()) < 0);
                case RELEASE_FROM ->
                    vague(seen, wanted)
                            ? vagueState()
                            : State.of(Release.compare(seen.toString(), wanted.toString()) >= 0);
            };
        }

        private State vagueState() {
            return unknown ? State.HOLDS : State.UNKNOWN;
        }

        /** COMPATIBLE is what it says to the last number; of a release people often say the line alone. */
        private boolean vague(Object seen, Object wanted) {
            return fact.endsWith("_release") && Release.tooVague(seen.toString(), wanted.toString());
        }

        private State compared(Object seen, Object wanted) {
            if (!(seen instanceof Number one) || !(wanted instanceof Number two)) {
                return unknown ? State.HOLDS : State.UNKNOWN;
            }
            int order = Double.compare(one.doubleValue(), two.doubleValue());
            return State.of(
                    operator == Operator.ABOVE ? order > 0 : operator == Operator.BELOW ? order < 0 : order >= 0);
        }

        /** The facts without which this condition cannot be judged. */
        List<String> lacking(Map<String, Object> facts) {
            if (state(facts) != State.UNKNOWN) {
                return List.of();
            }
            String second = other;
            List<String> lacking = new ArrayList<>();
            if (facts.get(fact) == null) {
                lacking.add(fact);
            }
            if (second != null && facts.get(second) == null) {
                lacking.add(second);
            }
            return lacking.isEmpty() ? List.of(fact) : lacking;
        }

        private static boolean same(Object seen, Object wanted) {
            if (seen instanceof Number a && wanted instanceof Number b) {
                return a.doubleValue() == b.doubleValue();
            }
            return seen.toString().equalsIgnoreCase(wanted.toString());
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
            effects = java.util.Collections.unmodifiableSortedMap(new java.util.TreeMap<>(effects));
            bonus = java.util.Collections.unmodifiableSortedMap(new java.util.TreeMap<>(bonus));
        }

        boolean holds(Map<String, Object> facts) {
            return state(facts) == State.HOLDS;
        }

        /** Fails when one condition does, whatever else is unknown. */
        State state(Map<String, Object> facts) {
            State state = State.HOLDS;
            for (Condition condition : when) {
                switch (condition.state(facts)) {
                    case FAILS -> {
                        return State.FAILS;
                    }
                    case UNKNOWN -> state = State.UNKNOWN;
                    case HOLDS -> {
                        // the next one decides
                    }
                }
            }
            return state;
        }

        /** The facts without which this rule cannot be judged, in order. */
        List<String> lacking(Map<String, Object> facts) {
            return state(facts) == State.UNKNOWN
                    ? when.stream()
                            .flatMap(condition -> condition.lacking(facts).stream())
                            .distinct()
                            .toList()
                    : List.of();
        }
    }

    /** The same without a registry of facts. */
    public static MethodRules of(Map<String, Object> content) {
        return of(content, FactCatalogue.EMPTY);
    }

    /**
     * Checks the content of a rules file.
     *
     * @throws IllegalArgumentException naming the rule and what is wrong
     */
    public static MethodRules of(Map<String, Object> content, FactCatalogue facts) {
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
        return new MethodRules(rules, facts);
    }

    private static Rule rule(String id, Map<?, ?> map) {
        Set<String> known = Set.of("id", "when", "blocker", "warning", "bonus", "remediable", "days", "text", "remedy");
        Set<String> words = Set.of("fact", "is", "value", "other", "unknown");
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
            condition.keySet().forEach(key -> {
                if (!words.contains(String.valueOf(key))) {
                    throw new IllegalArgumentException("'" + key + "' is no word of the condition on " + fact);
                }
            });
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
