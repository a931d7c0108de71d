package io.gulliver.ui.settings;

import io.gulliver.planning.room.RoomRead;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What consoles, z/VM systems and arrays have, as workers read it when somebody asks. */
public interface RoomReader {
    /** Systems that can tell their room, by name, with what each said last. */
    List<RoomState> states();

    /**
     * Has a worker read one, once; about a minute at most.
     *
     * @param pools of minidisks of a z/VM system, which does not list them
     * @throws io.gulliver.persistence.UnknownRowException no such system, or one that has no room to tell
     */
    RoomState read(String name, Collection<String> pools);

    /**
     * What a system said of its room.
     *
     * @param kind of the system
     * @param lab whether it is the lab's
     * @param askedAt when it was asked last, or null while nobody has
     * @param problem why the last answer brought nothing, and what to do; null where it brought something
     * @param rooms what it had when it was read last, each with that time; also of an earlier time than it was asked
     */
    record RoomState(
            String name,
            String kind,
            boolean lab,
            @Nullable Instant askedAt,
            @Nullable String problem,
            List<RoomRead> rooms) {
        public RoomState {
            rooms = List.copyOf(rooms);
        }
    }
}
