package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How long what the catalogue changes takes in a data centre, by the size of what it works on. The figures are judged; that
 * such statements grow with the database is {@code docs/domain/data-pump.md}, 1.5.
 */
final class LabWork {
    /** Bytes a second at which a file is formatted when it is made or made longer: half a terabyte in ten minutes. */
    static final double FORMAT_RATE = 800e6;

    /** Bytes a second that one process reads. */
    static final double READ_RATE = 150e6;

    private static final double COMPILED_A_SECOND = 2;
    private static final double DROPPED_A_SECOND = 10;
    private static final double DESCRIBED_A_SECOND = 100;

    /** They are as many as the instance has, whatever the database holds. */
    private static final double FIXED_SECONDS = 180;

    /** What reads the rows of a table, and not an index alone. */
    private static final Pattern READS = Pattern.compile(
            "table-(?:row|chunk|segment)-(?:ora-)?hash|table-segment-count|table-differing-.*|table-change");

    /** What is answered from every row of a table, without a look at its columns. */
    private static final String COUNT = "table-row-count";

    private LabWork() {}

    /** Zero for what does not grow with the database. */
    static Duration of(Connection c, LabCatalogue.Known known) {
        return Duration.ofMillis((long) (1000 * seconds(c, known)));
    }

    private static double seconds(Connection c, LabCatalogue.Known known) {
        switch (known.id()) {
            case "create-tablespace", "create-tablespace-blocks", "add-datafile":
                return megabytes(known) / FORMAT_RATE;
            case "add-log-group":
                return 2 * megabytes(known) / FORMAT_RATE;
            case "resize-tablespace":
                return Math.max(
                                0,
                                megabytes(known)
                                        - Rows.number(
                                                c,
                                                "select coalesce(sum(bytes), 0) from DBA_DATA_FILES where tablespace_name = ?",
                                                known.slots().get("tablespace")))
                        / FORMAT_RATE;
            case "gather-schema-statistics":
                return Rows.number(
                                c,
                                "select coalesce(sum(bytes), 0) from DBA_SEGMENTS where owner = ?",
                                known.slots().get("owner"))
                        / READ_RATE
                        / Math.max(1, number(known, "degree"));
            case "gather-dictionary-statistics":
                return 60 + Rows.number(c, "select count(*) from DBA_OBJECTS") / DESCRIBED_A_SECOND;
            case "gather-fixed-statistics":
                return FIXED_SECONDS;
            case "purge-recycle-bin":
                return Rows.number(c, "select count(*) from DBA_RECYCLEBIN") / DROPPED_A_SECOND;
            case "recompile-invalid", "recompile-invalid-serial":
                return Rows.number(c, "select count(*) from DBA_OBJECTS where status = 'INVALID'") / COMPILED_A_SECOND;
            case "drop-user":
                return Rows.number(
                                c,
                                "select count(*) from DBA_OBJECTS where owner = ?",
                                known.slots().get("user"))
                        / DROPPED_A_SECOND;
            default:
                return 0;
        }
    }

    /**
     * How long it took to count the rows of one table: the index of its primary key was read, which has every row, or the
     * table where there is none or it is smaller. Large objects are not looked at.
     */
    static Duration counting(Connection c, LabCatalogue.Known known) {
        String table = known.slots().get("table");
        if (table == null || !known.id().equals(COUNT)) {
            return Duration.ZERO;
        }
        String[] name = table.substring(1, table.length() - 1).split("\"\\.\"");
        long bytes = Rows.number(
                c,
                "select coalesce(min(s.size), 0) from (select segment_name, sum(bytes) as size from DBA_SEGMENTS where"
                        + " owner = ? and segment_name in (select cast(? as varchar(128)) union all select constraint_name"
                        + " from DBA_CONSTRAINTS where owner = ? and table_name = ? and constraint_type = 'P')"
                        + " group by segment_name) s",
                name[0],
                name[1],
                name[0],
                name[1]);
        return Duration.ofMillis((long) (1000 * bytes / READ_RATE));
    }

    /**
     * How long it took to read the rows of one table that an answer is made of: all of it, or the part that the answer
     * counts. Zero for whatever reads no table. A count passes over large objects.
     */
    static Duration reading(Connection c, LabCatalogue.Known known, LabSession.Answer answer) {
        String table = known.slots().get("table");
        if (table == null
                || !READS.matcher(known.id()).matches()
                || answer.rows().isEmpty()) {
            return Duration.ZERO;
        }
        String[] name = table.substring(1, table.length() - 1).split("\"\\.\"");
        long bytes = Rows.number(
                c,
                "select coalesce(sum(bytes), 0) from DBA_SEGMENTS where owner = ? and segment_name in (?, ?)",
                name[0],
                name[1],
                known.id().endsWith("-count") ? name[1] : "SYS_LOB$" + name[1]);
        int counted = answer.names().indexOf("ROW_COUNT");
        double read = counted < 0
                ? answer.rows().size()
                : Double.parseDouble(String.valueOf(answer.rows().get(0).get(counted)));
        long all = Rows.number(c, "select count(*) from " + table);
        return Duration.ofMillis((long) (1000 * bytes / READ_RATE * (all == 0 ? 1 : Math.min(1, read / all))));
    }

    private static double megabytes(LabCatalogue.Known known) {
        return number(known, "megabytes") * (1 << 20);
    }

    private static double number(LabCatalogue.Known known, String slot) {
        return Double.parseDouble(String.valueOf(known.slots().get(slot)));
    }
}
