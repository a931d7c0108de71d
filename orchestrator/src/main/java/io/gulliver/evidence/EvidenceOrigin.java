package io.gulliver.evidence;

import java.time.Instant;
import java.time.ZoneId;

/**
 * Where a file came from, as far as the file itself cannot say.
 *
 * @param source stands with every fact, usually the file's name
 * @param zone in which the file's wall-clock times are meant; captures do not say
 * @param receivedAt the age of facts from a file without any time in it
 */
public record EvidenceOrigin(String source, ZoneId zone, Instant receivedAt) {}
