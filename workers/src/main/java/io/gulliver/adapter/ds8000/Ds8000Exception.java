package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.http.HttpSystemException;
import org.jspecify.annotations.Nullable;

/** A DS8000 refused a request, or nobody knows whether it carried it out. */
public final class Ds8000Exception extends HttpSystemException {
    private static final long serialVersionUID = 1L;

    /** What the answer means, as far as a source confirms it. */
    public enum Meaning {
        /** No answer, or one that leaves open what happened. */
        UNCERTAIN,
        /** Not carried out, and worth a try later. */
        BUSY,
        /** What it names is not there. */
        ABSENT,
        /** All 256 ids of an LSS are used. */
        LSS_FULL,
        /** A pool has no room. */
        POOL_FULL,
        /** Ours and another's are under one name or id. */
        TAKEN,
        /** User or password. */
        LOGON,
        /** Refused for a reason that only its words tell. */
        REFUSED
    }

    private final @Nullable String code;
    private final Meaning meaning;

    Ds8000Exception(
            String system,
            String operation,
            int httpStatus,
            @Nullable String code,
            Meaning meaning,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened,
            @Nullable Throwable cause) {
        super(
                "Storage unit " + system + ", " + operation + ": " + message + " " + advice,
                system,
                operation,
                httpStatus,
                advice,
                kind,
                mayHaveHappened,
                cause);
        this.code = code;
        this.meaning = meaning;
    }

    /** The product's code, for example {@code BE7A0031}; null when the answer had none. */
    public @Nullable String code() {
        return code;
    }

    /** What it means. */
    public Meaning meaning() {
        return meaning;
    }
}
