package io.gulliver.ui.settings;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.room.RoomLine;
import io.gulliver.planning.room.RoomLine.Verdict;
import io.gulliver.planning.room.RoomRead;
import io.gulliver.service.planning.RoomService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** What machines and pools have free, and what of it is promised to waves. */
@Controller
class RoomController {
    private final RoomReader systems;
    private final RoomService rooms;
    private final ProgramReader programs;
    private final Words words;

    RoomController(RoomReader systems, RoomService rooms, ProgramReader programs, Words words) {
        this.systems = systems;
        this.rooms = rooms;
        this.programs = programs;
        this.words = words;
    }

    @OpenTo(administrators = true)
    @GetMapping("/settings/room")
    String room(Model model) {
        List<RoomReader.RoomState> states = systems.states();
        List<RoomRead> read =
                states.stream().flatMap(state -> state.rooms().stream()).toList();
        Person person = Person.current();
        List<RoomLine> lines =
                rooms.lines(read, atWork().stream().filter(person::counts).toList());
        model.addAttribute("states", states);
        model.addAttribute("lines", lines);
        model.addAttribute("share", Math.round(rooms.share() * 100));
        model.addAttribute(
                "lead",
                lines.isEmpty()
                        ? words.sentence("room.lead.none")
                        : words.sentence(
                                "room.lead",
                                count(lines, Verdict.SHORT),
                                count(lines, Verdict.TIGHT),
                                count(lines, Verdict.UNKNOWN)));
        return "settings/room";
    }

    private List<String> atWork() {
        return programs.atWork().stream().map(program -> program.key()).toList();
    }

    private static long count(List<RoomLine> lines, Verdict verdict) {
        return lines.stream().filter(line -> line.verdict() == verdict).count();
    }

    /** Has a worker read what a system has. */
    @OpenTo(value = Right.WORK, administrators = true)
    @PostMapping("/settings/systems/{name}/room")
    String read(@PathVariable String name) {
        systems.read(name, rooms.minidiskPools(name, atWork()));
        return "redirect:/settings/room";
    }
}
