package io.gulliver.domain.lease;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Kinds of scarce things that actions and steps take, and how many of a program's steps may hold one at once while its policy says
 * nothing. The figures are judged: what one array, console or line carries beside its other work.
 */
public enum SlotKind {
    /** Storage array that makes or maps volumes. */
    ARRAY(1),
    /** Machine whose console changes partitions, and z/VM that makes guests. */
    CPC(1),
    /** Line between the data centres, by copies of files. */
    LINK(1),
    /** People of one team. */
    TEAM(1),
    /** Sources that write dump files: their disks and staging. */
    EXPORT(4),
    /** Targets that load: processors and disks of the machine that they share. */
    IMPORT(4),
    /** Targets that are backed up or read back: disks of the array that they share, beside those that load. */
    BACKUP(4);

    private final int usual;

    SlotKind(int usual) {
        this.usual = usual;
    }

    /** As playbooks and policies spell it: {@code import}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int usual() {
        return usual;
    }

    /** All of them, as playbooks spell them. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(SlotKind::key).toList();
    }

    /** The program's own thing of a kind: one program's limit is no other's. */
    public static String of(String program, String kind) {
        return program + ":" + kind;
    }

    /** The kind of a program's own thing. */
    public static String kind(String slot) {
        return slot.substring(slot.indexOf(':') + 1);
    }

    /** How many may hold a thing that nobody set a limit for; one of a kind that nobody knows has room for one. */
    public static int room(String slot) {
        String kind = kind(slot);
        return Arrays.stream(values())
                .filter(one -> one.key().equals(kind))
                .mapToInt(SlotKind::usual)
                .findFirst()
                .orElse(1);
    }
}
