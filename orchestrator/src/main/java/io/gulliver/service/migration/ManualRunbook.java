package io.gulliver.service.migration;

import io.gulliver.contract.activity.ByHandWriter;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.playbook.ActionCatalogue;
import io.gulliver.playbook.ActionDeclaration;
import io.gulliver.playbook.NameSource;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.Step;
import io.gulliver.playbook.StepPreparer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a DBA would do from now on without Gulliver: every step that is left, in order, with its figures filled in. */
public final class ManualRunbook {
    private static final NameSource NO_NAMES = (system, kind, step, proposal, maxLength, pattern) -> proposal;

    private final MigrationStore migrations;
    private final LibraryPlans plans;
    private final ActionCatalogue actions;
    private final Preparation preparation;
    private final ByHandWriter writer;

    /** @param writer who knows how actions are done by hand */
    public ManualRunbook(
            MigrationStore migrations,
            LibraryPlans plans,
            ActionCatalogue actions,
            Preparation preparation,
            ByHandWriter writer) {
        this.writer = writer;
        this.migrations = migrations;
        this.plans = plans;
        this.actions = actions;
        this.preparation = preparation;
    }

    /**
     * One step that is left.
     *
     * @param step its key
     * @param title for people
     * @param stage and phase in words
     * @param role who does it
     * @param state where it stands; one that runs or is unknown must be looked at before it is done again
     * @param job name of its remote job, or null
     * @param what what the action does, or null for tasks and gates
     * @param condition under which it is done at all, as the playbook says it, or null when it always is
     * @param instructions with references filled in, or null
     * @param inputs its figures; what is not known yet reads {@code «uid of build-volume»}
     * @param problem why its figures cannot be given, or null
     * @param commands what a person runs in its place, as Markdown: statements, scripts and files with the checks between them; null
     *     for tasks and gates, and where this process does not know the action
     */
    public record Left(
            String step,
            String title,
            String stage,
            String role,
            StepState state,
            @Nullable String job,
            @Nullable String what,
            @Nullable String condition,
            @Nullable String instructions,
            Map<String, Object> inputs,
            @Nullable String problem,
            @Nullable String commands) {}

    /** The steps that are left of a migration, in plan order. */
    public List<Left> of(MigrationId id) {
        Migration migration = migrations.require(id);
        Playbook playbook = plans.playbook(migration.playbookHash());
        StepPreparer preparer = plans.preparer(migration.playbookHash());
        StepPreparer.Circumstances circumstances = preparation.circumstances(migration);
        List<StepRow> rows = migrations.steps(id);
        Map<String, Map<String, Object>> outputs = outputs(rows);
        List<Left> left = new ArrayList<>();
        for (StepRow row : rows) {
            StepRun run = row.run();
            if (run.state().settled() || run.state() == StepState.FANNED_OUT) {
                continue;
            }
            PrepareResult prepared = preparer.prepare(
                    new PrepareRequest(id, run.key(), run.iteration(), true, outputs), circumstances, NO_NAMES);
            if (!prepared.applies()) {
                continue;
            }
            // What was captured before the act is what must be gone on with.
            Map<String, Object> inputs = new TreeMap<>(run.inputs().isEmpty() ? prepared.inputs() : run.inputs());
            Object instructions = inputs.remove(StepRun.INSTRUCTIONS);
            left.add(new Left(
                    run.key().toString(),
                    row.title(),
                    row.stage() + " " + row.phase(),
                    row.role(),
                    run.state(),
                    run.job(),
                    what(playbook, run.key().step()),
                    playbook.requireStep(run.key().step()).when(),
                    instructions == null ? null : instructions.toString(),
                    inputs,
                    prepared.error() == null ? null : prepared.error().message(),
                    row.action() == null || prepared.error() != null
                            ? null
                            : writer.of(call(migration, run, row.action(), inputs))
                                    .orElse(null)));
        }
        return left;
    }

