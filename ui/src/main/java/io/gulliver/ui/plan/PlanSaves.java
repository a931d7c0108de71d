package io.gulliver.ui.plan;

import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.planning.forecast.PlanPreview;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.PlanUndoService;
import io.gulliver.service.planning.StalePreviewException;
import io.gulliver.service.planning.UndoRefusedException;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Difference;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UndoProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * Saves what people type of the plan, and shows what it does before: a form that is sent without the version of a preview
 * is previewed, and nothing is written.
 */
@Component
class PlanSaves {
    /** Names the preview that the person saw. */
    private static final String SEEN = "seen";

    /** Says that the page of the plan itself asked, to which the person comes back. */
    private static final String FROM = "from";

    private static final Set<String> NOT_TYPED = Set.of("_csrf", SEEN, "again");

    private final PlanEditService edits;
    private final PlanUndoService undo;
    private final PlanReader plan;
    private final PlanWords said;
    private final Words words;
    private final Clock clock;

    PlanSaves(PlanEditService edits, PlanUndoService undo, PlanReader plan, PlanWords said, Words words, Clock clock) {
        this.edits = edits;
        this.undo = undo;
        this.plan = plan;
        this.said = said;
        this.words = words;
        this.clock = clock;
    }

    /** A field of the form that is previewed. */
    record Field(String name, String value) {}

    /**
     * A wave that an edit adds, with whom it puts there.
     *
     * @param wave as it would be
     * @param databases in it, by name
     */
    record AddedWave(Wave wave, List<String> databases) {
        static List<AddedWave> between(TypedPlan now, TypedPlan then) {
            return then.waves().stream()
                    .filter(wave -> now.waves().stream().noneMatch(other -> other.number() == wave.number()))
                    .map(wave -> new AddedWave(
                            wave,
                            then.members().stream()
                                    .filter(member -> member.wave() == wave.number())
                                    .map(WaveMember::database)
                                    .sorted()
                                    .toList()))
                    .toList();
        }
    }

    /**
     * An edit that can be taken back.
     *
     * @param id of it
     * @param words what it did
     * @param by who saved it
     * @param age how long ago
     */
    record Undoable(long id, String words, String by, String age) {}

    /** Previews or saves. */
    String send(
            Program program,
            PlanEdit edit,
            String form,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model,
            RedirectAttributes flash) {
        String where = "plan".equals(request.getParameter(FROM)) ? "/programs/" + program.key() + "/plan" : form;
        String seen = request.getParameter("again") != null ? null : request.getParameter(SEEN);
        Formats fmt = new Formats(clock, program.zone());
        TypedPlan now = plan.typed(program.key());
        TypedPlan then = edit.on(now);
        String mine = said.edit(edit.kind(), now.without(then), then.without(now), fmt);
        if (seen == null) {
            PlanPreview preview = edits.preview(program.key(), edit);
            List<Field> fields = new ArrayList<>();
            request.getParameterMap().forEach((name, values) -> {
                if (!NOT_TYPED.contains(name)) {
                    Arrays.stream(values).forEach(value -> fields.add(new Field(name, value)));
                }
            });
            model.addAttribute("program", program.key());
            model.addAttribute("base", "/programs/" + program.key());
            model.addAttribute("zone", program.zone());
            model.addAttribute("preview", preview);
            model.addAttribute("added", AddedWave.between(now, then));
            model.addAttribute("fields", fields);
            model.addAttribute("action", request.getRequestURI());
            model.addAttribute("back", where);
            model.addAttribute("lead", lead(mine, preview, fmt));
            response.setHeader("X-Preview", "yes");
            // scripts of a page have the frame already
            return request.getHeader("HX-Request") == null ? "plan/preview" : "plan/preview :: main";
        }
        try {
            edits.save(program.key(), edit, seen, Person.current().name());
        } catch (StalePreviewException stale) {
            throw stale(program, mine, stale, fmt);
        }
        flash.addFlashAttribute("said", words.text("plan.saved"));
        return "redirect:" + where;
    }

    private Refusal stale(Program program, String mine, StalePreviewException stale, Formats fmt) {
        List<SavedEdit> since = plan.edits(program.key(), clock.instant().minus(PlanUndoService.OPEN)).stream()
                .filter(edit -> edit.id() > stale.last())
                .toList();
        if (since.isEmpty()) {
            return Refusal.conflict("problem.preview");
        }
        return Refusal.edited(
                since.stream()
                        .map(edit -> new Difference(
                                words.text("plan.preview.edit"), mine, said.edit(edit, this::undone, program, fmt)))
                        .toList(),
                since.get(0).by(),
                fmt.age(since.get(0).at()));
    }

    private Sentence lead(String mine, PlanPreview preview, Formats fmt) {
        Duration change = preview.program().change();
        return words.sentence(
                "plan.preview.lead",
                mine,
                preview.moved().size(),
                change == null ? 3 : 1 + Long.signum(change.toSeconds()),
                change == null ? "" : fmt.coarse(change.abs()),
                preview.made().stream().filter(one -> !one.anyway()).count());
    }

    /** The newest edit for whoever may take it back; null when there is none. */
    @Nullable
    Undoable undoable(Program program) {
        Formats fmt = new Formats(clock, program.zone());
        return undo.last(program.key())
                .map(edit -> new Undoable(
                        edit.id(), said.edit(edit, this::undone, program, fmt), edit.by(), fmt.age(edit.at())))
                .orElse(null);
    }

    private Optional<SavedEdit> undone(Program program, long id) {
        return plan.edit(program.key(), id);
    }

    /** Takes an edit back; answers what was taken back. */
    String undo(Program program, long id) {
        try {
            SavedEdit back = undo.undo(program.key(), id, Person.current().name());
            return said.edit(back, this::undone, program, new Formats(clock, program.zone()));
        } catch (UndoRefusedException refused) {
            throw UndoProblem.of(refused.refused());
        }
    }
}
