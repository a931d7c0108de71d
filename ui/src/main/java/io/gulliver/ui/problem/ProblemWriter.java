package io.gulliver.ui.problem;

import io.gulliver.persistence.BusyException;
import io.gulliver.persistence.NameExhaustedException;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreException;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.persistence.StoreTrouble;
import io.gulliver.persistence.TooLargeException;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.ReaderZone;
import io.gulliver.ui.frame.Words;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.ConstraintViolationException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.impl.SizeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.NoSuchMessageException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.validation.BindException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers a request that failed: problem details (RFC 9457) for the API, a part of a page for htmx, else a whole page.
 * Says what, why, what to do and the request's id; never a stack trace, which goes to the log under the same id.
 */
@Component
public class ProblemWriter {
    private static final Logger log = LoggerFactory.getLogger(ProblemWriter.class);
    /** Of a message that may repeat what was sent. */
    private static final int LONGEST = 1_500;

    private final Words words;
    private final JsonMapper json;
    private final ViewResolver views;
    private final StoreHealth health;
    private final Clock clock;

    ProblemWriter(
            Words words,
            JsonMapper json,
            @Qualifier("thymeleafViewResolver") ViewResolver views,
            StoreHealth health,
            Clock clock) {
        this.health = health;
        this.clock = clock;
        this.words = words;
        this.json = json;
        this.views = views;
    }

    /** Writes the answer for a failure; does nothing when the answer is already on its way. */
    public void write(HttpServletRequest request, HttpServletResponse response, Throwable failure) throws IOException {
        Problem problem = problem(request, failure);
        if (problem.status() >= 500 && problem.status() != 503) {
            log.error(
                    "request={} {} {} failed",
                    problem.requestId(),
                    request.getMethod(),
                    request.getRequestURI(),
                    failure);
        } else {
            log.debug(
                    "request={} {} {} refused: {}",
                    problem.requestId(),
                    request.getMethod(),
                    request.getRequestURI(),
                    problem.what());
        }
        send(request, response, problem);
    }

    /** Writes the answer for a bare status, as the container reports it. */
    void write(HttpServletRequest request, HttpServletResponse response, int status) throws IOException {
        Object failure = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        if (failure instanceof Throwable thrown) {
            write(request, response, thrown);
            return;
        }
        HttpStatus known = HttpStatus.resolve(status);
        send(request, response, plain(request, known == null ? HttpStatus.INTERNAL_SERVER_ERROR : known, null));
    }

    private void send(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        String authenticate = response.getHeader("WWW-Authenticate");
        response.resetBuffer();
        if (authenticate != null) {
            response.setHeader("WWW-Authenticate", authenticate);
        }
        response.setStatus(problem.status());
        response.setHeader("Cache-Control", "no-store");
        response.addHeader("Vary", "HX-Request");
        if (problem.retryAfter() != null) {
            response.setHeader(
                    "Retry-After",
                    Long.toString(Math.max(1, problem.retryAfter().toSeconds())));
        }
        if (wantsJson(request)) {
            response.setContentType("application/problem+json");
            response.setCharacterEncoding("UTF-8");
            response.getOutputStream().write(json.writeValueAsBytes(details(request, problem)));
            return;
        }
        boolean part = request.getHeader("HX-Request") != null;
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("problem", problem);
        model.put("back", safeBack(request));
        response.setContentType("text/html;charset=UTF-8");
        try {
            View view = views.resolveViewName(part ? "problem/part :: part" : "problem/problem", Locale.ENGLISH);
            if (view == null) {
                throw new IllegalStateException("No template problem/problem");
            }
            view.render(model, request, response);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            // what cannot be read of the request, a page cannot read either
            if (response.isCommitted()) {
                throw new IOException("The problem page could not be drawn: " + e.getMessage(), e);
            }
            log.debug("request={} the problem page could not be drawn", problem.requestId(), e);
            response.resetBuffer();
            response.getWriter().write(ContainerErrorValve.page(words, problem.status(), problem.requestId()));
        }
    }

    private static String safeBack(HttpServletRequest request) {
        return "GET".equals(request.getMethod()) ? request.getRequestURI() : "/";
    }

    private static boolean wantsJson(HttpServletRequest request) {
        Object origin = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String path = origin == null ? RequestPath.of(request) : RequestPath.of(origin.toString());
        String accept = request.getHeader("Accept");
        return RequestPath.ofApi(path)
                || accept != null
                        && (accept.startsWith("application/json") || accept.startsWith("application/problem"));
    }

    private Map<String, Object> details(HttpServletRequest request, Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        if (problem.more() != null) {
            body.putAll(json.convertValue(problem.more(), new TypeReference<Map<String, Object>>() {}));
        }
        body.put("type", "about:blank");
        body.put("title", problem.what());
        body.put("status", problem.status());
        body.put("detail", problem.why());
        body.put("instance", request.getRequestURI());
        body.put("advice", problem.advice());
        body.put("requestId", problem.requestId());
        if (!problem.fields().isEmpty()) {
            body.put(
                    "errors",
                    problem.fields().stream()
                            .map(field -> Map.of("pointer", field.pointer(), "detail", field.message()))
                            .toList());
        }
        if (!problem.differences().isEmpty()) {
            body.put(
                    "differences",
                    problem.differences().stream()
                            .map(one -> Map.of("field", one.field(), "yours", one.yours(), "theirs", one.theirs()))
                            .toList());
        }
        return body;
    }

