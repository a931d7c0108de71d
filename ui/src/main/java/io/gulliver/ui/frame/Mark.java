package io.gulliver.ui.frame;

import org.jspecify.annotations.Nullable;

/**
 * A headline figure in a sentence: the page says it in words and names it for whoever compares pages.
 *
 * @param figure which: {@code size}, {@code window}, {@code outage.predicted}, {@code memory}, {@code missing}, {@code risks},
 *     {@code feasible}
 * @param subject a program's key, or that and a database: {@code northmoor/ORDERS}
 * @param value without unit and rounding: decimal GB, seconds, MB, a count, a word; {@code unknown} while it is not known
 * @param text as people read it
 */
public record Mark(String figure, String subject, String value, String text) {
    /** @param value null while it is not known */
    public static Mark of(String figure, String subject, @Nullable Object value, String text) {
        return new Mark(figure, subject, value == null ? "unknown" : value.toString(), text);
    }
}
