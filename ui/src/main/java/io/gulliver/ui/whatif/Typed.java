package io.gulliver.ui.whatif;

import com.google.re2j.Pattern;
import java.util.Optional;

/** Reads numbers as people write and paste them: {@code 143,360}, {@code 7,6 %}, {@code 2 804 128}, {@code 1.3E+09}. */
public final class Typed {
    private static final Pattern BLANKS = Pattern.compile("[\\s\u00a0\u2007\u202f'’_]+");
    private static final Pattern THOUSANDS = Pattern.compile("[-+]?[1-9][0-9]{0,2}(,[0-9]{3})+");
    private static final Pattern POINTS = Pattern.compile("[-+]?[1-9][0-9]{0,2}(\\.[0-9]{3}){2,}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?");
    private static final int LONGEST = 60;

    private Typed() {}

    /**
     * The number, or empty when the text is none. A comma before exactly three digits parts thousands unless the number
     * begins with 0; otherwise it is the decimal mark.
     */
    public static Optional<Double> number(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        String plain = BLANKS.matcher(text).replaceAll("");
        if (plain.endsWith("%")) {
            plain = plain.substring(0, plain.length() - 1);
        }
        int comma = plain.lastIndexOf(',');
        int point = plain.lastIndexOf('.');
        if (comma >= 0 && point >= 0) {
            plain = comma > point ? plain.replace(".", "").replace(',', '.') : plain.replace(",", "");
        } else if (THOUSANDS.matcher(plain).matches()) {
            plain = plain.replace(",", "");
        } else if (POINTS.matcher(plain).matches()) {
            plain = plain.replace(".", "");
        } else if (comma >= 0 && plain.indexOf(',') == comma) {
            plain = plain.replace(',', '.');
        }
        if (!NUMBER.matcher(plain).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(plain);
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }
}
