package io.gulliver.domain.task;

import java.time.Instant;
import java.util.List;

/**
 * What somebody said about a task. It is never changed and never taken away: who was wrong says so in another comment.
 *
 * @param id counts up over all tasks
 * @param task its id
 * @param program its key
 * @param person who said it, as shown to people
 * @param at real time
 * @param text in Markdown, without secrets
 * @param mentions log-in names of those who are called by it, in order
 */
public record TaskComment(
        long id, String task, String program, String person, Instant at, String text, List<String> mentions) {
    /** The longest text, in characters. */
    public static final int LONGEST = 4_000;

    public TaskComment {
        mentions = List.copyOf(mentions);
    }
}
