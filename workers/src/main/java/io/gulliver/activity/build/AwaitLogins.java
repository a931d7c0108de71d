package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.storage.StorageArray;
import io.gulliver.contract.storage.StorageLogin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code storage.await-logins}: every port of the server has logged in at the array, on its own fabric.
 *
 * <p>What the array sees decides, not what somebody said. Meanwhile it says which ports are missing, and which are logged in on
 * another fabric than the landscape has them on. Only looks.
 */
final class AwaitLogins implements StepAction {
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final Systems systems;

    AwaitLogins(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "storage.await-logins";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        return StepResult.started(host, Map.of(), "Waiting for the logins of host " + host);
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        String host = inputs.text("host");
        StorageArray storage = systems.storage(array);
        ArrayFabrics fabrics = ArrayFabrics.of(systems, array);
        SortedMap<String, String> wanted = wanted(inputs);
        AtomicReference<Seen> seen = new AtomicReference<>(new Seen(List.of(), List.of("nobody has looked yet")));
        boolean all = context.waitFor(
                () -> {
                    seen.set(judge(wanted, fabrics.fabrics(), storage.logins(host)));
                    context.progress(progress(wanted, seen.get()));
                    return seen.get().missing().isEmpty();
                },
                PERIOD,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        return all
                ? StepResult.done(
                        Map.of("logins", seen.get().logins()),
                        "Array " + array + " sees every port of host " + host + " on its fabric, "
                                + seen.get().logins().size() + " logins")
                : StepResult.running(host, progress(wanted, seen.get()));
    }

    /** Fabric by WWPN; empty where nobody knows it before the firmware has chosen. */
    private static SortedMap<String, String> wanted(Inputs inputs) {
        SortedMap<String, String> wanted = new TreeMap<>();
        inputs.texts("wwpns").forEach(wwpn -> wanted.put(Zone.wwpn(wwpn), ""));
        inputs.findTextsByName("fabrics").forEach((wwpn, fabric) -> wanted.replace(Zone.wwpn(wwpn), fabric));
        return wanted;
    }

    /**
     * What the array sees of a server.
     *
     * @param logins a WWPN of the server and one of the array each, both 16 lower-case hex digits
     * @param missing one clause for each port that is not seen where it belongs
     */
    record Seen(List<String> logins, List<String> missing) {
        Seen {
            logins = List.copyOf(logins);
            missing = List.copyOf(missing);
        }
    }

    /** Pure: compares what is wanted with what the array lists. */
    static Seen judge(Map<String, String> wanted, Map<String, String> fabricOfTarget, List<StorageLogin> seen) {
        List<String> logins = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        TreeSet<String> covered = new TreeSet<>();
        new TreeMap<>(wanted).forEach((host, fabric) -> {
            TreeSet<String> elsewhere = new TreeSet<>();
            int before = logins.size();
            seen.stream()
                    .filter(login -> Zone.wwpn(login.host()).equals(host) && login.online())
                    .map(login -> Zone.wwpn(login.array()))
                    .distinct()
                    .sorted()
                    .forEach(target -> {
                        String at = fabricOfTarget.get(target);
                        if (at == null) {
                            elsewhere.add("port " + target + ", which the landscape does not name");
                        } else if (fabric.isEmpty() || at.equals(fabric)) {
                            logins.add(host + " " + target);
                            covered.add(at);
                        } else {
                            elsewhere.add("fabric " + at);
                        }
                    });
            if (logins.size() == before) {
                missing.add(host
                        + (fabric.isEmpty() ? "" : " on fabric " + fabric)
                        + (elsewhere.isEmpty() ? "" : " (it is logged in at " + String.join(" and ", elsewhere) + ")"));
            }
        });
        if (missing.isEmpty() && covered.size() < 2) {
            missing.add("a port on a second fabric (all are on fabric " + String.join("", covered) + ")");
        }
        return new Seen(logins, missing);
    }

    private static Progress progress(Map<String, String> wanted, Seen seen) {
        long there = seen.logins().stream()
                .map(login -> login.substring(0, login.indexOf(' ')))
                .distinct()
                .count();
        return new Progress(
                there,
                (double) wanted.size(),
                "ports",
                null,
                seen.missing().isEmpty()
                        ? "every port is logged in"
                        : "not logged in at the array: " + String.join("; ", seen.missing()));
    }

    /** It only looks: there is nothing to stop. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Nothing runs");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        ArrayFabrics.of(systems, inputs.text("array"));
        Rendering rendering = Rendering.of(call)
                .says("would wait until array " + inputs.text("array") + " sees each of the ports "
                        + call.inputs().get("wwpns") + " on its fabric");
        systems.storage(inputs.text("array"))
                .plannedLogins(rendering.shown("host"))
                .forEach(planned ->
                        rendering.request("array " + inputs.text("array"), planned.what(), planned.fields()));
        return rendering.result(context);
    }
}
