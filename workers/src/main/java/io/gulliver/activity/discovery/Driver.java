package io.gulliver.activity.discovery;

import io.gulliver.adapter.oracle.OracleErrors;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleStatement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which releases a JDBC driver is certified for at all (19.x from 11.2.0.4 on), and how an older one shows itself.
 */
final class Driver {
    /** The first release for which Oracle certifies the driver, in words. */
    static final String FIRST = "11.2.0.4";

    private static final OracleStatement.Versions CERTIFIED = new OracleStatement.Versions(FIRST, null);

    private static final Pattern RELEASE = Pattern.compile("\\d{1,3}(\\.\\d{1,8})*");

    private Driver() {}

    /** The digits of a release as people write it: {@code 19.22} of {@code 19.22c}; empty when there are none. */
    static String digits(String told) {
        Matcher release = RELEASE.matcher(told);
        return release.find() ? release.group() : "";
    }

    /**
     * Whether the driver may be tried on a database whose release people know as this. {@code 11.2} leaves it open, as an
     * unknown one does; the database itself then says whether it is too old.
     *
     * @param known digits, or empty
     */
    static boolean mayBeTried(String known) {
        return known.isEmpty() || CERTIFIED.contains(known) || FIRST.startsWith(known + ".");
    }

    /** Whether the driver is certified for a release as the database itself tells it. */
    static boolean certified(String release) {
        return CERTIFIED.contains(release);
    }

    /** Whether a logon failed because the release is too old for the driver. */
    static boolean refused(OracleException e) {
        return OracleErrors.tooOld(e.code());
    }

    /** Why the driver is not tried on a database of a known release, as a sentence. */
    static String why(String known) {
        return "The inventory says release " + known + ", and no JDBC driver is certified below " + FIRST
                + ": none was tried.";
    }

    /** What a refused logon means, as a sentence. */
    static String why(OracleException e) {
        return "The database refuses today's JDBC driver with " + e.oraCode() + ", as releases before " + FIRST
                + " do.";
    }

    /** What a logon to an old release means, as a sentence. */
    static String older(String release) {
        return "The database says release " + release + ", and no JDBC driver is certified below " + FIRST + ".";
    }
}
