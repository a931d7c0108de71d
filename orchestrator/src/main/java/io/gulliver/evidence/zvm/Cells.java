package io.gulliver.evidence.zvm;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.DecimalMark;
import java.util.OptionalDouble;

/** Figures as z/VM prints them: {@code .0}, {@code 12.5}, {@code 1234K}, {@code 64G}, and dots where there is none. */
final class Cells {
    private static final Pattern FIGURE = Pattern.compile("([+-]?[0-9.,]*[0-9][0-9]*)([KMGTPE]?)");
    private static final Pattern NONE = Pattern.compile("[.-]*");

    private final DecimalMark marks = new DecimalMark();

    /** Whether the cell says that there is no figure. */
    static boolean none(String cell) {
        return NONE.matcher(cell).matches();
    }

    /** The figure with its binary multiple, or empty. */
    OptionalDouble read(String cell) {
        Matcher figure = FIGURE.matcher(cell);
        if (!figure.matches()) {
            return OptionalDouble.empty();
        }
        OptionalDouble plain = marks.read(figure.group(1));
        double times = figure.group(2).isEmpty() ? 1 : Math.pow(1024, "KMGTPE".indexOf(figure.group(2)) + 1);
        return plain.isEmpty() ? plain : OptionalDouble.of(plain.getAsDouble() * times);
    }
}
