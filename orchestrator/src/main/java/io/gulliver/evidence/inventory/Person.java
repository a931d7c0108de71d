package io.gulliver.evidence.inventory;

import org.jspecify.annotations.Nullable;

/**
 * Who answers for an application, from the second sheet of an inventory.
 *
 * @param row of the sheet, from 1
 * @param application as the first sheet names it
 * @param businessOwner decides on outages and acceptance, or null
 * @param technicalOwner knows how it runs, or null
 * @param deputy stands in, or null
 * @param onCall is called at night, a person or a number, or null
 * @param escalation who is asked when none of them answers, or null
 */
public record Person(
        long row,
        String application,
        @Nullable String businessOwner,
        @Nullable String technicalOwner,
        @Nullable String deputy,
        @Nullable String onCall,
        @Nullable String escalation) {}
