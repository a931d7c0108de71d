package io.gulliver.contract.activity;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a step failed, in words a DBA can act on at three in the morning. Carried as the details of an
 * {@code ApplicationFailure} whose type is {@link #code()}.
 *
 * @param code a name of {@link FailureCode}, never renamed or reused
 * @param kind who must act, and whether retrying helps
 * @param message what, on which object, what was seen, what was wanted; no secret
 * @param advice what to do next, or null
 * @param system the outer system's name in the landscape, or null
 */
public record StepFailure(
        String code,
        FailureKind kind,
        String message,
        @Nullable String advice,
        @Nullable String system) {
    public StepFailure {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(kind, "kind");
        message = message.length() > 4000 ? message.substring(0, 3997) + "..." : message;
    }
}
