package io.gulliver.domain.estate;

import java.util.List;

/**
 * Databases that cut over together: all of them, or none.
 *
 * @param program the program's key
 * @param name as the inventory spells it
 * @param databases names, in order
 */
public record MoveGroup(String program, String name, List<String> databases) {
    public MoveGroup {
        databases = List.copyOf(databases);
    }
}
