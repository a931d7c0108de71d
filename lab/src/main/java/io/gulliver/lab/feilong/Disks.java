package io.gulliver.lab.feilong;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.feilong.FeilongState.Place;
import io.gulliver.lab.feilong.LabFeilongSpec.Pool;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Minidisks: made one after another, so that a pool that is full leaves those that were made before. */
final class Disks {

    private static final int FIRST = 0x100;
    /**
     * The directory manager's own failures come as 596 with the number of its message; which one a full pool has is
     * unverified.
     */
    private static final int DIRECTORY_MANAGER = 596;

    private static final int NO_ROOM = 3213;

    private Disks() {}

    /** Four hex digits in capitals, as the directory has them. */
    static String canonical(String vdev) {
        return String.format(Locale.ROOT, "%04X", Integer.parseInt(vdev, 16));
    }

    static ArrayNode add(LabFeilong feilong, FeilongState state, FeilongCall call, ObjectNode guest, JsonNode asked) {
        ArrayNode made = LabFeilong.array();
        String userid = guest.path("userid").asString();
        for (JsonNode wish : asked) {
            String poolName = wish.path("disk_pool").asString("");
            Optional<Pool> pool = poolName.isEmpty() ? Optional.empty() : state.pool(poolName);
            String failed = "Failed to add mdisk to userid '" + userid + "'.";
            if (pool.isEmpty()) {
                throw FeilongAnswers.smtRefusal(failed, DIRECTORY_MANAGER, NO_ROOM, false);
            }
            long units = pool.get().units(wish.path("size").asString());
            Optional<Place> place =
                    feilong.fault(call, FaultKind.POOL_FULL) ? Optional.empty() : state.place(pool.get(), units);
            if (place.isEmpty()) {
                throw FeilongAnswers.smtRefusal(failed, DIRECTORY_MANAGER, NO_ROOM, false);
            }
            String vdev = wish.has("vdev") ? canonical(wish.path("vdev").asString()) : next(guest);
            boolean boot = wish.path("is_boot_disk").asBoolean(false);
            ObjectNode disk = guest.withArray("disks").addObject();
            disk.put("vdev", vdev);
            disk.put("pool", pool.get().name());
            disk.put("units", units);
            disk.put("volume", place.get().volume());
            disk.put("format", boot ? "none" : wish.path("format").asString("ext4"));
            state.saveGuest(guest);
            feilong.record(call, Effect.CREATED, userid + "." + vdev, Map.of("units", units));
            ObjectNode shown = wish.deepCopy().asObject();
            if (boot) {
                shown.put("format", "none");
            }
            shown.put("vdev", vdev.toLowerCase(Locale.ROOT));
            made.add(shown);
        }
        return made;
    }

    private static String next(ObjectNode guest) {
        int last = guest.path("disks")
                .valueStream()
                .mapToInt(disk -> Integer.parseInt(disk.path("vdev").asString(), 16))
                .max()
                .orElse(FIRST - 1);
        return String.format(Locale.ROOT, "%04X", last + 1);
    }
}
