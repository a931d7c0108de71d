package io.gulliver.playbook;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stages and steps of one way to move a database, checked.
 *
 * @param name unique with the version
 * @param version counts up; a published one is never edited
 * @param method the way across, for example {@code data-pump}
 * @param title one line for people
 * @param description Markdown, or null
 * @param facts collected data that it reads, by name
 * @param parameters values of the program's policy, by name
 * @param steps in the order of the file
 * @param hash SHA-256 of its text with the steps of its fragments, lower-case hex; of the file's bytes where it includes
 *     none
 */
public record Playbook(
        String name,
        int version,
        String method,
        String title,
        @Nullable String description,
        SortedMap<String, ValueDeclaration> facts,
        SortedMap<String, ValueDeclaration> parameters,
        List<Step> steps,
        String hash) {
    public Playbook {
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
        steps = List.copyOf(steps);
    }

    /**
     * The step of this id.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Step requireStep(String id) {
        for (Step step : steps) {
            if (step.id().equals(id)) {
                return step;
            }
        }
        throw new IllegalArgumentException("Playbook " + name + " v" + version + " has no step '" + id + "'");
    }
}
