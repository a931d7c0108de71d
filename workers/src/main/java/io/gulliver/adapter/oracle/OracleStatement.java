package io.gulliver.adapter.oracle;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One statement of the catalogue, as its file states it.
 *
 * @param id name of the statement and of its file
 * @param source ids or sections of {@code docs/domain} that it rests on
 * @param mutates whether it changes anything; such statements are refused on a read-only client
 * @param versions releases in which the text works
 * @param binds values sent apart from the text, as {@code :name}
 * @param slots names and literals that stand in the text, as <code>{{name}}</code>, because they cannot be bound
 * @param columns what a query answers, in order
 * @param forms canonical text by data type; only for the row fingerprint
 * @param discovery how live discovery asks it, or null when discovery does not
 * @param text the statement without its header
 */
public record OracleStatement(
        String id,
        String about,
        String source,
        Kind kind,
        boolean mutates,
        Versions versions,
        List<String> privileges,
        List<Field> binds,
        List<Field> slots,
        List<Field> columns,
        @Nullable Map<String, String> forms,
        @Nullable Discovery discovery,
        String text) {

    /** When a question about load is asked: only the best source that is there and allowed is. */
    public enum Load {
        /** Needs the Diagnostics Pack. */
        AWR,
        /** Needs STATSPACK, whose owner is PERFSTAT. */
        STATSPACK,
        /** Asked several times, some seconds apart. */
        SAMPLE
    }

    /**
     * How live discovery asks a statement.
     *
     * @param question what it answers; the statements of one question are its variants by release
     * @param seconds time limit, 0 for the usual one
     * @param quiet never at peak hours
     * @param load source of load figures that it belongs to, or null
     * @param cut whether long texts are cut in a SQL*Plus script, where a row has 4,000 bytes
     * @param before why releases before the first variant have none, or null
     * @param until why releases after its last variant have none, or null
     */
    public record Discovery(
            String question,
            int seconds,
            boolean quiet,
            @Nullable Load load,
            boolean cut,
            @Nullable String before,
            @Nullable String until) {
        /** Time limit of a question that names none. */
        public static final int SECONDS = 60;

        public Discovery {
            seconds = seconds == 0 ? SECONDS : seconds;
        }
    }

    /** What is done with the text. */
    public enum Kind {
        /** Answers rows. */
        QUERY,
        /** Answers rows; its table and expressions are written by {@link TableStatements}. */
        GENERATED,
        /** DDL or ALTER SYSTEM; answers nothing. */
        COMMAND,
        /** PL/SQL; answers nothing. */
        BLOCK
    }

    /** What a bind, slot or column may hold. */
    public enum Type {
        NUMBER,
        STRING,
        TIMESTAMP,
        /** Slot: one name, quoted. */
        IDENTIFIER,
        /** Slot: names with commas between them, each quoted. */
        IDENTIFIERS,
        /** Slot: who is granted something: one name, quoted, or PUBLIC. */
        GRANTEE,
        /** Slot: words in capitals or a number, as the dictionary has a privilege, a limit or its setting; unquoted. */
        WORD,
        /** Slot: text in single quotes. */
        LITERAL,
        /** Slot: a password, quoted like a name. */
        PASSWORD,
        /** Slot: owner and table, both quoted; written by {@link TableStatements}. */
        TABLE,
        /** Slot: the expression that digests one row; written by {@link TableStatements}. */
        ROW,
        /** Slot: the expression that makes one row a text, for a statement that digests it; written there too. */
        TEXT,
        /** Slot: the condition that tells the rows of one segment; written there too. */
        SEGMENT
    }

    /** A bind, slot or column. */
    public record Field(String name, Type type, @Nullable Boolean secret) {

        boolean hidden() {
            return Boolean.TRUE.equals(secret);
        }

        /** A slot's value as the statement's text takes it; IllegalArgumentException when it cannot stand there. */
        String quoted(String value) {
            switch (type) {
                case IDENTIFIER, PASSWORD:
                    return OracleName.quote(value);
                case IDENTIFIERS:
                    return Stream.of(value.split(",")).map(OracleName::quote).collect(Collectors.joining(", "));
                case GRANTEE:
                    return value.equals("PUBLIC") ? value : OracleName.quote(value);
                case WORD:
                    if (WORDS.matcher(value).matches() && !PHRASE.matcher(value).find()) {
                        return value;
                    }
                    throw new IllegalArgumentException("\"" + value + "\" is neither a privilege nor a limit");
                case LITERAL:
                    return OracleName.literal(value);
                case NUMBER:
                    return Long.toString(Long.parseLong(value));
                case TABLE:
                    if (QUOTED_TABLE.matcher(value).matches()) {
                        return value;
                    }
                    throw new IllegalArgumentException("write the table with OracleName.quote(owner, name)");
                default:
                    throw new IllegalArgumentException("a slot of type " + type + " is generated");
            }
        }
    }

    private static final Pattern WORDS = Pattern.compile("[A-Z][A-Z0-9_$#]*(?: [A-Z][A-Z0-9_$#]*)*|\\d*\\.?\\d+");

    /** Words with which a statement would go on. */
    private static final Pattern PHRASE = Pattern.compile("\\b(?:TO|FROM|WITH|IDENTIFIED)\\b");

    private static final Pattern QUOTED_TABLE = Pattern.compile("\"[^\"\\p{Cntrl}]+\"\\.\"[^\"\\p{Cntrl}]+\"");

    /** First and last release, such as 12.1; no last release when it still works. */
    public record Versions(String min, @Nullable String max) {

        /** Whether a release such as {@code 19.24.0.0.0} lies within. */
        public boolean contains(String release) {
            return compare(release, min) >= 0 && (max == null || compare(release, max) <= 0);
        }

        /** Orders two limits; where one has fewer parts, the missing ones count as 0. */
        static int order(String left, String right) {
            int order = compare(left, right);
            return order != 0 ? order : -compare(right, left);
        }

        private static int compare(String release, String limit) {
            String[] have = release.split("\\.");
            String[] want = limit.split("\\.");
            for (int i = 0; i < want.length; i++) {
                int order = Integer.compare(i < have.length ? Integer.parseInt(have[i]) : 0, Integer.parseInt(want[i]));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }

    public OracleStatement {
        privileges = List.copyOf(privileges);
        binds = List.copyOf(binds);
        slots = List.copyOf(slots);
        columns = List.copyOf(columns);
    }

    /**
     * The text for a script: slots checked and quoted by their types. Only for statements without binds and secrets.
     *
     * @throws IllegalArgumentException when a slot is missing or cannot take its value
     */
    public String filled(Map<String, String> values) {
        if (!binds.isEmpty() || slots.stream().anyMatch(Field::hidden) || slots.size() != values.size()) {
            throw new IllegalArgumentException("Statement " + id + " takes the slots "
                    + slots.stream().map(Field::name).toList() + " and the binds "
                    + binds.stream().map(Field::name).toList() + "; given are slots " + values.keySet());
        }
        String filled = text;
        for (Field slot : slots) {
            String value = values.get(slot.name());
            if (value == null) {
                throw new IllegalArgumentException("Statement " + id + ": slot " + slot.name() + " is not given");
            }
            filled = filled.replace("{{" + slot.name() + "}}", slot.quoted(value));
        }
        return filled;
    }

    /** Whether the statement answers rows. */
    public boolean answersRows() {
        return kind == Kind.QUERY || kind == Kind.GENERATED;
    }
}
