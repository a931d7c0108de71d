package io.gulliver.service.collection;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.LearntHostKeys;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.engine.PayloadKeyStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.view.CallRow;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The store for workers that cannot reach it: evidence both ways, what jobs print, their call logs, the keys that they seal with, and
 * the host keys that they want.
 */
public final class WorkerService {
    private final EvidenceStore evidence;
    private final StepLogSink logs;
    private final CallLogStore calls;
    private final PayloadKeyStore keys;
    private final LearntHostKeys hostKeys;

    public WorkerService(
            EvidenceStore evidence,
            StepLogSink logs,
            CallLogStore calls,
            PayloadKeyStore keys,
            LearntHostKeys hostKeys) {
        this.evidence = evidence;
        this.logs = logs;
        this.calls = calls;
        this.keys = keys;
        this.hostKeys = hostKeys;
    }

    /** What a host has to show at a login, see {@link LearntHostKeys#fingerprints}. */
    public List<String> hostKeys(String host) {
        return hostKeys.fingerprints(host);
    }

    /** Keeps a content, see {@link EvidenceStore#keep}. */
    public EvidenceRef keep(String name, String kind, InputStream content) throws IOException {
        return evidence.keep(name, kind, content);
    }

    /** Size of a content, or empty when it is not kept. */
    public Optional<Long> size(String sha256) {
        return evidence.size(sha256);
    }

    /** @throws io.gulliver.persistence.UnknownRowException when it is not kept */
    public InputStream open(String sha256) {
        return evidence.open(sha256);
    }

    /** Keeps what a job printed, see {@link StepLogSink#keep}. */
    public StepLogState printed(StepLogPiece piece) {
        return logs.keep(piece);
    }

    /** Keeps what workers called, in their order. */
    public void called(List<OuterCall> made) {
        calls.append(made.stream().map(WorkerService::row).toList());
    }

    /** The row of a call. */
    public static CallRow row(OuterCall call) {
        return new CallRow(
                call.at(),
                call.migration(),
                call.step(),
                call.system(),
                call.operation(),
                call.object(),
                call.status(),
                call.millis(),
                call.message());
    }

    /** Notes a key that seals payloads from now on; answers the check value of every key ever used, by id. */
    public Map<String, String> seals(String id, String check) {
        keys.use(id, check);
        return keys.list();
    }
}
