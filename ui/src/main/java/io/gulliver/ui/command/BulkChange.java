package io.gulliver.ui.command;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.MethodChoiceService;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.StartGate;
import io.gulliver.ui.command.BulkAnswer.Line;
import io.gulliver.ui.command.BulkAnswer.Outcome;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Does one thing to many databases, from pages and API alike: first said for each what would change, then done for each on its
 * own, as the call for one of them does it. What one is refused for stops no other.
 */
@Component
public class BulkChange {
    private static final Set<RunMode> OPEN = EnumSet.complementOf(EnumSet.of(RunMode.ENDED));
    private static final Set<RunMode> HELD = EnumSet.of(RunMode.PAUSING, RunMode.PAUSED);

    private final DatabaseReader databases;
    private final PlanReader plan;
    private final MigrationReader migrations;
    private final PlanEditService edits;
    private final MethodChoiceService choices;
    private final AssessmentService desk;
    private final StartGate gate;
    private final RunStart starter;
    private final CommandForm commands;
    private final EachChange each;
    private final Words words;

    BulkChange(
            DatabaseReader databases,
            PlanReader plan,
            MigrationReader migrations,
            PlanEditService edits,
            MethodChoiceService choices,
            AssessmentService desk,
            StartGate gate,
            RunStart starter,
            CommandForm commands,
            EachChange each,
            Words words) {
        this.each = each;
        this.databases = databases;
        this.plan = plan;
        this.migrations = migrations;
        this.edits = edits;
        this.choices = choices;
        this.desk = desk;
        this.gate = gate;
        this.starter = starter;
        this.commands = commands;
        this.words = words;
    }

    /**
     * A database as the order finds it.
     *
     * @param now in words, or null when nobody looked
     * @param then in words, or null when it cannot
     * @param seen version of what was looked at
     * @param why it cannot, or null
     * @param act does it under an idempotency key; null when there is nothing to do
     */
    private record Found(
            @Nullable String now,
            @Nullable String then,
            @Nullable String seen,
            @Nullable String why,
            @Nullable Consumer<String> act) {
        static Found refused(@Nullable String now, String why) {
            return new Found(now, null, null, why, null);
        }

        Outcome outcome() {
            return why != null ? Outcome.REFUSED : act == null ? Outcome.UNCHANGED : Outcome.CHANGES;
        }
    }

    /** A database with how the order finds it. */
    private record Standing(String id, Found found) implements EachChange.Found<Line> {
        @Override
        public @Nullable String seen() {
            return found.seen();
        }

        @Override
        public @Nullable Consumer<String> act() {
            return found.act();
        }

        @Override
        public Line line() {
            return new Line(id, found.outcome(), found.now(), found.then(), found.why(), found.seen());
        }

        @Override
        public Line line(Outcome outcome, @Nullable String why) {
            return new Line(id, outcome, found.now(), found.then(), why, null);
        }
    }

    /**
     * What the order would do; nothing is written.
     *
     * @throws Refusal 403 without the right, 422 for an order that cannot be read
     */
    public BulkAnswer preview(String program, BulkOrder order, Person by) {
        List<Line> lines = new ArrayList<>();
        look(program, order, by).forEach((database, one) -> lines.add(new Standing(database, one).line()));
        return BulkAnswer.of(order.action(), true, lines);
    }

    /**
     * Does it, database by database. The same again under the same key does nothing twice.
     *
     * @param key idempotency key of the whole: each database has its own, made from it
     * @param seen what the person saw, by database; a database that stands otherwise is refused, one that is not named is changed
     *     as it stands
     * @param refused databases that were shown as refused: they are not tried, and stay named
     * @throws Refusal 403 without the right, 422 for an order that cannot be read
     */
    public BulkAnswer apply(
            String program,
            BulkOrder order,
            Map<String, String> seen,
            Map<String, Line> refused,
            String key,
            Person by) {
        TypedPlan before = plan.typed(program);
        List<Standing> found = new ArrayList<>();
        look(program, order, by).forEach((database, one) -> found.add(new Standing(database, one)));
        List<Line> lines = each.apply(found, seen, refused, program, key, by);
        List<String> done = lines.stream()
                .filter(line -> line.outcome() == Outcome.DONE)
                .map(Line::database)
                .toList();
        if (!done.isEmpty()) {
            switch (order.action()) {
                case PLACE -> edits.moved(program, before, done, PlanEdit.Kind.PLACE, by.name());
                case TAKE_OUT -> edits.moved(program, before, done, PlanEdit.Kind.TAKE_OUT, by.name());
                case METHOD -> edits.follow(program);
                case DISCOVER, EVALUATE, PAUSE, RESUME -> {}
            }
        }
        return BulkAnswer.of(order.action(), false, lines);
    }

