package io.gulliver.evidence.inventory;

import io.gulliver.domain.estate.DisasterRecovery;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.SourceTopology;
import io.gulliver.domain.estate.TargetKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of an inventory, in the order in which pages show them. */
public enum InventoryColumn {
    DATABASE(true, 128),
    APPLICATION(true, 200),
    ENVIRONMENT(true, 20, Environment.values()),
    CRITICALITY(false, 10),
    SOURCE_HOST(false, 255),
    SOURCE_PORT(false, 10),
    SOURCE_SERVICE(false, 128),
    ORACLE_VERSION(false, 40),
    SIZE_GB(false, 30),
    OUTAGE_WINDOW_MINUTES(false, 10),
    OWNER(false, 200),
    TEAM(false, 200),
    MOVE_GROUP(false, 200),
    EARLIEST(false, 10),
    LATEST(false, 10),
    TARGET_KIND(false, 10, TargetKind.values()),
    TARGET_SERVER(false, 400),
    TARGET_DATABASE(false, 257),
    TARGET_RELEASE(false, 40),
    SOURCE_TOPOLOGY(false, 10, SourceTopology.values()),
    DR(false, 10, DisasterRecovery.values()),
    CREDENTIAL(false, 100),
    NOTES(false, 4000);

    private static final Map<String, InventoryColumn> BY_KEY = new HashMap<>();

    static {
        for (InventoryColumn column : values()) {
            BY_KEY.put(column.key(), column);
        }
    }

    private final boolean required;
    private final int length;
    private final List<String> words;

    InventoryColumn(boolean required, int length, Enum<?>... words) {
        this.required = required;
        this.length = length;
        this.words = Arrays.stream(words)
                .map(word -> word.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** As the header spells it: {@code size_gb}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean required() {
        return required;
    }

    /** Longest value, in characters. */
    public int length() {
        return length;
    }

    /** The words that it takes, in small letters; any text where there are none. */
    public List<String> words() {
        return words;
    }

    static @Nullable InventoryColumn of(String key) {
        return BY_KEY.get(key);
    }
}
