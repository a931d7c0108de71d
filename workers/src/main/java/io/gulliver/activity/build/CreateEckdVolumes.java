package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.ds8000.Ds8000Client;
import io.gulliver.adapter.ds8000.Ds8000Exception;
import io.gulliver.adapter.ds8000.NewAliases;
import io.gulliver.adapter.ds8000.NewCkdVolume;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.Lss;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * {@code storage.create-eckd-volumes}: CKD volumes and PAV aliases are on a DS8000 under the ids that the I/O configuration gives
 * the guest's device numbers.
 *
 * <p>The id is chosen by the reservation and given with the create, so that a repeat makes none twice. A volume by another name at
 * such an id is somebody's, and so is an alias of a base that is not of this step.
 */
final class CreateEckdVolumes implements StepAction {
    private static final Pattern ID = Pattern.compile("[0-9A-Fa-f]{4}");
    /** Bytes of a cylinder of a 3390: 15 tracks of 56,664 bytes. */
    private static final long CYLINDER = 849_960;

    private static final int NAME_LENGTH = 11;
    private static final int HEX = 16;
    private static final int OF_UNIT = 2;

    private final Systems systems;

    CreateEckdVolumes(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "storage.create-eckd-volumes";
    }

    /** What is to be there: cylinders by id, and ids of aliases. */
    private record Wanted(String server, Map<String, Integer> volumes, List<String> aliases, boolean thin) {
        static Wanted of(StepCall call) {
            Inputs inputs = Inputs.of(call);
            Map<String, Double> cylinders = inputs.numbers("cylinders");
            Map<String, Integer> volumes = new TreeMap<>();
            for (String id : inputs.texts("volumes")) {
                Double wanted = cylinders.get(id);
                if (!ID.matcher(id).matches() || wanted == null) {
                    throw invalid(
                            "'" + id + "' is no volume with a size: wanted are four hex digits, and its cylinders.");
                }
                volumes.put(id.toUpperCase(Locale.ROOT), wanted.intValue());
            }
            List<String> aliases = new ArrayList<>();
            for (String id : inputs.findTexts("aliases")) {
                String upper = id.toUpperCase(Locale.ROOT);
                if (!ID.matcher(id).matches() || volumes.containsKey(upper)) {
                    throw invalid("'" + id + "' is no id of a PAV alias: wanted are four hex digits, of no volume.");
                }
                aliases.add(upper);
            }
            return new Wanted(
                    inputs.text("server"),
                    volumes,
                    aliases,
                    !inputs.findText("provisioning").orElse("thin").equals("thick"));
        }

        /** The same each time; 16 characters at most, as the storage unit takes them. */
        String name(String id) {
            return server.substring(0, Math.min(server.length(), NAME_LENGTH)) + "_" + id;
        }

        TreeSet<String> units() {
            TreeSet<String> units = new TreeSet<>();
            volumes.keySet().forEach(id -> units.add(unit(id)));
            aliases.forEach(id -> units.add(unit(id)));
            return units;
        }

        /** Volumes of one control unit, in the order of their ids. */
        List<String> basesOf(String unit) {
            return volumes.keySet().stream().filter(id -> unit(id).equals(unit)).toList();
        }
    }

    private static String unit(String id) {
        return id.substring(0, OF_UNIT);
    }

