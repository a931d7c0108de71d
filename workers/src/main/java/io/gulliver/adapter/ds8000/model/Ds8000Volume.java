package io.gulliver.adapter.ds8000.model;

import java.util.Locale;

/**
 * A volume.
 *
 * @param id LSS and number, four upper-case hex digits
 * @param name not unique
 * @param type {@code fb} or {@code ckd}
 * @param capacityBytes as told; of CKD volumes too
 * @param thin whether it takes its space when it is written
 */
public record Ds8000Volume(
        String id, String name, String state, String type, String pool, long capacityBytes, boolean thin) {

    /** LSS that it is of. */
    public String lss() {
        return id.substring(0, 2);
    }

    /** As a Linux on Z asks for it over FCP, 16 lower-case hex digits. */
    public String fcpLun() {
        return ("40" + id.substring(0, 2) + "40" + id.substring(2) + "00000000").toLowerCase(Locale.ROOT);
    }
}
