package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A snapshot of a volume group.
 *
 * @param id number, which returns after its deletion
 * @param state {@code active}; {@code dependent_delete} for one that was removed and waits for what depends on it
 * @param taken when, as the array writes it: {@code YYMMDDHHMMSS}
 * @param expires when the array removes it by itself, likewise; empty for never
 * @param matchesGroup whether its volumes are those that are in the group now
 * @param automatic whether a policy of the array took it
 * @param safeguarded whether only a security administrator may remove it
 */
public record GroupSnapshot(
        String id,
        String name,
        String groupName,
        String state,
        String taken,
        String expires,
        boolean matchesGroup,
        boolean automatic,
        boolean safeguarded) {

    /** Whether it was removed and is not gone yet. */
    public boolean lingers() {
        return state.equals("dependent_delete");
    }
}
