package io.gulliver.adapter.oracle.keywords;

import io.gulliver.adapter.oracle.keywords.Judgement.Collector;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Release;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges parameter files of expdp and impdp by their tables. */
public final class DataPumpJudge {

    /**
     * The database that a file is for.
     *
     * @param release of the program, for example 11.2
     * @param compatible its parameter COMPATIBLE
     */
    public record Database(String release, String compatible, boolean enterprise) {}

    private static final Pattern LINE = Pattern.compile("([A-Za-z_]+)=(.+)");
    private static final Pattern TEMPLATE = Pattern.compile("%(.)");
    private static final Set<String> RULES = Set.of(
            "exclusive",
            "requires",
            "not-with",
            "alone",
            "edition",
            "unknown-key",
            "legacy-names",
            "not-in-parfile",
            "first-word",
            "dumpfile-count",
            "parallel-transportable");

    private static final String NAME = "[A-Za-z][A-Za-z0-9_$#]*";
    private static final String NAMES = NAME + "(,\\s*" + NAME + ")*";
    private static final String FILE = "[A-Za-z0-9_.%-]+";

    static final ReadValues EXPORT = new ReadValues()
            .read("DIRECTORY", "directory object, no path", NAME, "a name, so no slash")
            .read("DUMPFILE", "[directory:]file [, ...]", FILE + "(,\\s*" + FILE + ")*", "files without a directory")
            .read("EXCLUDE", "object_type[:name_clause] [, ...]", "[A-Z_]+(,\\s*[A-Z_]+)*", "no name clause")
            .read(
                    "FILESIZE",
                    "integer with B, K/KB, M/MB, G/GB, T/TB",
                    "[1-9][0-9]{0,11}(B|KB?|MB?|GB?)?",
                    "without T, which came later by memory only")
            .read("FLASHBACK_SCN", "integer", "[1-9][0-9]{0,18}", "an SCN is above zero")
            .read(
                    "JOB_NAME",
                    "name, at most 30 bytes until 12.1, 128 from 12.2 with COMPATIBLE 12.2",
                    "[A-Za-z][A-Za-z0-9_$#]{0,29}",
                    "the shorter length, which every release takes")
            .read("LOGFILE", "[directory:]file", FILE, "a file without a directory and without a template")
            .read("PARALLEL", "integer >= 1", "[1-9][0-9]{0,3}", "at least one")
            .read("SCHEMAS", "list", NAMES, "names without quotes");

    static final ReadValues IMPORT = new ReadValues()
            .read("DIRECTORY", "directory object", NAME, "a name, so no slash")
            .read(
                    "DUMPFILE",
                    "[directory:]file [, ...], patterns %U and from 12.2 %L",
                    FILE + "(,\\s*" + FILE + ")*",
                    "files without a directory")
            .read("EXCLUDE", "object_type[:name_clause]", "[A-Z_]+(,\\s*[A-Z_]+)*", "no name clause")
            .read("FLASHBACK_SCN", "integer", "[1-9][0-9]{0,18}", "an SCN is above zero")
            .read("NETWORK_LINK", "database link, fixed user or public connected user", NAME, "a name without a domain")
            .read("JOB_NAME", "name, as for expdp", "[A-Za-z][A-Za-z0-9_$#]{0,29}", "as for expdp")
            .read("LOGFILE", "[directory:]file", FILE, "a file without a directory")
            .read("PARALLEL", "integer >= 1", "[1-9][0-9]{0,3}", "at least one")
            .read(
                    "REMAP_TABLESPACE",
                    "old:new [, ...]; % as old for all from 19 by RU (practice)",
                    NAME + ":" + NAME + "(,\\s*" + NAME + ":" + NAME + ")*",
                    "pairs of names, never %")
            .read("SCHEMAS", "list", NAMES, "names without quotes")
            .read(
                    "TRANSFORM",
                    "name:value[:object_type] [, ...]; the key may stand more than once",
                    "[A-Z_]+:[A-Z_]+(,\\s*[A-Z_]+:[A-Z_]+)*",
                    "each is judged by the list of transforms, none for one object type");

    private final boolean export;
    private final KeywordTable table;
    private final Database database;
    private final Release release;
    private final Collector collector = new Collector();

