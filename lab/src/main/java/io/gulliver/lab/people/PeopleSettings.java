package io.gulliver.lab.people;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the simulated people work.
 *
 * @param product address of the product
 * @param password of the lab's users
 * @param seed decides who thinks how long; the same seed, the same people
 * @param pace how many times faster than the default they think: 1 is the default, infinity answers at once
 * @param all true when they answer everything; false when the tasks of one move group are left to the user
 * @param atOnce most migrations that they keep running at once, those of the user's move group not counted
 * @param playbook name of the playbook by which they look at databases that are not carried
 * @param allBy key of the method that their program takes for all databases, null for each its own
 * @param databases names of those that their program has; empty for all of the estate
 */
public record PeopleSettings(
        URI product,
        String password,
        long seed,
        double pace,
        boolean all,
        int atOnce,
        String playbook,
        @Nullable String allBy,
        Set<String> databases) {
    /** The longest that anybody thinks about a task at the default speed. */
    private static final Duration THINKS = Duration.ofSeconds(3);

    public PeopleSettings {
        databases = new TreeSet<>(databases);
        if (!(pace > 0)) {
            throw new IllegalArgumentException("Pace of people " + pace + ": wanted more than 0");
        }
        if (atOnce < 1) {
            throw new IllegalArgumentException("Migrations at once " + atOnce + ": wanted 1 or more");
        }
    }

    /** How long somebody thinks about one thing: the same for the same thing after every restart. */
    Duration thinking(String about) {
        if (Double.isInfinite(pace)) {
            return Duration.ZERO;
        }
        long spread = Math.floorMod(about.hashCode() * 31L + seed * 0x9E3779B97F4A7C15L, 1000L);
        return Duration.ofMillis(Math.round(THINKS.toMillis() * (0.2 + 0.8 * spread / 1000.0) / pace));
    }

    /** The same where their time is a program's calendar: some minutes, and none for people who answer at once. */
    Duration thinkingByCalendar(String about) {
        return thinking(about).multipliedBy(200);
    }

    /** How often they look: once a second at the default speed and slower, four times a second at most. */
    Duration looks() {
        return pace > 4 ? Duration.ofMillis(250) : Duration.ofSeconds(1);
    }

    @Override
    public String toString() {
        return "people of " + product + (all ? ", answering everything" : ", leaving one move group to the user");
    }
}
