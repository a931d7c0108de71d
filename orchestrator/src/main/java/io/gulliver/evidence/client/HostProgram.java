package io.gulliver.evidence.client;

import io.gulliver.domain.estate.HostDependency;
import io.gulliver.evidence.Regex;

/**
 * A program seen on a host.
 *
 * @param name without its folder
 * @param kind by what it was seen
 * @param detail user and command, or the schedule; secrets blanked
 */
public record HostProgram(String name, HostDependency.Kind kind, String detail) {
    /** As one line, for outputs of steps. */
    public String line() {
        return kind + "\t" + name.replace('\t', ' ') + "\t" + detail;
    }

    /**
     * What {@link #line} wrote.
     *
     * @throws IllegalArgumentException it is no such line
     */
    public static HostProgram of(String line) {
        String[] parts = Regex.split(line, "\t", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException(
                    "'" + line + "' is no program: wanted kind, name and detail between tabs");
        }
        return new HostProgram(parts[1], HostDependency.Kind.valueOf(parts[0]), parts[2]);
    }
}
