package io.gulliver.ui.security;

import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The one place where pages and API check a password. The throttle is asked here, of the name that is looked up then: however
 * a header or a form spells it, what is counted and what is closed are the same.
 */
final class PasswordDoor implements AuthenticationProvider {
    private final AuthenticationProvider passwords;
    private final LoginThrottle throttle;
    private final KnownBrowsers browsers;

    PasswordDoor(AuthenticationProvider passwords, LoginThrottle throttle, KnownBrowsers browsers) {
        this.passwords = passwords;
        this.throttle = throttle;
        this.browsers = browsers;
    }

    /** Too much was guessed from there: no password is looked at, and none counts. */
    static final class ClosedException extends AuthenticationException {
        private static final long serialVersionUID = 1;

        ClosedException(Duration closed) {
            super("Closed for " + closed, Refusal.tooMany("problem.logins", closed));
        }
    }

    @Override
    public @Nullable Authentication authenticate(Authentication tried) {
        HttpServletRequest request =
                ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
        String name = tried.getName();
        Duration closed = throttle.closedFor(name, browsers.place(request, name), request.getRemoteAddr());
        if (!closed.isZero()) {
            throw new ClosedException(closed);
        }
        return passwords.authenticate(tried);
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return passwords.supports(authentication);
    }
}
