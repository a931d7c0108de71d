package io.gulliver.ui.api;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.Wave;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.forecast.PlanPreview;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a change of the plan would do to its dates, by the service that shows it on the page. Nothing is saved. */
@RestController
@RequestMapping("/api/v1/programs/{program}/plan")
class PlanPreviewApi {
    private final ProgramReader programs;
    private final DatabaseReader databases;
    private final PlanReader plan;
    private final PlanEditService edits;
    private final Words words;
    private final Clock clock;

    PlanPreviewApi(
            ProgramReader programs,
            DatabaseReader databases,
            PlanReader plan,
            PlanEditService edits,
            Words words,
            Clock clock) {
        this.programs = programs;
        this.databases = databases;
        this.plan = plan;
        this.edits = edits;
        this.words = words;
        this.clock = clock;
    }

    /** What is changed. */
    enum Change {
        ADD_WAVE,
        CHANGE_WAVE,
        REMOVE_WAVE,
        PLACE,
        TAKE_OUT,
        ADD_FREEZE,
        REMOVE_FREEZE,
        SET_LENGTH,
        COMPUTE_LENGTH
    }

    /**
     * A change that is not made. What is not said of a wave that is changed stays as it is.
     *
     * @param kind what is changed
     * @param wave number; for a wave, and for where databases are placed
     * @param title of a wave
     * @param start of a wave
     * @param after waves that must have ended before
     * @param usersOut T of its databases; it takes the place of a go-live that was typed
     * @param goLive users in again; it takes the place of a T that was typed
     * @param databases that are placed, or taken out (one); of a length, its one
     * @param cutover earliest begin of their outage, or null
     * @param from first instant of a freeze
     * @param to first instant after it
     * @param freeze number of a freeze that is taken away
     * @param stage of a length
     * @param duration of a stage
     * @param reason of a freeze that is added, or a length that is set
     */
    record Wanted(
            @NotNull(message = "{form.needed}") Change kind,
            @Nullable Integer wave,

            @Size(max = 200, message = "{form.long}") @Nullable
            String title,

            @Nullable Instant start,
            @Nullable List<Integer> after,
            @Nullable Instant usersOut,
            @Nullable Instant goLive,

            @Size(max = 10_000, message = "{form.long}") @Nullable
            List<String> databases,

            @Nullable Instant cutover,
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable Long freeze,
            @Nullable Stage stage,
            @Nullable Duration duration,

            @Nullable String reason) {}

    /**
     * The dates of something, now and then.
     *
     * @param name key of a wave or name of a database; empty for the program
     * @param change how much later it is planned to end, less than zero is earlier; null where one side has no date
     * @param anyway it moves as far without the change: any change makes the dates anew
     */
    record LineBody(
            String name,
            PlanPreview.Dates now,
            PlanPreview.Dates then,
            @Nullable Duration change,
            boolean anyway) {
        static LineBody of(PlanPreview.Line line) {
            return new LineBody(line.name(), line.now(), line.then(), line.change(), line.anyway());
        }
    }

    /**
     * What a change would do.
     *
     * @param version of the plan and of what the change makes of it
     * @param program its end, moved or not
     * @param waves that move, by number
     * @param databases that move, by name
     * @param made what does not hold any more
     * @param solved what does not hold now, and holds then
     */
    record PreviewBody(
            String version,
            LineBody program,
            List<LineBody> waves,
            List<LineBody> databases,
            List<PlanPreview.Conflict> made,
            List<PlanPreview.Conflict> solved) {
        static PreviewBody of(PlanPreview preview) {
            return new PreviewBody(
                    preview.version(),
                    LineBody.of(preview.program()),
                    preview.waves().stream().map(LineBody::of).toList(),
                    preview.databases().stream().map(LineBody::of).toList(),
                    preview.made(),
                    preview.solved());
        }
    }

    /** The same preview as the page shows before Save. */
    @OpenTo(Right.DECIDE)
    @PostMapping("/preview")
    PreviewBody preview(@PathVariable String program, @Valid @RequestBody Wanted wanted) {
        programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
        return PreviewBody.of(edits.preview(program, edit(program, wanted)));
    }

