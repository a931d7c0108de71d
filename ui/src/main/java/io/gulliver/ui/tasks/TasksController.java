package io.gulliver.ui.tasks;

import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.task.GateApproval;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.domain.task.TaskCustody;
import io.gulliver.domain.task.TaskDue;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.view.Claim;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.view.TaskCount;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.persistence.view.WindowTaskReader;
import io.gulliver.service.collection.WaitingTasks;
import io.gulliver.service.migration.AttachedFiles;
import io.gulliver.service.migration.StepChecks;
import io.gulliver.service.migration.StepUndo;
import io.gulliver.service.migration.TaskService;
import io.gulliver.ui.command.CommandForm;
import io.gulliver.ui.command.CommentForm;
import io.gulliver.ui.command.TaskAction;
import io.gulliver.ui.command.TaskChange;
import io.gulliver.ui.database.Script;
import io.gulliver.ui.database.Scripts;
import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.StepTitles;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.problem.UnfitException;
import io.gulliver.ui.security.People;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;

/** The queue of human work, those first that hold up most; made to be used on a telephone at night. */
@Controller
class TasksController {
    private static final String INSTRUCTIONS = "instructions";
    /** Of one page; more than one screen of a telephone, and little to send. */
    private static final int ROWS = 100;
    /** Comments that call the reader, newest first. */
    private static final int MENTIONS = 10;
    /** Steps that failed in several runs, those with most first. */
    private static final int ALIKE = 8;
    /** Names that a field suggests; who is none of them is called by typing. */
    private static final int CALLABLE = 200;
    /** Inputs under these names are text to be run elsewhere: shown as it is, with a button that copies it. */
    private static final Set<String> TO_COPY = Set.of("sql", "script", "command", "statement", "statements");

    private final TaskReader tasks;
    private final TaskService service;
    private final CommandReader commands;
    private final WindowTaskReader windowTasks;
    private final MigrationReader migrations;
    private final EvidenceReader evidence;
    private final CommandForm desk;
    private final CommentForm comments;
    private final Scripts scripts;
    private final StepUndo undo;
    private final StepChecks checks;
    private final People people;
    private final Words words;
    private final WaitingTasks waiting;
    private final TaskDates dates;
    private final ProgramCalendar calendar;
    private final Clock clock;

    TasksController(
            TaskReader tasks,
            TaskService service,
            CommandReader commands,
            WindowTaskReader windowTasks,
            MigrationReader migrations,
            EvidenceReader evidence,
            CommandForm desk,
            CommentForm comments,
            Scripts scripts,
            StepUndo undo,
            StepChecks checks,
            People people,
            Words words,
            WaitingTasks waiting,
            TaskDates dates,
            ProgramCalendar calendar,
            Clock clock) {
        this.dates = dates;
        this.calendar = calendar;
        this.waiting = waiting;
        this.tasks = tasks;
        this.commands = commands;
        this.service = service;
        this.windowTasks = windowTasks;
        this.migrations = migrations;
        this.evidence = evidence;
        this.desk = desk;
        this.comments = comments;
        this.scripts = scripts;
        this.undo = undo;
        this.checks = checks;
        this.people = people;
        this.words = words;
        this.clock = clock;
    }

    /**
     * A task in the list.
     *
     * @param task as stored
     * @param due when it is, or null where nobody estimated it
     * @param waiting names of other databases that wait for its run
     * @param tickable whether the reader can do something to it together with others
     */
    record Listed(Task task, @Nullable Due due, List<String> waiting, boolean tickable) {
        /** Without the run's number, which only machines know it by. */
        public String title() {
            return named(task.title());
        }

        public @Nullable String text() {
            return task.detail() == null ? null : named(task.detail());
        }

        private String named(String text) {
            return text.replace(task.migration().value(), task.database());
        }

        public boolean overdue() {
            return due != null && due.overdue();
        }

        /** Its mark: what went wrong, what is free, what somebody has. */
        public String mark() {
            if (task.kind() == TaskKind.ATTENTION || overdue()) {
                return "s-failed";
            }
            return task.claimedBy() == null ? "s-waiting" : "s-running";
        }
    }

