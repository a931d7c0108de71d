package io.gulliver.contract.storage;

import java.util.Locale;

/**
 * A volume as an array describes it.
 *
 * @param id by which the array itself knows it
 * @param bytes that a host sees
 * @param uid 32 upper-case hex digits
 */
public record StorageVolume(String name, String id, String pool, long bytes, String uid) {

    /** The identifier under which Linux multipath lists it. */
    public String linuxWwid() {
        return "3" + uid.toLowerCase(Locale.ROOT);
    }
}
