package io.gulliver.ui.security;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Which name a request would log in by. */
final class LoginName {
    private LoginName() {}

    static @Nullable String of(HttpServletRequest request) {
        if ("POST".equals(request.getMethod()) && request.getRequestURI().endsWith("/login")) {
            return request.getParameter("username");
        }
        String header = request.getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, "Basic ", 0, 6)) {
            return null;
        }
        try {
            String pair =
                    new String(Base64.getDecoder().decode(header.substring(6).trim()), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? pair : pair.substring(0, colon);
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }
}
