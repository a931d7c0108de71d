package io.gulliver.planning.build;

import io.gulliver.domain.build.DesignLine;
import io.gulliver.planning.figure.Derivation;
import java.math.BigDecimal;

/**
 * One thing that a server is built with.
 *
 * @param part what it is about
 * @param key tells it from every other line of the design; never changed, since approvals keep it
 * @param words what it is, for people
 * @param value in one form whatever it was written like: numbers without naughts at the end, lists joined by commas
 * @param unit of a number, empty for none
 * @param whence where it comes from
 * @param bound whether an approval is of it; what is chosen when it is made is not
 */
public record BuildLine(
        BuildPart part, String key, String words, String value, String unit, Whence whence, boolean bound) {
    /** Value and unit as people read them. */
    public String shown() {
        return shown(value, unit);
    }

    /** Value and unit of a line that was kept, as people read them. */
    static String shown(DesignLine line) {
        return shown(line.value(), line.unit());
    }

    private static String shown(String value, String unit) {
        return (unit.isEmpty() ? value : number(value)) + (unit.isEmpty() || value.isEmpty() ? "" : " " + unit);
    }

    private static String number(String value) {
        try {
            return Derivation.shown(new BigDecimal(value).doubleValue());
        } catch (NumberFormatException text) {
            return value;
        }
    }

    /** What an approval keeps of it. */
    public DesignLine kept() {
        return new DesignLine(key, words, value, unit);
    }
}
