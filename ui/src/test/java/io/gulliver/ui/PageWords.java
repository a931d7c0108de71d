package io.gulliver.ui;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * Reads what stands on a page as a person does, and refuses what only programs say: names of facts, conditions, codes, values
 * that nobody wrote for a reader, and sentences that were put together wrongly. What is folded away in a {@code details}, a
 * script, a log line and what somebody types is not read.
 */
public final class PageWords {
    /**
     * What was refused.
     *
     * @param rule why
     * @param words the words themselves
     * @param context what stands around them
     */
    public record Found(Rule rule, String words, String context) {
        @Override
        public String toString() {
            return rule + " “" + words + "” in “" + context + "”";
        }
    }

    /** What no page says. */
    public enum Rule {
        SNAKE_CASE("(?<![\\w$])\\$?[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+(?![\\w])"),
        DOTTED_NAME("(?<![\\w/@.-])[a-z][A-Za-z0-9-]*(?:\\.[A-Za-z][A-Za-z0-9-]*)+(?![\\w@]|/\\w)"),
        CAMEL_CASE("(?<![\\w.-])[a-z]{2,}[A-Z][A-Za-z]*(?![\\w.-])"),
        STEP_KEY("\\b(?:[Ss]tep|Task|Decision) [a-z0-9]+(?:-[a-z0-9]+)+(?:\\[[^\\]]*])?"),
        NEVER("\\bleft_behind\\b"),
        CONDITION(
                "&&|\\|\\||(?<![\\w.])(?:params|facts|outputs?|steps)\\.(?!yaml)\\w+|(?<!\\w)(?:has|size)\\(|[=!]=|->"),
        CODE("(?<![\\w.-])(?:[RDVW]\\d{1,3}[a-z]?|S\\d\\d)(?:-[A-Z0-9]+)*(?![\\w-])"),
        POINTER("(?<![\\w.:/~$)])/[a-z][A-Za-z0-9-]*(?:/[A-Za-z0-9_-]+)*"),
        NO_VALUE("(?<![\\w.-])(?:null|NaN|undefined|Infinity)(?![\\w-])"),
        BARE_TRUTH("^(?:true|false)$"),
        ISO_DURATION("(?<![\\w.])P(?:T\\d[\\d.]*[HMS]|\\d+[DWMY])[\\dDTHMS.]*(?!\\w)"),
        STARS("(?<![\\w*])\\*{1,2}(?=\\p{L})[^*\\n]{1,80}?\\*{1,2}(?![\\w*])|\\*\\*|(?<!\\w)!!|!!(?!\\w)"),
        BRACES("[{}]"),
        NO_WORDS("\\?\\?[\\w.-]*"),
        PLURAL_OF_ONE(
                "(?<![\\d.,:/–-])(?<!(?i:run|wave|step|line|attempt|version|number|rank|place|release|oracle)[\\s\u00a0])"
                        + "1[\\s\u00a0](?:[a-z]{3,}(?<!s)s|are|have|were|people|IFLs|databases)(?![\\w-])|\\w\\(e?s\\)"
                        + "|\\b[Aa]ll 1\\b"),
        TWICE("(?<![\\d.,:/–-])(?<!\\d\u00a0)(\\d+) \\1(?![\\d.,:/%–-])"),
        TOLD_TWICE("(: [^:.;]{3,80}?)\\1(?![\\w-])"),
        NO_RANGE("\\bfrom ((?:[^,;]|,\\d){1,30}?) to \\1(?!\\w|[.,]\\d|[ \u00a0]\\d)"),
        LOOSE_STOP("[\\s\u00a0][.,;](?=\\s|$)|(?<!\\.)\\.\\.(?!\\.)|,\\.|\\(\\)"),
        SMALL_SENTENCE("\\b\\p{Ll}{3,}\\. \\p{Ll}\\p{L}+"),
        GLUED("[\\p{L}\\p{N})]\ue001[\\p{L}\\p{N}(]");

        private final Pattern pattern;

        Rule(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }
    }

    /** Stands where one element ends and the next one begins with nothing between them. */
    private static final String GLUE = "\ue001";

