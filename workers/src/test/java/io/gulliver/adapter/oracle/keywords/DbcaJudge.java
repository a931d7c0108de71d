package io.gulliver.adapter.oracle.keywords;

import io.gulliver.adapter.oracle.keywords.Judgement.Collector;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Release;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Judges flat response files of DBCA (12.2 and later), their parameters of the instance, and its command lines. */
public final class DbcaJudge {

    private static final String HEADER = "responseFileVersion=/oracle/assistants/rspfmt_dbca_response_schema_v";
    private static final Pattern LINE = Pattern.compile("([A-Za-z]+)=(.*)");
    private static final Pattern COMMAND = Pattern.compile("(?m)^exec \"\\$ORACLE_HOME/bin/dbca\" (.*)$");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final String PATH = "/[A-Za-z0-9/_.-]+";
    private static final String GROUP = "\\+[A-Za-z][A-Za-z0-9_$#]{0,29}";

    static final ReadValues VALUES = new ReadValues()
            .read(
                    "gdbName",
                    "db_name[.db_domain]; db_name at most 8 characters",
                    "[A-Za-z][A-Za-z0-9_$#]{0,7}(\\.[A-Za-z0-9.-]+)?",
                    "db_name has 1 to 8 characters")
            .read(
                    "sid",
                    "letters, digits; 8 characters for a database name (practice: SID to 12 for single instance)",
                    "[A-Za-z][A-Za-z0-9]{0,7}",
                    "the shorter length")
            .read(
                    "templateName",
                    "file name in assistants/dbca/templates, or a path",
                    "[A-Za-z_]+\\.(dbc|dbt)",
                    "a name of the shipped folder")
            .read(
                    "numberOfPDBs",
                    "0 to 252 (by the 18c and 19c comment)",
                    "[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-2]",
                    "a count")
            .read("totalMemory", "MB", "[1-9][0-9]{0,8}", "megabytes without a unit")
            .read(
                    "listeners",
                    "comma list of names of running or configured listeners",
                    "[A-Za-z][A-Za-z0-9_]*(,[A-Za-z][A-Za-z0-9_]*)*",
                    "names")
            .read(
                    "initParams",
                    "comma list name=value; a value with a comma goes in parentheses or quotes (practice)",
                    "[a-z0-9_]+=[A-Za-z0-9_./{}-]+(,[a-z0-9_]+=[A-Za-z0-9_./{}-]+)*",
                    "no value with a comma")
            .read("characterSet", "", "[A-Z0-9]{4,30}", "a name of an Oracle character set")
            .read("nationalCharacterSet", "", "AL16UTF16|UTF8", "the two national sets that there are")
            .read("datafileDestination", "", PATH + "|" + GROUP, "an absolute path, or a disk group")
            .read("recoveryAreaDestination", "", PATH + "|" + GROUP, "an absolute path, or a disk group")
            .read("enableArchive", "", "true|false", "as DBCA 23.7 saved it");

    /** The table of parameters of the instance says values in notes only. */
    static final ReadValues PARAMETERS = new ReadValues()
            .read("db_block_size", "2048 to 32768, only at creation", "2048|4096|8192|16384|32768", "powers of two")
            .read("sga_target", "PDB-modifiable from 12.2; at most sga_max_size", "[1-9][0-9]{6,14}", "bytes")
            .read("sga_max_size", "sum over instances must fit in the pool", "[1-9][0-9]{6,14}", "bytes")
            .read("processes", "sessions follows; ORA-12516 when used up", "[1-9][0-9]{1,5}", "a count")
            .read("db_recovery_file_dest_size", "set before the destination", "[1-9][0-9]{6,17}", "bytes")
            .read("pga_aggregate_target", "PDB-modifiable from 12.2", "[1-9][0-9]{6,14}", "bytes")
            .read(
                    "use_large_pages",
                    "TRUE FALSE ONLY, AUTO from 11.2.0.4/12.1, AUTO_ONLY from 18; ONLY refuses to start without enough"
                            + " pages; 1 MB pages on s390x",
                    "TRUE|FALSE|ONLY",
                    "what every release takes")
            .read("filesystemio_options", "SETALL on ext4 and XFS; ignored on ASM", "SETALL", "as the note says");

    /** Notes that narrow the values of a key, read once. */
    private static final Map<String, String> NARROWED =
            Map.of("createAsContainerDatabase", "false only until 19; from 21 every database is a container");

    private static final Set<String> OPTION_VALUES = Set.of(
            // What the shell puts there: a file beside the script, and names without anything that a shell reads.
            "-responseFile", "-sourceDB", "-pdbName", "-pdbAdminUserName", "-sysDBAUserName");

    private final KeywordTable table = KeywordTable.load("dbca");
    private final Collector collector = new Collector();

    private DbcaJudge() {}

    /**
     * Judges a response file.
     *
     * @param home release of the Oracle home that is to read it
     */
    public static Judgement responseFile(String file, String home) {
        DbcaJudge judge = new DbcaJudge();
        judge.read(file, new Release(home));
        return judge.collector.judgement();
    }

