package io.gulliver.domain.estate;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Turns a number of one unit into another of the same kind: sizes, times, rates and counts. */
public final class Units {
    private Units() {}

    /** The number in another unit; empty when nobody knows how one becomes the other. */
    public static OptionalDouble convert(double number, @Nullable String from, @Nullable String to) {
        if (from == null || to == null || from.strip().equalsIgnoreCase(to.strip())) {
            return OptionalDouble.of(number);
        }
        return Unit.parse(from)
                .flatMap(one -> Unit.parse(to).map(other -> one.convert(number, other)))
                .orElse(OptionalDouble.empty());
    }
}
