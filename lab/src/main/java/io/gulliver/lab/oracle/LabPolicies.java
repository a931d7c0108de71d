package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What row policies and redactions leave of a table. Of the rows behind a policy a session without a context sees one
 * branch, of a redacted number the 0 that full redaction shows (Advanced Security Guide, Full Data Redaction).
 */
final class LabPolicies {

    static final String ACCESS = "EXEMPT ACCESS POLICY";
    static final String REDACTION = "EXEMPT REDACTION POLICY";

    /** The roles that bring {@link #REDACTION} (Data Redaction Guide, 4.4.1); none brings {@link #ACCESS}. */
    private static final Set<String> REDACTION_ROLES = Set.of("DBA", "EXP_FULL_DATABASE", "DATAPUMP_EXP_FULL_DATABASE");

    private LabPolicies() {}

    /** Whether policies do not apply to a user: to SYS never, to others by the privilege, directly or by a role. */
    static boolean exempt(Connection c, String user, String privilege) {
        Set<String> held =
                new TreeSet<>(Rows.texts(c, "select granted_role from DBA_ROLE_PRIVS where grantee = ?", user));
        if (user.equals("SYSTEM")) {
            held.add("DBA");
        }
        if (user.equals("SYS") || privilege.equals(REDACTION) && held.stream().anyMatch(REDACTION_ROLES::contains)) {
            return true;
        }
        held.add(user);
        return Rows.texts(c, "select grantee from DBA_SYS_PRIVS where privilege = ?", privilege).stream()
                .anyMatch(held::contains);
    }

    /** Whether rows of a table are hidden from a user. */
    static boolean hides(Connection c, String user, String owner, String table) {
        return !exempt(c, user, ACCESS)
                && Rows.number(
                                c,
                                "select count(*) from DBA_POLICIES where object_owner = ? and object_name = ? and enable ="
                                        + " 'YES' and sel = 'YES'",
                                owner,
                                table)
                        > 0;
    }

    /** What a user reads where the table is read: its name in quotes, or a query in brackets. */
    static String seen(Connection c, String user, String owner, String table) {
        String name = Rows.quote(owner, table);
        List<String> masked = exempt(c, user, REDACTION)
                ? List.of()
                : Rows.texts(
                        c,
                        "select r.column_name from REDACTION_COLUMNS r join REDACTION_POLICIES p on p.object_owner ="
                                + " r.object_owner and p.object_name = r.object_name where p.enable = 'YES' and"
                                + " r.object_owner = ? and r.object_name = ?",
                        owner,
                        table);
        boolean hidden = hides(c, user, owner, table);
        if (masked.isEmpty() && !hidden) {
            return name;
        }
        String columns = Rows.texts(
                        c,
                        "select column_name from DBA_TAB_COLUMNS where owner = ? and table_name = ? order by column_id",
                        owner,
                        table)
                .stream()
                .map(column -> (masked.contains(column) ? "0 AS " : "") + '"' + column + '"')
                .collect(Collectors.joining(", "));
        return "(SELECT " + columns + " FROM " + name + (hidden ? " WHERE COUNTRY = 'DE'" : "") + ")";
    }
}
