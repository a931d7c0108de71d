package io.gulliver.adapter.oracle.keywords;

import io.gulliver.adapter.oracle.keywords.Judgement.Collector;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Release;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges command files of RMAN by its table: each command must be one that a row of it gives, read once by a person. */
public final class RmanJudge {

    /** A command by the words of its row; groups are commands inside. */
    private record Command(String list, String grammar, Pattern pattern, String why) {}

    private static final String TEXT = "'[^']{1,513}'";
    private static final String NAME = "[A-Za-z][A-Za-z0-9_$]*";

    private static final List<Command> COMMANDS = List.of(
            command(
                    "other",
                    "RUN { ALLOCATE CHANNEL c DEVICE TYPE DISK [FORMAT 'f']; ...; RELEASE CHANNEL c; }",
                    "ALLOCATE CHANNEL " + NAME + " DEVICE TYPE DISK",
                    "inside RUN only; the channel ends with the block"),
            command(
                    "other",
                    "RESTORE {DATABASE | TABLESPACE t | PLUGGABLE DATABASE p} VALIDATE [CHECK LOGICAL]",
                    "RESTORE (DATABASE|PLUGGABLE DATABASE " + NAME + ") VALIDATE( CHECK LOGICAL)?",
                    "no tablespaces"),
            command(
                    "other",
                    "DELETE [NOPROMPT] [FORCE] {BACKUP [TAG 't'] | BACKUPSET n | BACKUPPIECE 'p' | OBSOLETE | EXPIRED BACKUP | ARCHIVELOG ...}",
                    "DELETE NOPROMPT BACKUP TAG '[A-Z0-9_]{1,30}'",
                    "by tag alone"),
            command(
                    "other",
                    "CONFIGURE DEVICE TYPE DISK PARALLELISM n BACKUP TYPE TO [COMPRESSED] BACKUPSET",
                    "CONFIGURE DEVICE TYPE DISK PARALLELISM [1-9][0-9]* BACKUP TYPE TO (COMPRESSED )?BACKUPSET",
                    "and put back, see persists"));

    /** Clauses of BACKUP by the words of their row, those that are generated. */
    private static final Map<String, Pattern> CLAUSES = new LinkedHashMap<>();

    static {
        CLAUSES.put("INCREMENTAL LEVEL 0|1", Pattern.compile("INCREMENTAL LEVEL [01]"));
        CLAUSES.put("SECTION SIZE n[K|M|G]", Pattern.compile("SECTION SIZE [1-9][0-9]*[KMG]"));
        CLAUSES.put("CHECK LOGICAL", Pattern.compile("CHECK LOGICAL"));
        CLAUSES.put("TAG 'x'", Pattern.compile("TAG '[A-Z0-9_]{1,30}'"));
        CLAUSES.put("FOR TRANSPORT", Pattern.compile("FOR TRANSPORT"));
        CLAUSES.put("TO PLATFORM 'name'", Pattern.compile("TO PLATFORM " + TEXT));
        CLAUSES.put("ALLOW INCONSISTENT", Pattern.compile("ALLOW INCONSISTENT"));
        CLAUSES.put("FORMAT 'path/%U'", Pattern.compile("FORMAT '[^']*%U[^']*'"));
        CLAUSES.put("TABLESPACE a[, b]", Pattern.compile("TABLESPACE " + NAME + "(, " + NAME + ")*"));
        CLAUSES.put("PLUGGABLE DATABASE p[, q]", Pattern.compile("PLUGGABLE DATABASE " + NAME));
        CLAUSES.put("DATABASE", Pattern.compile("DATABASE"));
        CLAUSES.put("PLUS ARCHIVELOG", Pattern.compile("PLUS ARCHIVELOG( TAG '[A-Z0-9_]{1,30}')?"));
    }

    private static final List<String> WHAT = List.of("TABLESPACE a[, b]", "PLUGGABLE DATABASE p[, q]", "DATABASE");

    private final KeywordTable table = KeywordTable.load("rman");
    private final Collector collector = new Collector();
    private final Release release;
    private final boolean enterprise;

    private RmanJudge(String release, boolean enterprise) {
        this.release = new Release(release);
        this.enterprise = enterprise;
    }

    private static Command command(String list, String grammar, String pattern, String why) {
        return new Command(list, grammar, Pattern.compile(pattern), why);
    }

    /** Judges a command file. */
    public static Judgement file(String file, String release, boolean enterprise) {
        RmanJudge judge = new RmanJudge(release, enterprise);
        judge.read(file);
        return judge.collector.judgement();
    }

