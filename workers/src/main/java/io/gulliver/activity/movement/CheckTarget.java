package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Containers;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.OracleEdition;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.assessment.comparison.ReadinessCriterion;
import io.gulliver.assessment.comparison.ReadinessRules;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code oracle.check-target}: the done-check of step C04, platform by name and never by number
 * ({@code docs/domain/methods.md}, 0.1). Brings what tuning checks judge of patches: release updates of both sides, and the patches
 * of the target's home against its dictionary, from 18 on. A home that cannot be asked is said, and stops nothing.
 */
final class CheckTarget extends ShortAction {
    private static final String PLATFORM = "IBM zSeries Based Linux";

    private final Databases databases;
    private final HostScripts scripts;

    CheckTarget(Databases databases, HostScripts scripts) {
        super("oracle.check-target");
        this.databases = databases;
        this.scripts = scripts;
    }

    private static SortedMap<String, String> sets(OracleClient client) {
        SortedMap<String, String> found = new TreeMap<>();
        client.query("character-sets").forEach(row -> found.put(row.text("PARAMETER"), row.text("VALUE")));
        return found;
    }

    private static String blockSize(OracleClient client) {
        return client.queryOne("parameter", Map.of("name", "db_block_size")).text("VALUE");
    }

    /**
     * Memory is the instance's: a pluggable database has none of its own, and shares a recovery area that holds more. What people
     * made for a source before anybody sized it may be larger, never smaller; every instance of theirs is looked at.
     */
    private static List<String> unlikeSizing(StepCall call, OracleClient there) {
        Inputs inputs = Inputs.of(call);
        boolean pluggable = Containers.pluggable(there);
        boolean orMore = onCluster(inputs);
        List<String> wrong = new ArrayList<>();
        if (!pluggable) {
            inputs.findWhole("sga_mb").filter(wanted -> wanted > 0).ifPresent(wanted -> {
                List<Setting> sga = settings(there, orMore, "sga_target", "sga_max_size", "memory_target");
                wrong.addAll(differing(sga, "sga_target", wanted, orMore));
                wrong.addAll(differing(sga, "sga_max_size", wanted, orMore));
                sga.stream()
                        .filter(one -> one.name().equals("memory_target") && one.bytes() > 0)
                        .forEach(one -> wrong.add(one.words() + " is " + one.bytes()
                                + ", wanted 0: memory that Oracle shares out lies in no huge pages"));
            });
            inputs.findWhole("redo_log_mb")
                    .filter(wanted -> wanted > 0)
                    .ifPresent(wanted -> wrong.addAll(redoLogs(there, wanted, orMore)));
            List<String> redo = inputs.findTexts("redo_destination");
            if (!redo.isEmpty()) {
                RedoPlaces.members(there).values().stream()
                        .flatMap(files -> RedoPlaces.outside(files, redo).stream())
                        .forEach(file ->
                                wrong.add("redo log " + file + " does not lie in " + String.join(" or ", redo)));
            }
            inputs.findWhole("pga_target_mb")
                    .filter(wanted -> wanted > 0)
                    .ifPresent(wanted -> wrong.addAll(differing(
                            settings(there, orMore, "pga_aggregate_target"), "pga_aggregate_target", wanted, orMore)));
        }
        inputs.findWhole("recovery_area_mb").filter(wanted -> wanted > 0).ifPresent(wanted -> {
            String limit = "db_recovery_file_dest_size";
            wrong.addAll(differing(settings(there, false, limit), limit, wanted, pluggable || orMore));
        });
        return wrong;
    }

    /** Whether people brought it, on a cluster of theirs. */
    private static boolean onCluster(Inputs inputs) {
        return inputs.findText("cluster_home").filter(home -> !home.isBlank()).isPresent();
    }

    /** All of them where they are of one size, and by their threads where one of those is wrong that people made. */
    private static List<String> redoLogs(OracleClient there, int wanted, boolean orMore) {
        SortedMap<Long, SortedSet<Long>> threads = new TreeMap<>();
        there.query("redo-logs")
                .forEach(row -> threads.computeIfAbsent(
                                orMore ? row.number("THREAD#").longValue() : 0, thread -> new TreeSet<>())
                        .add(row.number("BYTES").longValue() >> 20));
        List<String> wrong = new ArrayList<>();
        threads.forEach((thread, sizes) -> {
            if (orMore ? sizes.first() < wanted : !sizes.equals(Set.of((long) wanted))) {
                wrong.add("redo logs " + (orMore ? "of thread " + thread + " " : "") + "are of " + sizes + " MB, sized "
                        + wanted + " MB");
            }
        });
        return wrong;
    }

