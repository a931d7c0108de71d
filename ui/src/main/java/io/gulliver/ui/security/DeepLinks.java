package io.gulliver.ui.security;

import io.gulliver.ui.person.Person;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.security.web.savedrequest.SavedRequest;
import org.springframework.security.web.savedrequest.SimpleSavedRequest;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.util.WebUtils;

/**
 * The page that a stranger wanted, so that a log-in leads there: path and query in a cookie, never another site, and
 * nothing in the store.
 */
final class DeepLinks implements RequestCache {
    static final String COOKIE = "gulliver-wanted";
    private static final int LONGEST = 1_500;

    private final RequestMatcher pages;

    DeepLinks(RequestMatcher pages) {
        this.pages = pages;
    }

    @Override
    public void saveRequest(HttpServletRequest request, HttpServletResponse response) {
        String wanted = address(request);
        if (pages.matches(request) && wanted.length() <= LONGEST && inside(wanted)) {
            response.addCookie(cookie(
                    request,
                    Base64.getUrlEncoder().withoutPadding().encodeToString(wanted.getBytes(StandardCharsets.UTF_8)),
                    600));
        }
    }

    @Override
    public @Nullable SavedRequest getRequest(HttpServletRequest request, HttpServletResponse response) {
        String wanted = wanted(request);
        return wanted == null ? null : new SimpleSavedRequest(wanted);
    }

    private static @Nullable String wanted(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null || cookie.getValue().length() > 2 * LONGEST) {
            return null;
        }
        try {
            String wanted = new String(Base64.getUrlDecoder().decode(cookie.getValue()), StandardCharsets.UTF_8);
            return inside(wanted) ? wanted : null;
        } catch (IllegalArgumentException notOurs) {
            return null;
        }
    }

    @Override
    public @Nullable HttpServletRequest getMatchingRequest(HttpServletRequest request, HttpServletResponse response) {
        // only addresses are kept, never what was sent: the browser asks for the page again, and then it is forgotten
        if (address(request).equals(wanted(request))
                && Person.isLoggedIn(SecurityContextHolder.getContext().getAuthentication())) {
            removeRequest(request, response);
        }
        return null;
    }

    @Override
    public void removeRequest(HttpServletRequest request, HttpServletResponse response) {
        if (WebUtils.getCookie(request, COOKIE) != null) {
            response.addCookie(cookie(request, "", 0));
        }
    }

    private static String address(HttpServletRequest request) {
        String query = request.getQueryString();
        return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
    }

    /** A path of this site: two slashes or a backslash lead to another. */
    private static boolean inside(String wanted) {
        return wanted.startsWith("/")
                && !wanted.startsWith("//")
                && wanted.indexOf('\\') < 0
                && wanted.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    private static Cookie cookie(HttpServletRequest request, String value, int seconds) {
        Cookie cookie = new Cookie(COOKIE, value);
        cookie.setPath("/");
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setAttribute("SameSite", "Lax");
        cookie.setMaxAge(seconds);
        return cookie;
    }
}
