package io.gulliver.assessment.policy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the files of databases lie on a server that a run builds, as parameters of playbooks: by the facts from which it is
 * built, so that nobody has to say it twice. What the program's parameters say counts before it.
 */
public final class ServerPlaces {
    /** Fact with the names of the volumes for redo logs. */
    private static final String REDO_VOLUMES = "server.redo.volumes";

    /** Fact with the names of the volumes for the recovery area alone. */
    private static final String RECOVERY_VOLUMES = "server.recovery.volumes";

    private static final String STORAGE = "server.storage";
    private static final String ASM = "asm";
    private static final String REDO_MOUNT = "server.redo.mount";
    private static final String USUAL_REDO_MOUNT = "/u03";

    private static final String RECOVERY_MOUNT = "server.recovery.mount";
    private static final String USUAL_RECOVERY_MOUNT = "/u04";

    /** Directory for recovery areas below their mount, as {@code prepare-storage.sh} makes it. */
    private static final String RECOVERY = "/fra";

    /** Directory for redo logs below their mount, as {@code prepare-storage.sh} makes it. */
    private static final String REDO = "/redo";

    private ServerPlaces() {}

    /** Whether a server of these facts has ASM. */
    public static boolean onAsm(Map<String, Object> facts) {
        return ASM.equals(facts.get(STORAGE));
    }

    /**
     * Parameters by name; none of a server that nobody builds here.
     *
     * @param facts of the server, as the program's policy has them
     */
    public static SortedMap<String, Object> of(Map<String, Object> facts) {
        SortedMap<String, Object> places = new TreeMap<>();
        boolean redo = has(facts, REDO_VOLUMES);
        boolean recovery = has(facts, RECOVERY_VOLUMES);
        if (onAsm(facts)) {
            places.put("datafile_destination", "+DATA");
            // Without volumes of its own the recovery area lies with the data, by whose sum these are sized.
            places.put("recovery_area", recovery ? "+FRA" : "+DATA");
            if (redo) {
                places.put("redo_destination", List.of("+REDO"));
            }
            return places;
        }
        if (recovery) {
            places.put("recovery_area", facts.getOrDefault(RECOVERY_MOUNT, USUAL_RECOVERY_MOUNT) + RECOVERY);
        }
        if (redo) {
            places.put("redo_destination", List.of(facts.getOrDefault(REDO_MOUNT, USUAL_REDO_MOUNT) + REDO));
        }
        return places;
    }

    private static boolean has(Map<String, Object> facts, String volumes) {
        return facts.get(volumes) instanceof List<?> names && !names.isEmpty();
    }
}
