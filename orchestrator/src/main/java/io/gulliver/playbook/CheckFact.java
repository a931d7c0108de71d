package io.gulliver.playbook;

import io.gulliver.domain.check.CheckMoment;
import io.gulliver.playbook.expression.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * A fact that tuning checks may read.
 *
 * @param name as rules write it after {@code facts.}: {@code pages.total}
 * @param unit for people, or null
 * @param about one line
 * @param design where it comes from before the build, or null where nobody knows it then
 * @param target where it comes from on what stands, or null where nobody knows it then
 */
public record CheckFact(
        String name,
        ValueType type,
        @Nullable String unit,
        String about,
        @Nullable String design,
        @Nullable String target) {

    /** Where it comes from at that moment, or null. */
    public @Nullable String from(CheckMoment moment) {
        return switch (moment) {
            case DESIGN -> design;
            case TARGET -> target;
        };
    }
}