    private Problem problem(HttpServletRequest request, Throwable failure) {
        if (failure instanceof Refusal refusal) {
            return refused(request, refusal);
        }
        Refusal inside = cause(failure, Refusal.class);
        if (inside != null) {
            // a body that was refused while somebody else's reader was at it
            return refused(request, inside);
        }
        if (failure instanceof BusyException busy) {
            return new Problem(
                    503,
                    words.text("problem.busy.what"),
                    text(busy.getMessage()),
                    words.text("problem.busy.do", busy.retryAfter().toSeconds()),
                    RequestId.of(request),
                    List.of(),
                    List.of(),
                    busy.retryAfter());
        }
        if (failure instanceof StoreException store) {
            return store(request, store);
        }
        if (failure instanceof CsrfException) {
            return new Problem(
                    403,
                    words.text("problem.403.what"),
                    words.text("problem.token.why"),
                    words.text("problem.token.do"),
                    RequestId.of(request),
                    List.of(),
                    List.of(),
                    null);
        }
        if (failure instanceof AccessDeniedException) {
            return plain(request, HttpStatus.FORBIDDEN, null);
        }
        if (failure instanceof InternalAuthenticationServiceException && failure.getCause() != null) {
            // who logs on could not be asked: that is not a wrong password
            return problem(request, failure.getCause());
        }
        if (failure instanceof AuthenticationException) {
            return plain(request, HttpStatus.UNAUTHORIZED, null);
        }
        if (failure instanceof BindException bind) {
            List<FieldProblem> fields = new ArrayList<>();
            bind.getFieldErrors()
                    .forEach(error -> fields.add(new FieldProblem(
                            "/" + error.getField().replace('.', '/'),
                            error.isBindingFailure() ? words.text("problem.kind") : text(error.getDefaultMessage()))));
            return fields(request, fields);
        }
        if (failure instanceof ConstraintViolationException violations) {
            List<FieldProblem> fields = new ArrayList<>();
            violations
                    .getConstraintViolations()
                    .forEach(one -> fields.add(new FieldProblem(
                            "/" + one.getPropertyPath().toString().replace('.', '/'), one.getMessage())));
            return fields(request, fields);
        }
        if (failure instanceof MissingServletRequestParameterException missing) {
            return fields(
                    request,
                    List.of(new FieldProblem("/" + missing.getParameterName(), words.text("problem.missing"))));
        }
        if (failure instanceof MissingRequestHeaderException missing) {
            return new Problem(
                    400,
                    words.text("problem.400.what"),
                    words.text("problem.header.why", missing.getHeaderName()),
                    words.text("problem.header.do", missing.getHeaderName()),
                    RequestId.of(request),
                    List.of(),
                    List.of(),
                    null);
        }
        if (failure instanceof MethodArgumentTypeMismatchException mismatch) {
            return fields(request, List.of(new FieldProblem("/" + mismatch.getName(), words.text("problem.kind"))));
        }
        if (failure instanceof HttpMessageNotReadableException unreadable) {
            return new Problem(
                    400,
                    words.text("problem.400.what"),
                    words.text("problem.unreadable.why"),
                    words.text("problem.unreadable.do"),
                    RequestId.of(request),
                    List.of(Unreadable.of(unreadable.getCause(), words)),
                    List.of(),
                    null);
        }
        if (failure instanceof MaxUploadSizeExceededException || caused(failure, SizeException.class)) {
            return plain(request, HttpStatus.valueOf(413), null);
        }
        if (failure instanceof MultipartException || caused(failure, InvalidParameterException.class)) {
            // what comes before any route: a form without boundary, a parameter without a name, a broken escape
            return new Problem(
                    400,
                    words.text("problem.400.what"),
                    words.text("problem.form.why"),
                    words.text("problem.form.do"),
                    RequestId.of(request),
                    List.of(),
                    List.of(),
                    null);
        }
        if (failure instanceof DataAccessException || failure instanceof CannotCreateTransactionException) {
            return unstored(request, failure);
        }
        if (failure instanceof RequestRejectedException) {
            return plain(request, HttpStatus.BAD_REQUEST, null);
        }
        if (failure instanceof UnfitException) {
            return unkept(request, text(failure.getMessage()));
        }
        if (failure instanceof ErrorResponse answer) {
            HttpStatus status = HttpStatus.resolve(answer.getStatusCode().value());
            return plain(request, status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status, null);
        }
        return plain(request, HttpStatus.INTERNAL_SERVER_ERROR, null);
    }

