package io.gulliver.persistence.view;

import java.time.Instant;

/**
 * One log-in.
 *
 * @param id of the row; opens nothing, in contrast to the session's own id, which is a credential and never leaves the
 *     store
 * @param person log-in name
 * @param since when it began
 * @param lastSeen when it asked for something last
 * @param endsAt when it ends if it asks for nothing more
 * @param own whether it is the asking session itself
 */
public record SessionRow(String id, String person, Instant since, Instant lastSeen, Instant endsAt, boolean own) {}
