package io.gulliver.lab.oracle;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a lab database is made from; the same spec makes the same database.
 *
 * @param system name in the ledger and for faults, for example {@code orders@crete-db-01}
 * @param host the lab host it runs on; must be registered
 * @param name database name, 1 to 8 characters; also its SID
 * @param service service name, unique on the host
 * @param version full release, for example {@code 19.24.0.0.0}
 * @param enterprise Enterprise Edition; otherwise Standard Edition 2
 * @param kind non-CDB, root of a CDB, or PDB
 * @param sizeGb how much there is to move by the books; real rows are few
 * @param seed makes identifiers and rows
 * @param schemas application owners with tables; empty for a target
 * @param tables tables of each schema, at least 6 when there are schemas
 * @param rows rows of each table
 * @param features extra contents: db-link, {@code link:SERVICE@HOST}, external-table, mview, queue, scheduler-job,
 *     executable-job, encryption, encrypted-columns, in-users (all lies in
 *     USERS), sys-grants, standby, force-logging, lobs (most bytes lie in LOB
 *     segments), hcc, nologging, editions, old-verifiers, sys-segment, library, network-acl, proxy, private-policy,
 *     redaction, plan-baselines, network-encryption, strict-profile, rman-tape, tracking (of changed blocks), captured, fetched,
 *     not-replicated, statspack, asm, oracle-restart, audited, audited-finely, xml-acl, olap, xml-schema, typed-table (beside odd-objects),
 *     odd-objects (those of the estate have it), {@code retention-days:N} (of the workload's history), {@code
 *     daily-change-permille:N}, {@code accounts:N}, {@code roles:N} and {@code profiles:N} (of staff, beside those of the
 *     applications); of a pluggable database {@code container:NAME}, of a root {@code pdb:NAME} for each that
 *     it holds; {@code redo-log-mb:N} and {@code redo-groups:N} (of each thread) where they are not three of 1,024 MB,
 *     {@code disk-groups:DATA,FRA} where its files lie in those of its host, {@code nodes:A,B} of a cluster, on which its
 *     instances run
 * @param parameters initialisation parameters that differ from their default
 * @param accounts users of people and programs; passwords are not kept in clear text
 */
public record LabDatabaseSpec(
        String system,
        String host,
        String name,
        String service,
        String version,
        boolean enterprise,
        Kind kind,
        String characterSet,
        String nationalCharacterSet,
        int blockSize,
        boolean archiveLog,
        int timeZoneVersion,
        long sizeGb,
        long seed,
        List<String> schemas,
        int tables,
        int rows,
        List<String> features,
        SortedMap<String, String> parameters,
        List<LabAccount> accounts) {

    /** How a database is contained. */
    public enum Kind {
        NON_CDB,
        ROOT,
        PDB
    }

    public LabDatabaseSpec {
        schemas = List.copyOf(schemas);
        features = List.copyOf(features);
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
        accounts = List.copyOf(accounts);
        if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,29}")
                || service.isBlank()
                || !version.matches("\\d+(\\.\\d+){2,4}")) {
            throw new IllegalArgumentException("Lab database " + system + ": name, service or version cannot be");
        }
        if (!schemas.isEmpty() && tables < 6) {
            throw new IllegalArgumentException("Lab database " + system + ": a schema has at least 6 tables");
        }
    }

    /** First number of the release. */
    public int major() {
        return Integer.parseInt(version.substring(0, version.indexOf('.')));
    }

    /** Instances of a cluster, or one. */
    int instances() {
        return "TRUE".equals(parameters.get("cluster_database"))
                ? Integer.parseInt(parameters.getOrDefault("cluster_database_instances", "2"))
                : 1;
    }

    /** Of the instance on its host: the database's name, in a cluster with the number of the instance. */
    String sid() {
        return instances() == 1 ? name : name + "1";
    }

    /** What a feature {@code name:value} says. */
    java.util.Optional<String> setting(String name) {
        return features.stream()
                .filter(feature -> feature.startsWith(name + ":"))
                .map(feature -> feature.substring(name.length() + 1))
                .findFirst();
    }

    /** Where tables of applications lie; with the feature {@code in-users} where DBCA put the first of them. */
    String dataTablespace() {
        return has("in-users") ? "USERS" : "APP_DATA";
    }

    /** Where their indexes lie. */
    String indexTablespace() {
        return has("in-users") ? "USERS" : "APP_INDEX";
    }

    boolean has(String feature) {
        return features.contains(feature);
    }

    /** As it is kept on disk: without passwords. */
    LabDatabaseSpec withoutAccounts() {
        return new LabDatabaseSpec(
                system,
                host,
                name,
                service,
                version,
                enterprise,
                kind,
                characterSet,
                nationalCharacterSet,
                blockSize,
                archiveLog,
                timeZoneVersion,
                sizeGb,
                seed,
                schemas,
                tables,
                rows,
                features,
                parameters,
                List.of());
    }
}
