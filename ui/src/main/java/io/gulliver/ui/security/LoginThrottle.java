package io.gulliver.ui.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.event.AuthenticationFailureBadCredentialsEvent;
import org.springframework.security.authentication.event.AuthenticationSuccessEvent;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** Slows down guessing: ten wrong passwords for one name from one address close that pair for a minute. */
final class LoginThrottle {
    static final int TRIES = 10;
    static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int REMEMBERED = 10_000;

    private final Clock clock;
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Failures(int count, Instant first) {}

    LoginThrottle(Clock clock) {
        this.clock = clock;
    }

    /** How long the pair is still closed; zero when it is open. */
    synchronized Duration closedFor(String name, String address) {
        Failures seen = failures.get(address + " " + name);
        if (seen == null || seen.count() < TRIES) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(clock.instant(), seen.first().plus(WINDOW));
        return left.isNegative() ? Duration.ZERO : left;
    }

    @EventListener
    synchronized void failed(AuthenticationFailureBadCredentialsEvent event) {
        Instant now = clock.instant();
        failures.merge(
                key(event.getAuthentication()),
                new Failures(1, now),
                (seen, first) ->
                        seen.first().plus(WINDOW).isBefore(now) ? first : new Failures(seen.count() + 1, seen.first()));
    }

    @EventListener
    synchronized void succeeded(AuthenticationSuccessEvent event) {
        failures.remove(key(event.getAuthentication()));
    }

    private static String key(Authentication authentication) {
        String address = authentication.getDetails() instanceof WebAuthenticationDetails details
                ? details.getRemoteAddress()
                : "";
        return address + " " + authentication.getName();
    }
}
