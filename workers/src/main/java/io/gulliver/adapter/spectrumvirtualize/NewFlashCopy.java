package io.gulliver.adapter.spectrumvirtualize;

/**
 * The FlashCopy mapping that is wanted: a whole copy, by itself, kept until it is removed.
 *
 * @param name see {@link ArrayNames}
 * @param sourceName volume that is read
 * @param targetName volume of the same size that is overwritten
 * @param copyRate 1 to 150; 128 KB/s for 1 to 10 and twice as much for each ten more (IBM's table with mkfcmap), so 64 MB/s for
 *     100; 0, which the array takes too, would never copy
 */
public record NewFlashCopy(String name, String sourceName, String targetName, int copyRate) {

    public NewFlashCopy {
        ArrayNames.require("FlashCopy mapping", name);
        ArrayNames.require("volume", sourceName);
        ArrayNames.require("volume", targetName);
        if (sourceName.equals(targetName)) {
            throw new IllegalArgumentException(
                    "FlashCopy mapping " + name + ": volume " + sourceName + " cannot be copied onto itself.");
        }
        if (copyRate < 1 || copyRate > 150) {
            throw new IllegalArgumentException(
                    "FlashCopy mapping " + name + ": copy rate " + copyRate + ", wanted 1 to 150.");
        }
    }
}
