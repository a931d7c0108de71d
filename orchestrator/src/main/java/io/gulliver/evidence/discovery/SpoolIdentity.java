package io.gulliver.evidence.discovery;

import io.gulliver.evidence.Regex;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether answers that came by SQL*Plus are those of the database that they are given for: a script runs where
 * somebody runs it, and a host may carry several databases.
 */
public final class SpoolIdentity {
    private final QueryResults answers;

    private SpoolIdentity(QueryResults answers) {
        this.answers = answers;
    }

    public static SpoolIdentity of(QueryResults answers) {
        return new SpoolIdentity(answers);
    }

    /** Its number, when it was answered. */
    public Optional<Long> dbid() {
        AnswerRow row = answers.first("identity");
        return row == null || row.text("DBID").isBlank()
                ? Optional.empty()
                : Optional.of(Math.round(row.number("DBID")));
    }

    /** Its own name, when it was answered. */
    public Optional<String> name() {
        AnswerRow row = answers.first("identity");
        return Optional.ofNullable(row == null ? null : row.find("NAME"))
                .filter(name -> !name.isBlank())
                .or(() -> answers.values("instances", "INSTANCE_NAME").stream().findFirst());
    }

    /** Every name under which it may be known: database, instances, services, pluggable databases; in capitals. */
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        AnswerRow row = answers.first("identity");
        if (row != null) {
            add(names, row.find("NAME"));
            add(names, row.find("DB_UNIQUE_NAME"));
        }
        answers.values("instances", "INSTANCE_NAME").forEach(name -> add(names, name));
        answers.values("pluggable-databases", "NAME").forEach(name -> add(names, name));
        for (String question : List.of("services", "active-services")) {
            answers.values(question, "NAME").forEach(name -> add(names, name));
            answers.values(question, "NETWORK_NAME").forEach(name -> add(names, name));
        }
        // Every database has these, so they tell nothing.
        names.removeAll(List.of("SYS$BACKGROUND", "SYS$USERS", "PDB$SEED"));
        return names;
    }

    /**
     * Why the answers are not those of a database, as a sentence; empty when they may be.
     *
     * @param known what people call it: its name in the inventory, its service, its SID
     * @param dbid the number that earlier answers told, or null when there were none
     */
    public Optional<String> contradiction(Collection<String> known, @Nullable Long dbid) {
        Optional<Long> own = dbid();
        String called = name().map(name -> "database " + name).orElse("a database that does not tell its name")
                + own.map(number -> " (DBID " + number + ")").orElse("");
        if (dbid != null && own.isPresent()) {
            return own.get().equals(dbid)
                    ? Optional.empty()
                    : Optional.of("it is of " + called + ", and earlier answers had DBID " + dbid);
        }
        SortedSet<String> wanted = new TreeSet<>();
        known.forEach(name -> add(wanted, name));
        SortedSet<String> names = names();
        if (names.isEmpty()) {
            return Optional.of("it does not tell which database it is of: neither v$database nor gv$instance answered");
        }
        return names.stream().anyMatch(wanted::contains)
                ? Optional.empty()
                : Optional.of("it is of " + called + ", known there as " + String.join(", ", names)
                        + ", and none of that is " + String.join(" or ", wanted));
    }

    /** A name with and without its domain. */
    private static void add(SortedSet<String> names, @Nullable String name) {
        if (name != null && !name.isBlank()) {
            String capitals = name.strip().toUpperCase(Locale.ROOT);
            names.add(capitals);
            names.add(Regex.split(capitals, "\\.", 2)[0]);
        }
    }
}
