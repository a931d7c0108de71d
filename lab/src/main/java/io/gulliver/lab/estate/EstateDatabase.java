package io.gulliver.lab.estate;

import java.util.List;

/**
 * One source database of the estate, as its owners know it.
 *
 * @param database name, 1 to 8 characters
 * @param application that owns it
 * @param environment production, test or development
 * @param criticality 1 (highest) to 4
 * @param sourceHost x86 host that carries it
 * @param version full release, for example {@code 19.24.0.0.0}
 * @param enterprise Enterprise Edition; otherwise Standard Edition 2
 * @param characterSet of the database
 * @param sizeGb by the books; real rows are few
 * @param container container database that holds it on its source host, or empty
 * @param rac whether it runs on several instances
 * @param standby whether a standby database protects it
 * @param servers on which it lands, first one first
 * @param targetDatabase its name there, {@code CONTAINER/PDB} for a pluggable one
 * @param targetRelease Oracle release there
 * @param features extra contents, see {@code LabDatabaseSpec}
 * @param owner who answers for it, empty for nobody
 * @param team whose queue its tasks go to
 * @param moveGroup whose members cut over together, or empty
 * @param windowMinutes agreed outage in a data centre
 * @param archiveLog whether it writes archived logs
 * @param notes what people say of it
 */
public record EstateDatabase(
        String database,
        String application,
        String environment,
        int criticality,
        String sourceHost,
        String version,
        boolean enterprise,
        String characterSet,
        long sizeGb,
        String container,
        boolean rac,
        boolean standby,
        List<String> servers,
        String targetDatabase,
        String targetRelease,
        List<String> features,
        String owner,
        String team,
        String moveGroup,
        int windowMinutes,
        boolean archiveLog,
        String notes) {
    public EstateDatabase {
        servers = List.copyOf(servers);
        features = List.copyOf(features);
    }

    /** What a feature {@code name:value} says. */
    public java.util.Optional<String> setting(String name) {
        return features.stream()
                .filter(feature -> feature.startsWith(name + ":"))
                .map(feature -> feature.substring(name.length() + 1))
                .findFirst();
    }

    /** Name of its service, unique on its host. */
    public String service() {
        return database.toLowerCase(java.util.Locale.ROOT);
    }

    /** SID of the instance on its host that holds it: that of its container, in a cluster with the number of the instance. */
    public String sid() {
        return (container.isEmpty() ? database : container) + (rac ? "1" : "");
    }

    /** Whether it shall be a pluggable database. */
    public boolean pluggable() {
        return targetDatabase.contains("/");
    }
}
