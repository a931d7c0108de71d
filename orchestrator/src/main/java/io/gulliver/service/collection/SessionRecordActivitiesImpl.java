package io.gulliver.service.collection;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.contract.workflow.SessionRecordActivities;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.SeenClient;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.window.WindowStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The store's side of sampling sessions: whose sample is due by the program's policy, and where it goes. */
public final class SessionRecordActivitiesImpl implements SessionRecordActivities {
    /** By what the clients of a database were seen. */
    private static final String SOURCE = "sessions";

    private static final String NOT_TOLD = "not told";

    private final StoreDatabase db;
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final WindowStore windows;
    private final ConnectionService connections;
    private final Clock clock;

    public SessionRecordActivitiesImpl(
            StoreDatabase db,
            ProgramStore programs,
            DatabaseStore databases,
            WindowStore windows,
            ConnectionService connections,
            Clock clock) {
        this.db = db;
        this.connections = connections;
        this.programs = programs;
        this.databases = databases;
        this.windows = windows;
        this.clock = clock;
    }

    @Override
    public List<AccessProbe> due(String program, int atMost) {
        ProgramPolicy policy = ProgramPolicy.of(programs.require(program));
        return windows
                .due(
                        program,
                        clock.instant()
                                .minus(Duration.ofMinutes(policy.collection().sampleMinutes())),
                        atMost)
                .stream()
                .map(name -> AccessRecordActivitiesImpl.probe(
                        databases.require(program, name).profile(), policy.collectionOf(name)))
                .toList();
    }

    @Override
    public void keep(String program, List<SessionSample> samples) {
        Instant now = db.now(program);
        db.inTransaction(() -> {
            windows.keep(program, samples);
            for (SessionSample sample : samples) {
                connections.seen(
                        program,
                        sample.database(),
                        sample.clients().stream()
                                .filter(client -> client.sessions() > 0)
                                .map(client -> sighting(client, now))
                                .toList());
            }
        });
    }

    private static ClientSighting sighting(SeenClient client, Instant now) {
        return new ClientSighting(
                ClientDirection.INBOUND,
                SOURCE,
                client.machine() == null ? NOT_TOLD : client.machine(),
                client.program() == null ? NOT_TOLD : client.program(),
                client.user(),
                client.service(),
                null,
                client.driver(),
                now,
                now,
                client.sessions());
    }
}
