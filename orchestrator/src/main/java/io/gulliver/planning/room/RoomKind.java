package io.gulliver.planning.room;

/** Kinds of room. */
public enum RoomKind {
    /** Memory of a machine or a z/VM system, GiB. */
    MEMORY("GiB"),
    /** IFLs of a machine, or those that a z/VM system has of it. */
    IFLS(""),
    /** Space of a pool, GiB. */
    SPACE("GiB");

    private final String unit;

    RoomKind(String unit) {
        this.unit = unit;
    }

    /** Of its amounts, empty for a plain number. */
    public String unit() {
        return unit;
    }
}
