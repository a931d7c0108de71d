package io.gulliver.domain.risk;

import org.jspecify.annotations.Nullable;

/**
 * What an entry of one kind has and others have not.
 *
 * @param kind of the entry
 * @param severity of an issue, 1 to 5; null for other kinds
 * @param ifFalse of an assumption: what happens when it proves false; empty for other kinds
 * @param decider of a decision: who decides, or null
 * @param options of a decision: between what; empty for other kinds
 * @param decision what was decided, or empty
 */
public record EntryDetails(
        EntryKind kind,
        @Nullable Integer severity,
        String ifFalse,
        @Nullable String decider,
        String options,
        String decision) {
    /** Of a risk, whose probability and impact stand in its statement. */
    public static final EntryDetails RISK = new EntryDetails(EntryKind.RISK, null, "", null, "", "");

    public EntryDetails {
        if ((kind == EntryKind.ISSUE) != (severity != null)) {
            throw new IllegalArgumentException("An issue has a severity, other entries have none");
        }
        if (severity != null && (severity < 1 || severity > 5)) {
            throw new IllegalArgumentException("Severity " + severity + ", wanted 1 to 5");
        }
        if (kind != EntryKind.ASSUMPTION && !ifFalse.isEmpty()) {
            throw new IllegalArgumentException("Only an assumption says what happens when it proves false");
        }
        if (kind != EntryKind.DECISION && (decider != null || !options.isEmpty() || !decision.isEmpty())) {
            throw new IllegalArgumentException("Only a decision has somebody who decides, options and an outcome");
        }
    }

    public static EntryDetails assumption(String ifFalse) {
        return new EntryDetails(EntryKind.ASSUMPTION, null, ifFalse, null, "", "");
    }

    public static EntryDetails issue(int severity) {
        return new EntryDetails(EntryKind.ISSUE, severity, "", null, "", "");
    }

    public static EntryDetails decision(@Nullable String decider, String options, String decision) {
        return new EntryDetails(EntryKind.DECISION, null, "", decider, options, decision);
    }
}
