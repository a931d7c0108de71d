package io.gulliver.ui.security;

import io.gulliver.service.people.AccountService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
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
    private final Words words;

    OldPassword(
            AccountService accounts,
            PasswordEncoder encoder,
            LoginThrottle throttle,
            KnownBrowsers browsers,
            LoginRecord record,
            Words words) {
        this.words = words;
        this.accounts = accounts;
        this.encoder = encoder;
        this.throttle = throttle;
        this.browsers = browsers;
        this.record = record;
    }

    /**
     * Gives the person who says the old password a new one, which ends all of the person's log-ins.
     *
     * @param pointer where the old one stands in what was sent
     * @throws Refusal 422, it is not the old one; 429, too much was guessed from there
     * @throws io.gulliver.persistence.RefusedException the person's password is not kept here, or may not be the new one
     */
    public void change(HttpServletRequest request, String name, String pointer, String typed, String password) {
        String person = accounts.withPassword(name).name();
        if (!fits(request, person, typed)) {
            throw Refusal.invalid(List.of(new FieldProblem(pointer, words.text("sessions.old.wrong"))));
        }
        accounts.changePassword(person, password);
    }

    private boolean fits(HttpServletRequest request, String name, String typed) {
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
