package io.gulliver.testing;

import java.util.Random;

/**
 * Generated cases, each of a seed of its own; a failure names its seed.
 *
 * <ul>
 *   <li>{@code -Dgulliver.seed=N} begins with that seed;
 *   <li>{@code -Dgulliver.tries=N} tries N times as many, as {@code ./gulliver test --long fuzzing} does.
 * </ul>
 */
public final class Seeds {

    private Seeds() {}

    /** A check of one generated case. */
    public interface Property {
        void holds(long seed, Random random) throws Exception;
    }

    /** @param tries in a common run */
    public static void forAll(int tries, Property property) {
        long first = Long.getLong("gulliver.seed", 0);
        long many = (long) tries * Integer.getInteger("gulliver.tries", 1);
        for (long seed = first; seed < first + many; seed++) {
            try {
                // Spread: neighbouring seeds would all begin with the same coin.
                property.holds(seed, new Random(seed * 0x9E3779B97F4A7C15L));
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}
