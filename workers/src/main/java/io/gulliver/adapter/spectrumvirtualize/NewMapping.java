package io.gulliver.adapter.spectrumvirtualize;

import org.jspecify.annotations.Nullable;

/**
 * The mapping that is wanted.
 *
 * @param scsiId number under which the host sees the volume, from 0; null lets the array take the lowest free one
 * @param shared whether other hosts may see the volume already, as the nodes of a cluster do; the array then wants force
 */
public record NewMapping(
        String volumeName, String hostName, @Nullable Integer scsiId, boolean shared) {

    public NewMapping {
        ArrayNames.require("volume", volumeName);
        ArrayNames.require("host", hostName);
        // 14 bits is all that the flat form of an FCP LUN can carry.
        if (scsiId != null && (scsiId < 0 || scsiId > 0x3fff)) {
            throw new IllegalArgumentException(
                    "Mapping of " + volumeName + " to " + hostName + ": SCSI id " + scsiId + ", wanted 0 to 16383.");
        }
    }
}
