package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.ui.frame.Words;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

/** The help beside a figure says what it is, how it is counted and where it comes from, and stands where it can be pressed. */
class WhatTest {
    /** What is said of each: its name, what it is, how it is counted, where its inputs come from. */
    private static final List<String> PARTS = List.of("name", "words", "formula", "source");

    private final Words words = Words.standalone();

    private static Set<String> keys(String prefix) throws IOException {
        Properties all = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("src/main/resources/messages.properties"))) {
            all.load(reader);
        }
        return all.stringPropertyNames().stream()
                .filter(key -> key.startsWith(prefix))
                .map(key -> key.substring(prefix.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachHasItsNameWordsFormulaAndSourceAndStandsOnAPage() throws IOException {
        Set<String> placed = Helps.placed().keySet();
        assertThat(placed).hasSizeGreaterThan(25);
        for (String part : PARTS) {
            assertThat(keys("what." + part + ".")).as(part).isEqualTo(placed);
        }
        assertThat(keys("what.to."))
                .as("words of links")
                .isEqualTo(Helps.placed().values().stream()
                        .flatMap(help -> help.leads().stream())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void eachIsSaidInPlainWords() throws IOException {
        Set<String> bare = new TreeSet<>();
        Set<String> wrong = new TreeSet<>();
        for (String name : keys("what.name.")) {
            for (String part : PARTS) {
                String said = words.text("what." + part + "." + name);
                PageWords.wrong(said, Set.of()).forEach(found -> wrong.add(name + ": " + found));
                if (!part.equals("name") && (!said.endsWith(".") || said.length() < 30)) {
                    bare.add(name + " " + part + ": " + said);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(bare).as("no sentence").isEmpty();
    }

    /** A browser ends a paragraph before a box, and what is pressed inside a link or a title opens two things. */
    @Test
    void noneStandsInsideALinkAButtonALabelATitleOrAParagraph() {
        Set<String> wrong = new TreeSet<>();
        Helps.templates().forEach((file, text) -> {
            for (Element element : Jsoup.parse(text, "", Parser.xmlParser()).getAllElements()) {
                if (element.attr("th:replace").startsWith("~{frame/parts :: what(")) {
                    element.parents().stream()
                            .filter(parent -> parent.normalName().matches("a|button|label|summary|p|h[1-6]|span"))
                            .forEach(parent -> wrong.add(
                                    file + ": " + parent.normalName() + " around " + element.attr("th:replace")));
                }
            }
        });
        assertThat(wrong).isEmpty();
    }
}