    /**
     * When a task is due, by the calendar of its program.
     *
     * @param left until then, or since then
     */
    record Due(Instant at, boolean overdue, Duration left) {}

    /** A value that a step was given, for people: a list has a line for each entry. */
    record Given(String name, List<String> lines) {}

    /** What a criterion was judged by: {@code Tables different: 2}, and of which step. */
    record Judged(String name, String value, @Nullable String step) {}

    /** A criterion with what it was judged by in words. */
    record Demand(GateCriterion criterion, List<Judged> figures) {}

    /**
     * Why a step needs a person, with steps called by their titles.
     *
     * @param advice what to do, or null when nothing is known
     */
    public record Failed(String message, @Nullable String advice) {}

    /**
     * The task that is shown in full.
     *
     * @param listed the task, its hour and who waits for it
     * @param step its step, or null when the run as a whole needs attention
     * @param run its run
     * @param evidence attached to the step
     * @param approvals given so far
     * @param criteria of a gate, with the machine's verdicts
     * @param shown SHA-256 of what a gate shows, or null
     * @param mine whether the reader holds it
     * @param may whether the reader's roles allow to act on it
     * @param approvedByMe the reader has approved what is shown: a second person is needed
     * @param looksAgain whether what the decision goes by can be looked at again
     * @param told what to do, as the playbook's author wrote it, or null
     * @param failed why its step needs a person; null where it did not fail
     * @param scripts to look at, or to copy and run
     * @param endedBy who ended it, or null while it is open, and when the run went on without a person
     * @param outcome how it ended, in words, or null
     * @param byFile whether the upload of a file of the database completes it
     * @param proof what the playbook wants to be seen as evidence
     * @param questions what whoever completes it is asked to give
     * @param inputs what the step was given, without what is shown in full elsewhere
     * @param around checks and the way back of its step; null where it is no step's or the run's playbook cannot be read
     */
    record TaskDetail(
            Listed listed,
            @Nullable StepRow step,
            @Nullable Failed failed,
            @Nullable Migration run,
            List<EvidenceRow> evidence,
            List<GateApproval> approvals,
            List<Demand> criteria,
            @Nullable String shown,
            boolean mine,
            boolean may,
            boolean approvedByMe,
            boolean looksAgain,
            @Nullable Sentence told,
            List<Script> scripts,
            @Nullable String endedBy,
            @Nullable String outcome,
            boolean byFile,
            List<String> proof,
            List<Question> questions,
            List<Given> inputs,
            @Nullable Around around) {
        public Task task() {
            return listed.task();
        }

        /** Whether it must be claimed before anything else: work is done by one person. */
        public boolean toClaim() {
            return may && task().kind() == TaskKind.TASK && task().claimedBy() == null;
        }

        /** Criteria that a decision must waive. */
        public List<Demand> open() {
            return criteria.stream().filter(one -> !one.criterion().met()).toList();
        }
    }

    /**
     * What is looked at around a task's step, and how it is taken back.
     *
     * @param undo what backing out would do
     * @param stand how far the step is: {@code open}, {@code done}, {@code begun}, {@code undoing}, {@code undone} or {@code
     *     skipped}
     * @param does what the step does and takes back, as the playbook says, or null
     * @param before checks before it
     * @param after checks after it
     */
    record Around(
            StepUndo.Answer undo, String stand, @Nullable String does, List<StepRow> before, List<StepRow> after) {
        static String stand(StepState state) {
            return switch (state) {
                case PENDING, PREPARING, WAITING_TIME, WAITING_SLOT, WAITING_PERSON -> "open";
                case FANNED_OUT, RUNNING, AWAITING, BACKING_OFF, PARKED, STOPPING, STOPPED -> "begun";
                case DONE -> "done";
                case SKIPPED -> "skipped";
                case UNDOING, UNDO_PARKED -> "undoing";
                case UNDONE -> "undone";
            };
        }
    }

