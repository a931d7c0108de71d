package io.gulliver.contract.storage;

/**
 * A copy as an array describes it.
 *
 * @param label what it is called in sentences, for example {@code FlashCopy mapping lnx01_boot_image}
 * @param status in the array's own word
 * @param progress 0 to 100
 */
public record StorageCopy(
        String id, String label, String source, String target, Phase phase, String status, int progress) {

    /** How far it is. */
    public enum Phase {
        /** Nothing is under way: it has not begun, or it stopped on the way. */
        AT_REST,
        /** It goes on without us. */
        UNDER_WAY,
        /** The whole source lies on the target. */
        COMPLETE
    }

    /** Whether the whole source lies on the target. */
    public boolean complete() {
        return phase == Phase.COMPLETE;
    }

    /** Whether it would have to begin. */
    public boolean atRest() {
        return phase == Phase.AT_REST;
    }
}
