package io.gulliver.planning.room;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a part of a system had when it was read.
 *
 * @param system HMC, Feilong server or array
 * @param part machine, z/VM system or pool
 * @param kind of room
 * @param total installed, or null where it could not be read
 * @param free of it, or null
 * @param unread why it could not be read, or null
 * @param at when it was read
 */
public record RoomRead(
        String system,
        String part,
        RoomKind kind,
        @Nullable Double total,
        @Nullable Double free,
        @Nullable String unread,
        Instant at) {}
