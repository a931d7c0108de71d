package io.gulliver.adapter.spectrumvirtualize;

/**
 * A snapshot of a volume group to be taken.
 *
 * @param days after which the array removes it by itself; 0 for never
 */
public record NewSnapshot(String name, String groupName, int days) {
    public NewSnapshot {
        ArrayNames.require("snapshot", name);
        ArrayNames.require("volume group", groupName);
        if (days < 0) {
            throw new IllegalArgumentException(
                    "Snapshot " + name + " is to be kept for " + days + " days, wanted 0 or more.");
        }
    }
}