    /**
     * A comment with its text as people read it.
     *
     * @param mine whether the reader may withdraw its files
     */
    record Said(TaskComment comment, Sentence told, boolean mine) {}

    /** Whose tasks, with how many in all. */
    record View(TaskQuery.Scope scope, TaskCount count) {
        public String key() {
            return scope.name().toLowerCase(Locale.ROOT);
        }
    }

    @OpenTo(everybody = true)
    @GetMapping("/tasks")
    String tasks(
            @RequestParam(defaultValue = "team") String view,
            @RequestParam(required = false) @Nullable String task,
            @RequestParam(required = false) @Nullable String migration,
            @RequestParam(required = false) @Nullable String step,
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(defaultValue = "") String title,
            @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
            Model model,
            HttpServletResponse response) {
        Person person = Person.current();
        TaskQuery.Scope scope = scope(view);
        String alike = title.isBlank() ? null : title.strip();
        TaskQuery query = query(scope, person, alike, after == null || after.isBlank() ? null : after);
        Page<Task> page = UnfitException.made(() -> tasks.list(query));
        List<Listed> rows = listed(page.rows());
        String wanted = task;
        if (wanted == null && migration != null && step != null) {
            // a link from a page that was read a while ago leads to what became of the task
            wanted = tasks.last(
                            UnfitException.made(() -> new MigrationId(migration)),
                            UnfitException.made(() -> StepKey.parse(step)))
                    .map(Task::id)
                    .orElseThrow(() -> Refusal.notFound("problem.task", step));
        }
        Task chosen = null;
        if (wanted != null) {
            String id = wanted;
            chosen = visible(id);
        } else if (!rows.isEmpty()) {
            chosen = rows.get(0).task();
        }
        model.addAttribute("scope", scope);
        model.addAttribute("collecting", collecting(scope, person));
        model.addAttribute("tasks", rows);
        model.addAttribute("asked", wanted != null);
        List<View> views = Stream.of(TaskQuery.Scope.MINE, TaskQuery.Scope.TEAM, TaskQuery.Scope.ALL)
                .map(one -> new View(one, tasks.count(query(one, person, null, null))))
                .toList();
        model.addAttribute("views", views);
        model.addAttribute("alike", alike);
        model.addAttribute("groups", tasks.failedAlike(query, ALIKE));
        model.addAttribute(
                "actions",
                Stream.of(TaskAction.values())
                        .filter(one -> one != TaskAction.RETRY
                                || rows.stream().anyMatch(row -> row.task().kind() == TaskKind.ATTENTION))
                        .toList());
        model.addAttribute("tickable", rows.stream().anyMatch(Listed::tickable));
        model.addAttribute("after", after);
        model.addAttribute("next", page.next());
        model.addAttribute("detail", chosen == null ? null : detail(chosen, person));
        if (chosen != null) {
            said(chosen, person, model);
        }
        model.addAttribute(
                "mentions", after == null ? tasks.mentions(person.name(), person.access(), MENTIONS) : List.of());
        model.addAttribute("requestKey", UUID.randomUUID().toString());
        model.addAttribute(
                "lead",
                lead(
                        rows,
                        alike == null
                                ? views.get(List.of(TaskQuery.Scope.values()).indexOf(scope))
                                        .count()
                                : tasks.count(query),
                        (Formats) model.getAttribute("fmt")));
        response.addHeader("Vary", "HX-Request");
        return htmx == null ? "tasks/tasks" : "tasks/tasks :: board";
    }

    /** What was said about the task, and who can be called. */
    private void said(Task task, Person person, Model model) {
        model.addAttribute(
                "comments",
                tasks.comments(task.id()).stream()
                        .map(one -> new Said(one, words.told(one.text()), comments.mayWithdraw(one, person)))
                        .toList());
        boolean may = TaskCustody.commenting(task, person.access()).isEmpty();
        model.addAttribute("mayComment", may);
        model.addAttribute(
                "callable",
                may ? people.of(task.program()).stream().limit(CALLABLE).toList() : List.of());
    }

