package io.gulliver.planning.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A figure with how it was found: a small tree that a page shows as "why 5 IFLs" and that JSON carries.
 *
 * <p>A leaf was given and names its source; every other figure names its formula and has the figures that went in.
 *
 * @param name what it is
 * @param value rounded
 * @param unit of value and exact, empty for a plain number
 * @param exact before rounding
 * @param source who or what said so, null when computed
 * @param formula in words and signs, null when given
 * @param rounding in words
 * @param inputs figures that went in, in the order of the formula
 * @param notes what else a reader must know: assumptions, limits
 */
public record Derivation(
        String name,
        double value,
        String unit,
        double exact,
        @Nullable String source,
        @Nullable String formula,
        String rounding,
        List<Derivation> inputs,
        List<String> notes) {
    private static final MathContext DIGITS = new MathContext(12);

    public Derivation {
        if (!Double.isFinite(value) || !Double.isFinite(exact)) {
            throw new ArithmeticException(
                    "The figure '" + name + "' is " + exact + ": too large, or divided by nothing. Check what went in: "
                            + inputs.stream().map(Derivation::told).toList());
        }
        value = tidy(value);
        exact = tidy(exact);
        inputs = List.copyOf(inputs);
        notes = List.copyOf(notes);
    }

    /** Binary fractions leave crumbs at the sixteenth digit: without them nothing is rounded up for a crumb, or looks odd. */
    private static double tidy(double number) {
        return number == 0 ? 0 : BigDecimal.valueOf(number).round(DIGITS).doubleValue();
    }

    /** A figure that was given. */
    public static Derivation given(String name, double value, String unit, String source) {
        return new Derivation(name, value, unit, value, source, null, Rounding.NONE.words(), List.of(), List.of());
    }

    /** A figure that was computed. */
    public static Derivation computed(
            String name, String unit, String formula, double found, Rounding rounding, List<Derivation> inputs) {
        double exact = Double.isFinite(found) ? tidy(found) : found;
        return new Derivation(
                name, rounding.apply(exact), unit, exact, null, formula, rounding.words(), inputs, List.of());
    }

    /** A figure that was computed. */
    public static Derivation computed(
            String name, String unit, String formula, double exact, Rounding rounding, Derivation... inputs) {
        return computed(name, unit, formula, exact, rounding, List.of(inputs));
    }

    /** The same with one more note. */
    public Derivation noted(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Derivation(name, value, unit, exact, source, formula, rounding, inputs, more);
    }

    /** All of the tree as lines of text, inputs indented below what they lead to. */
    public List<String> explained() {
        List<String> lines = new ArrayList<>();
        explain(lines, "");
        return lines;
    }

    private void explain(List<String> lines, String indent) {
        StringBuilder line = new StringBuilder(indent).append(told());
        if (formula != null) {
            line.append(" = ").append(formula);
            if (value != exact) {
                line.append(" = ").append(shown(exact)).append(", ").append(rounding);
            }
        }
        if (source != null) {
            line.append(" (").append(source).append(')');
        }
        notes.forEach(note -> line.append("; ").append(note));
        lines.add(line.toString());
        inputs.forEach(input -> input.explain(lines, indent + "  "));
    }

    /** {@code IFLs 5}, {@code memory 26,624 MB}. */
    public String told() {
        return name + " " + shown(value) + (unit.isEmpty() ? "" : " " + unit);
    }

    /** A number with thousands separated and at most three places after the point. */
    public static String shown(double number) {
        String text = String.format(Locale.ROOT, "%,.3f", number);
        return text.replaceAll("\\.?0+$", "");
    }
}
