package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.start.DiscoveryRules;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.AlreadyRunningException;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.service.migration.MigrationService;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins live discovery on the date that the plan says, before any rehearsal and any production run is there: once for each
 * database, where a check of access was let in. A person may have it done again, or before.
 */
public final class DiscoveryJob {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryJob.class);
    private static final int EVERY = 100_000;

    private final ProgramStore programs;
    private final MigrationStore migrations;
    private final AccessStore access;
    private final ApprovedPlaybooks playbooks;
    private final MigrationService starter;
    private final ProgramCalendar calendar;

    public DiscoveryJob(
            ProgramStore programs,
            MigrationStore migrations,
            AccessStore access,
            ApprovedPlaybooks playbooks,
            MigrationService starter,
            ProgramCalendar calendar) {
        this.programs = programs;
        this.migrations = migrations;
        this.access = access;
        this.playbooks = playbooks;
        this.starter = starter;
        this.calendar = calendar;
    }

    /** One round over all programs at work; answers how many runs it began. To be called every now and then. */
    public int run() {
        Optional<PlaybookRow> looking = playbooks.looking();
        if (looking.isEmpty()) {
            return 0;
        }
        int begun = 0;
        for (Program program : programs.atWork()) {
            begun += run(program, looking.get());
        }
        return begun;
    }

    private int run(Program program, PlaybookRow looking) {
        ProgramPolicy policy = ProgramPolicy.of(program);
        List<String> unseen = migrations.unseen(program.key(), calendar.now(program.key()));
        if (unseen.isEmpty()) {
            return 0;
        }
        Set<String> open = access.list(program.key(), false, "", 0, EVERY).stream()
                .filter(DiscoveryRules::open)
                .map(DatabaseAccessState::database)
                .collect(Collectors.toSet());
        int begun = 0;
        for (String database : unseen) {
            if (!open.contains(database) || !policy.collectionOf(database).looksByPlan()) {
                continue;
            }
            try {
                starter.start(new NewMigration(
                        "discovery/" + program.key() + "/" + database,
                        program.key(),
                        database,
                        Purpose.DISCOVERY,
                        looking.hash(),
                        null,
                        false,
                        null,
                        null,
                        WindowStore.OURSELVES));
                begun++;
            } catch (RefusedException | AlreadyRunningException e) {
                LOG.info("program={} database={} is not looked at now: {}", program.key(), database, e.getMessage());
            }
        }
        return begun;
    }
}