    /** Every database of the order, in its order, as it stands. */
    private Map<String, Found> look(String program, BulkOrder order, Person by) {
        requireComplete(program, order, by);
        Set<String> known = databases.list(program).stream()
                .map(database -> database.name())
                .collect(Collectors.toSet());
        List<String> there = order.databases().stream().filter(known::contains).toList();
        Map<String, Found> found = switch (order.action()) {
            case PLACE, TAKE_OUT -> placed(program, order, there, by);
            case METHOD -> judged(program, order, there, by);
            case DISCOVER -> started(program, Purpose.DISCOVERY, false, there, by);
            case EVALUATE -> started(program, Purpose.PRODUCTION, true, there, by);
            case PAUSE -> steered(program, Verb.PAUSE, order, there, by);
            case RESUME -> steered(program, Verb.RESUME, order, there, by);
        };
        Map<String, Found> all = new LinkedHashMap<>();
        for (String database : order.databases()) {
            all.put(
                    database,
                    known.contains(database)
                            ? found.get(database)
                            : Found.refused(null, words.text("bulk.unknown", database)));
        }
        return all;
    }

    private void requireComplete(String program, BulkOrder order, Person by) {
        if (!by.may(order.action().right())) {
            throw Refusal.forbidden(
                    "problem.bulk", words.text("bulk.do." + order.action().key()));
        }
        List<FieldProblem> wrong = new ArrayList<>();
        if (order.databases().isEmpty()) {
            wrong.add(new FieldProblem("/databases", words.text("bulk.none")));
        } else if (order.databases().size() > order.action().most()) {
            wrong.add(new FieldProblem(
                    "/databases",
                    words.text(
                            "bulk.many",
                            order.databases().size(),
                            order.action().most())));
        }
        if (order.action() == BulkAction.PLACE) {
            if (order.wave() == null) {
                wrong.add(new FieldProblem("/wave", words.text("form.needed")));
            } else if (plan.wave(program, order.wave()).isEmpty()) {
                wrong.add(new FieldProblem("/wave", words.text("form.wave.unknown", order.wave())));
            }
        }
        if (order.action() == BulkAction.METHOD) {
            if (order.method() == null) {
                wrong.add(new FieldProblem("/method", words.text("form.needed")));
            }
            if (order.reason() == null) {
                wrong.add(new FieldProblem("/reason", words.text("command.reason")));
            }
        }
        if (order.reason() != null && order.reason().length() > CommandForm.LONGEST_REASON) {
            wrong.add(new FieldProblem("/reason", words.text("command.long", CommandForm.LONGEST_REASON)));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
    }

    private Map<String, Found> placed(String program, BulkOrder order, List<String> names, Person by) {
        Map<String, Integer> waves =
                plan.members(program).stream().collect(Collectors.toMap(WaveMember::database, WaveMember::wave));
        Map<Integer, String> titles = plan.waves(program).stream()
                .collect(Collectors.toMap(Wave::number, wave -> words.text("bulk.wave", wave.key(), wave.title())));
        Integer to = order.action() == BulkAction.PLACE ? order.wave() : null;
        String then = to == null ? words.text("bulk.wave.none") : titles.get(to);
        Map<String, Found> found = new HashMap<>();
        for (String name : names) {
            Integer from = waves.get(name);
            found.put(
                    name,
                    new Found(
                            from == null ? words.text("bulk.wave.none") : titles.get(from),
                            then,
                            from == null ? "-" : "W" + from,
                            null,
                            Objects.equals(from, to) ? null : key -> edits.move(program, name, from, to, by.name())));
        }
        return found;
    }

    private Map<String, Found> judged(String program, BulkOrder order, List<String> names, Person by) {
        Method method = Objects.requireNonNull(order.method());
        String reason = Objects.requireNonNull(order.reason());
        String then = words.method(method.name());
        Map<String, Found> found = new HashMap<>();
        for (String name : names) {
            MethodReport report = desk.methods(program, name);
            Method meant = report.meant();
            String now = meant == null ? words.noMethod() : words.method(meant.name());
            List<MethodAssessment.Reason> blockers =
                    report.assessment().judged(method).blockers();
            MethodReport.Choice choice = report.choice();
            if (choice != null && choice.method() == method && choice.holds()) {
                found.put(name, new Found(words.text("bulk.chosen", now), then, null, null, null));
            } else if (!blockers.isEmpty()) {
                // to take it all the same is to accept what closes it, which is read on the page of the database
                found.put(
                        name,
                        Found.refused(
                                now,
                                words.text(
                                        "bulk.closed",
                                        then,
                                        blockers.stream()
                                                .map(MethodAssessment.Reason::text)
                                                .collect(Collectors.joining("; ")))));
            } else {
                found.put(
                        name,
                        new Found(
                                now,
                                then,
                                report.decisions() + "." + report.basis(),
                                null,
                                key -> choices.keep(
                                        program, name, method, reason, report.decisions(), report.basis(), by.name())));
            }
        }
        return found;
    }

    private Map<String, Found> started(
            String program, Purpose purpose, boolean evaluateOnly, List<String> names, Person by) {
        Map<String, List<Migration>> open = evaluateOnly ? Map.of() : open(program);
        Map<String, Found> found = new HashMap<>();
        for (String name : names) {
            Migration running = open.getOrDefault(name, List.of()).stream()
                    .filter(run -> run.purpose() == purpose && !run.evaluateOnly())
                    .findFirst()
                    .orElse(null);
            if (running != null) {
                found.put(
                        name,
                        Found.refused(
                                words.text("bulk.run", running.number(), words.text("mode." + running.mode())),
                                words.text("bulk.running")));
                continue;
            }
            StartGate.Answer answer = gate.cleared(program, name, null, purpose, evaluateOnly);
            StartGate.Refused refused = answer.refused();
            PlaybookRow playbook = answer.playbook();
            String now = words.text("bulk.run.none");
            if (refused != null || playbook == null) {
                found.put(name, Found.refused(now, refused == null ? words.text("bulk.failed") : refused.message()));
                continue;
            }
            String version = playbook.name() + " v" + playbook.version();
            found.put(
                    name,
                    new Found(
                            now,
                            words.text(evaluateOnly ? "bulk.starts.evaluation" : "bulk.starts.discovery", version),
                            version,
                            null,
                            key -> starter.start(
                                    new RunStart.Wanted(
                                            key,
                                            program,
                                            name,
                                            purpose,
                                            evaluateOnly,
                                            playbook.name(),
                                            playbook.version(),
                                            null,
                                            null,
                                            null,
                                            null),
                                    by.name())));
        }
        return found;
    }

    private Map<String, Found> steered(String program, Verb verb, BulkOrder order, List<String> names, Person by) {
        boolean mayNot = RolePolicy.violation(verb, CommandForm.speaker(by, program), null)
                .isPresent();
        Map<String, List<Migration>> open = open(program);
        Map<String, Found> found = new HashMap<>();
        for (String name : names) {
            List<Migration> runs = open.getOrDefault(name, List.of());
            String now = runs.isEmpty()
                    ? words.text("bulk.run.none")
                    : runs.stream()
                            .map(run -> words.text("bulk.run", run.number(), words.text("mode." + run.mode())))
                            .collect(Collectors.joining("; "));
            List<Migration> meant = runs.stream()
                    .filter(run -> verb == Verb.PAUSE ? run.mode() == RunMode.RUNNING : HELD.contains(run.mode()))
                    .toList();
            boolean already = runs.stream()
                    .anyMatch(run -> verb == Verb.PAUSE ? HELD.contains(run.mode()) : run.mode() == RunMode.RUNNING);
            String seen =
                    runs.stream().map(run -> run.number() + "." + run.mode()).collect(Collectors.joining("+"));
            String then = words.text(verb == Verb.PAUSE ? "bulk.held" : "bulk.goes.on");
            if (mayNot) {
                found.put(name, Found.refused(now, words.text("bulk.role")));
            } else if (meant.isEmpty() && !already) {
                found.put(name, Found.refused(now, words.text(runs.isEmpty() ? "bulk.no.run" : "bulk.ending")));
            } else if (meant.isEmpty()) {
                found.put(name, new Found(now, then, seen, null, null));
            } else {
                found.put(
                        name,
                        new Found(
                                now,
                                then,
                                seen,
                                null,
                                key -> meant.forEach(run -> say(key, run, verb, order.reason(), by))));
            }
        }
        return found;
    }

    private void say(String key, Migration run, Verb verb, @Nullable String reason, Person by) {
        commands.record(
                new CommandForm.Entered(
                        key + "." + run.number(), run.id(), verb, null, null, null, reason, Map.of(), null),
                by);
    }

    /** Runs that have not ended, by database, oldest first. */
    private Map<String, List<Migration>> open(String program) {
        Map<String, List<Migration>> open = new HashMap<>();
        String cursor = null;
        do {
            Page<Migration> page = migrations.list(new MigrationQuery(program, null, null, OPEN, cursor, 1000));
            page.rows()
                    .forEach(run -> open.computeIfAbsent(run.database(), name -> new ArrayList<>())
                            .add(0, run));
            cursor = page.next();
        } while (cursor != null);
        return open;
    }
}
