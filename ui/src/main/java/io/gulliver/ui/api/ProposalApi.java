package io.gulliver.ui.api;

import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.planning.PlanProposalService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.plan.WaveTitles;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Waves as Gulliver would make them; nothing is written. */
@RestController
@RequestMapping("/api/v1/programs/{program}/plan/proposal")
class ProposalApi {
    private final ProgramReader programs;
    private final PlanProposalService proposals;
    private final Words words;

    ProposalApi(ProgramReader programs, PlanProposalService proposals, Words words) {
        this.programs = programs;
        this.proposals = proposals;
        this.words = words;
    }

    /**
     * A wave that is not there yet; as it stands it is the body that adds one.
     *
     * @param number behind those that are there
     * @param start when its first stage may begin
     * @param databases by name
     */
    record ProposedWave(int number, String title, Instant start, List<String> databases) {}

    /**
     * A database that joins the wave of its move group.
     *
     * @param wave that is there
     */
    record Joining(String database, int wave) {}

    /**
     * What is proposed.
     *
     * @param waves new ones, in their order
     * @param joining databases whose move group stands in a wave already
     */
    record ProposalBody(List<ProposedWave> waves, List<Joining> joining) {
        static ProposalBody of(PlanEdit.Propose edit) {
            List<Integer> numbers =
                    edit.waves().stream().map(wave -> wave.number()).toList();
            return new ProposalBody(
                    edit.waves().stream()
                            .filter(wave -> wave.start() != null)
                            .map(wave -> new ProposedWave(
                                    wave.number(),
                                    wave.title(),
                                    wave.start(),
                                    edit.members().stream()
                                            .filter(member -> member.wave() == wave.number())
                                            .map(WaveMember::database)
                                            .sorted()
                                            .toList()))
                            .toList(),
                    edit.members().stream()
                            .filter(member -> !numbers.contains(member.wave()))
                            .map(member -> new Joining(member.database(), member.wave()))
                            .toList());
        }
    }

    @OpenTo
    @GetMapping
    ProposalBody propose(
            @PathVariable String program,
            @RequestParam Instant start,
            @RequestParam(defaultValue = "7") int days,
            @RequestParam(defaultValue = "3") int pilot,
            @RequestParam(defaultValue = "8") int most) {
        Program found = programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        List<FieldProblem> wrong = new ArrayList<>();
        bounded(wrong, "days", days, 0, 365);
        bounded(wrong, "pilot", pilot, 0, 500);
        bounded(wrong, "most", most, 1, 500);
        if (wrong.isEmpty() && pilot > most) {
            wrong.add(new FieldProblem("/pilot", words.text("form.propose.pilot.most")));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return ProposalBody.of(proposals.propose(
                found,
                new PlanProposalService.Wish(LocalDateTime.ofInstant(start, found.zone()), days, pilot, most),
                wave -> WaveTitles.of(words, wave),
                Person.current().name()));
    }

    private void bounded(List<FieldProblem> wrong, String name, int value, int least, int most) {
        if (value < least || value > most) {
            wrong.add(new FieldProblem("/" + name, words.text("form.propose." + name)));
        }
    }
}
