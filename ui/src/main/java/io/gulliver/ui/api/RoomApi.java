package io.gulliver.ui.api;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.room.RoomKind;
import io.gulliver.planning.room.RoomLine;
import io.gulliver.service.planning.RoomService;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.settings.RoomReader;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What machines and pools have free, and what of it is promised to waves. */
@RestController
@RequestMapping("/api/v1/landscape")
class RoomApi {
    private final RoomReader systems;
    private final RoomService rooms;
    private final ProgramReader programs;

    RoomApi(RoomReader systems, RoomService rooms, ProgramReader programs) {
        this.systems = systems;
        this.rooms = rooms;
        this.programs = programs;
    }

    /**
     * Room of one kind of a machine, a z/VM system or a pool.
     *
     * @param system console, Feilong server or array
     * @param part machine, z/VM system or pool; several pools have commas between, and empty is any pool of an array
     * @param unit of the amounts, empty for IFLs
     * @param total installed; null while nobody has read it
     * @param free of it; null while nobody has read it
     * @param unread why it could not be read; null where it was, and while nobody tried
     * @param readAt when it was read; null while nobody has
     * @param promised to servers that do not exist yet
     * @param waves the same by program and wave
     * @param unsized how many servers will take of it and are not sized
     */
    record PartRoom(
            String system,
            String part,
            RoomKind kind,
            String unit,
            @Nullable Double total,
            @Nullable Double free,
            @Nullable String unread,
            @Nullable Instant readAt,
            double promised,
            List<WaveRoom> waves,
            int unsized,
            RoomLine.Verdict verdict) {}

    /**
     * What is promised to a wave.
     *
     * @param program null for one that the caller does not see
     * @param wave its number; null for servers in no wave
     * @param servers by name; none of a program that the caller does not see
     */
    record WaveRoom(@Nullable String program, @Nullable Integer wave, double amount, List<String> servers) {}

    @OpenTo(administrators = true)
    @GetMapping("/room")
    PageBody<PartRoom> list() {
        Person person = Person.current();
        return new PageBody<>(
                rooms
                        .lines(
                                systems.states().stream()
                                        .flatMap(state -> state.rooms().stream())
                                        .toList(),
                                atWork().stream().filter(person::counts).toList())
                        .stream()
                        .map(line -> body(line, person))
                        .toList(),
                null);
    }

    private List<String> atWork() {
        return programs.atWork().stream().map(program -> program.key()).toList();
    }

    private static PartRoom body(RoomLine line, Person person) {
        return new PartRoom(
                line.system(),
                line.part(),
                line.kind(),
                line.kind().unit(),
                line.read() == null ? null : line.read().total(),
                line.read() == null ? null : line.read().free(),
                line.read() == null ? null : line.read().unread(),
                line.read() == null ? null : line.read().at(),
                line.promised(),
                line.waves().stream()
                        .map(wave -> person.sees(wave.program())
                                ? new WaveRoom(wave.program(), wave.wave(), wave.amount(), wave.servers())
                                : new WaveRoom(null, null, wave.amount(), List.of()))
                        .toList(),
                line.unsized().size(),
                line.verdict());
    }

    @OpenTo(value = Right.WORK, administrators = true)
    @PostMapping("/{system}/room")
    RoomReader.RoomState read(@PathVariable String system, @RequestHeader("Idempotency-Key") String idempotencyKey) {
        return systems.read(system, rooms.minidiskPools(system, atWork()));
    }
}
