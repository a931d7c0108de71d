package io.gulliver.assessment.window;

import java.time.LocalDate;
import java.util.regex.Pattern;

/** The statement by which a DBA keeps the snapshots of a window beyond their retention; never run by Gulliver. */
public final class BaselineProposal {
    private static final Pattern NAME = Pattern.compile("[^A-Z0-9_]");

    private BaselineProposal() {}

    /** The baseline's name: of at most 64 characters, as AWR takes it. */
    public static String name(String database) {
        String name = "GULLIVER_"
                + NAME.matcher(database.toUpperCase(java.util.Locale.ROOT)).replaceAll("_");
        return name.length() > 64 ? name.substring(0, 64) : name;
    }

    /**
     * A block that finds the first and the last snapshot of these days and keeps what lies between as a baseline.
     *
     * @param database its name, of which the baseline's name is made
     * @param from first day
     * @param to last day
     */
    public static String block(String database, LocalDate from, LocalDate to) {
        return """
                DECLARE
                  first_snap NUMBER;
                  last_snap NUMBER;
                BEGIN
                  SELECT MIN(snap_id), MAX(snap_id) INTO first_snap, last_snap FROM dba_hist_snapshot
                  WHERE dbid = (SELECT dbid FROM v$database)
                    AND end_interval_time >= DATE '%s' AND end_interval_time < DATE '%s';
                  DBMS_WORKLOAD_REPOSITORY.CREATE_BASELINE(start_snap_id => first_snap, end_snap_id => last_snap,
                    baseline_name => '%s');
                END;
                /
                """.formatted(from, to.plusDays(1), name(database));
    }
}
