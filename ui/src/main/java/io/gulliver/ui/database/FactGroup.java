package io.gulliver.ui.database;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Which part of the picture a fact belongs to, told from its name. */
enum FactGroup {
    IDENTITY(
            "database\\..*|source_.*|target_.*|.*release|.*edition|.*dbid.*|.*topology|.*charset.*|platform.*|endian.*"),
    SIZE("storage\\..*|.*_gb|.*_bytes|.*_mb|objects|tables|.*_count|.*_tables"),
    LOAD(
            "cpu\\..*|io\\..*|redo.*|memory\\..*|listener\\..*|sessions.*|sql\\..*|awr\\..*|.*_mb_s|.*iops.*|sga_.*|pga_.*"),
    HOST("host\\..*|zvm\\..*|lpar\\..*|hmc\\..*|array\\..*|host_.*|os_.*|cores|threads.*|kernel.*"),
    EVIDENCE("evidence\\..*"),
    FEATURES(".*");

    /** Load, host and evidence have names that sizes would match too. */
    private static final List<FactGroup> ASKED = List.of(EVIDENCE, HOST, LOAD, SIZE, IDENTITY, FEATURES);

    private final Pattern names;

    FactGroup(String names) {
        this.names = Pattern.compile(names);
    }

    static FactGroup of(String fact) {
        return ASKED.stream()
                .filter(group -> group.names.matcher(fact).matches())
                .findFirst()
                .orElse(FEATURES);
    }

    /** Key of its words. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
