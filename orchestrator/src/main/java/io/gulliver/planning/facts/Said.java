package io.gulliver.planning.facts;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A fact as somebody told it, under whatever name.
 *
 * @param teller who
 * @param fact as it is stored
 */
public record Said(Teller teller, Fact fact) {
    /** Who tells facts. */
    public enum Teller {
        /** Captures, discovery, reports, files of hosts. */
        COLLECTED,
        /** A column of the inventory that has the fact's name. */
        TAG,
        /** The program's policy. */
        PROGRAM,
        /** A column that every inventory has. */
        INVENTORY
    }

    /** Everything that was collected. */
    public static List<Said> collected(Collection<Fact> facts) {
        return facts.stream().map(fact -> new Said(Teller.COLLECTED, fact)).toList();
    }

    /** What the columns of the inventory tell that decisions read. */
    public static List<Said> inventory(DatabaseProfile profile) {
        List<Said> said = new ArrayList<>();
        inventory(said, "size_gb", profile.gigabytes());
        inventory(said, "oracle_version", profile.oracleVersion());
        inventory(said, "source_host", profile.sourceHost());
        inventory(said, "target_release", profile.targetRelease());
        inventory(
                said,
                "source_topology",
                profile.sourceTopology() == null
                        ? null
                        : profile.sourceTopology().name().toLowerCase(Locale.ROOT));
        return said;
    }

    private static void inventory(List<Said> said, String column, @Nullable Object value) {
        if (value != null) {
            said.add(person(Teller.INVENTORY, "inventory." + column, value, "inventory"));
        }
    }

    /** What a person says of a fact by its own name. */
    public static Said person(Teller teller, String name, Object value, String source) {
        return new Said(teller, new Fact(name, value, null, source, Instant.EPOCH, Confidence.DECLARED));
    }

    /** Whether a value can be a person's word on a fact: yes or no, a number, a text that is not empty, or a list. */
    public static boolean can(@Nullable Object value) {
        return value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Double number && !number.isNaN() && !number.isInfinite()
                || value instanceof List<?>
                || value instanceof String text && !text.isEmpty();
    }
}