    /** What must be done so that enough load is seen: nobody holds it, so that it is in nobody's own list. */
    private List<WindowTaskReader.Waiting> collecting(TaskQuery.Scope scope, Person person) {
        return switch (scope) {
            case MINE -> List.of();
            case ALL -> windowTasks.waiting(person.access(), false);
            case TEAM -> windowTasks.waiting(person.access(), true);
        };
    }

    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/claim")
    String claim(@PathVariable String id, RedirectAttributes flash) {
        Claim claim = service.claim(id, speaker(id));
        if (!claim.won()) {
            Task task = claim.task();
            throw Refusal.conflict(
                    "problem.claimed",
                    String.valueOf(task.claimedName()),
                    new Formats(clock, ZoneOffset.UTC).age(task.claimedAt()));
        }
        flash.addFlashAttribute("said", words.text("tasks.claimed"));
        return back(id);
    }

    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/release")
    String release(@PathVariable String id, @RequestParam long version, RedirectAttributes flash) {
        service.release(id, version, speaker(id));
        flash.addFlashAttribute("said", words.text("tasks.released"));
        return back(id);
    }

    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/hand-over")
    String handOver(
            @PathVariable String id,
            @RequestParam long version,
            @RequestParam(defaultValue = "") String to,
            RedirectAttributes flash) {
        String name = to.strip();
        if (name.isEmpty()) {
            throw Refusal.invalid(List.of(new FieldProblem("/to", words.text("tasks.handover.whom"))));
        }
        Task task = visible(id);
        Account other = people.open(name)
                .orElseThrow(() ->
                        Refusal.invalid(List.of(new FieldProblem("/to", words.text("tasks.handover.unknown", name)))));
        service.handOver(
                id,
                version,
                speaker(id),
                new Speaker(
                        other.name(), other.name(), people.access(other.name()).functions(task.program())));
        flash.addFlashAttribute("said", words.text("tasks.handedover", other.name()));
        return back(id);
    }

    /** Hides a task for a while, from everybody's list; zero shows it again. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/snooze")
    String snooze(
            @PathVariable String id,
            @RequestParam long version,
            @RequestParam(defaultValue = "60") int minutes,
            RedirectAttributes flash) {
        Duration pause = Duration.ofMinutes(minutes);
        if (!TaskService.snoozable(pause)) {
            throw Refusal.invalid(List.of(new FieldProblem("/minutes", words.text("tasks.snooze.range"))));
        }
        service.snooze(id, version, pause, speaker(id));
        flash.addFlashAttribute("said", words.text(minutes == 0 ? "tasks.woken" : "tasks.snoozed"));
        return back(id);
    }

    /** Says something about the task. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/comments")
    String comment(
            @PathVariable String id,
            @RequestParam String key,
            @RequestParam(defaultValue = "") String text,
            @RequestParam(defaultValue = "") String call,
            @RequestParam(name = "file", required = false) @Nullable List<MultipartFile> files,
            RedirectAttributes flash)
            throws IOException {
        List<AttachedFiles.Sent> given = new ArrayList<>();
        for (MultipartFile file : files == null ? List.<MultipartFile>of() : files) {
            String name = file.getOriginalFilename();
            // a browser sends the field without a file too, which then has no name
            if (!file.isEmpty() || name != null && !name.isEmpty()) {
                given.add(new AttachedFiles.Sent(name == null ? "" : name, file::getInputStream));
            }
        }
        comments.say(visible(id), key, text, call, given, Person.current());
        flash.addFlashAttribute("said", words.text("tasks.commented"));
        return back(id);
    }

    /** A file of a comment: always as a download, never as a page of ours. */
    @OpenTo(Right.READ)
    @GetMapping("/tasks/{id}/files/{sha256}")
    void file(@PathVariable String id, @PathVariable String sha256, HttpServletResponse response) throws IOException {
        comments.send(tasks.comments(visible(id).id()), sha256, response);
    }

