package io.gulliver.domain.estate;

import java.util.List;

/**
 * An application and the databases it owns.
 *
 * @param program the program's key
 * @param name as the inventory spells it
 * @param databases names, in order
 */
public record Application(String program, String name, List<String> databases) {
    public Application {
        databases = List.copyOf(databases);
    }
}
