package io.gulliver.ui;

import io.gulliver.persistence.UnknownRowException;
import io.gulliver.planning.room.RoomKind;
import io.gulliver.planning.room.RoomRead;
import io.gulliver.ui.settings.RoomReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A console and a z/VM system that were read, an array that was read once and does not answer now, and one that nobody has asked. */
final class NorthmoorRoom implements RoomReader {
    private final List<String> asked = new ArrayList<>();

    @Override
    public List<RoomState> states() {
        return List.of(
                new RoomState(
                        "hmc1",
                        "hmc",
                        true,
                        Northmoor.NOW,
                        null,
                        List.of(
                                new RoomRead("hmc1", "CPC1", RoomKind.MEMORY, 1024.0, 8.0, null, Northmoor.NOW),
                                new RoomRead("hmc1", "CPC1", RoomKind.IFLS, 20.0, 16.0, null, Northmoor.NOW),
                                new RoomRead(
                                        "hmc1",
                                        "CPC2",
                                        RoomKind.MEMORY,
                                        null,
                                        null,
                                        "It is not in DPM mode.",
                                        Northmoor.NOW))),
                new RoomState(
                        "fs1",
                        "spectrum-virtualize",
                        true,
                        Northmoor.NOW,
                        "Connection refused. Start the lab, or correct the address.",
                        List.of(new RoomRead(
                                "fs1",
                                "pool0",
                                RoomKind.SPACE,
                                10_000.0,
                                3_000.0,
                                null,
                                Northmoor.NOW.minus(Duration.ofDays(2))))),
                new RoomState("fs2", "spectrum-virtualize", true, null, null, List.of()),
                new RoomState(
                        "zvm1",
                        "feilong",
                        true,
                        Northmoor.NOW,
                        null,
                        List.of(
                                new RoomRead("zvm1", "z/VM", RoomKind.MEMORY, 512.0, 400.0, null, Northmoor.NOW),
                                new RoomRead("zvm1", "z/VM", RoomKind.IFLS, 16.0, 16.0, null, Northmoor.NOW),
                                new RoomRead("zvm1", "ECKD:SYSTEM", RoomKind.SPACE, 90.0, 35.0, null, Northmoor.NOW))));
    }

    @Override
    public RoomState read(String name, Collection<String> pools) {
        asked.add(pools.isEmpty() ? name : name + " " + pools);
        return states().stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnknownRowException("There is no system " + name + "."));
    }

    /** Names of systems that were read, in that order. */
    List<String> asked() {
        return List.copyOf(asked);
    }
}
