package io.gulliver.ui.database;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.sizing.FileSizing;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.planning.sizing.TargetVolumes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * From the room that a database takes, by kind, to the volumes of its target, by what lies on them, on one scale of GiB. The
 * tables beside it have the same figures.
 *
 * @param kinds in the order in which they lie: first what goes to volumes for data, redo logs last
 * @param uses volumes for data, for the recovery area where it has some of its own, and for redo logs
 * @param volumes of the server, or null where it has none to name
 */
record StoragePicture(
        List<Kind> kinds, List<Use> uses, @Nullable TargetVolumes volumes) {
    private static final double MARGIN = 1.02;
    private static final double MB = 1024;
    private static final double GB = (1L << 30) / 1e9;
    /** More volumes than this are drawn as one block: their borders would be its colour. */
    private static final int MOST_BOXES = 64;

    StoragePicture {
        kinds = List.copyOf(kinds);
        uses = List.copyOf(uses);
    }

    /** {@code x} and {@code width} in percent of the width of the picture. */
    record Bar(double x, double width) {}

    /**
     * Room of one kind.
     *
     * @param key of its words: used, growth, temporary, undo, recovery, redo
     * @param gib how much, GiB
     * @param use where it goes: data, recovery or redo
     */
    record Kind(String key, double gib, String use, Bar bar) {}

    /**
     * Volumes for one use.
     *
     * @param key data, recovery or redo
     * @param wanted what this database alone asks for, GiB
     * @param count how many volumes; 0 while nobody named them
     * @param each size of one, GiB; 0 as above
     * @param boxes one for each volume, or one for all where they are many or not named
     * @param flow path from the kinds to the volumes, in a box of 1000 by 40
     */
    record Use(String key, double wanted, int count, double each, List<Bar> boxes, String flow) {
        public Use {
            boxes = List.copyOf(boxes);
        }

        public boolean named() {
            return count > 0;
        }

        /** Room of all its volumes, GiB; what is asked for where they are not named. */
        public double gib() {
            return named() ? count * each : wanted;
        }

        /** What is left for other databases, or by whole GiB; less than nothing where it does not fit. */
        public double left() {
            return gib() - wanted;
        }
    }

    /** Null while the size of the database is not known. */
    static @Nullable StoragePicture of(DatabaseSizing sizing, @Nullable TargetVolumes volumes) {
        StorageSizing storage = sizing.storage().sizing();
        FileSizing files = sizing.files().sizing();
        return storage == null || files == null ? null : of(storage, files, volumes);
    }

    static StoragePicture of(StorageSizing storage, FileSizing files, @Nullable TargetVolumes volumes) {
        double used = used(storage.capacity());
        List<Room> rooms = new ArrayList<>();
        rooms.add(new Room("used", used / GB, "data"));
        rooms.add(new Room("growth", Math.max(0, storage.capacity().value() - used) / GB, "data"));
        add(rooms, "temporary", files.temporary(), "data");
        add(rooms, "undo", files.undo(), "data");
        boolean apart = volumes != null && volumes.recovery() != null;
        add(rooms, "recovery", files.recoveryArea(), apart ? "recovery" : "data");
        add(rooms, "redo", files.redoLogs(), "redo");
        // In the order of their names: data, recovery, redo, as the kinds lie.
        SortedMap<String, TargetVolumes.@Nullable Use> uses = new TreeMap<>();
        uses.put("data", volumes == null ? null : volumes.data());
        uses.put("redo", volumes == null ? null : volumes.redo());
        if (apart) {
            uses.put("recovery", volumes.recovery());
        }
        double wanted = 0;
        double made = 0;
        for (Map.Entry<String, TargetVolumes.@Nullable Use> use : uses.entrySet()) {
            double asked = sum(rooms, use.getKey());
            wanted += asked;
            made += use.getValue() == null ? asked : use.getValue().gib();
        }
        double scale = 100 / (MARGIN * Math.max(wanted, made));
        List<Kind> kinds = new ArrayList<>();
        double at = 0;
        for (Room room : rooms) {
            kinds.add(new Kind(room.key(), room.gib(), room.use(), bar(at, room.gib(), scale)));
            at += room.gib();
        }
        List<Use> drawn = new ArrayList<>();
        double from = 0;
        double to = 0;
        for (Map.Entry<String, TargetVolumes.@Nullable Use> use : uses.entrySet()) {
            double asked = sum(rooms, use.getKey());
            double room = use.getValue() == null ? asked : use.getValue().gib();
            drawn.add(use(
                    use.getKey(), asked, use.getValue(), new Span(from, from + asked), new Span(to, to + room), scale));
            from += asked;
            to += room;
        }
        return new StoragePicture(kinds, drawn, volumes);
    }

    private record Room(String key, double gib, String use) {}

    private record Span(double from, double to) {}

    /** What capacity was found from, GB. */
    private static double used(Derivation capacity) {
        return capacity.inputs().stream()
                .filter(input -> input.name().equals("used"))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static void add(List<Room> rooms, String key, @Nullable Derivation megabytes, String use) {
        if (megabytes != null) {
            rooms.add(new Room(key, megabytes.value() / MB, use));
        }
    }

    private static double sum(List<Room> rooms, String use) {
        return rooms.stream()
                .filter(room -> room.use().equals(use))
                .mapToDouble(Room::gib)
                .sum();
    }

    private static Use use(
            String key, double wanted, TargetVolumes.@Nullable Use volumes, Span from, Span to, double scale) {
        int count = volumes == null ? 0 : volumes.count();
        int boxes = count == 0 || count > MOST_BOXES ? 1 : count;
        double each = (to.to() - to.from()) / boxes;
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < boxes; i++) {
            bars.add(bar(to.from() + i * each, each, scale));
        }
        // what does not fit flows no wider than the volumes are
        double end = Math.min(to.to(), to.from() + wanted);
        String flow = String.format(
                Locale.ROOT,
                "M%.1f 0H%.1fL%.1f 40H%.1fZ",
                10 * scale * from.from(),
                10 * scale * from.to(),
                10 * scale * end,
                10 * scale * to.from());
        return new Use(key, wanted, count, volumes == null ? 0 : volumes.eachGib(), bars, flow);
    }

    private static Bar bar(double from, double length, double scale) {
        return new Bar(Math.round(100 * scale * from) / 100.0, Math.round(100 * scale * length) / 100.0);
    }

    /** What is asked for one use, GiB; 0 where it has no volumes of its own. */
    public double wanted(String use) {
        return uses.stream()
                .filter(one -> one.key().equals(use))
                .mapToDouble(Use::wanted)
                .sum();
    }

    /** All that is asked for, GiB. */
    public double wanted() {
        return uses.stream().mapToDouble(Use::wanted).sum();
    }

    /** GiB in words: {@code 1,203} from ten on, {@code 4.5} below. */
    public String shown(double gib) {
        return Derivation.shown(Math.abs(gib) < 10 ? Math.round(gib * 10) / 10.0 : Math.round(gib));
    }
}
