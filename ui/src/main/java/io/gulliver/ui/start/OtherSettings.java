package io.gulliver.ui.start;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Names in settings files beside those of {@code gulliver}, which nothing else looks at: {@code server.adress} would be left
 * out without a word, and the server would listen elsewhere than its operator thinks.
 */
public final class OtherSettings implements EnvironmentPostProcessor, Ordered {
    private static final List<String> SECTIONS = List.of("gulliver", "server", "management", "logging", "spring");
    /** Those that the documentation lists, for which no library need be asked. */
    private static final Set<String> LISTED = Set.of(
            "server.address",
            "server.port",
            "server.servlet.session.timeout",
            "management.server.address",
            "management.server.port");

    /**
     * A name in a file.
     *
     * @param name with dots
     * @param line from 1
     * @param column from 1
     */
    record Written(String name, int line, int column) {}

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        List<String> problems = new ArrayList<>();
        for (Path file : SettingsFiles.named(environment)) {
            if (Files.exists(file)) {
                problems.addAll(problems(file));
            }
        }
        if (!problems.isEmpty()) {
            problems.addAll(SettingsCheck.problems(environment));
            throw new WrongSettingsException(problems);
        }
    }

    /** What is wrong with the names of a file that is YAML. */
    static List<String> problems(Path file) {
        List<String> problems = new ArrayList<>();
        KnownNames known = new KnownNames();
        for (Written one : written(file)) {
            String section = one.name().replaceFirst("[.\\[].*", "");
            if (section.equals("gulliver") || LISTED.contains(one.name())) {
                continue;
            }
            String at = one.name() + " (" + file + ", line " + one.line() + ", column " + one.column()
                    + "): there is no setting of this name.";
            if (!SECTIONS.contains(section)) {
                problems.add(at
                        + SettingsNames.nearest(section, SECTIONS)
                                .map(near -> " Did you mean " + near + "?")
                                .orElse("")
                        + " A file begins with one of: " + String.join(", ", SECTIONS) + ".");
            } else if (!known.holds(one.name())) {
                problems.add(at
                        + known.nearest(one.name())
                                .map(near -> " Did you mean " + near + "?")
                                .orElse("")
                        + " docs/operations.md lists those of Gulliver, Spring Boot's documentation the others.");
            }
        }
        return problems;
    }

    private static List<Written> written(Path file) {
        List<Written> all = new ArrayList<>();
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (Node document : new Yaml(new SafeConstructor(new LoaderOptions())).composeAll(text)) {
                collect("", document, null, all);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
        return all;
    }

    private static void collect(String name, Node value, @Nullable Node key, List<Written> into) {
        if (value instanceof MappingNode map && !map.getValue().isEmpty()) {
            for (NodeTuple entry : map.getValue()) {
                String part = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
                collect(name.isEmpty() ? part : name + "." + part, entry.getValueNode(), entry.getKeyNode(), into);
            }
        } else if (key != null) {
            into.add(new Written(
                    name, key.getStartMark().getLine() + 1, key.getStartMark().getColumn() + 1));
        }
    }

    /** What the libraries say of their own settings; read when a file names one that is not listed. */
    private static final class KnownNames {
        private final Set<String> names = new TreeSet<>();
        private final Set<String> open = new TreeSet<>();
        private boolean read;

        boolean holds(String name) {
            read();
            String flat = flat(name);
            return names.contains(flat) || open.stream().anyMatch(prefix -> flat.startsWith(prefix + "."));
        }

        java.util.Optional<String> nearest(String name) {
            read();
            return SettingsNames.nearest(flat(name), List.copyOf(names));
        }

        private void read() {
            if (read) {
                return;
            }
            read = true;
            try {
                for (URL resource : Collections.list(OtherSettings.class
                        .getClassLoader()
                        .getResources("META-INF/spring-configuration-metadata.json"))) {
                    try (InputStream in = resource.openStream()) {
                        for (JsonNode one : JsonMapper.shared().readTree(in).path("properties")) {
                            String name = flat(one.path("name").asString(""));
                            names.add(name);
                            // a map has names of its own below it, and so has what it is made of
                            if (one.path("type").asString("").startsWith("java.util.Map")) {
                                open.add(name);
                            }
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("The settings of the libraries cannot be read", e);
            }
        }

        private static String flat(String name) {
            return name.replaceAll("\\[[^\\]]*\\]", "").toLowerCase(Locale.ROOT);
        }
    }
}
