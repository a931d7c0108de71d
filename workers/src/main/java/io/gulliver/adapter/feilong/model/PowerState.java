package io.gulliver.adapter.feilong.model;

/** Whether z/VM has a guest logged on; nothing about its operating system. */
public enum PowerState {
    ON,
    OFF,
    /** A word that this version does not know. */
    UNKNOWN;

    /** The state of this spelling. */
    public static PowerState of(String wire) {
        return switch (wire) {
            case "on" -> ON;
            case "off" -> OFF;
            default -> UNKNOWN;
        };
    }
}
