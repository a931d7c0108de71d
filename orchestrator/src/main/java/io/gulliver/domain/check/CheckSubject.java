package io.gulliver.domain.check;

import java.util.Locale;

/**
 * What a check looks at.
 *
 * @param name of the server or database in its program
 */
public record CheckSubject(Kind kind, String name) {
    /** Kinds of things that checks look at. */
    public enum Kind {
        SERVER,
        DATABASE;

        /** As files and the API write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CheckSubject {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A " + kind.word() + " that is checked needs a name");
        }
    }

    public static CheckSubject server(String name) {
        return new CheckSubject(Kind.SERVER, name);
    }

    public static CheckSubject database(String name) {
        return new CheckSubject(Kind.DATABASE, name);
    }

    /** {@code server LNX07}. */
    @Override
    public String toString() {
        return kind.word() + " " + name;
    }
}
