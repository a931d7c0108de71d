package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.HttpSystemException;
import org.jspecify.annotations.Nullable;

/** An array refused a command, or nobody knows whether it carried it out. */
public final class SpectrumVirtualizeException extends HttpSystemException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String cmmvcCode;

    SpectrumVirtualizeException(
            String system,
            String operation,
            int httpStatus,
            @Nullable String cmmvcCode,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened,
            @Nullable Throwable cause) {
        super(
                "Array " + system + ", " + operation + ": " + message + " " + advice,
                system,
                operation,
                httpStatus,
                advice,
                kind,
                mayHaveHappened,
                cause);
        this.cmmvcCode = cmmvcCode;
    }

    /** The product's message code, for example {@code CMMVC6035E}; null when the answer had none. */
    public @Nullable String cmmvcCode() {
        return cmmvcCode;
    }

    /** True when the array said that the object it was asked about, or one named in the command, is not there. */
    public boolean objectMissing() {
        return MessageCode.find(cmmvcCode).filter(MessageCode::meansMissing).isPresent();
    }
}
