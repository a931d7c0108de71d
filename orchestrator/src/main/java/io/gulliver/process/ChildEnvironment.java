package io.gulliver.process;

import java.util.Map;
import java.util.Set;

/**
 * The environment of processes that we start: the few variables that every program needs, and no other.
 *
 * <p>Our own environment holds secrets ({@code env:NAME} references of the settings). A child would inherit them, and
 * {@code /proc/PID/environ} would show them for as long as it lives, also after we have gone.
 */
public final class ChildEnvironment {
    /** What a child may inherit: where programs, home and temporary files are, language and time zone. */
    public static final Set<String> ALLOWED = Set.of("PATH", "HOME", "LANG", "TZ", "TMPDIR");

    private ChildEnvironment() {}

    /**
     * Leaves of the builder's environment what is {@link #ALLOWED}. What the child needs beyond that is put in
     * afterwards, by name.
     */
    public static ProcessBuilder clean(ProcessBuilder builder) {
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(ALLOWED);
        return builder;
    }
}
