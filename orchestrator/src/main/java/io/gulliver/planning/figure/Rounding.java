package io.gulliver.planning.figure;

/** How a figure was rounded, with the words that a page shows. */
public enum Rounding {
    NONE("not rounded") {
        @Override
        public double apply(double exact) {
            return exact;
        }
    },
    NEAREST("to the nearest whole") {
        @Override
        public double apply(double exact) {
            return Math.rint(exact);
        }
    },
    UP("up to whole") {
        @Override
        public double apply(double exact) {
            return Math.ceil(exact - guard(exact));
        }
    },
    DOWN("down to whole") {
        @Override
        public double apply(double exact) {
            return Math.floor(exact + guard(exact));
        }
    },
    UP_TO_GIB("up to whole GiB, 1,024 MB") {
        @Override
        public double apply(double exact) {
            return UP.apply(exact / 1024) * 1024;
        }
    };

    private final String words;

    Rounding(String words) {
        this.words = words;
    }

    /** The rounded figure. */
    public abstract double apply(double exact);

    /** As a page says it. */
    public String words() {
        return words;
    }

    /** What the last bits of binary fractions may be off: 4.000000000001 is 4, not 5. */
    private static double guard(double exact) {
        return 1e-9 * Math.max(1, Math.abs(exact));
    }
}