    private static final Set<String> INLINE = Set.of(
            "a", "abbr", "b", "bdi", "cite", "code", "data", "em", "i", "kbd", "mark", "q", "s", "small", "span",
            "strong", "sub", "sup", "time", "u", "var", "wbr", "tspan");
    private static final String UNREAD =
            "script, style, template, noscript, head, pre, textarea, datalist, svg title, svg desc, [hidden]";
    private static final Set<String> FILES = Set.of(
            "cfg",
            "conf",
            "csv",
            "dat",
            "dmp",
            "gz",
            "html",
            "ics",
            "jar",
            "java",
            "json",
            "key",
            "log",
            "md",
            "obey",
            "ora",
            "oby",
            "out",
            "par",
            "pdf",
            "pem",
            "prm",
            "properties",
            "py",
            "sh",
            "sql",
            "tar",
            "trc",
            "txt",
            "xlsx",
            "xml",
            "yaml",
            "yml",
            "zip");
    private static final Set<String> DOMAINS =
            Set.of("com", "net", "org", "local", "internal", "example", "test", "invalid");
    private static final Pattern PLACES =
            Pattern.compile("/(?:bin|dev|etc|home|mnt|opt|proc|tmp|u0\\d|usr|var)(?:/.*)?");

    /** What stands on a line of its own, or apart, by style. */
    private static final List<String> STYLED = List.of(".vh", "small:not(.inl)", ".ways-do", ".tag", ".st", ".gap-r");

    /** Time zones have names of their own. */
    private static final Pattern ZONE = Pattern.compile("[A-Z]\\w+(?:/[\\w+-]+)+");

    private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

    private PageWords() {}

    /** All that is wrong on a page; words that stand here by somebody's own hand are given. */
    public static List<Found> wrong(Document page, Set<String> typed) {
        Document shown = page.clone();
        shown.select(UNREAD).remove();
        for (Element folded : shown.select("details")) {
            List<Node> summary = List.copyOf(folded.select("> summary"));
            folded.empty().appendChildren(summary);
        }
        List<Found> found = new ArrayList<>(everywhere(page));
        for (String own : Allowed.PLACES_OF_OTHERS.keySet()) {
            shown.select(own).remove();
        }
        for (String text : texts(shown.body())) {
            found.addAll(wrong(text, typed));
        }
        return found;
    }

    /** Names that stand nowhere, not even folded away or in the words of a playbook's author. */
    private static List<Found> everywhere(Document page) {
        Document all = page.clone();
        all.select(UNREAD).remove();
        List<Found> found = new ArrayList<>();
        for (String text : texts(all.body())) {
            Matcher matcher = Rule.NEVER.pattern.matcher(text);
            while (matcher.find()) {
                found.add(new Found(Rule.NEVER, matcher.group(), around(text, matcher.toMatchResult())));
            }
        }
        return found;
    }

