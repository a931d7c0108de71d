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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code host.check-home}: the Oracle home that the image brought is of the release that is wanted; what is patched into it is
 * among the outputs, and a home without a release update is a finding.
 */
final class CheckHome implements StepAction {
    /** From 18 on SQL*Plus says the full release in a line of its own; the other has zeros there. */
    private static final Pattern VERSION = Pattern.compile("(?m)^Version (\\d+(?:\\.\\d+)+)$");

    private static final Pattern RELEASE = Pattern.compile("SQL\\*Plus: Release (\\d+(?:\\.\\d+)+)");
    private static final Pattern PATCH = Pattern.compile("(?m)^(\\d{6,9};.+)$");
    private static final Pattern OPATCH = Pattern.compile("(?m)^OPatch Version: *(\\d+(?:\\.\\d+)+)$");
    private static final Pattern UPDATE =
            Pattern.compile("Database (?:Release Update|Bundle Patch|Patch Set Update)", Pattern.CASE_INSENSITIVE);
    private static final Pattern WANTED = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6}){0,4})?");

    private final Systems systems;
    private final GuestScript script;

    CheckHome(Systems systems) {
        this.systems = systems;
        this.script = GuestScript.ofOwner(systems, "check-home");
    }

    @Override
    public String name() {
        return "host.check-home";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        String home = inputs.text("oracle_home");
        String wanted = wanted(inputs);
        GuestScript.Said said = script.run(call, context, host, Map.of("oracle_home", home));
        String release = release(said.output());
        if (!(release + ".").startsWith(wanted.isEmpty() ? "" : wanted + ".")) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Oracle home " + home + " on " + host + " is of release "
                            + (release.isEmpty() ? "that its SQL*Plus does not say" : release) + ", wanted " + wanted
                            + ".",
                    "Put an image with the wanted home onto the server, patch the home, or correct server.oracle.release, then"
                            + " retry.");
        }
        List<String> patches = patches(said.output());
        List<String> findings = new ArrayList<>(said.findings());
        if (findings.isEmpty()
                && patches.stream().noneMatch(patch -> UPDATE.matcher(patch).find())) {
            findings.add("no release update is patched into " + home);
        }
        String opatch = opatch(said.output());
        inputs.findText("opatch_minimum")
                .filter(least -> opatch.isEmpty() || lower(opatch, least))
                .ifPresent(least -> findings.add(
                        "OPatch of " + home + " is " + (opatch.isEmpty() ? "unknown" : opatch) + ", wanted at least "
                                + least + ": the next release update will not go in before it is replaced"));
        return new StepResult(
                true,
                Map.of("release", release, "patches", patches, "opatch", opatch, "findings", List.copyOf(findings)),
                null,
                null,
                said.evidence(),
                "Oracle home " + home + " is of release " + release + " with " + patches.size() + " patches"
                        + (findings.isEmpty() ? "" : "; " + String.join("; ", findings)));
    }

    private static String wanted(Inputs inputs) {
        String wanted = inputs.findText("release").orElse("");
        if (!WANTED.matcher(wanted).matches()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "'" + wanted
                            + "' is no release of Oracle's software: wanted as many of its numbers as matter, such as"
                            + " 19.24.",
                    "Correct server.oracle.release in the program's policy, then retry.");
        }
        return wanted;
    }

    /** What OPatch lists, NUMBER;DESCRIPTION each. */
    static List<String> patches(String output) {
        return PATCH.matcher(output).results().map(match -> match.group(1)).toList();
    }

    /** Its own version; empty when it says none. */
    static String opatch(String output) {
        Matcher version = OPATCH.matcher(output);
        return version.find() ? version.group(1) : "";
    }

    /** Whether the one release is lower than the other, number by number; what is no release is the lowest. */
    static boolean lower(String one, String other) {
        String[] a = one.split("\\.");
        String[] b = other.split("\\.");
        for (int i = 0; i < Math.max(a.length, b.length); i++) {
            int order = Long.compare(number(a, i), number(b, i));
            if (order != 0) {
                return order < 0;
            }
        }
        return false;
    }

    private static long number(String[] numbers, int place) {
        return place < numbers.length && numbers[place].matches("[0-9]{1,15}") ? Long.parseLong(numbers[place]) : 0;
    }

    /** The fullest that SQL*Plus says; empty when it says none. */
    static String release(String output) {
        Matcher version = VERSION.matcher(output);
        if (version.find()) {
            return version.group(1);
        }
        Matcher release = RELEASE.matcher(output);
        return release.find() ? release.group(1) : "";
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.host(inputs.text("host"));
        Rendering rendering = Rendering.of(call);
        return rendering
                .says("would ask the home " + rendering.shown("oracle_home") + " on " + inputs.text("host")
                        + " for its release and patches")
                .file(
                        inputs.text("host"),
                        "check-home.sh",
                        script.preview(Map.of("oracle_home", rendering.shown("oracle_home"))))
                .check("it is of release " + (wanted(inputs).isEmpty() ? "that you want" : wanted(inputs)) + ".")
                .result(context);
    }
}
