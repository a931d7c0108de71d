package io.gulliver.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the repository cites is in the repository: pages of {@code docs}, and the ids of {@code docs/domain}. */
class DomainCitationsTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Set<String> SKIPPED =
            Set.of("target", "vendor", "node_modules", "histories", "static", ".git", ".github", "data");
    private static final Pattern TEXT = Pattern.compile(
            ".*\\.(java|sql|ya?ml|md|properties|html|sh|par|rman|rsp|py)|.*/gulliver|.*/gulliver-job|.*/long-parts");

    /** Pages that a run writes, and placeholders for the name of one. */
    private static final Set<String> WRITTEN_BY_A_RUN = Set.of("by-hand.md", "part.md");

    private static final Pattern PAGE = Pattern.compile("[A-Za-z0-9_./-]*[A-Za-z0-9_-]\\.md\\b");
    private static final Pattern OUTSIDE = Pattern.compile(
            "domain document|sizing document|document on methods|\\.\\./shared", Pattern.CASE_INSENSITIVE);

    /** Tests that read real captures where those are at hand, and are skipped elsewhere. */
    private static final Set<String> READ_CAPTURES = Set.of("Captures.java");

    private static final Pattern ID = Pattern.compile(
            "\\b(?:[DRSVC][0-9]{2}[a-z]?|(?:DP|NL|AD)[0-9]{2}|(?:MON|ORA|LNX|STG|ZVM)-[A-Z]{2,6}-[0-9]{2})\\b");
    private static final Pattern SOURCE = Pattern.compile("^source: (.*)$", Pattern.MULTILINE);
    private static final Pattern IN_SOURCE =
            Pattern.compile("\\b(?:[DRSVC][0-9]{2}[a-z]?|(?:DP|NL|AD)[0-9]{2}|G[0-9]{1,2})\\b");
    private static final Pattern SECTION = Pattern.compile("(?<![0-9.])[0-9]\\.[0-9](?![0-9.])");
    private static final Pattern ROW = Pattern.compile("^\\| ([A-Z]{1,2}[0-9]{1,2}[a-z]?) \\|");
    private static final Pattern HEADING = Pattern.compile("^## ([0-9]\\.[0-9]) ");

    private static final SortedMap<String, String> FILES = files();

    private static SortedMap<String, String> files() {
        SortedMap<String, String> files = new TreeMap<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return SKIPPED.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = ROOT.relativize(file).toString().replace('\\', '/');
                    if (attributes.isRegularFile() && TEXT.matcher("/" + name).matches()) {
                        files.put(name, Files.readString(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.remove("src/test/java/io/gulliver/architecture/DomainCitationsTest.java");
        return files;
    }

    /** Page by id, of the first cells of the tables. */
    private static SortedMap<String, String> ids() {
        SortedMap<String, String> ids = new TreeMap<>();
        domain().forEach((page, text) -> text.lines()
                .map(ROW::matcher)
                .filter(Matcher::find)
                .forEach(row -> {
                    String before = ids.put(row.group(1), page);
                    assertThat(before)
                            .as(row.group(1) + " stands twice, last in " + page)
                            .isNull();
                }));
        return ids;
    }

    private static Map<String, String> domain() {
        return FILES.subMap("docs/domain/", "docs/domain0");
    }

    private interface Line {
        void at(String where, String words);
    }

    private static void lines(Line reader) {
        FILES.forEach((name, text) -> {
            int number = 0;
            for (String line : text.split("\n", -1)) {
                number++;
                reader.at(name + ":" + number, line);
            }
        });
    }

    @Test
    void everyPageThatIsCitedIsThere() {
        List<String> gone = new ArrayList<>();
        lines((where, line) -> {
            if (!line.contains(".md")) {
                return;
            }
            Matcher page = PAGE.matcher(line);
            while (page.find()) {
                String cited = page.group().replaceFirst("^(\\.{0,2}/)+", "");
                boolean there = WRITTEN_BY_A_RUN.contains(cited)
                        || FILES.containsKey(cited)
                        || !cited.startsWith("docs/")
                                && FILES.keySet().stream().anyMatch(file -> file.endsWith("/" + cited));
                if (!there) {
                    gone.add(where + " cites " + page.group());
                }
            }
        });
        assertThat(gone).as("pages that are cited and not in this repository").isEmpty();
    }

    @Test
    void nothingOutsideTheRepositoryIsCited() {
        List<String> outside = new ArrayList<>();
        lines((where, line) -> {
            Matcher words = OUTSIDE.matcher(line);
            String file = where.substring(where.lastIndexOf('/') + 1, where.lastIndexOf(':'));
            if (words.find() && !READ_CAPTURES.contains(file)) {
                outside.add(where + " says '" + words.group() + "'");
            }
        });
        assertThat(outside)
                .as("documents outside the repository: bring the fact into docs/domain with its source, and cite that")
                .isEmpty();
    }

    @Test
    void everyIdThatIsCitedHasItsRow() {
        SortedMap<String, String> known = ids();
        String pages = String.join("\n", domain().values());
        List<String> unknown = new ArrayList<>();
        lines((where, line) -> {
            Matcher id = ID.matcher(where.contains(".java:") ? comment(line) : line);
            while (id.find()) {
                boolean there = id.group().contains("-")
                        ? pages.contains("**" + id.group() + "**")
                        : known.containsKey(id.group());
                if (!there) {
                    unknown.add(where + " cites " + id.group());
                }
            }
        });
        assertThat(unknown).as("ids without a row in docs/domain").isEmpty();
    }

    /** What a line of Java says as a comment; elsewhere every line may cite. */
    private static String comment(String line) {
        String words = line.strip();
        if (words.startsWith("*") || words.startsWith("/*")) {
            return words;
        }
        int begin = line.indexOf("// ");
        return begin < 0 ? "" : line.substring(begin);
    }

    @Test
    void everyStatementRestsOnARowOrASection() {
        SortedMap<String, String> known = ids();
        List<String> sections = new ArrayList<>();
        domain().values()
                .forEach(text -> text.lines()
                        .map(HEADING::matcher)
                        .filter(Matcher::find)
                        .forEach(heading -> sections.add(heading.group(1))));
        List<String> unknown = new ArrayList<>();
        FILES.forEach((name, text) -> {
            Matcher source = SOURCE.matcher(text);
            if (!name.startsWith("playbooks/statements/") || !source.find()) {
                return;
            }
            String words = source.group(1);
            IN_SOURCE.matcher(words).results().forEach(id -> {
                if (!known.containsKey(id.group())) {
                    unknown.add(name + ": " + id.group());
                }
            });
            SECTION.matcher(words.replaceAll("(before|from) [0-9.]+", ""))
                    .results()
                    .forEach(section -> {
                        if (!sections.contains(section.group())) {
                            unknown.add(name + ": section " + section.group());
                        }
                    });
        });
        assertThat(unknown)
                .as("sources of statements that docs/domain does not have")
                .isEmpty();
    }

    @Test
    void everyExperienceReportIsNamed() {
        String sources = FILES.getOrDefault("docs/domain/sources.md", "");
        List<String> unknown = Pattern.compile("document 0[0-9]{2}\\b")
                .matcher(FILES.getOrDefault("playbooks/risks/seeds.yaml", "") + String.join("\n", domain().values()))
                .results()
                .map(MatchResult::group)
                .filter(name -> !sources.contains("| " + name + " |"))
                .distinct()
                .toList();
        assertThat(unknown)
                .as("reports without a row in docs/domain/sources.md")
                .isEmpty();
    }

    /** Classes are renamed; a recipe that names one that is gone leads a newcomer nowhere. */
    @Test
    void theRecipesNameClassesThatAreThere() {
        Set<String> words = FILES.entrySet().stream()
                .filter(file -> file.getKey().endsWith(".java"))
                .flatMap(file -> Pattern.compile("\\W+").splitAsStream(file.getValue()))
                .collect(Collectors.toSet());
        // the files are without this one
        words.add(getClass().getSimpleName());
        List<String> gone = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z]*)+)`")
                .matcher(FILES.get("docs/extending.md"))
                .results()
                .map(name -> name.group(1))
                .distinct()
                .filter(name -> !name.contains("Xxx") && !words.contains(name))
                .toList();
        assertThat(gone).isEmpty();
    }
}
