package io.gulliver.activity.check;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.activity.runtime.RecordingContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.SessionActivities;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.estate.SeenClient;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.evidence.client.SampledSessions;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a database who is connected, by the statement of live discovery; our own log-ons are left out. */
public final class SessionSamples implements SessionActivities {
    private static final Logger log = LoggerFactory.getLogger(SessionSamples.class);
    private static final Duration QUERY = Duration.ofSeconds(30);
    private static final String QUESTION = "session-clients";
    /** The oldest variant, which every release understands. */
    private static final String PLAIN = "session-clients";

    /** ORA-00942: no such view, or none that the user may read. */
    private static final int NO_TABLE = 942;

    /** Most kinds of clients of one sample: a message to the engine holds 2 MB. */
    static final int MOST = 4000;

    private final Databases databases;
    private final DiscoveryQuestions questions;
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;

    public SessionSamples(Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this.databases = databases.withQueryLimit(QUERY);
        this.questions = DiscoveryQuestions.of(databases.statements());
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
        RecordingContext context = new RecordingContext(calls, secrets, clock);
        Databases.Address address = new Databases.Address(host, probe.port(), service, credential);
        try (OracleClient client = databases.read(address, ConnectionPurpose.READ, context)) {
            Set<String> ours = databases.ownUsers();
            List<SeenClient> seen = connected(client).stream()
                    .map(SessionSamples::seen)
                    .filter(one ->
                            one.user() == null || !ours.contains(one.user().toUpperCase(Locale.ROOT)))
                    .sorted(Comparator.comparingInt(SeenClient::sessions).reversed())
                    .toList();
            if (seen.size() > MOST) {
                log.warn(
                        "database={} shows {} kinds of clients at once; the {} with most sessions are kept of this sample",
                        probe.database(),
                        seen.size(),
                        MOST);
                seen = seen.subList(0, MOST);
            }
            return new SessionSample(probe.database(), seen, null, false);
        } catch (RuntimeException e) {
            StepFailure failure = FailureTranslation.described("The sample of " + probe.database(), e);
            if (failure.code().equals(FailureCode.INTERNAL.name())) {
                log.error("A bug in a sample of sessions", e);
            }
            return failed(
                    probe, secrets.mask(failure.message()), failure.code().equals(FailureCode.LOGON_REFUSED.name()));
        }
    }

    /** By the newest variant that fits the release; without drivers where the user may not read their view. */
    private List<OracleRow> connected(OracleClient client) {
        String fitting = questions
                .find(QUESTION, client.release())
                .map(OracleStatement::id)
                .orElse(PLAIN);
        try {
            return client.query(fitting);
        } catch (OracleException e) {
            if (fitting.equals(PLAIN) || e.code() != NO_TABLE) {
                throw e;
            }
            return client.query(PLAIN);
        }
    }

    private static SeenClient seen(OracleRow row) {
        return new SeenClient(
                row.findText("SERVICE_NAME"),
                row.findText("MACHINE"),
                row.findText("PROGRAM"),
                row.findText("USERNAME"),
                row.values().containsKey("CLIENT_DRIVER")
                        ? SampledSessions.driver(row.findText("CLIENT_DRIVER"), row.findText("CLIENT_VERSION"))
                        : null,
                row.number("SESSIONS").intValue());
    }

    private static SessionSample failed(AccessProbe probe, String why, boolean refused) {
        return new SessionSample(probe.database(), List.of(), why, refused);
    }
}
