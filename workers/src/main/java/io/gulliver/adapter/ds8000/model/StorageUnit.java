package io.gulliver.adapter.ds8000.model;

/**
 * The storage unit itself.
 *
 * @param bundle level of the microcode, like {@code 88.33.26.0}
 * @param wwnn 16 upper-case hex digits
 */
public record StorageUnit(String id, String name, String state, String release, String bundle, String wwnn) {

    /**
     * Whether its code is at least of these two numbers; an unreadable bundle is taken for a new one.
     *
     * @param first of the bundle, for example 87
     * @param second for example 51
     */
    public boolean reaches(int first, int second) {
        String[] parts = bundle.split("\\.");
        if (parts.length < 2 || !parts[0].matches("[0-9]{1,4}") || !parts[1].matches("[0-9]{1,4}")) {
            return true;
        }
        int major = Integer.parseInt(parts[0]);
        return major > first || major == first && Integer.parseInt(parts[1]) >= second;
    }

    /**
     * By which hosts know a volume: 32 upper-case hex digits, of which Linux makes a WWID with a 3 before them. IBM's prefix 6 in place
     * of the 5 of its WWNN, then the volume's id at the end; no answer of the API has it (multipath listings of DS8000 volumes do).
     */
    public String uidOf(String volumeId) {
        return "6" + wwnn.substring(1) + "0".repeat(16 - volumeId.length()) + volumeId;
    }
}
