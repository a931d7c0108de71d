package io.gulliver.lab.oracle;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The recovery area: it fills by what is loaded and backed up, and nothing more goes in at its limit. How much a load writes
 * there is judged: direct path without logging archives a twentieth, with logging all of it, and for a guaranteed restore
 * point a tenth is kept as it was before.
 */
final class LabRecoveryArea {
    private static final double UNLOGGED = 0.05;
    private static final double KEPT_FOR_FLASHBACK = 0.1;

    private LabRecoveryArea() {}

    /** Archives what a load of so many bytes writes; false when it does not fit. */
    static boolean load(LabDatabase database, long bytes, boolean logged) {
        if (!database.spec().archiveLog()) {
            return true;
        }
        long flashback = guaranteed(database) ? (long) (bytes * KEPT_FOR_FLASHBACK) : 0;
        if (!take(database, (long) (bytes * (logged ? 1 : UNLOGGED)) + flashback)) {
            return false;
        }
        try (Connection c = database.connect()) {
            long before = flashback(c);
            Rows.run(c, "delete from LAB$JOBS where owner_name = 'FLASHBACK'");
            Rows.insert(
                    c,
                    "LAB$JOBS",
                    Rows.row("owner_name", "FLASHBACK", "job_name", "LOGS", "request", "" + (before + flashback)));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return true;
    }

    private static boolean guaranteed(LabDatabase database) {
        try (Connection c = database.connect()) {
            return Rows.number(c, "select count(*) from V$RESTORE_POINT where guarantee_flashback_database = 'YES'")
                    > 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long flashback(Connection c) {
        return Rows.texts(c, "select request from LAB$JOBS where owner_name = 'FLASHBACK'").stream()
                .mapToLong(Long::parseLong)
                .sum();
    }

    /** After the last guaranteed restore point is dropped its logs go. */
    static void dropped(LabDatabase database, Connection c) {
        if (Rows.number(c, "select count(*) from V$RESTORE_POINT where guarantee_flashback_database = 'YES'") == 0) {
            give(database, flashback(c));
            Rows.run(c, "delete from LAB$JOBS where owner_name = 'FLASHBACK'");
        }
    }

    /** Whether nothing more goes in: not a byte of it can be reclaimed, and the archiver of who archives there stands. */
    static boolean full(LabDatabase database) {
        try (Connection c = database.area().connect()) {
            return database.spec().archiveLog()
                    && Rows.number(
                                    c,
                                    "select count(*) from V$RECOVERY_FILE_DEST where space_limit > 0 and space_used -"
                                            + " space_reclaimable >= space_limit")
                            > 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Puts files in; false, and nothing done, when the limit does not allow it. */
    static boolean take(LabDatabase database, long bytes) {
        try (Connection c = database.area().connect()) {
            return Rows.count(
                            c,
                            "update V$RECOVERY_FILE_DEST set space_used = space_used + ?, number_of_files ="
                                    + " number_of_files + 1 where space_used - space_reclaimable + ? <= space_limit",
                            BigDecimal.valueOf(bytes),
                            BigDecimal.valueOf(bytes))
                    > 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static void give(LabDatabase database, long bytes) {
        try (Connection c = database.area().connect()) {
            Rows.run(
                    c,
                    "update V$RECOVERY_FILE_DEST set space_used = greatest(0, space_used - ?)",
                    BigDecimal.valueOf(bytes));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
