package io.gulliver.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;

/** The help beside figures: which one says what a figure is, where it stands, and what a page lacks of it. */
public final class Helps {
    /** The help of each kind of figure, by its name in {@code data-figure}. */
    private static final Map<String, String> OF_FIGURES = Map.ofEntries(
            Map.entry("outage.predicted", "outage"),
            Map.entry("outage.rehearsed", "outage"),
            Map.entry("outage.running", "outage"),
            Map.entry("outage.actual", "outage"),
            Map.entry("window", "window"),
            Map.entry("size", "size"),
            Map.entry("feasible", "feasible"),
            Map.entry("missing", "missing"),
            Map.entry("risks", "risks"),
            Map.entry("memory", "memory"),
            Map.entry("slip", "slip"));

    private static final Path TEMPLATES = Path.of("src/main/resources/templates");
    private static final Pattern PLACED = Pattern.compile("frame/parts :: what\\('([a-z-]+)',\\s*(?:null|'([a-z-]+)')");

    private Helps() {}

    /** Helps on a page, each by its name. */
    public static Set<String> on(Document page) {
        return new TreeSet<>(page.select("main details.what").eachAttr("data-what"));
    }

    /** Figures of a page whose help does not stand on it, or that nobody wrote any help for. */
    public static Set<String> lacking(Document page) {
        Set<String> there = on(page);
        return page.select("main [data-figure]").eachAttr("data-figure").stream()
                .filter(kind -> !OF_FIGURES.containsKey(kind) || !there.contains(OF_FIGURES.get(kind)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Helps by name, each with the pages that its links lead to; and the templates that hold it. */
    record Placed(Set<String> leads, Set<String> templates) {}

    static SortedMap<String, Placed> placed() {
        SortedMap<String, Placed> placed = new TreeMap<>();
        templates().forEach((file, text) -> {
            Matcher found = PLACED.matcher(text);
            while (found.find()) {
                Placed help =
                        placed.computeIfAbsent(found.group(1), name -> new Placed(new TreeSet<>(), new TreeSet<>()));
                help.templates().add(file);
                if (found.group(2) != null) {
                    help.leads().add(found.group(2));
                }
            }
        });
        return placed;
    }

    /** Text of each template, by its place. */
    static SortedMap<String, String> templates() {
        SortedMap<String, String> texts = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(TEMPLATES)) {
            for (Path file :
                    walk.filter(one -> one.toString().endsWith(".html")).toList()) {
                texts.put(TEMPLATES.relativize(file).toString(), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
