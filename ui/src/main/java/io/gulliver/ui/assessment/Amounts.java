package io.gulliver.ui.assessment;

import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.cost.Range;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.ui.frame.Words;
import org.jspecify.annotations.Nullable;

/** Writes quantities and amounts with their range. What has no price says so, and is never zero. */
public final class Amounts {
    private static final String NOTHING = "–";

    private final Words words;

    public Amounts(Words words) {
        this.words = words;
    }

    /** {@code 12}, {@code 1,250.5}, or a dash. */
    public String likely(@Nullable Range range) {
        return range == null ? NOTHING : number(range.likely());
    }

    /** {@code 8 to 20}, or empty when nothing is open. */
    public String span(@Nullable Range range) {
        return range == null || range.low() == range.high()
                ? ""
                : words.text("cost.span", number(range.low()), number(range.high()));
    }

    /** A count, or a dash. */
    public String count(@Nullable Double value) {
        return value == null ? NOTHING : number(value);
    }

    /** {@code 1,200 EUR}, or {@code no price set}. */
    public String amount(@Nullable Range range, @Nullable String currency) {
        return range == null || currency == null
                ? words.text("cost.noprice")
                : number(range.likely()) + "\u00a0" + currency;
    }

    /** The price of one unit, or {@code no price set}. */
    public String rate(CostRates.@Nullable Rate rate, @Nullable String currency) {
        return rate == null || currency == null
                ? words.text("cost.noprice")
                : number(rate.amount()) + "\u00a0" + currency;
    }

    private static String number(double value) {
        return Derivation.shown(Math.round(value * 100) / 100.0);
    }
}