    private static StepFailedException invalid(String what) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                what,
                "Correct eckd-devices of the landscape, then roll back and start anew.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Wanted wanted = Wanted.of(call);
        Ds8000Client unit = systems.ds8000(Inputs.of(call).text("array"));
        Map<String, Ds8000Volume> there = look(unit, wanted);
        for (Map.Entry<String, Integer> volume : wanted.volumes().entrySet()) {
            if (!there.containsKey(volume.getKey())) {
                create(unit, wanted, volume.getKey(), volume.getValue());
            }
        }
        for (String lcu : wanted.units()) {
            List<String> bases = wanted.basesOf(lcu);
            List<String> aliases = wanted.aliases().stream()
                    .filter(alias -> unit(alias).equals(lcu) && !there.containsKey(alias))
                    .sorted()
                    .toList();
            if (!aliases.isEmpty()) {
                if (bases.isEmpty()) {
                    throw invalid("Control unit " + lcu + " is to have aliases, and no volume is made on it.");
                }
                createAliases(unit, aliases, bases);
            }
        }
        Map<String, Ds8000Volume> now = look(unit, wanted);
        List<String> missing = new ArrayList<>();
        wanted.volumes().keySet().stream().filter(id -> !now.containsKey(id)).forEach(missing::add);
        wanted.aliases().stream().filter(id -> !now.containsKey(id)).forEach(missing::add);
        if (!missing.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Storage unit " + Inputs.of(call).text("array") + " said done, but it does not list "
                            + String.join(", ", missing) + ".",
                    "The step looks again at its next try.");
        }
        return StepResult.done(
                Map.of("volumes", List.copyOf(wanted.volumes().keySet()), "aliases", wanted.aliases()),
                "CKD volumes " + String.join(", ", wanted.volumes().keySet()) + " and "
                        + wanted.aliases().size() + " PAV aliases are on "
                        + Inputs.of(call).text("array"));
    }

    /** What is there of all that is wanted; one that is somebody else's stops the step. */
    private static Map<String, Ds8000Volume> look(Ds8000Client unit, Wanted wanted) {
        Map<String, Lss> units = new TreeMap<>();
        unit.fetchLss().forEach(lss -> units.put(lss.id(), lss));
        Map<String, Ds8000Volume> there = new TreeMap<>();
        for (String lcu : wanted.units()) {
            Lss lss = units.get(lcu);
            if (lss == null || !lss.type().equals("ckd")) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "The storage unit has no control unit " + lcu + " for CKD volumes"
                                + (lss == null ? "." : "; its LSS " + lcu + " is for " + lss.type() + "."),
                        "Have the storage team make it with the subsystem identifier of the I/O configuration, then retry.");
            }
            for (Ds8000Volume volume : unit.fetchVolumesOfLss(lcu)) {
                Integer cylinders = wanted.volumes().get(volume.id());
                if (cylinders != null) {
                    requireOurs(wanted, volume, cylinders);
                    there.put(volume.id(), volume);
                } else if (wanted.aliases().contains(volume.id())) {
                    if (volume.capacityBytes() != 0) {
                        throw taken("Volume " + volume.id() + ", which is to be a PAV alias, is volume '"
                                + volume.name() + "'.");
                    }
                    there.put(volume.id(), volume);
                }
            }
        }
        return there;
    }

    private static void requireOurs(Wanted wanted, Ds8000Volume volume, int cylinders) {
        if (!volume.name().equals(wanted.name(volume.id())) || !sized(volume, cylinders)) {
            throw taken("Volume " + volume.id() + " is there as '" + volume.name() + "' with "
                    + volume.capacityBytes() / CYLINDER + " cylinders; wanted is '" + wanted.name(volume.id())
                    + "' with " + cylinders + ".");
        }
    }

    private static boolean sized(Ds8000Volume volume, int cylinders) {
        return Math.round((double) volume.capacityBytes() / CYLINDER) == cylinders;
    }

    private static StepFailedException taken(String what) {
        return new StepFailedException(
                FailureCode.NAME_TAKEN,
                what + " Nothing was changed.",
                "Ask the storage team whose it is; take it out of the ranges that are made (eckd-devices of the landscape), then"
                        + " roll back and start anew.");
    }

    private static void create(Ds8000Client unit, Wanted wanted, String id, int cylinders) {
        ExtentPool pool = pool(unit, id, cylinders);
        try {
            unit.createCkdVolume(new NewCkdVolume(id, wanted.name(id), pool.id(), cylinders, wanted.thin()));
        } catch (IllegalArgumentException e) {
            throw invalid(String.valueOf(e.getMessage()));
        } catch (Ds8000Exception e) {
            // Made under its own id: a look tells whether it was.
            if (!e.mayHaveHappened() || !look(unit, wanted).containsKey(id)) {
                throw e;
            }
        }
    }

    /** In one call where their ids follow each other and each base has as many; else one after another. */
    private static void createAliases(Ds8000Client unit, List<String> aliases, List<String> bases) {
        String last = aliases.get(aliases.size() - 1);
        boolean together = aliases.size() % bases.size() == 0
                && Integer.parseInt(last, HEX) - Integer.parseInt(aliases.get(0), HEX) == aliases.size() - 1;
        if (together) {
            try {
                unit.createAliases(new NewAliases(last, aliases.size() / bases.size(), bases));
            } catch (Ds8000Exception e) {
                // Some may be there: the look that follows says which are missing, and the next try makes those.
                if (!e.mayHaveHappened()) {
                    throw e;
                }
            }
            return;
        }
        for (int i = 0; i < aliases.size(); i++) {
            createAlias(unit, aliases.get(i), bases.get(i % bases.size()));
        }
    }

    private static void createAlias(Ds8000Client unit, String id, String base) {
        try {
            unit.createAliases(new NewAliases(id, 1, List.of(base)));
        } catch (Ds8000Exception e) {
            if (!e.mayHaveHappened()
                    || unit.fetchVolumesOfLss(unit(id)).stream()
                            .noneMatch(volume -> volume.id().equals(id))) {
                throw e;
            }
        }
    }

    /** An even control unit goes with an even pool, an odd one with an odd; of those the one with the most room. */
    private static ExtentPool pool(Ds8000Client unit, String id, int cylinders) {
        int node = Integer.parseInt(unit(id), HEX) % 2;
        Optional<ExtentPool> most = unit.fetchPools().stream()
                .filter(pool -> pool.type().equals("ckd") && pool.node() == node)
                .max(Comparator.comparingLong(ExtentPool::available).thenComparing(ExtentPool::id));
        if (most.isEmpty() || most.get().available() < cylinders) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "No pool for CKD volumes has room for volume " + id + " of " + cylinders + " cylinders"
                            + most.map(pool -> "; " + pool.id() + " has " + pool.available() + " left.")
                                    .orElse(": there is none of its rank group " + node + "."),
                    "Have the storage team add room or a pool of that rank group, then retry the step.");
        }
        return most.get();
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Wanted wanted = Wanted.of(call);
        Ds8000Client unit = systems.ds8000(Inputs.of(call).text("array"));
        List<String> deleted = new ArrayList<>();
        for (String lcu : wanted.units()) {
            if (unit.fetchLss().stream().noneMatch(lss -> lss.id().equals(lcu))) {
                continue;
            }
            List<Ds8000Volume> all = unit.fetchVolumesOfLss(lcu);
            boolean ours = all.stream()
                    .anyMatch(volume -> volume.name().equals(wanted.name(volume.id()))
                            && wanted.volumes().containsKey(volume.id()));
            // Aliases first: a base with aliases is not deleted. They have no name; they are reserved for this server.
            all.stream()
                    .filter(volume -> ours && wanted.aliases().contains(volume.id()) && volume.capacityBytes() == 0)
                    .forEach(volume -> {
                        unit.deleteVolume(volume.id());
                        deleted.add(volume.id());
                    });
            all.stream()
                    .filter(volume -> wanted.volumes().containsKey(volume.id())
                            && volume.name().equals(wanted.name(volume.id()))
                            && sized(volume, wanted.volumes().get(volume.id())))
                    .forEach(volume -> {
                        unit.deleteVolume(volume.id());
                        deleted.add(volume.id());
                    });
        }
        return StepResult.done(
                Map.of(),
                deleted.isEmpty() ? "No volume of this step was there" : "Deleted are " + String.join(", ", deleted));
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        systems.ds8000(array).fetchPools();
        Rendering rendering = Rendering.of(call).says("would create CKD volumes and PAV aliases on " + array);
        rendering.request(
                "storage unit " + array,
                "POST /volumes for each of " + rendering.shown("volumes") + " that is not there",
                Map.of("stgtype", "ckd", "captype", "cyl", "cap", rendering.shown("cylinders")));
        rendering.request(
                "storage unit " + array,
                "POST /volumes for each of " + rendering.shown("aliases") + " that is not there",
                Map.of("alias", "true", "alias_create_order", "decrement"));
        return rendering.result(context);
    }
}
