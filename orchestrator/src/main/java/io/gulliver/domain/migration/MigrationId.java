package io.gulliver.domain.migration;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;

/**
 * Identifies one migration: one run of a playbook for one database. Opaque, made by the store, never parsed.
 *
 * @param value 1 to 200 characters of letters, digits, {@code . _ - /}
 */
public record MigrationId(@JsonValue String value) implements Comparable<MigrationId> {
    private static final Pattern WANTED = Pattern.compile("[A-Za-z0-9._/-]{1,200}");

    @JsonCreator
    public MigrationId {
        if (!WANTED.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "Migration id '" + value + "': wanted 1 to 200 of letters, digits, dot, dash, underscore, slash");
        }
    }

    @Override
    public int compareTo(MigrationId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
