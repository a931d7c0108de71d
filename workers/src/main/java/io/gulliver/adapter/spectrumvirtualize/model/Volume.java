package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A volume (virtual disk) as the array describes it.
 *
 * @param status {@code online}, {@code degraded} or {@code offline}
 * @param poolName pool of the volume; {@code many} when its mirrored copies lie in different pools
 * @param capacityBytes size that the host sees
 * @param thin whether space is taken only when written
 * @param compressed whether the array compresses it; redo logs should not lie on such a volume
 * @param uid 32 upper case hex digits; Linux shows them, in lower case after a leading {@code 3}, as the wwid
 * @param groupName volume group that it is in; empty for none
 */
public record Volume(
        String id,
        String name,
        String status,
        String ioGroupId,
        String poolName,
        long capacityBytes,
        boolean thin,
        boolean compressed,
        String uid,
        String groupName) {

    /** The identifier under which Linux multipath lists this volume. */
    public String linuxWwid() {
        return "3" + uid.toLowerCase(java.util.Locale.ROOT);
    }
}
