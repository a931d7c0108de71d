package io.gulliver.ui.api;

import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.database.SizingPolicy;
import io.gulliver.domain.plan.Rates;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says everything that is wrong with a program's policy when it is typed, instead of when a plan is made of it.
 *
 * <p>Members that nobody reads may hold anything; those that are read ({@code rates}, {@code measuredRates},
 * {@code parameters}, {@code databases}, {@code shared}, {@code facts}, {@code sizing}, {@code completeness},
 * {@code cost}) must have the shape that their readers expect.
 */
final class PolicyCheck {
    private static final int DEEPEST = 40;

    private final Words words;
    private final List<FieldProblem> problems = new ArrayList<>();

    /** It is read with every list of programs; the largest in use has a tenth of this. */
    private static final int LONGEST = 200_000;

    private PolicyCheck(Words words) {
        this.words = words;
    }

    /**
     * The policy as given, empty for none.
     *
     * @throws Refusal 422 with a pointer for each thing that is wrong
     */
    static Map<String, Object> accepted(@Nullable Map<String, Object> policy, Words words) {
        if (policy == null) {
            return Map.of();
        }
        PolicyCheck check = new PolicyCheck(words);
        if (characters(policy) > LONGEST) {
            throw Refusal.invalid(List.of(new FieldProblem("/policy", words.text("problem.policy.large", LONGEST))));
        }
        check.values("/policy", policy, 0);
        check.rates("/policy/rates", policy.get("rates"));
        check.rates("/policy/measuredRates", policy.get("measuredRates"));
        if (policy.get("methods") instanceof Map<?, ?> methods) {
            check.rates("/policy/methods/rates", methods.get("rates"));
        }
        check.notice(policy.get("clientNoticeDays"));
        check.collection("/policy/collection", policy.get("collection"));
        check.members("/policy/facts", policy.get("facts"));
        check.members("/policy/parameters", policy.get("parameters"));
        check.members("/policy/databases", policy.get("databases"))
                .forEach((pointer, database) -> check.members(pointer, database).forEach((inner, value) -> {
                    if (inner.equals(pointer + "/parameters")) {
                        check.members(inner, value);
                    }
                }));
        check.members("/policy/shared", policy.get("shared"))
                .forEach((kind, things) -> check.members(kind, things).forEach(check::thing));
        check.said("/policy/sizing", () -> SizingPolicy.of(policy));
        check.said("/policy/cost", () -> CostRates.of(policy));
        check.completeness(policy.get("completeness"));
        if (!check.problems.isEmpty()) {
            throw Refusal.invalid(check.problems);
        }
        return policy;
    }

    /** About as many as its JSON has. */
    private static long characters(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .mapToLong(entry -> characters(entry.getKey()) + characters(entry.getValue()) + 4)
                    .sum();
        }
        if (value instanceof Iterable<?> list) {
            long sum = 2;
            for (Object one : list) {
                sum += characters(one) + 1;
            }
            return sum;
        }
        return String.valueOf(value).length();
    }

    /** What a reader of the policy says against it. */
    private void said(String pointer, Supplier<?> reader) {
        try {
            reader.get();
        } catch (IllegalArgumentException impossible) {
            problem(pointer, "form.policy.said", String.valueOf(impossible.getMessage()));
        }
    }

    private void completeness(@Nullable Object completeness) {
        members("/policy/completeness", completeness).forEach((pointer, value) -> {
            boolean percent =
                    value instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= 100;
            if (pointer.endsWith("/threshold") && !percent) {
                problem(pointer, "form.policy.percent");
            }
        });
    }

    /** So long before its cutover a database's clients must be known. */
    private void notice(@Nullable Object days) {
        boolean whole = days instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && number.doubleValue() >= 1
                && number.doubleValue() <= 365;
        if (days != null && !whole) {
            problem("/policy/clientNoticeDays", "form.policy.days");
        }
    }

    private void collection(String pointer, @Nullable Object collection) {
        members(pointer, collection).forEach((inner, value) -> {
            switch (inner.substring(pointer.length() + 1)) {
                case "days" -> whole(inner, value, 7, 400);
                case "sample_minutes" -> whole(inner, value, 1, 1440);
                case "month_end" -> {
                    if (!(value instanceof Boolean)) {
                        problem(inner, "form.policy.boolean");
                    }
                }
                default -> problem(inner, "form.policy.collection");
            }
        });
    }

    private void whole(String pointer, @Nullable Object value, int least, int most) {
        if (!(value instanceof Number number)
                || number.doubleValue() != Math.rint(number.doubleValue())
                || number.doubleValue() < least
                || number.doubleValue() > most) {
            problem(pointer, "form.policy.whole", least, most);
        }
    }

    private void thing(String pointer, @Nullable Object thing) {
        members(pointer, thing).forEach((inner, value) -> {
            if (inner.equals(pointer + "/facts")) {
                members(inner, value);
            } else if (inner.equals(pointer + "/playbook") && !(value instanceof String text && !text.isBlank())) {
                problem(inner, "form.policy.playbook");
            }
        });
    }

    private void rates(String pointer, @Nullable Object rates) {
        members(pointer, rates).forEach((inner, value) -> {
            String name = unescaped(inner.substring(pointer.length() + 1));
            if (!Rates.DEFAULTS.containsKey(name)) {
                problem(inner, "form.policy.rate", name, String.join(", ", Rates.DEFAULTS.keySet()));
            } else if (!(value instanceof Number number)) {
                problem(inner, "form.policy.number");
            } else {
                try {
                    SortedMap<String, Double> one = new TreeMap<>();
                    one.put(name, number.doubleValue());
                    new Rates(one);
                } catch (IllegalArgumentException impossible) {
                    problem(inner, "form.policy.said", String.valueOf(impossible.getMessage()));
                }
            }
        });
    }

    /** What an object holds, by pointer; nothing when it is absent, and a problem when it is something else. */
    private Map<String, @Nullable Object> members(String pointer, @Nullable Object value) {
        Map<String, @Nullable Object> members = new TreeMap<>();
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, member) -> {
                if (String.valueOf(name).isBlank()) {
                    problem(pointer, "form.policy.unnamed");
                } else {
                    members.put(pointer + "/" + escaped(String.valueOf(name)), member);
                }
            });
        } else if (value != null) {
            problem(pointer, "form.policy.object");
        }
        return members;
    }

    /** Numbers that JSON can write and Java cannot hold would come back as something else. */
    private void values(String pointer, @Nullable Object value, int depth) {
        if (depth > DEEPEST) {
            problem(pointer, "form.policy.deep", DEEPEST);
        } else if (value instanceof Map<?, ?> object) {
            object.forEach((name, member) -> values(pointer + "/" + escaped(String.valueOf(name)), member, depth + 1));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                values(pointer + "/" + i, list.get(i), depth + 1);
            }
        } else if (value instanceof Number number && !Double.isFinite(number.doubleValue())) {
            problem(pointer, "form.policy.huge");
        }
    }

    private void problem(String pointer, String key, Object... arguments) {
        problems.add(new FieldProblem(pointer, words.text(key, arguments)));
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String unescaped(String name) {
        return name.replace("~1", "/").replace("~0", "~");
    }
}
