package io.gulliver.adapter.hmc;

import io.gulliver.adapter.http.HttpSystemException;
import org.jspecify.annotations.Nullable;

/** An HMC said no, or could not be asked. */
public final class HmcException extends HttpSystemException {

    private static final long serialVersionUID = 1L;

    /** Stands for "no reason": the answer was not the HMC's own error body. */
    public static final int NO_REASON = -1;

    private final int reason;

    HmcException(
            String system,
            String operation,
            int httpStatus,
            int reason,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened,
            @Nullable Throwable cause) {
        super(
                "HMC " + system + ": " + operation + " failed"
                        + (httpStatus == NO_STATUS ? "" : " with " + code(httpStatus, reason)) + ": " + message + ". "
                        + advice,
                system,
                operation,
                httpStatus,
                advice,
                kind,
                mayHaveHappened,
                cause);
        this.reason = reason;
    }

    /** A partition has our name and somebody else's description. */
    static HmcException notOurs(String system, String name, String description) {
        return new HmcException(
                system,
                "create-partition",
                NO_STATUS,
                NO_REASON,
                "partition " + name + " exists and is not ours: its description is \"" + description + "\"",
                "Choose another name, or have the other partition removed",
                Kind.CONFLICT,
                false,
                null);
    }

    private static String code(int httpStatus, int reason) {
        return reason == NO_REASON ? "HTTP " + httpStatus : httpStatus + "." + reason;
    }

    /** The HMC's reason number, or {@link #NO_REASON}. */
    public int reason() {
        return reason;
    }

    /** Whether this is the answer {@code httpStatus.reason}. */
    public boolean is(int httpStatus, int reason) {
        return httpStatus() == httpStatus && this.reason == reason;
    }
}
