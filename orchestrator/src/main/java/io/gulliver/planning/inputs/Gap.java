package io.gulliver.planning.inputs;

import java.util.List;

/**
 * Something that must be known before a figure can be found.
 *
 * @param what is missing, for people
 * @param facts any one of which would do
 * @param how to get it
 */
public record Gap(String what, List<String> facts, String how) {
    public Gap {
        facts = List.copyOf(facts);
    }

    /** As a page says it: {@code not sized: give the SGA (sga_mb or memory.sgaGb.max): …}. */
    public String told() {
        return "not sized: give " + what + " (" + String.join(" or ", facts) + "): " + how;
    }
}
