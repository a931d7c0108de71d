package io.gulliver.evidence.discovery;

import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which products license what a database was seen to use; no legal statement. */
public final class LicensedFeatures {
    /** Words of DBA_FEATURE_USAGE_STATISTICS by the product that licenses them; compared by their beginning. */
    private static final Map<String, String> LICENSED = new TreeMap<>(Map.ofEntries(
            Map.entry("Active Data Guard", "Active Data Guard"),
            Map.entry("ADDM", "Diagnostics Pack"),
            Map.entry("AWR Report", "Diagnostics Pack"),
            Map.entry("Data Mining", "Advanced Analytics"),
            Map.entry("Data Redaction", "Advanced Security"),
            Map.entry("Database Replay", "Real Application Testing"),
            Map.entry("Encrypted Tablespaces", "Advanced Security"),
            Map.entry("HeapCompression", "Advanced Compression"),
            Map.entry("In-Memory Column Store", "Database In-Memory"),
            Map.entry("Label Security", "Label Security"),
            Map.entry("OLAP - Analytic Workspaces", "OLAP"),
            Map.entry("Oracle Database Vault", "Database Vault"),
            Map.entry("Partitioning (user)", "Partitioning"),
            Map.entry("Real Application Clusters", "Real Application Clusters"),
            Map.entry("SQL Access Advisor", "Tuning Pack"),
            Map.entry("SQL Performance Analyzer", "Real Application Testing"),
            Map.entry("SQL Tuning Advisor", "Tuning Pack"),
            Map.entry("SecureFile Compression (user)", "Advanced Compression"),
            Map.entry("SecureFile Deduplication (user)", "Advanced Compression"),
            Map.entry("Spatial", "Spatial and Graph"),
            Map.entry("Transparent Data Encryption", "Advanced Security")));

    private LicensedFeatures() {}

    /** Products of the features with these names, as DBA_FEATURE_USAGE_STATISTICS has them. */
    public static SortedSet<String> products(Collection<String> features) {
        SortedSet<String> products = new TreeSet<>();
        LICENSED.forEach((words, product) -> {
            if (features.stream().anyMatch(name -> name.startsWith(words))) {
                products.add(product);
            }
        });
        return products;
    }
}
