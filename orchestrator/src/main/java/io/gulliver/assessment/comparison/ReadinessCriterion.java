package io.gulliver.assessment.comparison;

/**
 * One thing in which a target must fit its source before the outage.
 *
 * @param criterion what kind of thing, as {@code time zone file}
 * @param what its name there
 * @param source as the source has it
 * @param target as the target has it, {@code missing} where it has none
 * @param verdict whether the load may begin
 * @param rule why: the row of {@code docs/domain} that says so, or the rule that lets it differ
 * @param todo what to do; empty unless it blocks
 */
public record ReadinessCriterion(
        String criterion, String what, String source, String target, Verdict verdict, String rule, String todo) {
    /** How a target stands to its source. */
    public enum Verdict {
        /** Both have the same. */
        ALIKE,
        /** The target has more, which does no harm. */
        BETTER,
        /** They differ, and a rule or the approved change list lets them. */
        ALLOWED,
        /** The load, or the application after it, would fail. */
        BLOCKS
    }

    /** Whether the outage must not begin. */
    public boolean blocks() {
        return verdict == Verdict.BLOCKS;
    }

    /** What differs and what to do, in one sentence each. */
    public String words() {
        return criterion + " " + what + ": source " + source + ", target " + target + " (" + rule + ")."
                + (todo.isEmpty() ? "" : " " + todo);
    }
}
