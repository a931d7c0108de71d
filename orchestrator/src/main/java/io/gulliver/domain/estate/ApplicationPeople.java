package io.gulliver.domain.estate;

import org.jspecify.annotations.Nullable;

/**
 * Who answers for an application.
 *
 * @param application as the inventory names it; one whatever its case
 * @param businessOwner decides on outages and acceptance, or null
 * @param technicalOwner knows how it runs, or null
 * @param deputy stands in, or null
 * @param onCall is called at night, a person or a number, or null
 * @param escalation who is asked when none of them answers, or null
 */
public record ApplicationPeople(
        String application,
        @Nullable String businessOwner,
        @Nullable String technicalOwner,
        @Nullable String deputy,
        @Nullable String onCall,
        @Nullable String escalation) {
    public ApplicationPeople {
        if (application.isBlank()) {
            throw new IllegalArgumentException("People of an application: it has no name");
        }
    }
}
