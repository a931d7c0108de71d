package io.gulliver.ui.api;

import io.gulliver.persistence.view.GivenAnswer;
import io.gulliver.service.people.RepeatedRequests;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.ProblemWriter;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.RequestPath;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Answers a POST that comes again under its Idempotency-Key as it was answered before, without doing anything.
 *
 * <p>Two at the same moment wait for each other within this process. An answer that got lost between the effect and its
 * keeping is made again by the route, whose stores know their keys too. Only successes are kept: a refusal may be
 * repeated when its cause is gone. A key is one person's own.
 */
@Component
@Order(0) // after the security chain: it asks who calls
class IdempotencyFilter extends OncePerRequestFilter {
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:-]{8,100}");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LARGEST_ANSWER = 4 * 1024 * 1024;

    private final RepeatedRequests answers;
    private final ProblemWriter problems;
    private final Map<String, CountDownLatch> running = new ConcurrentHashMap<>();

    IdempotencyFilter(RepeatedRequests answers, ProblemWriter problems) {
        this.answers = answers;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !"POST".equals(request.getMethod())
                || !RequestPath.of(request).startsWith("/api/v1/")
                || request.getHeader("Idempotency-Key") == null
                || !Person.isLoggedIn(SecurityContextHolder.getContext().getAuthentication());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String key = request.getHeader("Idempotency-Key");
        if (!KEY.matcher(key).matches()) {
            problems.write(request, response, Refusal.bad("problem.key"));
            return;
        }
        String person = SecurityContextHolder.getContext().getAuthentication().getName();
        String turn = person + '\n' + key;
        CountDownLatch mine = new CountDownLatch(1);
        CountDownLatch other = running.putIfAbsent(turn, mine);
        while (other != null) {
            if (!awaited(other)) {
                problems.write(request, response, Refusal.unavailable("problem.key.running", Duration.ofSeconds(5)));
                return;
            }
            other = running.putIfAbsent(turn, mine);
        }
        try {
            inTurn(request, response, chain, person, key);
        } catch (RuntimeException failure) {
            problems.write(request, response, failure);
        } finally {
            running.remove(turn);
            mine.countDown();
        }
    }

    private static boolean awaited(CountDownLatch other) {
        try {
            return other.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void inTurn(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain, String person, String key)
            throws ServletException, IOException {
        String route = route(request);
        Hashed hashed = new Hashed(request);
        Optional<GivenAnswer> given = answers.find(person, key);
        if (given.isPresent()) {
            if (!given.get().routeHash().equals(route)
                    || !given.get().contentHash().equals(hashed.contentHash())) {
                problems.write(request, response, Refusal.conflict("problem.key.used"));
                return;
            }
            repeat(given.get(), response);
            return;
        }
        ContentCachingResponseWrapper seen = new ContentCachingResponseWrapper(response);
        chain.doFilter(hashed, seen);
        if (seen.getStatus() / 100 == 2 && seen.getContentSize() <= LARGEST_ANSWER) {
            answers.keep(
                    person,
                    key,
                    new GivenAnswer(
                            route,
                            hashed.contentHash(),
                            seen.getStatus(),
                            seen.getContentType(),
                            seen.getHeader("Location"),
                            seen.getHeader("ETag"),
                            new String(seen.getContentAsByteArray(), StandardCharsets.UTF_8)));
        }
        seen.copyBodyToResponse();
    }

    private static void repeat(GivenAnswer answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.status());
        if (answer.contentType() != null) {
            response.setContentType(answer.contentType());
        }
        header(response, "Location", answer.location());
        header(response, "ETag", answer.etag());
        header(response, "Idempotency-Replayed", "true");
        response.getOutputStream().write(answer.content().getBytes(StandardCharsets.UTF_8));
    }

    private static void header(HttpServletResponse response, String name, @Nullable String value) {
        if (value != null) {
            response.setHeader(name, value);
        }
    }

    private static String route(HttpServletRequest request) {
        String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        return HexFormat.of()
                .formatHex(sha256().digest((request.getRequestURI() + query).getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /** A request whose content is hashed while it is read, so that a large capture is never held in memory. */
    private static final class Hashed extends HttpServletRequestWrapper {
        private final MessageDigest digest = sha256();
        private @Nullable Input input;

        Hashed(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            Input there = input;
            if (there == null) {
                there = new Input(super.getInputStream(), digest);
                input = there;
            }
            return there;
        }

        /** Reads what is left of the content, and answers the hash of all of it. */
        String contentHash() throws IOException {
            ServletInputStream rest = getInputStream();
            byte[] buffer = new byte[16 * 1024];
            while (rest.read(buffer) >= 0) {
                continue;
            }
            return HexFormat.of().formatHex(digest.digest());
        }
    }

    private static final class Input extends ServletInputStream {
        private final ServletInputStream in;
        private final MessageDigest digest;

        Input(ServletInputStream in, MessageDigest digest) {
            this.in = in;
            this.digest = digest;
        }

        @Override
        public int read() throws IOException {
            int one = in.read();
            if (one >= 0) {
                digest.update((byte) one);
            }
            return one;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int some = in.read(bytes, from, length);
            if (some > 0) {
                digest.update(bytes, from, some);
            }
            return some;
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
