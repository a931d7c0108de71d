package io.gulliver.domain.estate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which source database goes where. Many sources in one container or on one server are normal; a RAC database lands on
 * several servers.
 *
 * @param program the program's key
 * @param database the source database
 * @param targetDatabase database or container it lands in, or null while not chosen
 * @param pluggable name of its pluggable database, or null when it lands in a database of its own
 * @param release Oracle release there, or null
 * @param kind of its servers, or null
 * @param servers on which its instances stand, first one first; empty while not chosen
 */
public record Landing(
        String program,
        String database,
        @Nullable String targetDatabase,
        @Nullable String pluggable,
        @Nullable String release,
        @Nullable TargetKind kind,
        List<String> servers) {
    private static final int LONGEST_SID = 8;
    private static final int LONGEST_PDB = 30;
    private static final int LAST_NUMBER = 99;

    public Landing {
        servers = List.copyOf(servers);
        if (pluggable != null && targetDatabase == null) {
            throw new IllegalArgumentException(
                    "Database " + database + ": pluggable database " + pluggable + " without its container");
        }
        if (servers.stream().distinct().count() != servers.size()) {
            throw new IllegalArgumentException("Database " + database + ": a server is named twice in " + servers);
        }
    }

    /**
     * Names that a rehearsal may land under, the usual one first: what it makes must never stand where a production will. A
     * pluggable database lands in the same container; names of a database of its own have at most 8 characters. Empty while
     * nobody chose where it lands.
     */
    public List<String> rehearsalNames() {
        String name = pluggable == null ? targetDatabase : pluggable;
        if (name == null) {
            return List.of();
        }
        int longest = pluggable == null ? LONGEST_SID : LONGEST_PDB;
        List<String> names = new ArrayList<>();
        String begin = name.substring(0, Math.min(name.length(), longest - 1));
        names.add(name.equals(begin + "R") ? begin + "1" : begin + "R");
        for (int number = 2; number <= LAST_NUMBER; number++) {
            String end = "R" + number;
            names.add(name.substring(0, Math.min(name.length(), longest - end.length())) + end);
        }
        return names;
    }

    /** The same under one of {@link #rehearsalNames}. */
    public Landing rehearsed(String name) {
        return new Landing(
                program,
                database,
                pluggable == null ? name : targetDatabase,
                pluggable == null ? null : name,
                release,
                kind,
                servers);
    }

    /** Whether a database, container or pluggable database of this name is where it lands; Oracle folds case. */
    public boolean landsUnder(String name) {
        return name.equalsIgnoreCase(targetDatabase) || name.equalsIgnoreCase(pluggable);
    }

    /** What the inventory's target columns say. */
    public static Landing of(String program, DatabaseProfile profile) {
        List<String> servers = new ArrayList<>();
        if (profile.targetServer() != null) {
            for (String server : profile.targetServer().strip().split("[\\s,;+]+")) {
                if (!server.isEmpty() && !servers.contains(server)) {
                    servers.add(server);
                }
            }
        }
        String target = profile.targetDatabase();
        int slash = target == null ? -1 : target.indexOf('/');
        return new Landing(
                program,
                profile.database(),
                target == null || slash < 0 ? target : target.substring(0, slash),
                target == null || slash < 0 ? null : target.substring(slash + 1),
                profile.targetRelease(),
                profile.targetKind(),
                servers);
    }
}
