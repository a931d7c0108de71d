package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A FlashCopy mapping as the array describes it.
 *
 * @param status {@code idle_or_copied}, {@code preparing}, {@code prepared}, {@code copying}, {@code stopping}, {@code stopped} or
 *     {@code suspended}
 * @param progress of the background copy, 0 to 100; the target stands on its own feet at 100 only
 */
public record FlashCopy(String id, String name, String sourceName, String targetName, String status, int progress) {

    /** Whether the whole source lies on the target. */
    public boolean complete() {
        return status.equals("idle_or_copied") && progress == 100;
    }

    /** Whether nothing has begun, or a person has to begin anew. */
    public boolean startable() {
        return status.equals("stopped") || status.equals("idle_or_copied") && progress < 100;
    }

    /** Whether the copy goes on without us, or is about to. */
    public boolean underWay() {
        return status.equals("preparing") || status.equals("copying");
    }
}
