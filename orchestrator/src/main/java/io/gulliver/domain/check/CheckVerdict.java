package io.gulliver.domain.check;

import java.util.Locale;

/** What came of one check. */
public enum CheckVerdict {
    FAIL,
    /** Failed, and a waiver that has not ended lets it pass. */
    WAIVED,
    /** A fact that it needs is not known; never counts as passed. */
    NOT_MEASURED,
    PASS,
    /** It says nothing about a thing like this. */
    NOT_APPLICABLE;

    /** As files and the API write it: {@code not-measured}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