    private PlanEdit edit(String program, Wanted wanted) {
        return switch (wanted.kind()) {
            case ADD_WAVE -> new PlanEdit.AddWave(added(program, wanted), known(program, wanted, false));
            case CHANGE_WAVE -> new PlanEdit.ChangeWave(changed(program, wanted));
            case REMOVE_WAVE -> new PlanEdit.RemoveWave(wave(program, wanted).number());
            case PLACE ->
                new PlanEdit.Place(
                        program, wave(program, wanted).number(), known(program, wanted, true), wanted.cutover());
            case TAKE_OUT -> new PlanEdit.TakeOut(one(program, wanted));
            case ADD_FREEZE -> new PlanEdit.AddFreeze(freeze(program, wanted));
            case REMOVE_FREEZE -> new PlanEdit.RemoveFreeze(needed("/freeze", wanted.freeze()));
            case SET_LENGTH ->
                new PlanEdit.SetLength(new DurationOverride(
                        program,
                        one(program, wanted),
                        needed("/stage", wanted.stage()),
                        length(needed("/duration", wanted.duration())),
                        reason(wanted, 1000),
                        Person.current().name(),
                        clock.instant()));
            case COMPUTE_LENGTH -> new PlanEdit.ComputeLength(one(program, wanted), needed("/stage", wanted.stage()));
        };
    }

    private Wave added(String program, Wanted wanted) {
        int number = needed("/wave", wanted.wave());
        plan.wave(program, number).ifPresent(existing -> {
            throw Refusal.conflict("problem.wave.there", number, existing.title());
        });
        if (number < 1) {
            throw wrong("/wave", "form.wave.number");
        }
        return edits.newWave(
                program,
                number,
                needed("/title", wanted.title()).strip(),
                wanted.start(),
                after(program, number, wanted.after() == null ? List.of() : wanted.after()),
                wanted.usersOut(),
                Person.current().name());
    }

    private Wave changed(String program, Wanted wanted) {
        Wave stored = wave(program, wanted);
        if (wanted.usersOut() != null && wanted.goLive() != null) {
            throw wrong("/goLive", "form.wave.dates");
        }
        boolean dated = wanted.usersOut() != null || wanted.goLive() != null;
        return new Wave(
                program,
                stored.number(),
                wanted.title() == null ? stored.title() : wanted.title().strip(),
                wanted.start() == null ? stored.start() : wanted.start(),
                wanted.after() == null ? stored.after() : after(program, stored.number(), wanted.after()),
                stored.state(),
                stored.version(),
                Person.current().name(),
                clock.instant(),
                dated ? wanted.usersOut() : stored.usersOut(),
                dated ? wanted.goLive() : stored.goLive());
    }

    private List<Integer> after(String program, int number, List<Integer> after) {
        for (int i = 0; i < after.size(); i++) {
            int other = needed("/after/" + i, after.get(i));
            if (other == number) {
                throw wrong("/after/" + i, "form.wave.itself");
            }
            if (plan.wave(program, other).isEmpty()) {
                throw wrong("/after/" + i, "form.wave.unknown", other);
            }
        }
        return after;
    }

    private Freeze freeze(String program, Wanted wanted) {
        Instant from = needed("/from", wanted.from());
        Instant to = needed("/to", wanted.to());
        if (!to.isAfter(from)) {
            throw wrong("/to", "form.freeze.end");
        }
        return new Freeze(0, program, from, to, reason(wanted, 400));
    }

    private String reason(Wanted wanted, int longest) {
        String reason = needed("/reason", wanted.reason()).strip();
        if (reason.length() > longest) {
            throw wrong("/reason", "form.long");
        }
        return reason;
    }

    private Duration length(Duration length) {
        if (length.isNegative() || length.compareTo(PlanApi.LONGEST) > 0) {
            throw wrong("/duration", "form.length");
        }
        return length;
    }

    private Wave wave(String program, Wanted wanted) {
        int number = needed("/wave", wanted.wave());
        return plan.wave(program, number).orElseThrow(() -> Refusal.notFound("problem.wave", number));
    }

    private String one(String program, Wanted wanted) {
        List<String> names = known(program, wanted, true);
        if (names.size() != 1) {
            throw wrong("/databases", "form.one");
        }
        return names.get(0);
    }

    private List<String> known(String program, Wanted wanted, boolean needed) {
        List<String> names = wanted.databases() == null ? List.of() : wanted.databases();
        List<FieldProblem> wrong = new ArrayList<>();
        if (needed && names.isEmpty()) {
            wrong.add(new FieldProblem("/databases", words.text("form.needed")));
        }
        for (int i = 0; i < names.size(); i++) {
            if (databases.find(program, names.get(i)).isEmpty()) {
                wrong.add(new FieldProblem("/databases/" + i, words.text("form.database", names.get(i))));
            }
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return names;
    }

    private <T> T needed(String pointer, @Nullable T value) {
        if (value == null || value instanceof String text && text.isBlank()) {
            throw wrong(pointer, "form.needed");
        }
        return value;
    }

    private Refusal wrong(String pointer, String key, Object... parts) {
        return Refusal.invalid(List.of(new FieldProblem(pointer, words.text(key, parts))));
    }
}
