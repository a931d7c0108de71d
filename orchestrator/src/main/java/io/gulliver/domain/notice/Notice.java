package io.gulliver.domain.notice;

import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RolePolicy;
import java.time.Instant;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One thing that people are told of once. Nothing in it comes from an outside system, so that nothing secret is.
 *
 * @param id of the notice, the same in every delivery
 * @param program its key
 * @param kind what it is
 * @param about what it is about: with program and kind one notice, however often it is seen
 * @param database its name
 * @param function key of the function in whose queue it stands
 * @param title of the step, as the playbook says it
 * @param path of the page where one acts
 * @param urgent whether it does not wait for a digest or for the end of quiet hours
 * @param raisedAt when it was seen first
 * @param text of a message as its playbook says it, or null: notices are put into words by {@link NoticeText}
 */
public record Notice(
        String id,
        String program,
        NoticeKind kind,
        String about,
        String database,
        String function,
        String title,
        String path,
        boolean urgent,
        Instant raisedAt,
        @Nullable String text) {
    /** Functions of which one acts: gates are decided by approvers too, in whosever queue they stand. */
    public SortedSet<String> functions() {
        return kind == NoticeKind.DECISION || kind == NoticeKind.SECOND_APPROVAL
                ? RolePolicy.allowed(Verb.DECIDE, function)
                : new TreeSet<>(Set.of(function));
    }
}
