package io.gulliver.activity;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.SessionActivities;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.estate.SeenClient;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a database who is connected, by the statement of live discovery; our own log-ons are left out. */
final class SessionSamples implements SessionActivities {
    private static final Logger log = LoggerFactory.getLogger(SessionSamples.class);
    private static final Duration QUERY = Duration.ofSeconds(30);

    private final Databases databases;
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;

    SessionSamples(Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this.databases = databases.withQueryLimit(QUERY);
        this.calls = calls;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public SessionSample sample(AccessProbe probe) {
        String host = probe.host();
        String service = probe.service();
        String credential = probe.credential();
        if (host == null || service == null || credential == null) {
            return failed(probe, "The inventory lacks source host, service or credential.", false);
        }
        CallsOnly context = new CallsOnly(calls, secrets, clock);
        Databases.Address address = new Databases.Address(host, probe.port(), service, credential);
        try (OracleClient client = databases.read(address, context)) {
            Set<String> ours = databases.ownUsers();
            List<SeenClient> seen = client.query("session-clients").stream()
                    .map(row -> new SeenClient(
                            row.findText("SERVICE_NAME"),
                            row.findText("MACHINE"),
                            row.findText("PROGRAM"),
                            row.findText("USERNAME"),
                            row.number("SESSIONS").intValue()))
                    .filter(one ->
                            one.user() == null || !ours.contains(one.user().toUpperCase(Locale.ROOT)))
                    .toList();
            return new SessionSample(probe.database(), seen, null, false);
        } catch (RuntimeException e) {
            StepFailure failure = Failures.described("The sample of " + probe.database(), e);
            if (failure.code().equals(FailureCode.INTERNAL.name())) {
                log.error("A bug in a sample of sessions", e);
            }
            return failed(
                    probe, secrets.mask(failure.message()), failure.code().equals(FailureCode.LOGON_REFUSED.name()));
        }
    }

    private static SessionSample failed(AccessProbe probe, String why, boolean refused) {
        return new SessionSample(probe.database(), List.of(), why, refused);
    }
}
