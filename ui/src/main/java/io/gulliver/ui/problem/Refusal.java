package io.gulliver.ui.problem;

import io.gulliver.ui.frame.Words;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that is refused for a reason that the person can read and act on. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient HttpStatus status;
    private final transient String key;
    private final transient Object[] arguments;
    private final transient List<FieldProblem> fields;
    private final transient List<Difference> differences;
    private final transient @Nullable Duration retryAfter;
    private final transient @Nullable Object more;

    private Refusal(
            HttpStatus status,
            String key,
            Object[] arguments,
            List<FieldProblem> fields,
            List<Difference> differences,
            @Nullable Duration retryAfter) {
        this(status, key, arguments, fields, differences, retryAfter, null);
    }

    private Refusal(
            HttpStatus status,
            String key,
            Object[] arguments,
            List<FieldProblem> fields,
            List<Difference> differences,
            @Nullable Duration retryAfter,
            @Nullable Object more) {
        super(status.value() + " " + key);
        this.more = more;
        this.status = status;
        this.key = key;
        this.arguments = arguments;
        this.fields = List.copyOf(fields);
        this.differences = List.copyOf(differences);
        this.retryAfter = retryAfter;
    }

    /**
     * Nothing of that name is here.
     *
     * @param key below which {@code messages.properties} has {@code .why} and {@code .do}
     */
    public static Refusal notFound(String key, Object... arguments) {
        return new Refusal(HttpStatus.NOT_FOUND, key, arguments, List.of(), List.of(), null);
    }

    /** The thing is not in the state that the request needs. */
    public static Refusal conflict(String key, Object... arguments) {
        return new Refusal(HttpStatus.CONFLICT, key, arguments, List.of(), List.of(), null);
    }

    /** Somebody else changed the same thing meanwhile; both versions are shown. */
    public static Refusal edited(List<Difference> differences, Object... arguments) {
        return new Refusal(HttpStatus.CONFLICT, "problem.edited", arguments, List.of(), differences, null);
    }

    /** The content is understood and not acceptable. */
    public static Refusal invalid(List<FieldProblem> fields) {
        return new Refusal(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "problem.fields",
                new Object[] {fields.size()},
                fields,
                List.of(),
                null);
    }

    /**
     * The same with what was made of the content before it was refused.
     *
     * @param more a record, whose parts stand in the problem beside the usual ones
     */
    public static Refusal invalid(List<FieldProblem> fields, Object more) {
        return new Refusal(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "problem.fields",
                new Object[] {fields.size()},
                fields,
                List.of(),
                null,
                more);
    }

    /** The request itself is malformed. */
    public static Refusal bad(String key, Object... arguments) {
        return new Refusal(HttpStatus.BAD_REQUEST, key, arguments, List.of(), List.of(), null);
    }

    public static Refusal forbidden(String key, Object... arguments) {
        return new Refusal(HttpStatus.FORBIDDEN, key, arguments, List.of(), List.of(), null);
    }

    /** Too often; may be tried again after the given time. */
    public static Refusal tooMany(String key, Duration retryAfter) {
        return new Refusal(
                HttpStatus.TOO_MANY_REQUESTS,
                key,
                new Object[] {Math.max(1, retryAfter.toSeconds())},
                List.of(),
                List.of(),
                retryAfter);
    }

    /** For a reason that has a status of its own. */
    public static Refusal refused(HttpStatus status, String key, Object... arguments) {
        return new Refusal(status, key, arguments, List.of(), List.of(), null);
    }

    /** Something that this needs is not there just now. */
    public static Refusal unavailable(String key, Duration retryAfter) {
        return new Refusal(HttpStatus.SERVICE_UNAVAILABLE, key, new Object[0], List.of(), List.of(), retryAfter);
    }

    /** If-Match was missing or did not match. */
    public static Refusal precondition(HttpStatus status, String key, Object... arguments) {
        return new Refusal(status, key, arguments, List.of(), List.of(), null);
    }

    /** What was refused, in words, for where it is one of several things. */
    public String said(Words words) {
        return fields.isEmpty()
                ? words.text(key + ".why", arguments)
                : fields.stream().map(FieldProblem::message).collect(Collectors.joining("; "));
    }

    HttpStatus status() {
        return status;
    }

    String key() {
        return key;
    }

    Object[] arguments() {
        return arguments;
    }

    /** What is wrong with single parts of what was sent; empty when something else was refused. */
    public List<FieldProblem> fields() {
        return fields;
    }

    List<Difference> differences() {
        return differences;
    }

    @Nullable
    Object more() {
        return more;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }
}
