package io.gulliver.planning.method;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment.Outage;
import io.gulliver.planning.method.MethodAssessment.Space;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a method needs beside time: room, licences, and the assumptions that its figures rest on. */
final class MethodNeeds {
    /** A dump without compression is 30 to 70 % of the used segments. */
    static final double DUMP_MOST = 0.7;

    /** Staging has 1.2 times the estimate. */
    static final double STAGING_ROOM = 1.2;

    /** The target has 1.3 times what is used. */
    static final double TARGET_ROOM = 1.3;

    private MethodNeeds() {}

    /** Room in staging, or null while its size is unknown or no file is written. */
    static @Nullable Double staging(Method method, Map<String, Object> facts) {
        List<Space> staging = space(method, facts).stream()
                .filter(space -> space.where().equals("staging"))
                .toList();
        return staging.isEmpty()
                ? null
                : (Double) staging.stream().mapToDouble(Space::gigabytes).sum();
    }

    static List<Space> space(Method method, Map<String, Object> facts) {
        Double data = number(facts, "data_gb");
        Double files = number(facts, "files_gb");
        Double increments = number(facts, "incremental_gb");
        Double redo = number(facts, "redo_mb_s");
        List<Space> space = new ArrayList<>();
        if (files != null) {
            space.add(new Space("target", files * TARGET_ROOM, "files_gb %s x 1.3".formatted(plain(files))));
        }
        switch (method) {
            case DATA_PUMP -> {
                if (data != null) {
                    space.add(new Space(
                            "staging",
                            data * DUMP_MOST * STAGING_ROOM,
                            "data_gb %s x 0.7 for a dump without compression x 1.2".formatted(plain(data))));
                }
            }
            case DATA_PUMP_NETWORK_LINK -> {
                // a link writes no file
            }
            case FULL_TRANSPORTABLE -> {
                if (files != null) {
                    space.add(new Space(
                            "staging",
                            files * STAGING_ROOM,
                            "files_gb %s x 1.2, 0 when piped".formatted(plain(files))));
                }
            }
            case XTTS_INCREMENTAL -> {
                if (files != null) {
                    double all = files + (increments == null ? 0 : increments);
                    space.add(new Space(
                            "staging",
                            all * STAGING_ROOM,
                            "(files_gb %s + incremental_gb %s) x 1.2"
                                    .formatted(plain(files), increments == null ? "unknown" : plain(increments))));
                }
            }
            case GOLDENGATE, GOLDENGATE_FALLBACK -> {
                if (data != null) {
                    space.add(new Space(
                            "staging",
                            data * DUMP_MOST * STAGING_ROOM,
                            "the initial load: data_gb %s x 0.7 x 1.2".formatted(plain(data))));
                }
                if (redo != null) {
                    space.add(new Space(
                            "staging",
                            redo * 86_400 / 1000,
                            "trails of a day: redo_mb_s %s x 86,400 s".formatted(plain(redo))));
                }
            }
        }
        return space;
    }

    static List<String> licences(Method method, Map<String, Object> facts) {
        List<String> licences = new ArrayList<>();
        if (method.transports()) {
            licences.add("Enterprise Edition at the source, to make a transportable set");
        }
        if (method.replicates()) {
            licences.add("GoldenGate for the processors of source and target"
                    + (Boolean.TRUE.equals(facts.get("gg_licensed")) ? ", which is there" : ", not known to be there")
                    + (method.wayBack() ? "; it covers both directions" : ""));
        }
        boolean encrypted =
                Boolean.TRUE.equals(facts.get("tde_tablespace")) || Boolean.TRUE.equals(facts.get("tde_column"));
        if (method == Method.DATA_PUMP && encrypted) {
            licences.add("Advanced Security, to encrypt the dump files");
        }
        if (facts.get("options_used") instanceof List<?> options && !options.isEmpty()) {
            licences.add("At the target for each IFL, as used at the source: "
                    + String.join(", ", options.stream().map(String::valueOf).toList()));
        }
        licences.add("Source and target both while both run: agree on temporary use");
        return licences;
    }

