package io.gulliver.adapter.spectrumvirtualize;

import org.jspecify.annotations.Nullable;

/** An array refused a command, or nobody knows whether it carried it out. */
public final class SpectrumVirtualizeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What a caller can do about it. */
    public enum Kind {
        /** We asked for something that cannot be: change the request, do not retry. */
        REQUEST,
        /** The array's state is not what we assumed: look again, then decide. */
        CONFLICT,
        /** Passing trouble: retry, after looking whether it was done. */
        TRANSIENT,
        /** No space or no room in a limit: wait or ask the storage team. */
        CAPACITY,
        /** Trouble at the array's side: logon, role, certificate, hardware. Tell someone. */
        EXTERNAL,
        /** Gulliver spoke wrongly, or the array's level is unknown to it. */
        BUG
    }

    private final String system;
    private final String operation;
    private final int httpStatus;
    private final @Nullable String cmmvcCode;
    private final String advice;
    private final Kind kind;
    private final boolean outcomeUnknown;

    SpectrumVirtualizeException(
            String system,
            String operation,
            int httpStatus,
            @Nullable String cmmvcCode,
            String message,
            String advice,
            Kind kind,
            boolean outcomeUnknown,
            @Nullable Throwable cause) {
        super("Array " + system + ", " + operation + ": " + message + " " + advice, cause);
        this.system = system;
        this.operation = operation;
        this.httpStatus = httpStatus;
        this.cmmvcCode = cmmvcCode;
        this.advice = advice;
        this.kind = kind;
        this.outcomeUnknown = outcomeUnknown;
    }

    /** Name of the array in our landscape. */
    public String system() {
        return system;
    }

    /** The product's command and its object, for example {@code mkvdiskhostmap/ENS_DB01_DATA01}. */
    public String operation() {
        return operation;
    }

    /** HTTP status, 0 when no answer arrived or the request was never sent. */
    public int httpStatus() {
        return httpStatus;
    }

    /** The product's message code, for example {@code CMMVC6035E}; null when the answer had none. */
    public @Nullable String cmmvcCode() {
        return cmmvcCode;
    }

    /** What to do next, as a sentence for a person. */
    public String advice() {
        return advice;
    }

    public Kind kind() {
        return kind;
    }

    /** True when the command may have been carried out although no good answer came: look before repeating. */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }

    /** True when the array said that the object it was asked about, or one named in the command, is not there. */
    public boolean objectMissing() {
        return MessageCode.find(cmmvcCode).filter(MessageCode::meansMissing).isPresent();
    }
}
