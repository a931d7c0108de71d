package io.gulliver.adapter.spectrumvirtualize;

/**
 * The volume that is wanted.
 *
 * @param name see {@link ArrayNames}
 * @param poolName pool that must give the space
 * @param capacityBytes size that the host shall see; the array rounds up to 512 bytes, so it must be a multiple of that
 * @param ioGroupId group that serves it, usually {@code 0}
 */
public record NewVolume(String name, String poolName, long capacityBytes, String ioGroupId, Provisioning provisioning) {

    /** How the volume takes its space. */
    public enum Provisioning {
        /** All space at once; what redo logs want. */
        THICK,
        /** Space when written. */
        THIN,
        /** Thin, and compressed by the array. Not every pool allows it (CMMVC7050E, CMMVC9292E). */
        COMPRESSED,
        /** Compressed and deduplicated; data reduction pools only. */
        DEDUPLICATED
    }

    public NewVolume {
        ArrayNames.require("volume", name);
        ArrayNames.require("pool", poolName);
        if (capacityBytes <= 0 || capacityBytes % 512 != 0) {
            throw new IllegalArgumentException("Volume " + name + ": capacity " + capacityBytes
                    + " bytes, wanted a positive multiple of 512. Round the size up before asking.");
        }
        if (!ioGroupId.matches("[0-9A-Za-z_.-]+")) {
            throw new IllegalArgumentException("Volume " + name + ": I/O group \"" + ioGroupId
                    + "\" is neither an id nor a name. List the groups and take one that has nodes.");
        }
    }
}
