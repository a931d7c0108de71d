package io.gulliver.assessment.cost;

/** A quantity or an amount with how far it may be off. */
public record Range(double low, double likely, double high) {
    /** Nothing to be off. */
    public static Range of(double exact) {
        return new Range(exact, exact, exact);
    }

    /** As many of it. */
    public Range times(double factor) {
        return new Range(low * factor, likely * factor, high * factor);
    }

    /** Both together. */
    public Range plus(Range other) {
        return new Range(low + other.low, likely + other.likely, high + other.high);
    }

    /** Rounded to cents, so that sums of a page and of a file agree. */
    public Range rounded() {
        return new Range(cents(low), cents(likely), cents(high));
    }

    private static double cents(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
