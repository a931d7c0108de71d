package io.gulliver.testing;

import java.util.Random;

/**
 * Generated cases, each of a seed of its own; a failure names its seed.
 *
 * <ul>
 *   <li>{@code -Dgulliver.seed=N} begins with that seed;
 *   <li>{@code -Dgulliver.tries=N} tries N times as many: {@code ./gulliver test --long fuzzing} forty times, {@code mvn
 *       test} and {@code ./gulliver test fast} a tenth.
 * </ul>
 */
public final class Seeds {

    private Seeds() {}

    /** A check of one generated case. */
    public interface Property {
        void holds(long seed, Random random) throws Exception;
    }

    /** How many of those that a common run tries this one does, one at least. */
    public static int many(int tries) {
        return (int) Math.max(1, Math.round(tries * Double.parseDouble(System.getProperty("gulliver.tries", "1"))));
    }

    /** @param tries in a common run */
    public static void forAll(int tries, Property property) {
        long first = Long.getLong("gulliver.seed", 0);
        long many = many(tries);
        for (long seed = first; seed < first + many; seed++) {
            try {
                // Spread: neighbouring seeds would all begin with the same coin.
                property.holds(seed, new Random(seed * 0x9E3779B97F4A7C15L));
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        if (many > tries) {
            proved(first, many);
        }
    }

    /** Prints which seeds the calling test tried, for the page of a long run in {@code docs/proof}. */
    public static void proved(long first, long many) {
        StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().equals(Seeds.class.getName())
                                && !frame.getMethodName().equals("forAll"))
                        .findFirst())
                .ifPresent(test -> System.out.println("proof: "
                        + test.getClassName().substring(test.getClassName().lastIndexOf('.') + 1) + "."
                        + test.getMethodName() + ": seeds " + first + " to " + (first + many - 1)));
    }
}
