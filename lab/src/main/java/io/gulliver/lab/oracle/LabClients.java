package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Which programs connect to the lab's databases, when, and with which client. */
final class LabClients {

    /** A program that is there for some hours of the day and for some services. */
    private record Visitor(String machine, String program, String user, int from, int until) {

        boolean there(String service, int hour) {
            boolean in = from <= until ? hour >= from && hour < until : hour >= from || hour < until;
            // Not every program works with every database.
            return in && Math.floorMod((service + program).hashCode(), 3) != 0;
        }
    }

    private static final List<Visitor> VISITORS = List.of(
            new Visitor("DESK\\PC-0417", "SalesReports.exe", "mbates", 7, 18),
            new Visitor("batch-1", "python3@batch-1 (TNS V1-V3)", "batch", 21, 5),
            new Visitor("jump-1", "sqlplus@jump-1 (TNS V1-V3)", "oracle", 9, 11),
            new Visitor("etl-2", "JDBC Thin Client", "etl", 22, 4));

    private LabClients() {}

    /** Client library (empty for none), version and driver of a program, as V$SESSION_CONNECT_INFO shows them. */
    static String[] client(String program, String machine) {
        if (program.startsWith("JDBC Thin")) {
            return new String[] {"", machine.endsWith("1") ? "11.2.0.4.0" : "19.3.0.0.0", "jdbcthin"};
        }
        if (program.startsWith("python")) {
            return new String[] {"oci", "19.9.0.0.0", "cx_Oracle : 8.3.0"};
        }
        if (program.startsWith("sqlplus")) {
            return new String[] {"oci", "12.2.0.1.0", "SQL*PLUS"};
        }
        if (program.contains(".exe")) {
            return new String[] {"oci", "11.2.0.4.0", "ODPM&.NET : 4.112.3.0"};
        }
        return new String[] {"oci", "19.3.0.0.0", ""};
    }

    /** Machine, program and operating-system user of whoever is connected to a service in an hour of the day. */
    static List<String[]> at(String service, int hour) {
        List<String[]> clients = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            clients.add(new String[] {"app-" + i, "JDBC Thin Client", "app"});
        }
        VISITORS.stream()
                .filter(visitor -> visitor.there(service, hour))
                .forEach(visitor -> clients.add(new String[] {visitor.machine(), visitor.program(), visitor.user()}));
        return clients;
    }

    /**
     * Lets the visitors of this hour be among the sessions, and those of others be gone. Nobody comes while the application
     * is stopped or sessions are restricted.
     */
    static void visit(Connection c, LabDatabaseSpec spec, Instant now) {
        if (spec.schemas().isEmpty()
                || Rows.number(c, "select count(*) from GV$SESSION where machine like 'app-%'") == 0
                || Rows.number(c, "select count(*) from GV$INSTANCE where logins = 'RESTRICTED'") > 0) {
            return;
        }
        int hour = LabActivity.time(now).getHour();
        for (Visitor visitor : VISITORS) {
            boolean there = Rows.number(
                            c,
                            "select count(*) from GV$SESSION where machine = ? and program = ?",
                            visitor.machine(),
                            visitor.program())
                    > 0;
            if (visitor.there(spec.service(), hour) == there) {
                continue;
            }
            if (there) {
                Rows.run(
                        c,
                        "delete from GV$SESSION where machine = ? and program = ?",
                        visitor.machine(),
                        visitor.program());
                continue;
            }
            Rows.insert(
                    c,
                    "GV$SESSION",
                    Rows.row(
                            "inst_id",
                            1,
                            "sid",
                            20 + VISITORS.indexOf(visitor),
                            "serial#",
                            1 + now.getEpochSecond() / 3600 % 60_000,
                            "saddr",
                            String.format("%016X", (long) visitor.hashCode()),
                            "username",
                            spec.schemas().get(0),
                            "type",
                            "USER",
                            "service_name",
                            spec.service(),
                            "machine",
                            visitor.machine(),
                            "program",
                            visitor.program(),
                            "osuser",
                            visitor.user(),
                            "logon_time",
                            new Timestamp(now.getEpochSecond() / 3600 * 3_600_000)));
        }
    }
}