    /** Keys of a response file that Oracle's own complete file of the same schema does not have. */
    public static Set<String> beyondTemplate(String file) {
        Set<String> keys = new TreeSet<>();
        String schema = "";
        for (String line : file.split("\n")) {
            keys.add(line.split("=", 2)[0]);
            if (line.startsWith(HEADER)) {
                schema = line.substring(HEADER.length());
            }
        }
        for (Entry template : KeywordTable.load("dbca-templates").entries("templates")) {
            if (template.text("complete").equals("true")
                    && template.text("schema").equals(schema)) {
                keys.removeAll(template.texts("keys"));
                return keys;
            }
        }
        return keys;
    }

    /** Judges the line of a shell script that calls DBCA. */
    public static Judgement script(String script, String home) {
        DbcaJudge judge = new DbcaJudge();
        judge.command(script, new Release(home));
        return judge.collector.judgement();
    }

    // ---- response files

    private @Nullable Release header(String file, Release home) {
        String line = file.lines()
                .filter(one -> one.startsWith("responseFileVersion="))
                .findFirst()
                .orElse("");
        if (!line.startsWith(HEADER)) {
            collector.refuse("The file does not say which schema it is of");
            return null;
        }
        String version = line.substring(HEADER.length());
        Entry flat = table.entries("format").stream()
                .filter(one -> "flat".equals(one.find("kind")))
                .findFirst()
                .orElseThrow();
        // The words of the header give the five versions.
        Matcher known = Pattern.compile("v([0-9.]+[0-9])").matcher(flat.text("header"));
        Set<String> versions = new TreeSet<>();
        while (known.find()) {
            versions.add(known.group(1));
        }
        if (!versions.contains(version)) {
            collector.refuse("There is no schema v" + version + ", only " + versions);
            return null;
        }
        Release schema = new Release(version);
        if (!home.atLeast(version.replaceAll("(\\.0)+$", ""))) {
            table.entries("format").stream()
                    .filter(one -> "a newer header in an older home is refused".equals(one.find("rule")))
                    .forEach(one -> collector.broken(one.practice(), "schema v" + version + " in home " + home.text()));
        }
        return schema;
    }