    /** Withdraws a file of a comment: by who brought it, or by an administrator. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/comments/{comment}/files/{sha256}/withdraw")
    String withdraw(
            @PathVariable String id,
            @PathVariable long comment,
            @PathVariable String sha256,
            RedirectAttributes flash) {
        comments.withdraw(visible(id), comment, sha256, Person.current());
        flash.addFlashAttribute("said", words.text("tasks.file.withdrawn"));
        return back(id);
    }

    /** Completes the work, with what was seen; the file is kept before the word is given. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/complete")
    String complete(
            @PathVariable String id,
            @RequestParam String key,
            @RequestParam(defaultValue = "done") String outcome,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(required = false) @Nullable MultipartFile file,
            @RequestParam Map<String, String> fields,
            RedirectAttributes flash)
            throws IOException {
        Task task = open(id);
        if (reason.isBlank() && (file == null || file.isEmpty())) {
            throw Refusal.invalid(List.of(new FieldProblem("/reason", words.text("tasks.evidence.needed"))));
        }
        attach(task, file, null);
        return said(task, key, Verb.COMPLETE, outcome, reason, given(task, fields), null, flash);
    }

    /** What was given of that which the playbook asks for; whether it fits, is judged where it is recorded. */
    private Map<String, Object> given(Task task, Map<String, String> fields) {
        Map<String, Object> outputs = new LinkedHashMap<>();
        for (Question question : questions(task)) {
            String text = fields.getOrDefault(question.field(), "").strip();
            if (!text.isEmpty()) {
                outputs.put(question.name(), question.answer(text));
            }
        }
        return outputs;
    }

    private List<Question> questions(Task task) {
        return desk.wanted(task).stream()
                .map(wanted -> Question.of(wanted, words.asked(wanted)))
                .toList();
    }

    /** Approves or rejects; where two must approve, the store counts persons, not clicks. */
    @OpenTo(Right.READ)
    @PostMapping("/tasks/{id}/decide")
    String decide(
            @PathVariable String id,
            @RequestParam String key,
            @RequestParam String outcome,
            @RequestParam(defaultValue = "") String reason,
            @RequestParam(defaultValue = "") String evidenceHash,
            @RequestParam(required = false) @Nullable List<String> waive,
            @RequestParam(required = false) @Nullable MultipartFile file,
            RedirectAttributes flash)
            throws IOException {
        Task task = open(id);
        String named = attach(task, file, evidenceHash.isEmpty() ? null : evidenceHash);
        return said(task, key, Verb.DECIDE, outcome, reason, GateCriterion.waiving(waive), named, flash);
    }

    private String said(
            Task task,
            String key,
            Verb verb,
            String outcome,
            String reason,
            Map<String, Object> outputs,
            @Nullable String evidenceHash,
            RedirectAttributes flash) {
        CommandRow row = desk.record(
                new CommandForm.Entered(
                        key, task.migration(), verb, task.step(), null, outcome, reason, outputs, evidenceHash),
                Person.current());
        flash.addFlashAttribute("said", words.text("command.said." + row.state().name()));
        return back(task.id());
    }

    /** Attaches a file that comes with a word; the hash of what a gate shows with it. */
    private @Nullable String attach(Task task, @Nullable MultipartFile file, @Nullable String named)
            throws IOException {
        Speaker who = speaker(task);
        // who may not attach it may not give the word either: that is refused next, and the refusal is on record
        if (file == null || file.isEmpty() || TaskService.attaching(task, who).isPresent()) {
            return named;
        }
        String name = file.getOriginalFilename();
        try (InputStream content = file.getInputStream()) {
            if (named != null) {
                return service.attach(task, name == null ? "" : name, content, who, named);
            }
            service.attach(task, name == null ? "" : name, content, who);
            return null;
        }
    }

    private Task open(String id) {
        Task task = visible(id);
        if (task.closedAt() != null) {
            throw Refusal.conflict("problem.closed", String.valueOf(outcome(task)));
        }
        if (task.step() == null) {
            throw Refusal.conflict("problem.attention");
        }
        return task;
    }

