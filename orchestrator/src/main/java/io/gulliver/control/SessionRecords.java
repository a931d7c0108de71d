package io.gulliver.control;

import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.contract.workflow.SessionBook;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.window.WindowStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The store's side of sampling sessions: whose sample is due by the program's policy, and where it goes. */
public final class SessionRecords implements SessionBook {
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final WindowStore windows;
    private final Clock clock;

    public SessionRecords(ProgramStore programs, DatabaseStore databases, WindowStore windows, Clock clock) {
        this.programs = programs;
        this.databases = databases;
        this.windows = windows;
        this.clock = clock;
    }

    @Override
    public List<AccessProbe> due(String program, int atMost) {
        CollectionPolicy policy = CollectionPolicy.of(programs.require(program).policy());
        return windows.due(program, clock.instant().minus(Duration.ofMinutes(policy.sampleMinutes())), atMost).stream()
                .map(name ->
                        AccessRecords.probe(databases.require(program, name).profile(), policy))
                .toList();
    }

    @Override
    public void keep(String program, List<SessionSample> samples) {
        windows.keep(program, samples);
    }
}