    /**
     * A parameter of an instance.
     *
     * @param instance its number; 0 where there is one only
     * @param bytes 0 where nobody set it
     */
    private record Setting(String name, long instance, long bytes) {
        String words() {
            return name + (instance == 0 ? "" : " of instance " + instance);
        }
    }

    /** @param each of every instance, not of the one that answers alone */
    private static List<Setting> settings(OracleClient client, boolean each, String... names) {
        List<Setting> settings = new ArrayList<>();
        if (each) {
            client.query("named-parameters").stream()
                    .filter(row -> List.of(names).contains(row.text("NAME")))
                    .map(row ->
                            new Setting(row.text("NAME"), row.number("INST_ID").longValue(), bytes(row)))
                    .forEach(settings::add);
        }
        for (String name : names) {
            if (settings.stream().noneMatch(one -> one.name().equals(name))) {
                settings.add(new Setting(
                        name,
                        0,
                        client.query("parameter", Map.of("name", name)).stream()
                                .findFirst()
                                .map(CheckTarget::bytes)
                                .orElse(0L)));
            }
        }
        return settings;
    }

    private static long bytes(OracleRow row) {
        String value = Optional.ofNullable(row.findText("VALUE")).orElse("").strip();
        return value.isEmpty() ? 0 : Long.parseLong(value);
    }

    private static List<String> differing(List<Setting> settings, String name, int megabytes, boolean orMore) {
        long wanted = (long) megabytes << 20;
        return settings.stream()
                .filter(one -> one.name().equals(name))
                .filter(one -> orMore ? one.bytes() < wanted : one.bytes() != wanted)
                .map(one -> one.words() + " is " + (one.bytes() >> 20) + " MB, sized " + megabytes + " MB")
                .toList();
    }

    private static int timeZone(OracleClient client) {
        return client.query("time-zone-file").get(0).number("VERSION").intValue();
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        boolean orMore = onCluster(Inputs.of(call));
        rendering
                .says("Would demand of " + rendering.database("") + " platform " + PLATFORM + ", Big endian, and the"
                        + " character sets, block size and time zone rules of " + rendering.database("source_")
                        + "; SGA " + rendering.shown("sga_mb", "not looked at") + " MB, PGA target "
                        + rendering.shown("pga_target_mb", "not looked at") + " MB and recovery area "
                        + rendering.shown("recovery_area_mb", "not looked at") + " MB as sized"
                        + (orMore ? ", or more, on every instance" : ""))
                .asksBoth(
                        "endianness",
                        "character-sets",
                        "time-zone-file",
                        "container-state",
                        "redo-logs",
                        "patches-18",
                        "release-banner")
                .asks(
                        rendering.database(""),
                        orMore ? new String[] {"redo-members", "named-parameters"} : new String[] {"redo-members"})
                .asksParameters(rendering.database("source_"), "db_block_size")
                .asksParameters(
                        rendering.database(""),
                        "db_block_size",
                        "sga_target",
                        "sga_max_size",
                        "pga_aggregate_target",
                        "db_recovery_file_dest_size")
                .script(
                        rendering.shown("host"),
                        "home-patches.sh",
                        Map.of("oracle_home", rendering.shown("oracle_home", "")))
                .check("character sets and block size are alike, the time zone rules of the target are not older, and"
                        + " its memory and recovery area are as sized; its redo logs lie in "
                        + rendering.shown("redo_destination", "any place") + ".");
    }

    /** Release updates of both sides as tuning checks have them, where both say theirs. */
    private static SortedMap<String, Object> updates(OracleClient there, OracleClient source) {
        SortedMap<String, Object> facts = new TreeMap<>();
        OptionalLong update = update(there);
        if (update.isPresent()) {
            boolean same = major(there).equals(major(source));
            facts.put("oracle.release_update", update.getAsLong());
            facts.put("oracle.source_release_update", same ? update(source).orElse(0) : 0);
        }
        return facts;
    }

