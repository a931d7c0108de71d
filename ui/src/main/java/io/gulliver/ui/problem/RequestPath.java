package io.gulliver.ui.problem;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import org.springframework.web.util.UriUtils;

/** Where a request goes, as routes read it: {@code /%61pi} is {@code /api}. */
public final class RequestPath {
    private RequestPath() {}

    /** The decoded path behind the context. */
    public static String of(HttpServletRequest request) {
        String path = of(request.getRequestURI());
        return path.startsWith(request.getContextPath())
                ? path.substring(request.getContextPath().length())
                : path;
    }

    /** A path decoded; what cannot be decoded leads nowhere and stays as it was sent. */
    static String of(String sent) {
        try {
            return UriUtils.decode(sent, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            return sent;
        }
    }

    /** Whether a program calls: under these addresses refusals are problems and never pages. */
    static boolean ofApi(String path) {
        return path.startsWith("/api/") || path.startsWith("/v3/");
    }
}
