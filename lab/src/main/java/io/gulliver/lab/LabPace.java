package io.gulliver.lab;

import java.time.Duration;
import java.util.Locale;

/**
 * How fast the lab works: the same jobs as in a data centre, done at a higher rate.
 *
 * <p>No clock is scaled. A simulator states how long the real thing takes and asks for the lab's duration; it states real
 * rates in bytes a second and asks for the lab's. So an estimate made from the lab's rates agrees with what is measured.
 */
public final class LabPace {
    /** The default: the largest database, 8 TB, is across in about seven minutes, so fifty take about ten. */
    public static final double USUAL = 150;

    private static final double AS_FAST_AS_POSSIBLE = Double.POSITIVE_INFINITY;

    private final double speed;

    private LabPace(double speed) {
        this.speed = speed;
    }

    /** Takes as long as the real thing. */
    public static LabPace real() {
        return new LabPace(1);
    }

    /** Asynchronous work is done at the next look; for tests. */
    public static LabPace max() {
        return new LabPace(AS_FAST_AS_POSSIBLE);
    }

    /** So many times faster than the real thing; at least 1. */
    public static LabPace times(double speed) {
        if (!(speed >= 1)) {
            throw new IllegalArgumentException("The lab's speed is at least 1, not " + speed);
        }
        return new LabPace(speed);
    }

    /** Reads {@code --speed}: a number from 1 up, or {@code max}. */
    public static LabPace parse(String text) {
        if (text.toLowerCase(Locale.ROOT).equals("max")) {
            return max();
        }
        try {
            return times(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "The lab's speed is a number from 1 up or \"max\", not \"" + text + "\"");
        }
    }

    /** Whether nothing takes time. */
    public boolean isUnlimited() {
        return speed == AS_FAST_AS_POSSIBLE;
    }

    /** How many times faster than the real thing. */
    public double factor() {
        return speed;
    }

    /** How long the lab takes for work that takes {@code real} in a data centre; zero at maximum speed. */
    public Duration duration(Duration real) {
        return speed == AS_FAST_AS_POSSIBLE ? Duration.ZERO : Duration.ofNanos((long) (real.toNanos() / speed));
    }

    /** How many bytes a second the lab moves where a data centre moves {@code realBytesPerSecond}. */
    public double bytesPerSecond(double realBytesPerSecond) {
        return realBytesPerSecond * speed;
    }

    @Override
    public String toString() {
        return speed == AS_FAST_AS_POSSIBLE ? "max" : Double.toString(speed);
    }
}
