package io.gulliver.ui.start;

import java.util.List;

/** Settings that are wrong, all of them. */
final class WrongSettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    WrongSettingsException(List<String> problems) {
        super("Settings are wrong: " + String.join(" ", problems));
        this.problems = List.copyOf(problems);
    }

    List<String> problems() {
        return problems;
    }
}
