package io.gulliver.engine;

import org.jspecify.annotations.Nullable;

/** The engine cannot be started or used; the message says what, where, why and what to do. */
public class EngineException extends RuntimeException {
    public EngineException(String message) {
        super(message);
    }

    public EngineException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
