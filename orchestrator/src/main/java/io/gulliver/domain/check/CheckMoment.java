package io.gulliver.domain.check;

import java.util.Locale;

/** When a check looks. */
public enum CheckMoment {
    /** Before the build, at the figures that are about to be built. */
    DESIGN,
    /** After the build, at what stands. */
    TARGET;

    /** As files and the API write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
