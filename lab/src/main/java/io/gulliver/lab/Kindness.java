package io.gulliver.lab;

/**
 * The ways in which a lab can be kinder than the real thing. By default it is kind in none of them; each can be put back
 * by itself, so that a test shows that somebody would notice.
 *
 * <p>{@code docs/lab.md} has the table of what the lab does in their place; a test marked {@link Examines} is red as long as
 * the kindness is put back.
 */
public enum Kindness {
    LISTENER_LETS_ALL_IN(
            "While an instance is restricted the listener refuses everybody, SYSDBA as well, who does not say (UR=A) in"
                    + " CONNECT_DATA; local connections are not its concern.",
            "cutover.md, Restricted sessions (S-O11)"),
    ONLY_OWNERS_EXIST(
            "Applications have accounts that own nothing and live by grants, roles of their own, profiles with password"
                    + " functions and temporary tablespaces.",
            "Database Utilities, Schema Mode (S-O3)"),
    PUBLIC_SYNONYMS_TRAVEL(
            "An export by schema carries private synonyms and leaves PUBLIC ones behind.",
            "Database Utilities, Schema Mode (S-O3)"),
    NO_RIGHTS_ON_OBJECTS(
            "Objects of applications are granted to other users, to roles and to PUBLIC; the dictionary shows it and a dump"
                    + " carries what the owner granted.",
            "Database Utilities, Schema Mode (S-O3)"),
    ONE_CLEAN_LOG(
            "A log of Data Pump has a banner, its workers, each kind of object with its count, each partition, and each"
                    + " statement that failed; a role that Oracle no longer ships and a job class that is missing make what"
                    + " names them fail.",
            "data-pump.md, Errors and their weight"),
    NOTHING_AROUND_SCHEMAS(
            "Packages of applications set contexts, which belong to no schema; no export by schema brings them, nor"
                    + " directories, classes of jobs, credentials, rights in the network, and what somebody made in SYS and"
                    + " SYSTEM.",
            "data-pump.md, What schema mode carries (S-O3)"),
    INSTANCE_NEVER_RESTARTS(
            "An instance can restart, and forgets what was only in its memory: sessions, restriction, parameters without"
                    + " the server parameter file.",
            "cutover.md, Restricted sessions");

    private final String rule;
    private final String source;

    Kindness(String rule, String source) {
        this.rule = rule;
        this.source = source;
    }

    /** What the lab does unless this kindness is put back. */
    public String rule() {
        return rule;
    }

    /** Where we know the rule from: a publication, or a page of {@code docs/domain} with its section. */
    public String source() {
        return source;
    }
}
