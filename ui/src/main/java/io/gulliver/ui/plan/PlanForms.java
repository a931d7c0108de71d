package io.gulliver.ui.plan;

import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlanReader;
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

/** Reads what people type about the plan, and says beside each field what is wrong with it. */
@Component
class PlanForms {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ENGLISH);

    private final PlanReader plan;
    private final DatabaseReader databases;
    private final Words words;
    private final ProgramCalendar calendar;
    private final Clock clock;

    PlanForms(PlanReader plan, DatabaseReader databases, Words words, ProgramCalendar calendar, Clock clock) {
        this.plan = plan;
        this.databases = databases;
        this.words = words;
        this.calendar = calendar;
        this.clock = clock;
    }

    /** A new wave as the form wants it; its number must be free. */
    Wave added(Program program, WaveForm form, String by) {
        int number = form.number() == null ? 0 : form.number();
        plan.wave(program.key(), number).ifPresent(existing -> {
            throw Refusal.invalid(
                    List.of(new FieldProblem("/number", words.text("form.wave.there", number, existing.title()))));
        });
        return new Wave(
                program.key(),
                number,
                form.name(),
                instant(program, form.start()),
                after(program, form),
                Wave.State.PROPOSED,
                1,
                by,
                clock.instant());
    }

    /** The stored wave as the form wants it. */
    Wave changed(Program program, Wave stored, WaveForm form, String by) {
        if (form.usersOut() != null && form.goLive() != null) {
            throw Refusal.invalid(List.of(new FieldProblem("/goLive", words.text("form.wave.dates"))));
        }
        return new Wave(
                program.key(),
                stored.number(),
                form.name(),
                instant(program, form.start()),
                after(program, form),
                form.state() == null ? stored.state() : form.state(),
                form.version() == null ? 0 : form.version(),
                by,
                clock.instant(),
                instant(program, form.usersOut()),
                instant(program, form.goLive()));
    }

    /** Both versions, for the second of two who edit a wave at once. */
    Refusal edited(Program program, Wave mine, Wave theirs) {
        return Refusal.edited(
                differences(program, mine, theirs),
                theirs.changedBy(),
                new Formats(calendar.now(program.key()), program.zone()).age(theirs.changedAt()));
    }

    /** Names of databases, parted by commas, blanks or lines. */
    List<String> members(Program program, String names) {
        List<String> members = Arrays.stream(names.split("[,;\\s]+"))
                .filter(name -> !name.isBlank())
                .distinct()
                .toList();
        List<FieldProblem> wrong = new ArrayList<>();
        if (members.isEmpty()) {
            wrong.add(new FieldProblem("/databases", words.text("form.needed")));
        }
        for (String member : members) {
            if (databases.find(program.key(), member).isEmpty()) {
                wrong.add(new FieldProblem("/databases", words.text("form.database", member)));
            }
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return members;
    }

    Freeze freeze(Program program, @Nullable LocalDateTime from, @Nullable LocalDateTime to, String reason) {
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
        return new Freeze(0, program.key(), begin, end, reason.strip());
    }

    /** Numbers of the waves that must have ended before. */
    List<Integer> after(Program program, WaveForm form) {
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
        compare(found, "plan.usersOut", shown(program, mine.usersOut()), shown(program, theirs.usersOut()));
        compare(found, "plan.goLive", shown(program, mine.goLive()), shown(program, theirs.goLive()));
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

    static @Nullable Instant instant(Program program, @Nullable LocalDateTime typed) {
        return typed == null ? null : typed.atZone(program.zone()).toInstant();
    }
}
