package io.gulliver.playbook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one version of a playbook says otherwise than another, in words, a line for each thing. */
public final class PlaybookDifference {
    private static final int LONGEST = 100;

    private final List<String> lines = new ArrayList<>();

    private PlaybookDifference() {}

    /**
     * Compares two playbooks, both with the steps of their fragments.
     *
     * @return a line for each difference; none when they say the same
     */
    public static List<String> between(Playbook before, Playbook after) {
        PlaybookDifference difference = new PlaybookDifference();
        difference.head(before, after);
        difference.steps(before, after);
        return difference.lines;
    }

    private void head(Playbook before, Playbook after) {
        changed("The playbook", "title", before.title(), after.title());
        changed("The playbook", "method", before.method(), after.method());
        if (!Objects.equals(before.description(), after.description())) {
            lines.add("The playbook: its description is written anew");
        }
        declarations("fact", before.facts(), after.facts());
        declarations("parameter", before.parameters(), after.parameters());
    }

    private void declarations(
            String what, SortedMap<String, ValueDeclaration> before, SortedMap<String, ValueDeclaration> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            ValueDeclaration was = before.get(name);
            ValueDeclaration is = after.get(name);
            String subject = "The " + what + " " + name;
            if (was == null && is != null) {
                lines.add(subject + " is new (" + declared(is) + ")");
            } else if (is == null) {
                lines.add(subject + " is gone");
            } else if (was != null) {
                changed(subject, "type", was.type(), is.type());
                changed(subject, "unit", was.unit(), is.unit());
                changed(subject, "default", was.defaultValue(), is.defaultValue());
                changed(subject, "pattern", pattern(was), pattern(is));
                if (was.required() != is.required()) {
                    lines.add(subject + (is.required() ? " must be there now" : " may be missing now"));
                }
            }
        }
    }

    private static @Nullable String pattern(ValueDeclaration declaration) {
        return declaration.pattern() == null ? null : declaration.pattern().pattern();
    }

    private static String declared(ValueDeclaration declaration) {
        return declaration.type()
                + (declaration.unit() == null ? "" : ", " + declaration.unit())
                + (declaration.defaultValue() == null ? "" : ", default " + said(declaration.defaultValue()));
    }

    private void steps(Playbook before, Playbook after) {
        Map<String, Step> was = byId(before);
        Map<String, Step> is = byId(after);
        Map<String, String> renamed = renamed(was, is);
        renamed.forEach((old, id) -> lines.add("Step " + old + " is called " + id));
        for (Step step : after.steps()) {
            if (!was.containsKey(step.id()) && !renamed.containsValue(step.id())) {
                lines.add("Step " + step.id() + " is new: " + step.title() + " ("
                        + PlaybookListing.work(step)
                        + (step.needs().isEmpty() ? "" : ", after " + String.join(", ", step.needs())) + ")");
            }
        }
        for (Step step : before.steps()) {
            if (!is.containsKey(step.id()) && !renamed.containsKey(step.id())) {
                lines.add("Step " + step.id() + " is gone: " + step.title());
            }
        }
        List<Step> moved = new ArrayList<>();
        for (Step old : before.steps()) {
            Step now = is.get(renamed.getOrDefault(old.id(), old.id()));
            if (now != null) {
                step(old, now, renamed);
                if (!Objects.equals(old.from(), now.from())) {
                    moved.add(now);
                }
            }
        }
        origins(moved);
    }

    /** Ids that are gone and ids that are new, where the step is otherwise the same work. */
    private static Map<String, String> renamed(Map<String, Step> was, Map<String, Step> is) {
        Map<String, String> renamed = new LinkedHashMap<>();
        was.forEach((id, old) -> {
            if (!is.containsKey(id)) {
                is.values().stream()
                        .filter(now -> !was.containsKey(now.id())
                                && !renamed.containsValue(now.id())
                                && now.title().equals(old.title())
                                && Objects.equals(now.action(), old.action())
                                && now.stage() == old.stage()
                                && now.phase() == old.phase())
                        .findFirst()
                        .ifPresent(now -> renamed.put(id, now.id()));
            }
        });
        return renamed;
    }

    private void origins(List<Step> moved) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        moved.forEach(step -> counts.merge(step.from() == null ? "the playbook itself" : step.from(), 1, Integer::sum));
        counts.forEach((from, count) ->
                lines.add(count + (count == 1 ? " step comes from " : " steps come from ") + from + " now"));
    }

    private static Map<String, Step> byId(Playbook playbook) {
        Map<String, Step> steps = new LinkedHashMap<>();
        playbook.steps().forEach(step -> steps.put(step.id(), step));
        return steps;
    }

    private void step(Step old, Step now, Map<String, String> renamed) {
        String subject = "Step " + now.id();
        Function<String, String> ids = text -> {
            String changed = text;
            for (Map.Entry<String, String> entry : renamed.entrySet()) {
                changed = changed.replace("steps." + entry.getKey() + ".", "steps." + entry.getValue() + ".")
                        .replace("steps[\"" + entry.getKey() + "\"]", "steps[\"" + entry.getValue() + "\"]");
            }
            return changed;
        };
        needs(subject, old, now, renamed);
        changed(subject, "title", old.title(), now.title());
        changed(subject, "stage", old.stage(), now.stage());
        changed(subject, "phase", old.phase(), now.phase());
        changed(subject, "kind", old.kind(), now.kind());
        changed(subject, "action", old.action(), now.action());
        inputs(subject, old.inputs(), now.inputs(), ids);
        changed(subject, "outputs", old.outputs().keySet(), now.outputs().keySet());
        changed(subject, "condition", named(old.when(), ids), now.when());
        changed(subject, "forEach", said(old.forEach(), ids), now.forEach());
        changed(subject, "repeat", said(old.repeat(), ids), now.repeat());
        changed(subject, "doneCheck", said(old.doneCheck(), ids), now.doneCheck());
        changed(subject, "rerun", old.rerun(), now.rerun());
        changed(subject, "undo", old.undo(), now.undo());
        changed(subject, "observe", said(old.observe(), ids), now.observe());
        changed(subject, "callTimeout", old.callTimeout(), now.callTimeout());
        changed(subject, "stateTimeout", old.stateTimeout(), now.stateTimeout());
        changed(subject, "retry", old.retry(), now.retry());
        changed(subject, "notBefore", old.notBefore(), now.notBefore());
        changed(subject, "slots", old.slots(), now.slots());
        changed(subject, "hold", old.hold(), now.hold());
        changed(subject, "release", old.release(), now.release());
        changed(subject, "undoEstimate", old.undoEstimate(), now.undoEstimate());
        changed(subject, "side", old.side(), now.side());
        changed(subject, "role", old.role(), now.role());
        changed(subject, "estimate", old.estimate(), now.estimate());
        changed(subject, "evidence", old.evidence(), now.evidence());
        changed(subject, "closedBy", old.closedBy(), now.closedBy());
        criteria(subject, old, now, ids);
        changed(subject, "lookAgain", old.lookAgain(), now.lookAgain());
        changed(subject, "fourEyes", old.fourEyes(), now.fourEyes());
        changed(subject, "pointOfNoReturn", old.pointOfNoReturn(), now.pointOfNoReturn());
        if (old.purpose() != now.purpose()) {
            lines.add(subject + " is in " + PlaybookListing.runs(now) + " now, was in " + PlaybookListing.runs(old));
        }
        if (!Objects.equals(named(old.instructions(), ids), now.instructions())) {
            lines.add(subject + ": its instructions are written anew");
        }
    }

    private void needs(String subject, Step old, Step now, Map<String, String> renamed) {
        Set<String> was = new LinkedHashSet<>();
        old.needs().forEach(need -> was.add(renamed.getOrDefault(need, need)));
        Set<String> more = new LinkedHashSet<>(now.needs());
        more.removeAll(was);
        was.removeAll(now.needs());
        if (!more.isEmpty()) {
            lines.add(subject + " also waits for " + String.join(", ", more));
        }
        if (!was.isEmpty()) {
            lines.add(subject + " no longer waits for " + String.join(", ", was));
        }
    }

    private void inputs(
            String subject, Map<String, Object> before, Map<String, Object> after, Function<String, String> ids) {
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            Object was = before.get(name);
            changed(subject, "input " + name, was == null ? null : ids.apply(was.toString()), after.get(name));
        }
    }

    private void criteria(String subject, Step old, Step now, Function<String, String> ids) {
        Map<String, String> was = new LinkedHashMap<>();
        old.criteria().forEach(criterion -> was.put(criterion.id(), ids.apply(criterion.holds())));
        Map<String, String> is = new LinkedHashMap<>();
        now.criteria().forEach(criterion -> is.put(criterion.id(), criterion.holds()));
        Set<String> names = new LinkedHashSet<>(was.keySet());
        names.addAll(is.keySet());
        names.forEach(name -> changed(subject, "criterion " + name, was.get(name), is.get(name)));
    }

    private void changed(String subject, String what, @Nullable Object was, @Nullable Object is) {
        String before = said(was);
        String after = said(is);
        if (before.equals(after)) {
            return;
        }
        lines.add(
                was == null
                        ? subject + ": " + what + " is new, " + after
                        : is == null
                                ? subject + ": " + what + " is gone, was " + before
                                : subject + ": " + what + " was " + before + ", is " + after);
    }

    private static @Nullable String named(@Nullable String text, Function<String, String> ids) {
        return text == null ? null : ids.apply(text);
    }

    private static @Nullable String said(@Nullable Object value, Function<String, String> ids) {
        return value == null ? null : ids.apply(said(value));
    }

    private static String said(@Nullable Object value) {
        if (value instanceof Duration duration) {
            return PlaybookListing.said(duration);
        }
        if (value instanceof Step.NotBefore time) {
            Duration offset = time.offset();
            return offset == null
                    ? String.valueOf(time.fixed())
                    : offset.isZero()
                            ? "T"
                            : "T" + (offset.isNegative() ? "-" : "+") + PlaybookListing.said(offset.abs());
        }
        if (value instanceof Step.Retry retry) {
            return retry.attempts() + " attempts, at most " + PlaybookListing.said(retry.backoffCap()) + " apart";
        }
        if (value instanceof Step.Repeat repeat) {
            return "every " + PlaybookListing.said(repeat.every()) + ", at most " + repeat.max() + " times"
                    + (repeat.until() == null ? "" : ", until " + repeat.until());
        }
        if (value instanceof Step.ForEach each) {
            return each.in() + ", " + each.maxParallel() + " at once";
        }
        if (value instanceof Step.DoneCheck check) {
            return check.action() + " " + check.inputs();
        }
        if (value instanceof Step.Observe observe) {
            return observe.unit()
                    + (observe.total() == null ? "" : " of " + observe.total())
                    + (observe.rate() == null ? "" : " at " + observe.rate());
        }
        if (value instanceof Enum<?> word) {
            return word.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        String text = value == null ? "" : PlaybookListing.oneLine(value.toString());
        return text.length() > LONGEST ? text.substring(0, LONGEST - 3) + "..." : text.isEmpty() ? "nothing" : text;
    }
}
