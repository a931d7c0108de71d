package io.gulliver.ui.command;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.CommandRules;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.MigrationReader;
import io.gulliver.playbook.ValueDeclaration;
import io.gulliver.service.migration.CommandService;
import io.gulliver.service.migration.TaskOutputs;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Takes what people say to a migration, from pages and API alike: checks that it is complete, and records it. Role
 * and second person are checked in the same transaction; delivery is somebody else's.
 */
@Component
public class CommandForm {
    /** Longest reason; also what the text field allows. */
    public static final int LONGEST_REASON = 1000;

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:-]{8,100}");
    private final CommandReader commands;
    private final CommandService service;
    private final MigrationReader migrations;
    private final TaskOutputs outputs;
    private final Words words;

    CommandForm(
            CommandReader commands,
            CommandService service,
            MigrationReader migrations,
            TaskOutputs outputs,
            Words words) {
        this.outputs = outputs;
        this.commands = commands;
        this.service = service;
        this.migrations = migrations;
        this.words = words;
    }

    /**
     * What a person says.
     *
     * @param key idempotency key: the same again answers what was recorded
     * @param migration to whom
     * @param verb what
     * @param step of which step, or null
     * @param stage pause after which stage, or null
     * @param outcome of a task or gate, or null
     * @param reason typed, or null
     * @param outputs values that a completed task gives
     * @param evidenceHash what was on the screen, or null
     */
    public record Entered(
            String key,
            MigrationId migration,
            Verb verb,
            @Nullable StepKey step,
            @Nullable Stage stage,
            @Nullable String outcome,
            @Nullable String reason,
            Map<String, Object> outputs,
            @Nullable String evidenceHash) {}

    /**
     * Records it.
     *
     * @throws Refusal 404 for an unknown migration, 422 when something is missing
     * @throws io.gulliver.persistence.RefusedException when the person may not
     */
    public CommandRow record(Entered said, Person by) {
        requireKey(said.key());
        Migration migration = migrations
                .find(said.migration())
                .filter(run -> by.sees(run.program()))
                .orElseThrow(() ->
                        Refusal.notFound("problem.migration", said.migration().value()));
        List<FieldProblem> wrong = new ArrayList<>();
        String reason = said.reason() == null || said.reason().isBlank()
                ? null
                : said.reason().strip();
        for (CommandRules.Missing missing :
                CommandRules.missing(said.verb(), said.step() != null, said.outcome(), reason)) {
            wrong.add(
                    switch (missing) {
                        case REASON -> new FieldProblem("/reason", words.text("command.reason"));
                        case STEP -> new FieldProblem("/step", words.text("command.step"));
                        case OUTCOME -> new FieldProblem("/outcome", words.text("command.decision"));
                    });
        }
        if (reason != null && reason.length() > LONGEST_REASON) {
            wrong.add(new FieldProblem("/reason", words.text("command.long", LONGEST_REASON)));
        }
        if (said.verb() == Verb.COMPLETE && said.step() != null) {
            boolean done = !CommandRules.FAILED.equals(said.outcome());
            String hash = migration.playbookHash();
            String step = said.step().step();
            outputs.problems(hash, step, said.outputs(), done)
                    .forEach((name, what) -> wrong.add(new FieldProblem(
                            "/outputs/" + name,
                            words.text("problem.output", what),
                            outputs.declared(hash, step).stream()
                                    .filter(one -> one.name().equals(name))
                                    .map(words::asked)
                                    .findFirst()
                                    .orElse(null))));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return service.record(
                migration.id(),
                new CommandOrder(
                        said.key(),
                        said.verb(),
                        said.step(),
                        said.stage(),
                        said.outcome(),
                        reason,
                        by.name(),
                        said.verb() == Verb.COMPLETE && said.step() != null
                                ? outputs.recorded(
                                        migration.playbookHash(), said.step().step(), said.outputs(), by.name())
                                : said.outputs()),
                hash(said.evidenceHash()),
                speaker(by, migration.program()));
    }

    /** Refuses (400) what is no idempotency key. */
    public static void requireKey(String key) {
        if (!KEY.matcher(key).matches()) {
            throw Refusal.bad("problem.key");
        }
    }

    /** What a person is asked to give when a task is completed, as its playbook declares it; nothing for other work. */
    public List<ValueDeclaration> wanted(Task task) {
        StepKey step = task.step();
        return step == null || task.kind() != TaskKind.TASK
                ? List.of()
                : migrations
                        .find(task.migration())
                        .map(run -> outputs.declared(run.playbookHash(), step.step()))
                        .orElse(List.of());
    }

    /** What the playbook wants to be seen as evidence of a task or a decision. */
    public List<String> evidence(Task task) {
        StepKey step = task.step();
        return step == null
                ? List.of()
                : migrations
                        .find(task.migration())
                        .map(run -> outputs.evidence(run.playbookHash(), step.step()))
                        .orElse(List.of());
    }

    /** Whether whoever decides it may have what it goes by looked at again. */
    public boolean looksAgain(Task task) {
        StepKey step = task.step();
        return task.kind() == TaskKind.GATE
                && task.closedAt() == null
                && step != null
                && migrations
                        .find(task.migration())
                        .filter(run -> outputs.looksAgain(run.playbookHash(), step.step()))
                        .isPresent();
    }

    /** What became of it. */
    public Optional<CommandRow> find(String key, Person reader) {
        return commands.find(key)
                .filter(row -> migrations
                        .find(row.migration())
                        .filter(run -> reader.sees(run.program()))
                        .isPresent());
    }

    /** The person as the store knows people, with the functions in a program. */
    public static Speaker speaker(Person person, String program) {
        return new Speaker(person.name(), person.name(), person.access().functions(program));
    }

    private static @Nullable String hash(@Nullable String sent) {
        return sent == null || sent.isBlank() ? null : sent.strip();
    }
}
