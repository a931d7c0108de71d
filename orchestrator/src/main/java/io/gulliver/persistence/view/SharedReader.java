package io.gulliver.persistence.view;

import java.util.List;
import java.util.Optional;

/** What is built once for several databases, as pages read it. */
public interface SharedReader {
    /**
     * The databases that land on it, by name.
     *
     * @param kind for example {@code server}
     * @return empty when nobody ever asked for it
     */
    Optional<List<String>> landing(String program, String kind, String name);
}
