package io.gulliver.domain.audit;

import org.jspecify.annotations.Nullable;

/**
 * The first place where the audit record is not what was written.
 *
 * @param chain the program's key, or {@code -} for the installation
 * @param seq place in the chain, 0 when it has none
 * @param row number of the row, or null when it is gone
 * @param what for people: changed, missing, inserted, moved, cut off
 */
public record AuditProblem(String chain, long seq, @Nullable Long row, String what) {}