    private void read(String file, Release home) {
        Release schema = header(file, home);
        if (schema == null) {
            return;
        }
        Map<String, String> given = new LinkedHashMap<>();
        for (String line : file.split("\n")) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Matcher parts = LINE.matcher(line);
            if (line.startsWith("[")) {
                collector.refuse(line + ": a flat file has no sections (DBT-00108)");
            } else if (!parts.matches()) {
                collector.refuse("\"" + line + "\" is not name=value");
            } else if (given.put(parts.group(1), parts.group(2)) != null) {
                collector.refuse(parts.group(1) + " stands twice");
            }
        }
        given.forEach((key, value) -> key(key, value, schema));
        table.entries("values").stream()
                .filter(one -> "true".equals(one.find("mandatory")) && !given.containsKey(one.text("key")))
                .forEach(one -> collector.refuse(one.text("key") + " is missing"));
        for (Entry one : table.entries("values")) {
            if (one.has("not_with") && given.containsKey(one.text("key")) && given.containsKey(one.text("not_with"))) {
                collector.broken(
                        "practice".equals(one.find("exclusive_confidence")),
                        one.text("key") + " stands beside " + one.text("not_with"));
            }
            if (one.has("required_when")
                    && !given.containsKey(one.text("key"))
                    && (given.containsKey("emConfiguration") || "TRUE".equals(given.get("runCVUChecks")))) {
                collector.refuse(one.text("key") + " is required when " + one.text("required_when"));
            }
        }
        Map<String, String> parameters = parameters(given.getOrDefault("initParams", ""), schema);
        template(given.getOrDefault("templateName", ""), parameters.getOrDefault("db_block_size", "8192"));
        boolean asm = "ASM".equals(given.get("storageType"));
        for (String destination : List.of("datafileDestination", "recoveryAreaDestination")) {
            if (given.containsKey(destination) && asm != given.get(destination).startsWith("+")) {
                collector.refuse(destination + "=" + given.get(destination) + " is no "
                        + (asm ? "disk group: storageType is ASM" : "absolute path: storageType is FS"));
            }
        }
        if (given.containsKey("pdbName") && !"true".equals(given.get("createAsContainerDatabase"))) {
            collector.refuse("pdbName in a database that is no container");
        }
    }

    private void key(String key, String value, Release schema) {
        for (Entry refused : table.entries("refused_flat")) {
            List<String> keys = new ArrayList<>(refused.texts("keys"));
            keys.addAll(refused.texts("key"));
            if (keys.contains(key) && refused.in(schema)) {
                collector.broken(refused.practice(), key + " is refused by schema " + schema.text());
            }
        }
        Entry entry = null;
        for (Entry one : table.entries("keys_flat")) {
            boolean better = entry == null || entry.practice() && !one.practice();
            if (one.texts("keys").contains(key) && one.in(schema) && better) {
                entry = one;
            }
        }
        if (entry == null) {
            collector.refuse(key + " is unknown to schema " + schema.text() + " (DBT-00108)");
            return;
        }
        collector.rests(table, "key", key, entry);
        if (value.isEmpty() || value.startsWith("\"") || !value.equals(value.strip())) {
            collector.refuse(key + " has the value <" + value + ">, which is read with its quotes and blanks");
            return;
        }
        if (key.equals("responseFileVersion")) {
            return;
        }
        Entry values = table.entries("values").stream()
                .filter(one -> one.text("key").equals(key))
                .findFirst()
                .orElse(null);
        if (values != null && values.list("values")) {
            if (!values.allowed(schema).contains(value)) {
                collector.refuse(key + "=" + value + " is none of " + values.allowed(schema));
            }
        } else {
            String problem =
                    VALUES.problem(key, values == null || !values.has("values") ? "" : values.text("values"), value);
            if (problem != null) {
                collector.refuse(problem);
            }
        }
        if (NARROWED.containsKey(key)) {
            if (values == null || !NARROWED.get(key).equals(values.find("note"))) {
                collector.refuse("The note of " + key + " has changed since it was read");
            } else if (value.equals("false") && schema.atLeast("21")) {
                collector.refuse(key + "=false: " + values.text("note"));
            }
        }
    }

    private Map<String, String> parameters(String text, Release schema) {
        KeywordTable known = KeywordTable.load("init-parameters");
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String item : text.isEmpty() ? new String[0] : text.split(",")) {
            String[] pair = item.split("=", 2);
            String name = pair[0];
            Entry entry = known.entries("parameters").stream()
                    .filter(one -> one.texts("name").contains(name))
                    .findFirst()
                    .orElse(null);
            if (pair.length < 2 || parameters.put(name, pair[1]) != null) {
                collector.refuse("initParams: \"" + item + "\" is no name=value, or stands twice");
            } else if (entry == null || !entry.in(schema)) {
                collector.refuse("initParams: " + name + " is unknown to release " + schema.text());
            } else if ("refuse".equals(entry.find("s390x"))) {
                collector.refuse("initParams: " + name + " is not for a Linux on Z target");
            } else {
                collector.rests(known, "parameter", name, entry);
                String problem = PARAMETERS.problem(name, entry.has("note") ? entry.text("note") : "", pair[1]);
                if (problem != null) {
                    collector.refuse("initParams: " + problem);
                }
            }
        }
        return parameters;
    }

    private void template(String name, String blockSize) {
        Entry entry = table.entries("templates").stream()
                .filter(one -> name.equals(one.find("template")))
                .findFirst()
                .orElse(null);
        if (entry == null) {
            collector.refuse("Template " + name + " is unknown");
            return;
        }
        collector.rests(table, "template", name, entry);
        boolean fits = switch (entry.text("block_size")) {
            case "8192 only" -> blockSize.equals("8192");
            case "2048 to 32768" -> true;
            default -> false;
        };
        if (!fits) {
            collector.refuse(
                    "Template " + name + " has blocks of " + entry.text("block_size") + ", wanted " + blockSize);
        }
    }

    // ---- command lines

    private @Nullable Entry option(String word, Release home) {
        Entry found = null;
        for (Entry one : table.entries("commands")) {
            List<String> names = new ArrayList<>(one.texts("names"));
            names.addAll(List.of(one.text("option").split(",\\s*")));
            boolean better = found == null || found.practice() && !one.practice();
            if (names.contains(word) && (one.in(home) || "all".equals(one.find("releases"))) && better) {
                found = one;
            }
        }
        return found;
    }

    private void command(String script, Release home) {
        Matcher line = COMMAND.matcher(script);
        if (!line.find()) {
            collector.refuse("The script does not call DBCA");
            return;
        }
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line.group(1));
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        String before = "";
        for (String one : words) {
            if (!one.startsWith("-")) {
                value(before, one);
                before = "";
                continue;
            }
            Entry entry = option(one, home);
            if (entry == null) {
                collector.refuse("Option " + one + " is unknown to release " + home.text());
            } else {
                collector.rests(table, "option", one, entry);
            }
            before = one;
        }
    }

    private void value(String option, String value) {
        for (Entry entry : table.entries("commands")) {
            List<String> values = entry.lists("values").get(option.isEmpty() ? "" : option.substring(1));
            if (values != null) {
                if (!values.contains(value)) {
                    collector.refuse(option + " " + value + " is none of " + values);
                }
                return;
            }
        }
        if (!OPTION_VALUES.contains(option) || !value.matches("[A-Za-z][A-Za-z0-9_.]*")) {
            collector.refuse("Option " + option + " with \"" + value + "\", whose values nobody has read");
        }
    }
}
