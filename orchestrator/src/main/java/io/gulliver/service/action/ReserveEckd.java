package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.landscape.EckdRange.Device;
import io.gulliver.persistence.NameExhaustedException;
import io.gulliver.persistence.name.NameRequest;
import io.gulliver.persistence.name.NameStore;
import io.gulliver.planning.build.EckdChooser;
import io.gulliver.planning.build.EckdChooser.Use;
import io.gulliver.planning.build.EckdGeometry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code zvm.reserve-eckd} and {@code hmc.reserve-eckd}: a server has ECKD volumes and PAV aliases that no other has. They come from
 * those that the landscape names of its Feilong server or HMC, by {@link EckdChooser}, or from what a person answered, and are the
 * server's until it is rolled back.
 *
 * <p>A server whose volumes are LUNs has none, which is an answer too.
 */
public final class ReserveEckd implements ControlAction {
    private static final String KIND = "eckd";
    private static final String ALIAS = "alias ";
    /** What is a LUN and no ECKD volume, so that later steps need not ask which of both. */
    private static final String LUNS = "_luns";

    private static final int TRIES = 3;
    private static final int HEX = 16;

    /** Where the server is built. */
    public enum Place {
        GUEST("zvm", "The z/VM system behind "),
        PARTITION("hmc", "The FICON configuration of ");

        private final String input;
        private final String words;

        Place(String input, String words) {
            this.input = input;
            this.words = words;
        }
    }

    private final Place place;
    private final Function<String, List<EckdRange>> ranges;
    private final NameStore names;
    private final NetworkAddress.Answers answers;

    /** @param ranges of a Feilong server or HMC, as the landscape has them */
    public ReserveEckd(
            Place place, Function<String, List<EckdRange>> ranges, NameStore names, NetworkAddress.Answers answers) {
        this.place = place;
        this.ranges = ranges;
        this.names = names;
        this.answers = answers;
    }

    @Override
    public String name() {
        return place.input + ".reserve-eckd";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        boolean eckd = text(call, "storage").equals(KIND);
        return switch (call.operation()) {
            case RUN, START -> eckd ? reserved(call) : none(call);
            case AWAIT, STOP -> StepResult.done(Map.of(), "Nothing runs");
            case UNDO -> released(call);
            case EVALUATE -> eckd ? evaluated(call) : none(call);
        };
    }

    /** All of its outputs, so that an evaluation too can judge whether a later step has anything to do. */
    private static StepResult none(StepCall call) {
        Map<String, Object> outputs = new LinkedHashMap<>();
        List.of("devices", "aliases", "made", "made_aliases").forEach(output -> outputs.put(output, List.of()));
        for (Use use : Use.values()) {
            outputs.put(use.key(), Map.of());
        }
        outputs.put("cylinders", Map.of());
        outputs.put("capacities", Map.of());
        outputs.put("addresses", Map.of());
        for (Use use : Use.values()) {
            outputs.put(use.key() + LUNS, texts(call, use.key()));
        }
        return StepResult.done(outputs, "The volumes of " + text(call, "server") + " are LUNs");
    }

    // --- choosing -------------------------------------------------------------------------------------------------

    private StepResult reserved(StepCall call) {
        for (int tries = 1; ; tries++) {
            EckdChooser.Choice choice = choose(call);
            try {
                take(call, choice);
                return found(call, choice);
            } catch (NameExhaustedException e) {
                // Another server was faster; what this one has got by now it keeps.
                if (tries == TRIES) {
                    throw new Refused(FailureCode.TEMPORARILY_UNAVAILABLE.with(
                            "Other servers took ECKD volumes of " + system(call) + " at the same time as "
                                    + text(call, "server"),
                            "The step chooses anew at its next try"));
                }
            }
        }
    }

    private EckdChooser.Choice choose(StepCall call) {
        List<Device> devices = devices(call);
        SortedMap<String, String> ours = ours(call);
        Set<String> taken = new TreeSet<>();
        names.owners(system(call), KIND).forEach((number, owner) -> {
            if (!owner.startsWith(owner(call, ""))) {
                taken.add(number);
            }
        });
        SortedMap<String, String> named = named(call);
        ours.forEach((slot, number) -> {
            if (!slot.startsWith(ALIAS)) {
                named.putIfAbsent(slot, number);
            }
        });
        Set<String> kept = new TreeSet<>();
        ours.forEach((slot, number) -> {
            if (slot.startsWith(ALIAS)) {
                kept.add(number);
            }
        });
        EckdChooser.Choice choice = EckdChooser.choose(
                new EckdChooser.Wish(needs(call), (int) number(call, "aliases"), named, kept), devices, taken);
        if (choice.problem() != null) {
            throw new Refused(FailureCode.CAPACITY_EXHAUSTED.with(
                    place.words + system(call) + " has no ECKD volumes for " + text(call, "server") + ": "
                            + choice.problem(),
                    "Have volumes or aliases added and named in gulliver.landscape.systems." + system(call)
                            + ".eckd-devices, or change the names or devices of the server's volumes; then retry"));
        }
        return choice;
    }

