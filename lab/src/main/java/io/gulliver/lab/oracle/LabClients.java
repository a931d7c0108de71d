package io.gulliver.lab.oracle;

/** Which programs connect to the lab's databases, with which client. */
final class LabClients {

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
}