    private void read(String file) {
        List<String> commands = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (String line : file.split("\n")) {
            if (!line.strip().startsWith("#")) {
                // CONNECT and EXIT are commands of the client and end with their line.
                String bare = line.strip();
                text.append(
                                bare.equals("CONNECT TARGET /") || bare.equals("EXIT;")
                                        ? bare.replace(";", "") + ";"
                                        : bare)
                        .append(' ');
            }
        }
        boolean inside = false;
        int channels = 0;
        Matcher part = Pattern.compile("([^;{}]*)([;{}])").matcher(text);
        int end = 0;
        while (part.find()) {
            end = part.end();
            String words = part.group(1).strip();
            if (part.group(2).equals("{")) {
                if (inside || !words.equals("RUN")) {
                    collector.refuse("\"" + words + " {\" opens no block");
                }
                inside = true;
                channels = 0;
            } else if (part.group(2).equals("}")) {
                if (!inside || !words.isEmpty()) {
                    collector.refuse("A block ends without ; before it, or was never opened: \"" + words + "\"");
                }
                inside = false;
            } else {
                commands.add(words);
                if (words.startsWith("ALLOCATE ")) {
                    channels++;
                    if (!inside) {
                        collector.refuse("ALLOCATE CHANNEL outside of RUN");
                    }
                    if (channels > 1 && !enterprise) {
                        collector.refuse("More than one channel only with Enterprise Edition");
                    }
                }
            }
        }
        if (inside || !text.substring(end).isBlank()) {
            collector.refuse("The file ends inside a command or block");
        }
        if (commands.isEmpty() || !commands.get(0).equals("CONNECT TARGET /")) {
            collector.refuse("The file does not connect first");
        } else {
            Entry client = table.entries("client").stream()
                    .filter(one -> one.has("form") && one.text("note").startsWith("CONNECT TARGET / in the file"))
                    .findFirst()
                    .orElseThrow();
            collector.rests(table, "client", client.text("form"), client);
        }
        for (String command : commands) {
            if (!command.equals("CONNECT TARGET /") && !command.equals("EXIT")) {
                command(command);
            }
        }
        persists(commands);
    }

    /** What CONFIGURE sets stays in the control file (a note of practice on a documented row). */
    private void persists(List<String> commands) {
        for (Entry one : table.entries("other")) {
            if (one.has("note") && one.text("note").startsWith("stays in the control file")) {
                commands.stream()
                        .filter(command -> command.startsWith("CONFIGURE "))
                        .forEach(command -> collector.broken(
                                "practice".equals(one.find("note_confidence")), command + ": " + one.text("note")));
            }
        }
    }

    private void command(String command) {
        if (command.startsWith("BACKUP ")) {
            backup(command);
            return;
        }
        for (Command known : COMMANDS) {
            if (!known.pattern().matcher(command).matches()) {
                continue;
            }
            Entry entry = table.entries(known.list()).stream()
                    .filter(one -> known.grammar().equals(one.find("grammar")))
                    .findFirst()
                    .orElse(null);
            if (entry == null || !entry.in(release)) {
                collector.refuse("\"" + command + "\": its row is gone, or of a later release than " + release.text());
            } else {
                collector.rests(table, "command", command.split(" ")[0], entry);
            }
            return;
        }
        collector.refuse("\"" + command + "\" is no command that the table has and somebody has read");
    }

    private void backup(String command) {
        KeywordTable rman = table;
        List<String> found = new ArrayList<>();
        String rest = command.substring("BACKUP ".length());
        while (!rest.isEmpty()) {
            String next = rest;
            String clause = CLAUSES.entrySet().stream()
                    .filter(one -> {
                        Matcher matcher = one.getValue().matcher(next);
                        return matcher.lookingAt()
                                && (matcher.end() == next.length() || next.charAt(matcher.end()) == ' ');
                    })
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
            if (clause.isEmpty()) {
                collector.refuse("BACKUP: \"" + rest + "\" is no clause that the table has and somebody has read");
                return;
            }
            Matcher matcher = CLAUSES.get(clause).matcher(rest);
            matcher.lookingAt();
            rest = rest.substring(matcher.end()).strip();
            if (found.contains(clause)) {
                collector.refuse("BACKUP: " + clause + " stands twice");
            }
            found.add(clause);
            Entry entry = rman.entries("backup/clauses").stream()
                    .filter(one -> clause.equals(one.find("clause")))
                    .findFirst()
                    .orElse(null);
            if (entry == null || !entry.in(release)) {
                collector.refuse("BACKUP: " + clause + " is unknown to release " + release.text());
            } else {
                collector.rests(rman, "clause of BACKUP", clause, entry);
            }
        }
        if (found.stream().filter(WHAT::contains).count() != 1) {
            collector.refuse("BACKUP says not once what it backs up: " + command);
        }
        boolean transport = found.contains("FOR TRANSPORT") || found.contains("TO PLATFORM 'name'");
        if (found.contains("FOR TRANSPORT") && found.contains("TO PLATFORM 'name'")) {
            collector.broken(true, "FOR TRANSPORT stands beside TO PLATFORM");
        }
        if (found.contains("ALLOW INCONSISTENT") && !transport) {
            collector.refuse("ALLOW INCONSISTENT without FOR TRANSPORT or TO PLATFORM (RMAN-06591)");
        }
        if (found.contains("PLUS ARCHIVELOG") && transport) {
            collector.broken(true, "PLUS ARCHIVELOG beside FOR TRANSPORT or TO PLATFORM");
        }
        if (found.contains("DATABASE") && transport) {
            collector.refuse("DATABASE never crosses from x86-64 to s390x");
        }
    }
}
