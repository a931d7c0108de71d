package io.gulliver.ui.program;

import io.gulliver.domain.program.Program;
import io.gulliver.service.planning.ProgramService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes programs, for page and API alike. */
@Component
public class ProgramMaker {
    private final ProgramService service;
    private final Words words;

    ProgramMaker(ProgramService service, Words words) {
        this.service = service;
        this.words = words;
    }

    /**
     * Makes one; the same again answers what was made.
     *
     * @param zone as Europe/Zurich
     * @param policy that can be, or empty
     * @throws Refusal 422 with a pointer for each part that does not fit
     */
    public Program create(String key, String title, String zone, Map<String, Object> policy, String by) {
        List<FieldProblem> wrong = new ArrayList<>();
        if (!Program.wellKeyed(key)) {
            wrong.add(new FieldProblem("/key", words.text("form.key")));
        }
        if (title.isBlank() || title.strip().length() > Program.LONGEST_TITLE) {
            wrong.add(new FieldProblem("/title", words.text(title.isBlank() ? "form.needed" : "form.long")));
        }
        ZoneId at = find(zone);
        if (at == null) {
            wrong.add(new FieldProblem("/zone", words.text("form.zone")));
        }
        if (at == null || !wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return service.create(key, title.strip(), at, policy, by);
    }

    /**
     * The time zone of this name.
     *
     * @throws Refusal 422 when there is none
     */
    public ZoneId zone(String name) {
        ZoneId found = find(name);
        if (found == null) {
            throw Refusal.invalid(List.of(new FieldProblem("/zone", words.text("form.zone"))));
        }
        return found;
    }

    private static @Nullable ZoneId find(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException unknown) {
            return null;
        }
    }
}
