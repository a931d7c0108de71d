package io.gulliver.planning.method;

import java.util.Arrays;
import java.util.Optional;

/** A way across, with what is the same for every database. */
public enum Method {
    DATA_PUMP("data-pump", 1, true, false),
    DATA_PUMP_NETWORK_LINK("network-link", 1, true, false),
    FULL_TRANSPORTABLE("full-transportable", 3, false, false),
    XTTS_INCREMENTAL("xtts", 4, false, false),
    GOLDENGATE("goldengate", 5, true, false),
    GOLDENGATE_FALLBACK("goldengate-fallback", 6, true, true);

    private final String key;
    private final int complexity;
    private final boolean rehearsedWithoutOutage;
    private final boolean wayBack;

    Method(String key, int complexity, boolean rehearsedWithoutOutage, boolean wayBack) {
        this.key = key;
        this.complexity = complexity;
        this.rehearsedWithoutOutage = rehearsedWithoutOutage;
        this.wayBack = wayBack;
    }

    /** As rules name it. */
    public String key() {
        return key;
    }

    /** 1 simple to 6. */
    public int complexity() {
        return complexity;
    }

    public boolean rehearsedWithoutOutage() {
        return rehearsedWithoutOutage;
    }

    /** Whether it can go back after users worked on the target. */
    public boolean wayBack() {
        return wayBack;
    }

    public boolean transports() {
        return this == FULL_TRANSPORTABLE || this == XTTS_INCREMENTAL;
    }

    public boolean replicates() {
        return this == GOLDENGATE || this == GOLDENGATE_FALLBACK;
    }

    /** The method that rules and playbooks call so; empty for a playbook that carries no database across. */
    public static Optional<Method> find(String key) {
        return Arrays.stream(values()).filter(method -> method.key.equals(key)).findFirst();
    }

    static Method of(String key) {
        for (Method method : values()) {
            if (method.key.equals(key)) {
                return method;
            }
        }
        throw new IllegalArgumentException("there is no method '" + key + "'");
    }
}
