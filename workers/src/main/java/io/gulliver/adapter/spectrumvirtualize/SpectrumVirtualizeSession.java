package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.http.HttpTransport;
import io.gulliver.adapter.http.HttpTransport.Answer;
import io.gulliver.adapter.spectrumvirtualize.WireRow.UnreadableAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The one place that sends commands to an array: always POST, one token for all threads, changes one after another.
 *
 * <p>The base path is {@code /rest/v1}; levels before about 8.4 answer 404 there and are spoken to under {@code /rest}. A
 * token's life is not computed, because it differs by level and setting: on 403 there is one new logon and one repeat,
 * which is safe even for a change, since a refused token means that nothing was done.
 */
final class SpectrumVirtualizeSession {

    private static final HttpTransport.Product PRODUCT = new HttpTransport.Product(
            "spectrum-virtualize",
            "array",
            "the array's REST service (port " + SpectrumVirtualizeProperties.USUAL_PORT + ")",
            "A change of the configuration node takes one to two minutes; if it lasts, check network and firewall");
    private static final String TOKEN = "token";
    private static final ArrayCommand LOGON = new ArrayCommand("auth", null, false, ArrayCommand.newOptions());

    private record Token(String base, String value) {}

    private final SpectrumVirtualizeProperties properties;
    private final Supplier<String> password;
    private final HttpTransport http;
    // The array runs commands one after another and answers 429 to those who push; fair, so that nobody starves.
    private final ReentrantLock changes = new ReentrantLock(true);
    private final Object logonLock = new Object();
    private volatile @Nullable Token token;

    SpectrumVirtualizeSession(SpectrumVirtualizeProperties properties, Supplier<String> password, CallLog log) {
        this.properties = properties;
        this.password = password;
        this.http = new HttpTransport(
                PRODUCT,
                properties.name(),
                properties.address(),
                properties.caFile(),
                Objects.requireNonNull(properties.connectTimeout()),
                log,
                unanswered("connect"));
    }

    /** Sends a command and reads the answer; a change waits for those before it. */
    <T> T call(ArrayCommand command, Function<JsonNode, T> reader) {
        if (!command.changing()) {
            return read(command, reader);
        }
        try {
            // Each command before us ends within the limit; ten of them in a row means that the array is overrun.
            if (!changes.tryLock(limit(command).toMillis() * 10, TimeUnit.MILLISECONDS)) {
                throw unsent(
                        command,
                        "waited too long behind other changes",
                        "Lower the number of steps that this array may run at once.",
                        null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unsent(command, "interrupted while it waited for other changes", "Start the step again.", e);
        }
        try {
            return read(command, reader);
        } finally {
            changes.unlock();
        }
    }

    private SpectrumVirtualizeException unsent(
            ArrayCommand command, String message, String advice, @Nullable Throwable cause) {
        ArrayRefusal unsent = new ArrayRefusal(null, message + "; nothing was sent.", advice, Kind.TRANSIENT, false);
        return refused(command, SpectrumVirtualizeException.NO_STATUS, unsent, cause);
    }

    private <T> T read(ArrayCommand command, Function<JsonNode, T> reader) {
        Answer answer = answer(command);
        try {
            return reader.apply(JsonMapper.shared().readTree(answer.body()));
        } catch (JacksonException | UnreadableAnswer | ArithmeticException | IllegalArgumentException e) {
            String reason = e instanceof JacksonException broken ? broken.getOriginalMessage() : e.getMessage();
            ArrayRefusal unreadable = new ArrayRefusal(
                    null,
                    "the answer cannot be read (" + http.blank(String.valueOf(reason)) + "): "
                            + http.quoted(answer.body()) + ".",
                    "Report this with the array's level.",
                    Kind.BUG,
                    command.changing());
            throw refused(command, answer.status(), unreadable, e);
        }
    }

    private Answer answer(ArrayCommand command) {
        Token current = token;
        if (current == null) {
            current = logon(null);
        }
        Answer answer = send(command, current);
        if (answer.status() == 403) {
            // Nothing was done: the token is checked before the command is looked at.
            answer = send(command, logon(current));
        }
        if (answer.status() == 200) {
            return answer;
        }
        ArrayRefusal refusal =
                ArrayRefusal.of(command, properties.user(), answer.status(), answer.body(), http.quoted(answer.body()));
        throw refused(command, answer.status(), refusal, null);
    }

    private Answer send(ArrayCommand command, Token current) {
        return http.send(
                new HttpTransport.Request(
                        command.name(),
                        "POST",
                        current.base() + command.path(),
                        Map.of("X-Auth-Token", current.value()),
                        command.options().toString(),
                        limit(command),
                        command.changing(),
                        List.of()),
                unanswered(command.label()));
    }

    private Duration limit(ArrayCommand command) {
        return Objects.requireNonNull(command.changing() ? properties.changeTimeout() : properties.readTimeout());
    }

    /**
     * Fetches a token. Who comes with a token that another thread has replaced meanwhile gets the new one, so that a
     * hundred waiting calls make one logon.
     */
    private Token logon(@Nullable Token stale) {
        synchronized (logonLock) {
            Token current = token;
            if (current != null && current != stale) {
                return current;
            }
            token = null;
            String secret = password.get();
            http.learn(secret);
            Answer answer = logon("/rest/v1", secret);
            if (answer.status() == 404) {
                answer = logon("/rest", secret);
            }
            Token fresh = token;
            if (fresh == null) {
                ArrayRefusal refusal = ArrayRefusal.ofLogon(
                        LOGON, properties, answer.status(), answer.body(), http.quoted(answer.body()));
                throw refused(LOGON, answer.status(), refusal, null);
            }
            return fresh;
        }
    }

    private Answer logon(String base, String secret) {
        Answer answer = http.send(
                new HttpTransport.Request(
                        LOGON.name(),
                        "POST",
                        base + LOGON.path(),
                        Map.of("X-Auth-Username", properties.user(), "X-Auth-Password", secret),
                        "",
                        limit(LOGON),
                        false,
                        List.of(TOKEN)),
                unanswered(LOGON.label()));
        String granted = answer.secrets().get(TOKEN);
        if (answer.status() == 200 && granted != null) {
            token = new Token(base, granted);
        }
        return answer;
    }

    private SpectrumVirtualizeException refused(
            ArrayCommand command, int status, ArrayRefusal refusal, @Nullable Throwable cause) {
        return new SpectrumVirtualizeException(
                properties.name(),
                command.label(),
                status,
                refusal.code(),
                refusal.message(),
                refusal.advice(),
                refusal.kind(),
                refusal.mayHaveHappened(),
                cause);
    }

    private HttpTransport.Failure unanswered(String operation) {
        return (message, advice, kind, mayHaveHappened, cause) -> new SpectrumVirtualizeException(
                properties.name(),
                operation,
                SpectrumVirtualizeException.NO_STATUS,
                null,
                message + ".",
                advice + ".",
                kind,
                mayHaveHappened,
                cause);
    }
}
