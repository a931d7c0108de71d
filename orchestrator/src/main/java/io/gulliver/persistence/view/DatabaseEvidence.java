package io.gulliver.persistence.view;

import io.gulliver.contract.activity.EvidenceRef;
import java.time.Instant;

/**
 * A file that was given as evidence of a database.
 *
 * @param ref name, kind, hash and size
 * @param coveragePercent how much of what such a file can tell came out
 * @param factsGained facts that were new or newer than what was known
 * @param problems that the reader told
 * @param at when it was given last
 * @param by whom
 */
public record DatabaseEvidence(
        EvidenceRef ref, int coveragePercent, int factsGained, int problems, Instant at, String by) {}
