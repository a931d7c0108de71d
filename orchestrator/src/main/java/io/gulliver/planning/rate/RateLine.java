package io.gulliver.planning.rate;

import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.RateOrigin;
import org.jspecify.annotations.Nullable;

/**
 * A rate or time that holds.
 *
 * @param name as in a program's policy, or a step as {@link MeasuredRate#step} names it
 * @param value in its unit
 * @param planningValue that it replaces, or null where there is none
 * @param origin who says it, and when
 */
public record RateLine(
        String name,
        double value,
        MeasuredRate.Unit unit,
        @Nullable Double planningValue,
        RateOrigin origin) {}
