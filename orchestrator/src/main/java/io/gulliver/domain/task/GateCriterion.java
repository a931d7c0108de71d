package io.gulliver.domain.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One demand of a gate with the machine's verdict: it was judged when the gate opened, on what the steps before it found.
 *
 * @param id unique in the gate; a waiver names it
 * @param title what is wanted, for people
 * @param verdict {@link #MET}, {@link #NOT_MET} or {@link #NOT_MEASURED}
 * @param why the condition, where it could not be judged the reason, and in brackets what it was judged by
 */
public record GateCriterion(String id, String title, String verdict, String why) {
    /** Name of the gate's input that holds the criteria. */
    public static final String INPUT = "criteria";

    /** It holds. */
    public static final String MET = "met";

    /** It does not hold. */
    public static final String NOT_MET = "not met";

    /** Nobody knows; never counts as met. */
    public static final String NOT_MEASURED = "not measured";

    /** Name of the value with which a decision says what it waives. */
    public static final String WAIVED = "waived";

    /** {@code CONDITION [NAME of STEP = VALUE, FACT = VALUE]}, as the playbook's values are shown to whoever decides. */
    private static final Pattern JUDGED = Pattern.compile("(?s)(.*) \\[([\\w.]+(?: of [\\w-]+)? = .*)]\\s*");

    private static final Pattern NEXT = Pattern.compile(", (?=[\\w.]+(?: of [\\w-]+)? = )");
    private static final Pattern FIGURE = Pattern.compile("(?s)([\\w.]+)(?: of ([\\w-]+))? = (.*)");

    /**
     * What a criterion was judged by.
     *
     * @param name of an output or a fact, as the playbook writes it
     * @param step that has the output, or null of a fact
     * @param value as text
     */
    public record Figure(String name, @Nullable String step, String value) {}

    /** Whether it holds. */
    public boolean met() {
        return verdict.equals(MET);
    }

    /** The condition alone, and where it could not be judged the reason. */
    public String condition() {
        Matcher judged = JUDGED.matcher(why);
        return judged.matches() ? judged.group(1) : why;
    }

    /** What it was judged by, in the order of {@link #why()}; nothing where it names no values. */
    public List<Figure> figures() {
        Matcher judged = JUDGED.matcher(why);
        List<Figure> figures = new ArrayList<>();
        if (judged.matches()) {
            for (String one : NEXT.split(judged.group(2))) {
                Matcher figure = FIGURE.matcher(one);
                if (figure.matches()) {
                    figures.add(new Figure(figure.group(1), figure.group(2), figure.group(3)));
                }
            }
        }
        return List.copyOf(figures);
    }

    /** As it travels among a step's inputs. */
    public Map<String, Object> asInput() {
        // In one order: it is recorded, and what is recorded is the same in every JVM.
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("id", id);
        input.put("title", title);
        input.put("verdict", verdict);
        input.put("why", why);
        return Collections.unmodifiableMap(input);
    }

    /** The criteria among a gate's inputs, in the playbook's order; none when the gate has none. */
    public static List<GateCriterion> of(Map<String, Object> inputs) {
        List<GateCriterion> criteria = new ArrayList<>();
        if (inputs.get(INPUT) instanceof List<?> list) {
            for (Object line : list) {
                if (line instanceof Map<?, ?> map) {
                    criteria.add(new GateCriterion(
                            text(map.get("id")),
                            text(map.get("title")),
                            text(map.get("verdict")),
                            text(map.get("why"))));
                }
            }
        }
        return List.copyOf(criteria);
    }

    /** Ids of the criteria that a decision waives. */
    public static List<String> waived(Map<String, Object> said) {
        return said.get(WAIVED) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** What a decision carries that waives these criteria. */
    public static Map<String, Object> waiving(@Nullable List<String> ids) {
        return ids == null || ids.isEmpty() ? Map.of() : Map.of(WAIVED, List.copyOf(ids));
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
