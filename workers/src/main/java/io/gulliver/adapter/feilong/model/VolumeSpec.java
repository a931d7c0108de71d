package io.gulliver.adapter.feilong.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A LUN and the paths to it.
 *
 * @param devices FCP devices of the guest
 * @param targetWwpns the array's ports, 16 hex digits each
 * @param lun 16 hex digits
 * @param osVersion of the guest, for example {@code rhel9.4}
 * @param mountPoint device name that Linux is to make, for example {@code /dev/sdz}
 * @param rootVolume true for the volume that the guest loads from: nothing is done in the guest
 * @param templateId FCP multipath template of the devices; servers from 1.6.7 on fail without it, older ones refuse it
 */
public record VolumeSpec(
        String userid,
        List<String> devices,
        List<String> targetWwpns,
        String lun,
        String osVersion,
        String mountPoint,
        boolean rootVolume,
        @Nullable String templateId) {
    public VolumeSpec {
        devices = List.copyOf(devices);
        targetWwpns = List.copyOf(targetWwpns);
    }
}