    static List<String> assumptions(
            Method method, Map<String, Object> facts, Rates rates, Map<String, String> assumed) {
        List<String> assumptions = new ArrayList<>();
        List<String> used = new ArrayList<>(
                switch (method) {
                    case DATA_PUMP -> List.of("export", "import", "index");
                    case DATA_PUMP_NETWORK_LINK -> List.of("link", "import", "index");
                    case FULL_TRANSPORTABLE -> List.of("read", "convert", "metadata");
                    case XTTS_INCREMENTAL -> List.of("read", "apply", "metadata");
                    case GOLDENGATE, GOLDENGATE_FALLBACK -> List.of("import", "replicat");
                });
        boolean files = method == Method.DATA_PUMP || method.transports();
        boolean apart = Boolean.FALSE.equals(facts.get("staging_shared"));
        if (files && apart) {
            used.add("network");
        }
        for (String name : used) {
            assumptions.add(
                    "rate " + name + " " + plain(rates.of(name)) + (name.equals("metadata") ? " objects/s" : " MB/s")
                            + ", " + rates.origin(name).words());
        }
        assumptions.add("the range takes rates 1.3 and 0.6 times as high");
        if (files && !apart) {
            assumptions.add("staging is shared by both hosts, so files are not copied"
                    + (facts.containsKey("staging_shared") ? "" : "; say staging_shared when it is not"));
        }
        if (method == Method.FULL_TRANSPORTABLE && !Boolean.TRUE.equals(facts.get("transport_staged"))) {
            assumptions.add("reading, copying and converting overlap; say transport_staged when they do not");
        }
        if (method == Method.XTTS_INCREMENTAL && !facts.containsKey("block_change_tracking")) {
            assumptions.add("block change tracking is on; without it the last scan reads every file");
        }
        if (method.replicates() && !facts.containsKey("gg_none_gb")) {
            assumptions.add("no table is moved offline: which ones GoldenGate cannot replicate is unknown");
        }
        Double all = number(facts, "files_gb");
        if (!facts.containsKey("level_0_before_users") && all != null) {
            assumptions.add("no level 0 of the target before users come back; it would add "
                    + Math.round(all * 1000 / rates.of("read")) + " s (files_gb " + plain(all) + " GB / read "
                    + plain(rates.of("read")) + " MB/s): say level_0_before_users");
        }
        if (!facts.containsKey("loads_without_archivelog")) {
            assumptions.add("the target loads in ARCHIVELOG; a restart into it would add "
                    + plain(rates.of("archivelog-seconds")) + " s: say loads_without_archivelog");
        }
        List<String> sizes = method.replicates()
                ? List.of("data_gb", "index_gb", "files_gb")
                : method.transports() ? List.of("files_gb") : List.of("data_gb", "index_gb", "files_gb");
        assumed.forEach((name, text) -> {
            if (sizes.contains(name)) {
                assumptions.add(text);
            }
        });
        return assumptions;
    }

    /** Copying that runs while users work, and the outage. */
    static @Nullable Duration elapsed(Method method, @Nullable Outage outage, Map<String, Object> facts, Rates rates) {
        if (outage == null) {
            return null;
        }
        Double files = number(facts, "files_gb");
        Double data = number(facts, "data_gb");
        if (method == Method.XTTS_INCREMENTAL) {
            return files == null
                    ? null
                    : outage.likely().plus(seconds(files, Math.min(rates.of("read"), rates.of("convert"))));
        }
        if (method.replicates()) {
            Double index = number(facts, "index_gb");
            return data == null
                    ? null
                    : outage.likely()
                            .plus(seconds(data, rates.of("export")))
                            .plus(seconds(data, rates.of("import")))
                            .plus(seconds(index == null ? 0 : index, rates.of("index")));
        }
        return outage.likely();
    }

    private static Duration seconds(double gigabytes, double rate) {
        return Duration.ofSeconds(Math.round(gigabytes * 1000 / rate));
    }

    private static @Nullable Double number(Map<String, Object> facts, String name) {
        return facts.get(name) instanceof Number number ? number.doubleValue() : null;
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
