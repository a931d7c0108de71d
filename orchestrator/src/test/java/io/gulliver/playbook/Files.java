package io.gulliver.playbook;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.SortedMap;
import java.util.TreeMap;

/** Playbook files for tests. */
final class Files {
    private Files() {}

    static SortedMap<String, byte[]> actions() {
        TreeMap<String, byte[]> files = new TreeMap<>();
        try (InputStream in = Files.class.getResourceAsStream("/gulliver/actions/conformance.yaml")) {
            files.put(
                    "actions/conformance.yaml",
                    java.util.Objects.requireNonNull(in).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    static ActionCatalogue catalogue() {
        return ((ActionCatalogue.Loaded) ActionCatalogue.load(actions())).catalogue();
    }

    static String minimal(String name, int version) {
        return "name: " + name + "\nversion: " + version + "\nmethod: " + name
                + "\ntitle: A demo\nsteps:\n  - {id: look, title: Look, stage: discovery, action: conformance.look}\n";
    }
}