    private TaskDetail detail(Task task, Person person) {
        // first, so that nothing is in the hash that is not on the page
        String shown = tasks.shown(task).map(GateEvidence::sha256).orElse(null);
        List<GateApproval> approvals = task.kind() == TaskKind.GATE ? tasks.approvals(task.id()) : List.of();
        StepKey key = task.step();
        StepRow step =
                key == null ? null : migrations.step(task.migration(), key).orElse(null);
        List<EvidenceRow> attached = key == null ? List.of() : evidence.list(task.migration(), key);
        List<Script> toCopy = new ArrayList<>();
        Object told = null;
        Migration run = migrations.find(task.migration()).orElse(null);
        if (step != null) {
            Map<String, Object> inputs = step.run().inputs();
            told = inputs.get(INSTRUCTIONS);
            TO_COPY.stream()
                    .sorted()
                    .filter(inputs::containsKey)
                    .forEach(name -> toCopy.add(new Script(name, String.valueOf(inputs.get(name)))));
        }
        toCopy.addAll(scripts.of(attached));
        return new TaskDetail(
                listed(List.of(task)).get(0),
                step,
                step == null ? null : failed(step),
                run,
                attached,
                approvals,
                step == null || task.kind() != TaskKind.GATE ? List.of() : demands(step),
                shown,
                person.name().equals(task.claimedBy()),
                task.closedAt() == null
                        && (person.holds(task.role(), task.program())
                                || task.kind() == TaskKind.GATE
                                        && person.holds(Function.APPROVER.key(), task.program())),
                approvals.stream()
                        .anyMatch(one -> one.approved()
                                && one.subject().equals(person.name())
                                && Objects.equals(one.evidenceHash(), shown)),
                desk.looksAgain(task),
                told == null || told.toString().isBlank() ? null : words.told(told.toString()),
                toCopy,
                commands.ended(task).map(row -> row.order().by()).orElse(null),
                outcome(task),
                task.closedAt() == null && waiting.closedBy(task).isPresent(),
                task.kind() == TaskKind.ATTENTION ? List.of() : desk.evidence(task),
                questions(task),
                step == null ? List.of() : inputs(step),
                run == null || step == null ? null : around(run, step));
    }

    private @Nullable Around around(Migration run, StepRow step) {
        try {
            List<StepRow> rows = migrations.steps(run.id());
            StepChecks.Around near = checks.of(run, step, rows);
            return new Around(
                    undo.of(run, step, rows),
                    Around.stand(step.run().state()),
                    undo.told(run, step).orElse(null),
                    near.before(),
                    near.after());
        } catch (UnknownRowException noPlaybook) {
            return null;
        }
    }

    /** How a task ended; the store says it by the state of its step, and a reason. */
    private @Nullable String outcome(Task task) {
        String outcome = task.outcome();
        if (outcome == null) {
            return null;
        }
        for (StepState state : StepState.values()) {
            if (outcome.equals(state.name()) || outcome.startsWith(state.name() + ": ")) {
                return words.text("step.state." + state.name())
                        + outcome.substring(state.name().length());
            }
        }
        return outcome;
    }

    /** Criteria with their figures in words; a step that has them is called by its title. */
    private List<Demand> demands(StepRow gate) {
        List<GateCriterion> criteria = GateCriterion.of(gate.run().inputs());
        if (criteria.stream().allMatch(one -> one.figures().isEmpty())) {
            return criteria.stream().map(one -> new Demand(one, List.of())).toList();
        }
        Map<String, String> titles = titles(gate);
        return criteria.stream()
                .map(one -> new Demand(
                        one,
                        one.figures().stream()
                                .map(figure -> new Judged(
                                        words.named(figure.name()),
                                        figure.value(),
                                        figure.step() == null
                                                ? null
                                                : titles.getOrDefault(figure.step(), figure.step())))
                                .toList()))
                .toList();
    }

    /** Titles of the steps of its run, by their ids. */
    private Map<String, String> titles(StepRow step) {
        Map<String, String> titles = new HashMap<>();
        migrations
                .steps(step.migration())
                .forEach(row -> titles.put(row.run().key().step(), row.ofStep()));
        return titles;
    }

