package io.gulliver.ui.frame;

import io.gulliver.domain.program.Program;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** In which zone a reader sees times: the browser's own, told by a cookie; else the program's; else UTC. */
public final class ReaderZone {
    private ReaderZone() {}

    public static ZoneId of(HttpServletRequest request, @Nullable Program program) {
        String wanted = cookie(request, "gulliver-zone");
        if (wanted != null) {
            try {
                return ZoneId.of(URLDecoder.decode(wanted, StandardCharsets.UTF_8));
            } catch (DateTimeException | IllegalArgumentException notAZone) {
                // a cookie that somebody edited: the program's zone is shown
            }
        }
        return program == null ? ZoneOffset.UTC : program.zone();
    }

    static @Nullable String cookie(HttpServletRequest request, String name) {
        if (request.getCookies() == null) {
            return null;
        }
        for (Cookie cookie : request.getCookies()) {
            if (cookie.getName().equals(name)) {
                return cookie.getValue();
            }
        }
        return null;
    }
}
