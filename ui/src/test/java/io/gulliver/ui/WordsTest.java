package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

/** All words stand in {@code messages.properties}: none in a template, none missing, none left over. */
class WordsTest {
    private static final Path TEMPLATES = Path.of("src/main/resources/templates");
    private static final Pattern KEY = Pattern.compile("#\\{([a-zA-Z][\\w.-]*)");
    private static final Pattern PREFIX = Pattern.compile("#\\{\\$\\{'([a-zA-Z.]+)' \\+");
    private static final Pattern SAID =
            Pattern.compile("(?:#messages\\.msg\\(|\")'?([a-z][\\w-]*(?:\\.[\\w-]+)*\\.?)['\"]");
    private static final List<String> SHOWN =
            List.of("aria-label", "title", "placeholder", "alt", "data-changed", "label");

    private static List<Path> files(Path root, String ending) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static Properties words() throws IOException {
        Properties words = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("src/main/resources/messages.properties"))) {
            words.load(reader);
        }
        return words;
    }

    @Test
    void noTemplateHoldsWordsOfItsOwn() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(TEMPLATES, ".html")) {
            Document document = Jsoup.parse(Files.readString(file), "", Parser.xmlParser());
            for (Element element : document.getAllElements()) {
                for (TextNode text : element.textNodes()) {
                    if (text.text().matches(".*\\p{L}.*")) {
                        found.add(file + ": " + text.text().strip());
                    }
                }
                for (String attribute : SHOWN) {
                    if (element.attr(attribute).matches(".*\\p{L}.*")) {
                        found.add(file + ": " + attribute + "=" + element.attr(attribute));
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void everyWordThatIsAskedForIsThere() throws IOException {
        Properties words = words();
        TreeSet<String> missing = new TreeSet<>();
        for (Path file : files(TEMPLATES, ".html")) {
            Matcher key = KEY.matcher(Files.readString(file));
            while (key.find()) {
                if (!words.containsKey(key.group(1))) {
                    missing.add(key.group(1) + " in " + file);
                }
            }
            Matcher prefix = PREFIX.matcher(Files.readString(file));
            while (prefix.find()) {
                String start = prefix.group(1);
                if (words.stringPropertyNames().stream().noneMatch(one -> one.startsWith(start))) {
                    missing.add(start + "* in " + file);
                }
            }
        }
        for (Path file : files(Path.of("src/main/java"), ".java")) {
            Matcher key = Pattern.compile(
                            "(?:words\\.(?:text|sentence)|Refusal\\.\\w+)\\(\\s*(?:HttpStatus\\.\\w+,\\s*)?\"([\\w.-]+)\"(?!\\s*\\+)")
                    .matcher(Files.readString(file));
            while (key.find()) {
                String name = key.group(1);
                boolean refusal = key.group().startsWith("Refusal");
                if (refusal
                        ? !words.containsKey(name + ".why") || !words.containsKey(name + ".do")
                        : !words.containsKey(name)) {
                    missing.add(name + " in " + file);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** A tag is replaced before its condition is asked: what it brings would always stand there. */
    @Test
    void noConditionStandsOnATagThatIsReplaced() throws IOException {
        Pattern tag = Pattern.compile("<[a-z](?:\"[^\"]*\"|[^\"<>])*>");
        List<String> found = new ArrayList<>();
        for (Path file : files(TEMPLATES, ".html")) {
            Matcher tags = tag.matcher(Files.readString(file));
            while (tags.find()) {
                if (tags.group().matches("(?s).*th:replace=.*")
                        && tags.group().matches("(?s).*th:(?:if|unless|each)=.*")) {
                    found.add(file + ": " + tags.group());
                }
            }
        }
        assertThat(found).as("put the condition on a th:block around it").isEmpty();
    }

    /** U18: whoever points at a time reads it in UTC. Paper, lists to choose from and drawings cannot be pointed at. */
    @Test
    void noTimeStandsWithoutItsUtc() throws IOException {
        Pattern tag = Pattern.compile("<(?!option|text|desc|title)[a-z](?:\"[^\"]*\"|[^\"<>])*>");
        Pattern time = Pattern.compile("th:text=\"[^\"]*fmt\\.(?:moment|when|day|exact|full|second)\\(");
        List<String> found = new ArrayList<>();
        int seen = 0;
        for (Path file : files(TEMPLATES, ".html")) {
            Matcher tags = tag.matcher(Files.readString(file));
            while (tags.find()) {
                boolean here = time.matcher(tags.group()).find();
                seen += here || tags.group().contains(" at:") || tags.group().contains("\nat:") ? 1 : 0;
                if (here
                        && !tags.group().matches("(?s).*(?:title=|class=\"vh\").*")
                        && !file.endsWith("report/pdf.html")) {
                    found.add(file + ": " + tags.group());
                }
            }
        }
        assertThat(found)
                .as("write at:moment, at:day … or th:title=\"${fmt.utc(…)}\"")
                .isEmpty();
        assertThat(seen).isGreaterThan(100);
    }

    @Test
    void noWordIsLeftOver() throws IOException {
        StringBuilder asked = new StringBuilder();
        for (Path file : files(TEMPLATES, ".html")) {
            asked.append(Files.readString(file));
        }
        for (Path file : files(Path.of("src/main/java"), ".java")) {
            asked.append(Files.readString(file));
        }
        String text = asked.toString();
        TreeSet<String> prefixes = new TreeSet<>();
        Matcher said = SAID.matcher(text);
        while (said.find()) {
            prefixes.add(said.group(1));
        }
        TreeSet<String> unused = new TreeSet<>();
        for (String key : words().stringPropertyNames()) {
            String parent = key.substring(0, Math.max(0, key.lastIndexOf('.')));
            boolean used = text.contains("#{" + key + "}")
                    || text.contains("#{" + key + "(")
                    || text.contains("{" + key + "}")
                    || prefixes.contains(key)
                    || prefixes.contains(parent + ".")
                    || prefixes.contains(parent)
                    || text.contains("'" + parent + ".'")
                    || text.contains("\"" + parent + ".\"")
                    || key.matches("problem\\.(\\d{3}|4xx)\\.(what|why|do)");
            if (!used) {
                unused.add(key);
            }
        }
        assertThat(unused).isEmpty();
    }

    @Test
    void pagesNeverUseTheEnginesWords() throws IOException {
        Pattern inner =
                Pattern.compile("\\b(parked|slot|lease|outbox|generation|journal)\\b", Pattern.CASE_INSENSITIVE);
        Properties words = words();
        assertThat(words.stringPropertyNames())
                .filteredOn(key -> inner.matcher(words.getProperty(key)).find())
                .isEmpty();
    }

    /** In a message a single apostrophe is no letter: it is left out, and what follows it is no parameter any more. */
    @Test
    void everyApostropheIsWrittenTwice() throws IOException {
        Pattern alone = Pattern.compile("(?<!')(?:'')*'(?!')");
        Properties words = words();
        assertThat(words.stringPropertyNames())
                .filteredOn(key -> alone.matcher(words.getProperty(key)).find())
                .isEmpty();
    }

    @Test
    void noTemplateHasInlineScriptStyleOrUnescapedText() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(TEMPLATES, ".html")) {
            Document document = Jsoup.parse(Files.readString(file), "", Parser.xmlParser());
            for (Element element : document.getAllElements()) {
                if (element.tagName().equals("style")
                        || element.tagName().equals("script") && !element.hasAttr("th:src")
                        || element.hasAttr("style")
                        || element.hasAttr("th:style")
                        || element.hasAttr("th:utext")
                        || element.attributes().asList().stream()
                                .anyMatch(attribute -> attribute.getKey().matches("(th:)?on[a-z]+|hx-on.*"))) {
                    found.add(file + ": " + element.cssSelector());
                }
            }
        }
        assertThat(found).isEmpty();
    }
}
