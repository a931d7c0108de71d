package io.gulliver.assessment.comparison;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the dictionary says of a table that decides whether it has rows to compare ({@code docs/domain/validation.md}, 4.1).
 *
 * @param name without its owner
 * @param iotType IOT, IOT_OVERFLOW or IOT_MAPPING, or null for a table in a heap
 * @param nested whether it is the storage of a nested table
 * @param temporary whether its rows end with a session or transaction
 * @param external whether its rows lie in files
 * @param secondary whether a domain index made it
 * @param dropped whether it lies in the recycle bin
 */
public record TableKind(
        String name,
        @Nullable String iotType,
        boolean nested,
        boolean temporary,
        boolean external,
        boolean secondary,
        boolean dropped) {
    /** Why its rows are not compared, or empty where they are. */
    public Optional<String> excludedBecause() {
        if (dropped || name.startsWith("BIN$")) {
            return Optional.of("in the recycle bin, which does not cross");
        }
        if ("IOT_OVERFLOW".equals(iotType) || name.startsWith("SYS_IOT_OVER_")) {
            return Optional.of("overflow of an index-organized table, compared with that table");
        }
        if ("IOT_MAPPING".equals(iotType) || name.startsWith("SYS_IOT_MAP_")) {
            return Optional.of("mapping table of an index-organized table, which holds addresses and no data");
        }
        if (ofDomainIndex()) {
            return Optional.of("made by a domain index, which the target builds anew");
        }
        if (name.startsWith("MLOG$_") || name.startsWith("RUPD$_")) {
            return Optional.of("log of a materialized view: what it still holds depends on the last refresh");
        }
        if (name.startsWith("AQ$_")) {
            return Optional.of("index or history of a queue; its messages are compared in the queue table");
        }
        if (temporary) {
            return Optional.of("temporary: its rows end with a session");
        }
        if (nested) {
            return Optional.of("storage of a nested table, whose rows belong to another table");
        }
        if (external) {
            return Optional.of("external: its rows lie in files outside the database");
        }
        return Optional.empty();
    }

    /** Whether it crosses as an object of its own: neither what lies in the recycle bin nor what a domain index makes. */
    public boolean crosses() {
        return !dropped && !name.startsWith("BIN$") && !ofDomainIndex();
    }

    /** Whether it crosses under the name it has: not what the system named for another table. */
    public boolean keepsItsName() {
        return crosses() && !name.startsWith("SYS_IOT_") && !name.startsWith("AQ$_");
    }

    /**
     * Whether gathering the statistics of a schema gives it some: those of an overflow or a mapping table are the table's, a
     * temporary table keeps them by session, and an external one is gathered by itself ({@code docs/domain/validation.md},
     * 4.1).
     */
    public boolean gathered() {
        return crosses()
                && (iotType == null || iotType.equals("IOT"))
                && !name.startsWith("SYS_IOT_")
                && !temporary
                && !external;
    }

    private boolean ofDomainIndex() {
        return secondary || name.startsWith("DR$") || name.startsWith("MDRT_") || name.startsWith("MDXT_");
    }
}
