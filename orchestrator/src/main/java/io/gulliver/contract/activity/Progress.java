package io.gulliver.contract.activity;

import org.jspecify.annotations.Nullable;

/**
 * How far a running step is.
 *
 * @param done units done
 * @param total units in all, or null when unknown
 * @param unit for example {@code MB}, {@code rows}, {@code tables}
 * @param perSecond measured rate, or null
 * @param text one line for people, or null
 */
public record Progress(
        double done,
        @Nullable Double total,
        String unit,
        @Nullable Double perSecond,
        @Nullable String text) {}
