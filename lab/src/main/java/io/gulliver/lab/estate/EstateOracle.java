package io.gulliver.lab.estate;

import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Turns a database of the estate into one that the Oracle part of the lab can make. */
public final class EstateOracle {
    /** Account with which migrations work on a source; its password is one secret for the whole lab. */
    public static final String ADMIN = "GULLIVER_ADM";

    /** Account that only reads the dictionary. */
    public static final String READER = "GULLIVER_READ";

    private EstateOracle() {}

    /** What the source database holds: a few hundred rows with the peculiarities of the estate's file. */
    public static LabDatabaseSpec source(
            EstateDatabase database, long seed, String adminPassword, String readerPassword) {
        SortedMap<String, String> parameters = new TreeMap<>();
        parameters.put("processes", database.sizeGb() > 1000 ? "1500" : "600");
        parameters.put(
                "compatible",
                database.version().startsWith("11")
                        ? "11.2.0"
                        : database.version().substring(0, 4));
        if (database.rac()) {
            parameters.put("cluster_database", "TRUE");
            parameters.put("cluster_database_instances", "2");
        }
        if (database.standby()) {
            parameters.put(
                    "log_archive_config", "DG_CONFIG=(" + database.database() + "," + database.database() + "_SB)");
            parameters.put("log_archive_dest_2", "SERVICE=" + database.database() + "_SB ASYNC");
        }
        return new LabDatabaseSpec(
                database.service() + "@" + database.sourceHost(),
                database.sourceHost(),
                database.database(),
                database.service(),
                database.version(),
                database.enterprise(),
                LabDatabaseSpec.Kind.NON_CDB,
                database.characterSet(),
                "AL16UTF16",
                8192,
                database.archiveLog(),
                timeZoneFile(database.version()),
                database.sizeGb(),
                seed * 31 + database.database().hashCode(),
                List.of(schema(database)),
                7,
                40,
                database.features(),
                parameters,
                List.of(
                        new LabAccount(ADMIN, adminPassword, List.of("DBA")),
                        new LabAccount(READER, readerPassword, List.of("SELECT_CATALOG_ROLE"))));
    }

    /** The application's schema: its own name in capitals, as such names are. */
    private static String schema(EstateDatabase database) {
        return database.application().toUpperCase(Locale.ROOT).replace(' ', '_');
    }

    /** Version of the time zone file that each release shipped with. */
    private static int timeZoneFile(String version) {
        if (version.startsWith("11.2")) {
            return 14;
        }
        if (version.startsWith("12.1")) {
            return 18;
        }
        if (version.startsWith("12.2")) {
            return 26;
        }
        return version.startsWith("18") ? 31 : 44;
    }
}
