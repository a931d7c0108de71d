package io.gulliver.evidence.discovery;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Objects and features that decide the method (D40 to D48, D54 to D65, D71, D74 to D77 of
 * {@code docs/domain/discovery.md}).
 */
final class ObjectFactMapper {
    private static final Set<String> BINARY = Set.of("RAW", "LONG RAW", "BLOB", "ANYDATA");

    private ObjectFactMapper() {}

    static void read(QueryResults answers, DiscoveredFacts facts) {
        types(answers, facts);
        transport(answers, facts);
        counts(answers, facts);
        compression(answers, facts);
        around(answers, facts);
        work(answers, facts);
    }

    private static void types(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("data-types")) {
            List<String> types = answers.values("data-types", "DATA_TYPE");
            facts.add("data_types", types, "D40");
            facts.add("long_columns", types.contains("LONG") || types.contains("LONG RAW"), "D40");
            facts.add(
                    "national_columns",
                    types.stream().anyMatch(Set.of("NCHAR", "NVARCHAR2", "NCLOB")::contains),
                    "D40");
            facts.add(
                    "xml_types",
                    types.contains("XMLTYPE") || !answers.of("xml-tables").isEmpty(),
                    "D40, D42");
        }
        if (answers.has("type-versions")) {
            facts.add("evolved_types", !answers.of("type-versions").isEmpty(), "D40");
        }
        if (answers.has("time-zone-columns")) {
            List<String> zones = answers.values("time-zone-columns", "DATA_TYPE");
            facts.add("timestamp_tz_columns", zones.stream().anyMatch(type -> !type.contains("LOCAL")), "D41");
            facts.add("local_time_zone_columns", zones.stream().anyMatch(type -> type.contains("LOCAL")), "D41");
        }
        if (answers.has("xml-tables") && answers.has("xml-columns")) {
            SortedSet<String> models = new TreeSet<>(answers.values("xml-tables", "STORAGE_TYPE"));
            models.addAll(answers.values("xml-columns", "STORAGE_TYPE"));
            facts.add("xml_storage", models, "D42");
        }
        if (answers.has("xml-schemas")) {
            facts.add("xml_schemas", answers.of("xml-schemas").size(), "D42");
        }
        if (answers.has("binary-columns")) {
            facts.add("binary_types", answers.values("binary-columns", "DATA_TYPE"), "D75");
        } else if (answers.has("data-types")) {
            facts.add(
                    "binary_types",
                    answers.values("data-types", "DATA_TYPE").stream()
                            .filter(BINARY::contains)
                            .toList(),
                    "D40");
        }
    }

    private static void transport(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("transport-violations")) {
            facts.add("tts_violations", answers.of("transport-violations").size(), "D43");
            facts.add("tts_violation_texts", answers.values("transport-violations", "VIOLATIONS"), "D43");
        }
        if (answers.has("application-in-system")) {
            facts.add(
                    "application_in_system",
                    !answers.of("application-in-system").isEmpty(),
                    "D44");
        }
        if (answers.has("sys-in-user-tablespaces")) {
            facts.add(
                    "sys_in_user_tablespace",
                    !answers.of("sys-in-user-tablespaces").isEmpty(),
                    "D45");
        }
        if (answers.has("spanning-objects")) {
            facts.add("spanning_objects", answers.of("spanning-objects").size(), "D46");
            facts.add(
                    "object_spans_admin",
                    answers.of("spanning-objects").stream()
                            .anyMatch(row -> row.number("ADMINISTRATIVE") > 0
                                    && row.number("ADMINISTRATIVE") < row.number("TABLESPACES")),
                    "D46");
        }
    }

    private static void counts(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("object-counts")) {
            facts.add(
                    "objects",
                    (long) answers.of("object-counts").stream()
                            .mapToDouble(row -> row.number("OBJECTS"))
                            .sum(),
                    "D47");
            facts.add("schemas", StorageFactMapper.schemas(answers), "D47");
        }
        if (answers.has("invalid-objects")) {
            facts.add("invalid_objects", answers.of("invalid-objects").size(), "D48");
        }
        if (answers.has("unusable-indexes") && answers.has("unusable-partitions")) {
            facts.add(
                    "unusable_indexes",
                    answers.of("unusable-indexes").size()
                            + answers.of("unusable-partitions").size(),
                    "D48");
        }
        if (answers.has("tables")) {
            facts.add("tables", answers.of("tables").size(), "D57");
            List<String> analyzed = answers.of("tables").stream()
                    .map(row -> row.text("LAST_ANALYZED"))
                    .filter(text -> !text.isEmpty())
                    .sorted()
                    .toList();
            facts.add("statistics_tables", analyzed.size(), "D57");
            facts.add(
                    "statistics_rows",
                    (long) answers.of("tables").stream()
                            .mapToDouble(row -> row.text("NUM_ROWS").isEmpty() ? 0 : row.number("NUM_ROWS"))
                            .sum(),
                    "D57");
            if (!analyzed.isEmpty()) {
                facts.add("statistics_oldest", analyzed.get(0), "D57");
                facts.add("statistics_newest", analyzed.get(analyzed.size() - 1), "D57");
            }
            facts.add(
                    "partitioned_tables",
                    (int) answers.of("tables").stream()
                            .filter(row -> row.is("PARTITIONED", "YES"))
                            .count(),
                    "D57");
        }
        if (answers.has("compressed-index-tables")) {
            facts.add(
                    "key_compressed_iot", !answers.of("compressed-index-tables").isEmpty(), "D57");
        }
        if (answers.has("domain-indexes")) {
            facts.add("domain_indexes", !answers.of("domain-indexes").isEmpty(), "D58");
            facts.add("domain_index_kinds", answers.values("domain-indexes", "ITYP_NAME"), "D58");
        }
        if (answers.has("sequences")) {
            facts.add("sequences", answers.of("sequences").size(), "D71");
        }
        if (answers.has("recycle-bin")) {
            facts.add(
                    "recycled_objects",
                    (long) answers.of("recycle-bin").stream()
                            .mapToDouble(row -> row.number("OBJECTS"))
                            .sum(),
                    "D74");
        }
        if (answers.has("editions") && answers.has("edition-users")) {
            facts.add(
                    "editions",
                    answers.of("editions").size() > 1
                            || !answers.of("edition-users").isEmpty(),
                    "D76");
        }
        if (answers.has("datapump-jobs")) {
            facts.add(
                    "datapump_leftovers",
                    answers.of("datapump-jobs").stream()
                            .map(row -> row.text("OWNER_NAME") + "." + row.words("JOB_NAME", "STATE"))
                            .toList(),
                    "D77");
        }
    }

    private static void compression(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("encrypted-tablespaces")) {
            // A tablespace that was decrypted again keeps its row.
            facts.add(
                    "tde_tablespace",
                    answers.of("encrypted-tablespaces").stream().anyMatch(row -> !row.is("ENCRYPTEDTS", "NO")),
                    "D54");
        } else if (answers.has("tablespaces")) {
            facts.add(
                    "tde_tablespace",
                    answers.of("tablespaces").stream().anyMatch(row -> row.is("ENCRYPTED", "YES")),
                    "D13");
        }
        if (answers.has("encrypted-columns")) {
            facts.add("tde_column", !answers.of("encrypted-columns").isEmpty(), "D54");
        }
        AnswerRow wallet = answers.first("encryption-wallet");
        if (wallet != null) {
            facts.add("wallet", wallet.words("WRL_TYPE", "STATUS"), "D54");
        }
        if (answers.has("compressed-tables") && answers.has("compressed-partitions")) {
            SortedSet<String> kinds = new TreeSet<>(answers.values("compressed-tables", "COMPRESS_FOR"));
            kinds.addAll(answers.values("compressed-partitions", "COMPRESS_FOR"));
            facts.add("compression_kinds", kinds, "D55");
            facts.add(
                    "hcc",
                    kinds.stream().anyMatch(kind -> kind.startsWith("QUERY") || kind.startsWith("ARCHIVE")),
                    "D55");
        }
        if (answers.has("lobs")) {
            facts.add(
                    "basicfile_lobs",
                    (int) answers.of("lobs").stream()
                            .filter(row -> !row.is("SECUREFILE", "YES"))
                            .count(),
                    "D56");
        }
    }

    private static void around(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("queues")) {
            facts.add("queues", !answers.of("queues").isEmpty(), "D59");
        }
        if (Owned.known(answers, "materialized-views")) {
            facts.add(
                    "materialized_views",
                    !Owned.rows(answers, "materialized-views").isEmpty()
                            || !Owned.rows(answers, "mview-logs").isEmpty()
                            || !answers.of("registered-mviews").isEmpty()
                            || !Owned.rows(answers, "refresh-groups").isEmpty(),
                    "D60");
            facts.add("mview_sites", answers.values("registered-mviews", "MVIEW_SITE"), "D60");
        }
        if (Owned.known(answers, "external-tables")) {
            facts.add(
                    "external_files",
                    !Owned.rows(answers, "external-tables").isEmpty()
                            || answers.values("data-types", "DATA_TYPE").contains("BFILE"),
                    "D40, D61");
            facts.add(
                    "external_locations",
                    Owned.rows(answers, "external-locations").stream()
                            .map(row -> row.text("DIRECTORY_NAME") + ":" + row.text("LOCATION"))
                            .distinct()
                            .toList(),
                    "D61");
        }
        if (answers.has("directories")) {
            facts.add(
                    "directories",
                    answers.of("directories").stream()
                            .map(row -> row.text("DIRECTORY_NAME") + "=" + row.text("DIRECTORY_PATH"))
                            .toList(),
                    "D62");
        }
        if (Owned.known(answers, "database-links")) {
            facts.add(
                    "database_links", !Owned.orPublic(answers, "database-links").isEmpty(), "D63");
            facts.add(
                    "links_to",
                    Owned.orPublic(answers, "database-links").stream()
                            .map(row -> row.text("OWNER") + "." + row.words("DB_LINK") + " to " + row.text("HOST"))
                            .toList(),
                    "D63");
        }
    }

    private static void work(QueryResults answers, DiscoveredFacts facts) {
        SortedSet<String> owners = StorageFactMapper.schemas(answers);
        if (answers.has("scheduler-jobs") && answers.has("old-jobs") && answers.has("owners")) {
            facts.add(
                    "jobs",
                    answers.of("scheduler-jobs").stream().anyMatch(row -> owners.contains(row.text("OWNER")))
                            || answers.of("old-jobs").stream()
                                    .anyMatch(row -> owners.contains(row.text("SCHEMA_USER"))),
                    "D64");
        }
        if (answers.has("scheduler-jobs")) {
            facts.add(
                    "host_programs",
                    answers.of("scheduler-jobs").stream()
                            .filter(row -> row.is("JOB_TYPE", "EXECUTABLE") || row.is("JOB_TYPE", "EXTERNAL_SCRIPT"))
                            .map(row -> row.text("OWNER") + "." + row.text("JOB_NAME"))
                            .toList(),
                    "D64");
        }
        if (answers.has("libraries")) {
            facts.add(
                    "libraries",
                    answers.of("libraries").stream()
                            .map(row -> row.text("OWNER") + "." + row.words("LIBRARY_NAME", "FILE_SPEC"))
                            .toList(),
                    "D65");
        }
        if (answers.has("java-objects")) {
            facts.add(
                    "java_objects",
                    (long) answers.of("java-objects").stream()
                            .mapToDouble(row -> row.number("OBJECTS"))
                            .sum(),
                    "D65");
        }
    }
}
