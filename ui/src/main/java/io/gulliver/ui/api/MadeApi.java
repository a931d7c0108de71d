package io.gulliver.ui.api;

import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.problem.Refusal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What Gulliver made at outer systems for a program. */
@RestController
@RequestMapping("/api/v1/programs/{program}")
class MadeApi {
    private final ProgramReader programs;
    private final MadeThings things;

    MadeApi(ProgramReader programs, MadeThings things) {
        this.programs = programs;
        this.things = things;
    }

    /** All that was made and not undone, by system, kind and name. */
    @OpenTo
    @GetMapping("/made")
    PageBody<MadeThings.Made> made(@PathVariable String program) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        return new PageBody<>(things.list(program), null);
    }
}
