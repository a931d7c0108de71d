package io.gulliver.planning.facts;

import java.util.OptionalDouble;

/** Numbers as people write them: with a decimal point or comma and, on the other sign, groups of thousands. */
public final class TextNumbers {
    private TextNumbers() {}

    /** Whether {@code 1,250} stands there, which may be a thousand and more, or one and a quarter. */
    public static boolean ambiguous(String text) {
        return plain(text).matches("[1-9]\\d{0,2},\\d{3}");
    }

    /** The number; empty for any other text, and for one that can be read in two ways. */
    public static OptionalDouble read(String text) {
        String plain = plain(text);
        if (ambiguous(plain)) {
            return OptionalDouble.empty();
        }
        String number;
        if (plain.matches("-?\\d+([.]\\d+)?([eE][+-]?\\d{1,2})?")) {
            number = plain;
        } else if (plain.matches("-?\\d+,\\d+")) {
            number = plain.replace(',', '.');
        } else if (plain.matches("-?\\d{1,3}(\\.\\d{3})+,\\d+|-?\\d{1,3}(\\.\\d{3}){2,}")) {
            number = plain.replace(".", "").replace(',', '.');
        } else if (plain.matches("-?\\d{1,3}(,\\d{3})+\\.\\d+|-?\\d{1,3}(,\\d{3}){2,}")) {
            number = plain.replace(",", "");
        } else {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Double.parseDouble(number));
    }

    private static String plain(String text) {
        return text.strip().replaceAll("[\\s\\u00a0\\u202f']", "");
    }
}
