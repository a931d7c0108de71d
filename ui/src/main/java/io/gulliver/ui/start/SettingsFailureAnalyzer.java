package io.gulliver.ui.start;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Says which settings are wrong, in which file and line, why, and what to do. Spring Boot's own words would repeat the
 * value, and people paste passwords where references belong; and they would name one problem of many.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class SettingsFailureAnalyzer implements FailureAnalyzer {
    static final String ACTION =
            "Correct the settings (docs/operations.md lists them) and start again. Nothing was changed.";

    private final @Nullable Environment environment;

    /** @param environment of the start that failed */
    public SettingsFailureAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        boolean settings = false;
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
            if (cause instanceof WrongSettingsException wrong) {
                return analysis(wrong.problems(), wrong);
            }
            settings |= cause instanceof BindException bind
                    && bind.getName().toString().startsWith("gulliver");
        }
        if (!settings || environment == null) {
            return null;
        }
        List<String> problems = SettingsCheck.problems(environment);
        return problems.isEmpty() ? null : analysis(problems, root);
    }

    static FailureAnalysis analysis(List<String> problems, Throwable cause) {
        return new FailureAnalysis("Settings are wrong:\n  - " + String.join("\n  - ", problems), ACTION, cause);
    }
}