    private @Nullable Failed failed(StepRow step) {
        StepFailure failure = step.run().failure();
        if (failure == null) {
            return null;
        }
        Map<String, String> titles = titles(step);
        return new Failed(
                StepTitles.in(failure.message(), titles),
                failure.advice() == null ? null : StepTitles.in(failure.advice(), titles));
    }

    private List<Given> inputs(StepRow step) {
        List<Given> inputs = new ArrayList<>();
        step.run().inputs().forEach((name, value) -> {
            if (!name.equals(INSTRUCTIONS) && !name.equals(GateCriterion.INPUT) && !TO_COPY.contains(name)) {
                inputs.add(new Given(words.named(name), lines(value)));
            }
        });
        return inputs;
    }

    private List<String> lines(@Nullable Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream().map(one -> String.join(", ", lines(one))).toList();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(one -> one.getKey() + ": " + String.join(", ", lines(one.getValue())))
                    .toList();
        }
        if (value instanceof Boolean yes) {
            return List.of(words.text(yes ? "tasks.answer.yes" : "tasks.answer.no"));
        }
        return List.of(String.valueOf(value));
    }

    /** A task of a program that is there for the reader. */
    private Task visible(String id) {
        return tasks.find(id)
                .filter(task -> Person.current().sees(task.program()))
                .orElseThrow(() -> Refusal.notFound("problem.task", id));
    }

    private Speaker speaker(String id) {
        return speaker(visible(id));
    }

    private static Speaker speaker(Task task) {
        return CommandForm.speaker(Person.current(), task.program());
    }

    private static TaskQuery query(
            TaskQuery.Scope scope, Person person, @Nullable String alike, @Nullable String after) {
        // one's own are listed even while they sleep: nothing that I hold may be out of sight
        boolean snoozed = scope == TaskQuery.Scope.MINE;
        return new TaskQuery(
                scope,
                person.name(),
                person.access(),
                null,
                alike == null ? null : TaskKind.ATTENTION,
                alike,
                false,
                snoozed,
                after,
                ROWS);
    }

    private List<Listed> listed(List<Task> rows) {
        Map<String, TaskDue> dates = this.dates.of(rows);
        Map<MigrationId, List<String>> waits =
                tasks.waiting(rows.stream().map(Task::migration).distinct().toList());
        List<Listed> listed = new ArrayList<>();
        for (Task task : rows) {
            TaskDue one = dates.get(task.id());
            Due due = one == null
                    ? null
                    : new Due(
                            one.at(),
                            one.overdue(),
                            Duration.between(calendar.now(task.program()), one.at())
                                    .abs());
            listed.add(new Listed(
                    task,
                    due,
                    waits.getOrDefault(task.migration(), List.of()),
                    TaskChange.tickable(task, Person.current())));
        }
        return listed;
    }

    private Sentence lead(List<Listed> rows, TaskCount count, @Nullable Formats fmt) {
        if (rows.isEmpty()) {
            return words.sentence("tasks.lead.none");
        }
        Listed first = rows.get(0);
        return words.sentence(
                "tasks.lead",
                count.tasks(),
                first.title(),
                first.task().blocks(),
                fmt == null ? "" : fmt.span(Duration.between(first.task().openedAt(), fmt.now())),
                count.databases(),
                rows.stream().filter(Listed::overdue).count(),
                first.waiting().size());
    }

    private static TaskQuery.Scope scope(String view) {
        try {
            return TaskQuery.Scope.valueOf(view.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw Refusal.bad("problem.choice", view);
        }
    }

    /** The list of this view, and of tasks of this title alone where one is given. */
    static String address(String view, String title) {
        UriComponentsBuilder list = UriComponentsBuilder.fromPath("/tasks")
                .queryParam("view", scope(view).name().toLowerCase(Locale.ROOT));
        if (!title.isBlank()) {
            list.queryParam("title", "{title}");
        }
        return list.encode().buildAndExpand(title.strip()).toUriString();
    }

    private static String back(String id) {
        return "redirect:/tasks?task=" + id;
    }
}