    private static Map<Use, EckdChooser.Need> needs(StepCall call) {
        Map<Use, EckdChooser.Need> needs = new EnumMap<>(Use.class);
        for (Use use : Use.values()) {
            needs.put(use, new EckdChooser.Need(texts(call, use.key()), cylinders(call, use)));
        }
        return needs;
    }

    private static int cylinders(StepCall call, Use use) {
        return EckdGeometry.cylinders(number(call, use.key() + "_gib"));
    }

    /** Those of the landscape; where a person was asked, those that were answered. */
    private List<Device> devices(StepCall call) {
        Map<String, Object> answer = answer(call);
        if (!answer.isEmpty()) {
            return answered(call, answer);
        }
        if (text(call, "source").equals("asked")) {
            throw refused(call, "nothing was answered");
        }
        List<EckdRange> said = ranges.apply(system(call));
        if (said.isEmpty()) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    place.words + system(call) + " has no ECKD volumes in the landscape",
                    "Name them as eckd-devices of gulliver.landscape.systems." + system(call)
                            + ", or let a person be asked for them (server.eckd: asked); then retry"));
        }
        return said.stream()
                .flatMap(range -> range.devices().stream())
                // What is made is made on the server's array.
                .filter(device -> !device.made() || device.array().equals(text(call, "array")))
                .toList();
    }

    private Map<String, Object> answer(StepCall call) {
        String asked = text(call, "asked");
        return asked.isEmpty() ? Map.of() : answers.of(call.migration(), asked);
    }

    /** A person names numbers; by convention the first two digits of one are those of its control unit. */
    private static List<Device> answered(StepCall call, Map<String, Object> answer) {
        List<Device> devices = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        int cylinders = (int) asNumber(answer.get("cylinders"));
        List<String> lists = new ArrayList<>();
        for (Use use : Use.values()) {
            lists.add(use.key() + "_devices");
        }
        lists.add(ALIAS.strip() + "_devices");
        for (String what : lists) {
            for (String number : numbers(answer.get(what))) {
                if (!isNumber(number) || !seen.add(number)) {
                    throw refused(
                            call,
                            "'" + number + "' is " + (isNumber(number) ? "named twice" : "no device number")
                                    + " (wanted four hex digits each, with commas between)");
                }
                devices.add(new Device(
                        number,
                        number.substring(0, 2),
                        number,
                        what.startsWith(ALIAS.strip()) ? 0 : cylinders,
                        "",
                        false));
            }
        }
        for (Use use : Use.values()) {
            int wanted = texts(call, use.key()).size();
            int given = numbers(answer.get(use.key() + "_devices")).size();
            if (wanted != given) {
                throw refused(
                        call,
                        given + " devices are named for " + use.words() + ", and it has " + wanted
                                + " volumes for that");
            }
        }
        return devices;
    }

    private static boolean isNumber(String number) {
        return number.length() == 4 && number.chars().allMatch(c -> Character.digit(c, HEX) >= 0);
    }

    private static Refused refused(StepCall call, String why) {
        return new Refused(FailureCode.INPUT_INVALID.with(
                "What was answered for the ECKD volumes of " + text(call, "server") + " does not fit: " + why,
                "Roll the run back and answer its task anew, or let them be chosen (server.eckd: pool)"));
    }

    private static List<String> numbers(@Nullable Object value) {
        List<String> numbers = new ArrayList<>();
        for (String part : String.valueOf(value == null ? "" : value).split(",")) {
            String number = part.strip().toUpperCase(Locale.ROOT);
            if (!number.isEmpty() && !number.equals("NONE")) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    /** Devices by volume that a person named, in a fact or in the task, in the order of the volumes. */
    private SortedMap<String, String> named(StepCall call) {
        SortedMap<String, String> named = new TreeMap<>();
        Map<String, Object> answer = answer(call);
        for (Use use : Use.values()) {
            String list = use.key() + "_devices";
            List<String> numbers = answer.isEmpty() ? texts(call, list) : numbers(answer.get(list));
            List<String> volumes = texts(call, use.key());
            for (int i = 0; i < Math.min(numbers.size(), volumes.size()); i++) {
                named.put(volumes.get(i), numbers.get(i).toUpperCase(Locale.ROOT));
            }
        }
        return named;
    }

    // --- the ledger -----------------------------------------------------------------------------------------------

    private static String owner(StepCall call, String slot) {
        return call.program() + "/server:" + text(call, "server") + "/" + slot;
    }

    /** What this server has, by volume, and aliases as they are counted. */
    private SortedMap<String, String> ours(StepCall call) {
        SortedMap<String, String> ours = new TreeMap<>();
        names.owners(system(call), KIND).forEach((number, owner) -> {
            if (owner.startsWith(owner(call, ""))) {
                ours.put(owner.substring(owner(call, "").length()), number);
            }
        });
        return ours;
    }

    private void take(StepCall call, EckdChooser.Choice choice) {
        Map<String, String> slots = new LinkedHashMap<>();
        choice.volumes()
                .values()
                .forEach(volumes -> volumes.forEach((volume, device) -> slots.put(volume, device.number())));
        choice.aliases().forEach(device -> slots.put(ALIAS + device.number(), device.number()));
        ours(call).forEach((slot, number) -> {
            if (!number.equals(slots.get(slot))) {
                names.release(request(call, slot));
            }
        });
        slots.forEach((slot, number) -> {
            String has = names.allocate(request(call, slot), List.of(number));
            if (!has.equals(number)) {
                throw new NameExhaustedException(slot + " has " + has);
            }
        });
    }

    private String system(StepCall call) {
        return text(call, place.input);
    }

    private NameRequest request(StepCall call, String slot) {
        return new NameRequest(system(call), KIND, owner(call, slot));
    }

    private StepResult released(StepCall call) {
        SortedMap<String, String> ours = ours(call);
        ours.keySet().forEach(slot -> names.release(request(call, slot)));
        return StepResult.done(
                Map.of(),
                ours.isEmpty()
                        ? text(call, "server") + " had no ECKD volumes"
                        : "ECKD devices of " + text(call, "server") + " are free again: "
                                + String.join(", ", new TreeSet<>(ours.values())));
    }

    // --- words ----------------------------------------------------------------------------------------------------

    private StepResult evaluated(StepCall call) {
        if (answer(call).isEmpty()
                && !text(call, "asked").isEmpty()
                && text(call, "source").equals("asked")) {
            return StepResult.done(noLuns(), "Would take what a person answers for " + text(call, "server"));
        }
        return StepResult.done(noLuns(), "Would reserve " + told(choose(call)));
    }

    private static Map<String, Object> noLuns() {
        Map<String, Object> outputs = new LinkedHashMap<>();
        for (Use use : Use.values()) {
            outputs.put(use.key() + LUNS, List.of());
        }
        return outputs;
    }

    private static StepResult found(StepCall call, EckdChooser.Choice choice) {
        Map<String, Object> outputs = noLuns();
        List<Device> volumes = new ArrayList<>();
        Map<String, Object> cylinders = new TreeMap<>();
        Map<String, Object> capacities = new TreeMap<>();
        choice.volumes().forEach((use, devices) -> {
            outputs.put(use.key(), byName(devices));
            volumes.addAll(devices.values());
            devices.values().forEach(device -> cylinders.put(device.volume(), cylinders(call, use)));
            devices.forEach(
                    (name, device) -> capacities.put(name, device.made() ? cylinders(call, use) : device.cylinders()));
        });
        List<Device> all = new ArrayList<>(volumes);
        all.addAll(choice.aliases());
        outputs.put("devices", all.stream().map(Device::number).sorted().toList());
        outputs.put("aliases", choice.aliases().stream().map(Device::number).toList());
        outputs.put(
                "made",
                volumes.stream()
                        .filter(Device::made)
                        .map(Device::volume)
                        .sorted()
                        .toList());
        outputs.put("cylinders", cylinders);
        outputs.put("capacities", capacities);
        Map<String, Object> addresses = new TreeMap<>();
        all.forEach(device -> addresses.put(device.number(), device.volume()));
        outputs.put("addresses", addresses);
        outputs.put(
                "made_aliases",
                choice.aliases().stream()
                        .filter(Device::made)
                        .map(Device::volume)
                        .toList());
        return StepResult.done(outputs, text(call, "server") + " has " + told(choice));
    }

    private static Map<String, Object> byName(Map<String, Device> devices) {
        Map<String, Object> numbers = new TreeMap<>();
        devices.forEach((name, device) -> numbers.put(name, device.number()));
        return numbers;
    }

    private static String told(EckdChooser.Choice choice) {
        List<String> parts = new ArrayList<>();
        choice.volumes()
                .values()
                .forEach(volumes -> volumes.forEach((name, device) -> parts.add(device.number() + " for " + name)));
        return "the ECKD devices " + String.join(", ", parts) + ", and "
                + choice.aliases().size() + " PAV aliases beside them";
    }

    private static String text(StepCall call, String input) {
        Object value = call.inputs().get(input);
        return value == null ? "" : value.toString();
    }

    private static List<String> texts(StepCall call, String input) {
        return call.inputs().get(input) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static double number(StepCall call, String input) {
        return asNumber(call.inputs().get(input));
    }

    private static double asNumber(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }
}
