package io.gulliver.domain.risk;

import java.util.Locale;

/** What an entry of the register is. The first letter stands before its number. */
public enum EntryKind {
    /** Something that may go wrong. */
    RISK,
    /** Something that is taken for true and not yet proved. */
    ASSUMPTION,
    /** Something that has gone wrong. */
    ISSUE,
    /** Something that somebody has to decide, or has decided. */
    DECISION;

    /** The key of an entry: {@code R-07}, {@code A-08}. Numbers count through all kinds of a program. */
    public String key(int number) {
        return String.format(Locale.ROOT, "%c-%02d", name().charAt(0), number);
    }

    /** What such an entry can become when it comes about: a false assumption a risk or an issue, a risk an issue. */
    public boolean becomes(EntryKind other) {
        return switch (this) {
            case ASSUMPTION -> other == RISK || other == ISSUE;
            case RISK -> other == ISSUE;
            case ISSUE, DECISION -> false;
        };
    }
}
