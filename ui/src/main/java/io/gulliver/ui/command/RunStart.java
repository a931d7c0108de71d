package io.gulliver.ui.command;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.Stage;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.PlaybookReader;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.service.planning.StartGate;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Starts a run, from pages and API alike: the same checks, in the same order. */
@Component
public class RunStart {
    private final DatabaseReader databases;
    private final PlaybookReader playbooks;
    private final StartGate gate;
    private final MigrationService starter;
    private final Words words;

    RunStart(
            DatabaseReader databases, PlaybookReader playbooks, StartGate gate, MigrationService starter, Words words) {
        this.databases = databases;
        this.playbooks = playbooks;
        this.gate = gate;
        this.starter = starter;
        this.words = words;
    }

    /**
     * What is to be started.
     *
     * @param key idempotency key: the same again answers what was made
     * @param playbook name of an approved playbook, or null or blank for that of the method
     * @param version of it, or null for the newest approved
     * @param wave number of the wave, or null
     * @param pauseAfterStage or null
     * @param pauseAfterStep or null
     * @param source what a rehearsal copies from, or null
     */
    public record Wanted(
            String key,
            String program,
            String database,
            Purpose purpose,
            boolean evaluateOnly,
            @Nullable String playbook,
            @Nullable Integer version,
            @Nullable Integer wave,
            @Nullable Stage pauseAfterStage,
            @Nullable String pauseAfterStep,
            @Nullable RehearsalSource source) {}

    /**
     * Starts it.
     *
     * @param by the person's name
     * @throws Refusal 404 for an unknown database, 409 when something stands against it, 422 for an unknown playbook
     * @throws io.gulliver.persistence.RefusedException when a rehearsal may not copy from there
     */
    public Migration start(Wanted wanted, String by) {
        PlaybookRow playbook = cleared(wanted);
        gate.requireSource(wanted.purpose(), wanted.evaluateOnly(), wanted.source(), playbook);
        return starter.start(new NewMigration(
                wanted.key(),
                wanted.program(),
                wanted.database(),
                wanted.purpose(),
                playbook.hash(),
                wanted.wave(),
                wanted.evaluateOnly(),
                wanted.pauseAfterStage(),
                wanted.pauseAfterStep(),
                wanted.source(),
                by));
    }

    /** The playbook to run, when the database may start with it. */
    private PlaybookRow cleared(Wanted wanted) {
        boolean named = wanted.playbook() != null && !wanted.playbook().isBlank();
        if (databases.find(wanted.program(), wanted.database()).isEmpty()) {
            if (named) {
                // the store names what is missing
                return playbook(wanted);
            }
            throw Refusal.notFound("problem.database", wanted.database(), wanted.program());
        }
        StartGate.Answer answer = gate.cleared(
                wanted.program(),
                wanted.database(),
                named ? playbook(wanted) : null,
                wanted.purpose(),
                wanted.evaluateOnly());
        PlaybookRow playbook = answer.playbook();
        StartGate.Refused refused = answer.refused();
        if (refused != null || playbook == null) {
            throw Refusal.conflict("problem.start", refused == null ? "" : refused.message());
        }
        return playbook;
    }

    private PlaybookRow playbook(Wanted wanted) {
        return playbooks.list().stream()
                .filter(row -> row.name().equals(String.valueOf(wanted.playbook()))
                        && row.approvedBy() != null
                        && (wanted.version() == null || row.version() == wanted.version()))
                .findFirst()
                .orElseThrow(() -> Refusal.invalid(List.of(new FieldProblem(
                        "/playbook", words.text("form.playbook", String.valueOf(wanted.playbook()))))));
    }
}