    private Problem refused(HttpServletRequest request, Refusal refusal) {
        return new Problem(
                refusal.status().value(),
                words.text("problem." + refusal.status().value() + ".what"),
                words.text(refusal.key() + ".why", refusal.arguments()),
                words.text(refusal.key() + ".do", refusal.arguments()),
                RequestId.of(request),
                refusal.fields(),
                refusal.differences(),
                refusal.retryAfter(),
                refusal.more());
    }

    /**
     * A statement failed. Whose fault it is, is asked of the store before it is told: one that takes no writes fails in
     * many words, "a value is too long" among them. The stores' own refusals come before.
     */
    private Problem unstored(HttpServletRequest request, Throwable failure) {
        Optional<StoreTrouble> unsaved = health.check().filter(StoreTrouble::unsaved);
        if (unsaved.isPresent()) {
            StoreTrouble trouble = unsaved.get();
            return new Problem(
                    503,
                    words.text("problem.503.what"),
                    words.text(
                            "problem.unsaved." + trouble.kind().name().toLowerCase(Locale.ROOT),
                            new Formats(clock, ReaderZone.of(request, null)).full(trouble.since())),
                    words.text("problem.unsaved.do"),
                    RequestId.of(request),
                    List.of(),
                    List.of(),
                    Duration.ofSeconds(5));
        }
        if (StoreException.refusesValues(failure)) {
            log.warn("request={} sent what cannot be kept: {}", RequestId.of(request), brief(failure.getMessage()));
            return unkept(request, words.text("problem.unkept.why"));
        }
        return failure instanceof DataAccessResourceFailureException
                        || failure instanceof TransientDataAccessException
                        || failure instanceof CannotCreateTransactionException
                ? plain(request, HttpStatus.SERVICE_UNAVAILABLE, Duration.ofSeconds(5))
                : plain(request, HttpStatus.INTERNAL_SERVER_ERROR, null);
    }

    private Problem unkept(HttpServletRequest request, String why) {
        return new Problem(
                422,
                words.text("problem.422.what"),
                why,
                words.text("problem.unkept.do"),
                RequestId.of(request),
                List.of(),
                List.of(),
                null);
    }

    /** The stores say what is wrong in words; the kind of refusal says which answer it is. */
    private Problem store(HttpServletRequest request, StoreException failure) {
        int status = status(failure);
        return new Problem(
                status,
                words.text("problem." + status + ".what"),
                text(failure.getMessage()),
                words.text(
                        switch (status) {
                            case 403 -> "problem.refused.do";
                            case 409 -> "problem.stale.do";
                            case 422 -> "problem.fields.do";
                            case 413 -> "problem.413.do";
                            default -> "problem.store.do";
                        }),
                RequestId.of(request),
                List.of(),
                List.of(),
                null);
    }

    private static int status(StoreException failure) {
        if (failure instanceof TooLargeException) {
            return 413;
        }
        if (failure instanceof RefusedException refused) {
            return switch (refused.kind()) {
                case NOT_YOU -> 403;
                case NOT_NOW -> 409;
                case NOT_SO -> 422;
            };
        }
        if (failure instanceof UnknownRowException) {
            return 404;
        }
        return failure instanceof NameExhaustedException ? 503 : 409;
    }

    private Problem fields(HttpServletRequest request, List<FieldProblem> fields) {
        return new Problem(
                422,
                words.text("problem.422.what"),
                words.text("problem.fields.why", fields.size()),
                words.text("problem.fields.do"),
                RequestId.of(request),
                fields,
                List.of(),
                null);
    }

    private Problem plain(HttpServletRequest request, HttpStatus status, @Nullable Duration retryAfter) {
        String key = "problem." + status.value();
        String what;
        try {
            what = words.text(key + ".what");
        } catch (NoSuchMessageException rare) {
            key = status.is4xxClientError() ? "problem.4xx" : "problem.500";
            what = words.text(key + ".what");
        }
        return new Problem(
                status.value(),
                what,
                words.text(key + ".why"),
                words.text(key + ".do"),
                RequestId.of(request),
                List.of(),
                List.of(),
                retryAfter);
    }

    private static boolean caused(Throwable failure, Class<? extends Throwable> kind) {
        return cause(failure, kind) != null;
    }

    /** The failure or the first of its causes that is of a kind, or null. */
    private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> kind) {
        Throwable one = failure;
        for (int depth = 0; one != null && depth < 8; depth++) {
            if (kind.isInstance(one)) {
                return kind.cast(one);
            }
            one = one.getCause();
        }
        return null;
    }

    /** What is told; it may repeat something that was sent, which may be long. */
    private static String text(@Nullable String message) {
        return brief(message);
    }

    private static String brief(@Nullable String message) {
        if (message == null) {
            return "";
        }
        String first = message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…";
        return first.chars().anyMatch(c -> c < ' ' && c != '\n')
                ? first.chars()
                        .map(c -> c < ' ' && c != '\n' ? '\u00b7' : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString()
                : first;
    }
}
