package io.gulliver.domain.audit;

import java.time.Instant;
import java.util.List;

/**
 * What checking the audit record found.
 *
 * @param at when it was checked
 * @param rows how many rows were read
 * @param unsealed of these, how many are too young to be in the chain
 * @param checkpoints how many signed checkpoints were compared
 * @param problems the first bad row of each chain; empty when all is well
 */
public record AuditVerdict(Instant at, long rows, long unsealed, int checkpoints, List<AuditProblem> problems) {
    public AuditVerdict {
        problems = List.copyOf(problems);
    }
}
