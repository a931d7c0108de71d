package io.gulliver.ui.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.HttpSessionCsrfTokenRepository;

/**
 * Where the token of forms is kept: in the session of a person, and in a cookie for strangers, whose log-in form writes
 * nothing to the store.
 */
final class StrangerTokens implements CsrfTokenRepository {
    static final String COOKIE = "gulliver-form";
    private static final String HEADER = "X-CSRF-TOKEN";

    private final HttpSessionCsrfTokenRepository ofPeople = new HttpSessionCsrfTokenRepository();
    private final CookieCsrfTokenRepository ofStrangers = new CookieCsrfTokenRepository();

    StrangerTokens() {
        ofStrangers.setCookieName(COOKIE);
        ofStrangers.setHeaderName(HEADER);
        ofStrangers.setCookieCustomizer(cookie -> cookie.sameSite("Lax").httpOnly(true));
    }

    @Override
    public CsrfToken generateToken(HttpServletRequest request) {
        return of(request).generateToken(request);
    }

    @Override
    public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
        if (token != null || request.getSession(false) == null) {
            of(request).saveToken(token, request, response);
        } else {
            // whoever logs in or out leaves both behind
            ofPeople.saveToken(null, request, response);
            ofStrangers.saveToken(null, request, response);
        }
    }

    @Override
    public @Nullable CsrfToken loadToken(HttpServletRequest request) {
        return of(request).loadToken(request);
    }

    private CsrfTokenRepository of(HttpServletRequest request) {
        return request.getSession(false) == null ? ofStrangers : ofPeople;
    }
}