    /** All that is wrong in one piece of text, which may be a paragraph, a cell or a button. */
    public static List<Found> wrong(String text, Set<String> typed) {
        List<Found> found = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            String read = rule == Rule.GLUED ? text : text.replace(GLUE, " ");
            read = ZONE.matcher(read)
                    .replaceAll(zone -> ZONES.contains(zone.group()) ? "Zone" : Matcher.quoteReplacement(zone.group()));
            for (String own : typed) {
                read = read.replace(own, "X".repeat(Math.min(1, own.length())));
            }
            Matcher matcher = rule.pattern.matcher(read);
            while (matcher.find()) {
                if (!allowed(rule, matcher.toMatchResult(), read)) {
                    found.add(
                            new Found(rule, matcher.group().replace(GLUE, ""), around(read, matcher.toMatchResult())));
                }
            }
        }
        return found;
    }

    private static String around(String text, MatchResult match) {
        return text.substring(Math.max(0, match.start() - 60), Math.min(text.length(), match.end() + 60))
                .replace(GLUE, "");
    }

    private static boolean allowed(Rule rule, MatchResult match, String text) {
        String words = match.group();
        return switch (rule) {
            case SNAKE_CASE ->
                file(words, text, match.end()) || Allowed.isOfOracle(words) || Allowed.TYPED.containsKey(words);
            case DOTTED_NAME -> {
                String last = words.substring(words.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
                yield FILES.contains(last)
                        || DOMAINS.contains(last)
                        || Allowed.isSetting(words)
                        || Allowed.TYPED.containsKey(words);
            }
            case CODE -> Allowed.CODES.containsKey(words) || Allowed.isWave(words);
            case CAMEL_CASE -> Allowed.TYPED.containsKey(words);
            case POINTER -> PLACES.matcher(words).matches() || Allowed.TYPED.containsKey(words);
            default -> false;
        };
    }

    /** Whether a name goes on as that of a file: {@code discovery_19.sql}. */
    private static boolean file(String words, String text, int end) {
        Matcher ending = Pattern.compile("^[\\w-]*\\.([a-z]{2,10})\\b").matcher(text.substring(end));
        return ending.find() && FILES.contains(ending.group(1));
    }

    /** What is read in one go: the text of each block, cell, button or label. */
    static List<String> texts(Element root) {
        List<String> texts = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        read(root, line, texts);
        end(line, texts);
        return texts;
    }

    private static void read(Node node, StringBuilder line, List<String> texts) {
        if (node instanceof TextNode text) {
            line.append(text.getWholeText().replaceAll("[ \\t\\r\\n]+", " "));
            return;
        }
        if (!(node instanceof Element element)) {
            return;
        }
        boolean inline = INLINE.contains(element.normalName());
        if (!inline) {
            end(line, texts);
        }
        if (inline && element.previousSibling() instanceof Element before && INLINE.contains(before.normalName())) {
            line.append(beside(element, before) ? GLUE : " ");
        }
        for (Node child : element.childNodes()) {
            read(child, line, texts);
        }
        if (!inline) {
            end(line, texts);
        }
    }

    /** Whether two elements stand on one line with nothing between them: no style parts them. */
    private static boolean beside(Element element, Element before) {
        return Set.of("td", "th", "p", "li", "dd").contains(element.parent().normalName())
                && STYLED.stream().noneMatch(one -> element.is(one) || before.is(one));
    }

    private static void end(StringBuilder line, List<String> texts) {
        String text = line.toString().replaceAll(" {2,}", " ").strip();
        if (!text.replace(GLUE, "").isBlank()) {
            texts.add(text);
        }
        line.setLength(0);
    }

    /** The same finding of many pages once: each with the page that shows it first. */
    public static TreeSet<String> report(Map<String, Document> pages, Set<String> typed) {
        Map<String, String> first = new LinkedHashMap<>();
        pages.forEach((path, page) -> wrong(page, typed).forEach(found -> first.putIfAbsent(found.toString(), path)));
        return first.entrySet().stream()
                .map(one -> one.getKey() + " on " + one.getValue())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What is refused by its shape and is right all the same, each with its reason. */
    static final class Allowed {
        /** Parts of pages that show the words of others as they are. */
        static final Map<String, String> PLACES_OF_OTHERS = Map.of(
                ".told code",
                "what a playbook's author tells people to type",
                ".sp-msg",
                "the message of another system, as it came",
                ".lgx, .log",
                "lines of a log, as the step or the program wrote them",
                "dl.io dd, td.io code",
                "what a step was given, gave, asked and was answered, as its program wrote it",
                ".raw",
                "what the audit record sealed, unchanged",
                ".result-line code",
                "the address of the view that the grid shows, as the browser has it",
                "dl.fh-words dt, p.small.io",
                "names of columns, as the file that is imported has to spell them",
                "#evidence, #given li > a",
                "names of files that somebody gave or a step left behind");

        /** Short codes that are the names of things. */
        static final Map<String, String> CODES = Map.of(
                "V4", "the fourth version of Oracle's own procedure of incremental transport, known by this name");

        /** Settings and addresses, as the files of an installation spell them: whoever reads of one goes there to write it. */
        private static final Pattern SETTING = Pattern.compile("(?:gulliver|server)\\.[a-z.-]+");

        /** Names of files, settings of Linux and addresses, each where a person has to type it. */
        static final Map<String, String> TYPED = Map.of(
                "/actuator/health",
                "the address that tells the health of the server",
                "nr_hugepages",
                "the setting of Linux",
                "rp_filter",
                "the setting of Linux",
                "HugePages_Free",
                "the line of /proc/meminfo to look at",
                "vm.nr_hugepages",
                "the setting of Linux",
                "oraInventory",
                "the directory of Oracle's central inventory, as Oracle's installer names it",
                "usable_gb",
                "the key of capacity/arrays.yaml that whoever runs Gulliver writes");

        private static final Pattern OF_ORACLE =
                Pattern.compile("(?:ALL|CDB|DBA|DBMS|GV\\$|NLS|USER|UTL|V\\$)_[A-Z0-9_$]+");

        private Allowed() {}

        /** Waves have short names, by which grid and plan know them: {@code W1}. */
        static boolean isWave(String words) {
            return words.matches("W[1-9]\\d?");
        }

        static boolean isSetting(String words) {
            return SETTING.matcher(words).matches();
        }

        /** Parameters of an Oracle instance, in capitals as its manuals write them: no other name says the same to a DBA. */
        private static final Set<String> PARAMETERS = Set.of(
                "CONTROL_MANAGEMENT_PACK_ACCESS",
                "DB_FLASH_CACHE_SIZE",
                "FILESYSTEMIO_OPTIONS",
                "MEMORY_TARGET",
                "PGA_AGGREGATE_LIMIT",
                "PGA_AGGREGATE_TARGET",
                "SGA_MAX_SIZE",
                "SGA_TARGET",
                "UNDO_RETENTION",
                "USE_LARGE_PAGES");

        /** Parameters, views and packages of Oracle, by which a DBA knows them. */
        static boolean isOfOracle(String words) {
            return PARAMETERS.contains(words) || OF_ORACLE.matcher(words).matches();
        }
    }
}
