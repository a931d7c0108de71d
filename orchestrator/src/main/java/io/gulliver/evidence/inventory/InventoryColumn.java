package io.gulliver.evidence.inventory;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of an inventory, in the order in which pages show them. */
public enum InventoryColumn {
    DATABASE(true, 128),
    APPLICATION(true, 200),
    ENVIRONMENT(true, 20),
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
    TARGET_KIND(false, 10),
    TARGET_SERVER(false, 400),
    TARGET_DATABASE(false, 257),
    TARGET_RELEASE(false, 40),
    SOURCE_TOPOLOGY(false, 10),
    DR(false, 10),
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

    InventoryColumn(boolean required, int length) {
        this.required = required;
        this.length = length;
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

    static @Nullable InventoryColumn of(String key) {
        return BY_KEY.get(key);
    }
}
