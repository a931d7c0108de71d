package io.gulliver.ui.security;

import io.gulliver.domain.people.Account;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.web.util.WebUtils;

/**
 * Browsers in which a person has logged in before, by a cookie that this process has signed for that person. It opens
 * nothing: it says only that guesses of others behind the same address do not count for it. A restart forgets all.
 */
final class KnownBrowsers {
    static final String COOKIE = "gulliver-browser";
    private static final Duration KNOWN = Duration.ofDays(90);

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;

    KnownBrowsers() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    /** Where a log-in of this name comes from: a known browser, or an address. */
    String place(HttpServletRequest request, String name) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie != null) {
            String value = cookie.getValue();
            int dot = value.indexOf('.');
            if (dot > 0
                    && MessageDigest.isEqual(
                            sign(value.substring(0, dot), name).getBytes(StandardCharsets.UTF_8),
                            value.substring(dot + 1).getBytes(StandardCharsets.UTF_8))) {
                return "browser " + value.substring(0, dot);
            }
        }
        return request.getRemoteAddr();
    }

    void remember(HttpServletRequest request, HttpServletResponse response, String name) {
        if (!place(request, name).equals(request.getRemoteAddr())) {
            return;
        }
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        Cookie cookie = new Cookie(COOKIE, id + "." + sign(id, name));
        cookie.setPath("/"); // passwords are asked for by more than the log-in page
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setAttribute("SameSite", "Lax");
        cookie.setMaxAge((int) KNOWN.toSeconds());
        response.addCookie(cookie);
    }

    private String sign(String id, String name) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal((id + ' ' + Account.folded(name)).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
