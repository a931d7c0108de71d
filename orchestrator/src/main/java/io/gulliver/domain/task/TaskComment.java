package io.gulliver.domain.task;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody said about a task. It is never changed and never taken away: who was wrong says so in another comment. Files
 * that came with it can be withdrawn; that they were there stays.
 *
 * @param id counts up over all tasks
 * @param task its id
 * @param program its key
 * @param subject who said it, by the name that logs in
 * @param person who said it, as shown to people
 * @param at real time
 * @param text in Markdown, without secrets; may be empty where files came
 * @param mentions log-in names of those who are called by it, in order
 * @param files that came with it, in the order in which they were given
 */
public record TaskComment(
        long id,
        String task,
        String program,
        @JsonIgnore String subject,
        String person,
        Instant at,
        String text,
        List<String> mentions,
        List<File> files) {
    /** The longest text, in characters. */
    public static final int LONGEST = 4_000;

    /**
     * A file that came with a comment.
     *
     * @param name a plain one, with an ending of its kind
     * @param sha256 of its content, which is kept as evidence is
     * @param withdrawn by whom and when it was taken back; null while it is there
     */
    public record File(
            String name,
            String sha256,
            long bytes,
            @Nullable Withdrawn withdrawn) {}

    /**
     * That a file was taken back: its content is given to nobody any more.
     *
     * @param by who did, as shown to people
     * @param at real time
     */
    public record Withdrawn(String by, Instant at) {}

    public TaskComment {
        mentions = List.copyOf(mentions);
        files = List.copyOf(files);
    }
}
