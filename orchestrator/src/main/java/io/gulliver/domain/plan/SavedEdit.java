package io.gulliver.domain.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An edit of a plan as it was saved.
 *
 * @param id counts edits of all programs
 * @param kind what was changed
 * @param by who changed it
 * @param at when, by the clock on the wall
 * @param before the rows that it changed, as they were; new ones are missing
 * @param after the same behind it; those that are gone are missing
 * @param undoes the edit that it takes back, or null
 */
public record SavedEdit(
        long id,
        PlanEdit.Kind kind,
        String by,
        Instant at,
        TypedPlan before,
        TypedPlan after,
        @Nullable Long undoes) {}
