package io.gulliver.ui.start;

import io.gulliver.engine.EngineException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Looks whether settings files are YAML at all, before Spring Boot reads them: it would show a stack trace that names no
 * file and quotes the lines, in which a secret may stand.
 */
public final class SettingsFiles implements EnvironmentPostProcessor, Ordered {
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER - 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        named(environment).forEach(SettingsFiles::check);
    }

    /** Files that the command names; those that may be left out, and are, do not count. */
    static List<Path> named(ConfigurableEnvironment environment) {
        List<Path> files = new ArrayList<>();
        String locations = environment.getProperty("spring.config.additional-location", "") + ","
                + environment.getProperty("spring.config.location", "");
        for (String location : locations.split("[,;]")) {
            String name = location.strip();
            boolean optional = name.startsWith("optional:");
            name = name.replaceFirst("^optional:", "").replaceFirst("^file:(//)?", "");
            if ((name.endsWith(".yml") || name.endsWith(".yaml")) && !(optional && Files.notExists(Path.of(name)))) {
                files.add(Path.of(name));
            }
        }
        return files;
    }

    private static void check(Path file) {
        if (!Files.exists(file)) {
            throw new EngineException("Settings file " + file + " does not exist. Write it, or leave it out of the"
                    + " command (spring.config.additional-location).");
        }
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (Object document : new Yaml(new SafeConstructor(strict)).loadAll(text)) {
                if (document != null && !(document instanceof java.util.Map<?, ?>)) {
                    throw new EngineException("Settings file " + file
                            + " holds no settings: its first line should be a name and a colon, as in 'gulliver:'.");
                }
            }
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            throw new EngineException("Settings file " + file
                    + (mark == null ? "" : ", line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
                    + ": " + e.getProblem() + ". Correct that line; nothing was started and nothing was changed.");
        } catch (YAMLException e) {
            throw new EngineException("Settings file " + file
                    + " is no text in YAML (an odd character, or not UTF-8). Write it anew; nothing was changed.");
        } catch (IOException e) {
            throw new EngineException(
                    "Settings file " + file + " cannot be read (" + e.getClass().getSimpleName()
                            + "). Is it text in UTF-8, and may this user read it?",
                    e);
        }
    }
}
