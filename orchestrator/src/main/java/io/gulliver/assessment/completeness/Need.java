package io.gulliver.assessment.completeness;

import java.util.List;
import java.util.Set;

/**
 * Something that sizing, method or plan need to know.
 *
 * @param id of the entry
 * @param title for people
 * @param anyOf names of facts or inventory columns; any one of them will do
 * @param usedBy what needs it
 * @param weight above 0, how much its absence costs
 * @param how to get it when it is missing
 */
public record Need(String id, String title, List<String> anyOf, Set<Use> usedBy, double weight, String how) {
    public Need {
        anyOf = List.copyOf(anyOf);
        usedBy = Set.copyOf(usedBy);
    }

    /** Who uses a fact. */
    public enum Use {
        SIZING,
        METHOD,
        PLAN
    }
}
