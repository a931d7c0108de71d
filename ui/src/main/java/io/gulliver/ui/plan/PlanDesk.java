package io.gulliver.ui.plan;

import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.service.planning.PlanService;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.Difference;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Writes what people type about the plan, and lets the dates follow; two who edit at once see each other's words. */
@Component
class PlanDesk {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ENGLISH);

    private final PlanStore plan;
    private final PlanService service;
    private final DatabaseStore databases;
    private final Words words;
    private final Clock clock;

    PlanDesk(PlanStore plan, PlanService service, DatabaseStore databases, Words words, Clock clock) {
        this.plan = plan;
        this.service = service;
        this.databases = databases;
        this.words = words;
        this.clock = clock;
    }

    Wave wave(String program, int number) {
        return plan.wave(program, number).orElseThrow(() -> Refusal.notFound("problem.wave", number));
    }

    void add(Program program, WaveForm form, String by) {
        int number = form.number() == null ? 0 : form.number();
        plan.wave(program.key(), number).ifPresent(there -> {
            throw Refusal.invalid(
                    List.of(new FieldProblem("/number", words.text("form.wave.there", number, there.title()))));
        });
        plan.add(program.key(), number, text(form.title()), instant(program, form.start()), after(program, form), by);
        service.replan(program.key(), by);
    }

    /** @throws Refusal 409 with both versions when somebody else was faster */
    void change(Program program, int number, WaveForm form, String by) {
        Wave stored = wave(program.key(), number);
        Wave mine = new Wave(
                program.key(),
                number,
                text(form.title()),
                instant(program, form.start()),
                after(program, form),
                form.state() == null ? stored.state() : form.state(),
                form.version() == null ? 0 : form.version(),
                by,
                clock.instant());
        try {
            plan.update(mine, by);
        } catch (StaleVersionException faster) {
            Wave theirs = wave(program.key(), number);
            throw Refusal.edited(
                    differences(program, mine, theirs),
                    theirs.changedBy(),
                    new Formats(clock, program.zone()).age(theirs.changedAt()));
        }
        service.replan(program.key(), by);
    }

    /** Puts databases into a wave, out of those they were in; the names may be parted by commas, blanks or lines. */
    void place(Program program, int wave, String names, @Nullable LocalDateTime cutover, String by) {
        wave(program.key(), wave);
        List<String> members = Arrays.stream(names.split("[,;\\s]+"))
                .filter(name -> !name.isBlank())
                .distinct()
                .toList();
        if (members.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/databases", words.text("form.needed"))));
        }
        List<FieldProblem> wrong = new ArrayList<>();
        for (String member : members) {
            if (databases.find(program.key(), member).isEmpty()) {
                wrong.add(new FieldProblem("/databases", words.text("form.database", member)));
            }
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        for (String member : members) {
            plan.place(new WaveMember(program.key(), wave, member, instant(program, cutover)), by);
        }
        service.replan(program.key(), by);
    }

    void remove(Program program, String database, String by) {
        plan.remove(program.key(), database, by);
        service.replan(program.key(), by);
    }

    void freeze(Program program, @Nullable LocalDateTime from, @Nullable LocalDateTime to, String reason, String by) {
        Instant begin = instant(program, from);
        Instant end = instant(program, to);
        List<FieldProblem> wrong = new ArrayList<>();
        if (begin == null) {
            wrong.add(new FieldProblem("/from", words.text("form.needed")));
        }
        if (end == null) {
            wrong.add(new FieldProblem("/to", words.text("form.needed")));
        }
        if (begin != null && end != null && !end.isAfter(begin)) {
            wrong.add(new FieldProblem("/to", words.text("form.freeze.end")));
        }
        if (reason.isBlank()) {
            wrong.add(new FieldProblem("/reason", words.text("form.needed")));
        } else if (reason.length() > 400) {
            wrong.add(new FieldProblem("/reason", words.text("form.long")));
        }
        if (begin == null || end == null || !wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        plan.add(new Freeze(0, program.key(), begin, end, reason.strip()), by);
        service.replan(program.key(), by);
    }

    void thaw(Program program, long freeze, String by) {
        plan.removeFreeze(program.key(), freeze, by);
        service.replan(program.key(), by);
    }

    void override(DurationOverride override) {
        plan.put(override);
        service.replan(override.program(), override.by());
    }

    void compute(Program program, String database, io.gulliver.domain.migration.Stage stage, String by) {
        plan.removeOverride(program.key(), database, stage, by);
        service.replan(program.key(), by);
    }

    private List<Integer> after(Program program, WaveForm form) {
        List<Integer> numbers = new ArrayList<>();
        List<FieldProblem> wrong = new ArrayList<>();
        for (String part : (form.after() == null ? "" : form.after()).split("[,;\\s]+")) {
            if (part.isBlank()) {
                continue;
            }
            if (!part.matches("[Ww]?[0-9]{1,4}")) {
                wrong.add(new FieldProblem("/after", words.text("form.wave.key", part)));
                continue;
            }
            int number = Integer.parseInt(part.replaceFirst("[Ww]", ""));
            if (form.number() != null && number == form.number()) {
                wrong.add(new FieldProblem("/after", words.text("form.wave.itself")));
            } else if (plan.wave(program.key(), number).isEmpty()) {
                wrong.add(new FieldProblem("/after", words.text("form.wave.unknown", number)));
            } else if (!numbers.contains(number)) {
                numbers.add(number);
            }
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return numbers;
    }

    private List<Difference> differences(Program program, Wave mine, Wave theirs) {
        List<Difference> found = new ArrayList<>();
        compare(found, "plan.wave.title", mine.title(), theirs.title());
        compare(found, "plan.starts", shown(program, mine.start()), shown(program, theirs.start()));
        compare(found, "plan.wave.after", WaveForm.keys(mine.after()), WaveForm.keys(theirs.after()));
        compare(
                found,
                "plan.wave.state",
                words.text("wave.state." + mine.state()),
                words.text("wave.state." + theirs.state()));
        return found;
    }

    private void compare(List<Difference> found, String field, String mine, String theirs) {
        if (!mine.equals(theirs)) {
            found.add(new Difference(words.text(field), mine, theirs));
        }
    }

    private static String shown(Program program, @Nullable Instant at) {
        return at == null ? "" : SHOWN.format(at.atZone(program.zone()));
    }

    private static @Nullable Instant instant(Program program, @Nullable LocalDateTime typed) {
        return typed == null ? null : typed.atZone(program.zone()).toInstant();
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value.strip();
    }
}
