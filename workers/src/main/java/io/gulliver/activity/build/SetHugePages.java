package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code host.set-huge-pages}: a server that this program prepared has another number of huge pages while it runs, and the owner
 * of Oracle's software may lock as much ({@code set-huge-pages.sh}).
 *
 * <p>Without a number it has as many as its databases are sized for, and never fewer than it has. Fewer than instances use is
 * refused, and so is more than the kernel says is available: half of a pool helps no instance. Undoing goes back to what the
 * script's own record says; pages that an instance uses stay.
 */
final class SetHugePages implements StepAction {
    private static final Pattern SAID = Pattern.compile("(?m)^huge pages ([0-9]{1,9}), before ([0-9]{1,9})$");

    private final Systems systems;
    private final GuestScript script;

    SetHugePages(Systems systems) {
        this.systems = systems;
        this.script = GuestScript.ofRoot(systems, "set-huge-pages");
    }

    @Override
    public String name() {
        return "host.set-huge-pages";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        GuestScript.Said said = script.run(call, context, host, values(call, "set"));
        Matcher words = words(said, host);
        long now = Long.parseLong(words.group(1));
        long before = Long.parseLong(words.group(2));
        return new StepResult(
                true,
                Map.of("huge_pages", now, "earlier", before, "changed", now != before),
                null,
                null,
                said.evidence(),
                "Server " + host + " has " + now + " huge pages of 1 MB"
                        + (now == before ? " as before" : ", before " + before));
    }

    private static Matcher words(GuestScript.Said said, String host) {
        Matcher words = SAID.matcher(said.output());
        if (!words.find()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "What set-huge-pages.sh said on " + host + " has no line of its huge pages.",
                    "Read its log in the evidence; retry the step once that is clear.");
        }
        return words;
    }

    private static Map<String, String> values(StepCall call, String way) {
        Inputs inputs = Inputs.of(call);
        Map<String, String> values = new TreeMap<>();
        List.of("sysctl_dir", "etc_dir", "user").forEach(place -> values.put(place, inputs.text(place)));
        List.of("huge_pages", "sized")
                .forEach(place -> values.put(
                        place, Integer.toString(inputs.findWhole(place).orElse(0))));
        values.put("way", way);
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("program", call.program());
        return values;
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        GuestScript.Said said = script.run(call, context, host, values(call, "back"));
        return new StepResult(
                true,
                Map.of(),
                null,
                null,
                said.evidence(),
                "Server " + host + " has " + words(said, host).group(1) + " huge pages of 1 MB");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        systems.privileged(host);
        Rendering rendering = Rendering.of(call).says("would run the script on " + host);
        Map<String, String> values = new TreeMap<>();
        List.of("sysctl_dir", "etc_dir", "user", "huge_pages", "sized")
                .forEach(place -> values.put(place, rendering.shown(place)));
        values.put("way", "set");
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("program", call.program());
        return rendering.file(host, "set-huge-pages.sh", script.preview(values)).result(context);
    }
}
