package io.gulliver.service.wiring;

import io.gulliver.service.audit.AuditOutside;
import io.gulliver.service.collection.IntakeGate;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What the operator sets of the services.
 *
 * @param directory the data directory: key and checkpoints of the audit, tables of the operator's own
 * @param zone whose workers test systems, try access and sample sessions for pages and API
 * @param callsExpire how long a call waits for a worker until it counts as never begun
 * @param intake budget of what is uploaded
 * @param keepWithdrawn how long withdrawn evidence is kept until it is erased
 * @param audit where checkpoints of the audit go beside the data directory
 */
public record ServiceSettings(
        Path directory,
        String zone,
        Duration callsExpire,
        IntakeGate.Limits intake,
        Duration keepWithdrawn,
        AuditOutside audit) {}
