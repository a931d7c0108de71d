package io.gulliver.ui.audit;

import io.gulliver.domain.audit.AuditVerdict;
import io.gulliver.persistence.BusyException;
import io.gulliver.service.audit.AuditVerifier;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The verdict on the audit record, which is read whole for it: by one at a time, and not again within ten seconds. The
 * verdict says when it was given.
 */
@Component
public class AuditVerdicts {
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final AuditVerifier verifier;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Given last;

    private record Given(AuditVerdict verdict, long at) {}

    AuditVerdicts(AuditVerifier verifier) {
        this.verifier = verifier;
    }

    /**
     * The verdict of now, or of up to ten seconds ago.
     *
     * @throws BusyException somebody else's request reads the record just now
     */
    public AuditVerdict current() {
        Given given = last;
        if (given != null && System.nanoTime() - given.at() < FRESH.toNanos()) {
            return given.verdict();
        }
        if (!reading.tryLock()) {
            throw new BusyException("The audit record is being read for another request", Duration.ofSeconds(5));
        }
        try {
            AuditVerdict verdict = verifier.verify();
            last = new Given(verdict, System.nanoTime());
            return verdict;
        } finally {
            reading.unlock();
        }
    }
}
