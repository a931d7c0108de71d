package io.gulliver.domain.estate;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What people say of a source database: one line of the inventory. Only name, application and environment are required.
 *
 * @param database its name, unique in the program whatever its case, 1 to 128 characters
 * @param application that owns it
 * @param environment what it is used for
 * @param criticality 1 (highest) to 4, or null
 * @param sourceHost the x86 host, or null
 * @param sourcePort of its listener, or null for 1521
 * @param sourceService it is reached by, or null
 * @param oracleVersion as told: {@code 19.22}, or null
 * @param gigabytes size in decimal gigabytes, 0 or more, or null
 * @param outageWindowMinutes agreed outage, 1 or more, or null
 * @param owner who answers for it, or null
 * @param team whose queue its tasks go to, or null
 * @param moveGroup databases of one group cut over together; null moves alone
 * @param earliest first day on which it may cross, or null
 * @param latest last day on which it may cross, or null
 * @param targetKind where it is wanted, or null
 * @param targetServer names of servers, separated by space; null when not chosen
 * @param targetDatabase its name on the target, {@code CONTAINER/PDB} for a pluggable one; null when not chosen
 * @param targetRelease Oracle release on the target, or null
 * @param sourceTopology how it runs, or null
 * @param disasterRecovery what stands by, or null
 * @param credential name granted in the configuration, never a secret; or null
 * @param notes free words, or null
 * @param tags columns that Gulliver does not know, by name
 */
public record DatabaseProfile(
        String database,
        String application,
        Environment environment,
        @Nullable Integer criticality,
        @Nullable String sourceHost,
        @Nullable Integer sourcePort,
        @Nullable String sourceService,
        @Nullable String oracleVersion,
        @Nullable Double gigabytes,
        @Nullable Integer outageWindowMinutes,
        @Nullable String owner,
        @Nullable String team,
        @Nullable String moveGroup,
        @Nullable LocalDate earliest,
        @Nullable LocalDate latest,
        @Nullable TargetKind targetKind,
        @Nullable String targetServer,
        @Nullable String targetDatabase,
        @Nullable String targetRelease,
        @Nullable SourceTopology sourceTopology,
        @Nullable DisasterRecovery disasterRecovery,
        @Nullable String credential,
        @Nullable String notes,
        SortedMap<String, String> tags) {
    public DatabaseProfile {
        if (database.isBlank() || database.length() > 128) {
            throw new IllegalArgumentException("A database's name must have 1 to 128 characters");
        }
        if (application.isBlank() || application.length() > 200) {
            throw new IllegalArgumentException(
                    "Database " + database + ": the application must have 1 to 200 characters");
        }
        if (criticality != null && (criticality < 1 || criticality > 4)) {
            throw new IllegalArgumentException(
                    "Database " + database + ": criticality " + criticality + ", wanted 1 to 4");
        }
        if (gigabytes != null && !(gigabytes >= 0 && gigabytes < 1e9)) {
            throw new IllegalArgumentException(
                    "Database " + database + ": size " + gigabytes + " GB, wanted 0 to 999,999,999");
        }
        if (outageWindowMinutes != null && outageWindowMinutes < 1) {
            throw new IllegalArgumentException(
                    "Database " + database + ": outage window " + outageWindowMinutes + " min, wanted 1 or more");
        }
        if (earliest != null && latest != null && latest.isBefore(earliest)) {
            throw new IllegalArgumentException(
                    "Database " + database + ": latest " + latest + " lies before earliest " + earliest);
        }
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }

    /** The agreed outage, or null while nothing was agreed. */
    public @Nullable Duration window() {
        return outageWindowMinutes == null ? null : Duration.ofMinutes(outageWindowMinutes);
    }

    /** The same on other servers, by name and separated by space. */
    public DatabaseProfile onServers(String servers) {
        return new DatabaseProfile(
                database,
                application,
                environment,
                criticality,
                sourceHost,
                sourcePort,
                sourceService,
                oracleVersion,
                gigabytes,
                outageWindowMinutes,
                owner,
                team,
                moveGroup,
                earliest,
                latest,
                targetKind,
                servers,
                targetDatabase,
                targetRelease,
                sourceTopology,
                disasterRecovery,
                credential,
                notes,
                tags);
    }

    /** A profile with nothing but the three required columns. */
    public static DatabaseProfile of(String database, String application, Environment environment) {
        return new DatabaseProfile(
                database,
                application,
                environment,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new TreeMap<>());
    }
}
