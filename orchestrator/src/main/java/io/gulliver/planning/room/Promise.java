package io.gulliver.planning.room;

import org.jspecify.annotations.Nullable;

/**
 * What a server that does not exist yet will take of a part of a system.
 *
 * @param program whose server it is
 * @param server its name
 * @param wave the first in which somebody lands there, or null while nobody's is in any
 * @param system HMC, Feilong server or array
 * @param part machine, z/VM system or pool; of an array also several pools with commas between, or empty for any of them
 * @param kind of room, see {@link RoomKind}
 * @param amount GiB or IFLs; null where nobody has sized it
 */
public record Promise(
        String program,
        String server,
        @Nullable Integer wave,
        String system,
        String part,
        RoomKind kind,
        @Nullable Double amount) {}
