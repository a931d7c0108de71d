package io.gulliver.ui.command;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.persistence.command.CommandRow;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.command.Speaker;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.service.migration.TaskOutputs;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.Person;
import io.gulliver.ui.security.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Takes what people say to a migration, from pages and API alike: checks that it is complete, and records it. The store
 * checks role and second person in the same transaction; delivery is somebody else's.
 */
@Component
public class CommandDesk {
    /** Longest reason; also what the text field allows. */
    public static final int LONGEST_REASON = 1000;

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:-]{8,100}");
    private static final Set<Verb> NEED_REASON = Set.of(Verb.SKIP, Verb.ABORT, Verb.ROLL_BACK, Verb.FALL_BACK);
    private static final Set<Verb> NEED_STEP = Set.of(Verb.SKIP, Verb.RETRY, Verb.COMPLETE, Verb.DECIDE);

    private final CommandStore commands;
    private final MigrationStore migrations;
    private final TaskOutputs outputs;
    private final Words words;

    CommandDesk(CommandStore commands, MigrationStore migrations, TaskOutputs outputs, Words words) {
        this.outputs = outputs;
        this.commands = commands;
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
    public record Said(
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
    public CommandRow record(Said said, Person by) {
        if (!KEY.matcher(said.key()).matches()) {
            throw Refusal.bad("problem.key");
        }
        Migration migration = migrations
                .find(said.migration())
                .orElseThrow(() ->
                        Refusal.notFound("problem.migration", said.migration().value()));
        List<FieldProblem> wrong = new ArrayList<>();
        String reason = said.reason() == null || said.reason().isBlank()
                ? null
                : said.reason().strip();
        if (NEED_REASON.contains(said.verb()) && reason == null) {
            wrong.add(new FieldProblem("/reason", words.text("command.reason")));
        }
        if (reason != null && reason.length() > LONGEST_REASON) {
            wrong.add(new FieldProblem("/reason", words.text("command.long", LONGEST_REASON)));
        }
        if (NEED_STEP.contains(said.verb()) && said.step() == null) {
            wrong.add(new FieldProblem("/step", words.text("command.step")));
        }
        if (said.verb() == Verb.DECIDE && !"approve".equals(said.outcome()) && !"reject".equals(said.outcome())) {
            wrong.add(new FieldProblem("/outcome", words.text("command.decision")));
        }
        if (said.verb() == Verb.DECIDE && "reject".equals(said.outcome()) && reason == null) {
            wrong.add(new FieldProblem("/reason", words.text("command.reason")));
        }
        if (said.verb() == Verb.COMPLETE && said.step() != null) {
            outputs.problems(migration.playbookHash(), said.step().step(), said.outputs())
                    .forEach((name, what) ->
                            wrong.add(new FieldProblem("/outputs/" + name, words.text("problem.output", what))));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return commands.record(new NewCommand(
                migration.id(),
                new CommandOrder(
                        said.key(),
                        said.verb(),
                        said.step(),
                        said.stage(),
                        said.outcome(),
                        reason,
                        by.name(),
                        said.outputs()),
                said.evidenceHash(),
                speaker(said, by)));
    }

    /** What became of it. */
    public Optional<CommandRow> find(String key) {
        return commands.find(key);
    }

    /** An approver may decide in whosever queue the approval stands, so there he speaks with its role too. */
    private Speaker speaker(Said said, Person by) {
        if (said.verb() != Verb.DECIDE || said.step() == null || !by.any(Role.APPROVER)) {
            return speaker(by);
        }
        Set<String> roles = new HashSet<>(by.roleKeys());
        migrations.step(said.migration(), said.step()).ifPresent(step -> roles.add(step.role()));
        return new Speaker(by.name(), by.name(), roles);
    }

    /** The person as the store knows people. */
    public static Speaker speaker(Person person) {
        return new Speaker(person.name(), person.name(), person.roleKeys());
    }
}
