package io.gulliver.ctl;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a person types for a call.
 *
 * @param group such as {@code migrations}
 * @param name such as {@code pause}
 * @param operation of the description
 * @param fixed parts of the body that the verb stands for
 * @param etag the call that tells the version, or null
 */
record Verb(
        String group,
        String name,
        String operation,
        Map<String, String> fixed,
        @Nullable String etag) {
    private static final String FILE = "/gulliver-ctl/verbs.txt";

    /**
     * What {@code verbs.txt} says.
     *
     * @param verbs in the order of the file
     * @param without calls without a verb, each with its reason
     */
    record Table(List<Verb> verbs, SortedMap<String, String> without) {}

    static Table table() {
        List<Verb> verbs = new ArrayList<>();
        SortedMap<String, String> without = new TreeMap<>();
        try (InputStream file = Objects.requireNonNull(Verb.class.getResourceAsStream(FILE), FILE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] words = line.split(" ", 3);
                if (words[0].equals("-")) {
                    without.put(words[1], words[2]);
                } else {
                    verbs.add(of(line.split(" ")));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " of this program cannot be read", e);
        }
        return new Table(verbs, without);
    }

    private static Verb of(String[] words) {
        Map<String, String> fixed = new LinkedHashMap<>();
        String etag = null;
        for (int i = 3; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            if (pair[0].equals("etag")) {
                etag = pair[1];
            } else {
                fixed.put(pair[0], pair[1]);
            }
        }
        return new Verb(words[0], words[1], words[2], fixed, etag);
    }
}