    private static String major(OracleClient client) {
        return client.release().replaceFirst("\\..*$", "");
    }

    /** Whether its DBA_REGISTRY_SQLPATCH says types of patches and the releases that they led to. */
    private static boolean saysReleases(OracleClient client) {
        return Integer.parseInt(major(client)) >= 18;
    }

    /**
     * Patches of the home against the dictionary, into the facts.
     *
     * @return why they are not compared; empty where they are
     */
    private String patches(StepCall call, OracleClient there, SortedMap<String, Object> facts) {
        Inputs inputs = Inputs.of(call);
        String home = inputs.findText("cluster_home")
                .filter(one -> !one.isBlank())
                .or(() -> inputs.findText("oracle_home"))
                .orElse("");
        if (home.isBlank()) {
            return "its home is not named";
        }
        if (!saysReleases(there)) {
            return "release " + there.release() + " does not say which patches took the place of others";
        }
        HomePatches patched;
        try {
            patched = HomePatches.ask(scripts, call, inputs.text("host"), home);
        } catch (StepFailedException | SshException e) {
            return String.valueOf(e.getMessage()).replaceFirst("\\.$", "");
        }
        List<OracleRow> rows = there.query("patches-18");
        facts.put("oracle.home_patches_missing", List.copyOf(patched.missing(rows)));
        facts.put("oracle.patches_not_in_home", List.copyOf(patched.foreign(rows)));
        return "";
    }

    /** That of the dictionary: the second number of what the last release update led to; from 18 on the view has it. */
    private static OptionalLong update(OracleClient client) {
        if (!saysReleases(client)) {
            return OptionalLong.empty();
        }
        OptionalLong last = OptionalLong.empty();
        for (OracleRow row : client.query("patches-18")) {
            if ("RU".equals(row.findText("PATCH_TYPE")) && HomePatches.wentIn(row)) {
                OptionalLong level = HomePatches.level(row);
                last = level.isPresent() ? level : last;
            }
        }
        return last;
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address target = Address.of(call, "");
        List<String> wrong = new ArrayList<>();
        try (OracleClient there = databases.read(target, context);
                OracleClient source = databases.read(Address.of(call, "source_"), context)) {
            var platform = there.queryOne("endianness", Map.of());
            if (!platform.text("PLATFORM_NAME").equals(PLATFORM)
                    || !platform.text("ENDIAN_FORMAT").equals("Big")) {
                wrong.add("platform is " + platform.text("PLATFORM_NAME") + " (" + platform.text("ENDIAN_FORMAT")
                        + "), wanted " + PLATFORM + " (Big)");
            }
            ReadinessRules.judgeSets(
                            sets(source),
                            timeZone(source),
                            sets(there),
                            timeZone(there),
                            Set.copyOf(Inputs.of(call).findTexts("approved")))
                    .stream()
                    .filter(ReadinessCriterion::blocks)
                    .forEach(criterion -> wrong.add(criterion.words().replaceFirst("\\.$", "")));
            if (!blockSize(source).equals(blockSize(there))) {
                wrong.add("block size is " + blockSize(there) + ", the source has " + blockSize(source));
            }
            wrong.addAll(unlikeSizing(call, there));
            if (!wrong.isEmpty()) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Target " + target.name() + ": " + String.join("; ", wrong) + ".",
                        (onCluster(Inputs.of(call))
                                        ? "Have those who run the cluster give the database the source's properties and at least"
                                                + " the sized figures on every instance, then retry;"
                                        : "Create the target database anew with the source's properties and the sized figures,")
                                + " or have the differences approved and skip this step with the reason.");
            }
            SortedMap<String, Object> facts = updates(there, source);
            String unasked = patches(call, there, facts);
            return StepResult.done(
                    Map.of(
                            "release",
                            there.release(),
                            "edition",
                            OracleEdition.of(there.query("release-banner")),
                            "facts",
                            facts),
                    target.name() + " fits the source"
                            + (unasked.isEmpty() ? "" : "; patches of its home are not compared: " + unasked));
        }
    }
}
