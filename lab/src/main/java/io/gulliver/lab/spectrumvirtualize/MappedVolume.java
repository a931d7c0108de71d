package io.gulliver.lab.spectrumvirtualize;

import java.util.Locale;

/**
 * What a host port of the array sees: for the lab's other parts, which have to believe only what is really mapped.
 *
 * @param uid 32 upper case hex digits
 * @param targetWwpns ports of the array through which it is seen
 */
public record MappedVolume(
        String volumeName,
        String uid,
        long capacityBytes,
        String hostName,
        int scsiId,
        java.util.List<String> targetWwpns) {

    public MappedVolume {
        targetWwpns = java.util.List.copyOf(targetWwpns);
    }

    /** The SCSI id as an FCP logical unit number: 16 hex digits, flat form above 255. */
    public String lun() {
        return String.format(Locale.ROOT, "%04x000000000000", scsiId <= 255 ? scsiId : 0x4000 | scsiId);
    }
}
