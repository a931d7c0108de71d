package io.gulliver.ui.frame;

import io.gulliver.domain.plan.OutageFigures;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A headline figure in a sentence: the page says it in words and names it for whoever compares pages.
 *
 * @param figure which: {@code size}, {@code window}, {@code outage.predicted} and its like, {@code memory}, {@code missing}, {@code risks},
 *     {@code feasible}
 * @param subject a program's key, or that and a database: {@code northmoor/ORDERS}
 * @param value without unit and rounding: decimal GB, seconds, MB, a count, a word; {@code unknown} while it is not known
 * @param text as people read it
 * @param over whether it is longer than what was agreed
 */
public record Mark(String figure, String subject, String value, String text, boolean over) {
    /** @param value null while it is not known */
    public static Mark of(String figure, String subject, @Nullable Object value, String text) {
        return new Mark(figure, subject, value == null ? "unknown" : value.toString(), text, false);
    }

    /** The outage that is nearest to the fact, by its kind and in seconds; where none is known, the predicted one is not. */
    public static Mark outage(String subject, OutageFigures outages) {
        return outages.best()
                .map(one -> new Mark(
                        "outage." + one.kind().name().toLowerCase(Locale.ROOT),
                        subject,
                        Long.toString(one.length().toSeconds()),
                        "",
                        one.over()))
                .orElseGet(() -> of("outage.predicted", subject, null, ""));
    }
}
