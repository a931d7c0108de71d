package io.gulliver.evidence;

import java.util.OptionalDouble;

/**
 * Reads numbers as SQL*Plus prints them, {@code ,8} or {@code 6.3294E+10}, under the one decimal mark of the file.
 *
 * <p>The first figure with a mark decides; a later figure with the other mark is no number of this file.
 */
public final class DecimalMark {
    private char mark;

    /** The number, or empty for anything else, as for a cell of {@code #} that was too narrow. */
    public OptionalDouble read(String cell) {
        int length = cell.length();
        int digits = 0;
        int at = 0;
        int seen = -1;
        int i = 0;
        if (i < length && (cell.charAt(i) == '-' || cell.charAt(i) == '+')) {
            i++;
        }
        for (; i < length; i++) {
            char c = cell.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if ((c == '.' || c == ',') && seen < 0) {
                seen = i;
            } else {
                break;
            }
        }
        at = i;
        if (digits == 0 || (at < length && !exponent(cell, at))) {
            return OptionalDouble.empty();
        }
        if (seen >= 0) {
            char found = cell.charAt(seen);
            if (mark == 0) {
                mark = found;
            } else if (mark != found) {
                return OptionalDouble.empty();
            }
        }
        double value = Double.parseDouble(seen >= 0 && cell.charAt(seen) == ',' ? cell.replace(',', '.') : cell);
        return Double.isInfinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static boolean exponent(String cell, int at) {
        int i = at;
        if (cell.charAt(i) != 'E' && cell.charAt(i) != 'e') {
            return false;
        }
        i++;
        if (i < cell.length() && (cell.charAt(i) == '-' || cell.charAt(i) == '+')) {
            i++;
        }
        if (i == cell.length()) {
            return false;
        }
        for (; i < cell.length(); i++) {
            if (cell.charAt(i) < '0' || cell.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
