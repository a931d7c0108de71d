package io.gulliver.ui.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What a body may be before anybody reads it: JSON of up to 1 MB in UTF-8 without NUL, sent no slower than a slow line does,
 * and not too many requests of one address at once.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
class BodyGuard extends OncePerRequestFilter {
    private static final int MOST_JSON = 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** After that time: slower than any line that people use. */
    private static final int LEAST_BYTES_A_SECOND = 512;

    private final int most;
    private final ProblemWriter problems;
    private final Map<String, Integer> running = new ConcurrentHashMap<>();

    BodyGuard(@Value("${gulliver.web.requests-per-address:200}") int most, ProblemWriter problems) {
        this.most = most;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String address = request.getRemoteAddr();
        int now = running.merge(address, 1, Integer::sum);
        try {
            if (now > most) {
                problems.write(request, response, Refusal.tooMany("problem.crowd", Duration.ofSeconds(5)));
            } else if (json(request) && request.getContentLengthLong() > MOST_JSON) {
                problems.write(request, response, tooLarge());
            } else {
                chain.doFilter(new Guarded(request), response);
            }
        } finally {
            running.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    private static boolean json(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && (type.regionMatches(true, 0, "application/json", 0, 16) || type.contains("+json"));
    }

    private static Refusal tooLarge() {
        return Refusal.refused(HttpStatus.valueOf(413), "problem.body", MOST_JSON / 1024 / 1024);
    }

    private static final class Guarded extends HttpServletRequestWrapper {
        private @Nullable ServletInputStream stream;

        Guarded(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            ServletInputStream open = stream;
            if (open == null) {
                open = new Body(super.getInputStream(), json((HttpServletRequest) getRequest()));
                stream = open;
            }
            return open;
        }
    }

    private static final class Body extends ServletInputStream {
        private static final String NUL = "u0000";

        private final ServletInputStream in;
        private final boolean json;
        private final long began = System.nanoTime();
        private long count;
        private boolean escaping;
        private int matched = -1;

        Body(ServletInputStream in, boolean json) {
            this.in = in;
            this.json = json;
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            if (one >= 0) {
                seen(1);
                look((byte) one);
            }
            return one;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int some = in.read(into, from, length);
            if (some > 0) {
                seen(some);
                for (int i = 0; json && i < some; i++) {
                    look(into[from + i]);
                }
            }
            return some;
        }

        private void seen(int some) {
            count += some;
            if (json && count > MOST_JSON) {
                throw tooLarge();
            }
            long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
            if (seconds > PATIENCE.toSeconds() && count < seconds * LEAST_BYTES_A_SECOND) {
                throw Refusal.refused(HttpStatus.REQUEST_TIMEOUT, "problem.slow", seconds);
            }
        }

        /** NUL as a byte, which UTF-16 is full of, or as an escape: no text of ours holds one, and no store keeps it. */
        private void look(byte one) {
            if (!json) {
                return;
            }
            if (one == 0) {
                throw Refusal.bad("problem.nul");
            }
            if (matched >= 0) {
                matched = one == NUL.charAt(matched) ? matched + 1 : -1;
                if (matched == NUL.length()) {
                    throw Refusal.bad("problem.nul");
                }
            }
            boolean begins = one == '\\' && !escaping;
            if (begins) {
                matched = 0;
            }
            escaping = begins;
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }
    }
}