    private static StepCall call(Migration migration, StepRun run, String action, Map<String, Object> inputs) {
        return new StepCall(
                migration.id(),
                migration.program(),
                migration.database(),
                migration.purpose(),
                migration.generation(),
                run.key(),
                Math.max(1, run.attempt()),
                run.round(),
                Operation.EVALUATE,
                action,
                migration.playbookHash(),
                inputs,
                Map.of(),
                run.job(),
                0);
    }

    private @Nullable String what(Playbook playbook, String stepId) {
        for (Step step : playbook.steps()) {
            if (step.id().equals(stepId) && step.action() != null) {
                ActionDeclaration action = actions.require(step.action());
                return step.action() + ": " + action.summary();
            }
        }
        return null;
    }

    private static Map<String, Map<String, Object>> outputs(List<StepRow> rows) {
        Map<String, Map<String, Object>> outputs = new LinkedHashMap<>();
        Map<String, Map<String, Object>> items = new LinkedHashMap<>();
        for (StepRow row : rows) {
            StepRun run = row.run();
            if (run.key().item() != null) {
                items.computeIfAbsent(run.key().step(), step -> new LinkedHashMap<>())
                        .put(run.key().item(), run.outputs());
            } else if (run.items() == null && run.state() == StepState.DONE) {
                outputs.put(run.key().step(), run.outputs());
            }
        }
        items.forEach((step, byItem) -> outputs.put(step, Map.of("items", byItem)));
        return outputs;
    }

    /** As Markdown, to print or to mail. */
    public String markdown(MigrationId id) {
        Migration migration = migrations.require(id);
        StringBuilder text = new StringBuilder(
                "# By hand from here: " + migration.database() + "\n\nMigration " + id
                        + ", playbook " + migration.playbook() + " v" + migration.playbookVersion() + ", "
                        + migration.purpose()
                        + ".\n\nA step that is running or in need of attention is looked at before it is done again. What stands in"
                        + " «guillemets» is found by an earlier step, or is a password: put it in. Statements are for SQL*Plus, as the user of"
                        + " the credential that is named; files and scripts for the owner of Oracle's software, in one directory.\n");
        int number = 1;
        for (Left step : of(id)) {
            text.append("\n## ")
                    .append(number++)
                    .append(". ")
                    .append(step.title())
                    .append('\n');
            text.append("`")
                    .append(step.step())
                    .append("` · ")
                    .append(step.stage())
                    .append(" · role ")
                    .append(step.role())
                    .append(" · ")
                    .append(step.state())
                    .append('\n');
            if (step.what() != null) {
                text.append('\n').append(step.what()).append('\n');
            }
            if (step.condition() != null) {
                text.append("\nOnly where `").append(step.condition()).append("`.\n");
            }
            if (step.job() != null) {
                text.append("\nRemote job: `").append(step.job()).append("`\n");
            }
            if (step.instructions() != null) {
                text.append('\n').append(step.instructions().strip()).append('\n');
            }
            if (step.commands() != null) {
                text.append('\n').append(step.commands().strip()).append('\n');
            } else if (!step.inputs().isEmpty()) {
                if (step.what() != null) {
                    text.append(
                            "\nCommands cannot be written down for this step, the figures can: one of them is missing, or nothing is"
                                    + " run on a system.\n");
                }
                text.append("\n| input | value |\n|---|---|\n");
                step.inputs()
                        .forEach((name, value) -> text.append("| ")
                                .append(name)
                                .append(" | ")
                                .append(String.valueOf(value)
                                        .replace("|", "\\|")
                                        .replace("\n", " "))
                                .append(" |\n"));
            }
            if (step.problem() != null) {
                text.append("\nNot all can be filled in: ")
                        .append(step.problem())
                        .append('\n');
            }
        }
        return number == 1 ? text.append("\nNothing is left to do.\n").toString() : text.toString();
    }
}
