package io.gulliver.ui.security;

import io.gulliver.service.people.AccountService;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * The password that somebody who is logged in must say again before it is changed. Whoever finds a log-in left open must not
 * guess it there faster than at the door: what is guessed here and there counts together.
 */
@Component
public class OldPassword {
    private final AccountService accounts;
    private final PasswordEncoder encoder;
    private final LoginThrottle throttle;
    private final KnownBrowsers browsers;
    private final LoginRecord record;

    OldPassword(
            AccountService accounts,
            PasswordEncoder encoder,
            LoginThrottle throttle,
            KnownBrowsers browsers,
            LoginRecord record) {
        this.accounts = accounts;
        this.encoder = encoder;
        this.throttle = throttle;
        this.browsers = browsers;
        this.record = record;
    }

    /**
     * Whether it is the password of this person.
     *
     * @throws Refusal 429, too much was guessed from there
     */
    public boolean fits(HttpServletRequest request, String name, String typed) {
        String place = browsers.place(request, name);
        String address = request.getRemoteAddr();
        Duration closed = throttle.closedFor(name, place, address);
        if (!closed.isZero()) {
            throw Refusal.tooMany("problem.logins", closed);
        }
        Optional<String> hash = accounts.passwordHash(name);
        if (hash.isPresent() && encoder.matches(typed, hash.get())) {
            throttle.succeeded(name, place);
            return true;
        }
        throttle.failed(name, place, address);
        record.unchanged(name, address);
        return false;
    }
}
