package io.gulliver.adapter.spectrumvirtualize.model;

import java.util.Locale;

/**
 * Permission for one host to see one volume, under one SCSI id.
 *
 * @param volumeUid 32 upper case hex digits
 */
public record Mapping(
        String volumeId, String volumeName, String volumeUid, String hostId, String hostName, int scsiId) {

    /**
     * The logical unit number in the form that FCP and the HMC want: 16 hex digits. Ids to 255 use the peripheral form
     * ({@code 0001000000000000} for id 1), larger ones the flat form ({@code 4100000000000000} for id 256), which no
     * source has confirmed on hardware.
     */
    public String fcpLun() {
        int firstWord = scsiId <= 255 ? scsiId : 0x4000 | scsiId;
        return String.format(Locale.ROOT, "%04x000000000000", firstWord);
    }
}
