package io.gulliver.ui.start;

import io.gulliver.engine.EngineException;
import io.gulliver.secret.SecretException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Shows a refusal to start as its own words, without a stack trace: they say what to do already. */
public final class StartFailureAnalyzer implements FailureAnalyzer {
    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof EngineException
                    || cause instanceof SecretException
                    // by name: the store's exception comes with the store
                    || cause.getClass().getName().equals("io.gulliver.persistence.StoreException")) {
                return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
            }
        }
        return null;
    }
}
