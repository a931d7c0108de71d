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
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What a request may be before anybody reads it: JSON and forms of up to 1 MB, JSON in UTF-8 without NUL, sent no slower
 * than a slow line does, parameters that can be read, and not too many requests of one address at once.
 */
@Component
class BodyGuard extends OncePerRequestFilter {
    private static final int MOST_BYTES = 1024 * 1024;
    /** After the patience: slower than any line that people use. */
    private static final int LEAST_BYTES_A_SECOND = 512;

    private final int most;
    private final Duration patience;
    private final ProblemWriter problems;
    private final Map<String, Integer> running = new ConcurrentHashMap<>();

    /**
     * @param most requests of one address at once
     * @param patience how long a body may come as slowly as it likes
     */
    BodyGuard(
            @Value("${gulliver.web.requests-per-address:200}") int most,
            @Value("${gulliver.web.slow-body:30s}") Duration patience,
            ProblemWriter problems) {
        this.most = most;
        this.patience = patience;
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
            } else {
                chain.doFilter(guarded(request), response);
            }
        } finally {
            running.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    private HttpServletRequest guarded(HttpServletRequest request) throws IOException {
        boolean json = json(request);
        boolean form = FormRequest.form(request);
        if ((json || form) && request.getContentLengthLong() > MOST_BYTES) {
            throw tooLarge();
        }
        if (form && "POST".equals(request.getMethod())) {
            return new FormRequest(request, new Body(request.getInputStream(), patience, MOST_BYTES, false));
        }
        if (!multipart(request)) {
            // what cannot be read is told now, and not in the middle of a page
            request.getParameterMap();
        }
        return new Guarded(request, patience, json || form ? MOST_BYTES : Long.MAX_VALUE, json);
    }

    private static boolean json(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && (type.regionMatches(true, 0, "application/json", 0, 16) || type.contains("+json"));
    }

    private static boolean multipart(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.regionMatches(true, 0, "multipart/", 0, 10);
    }

    private static Refusal tooLarge() {
        return Refusal.refused(HttpStatus.valueOf(413), "problem.body", MOST_BYTES / 1024 / 1024);
    }

    private static final class Guarded extends HttpServletRequestWrapper {
        private final Duration patience;
        private final long most;
        private final boolean json;
        private @Nullable ServletInputStream stream;

        Guarded(HttpServletRequest request, Duration patience, long most, boolean json) {
            super(request);
            this.patience = patience;
            this.most = most;
            this.json = json;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            ServletInputStream open = stream;
            if (open == null) {
                open = new Body(super.getInputStream(), patience, most, json);
                stream = open;
            }
            return open;
        }
    }

    /** A body that is counted, timed and, where it is JSON, looked through for NUL while it is read. */
    private static final class Body extends ServletInputStream {
        private static final String NUL = "u0000";

        private final ServletInputStream in;
        private final Duration patience;
        private final long most;
        private final boolean json;
        private final long began = System.nanoTime();
        private long count;
        private boolean escaping;
        private int matched = -1;

        Body(ServletInputStream in, Duration patience, long most, boolean json) {
            this.in = in;
            this.patience = patience;
            this.most = most;
            this.json = json;
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            if (one >= 0) {
                count(1);
                look((byte) one);
            }
            return one;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int some = in.read(into, from, length);
            if (some > 0) {
                count(some);
                for (int i = 0; json && i < some; i++) {
                    look(into[from + i]);
                }
            }
            return some;
        }

        private void count(int some) {
            count += some;
            if (count > most) {
                throw tooLarge();
            }
            Duration taken = Duration.ofNanos(System.nanoTime() - began);
            if (taken.compareTo(patience) > 0 && count < taken.toMillis() * LEAST_BYTES_A_SECOND / 1000) {
                throw Refusal.refused(HttpStatus.REQUEST_TIMEOUT, "problem.slow", taken.toSeconds());
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
