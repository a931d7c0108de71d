package io.gulliver.evidence.array;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.DecimalMark;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sums up volumes and pools to facts; sizes in GB of 2^30 bytes, as the arrays count. */
final class ArrayFigures {
    private static final int TOLD = 500;
    /** Ten times the volumes of the largest array. */
    private static final int MOST = 200_000;

    private static final String VOLUMES = "volumes";
    private static final String POOLS = "pools";
    private static final Pattern SIZE = Pattern.compile("([0-9.,]+)\\s*([KMGTP]?I?B)?");
    private static final double GB = 1024.0 * 1024 * 1024;
    private static final List<String> EXPECTED = List.of(
            "array.volumes",
            "array.volumesGb",
            "array.volumes.each",
            "array.pools",
            "array.poolsGb",
            "array.pools.freeGb",
            "array.pools.each");

    private final Problems problems;
    private final DecimalMark numbers = new DecimalMark();
    private final Map<String, long[]> sections = new LinkedHashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final List<String> volumes = new ArrayList<>();
    private final List<String> pools = new ArrayList<>();
    private final Map<String, Long> kinds = new LinkedHashMap<>();
    private @Nullable String now;
    private long volumeCount;
    private long poolCount;
    private long offline;
    private long thin;
    private long copied;
    private double volumeBytes;
    private double poolBytes;
    private double freeBytes;

    ArrayFigures(Problems problems) {
        this.problems = problems;
    }

    /** The section that is being read, or null. */
    @Nullable
    String now() {
        return now;
    }

    void begun(List<String> names, long line) {
        String kind = kind(names, "");
        now = kind == null ? "line " + line : kind;
        sections.computeIfAbsent(now, none -> new long[] {line, 0, kind == null ? 1 : 0});
    }

    /** By the names that only one of the two has; in the DS8000's answers also by where the object stands. */
    private static @Nullable String kind(Iterable<String> names, String path) {
        for (String name : names) {
            if (name.equals("vdisk_uid") || name.equals("mdisk_grp_name") || name.equals("io_group_id")) {
                return VOLUMES;
            }
            if (name.equals("mdisk_count") || name.equals("extent_size") || name.equals("vdisk_count")) {
                return POOLS;
            }
        }
        return path.endsWith("data/volumes") ? VOLUMES : path.endsWith("data/pools") ? POOLS : null;
    }

    void take(String path, Map<String, String> given, long line) {
        Map<String, String> fields = new LinkedHashMap<>();
        given.forEach((name, value) -> fields.put(name.toLowerCase(Locale.ROOT), value));
        String kind = kind(fields.keySet(), path);
        if (kind == null) {
            if (now != null && sections.containsKey(now)) {
                sections.get(now)[1]++;
            }
            return;
        }
        now = kind;
        String id = kind + " " + fields.getOrDefault("id", "") + " " + fields.getOrDefault("name", "");
        if (seen.size() >= MOST) {
            problems.add(
                    line,
                    kind,
                    "more than " + MOST + " volumes and pools; the rest is left out",
                    "check that the file is of one array");
            return;
        }
        if (!seen.add(id)) {
            return;
        }
        long[] section = sections.computeIfAbsent(kind, none -> new long[] {line, 0, 0});
        section[1]++;
        if (kind.equals(VOLUMES)) {
            volume(fields, line);
        } else {
            pool(fields, line);
        }
    }

    private void volume(Map<String, String> fields, long line) {
        OptionalDouble size = bytes(fields, "capacity", "cap", line);
        volumeCount++;
        volumeBytes += size.orElse(0);
        String status = fields.getOrDefault("status", fields.getOrDefault("state", "unknown"));
        if (!status.equals("online") && !status.equals("normal")) {
            offline++;
        }
        String tp = fields.getOrDefault("tp", "none");
        if (positive(fields.get("se_copy_count"))
                || positive(fields.get("compressed_copy_count"))
                || !tp.equals("none") && !tp.isEmpty()) {
            thin++;
        }
        if (!fields.getOrDefault("rc_name", "").isEmpty()) {
            copied++;
        }
        String stg = fields.getOrDefault("stgtype", "");
        if (!stg.isEmpty()) {
            kinds.merge(stg, 1L, Long::sum);
        }
        if (volumes.size() < TOLD) {
            String pool = first(fields, "mdisk_grp_name", "pool.id", "pool");
            String uid = fields.getOrDefault("vdisk_uid", "");
            volumes.add(fields.getOrDefault("name", "?") + ": "
                    + (size.isPresent() ? FactList.rounded(size.getAsDouble() / GB) + " GB" : "size unknown")
                    + (pool.isEmpty() ? "" : ", pool " + pool) + ", " + status
                    + (stg.isEmpty() ? "" : ", " + stg)
                    + (uid.isEmpty() ? "" : ", " + uid));
        }
    }

