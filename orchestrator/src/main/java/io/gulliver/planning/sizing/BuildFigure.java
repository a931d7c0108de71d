package io.gulliver.planning.sizing;

/** A figure that a target database is built with; a run knows it by its key. */
public enum BuildFigure {
    /** {@code sga_target} and {@code sga_max_size} of one instance, MB of 1,048,576 bytes. */
    SGA("sga_mb", "SGA of an instance", "MB", true),
    /** Memory that the PGA of one instance may take, MB. */
    PGA("pga_mb", "PGA of an instance, at most", "MB", true),
    /** {@code pga_aggregate_target} of one instance, MB. */
    PGA_TARGET("pga_target_mb", "PGA target of an instance", "MB", true),
    /** Most sessions of one instance at once. */
    SESSIONS("sessions", "sessions of an instance", "", false),
    /** IFLs of all its instances. */
    IFLS("ifls", "IFLs", "", true),
    /** Room for its data files, decimal GB. */
    DATA("data_gb", "room for data", "GB", true),
    /** {@code db_recovery_file_dest_size}, MB. */
    RECOVERY_AREA("recovery_area_mb", "recovery area", "MB", true),
    /** One online redo log, MB. */
    REDO_LOG("redo_log_mb", "one redo log", "MB", true),
    /** Groups of online redo logs of one instance. */
    REDO_GROUPS("redo_groups", "groups of redo logs", "", true),
    /** Temporary files, MB; not known of every source. */
    TEMPORARY("temporary_mb", "temporary space", "MB", false),
    /** Undo tablespaces together, MB; not known of every source. */
    UNDO("undo_mb", "undo", "MB", false);

    private final String key;
    private final String words;
    private final String unit;
    private final boolean needed;

    BuildFigure(String key, String words, String unit, boolean needed) {
        this.key = key;
        this.words = words;
        this.unit = unit;
        this.needed = needed;
    }

    /** Name in decisions and in outputs of steps; never changed. */
    public String key() {
        return key;
    }

    /** What it is, for people. */
    public String words() {
        return words;
    }

    /** Of the number, empty for a plain one. */
    public String unit() {
        return unit;
    }

    /** Whether nothing is built without it. */
    public boolean needed() {
        return needed;
    }
}
