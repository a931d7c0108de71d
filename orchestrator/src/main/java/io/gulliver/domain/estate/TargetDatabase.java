package io.gulliver.domain.estate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database on LinuxONE: one without containers, or a container with the pluggable databases that land in it.
 *
 * @param program the program's key
 * @param name of the database or container, unique in the program
 * @param container whether it holds pluggable databases
 * @param release Oracle release, or null while not chosen
 * @param servers on which its instances stand; more than one for RAC
 */
public record TargetDatabase(
        String program,
        String name,
        boolean container,
        @Nullable String release,
        List<String> servers) {
    public TargetDatabase {
        servers = List.copyOf(servers);
    }
}
