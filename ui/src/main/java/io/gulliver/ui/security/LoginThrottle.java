package io.gulliver.ui.security;

import io.gulliver.domain.people.Account;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down guessing, and lets no stranger lock a person out. What is closed is a pair of account and place, or a place
 * for every account; never an account. A place is an address, or a browser in which the person has logged in before: that
 * one is not closed by what others do behind the same address. Each time a pair or an address is closed it stays closed for
 * twice as long. Under an attack from many addresses on one account each of them has two tries in place of ten, so that the
 * right password still opens from any that is not closed.
 */
final class LoginThrottle {
    static final int TRIES = 10;
    /** Of one address, whatever the accounts. */
    static final int TRIES_OF_ADDRESS = 100;
    /** Of one account, wherever from: beyond it each place has {@link #TRIES_ATTACKED}. */
    static final int ATTACK = 100;

    static final int TRIES_ATTACKED = 2;
    static final Duration WINDOW = Duration.ofMinutes(1);
    static final Duration LONGEST = Duration.ofHours(1);
    private static final int REMEMBERED = 10_000;

    private final Clock clock;
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** @param closings how often it was closed, which doubles each time */
    private record Failures(int count, Instant first, Instant closedUntil, int closings) {}

    LoginThrottle(Clock clock) {
        this.clock = clock;
    }

    /** How long a log-in of this name from there is closed; zero when it is open. */
    synchronized Duration closedFor(String name, String place, String address) {
        Duration pair = left(pair(name, place));
        Duration all = place.equals(address) ? left("address " + address) : Duration.ZERO;
        return pair.compareTo(all) >= 0 ? pair : all;
    }

    synchronized void failed(String name, String place, String address) {
        Instant now = clock.instant();
        Failures account = count("account " + Account.folded(name), Integer.MAX_VALUE, now);
        count(pair(name, place), account.count() > ATTACK && place.equals(address) ? TRIES_ATTACKED : TRIES, now);
        count("address " + address, TRIES_OF_ADDRESS, now);
    }

    synchronized void succeeded(String name, String place) {
        failures.remove(pair(name, place));
    }

    private Failures count(String key, int most, Instant now) {
        Failures before = failures.get(key);
        boolean fresh = before == null || before.first().plus(WINDOW).isBefore(now);
        int count = fresh ? 1 : before.count() + 1;
        Instant first = fresh ? now : before.first();
        // whoever keeps quiet for as long as the longest closing begins anew
        int closings = before == null || before.closedUntil().plus(LONGEST).isBefore(now) ? 0 : before.closings();
        Instant until = before == null ? Instant.EPOCH : before.closedUntil();
        if (count >= most) {
            Duration closing = WINDOW.multipliedBy(1L << Math.min(closings, 6));
            until = now.plus(closing.compareTo(LONGEST) > 0 ? LONGEST : closing);
            closings++;
            count = 0;
        }
        Failures after = new Failures(count, first, until, closings);
        failures.put(key, after);
        return after;
    }

    private Duration left(String key) {
        Failures seen = failures.get(key);
        Duration left = seen == null ? Duration.ZERO : Duration.between(clock.instant(), seen.closedUntil());
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static String pair(String name, String place) {
        return place + " " + Account.folded(name);
    }
}
