package io.gulliver.lab.estate;

import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import java.util.ArrayList;
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
        parameters.put("processes", processes(database));
        parameters.put("compatible", compatible(database.version()));
        parameters.put("sga_target", Long.toString(sgaMb(database) << 20));
        parameters.put("pga_aggregate_target", Long.toString(sgaMb(database) / 2 << 20));
        database.setting("packs").ifPresent(packs -> parameters.put("control_management_pack_access", packs));
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
                database.container().isEmpty() ? LabDatabaseSpec.Kind.NON_CDB : LabDatabaseSpec.Kind.PDB,
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
                features(database),
                parameters,
                List.of(
                        new LabAccount(ADMIN, adminPassword, List.of("DBA")),
                        new LabAccount(READER, readerPassword, List.of("SELECT_CATALOG_ROLE"))));
    }

    static String processes(EstateDatabase database) {
        return database.sizeGb() > 1000 ? "1500" : "600";
    }

    /** Memory of the SGA, from small to large as such databases have it. */
    static long sgaMb(EstateDatabase database) {
        long gb = database.sizeGb();
        return gb > 5000
                ? 49_152
                : gb > 2500 ? 32_768 : gb > 1000 ? 16_384 : gb > 400 ? 8_192 : gb > 100 ? 4_096 : 2_048;
    }

    private static List<String> features(EstateDatabase database) {
        List<String> features = new ArrayList<>(database.features());
        features.add("odd-objects");
        if (database.setting("retention-days").isEmpty()
                && database.environment().equals("production")) {
            features.add("retention-days:35"); // elsewhere the eight days that Oracle keeps by itself
        }
        if (database.enterprise() && database.environment().equals("production") && database.archiveLog()) {
            features.add("tracking");
        }
        if (database.standby()) {
            features.add("standby");
        }
        if (!database.container().isEmpty()) {
            features.add("container:" + database.container());
        }
        return features;
    }

    /** The roots of the container databases that hold sources of the estate, one for each host and name. */
    public static List<LabDatabaseSpec> roots(List<EstateDatabase> databases, String adminPassword) {
        SortedMap<String, List<EstateDatabase>> containers = new TreeMap<>();
        databases.stream()
                .filter(database -> !database.container().isEmpty())
                .forEach(database -> containers
                        .computeIfAbsent(database.sourceHost() + "/" + database.container(), key -> new ArrayList<>())
                        .add(database));
        return containers.values().stream()
                .map(held -> {
                    EstateDatabase one = held.get(0);
                    String name = one.container();
                    SortedMap<String, String> parameters = new TreeMap<>();
                    parameters.put("compatible", compatible(one.version()));
                    parameters.put("processes", "1500");
                    return new LabDatabaseSpec(
                            name.toLowerCase(Locale.ROOT) + "@" + one.sourceHost(),
                            one.sourceHost(),
                            name,
                            name.toLowerCase(Locale.ROOT),
                            one.version(),
                            one.enterprise(),
                            LabDatabaseSpec.Kind.ROOT,
                            one.characterSet(),
                            "AL16UTF16",
                            8192,
                            one.archiveLog(),
                            timeZoneFile(one.version()),
                            0,
                            name.hashCode(),
                            List.of(),
                            0,
                            0,
                            held.stream()
                                    .map(database -> "pdb:" + database.database())
                                    .toList(),
                            parameters,
                            List.of(new LabAccount(ADMIN, adminPassword, List.of("DBA"))));
                })
                .toList();
    }

    /** The application's schema: its own name in capitals, as such names are. */
    private static String schema(EstateDatabase database) {
        return database.application().toUpperCase(Locale.ROOT).replace(' ', '_');
    }

    /** COMPATIBLE as each release sets it for a new database; from 18c on it knows no release updates. */
    private static String compatible(String version) {
        if (version.startsWith("10.2") || version.startsWith("11.2") || version.startsWith("12.1")) {
            return version;
        }
        return version.startsWith("12.2") ? "12.2.0" : version.substring(0, version.indexOf('.')) + ".0.0";
    }

    /** Version of the time zone file that each release shipped with. */
    private static int timeZoneFile(String version) {
        if (version.startsWith("10.2")) {
            return 4;
        }
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
