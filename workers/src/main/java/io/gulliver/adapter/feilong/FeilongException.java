package io.gulliver.adapter.feilong;

import io.gulliver.adapter.http.HttpSystemException;
import org.jspecify.annotations.Nullable;

/** A Feilong server said no, or could not be asked. */
public final class FeilongException extends HttpSystemException {

    private static final long serialVersionUID = 1L;

    /** What a refusal means for whoever decides what comes next. */
    public enum Meaning {
        /** The object named is not there. */
        ABSENT,
        /** An object of that name, or with that number, is there already: ours from before, or somebody else's. */
        EXISTS,
        /** Somebody changes the object now, or too many work at once; nothing was done. */
        BUSY,
        /** The object is on where it must be off, or off where it must be on. */
        WRONG_STATE,
        /** More than was set as the most when the guest was made. */
        BEYOND_LIMIT,
        /** No room, or no device left. */
        FULL,
        /** The server does not know us. */
        UNAUTHORIZED,
        /** The server, or z/VM below it, could not do it, and says why in words alone. */
        FAILED,
        /** No answer, or one that leaves open what happened. */
        UNCERTAIN,
        /** The request is not one that the server takes. */
        REFUSED
    }

    private final Meaning meaning;
    private final @Nullable FeilongReply reply;

    FeilongException(
            String system,
            String operation,
            int httpStatus,
            @Nullable FeilongReply reply,
            Meaning meaning,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened,
            @Nullable Throwable cause) {
        super(
                "Feilong " + system + ": " + operation + " failed"
                        + (httpStatus == NO_STATUS
                                ? ""
                                : " with HTTP " + httpStatus + (reply == null ? "" : ", " + reply.codes()))
                        + ": " + message + ". " + advice,
                system,
                operation,
                httpStatus,
                advice,
                kind,
                mayHaveHappened,
                cause);
        this.meaning = meaning;
        this.reply = reply;
    }

    /** What it means for the caller. */
    public Meaning meaning() {
        return meaning;
    }

    /** The server's own codes, {@code overallRC/rc/rs}; null when the answer had none. */
    public @Nullable String codes() {
        return reply == null ? null : reply.codes();
    }
}
