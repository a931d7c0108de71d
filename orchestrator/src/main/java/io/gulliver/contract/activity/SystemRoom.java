package io.gulliver.contract.activity;

import org.jspecify.annotations.Nullable;

/**
 * What a part of an outside system has of one kind of room.
 *
 * @param part machine of an HMC, {@link #ZVM} or a pool of minidisks of a z/VM system, pool of an array
 * @param kind {@link #MEMORY}, {@link #IFLS} or {@link #SPACE}
 * @param total installed, in GiB or whole IFLs; null where it could not be read
 * @param free of it: what is not handed out; null where it could not be read
 * @param unread why it could not be read, and what to do; null where it was
 */
public record SystemRoom(
        String part,
        String kind,
        @Nullable Double total,
        @Nullable Double free,
        @Nullable String unread) {
    /** The z/VM system behind a Feilong server, as a part of it. */
    public static final String ZVM = "z/VM";

    /** Memory for partitions or guests, GiB. */
    public static final String MEMORY = "memory";

    /** IFLs; those that partitions or guests share are free, those that are dedicated are not. */
    public static final String IFLS = "ifls";

    /** Space for volumes, GiB. */
    public static final String SPACE = "space";

    public static SystemRoom of(String part, String kind, double total, double free) {
        return new SystemRoom(part, kind, total, free, null);
    }

    public static SystemRoom unread(String part, String kind, String why) {
        return new SystemRoom(part, kind, null, null, why);
    }
}
