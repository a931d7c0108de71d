package io.gulliver.playbook;

import com.google.re2j.Pattern;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.StepKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** A compiled playbook as people read it: its steps in the order in which they may run, with their ids, and its size. */
public final class PlaybookListing {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private PlaybookListing() {}

    /** The size of a compiled plan as a migration's record holds it, in bytes. */
    public static int size(CompiledPlan plan) {
        return JSON.writeValueAsBytes(plan).length;
    }

    /** How many steps come from each fragment, by its name and version. */
    public static Map<String, Integer> fragments(Playbook playbook) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Step step : playbook.steps()) {
            String from = step.from();
            if (from != null) {
                counts.merge(from, 1, Integer::sum);
            }
        }
        return counts;
    }

    /** The whole playbook, line by line. */
    public static List<String> lines(Playbook playbook, CompiledPlan plan, ActionCatalogue actions) {
        List<String> lines = new ArrayList<>();
        Map<String, Integer> fragments = fragments(playbook);
        int shared = fragments.values().stream().mapToInt(Integer::intValue).sum();
        lines.add(playbook.name() + " v" + playbook.version() + ": " + playbook.title());
        lines.add(plan.steps().size() + " steps, " + (plan.steps().size() - shared) + " of its own"
                + fragments.entrySet().stream()
                        .map(entry -> ", " + entry.getValue() + " of " + entry.getKey())
                        .collect(Collectors.joining()));
        lines.add(String.format(
                Locale.ROOT,
                "compiled %,d of %,d bytes, hash %s",
                size(plan),
                CompiledPlan.MAX_BYTES,
                playbook.hash()));
        Phase phase = null;
        for (PlanStep planned : plan.steps()) {
            Step step = playbook.requireStep(planned.id());
            if (step.phase() != phase) {
                phase = step.phase();
                lines.add("");
                lines.add(
                        switch (phase) {
                            case BEFORE -> "Before the outage";
                            case OUTAGE -> "In the outage";
                            case AFTER -> "After the outage";
                        });
            }
            lines.add(String.format("  %-28s %s", step.id(), step.title()));
            lines.add("      " + String.join("; ", about(step, actions)));
        }
        return lines;
    }

    private static List<String> about(Step step, ActionCatalogue actions) {
        List<String> about = new ArrayList<>();
        about.add(work(step));
        String from = step.from();
        if (from != null) {
            about.add("from " + from);
        }
        if (!step.needs().isEmpty()) {
            about.add("needs " + String.join(", ", step.needs()));
        }
        if (step.when() != null) {
            about.add("when " + oneLine(step.when()));
        }
        Step.ForEach forEach = step.forEach();
        if (forEach != null) {
            about.add("for each of " + forEach.in() + ", " + forEach.maxParallel() + " at once");
        }
        Duration estimate = step.estimate();
        if (estimate != null) {
            about.add("about " + said(estimate));
        }
        if (step.hold() != null) {
            about.add("holds " + step.hold());
        }
        if (step.release() != null) {
            about.add("releases " + step.release());
        }
        Duration undo = step.undoEstimate();
        if (undo != null) {
            about.add("taken back in " + said(undo));
        }
        if (step.pointOfNoReturn()) {
            about.add("point of no return");
        }
        String action = step.action();
        if (action != null) {
            actions.find(action)
                    .ifPresent(declared -> declared.names().forEach((name, rule) -> {
                        if (!step.inputs().containsKey(name)) {
                            about.add("gives the name " + rule.template() + " in " + rule.system());
                        }
                    }));
        }
        return about;
    }

    /** A text with each of its line ends and runs of blanks as one blank. */
    static String oneLine(String text) {
        return BLANKS.matcher(text).replaceAll(" ").trim();
    }

    /** What kind of work a step is, and whose. */
    static String work(Step step) {
        return step.kind() == StepKind.ACTION
                ? String.valueOf(step.action())
                : step.kind().name().toLowerCase(Locale.ROOT)
                        + (step.kind() == StepKind.WAIT ? "" : " of " + step.role());
    }

    /** {@code 90s}, {@code 5m}, {@code 2h}, {@code 1d}, in the largest unit that is whole. */
    static String said(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds != 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds != 0 && seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds != 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
