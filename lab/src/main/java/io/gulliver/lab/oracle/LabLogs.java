package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.util.List;

/** Members of online redo logs, by group. Those of a database that nobody laid out have the names of V$LOGFILE's own making. */
final class LabLogs {
    private static final String KIND = "LOG MEMBER";

    private LabLogs() {}

    static List<String> members(Connection c, int group) {
        return Rows.texts(
                        c,
                        "select request from LAB$JOBS where owner_name = ? and job_name = ?",
                        KIND,
                        Integer.toString(group))
                .stream()
                .flatMap(String::lines)
                .toList();
    }

    /** Of the members whose names begin so. */
    static long bytes(Connection c, String begin) {
        long bytes = 0;
        for (String group : Rows.texts(c, "select \"GROUP#\" from V$LOG")) {
            long each = Rows.number(c, "select bytes from V$LOG where \"GROUP#\" = ?", Integer.parseInt(group));
            bytes += each
                    * members(c, Integer.parseInt(group)).stream()
                            .filter(member -> member.startsWith(begin))
                            .count();
        }
        return bytes;
    }

    /** In place of those that the group has. */
    static void keep(Connection c, int group, List<String> members) {
        drop(c, group);
        Rows.insert(
                c,
                "LAB$JOBS",
                Rows.row(
                        "owner_name",
                        KIND,
                        "job_name",
                        Integer.toString(group),
                        "request",
                        String.join("\n", members),
                        "progress",
                        ""));
        Rows.run(c, "update V$LOG set members = ? where \"GROUP#\" = ?", members.size(), group);
    }

    static void drop(Connection c, int group) {
        Rows.run(c, "delete from LAB$JOBS where owner_name = ? and job_name = ?", KIND, Integer.toString(group));
    }
}