    private void pool(Map<String, String> fields, long line) {
        OptionalDouble size = bytes(fields, "capacity", "cap", line);
        OptionalDouble free = bytes(fields, "free_capacity", "capavail", line);
        poolCount++;
        // a child pool's room is its parent's
        String parent = fields.getOrDefault("parent_mdisk_grp_id", "");
        if (parent.isEmpty() || parent.equals(fields.get("id"))) {
            poolBytes += size.orElse(0);
            freeBytes += free.orElse(0);
        }
        if (pools.size() < TOLD) {
            pools.add(fields.getOrDefault("name", "?") + ": "
                    + (size.isPresent() ? FactList.rounded(size.getAsDouble() / GB) + " GB" : "size unknown") + ", "
                    + (free.isPresent() ? FactList.rounded(free.getAsDouble() / GB) + " GB free" : "free unknown")
                    + ", "
                    + fields.getOrDefault("status", fields.getOrDefault("stgtype", "unknown")));
        }
    }

    private static boolean positive(@Nullable String text) {
        return text != null && Regex.matches(text, "0*[1-9]\\d*");
    }

    private static String first(Map<String, String> fields, String... names) {
        for (String name : names) {
            String value = fields.get(name);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    private OptionalDouble bytes(Map<String, String> fields, String name, String other, long line) {
        String text = first(fields, name, other);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        Matcher size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        OptionalDouble plain = size.matches() ? numbers.read(size.group(1)) : OptionalDouble.empty();
        if (plain.isEmpty()) {
            problems.add(
                    line,
                    now,
                    "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "' of "
                            + fields.getOrDefault("name", "an object") + " is no size and was left out",
                    "run the command again with -bytes");
            return plain;
        }
        String unit = size.group(2);
        int power = unit == null || unit.equals("B") ? 0 : "KMGTP".indexOf(unit.charAt(0)) + 1;
        return OptionalDouble.of(plain.getAsDouble() * Math.pow(1024, power));
    }

    Reading reading(FactList facts, boolean cut) {
        if (volumeCount > 0) {
            facts.add("array.volumes", volumeCount, "volumes");
            facts.add("array.volumesGb", FactList.rounded(volumeBytes / GB), "GB as seen by hosts");
            facts.add("array.volumes.notOnline", offline, "volumes");
            facts.add("array.volumes.thin", thin, "thin or compressed volumes");
            facts.add("array.volumes.remoteCopied", copied, "volumes in a remote copy");
            facts.add("array.volumes.each", volumes, null);
            kinds.forEach((kind, count) -> {
                if (kind.equals("fb") || kind.equals("ckd")) {
                    facts.add("array.volumes." + kind, count, "volumes");
                }
            });
        }
        if (poolCount > 0) {
            facts.add("array.pools", poolCount, "pools");
            facts.add("array.poolsGb", FactList.rounded(poolBytes / GB), "GB");
            facts.add("array.pools.freeGb", FactList.rounded(freeBytes / GB), "GB");
            facts.add("array.pools.each", pools, null);
        }
        List<SectionCoverage> all = new ArrayList<>();
        sections.forEach((name, found) -> all.add(new SectionCoverage(
                name,
                found[0],
                found[1],
                found[2] > 0
                        ? State.NOT_UNDERSTOOD
                        : cut && name.equals(now) ? State.CUT : found[1] == 0 ? State.EMPTY : State.READ)));
        for (String name : List.of(VOLUMES, POOLS)) {
            if (!sections.containsKey(name)) {
                all.add(new SectionCoverage(name, 0, 0, State.MISSING));
            }
        }
        return Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), all));
    }
}