    private DataPumpJudge(boolean export, Database database) {
        this.export = export;
        this.table = KeywordTable.load(export ? "expdp" : "impdp");
        this.database = database;
        this.release = new Release(database.release());
    }

    /** Judges a parameter file of expdp. */
    public static Judgement export(String file, Database database) {
        return new DataPumpJudge(true, database).judge(file);
    }

    /** Judges a parameter file of impdp. */
    public static Judgement load(String file, Database database) {
        return new DataPumpJudge(false, database).judge(file);
    }

    private Judgement judge(String file) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String line : file.split("\n")) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                collector.refuse("\"" + line + "\" is not NAME=VALUE");
                continue;
            }
            String key = parts.group(1).toUpperCase(Locale.ROOT);
            if (given.put(key, parts.group(2)) != null) {
                collector.refuse(key + " stands twice");
            }
        }
        given.forEach((key, value) -> parameter(key, value, given));
        for (Entry rule : table.entries("rules")) {
            rule(rule, given);
        }
        return collector.judgement();
    }

    private void parameter(String key, String value, Map<String, String> given) {
        Entry entry = table.entries("parameters").stream()
                .filter(one -> one.text("name").equalsIgnoreCase(key))
                .findFirst()
                .orElse(null);
        if (entry == null) {
            collector.refuse(key + " is unknown");
            return;
        }
        if (!entry.in(release)) {
            collector.refuse(key + " is unknown to release " + database.release() + " (from " + entry.find("from")
                    + (entry.has("until") ? " until " + entry.find("until") : "") + ")");
            return;
        }
        collector.rests(table, "parameter", key, entry);
        if (entry.list("values")) {
            if (!entry.allowed(release).contains(value)) {
                collector.refuse(key + "=" + value + " is none of " + entry.allowed(release));
            }
        } else {
            String problem =
                    (export ? EXPORT : IMPORT).problem(key, entry.has("values") ? entry.text("values") : "", value);
            if (problem != null) {
                collector.refuse(problem);
            }
        }
        if (entry.has("edition") && !value.equals("1") && !database.enterprise()) {
            collector.refuse(key + "=" + value + " is for Enterprise Edition only");
        }
        if (entry.has("requires")) {
            demand(key, value, entry.text("requires"));
        }
        if (entry.has("not_with")) {
            notWith(key, entry.text("not_with"), given);
        }
        for (String other : entry.texts("exclusive")) {
            if (given.containsKey(other)) {
                collector.refuse(key + " stands beside " + other);
            }
        }
        if (key.equals("DUMPFILE")) {
            templates(value);
        }
        if (key.equals("TRANSFORM")) {
            transforms(value);
        }
    }

    private void demand(String key, String value, String words) {
        if (!words.equals("COMPATIBLE >= 20.0 of the exported database")) {
            collector.refuse(key + " requires \"" + words + "\", which nobody has read");
        } else if (value.equals("YES") && !new Release(database.compatible()).atLeast("20.0")) {
            collector.refuse(key + "=YES requires " + words + ", which is " + database.compatible());
        }
    }

    private void notWith(String key, String words, Map<String, String> given) {
        if (!words.startsWith("object-store URIs")) {
            collector.refuse(key + " does not go with \"" + words + "\", which nobody has read");
        } else if (given.getOrDefault("DUMPFILE", "").contains("://")) {
            collector.refuse(key + " stands beside " + words);
        }
    }

    private void templates(String value) {
        // The import's table has its two templates in the words of DUMPFILE; those of the export are a list.
        List<Entry> known = KeywordTable.load("expdp").entries("dumpfile_patterns");
        Matcher template = TEMPLATE.matcher(value);
        while (template.find()) {
            String pattern = "%" + template.group(1);
            Entry entry = known.stream()
                    .filter(one -> one.texts("pattern").contains(pattern) && !one.has("refused"))
                    .findFirst()
                    .orElse(null);
            if (entry == null
                    || !entry.in(release)
                    || !export && !Set.of("%U", "%L").contains(pattern)) {
                collector.refuse("DUMPFILE template " + pattern + " is unknown to release " + database.release());
            } else {
                collector.rests(table, "template", pattern, entry);
            }
        }
    }

    private void transforms(String value) {
        for (String item : value.split(",\\s*")) {
            String[] parts = item.split(":");
            Entry entry = table.entries("transforms").stream()
                    .filter(one -> one.text("name").equals(parts[0]))
                    .findFirst()
                    .orElse(null);
            if (entry == null || !entry.in(release)) {
                collector.refuse("TRANSFORM " + parts[0] + " is unknown to release " + database.release());
            } else if (!entry.list("values")
                    || parts.length != 2
                    || !entry.allowed(release).contains(parts[1])) {
                collector.refuse("TRANSFORM " + item + " has no value of " + entry.find("values"));
            } else {
                collector.rests(table, "transform", parts[0], entry);
            }
        }
    }

    // ---- rules

    /** NAME, or NAME=VALUE. */
    private static boolean present(String what, Map<String, String> given) {
        String[] parts = what.split("=", 2);
        String value = given.get(parts[0]);
        return value != null && (parts.length == 1 || value.equalsIgnoreCase(parts[1]));
    }

    private void rule(Entry rule, Map<String, String> given) {
        String kind = rule.text("rule");
        if (!RULES.contains(kind)) {
            collector.refuse("Table " + table.name() + " has a rule \"" + kind + "\" that nobody has read");
            return;
        }
        if (!rule.in(release)) {
            return;
        }
        boolean practice = rule.practice();
        switch (kind) {
            case "exclusive" -> {
                List<String> found = new ArrayList<>();
                rule.texts("of").stream().filter(one -> present(one, given)).forEach(found::add);
                if (found.size() > 1) {
                    collector.broken(practice, "only one of " + found + " may stand");
                }
            }
            case "requires" -> requires(rule, given, practice);
            case "not-with" -> {
                if (present(rule.text("key"), given) && present(rule.text("other"), given)) {
                    collector.broken(practice, rule.text("key") + " stands beside " + rule.text("other"));
                }
            }
            case "alone" -> {
                List<String> others = new ArrayList<>(given.keySet());
                others.remove(rule.text("key"));
                others.removeAll(rule.texts("with_only"));
                if (present(rule.text("key"), given) && !others.isEmpty()) {
                    collector.broken(practice, rule.text("key") + " stands beside " + others);
                }
            }
            case "legacy-names", "not-in-parfile" ->
                rule.texts("of").stream()
                        .filter(given::containsKey)
                        .forEach(one ->
                                collector.broken(practice, one + " may not stand in a parameter file (" + kind + ")"));
            case "first-word" -> {
                if (given.containsKey(rule.text("key"))) {
                    collector.broken(practice, rule.text("key") + " stands on the command line");
                }
            }
            case "edition" ->
                rule.texts("of").stream()
                        .filter(one -> given.containsKey(one) && !given.get(one).equals("1") && !database.enterprise())
                        .forEach(one -> collector.broken(practice, one + " above 1 without Enterprise Edition"));
            case "dumpfile-count" -> {
                int workers =
                        Integer.parseInt(given.getOrDefault("PARALLEL", "1").replaceAll("\\D", "0"));
                String files = given.getOrDefault("DUMPFILE", "");
                if (workers > files.split(",").length && !files.contains("%")) {
                    collector.broken(practice, workers + " workers write " + files);
                }
            }
            case "parallel-transportable" -> {
                if (given.containsKey("TRANSPORT_DATAFILES")
                        && !given.getOrDefault("PARALLEL", "1").equals("1")
                        && !release.atLeast("21")) {
                    collector.broken(practice, rule.text("note"));
                }
            }
            default -> {
                // unknown-key: every name is looked up
            }
        }
    }

    private void requires(Entry rule, Map<String, String> given, boolean practice) {
        String key = rule.text("key");
        if (!present(key, given)) {
            return;
        }
        if (!rule.has("all_of") && !rule.has("one_of")) {
            collector.broken(
                    practice, key + ": " + rule.node() + " says in words what it requires, which nobody has read");
        }
        if (rule.has("all_of") && !rule.texts("all_of").stream().allMatch(one -> present(one, given))) {
            collector.broken(practice, key + " requires all of " + rule.texts("all_of"));
        }
        if (rule.has("one_of") && rule.texts("one_of").stream().noneMatch(one -> present(one, given))) {
            collector.broken(practice, key + " requires one of " + rule.texts("one_of"));
        }
    }
}
