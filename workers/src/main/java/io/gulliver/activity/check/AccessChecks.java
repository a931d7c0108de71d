package io.gulliver.activity.check;

import io.gulliver.activity.runtime.RecordingContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.AccessActivities;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Tries everything that reading a database needs, in the order in which one thing depends on the other: what stands
 * behind something that does not work is not tried. Each try has its time limit, and none is repeated: a wrong password
 * tried twice may lock the account.
 */
public final class AccessChecks implements AccessActivities, AutoCloseable {
    static final Duration QUERY = Duration.ofSeconds(20);

    private final Systems systems;
    private final Databases databases;
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;
    private final ExecutorService resolvers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "access-resolver");
        thread.setDaemon(true);
        return thread;
    });

    public AccessChecks(Systems systems, Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this.systems = systems;
        this.databases = databases.withQueryLimit(QUERY);
        this.calls = calls;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public void close() {
        resolvers.shutdownNow();
    }

    @Override
    public AccessAnswer check(AccessProbe probe) {
        RecordingContext context = new RecordingContext(calls, secrets, clock);
        return systems.during(context, () -> tried(probe, context));
    }

    private AccessAnswer tried(AccessProbe probe, RecordingContext context) {
        AccessFindings findings = new AccessFindings(secrets);
        String host = probe.host();
        if (host == null) {
            findings.put(AccessFinding.bad(
                            AccessItem.NAME,
                            "The inventory names no source host.",
                            "Give source_host, source_port and source_service in the inventory.")
                    .by("migration-manager"));
        } else {
            NetworkTries network = new NetworkTries(databases, resolvers, context, findings);
            new DatabaseTries(databases, probe, context, network, findings).run(host);
            new HostTries(systems, probe, findings).run(host);
        }
        return findings.answer(probe.database(), NetworkTries.worker());
    }
}
