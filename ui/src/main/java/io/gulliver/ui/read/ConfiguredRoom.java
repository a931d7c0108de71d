package io.gulliver.ui.read;

import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.contract.activity.SystemRoom;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.planning.room.RoomKind;
import io.gulliver.planning.room.RoomRead;
import io.gulliver.service.collection.SystemCheckService;
import io.gulliver.ui.settings.RoomReader;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Room of the configured systems, kept as this process read it last. */
@Component
class ConfiguredRoom implements RoomReader {
    /** Kinds whose clients tell their room. */
    private static final Set<String> KINDS = Set.of("hmc", "spectrum-virtualize", "ds8000", "feilong");

    private final Landscape landscape;
    private final ObjectProvider<SystemCheckService> checks;
    private final Clock clock;
    private final Map<String, RoomState> read = new ConcurrentHashMap<>();

    ConfiguredRoom(Landscape landscape, ObjectProvider<SystemCheckService> checks, Clock clock) {
        this.landscape = landscape;
        this.checks = checks;
        this.clock = clock;
    }

    @Override
    public List<RoomState> states() {
        return landscape.systems().values().stream()
                .filter(system -> KINDS.contains(system.kind()))
                .map(system -> read.getOrDefault(system.name(), unread(system)))
                .toList();
    }

    private static RoomState unread(OuterSystem system) {
        return new RoomState(system.name(), system.kind(), system.lab(), null, null, List.of());
    }

    @Override
    public RoomState read(String name, Collection<String> pools) {
        OuterSystem system = landscape
                .findSystem(name)
                .filter(found -> KINDS.contains(found.kind()))
                .orElseThrow(() ->
                        new UnknownRowException("There is no console, no z/VM system and no array " + name + "."));
        SystemCheckService workers = checks.getIfAvailable();
        CheckedSystem answer = workers == null
                ? CheckedSystem.bad(FailureCode.UNREACHABLE.with(
                        "Not read: this process has no engine that would carry the question to a worker.",
                        "Ask a server with the role web."))
                : workers.check(SystemCheck.of(system.kind(), name).withRoom(pools));
        Instant now = clock.instant();
        return read.compute(name, (key, before) -> state(system, answer, before, now));
    }

    /** What was read before stands, with its time, where the last answer brought nothing. */
    private static RoomState state(OuterSystem system, CheckedSystem answer, @Nullable RoomState before, Instant now) {
        List<SystemRoom> rooms = answer.rooms();
        if (answer.good() && rooms != null) {
            return new RoomState(
                    system.name(),
                    system.kind(),
                    system.lab(),
                    now,
                    null,
                    rooms.stream().map(room -> room(system.name(), room, now)).toList());
        }
        String problem = answer.good()
                ? "The worker that answered is of an earlier release and reads no room. Update it."
                : answer.advice() == null ? answer.message() : answer.message() + " " + answer.advice();
        return new RoomState(
                system.name(), system.kind(), system.lab(), now, problem, before == null ? List.of() : before.rooms());
    }

    private static RoomRead room(String system, SystemRoom room, Instant at) {
        RoomKind kind = switch (room.kind()) {
            case SystemRoom.MEMORY -> RoomKind.MEMORY;
            case SystemRoom.IFLS -> RoomKind.IFLS;
            default -> RoomKind.SPACE;
        };
        return new RoomRead(system, room.part(), kind, room.total(), room.free(), room.unread(), at);
    }
}
