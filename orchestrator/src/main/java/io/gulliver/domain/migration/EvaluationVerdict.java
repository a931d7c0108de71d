package io.gulliver.domain.migration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an evaluation says, in the order in which a person asks: would it run, what stops it, what is unknown.
 *
 * @param answer in one word
 * @param steps of the playbook, with the items that are known
 * @param evaluated how many of them were looked at
 * @param ended whether no more of them is looked at
 * @param stops what would stop the run, one for each cause: first what its start would be refused for, then in the plan's
 *     order of the first step that it stops
 * @param unknown what only the run will know, by the step that finds it, in the plan's order
 * @param people tasks and gates that would wait for a person
 */
public record EvaluationVerdict(
        Answer answer,
        int steps,
        int evaluated,
        boolean ended,
        List<Stop> stops,
        List<NotYet> unknown,
        List<String> people) {
    /** Failure of a step whose input is found by one that has not run. */
    public static final String NOT_YET_KNOWN = "NOT_YET_KNOWN";

    /** {@code «scn of quiesce»}: an output of a step that has not run. */
    private static final Pattern NOT_YET = Pattern.compile("«([A-Za-z0-9_]+) of ([A-Za-z0-9-]+)(?:\\[[^\\]»]*\\])?»");

    /** An output that a criterion of a gate names. */
    private static final Pattern OUTPUT = Pattern.compile("steps\\[\"([A-Za-z0-9-]+)\"\\]\\.outputs\\.([A-Za-z0-9_]+)");

    /** What a message says of the step and of the place, so that one cause reads the same wherever it stops a step. */
    private static final Pattern PLACE =
            Pattern.compile("^Step [^:]+: (?:(?:input|output|name) [A-Za-z0-9_]+: |forEach\\.in: |instructions: )?");

    public EvaluationVerdict {
        stops = List.copyOf(stops);
        unknown = List.copyOf(unknown);
        people = List.copyOf(people);
    }

    /** Would it run? */
    public enum Answer {
        /** Not every step was looked at yet. */
        EVALUATING,
        /** It ended before every step was looked at: it says neither yes nor no. */
        BROKEN_OFF,
        /** No: something stops it. */
        STOPPED,
        /** Nothing stops it, as far as is known: some figures are found only on the way. */
        AS_FAR_AS_KNOWN,
        /** Yes, and every figure is known. */
        RUNS
    }

    /** Whether it ended before every step was looked at. */
    public boolean brokenOff() {
        return ended && evaluated < steps;
    }

    /**
     * Something that would stop the run.
     *
     * @param cause what is wrong
     * @param advice what to do, or null
     * @param steps that it stops, by key, in the plan's order; none when it stops the start itself
     */
    public record Stop(String cause, @Nullable String advice, List<String> steps) {
        public Stop {
            steps = List.copyOf(steps);
        }
    }

    /**
     * What a step finds and later ones need.
     *
     * @param step id of the step that finds it
     * @param title of that step, or its id
     * @param values that are needed
     * @param steps that need them, by key, in the plan's order
     * @param stopped whether that step itself is stopped
     */
    public record NotYet(String step, String title, List<String> values, List<String> steps, boolean stopped) {
        public NotYet {
            values = List.copyOf(values);
            steps = List.copyOf(steps);
        }
    }

    /**
     * One step as an evaluation left it.
     *
     * @param key of the step or item
     * @param title for people
     * @param kind what it is
     * @param ended whether it was looked at
     * @param skipped whether it would not be done at all
     * @param inputs as they were resolved
     * @param code of its failure, or null
     * @param message of its failure, or null
     * @param advice of its failure, or null
     * @param unmet what a gate demands and is not met
     */
    public record Seen(
            StepKey key,
            String title,
            StepKind kind,
            boolean ended,
            boolean skipped,
            Map<String, Object> inputs,
            @Nullable String code,
            @Nullable String message,
            @Nullable String advice,
            List<Unmet> unmet) {
        public Seen {
            unmet = List.copyOf(unmet);
        }
    }

    /**
     * A demand of a gate that is not met.
     *
     * @param id names it in a waiver
     * @param title what is wanted
     * @param measured whether it was judged; otherwise nobody knows
     * @param why the condition with what it was judged by
     */
    public record Unmet(String id, String title, boolean measured, String why) {}

    /**
     * Reads what an evaluation found.
     *
     * @param standing what a start would be refused for
     * @param steps in the plan's order
     * @param ended whether no more of them is looked at
     */
    public static EvaluationVerdict of(Collection<Stop> standing, Collection<Seen> steps, boolean ended) {
        SortedMap<String, String> titles = new TreeMap<>();
        SortedMap<String, Integer> place = new TreeMap<>();
        List<Stop> stops = new ArrayList<>(standing);
        List<String> people = new ArrayList<>();
        TreeSet<String> stopped = new TreeSet<>();
        SortedMap<String, SortedSet<String>> values = new TreeMap<>();
        SortedMap<String, List<String>> needed = new TreeMap<>();
        int evaluated = 0;
        for (Seen step : steps) {
            titles.putIfAbsent(step.key().step(), step.title());
            place.putIfAbsent(step.key().step(), place.size());
            evaluated += step.ended() ? 1 : 0;
            if (step.skipped()) {
                continue;
            }
            if (step.kind() == StepKind.TASK || step.kind() == StepKind.GATE) {
                people.add(step.key().toString());
            }
            String message = step.message();
            boolean stops1 = step.code() != null && !NOT_YET_KNOWN.equals(step.code());
            if (stops1) {
                stopped.add(step.key().step());
                stop(stops, PLACE.matcher(String.valueOf(message)).replaceFirst(""), step.advice(), step);
            }
            step.unmet().forEach(one -> unmet(step, one, stops, values, needed));
            needs(step, NOT_YET.matcher(String.valueOf(step.inputs())), 2, 1, values, needed);
            if (message != null && !stops1) {
                needs(step, NOT_YET.matcher(message), 2, 1, values, needed);
            }
        }
        List<NotYet> unknown = new ArrayList<>();
        needed.keySet().stream()
                .sorted((one, other) -> Integer.compare(
                        place.getOrDefault(one, Integer.MAX_VALUE), place.getOrDefault(other, Integer.MAX_VALUE)))
                .forEach(from -> unknown.add(new NotYet(
                        from,
                        titles.getOrDefault(from, from),
                        List.copyOf(values.get(from)),
                        needed.get(from),
                        stopped.contains(from))));
        Answer answer = !stops.isEmpty()
                ? Answer.STOPPED
                : evaluated < steps.size()
                        ? ended ? Answer.BROKEN_OFF : Answer.EVALUATING
                        : unknown.isEmpty() ? Answer.RUNS : Answer.AS_FAR_AS_KNOWN;
        return new EvaluationVerdict(answer, steps.size(), evaluated, ended, stops, unknown, people);
    }

    /** A criterion that waits for what a step finds is unknown; any other that is not met stops the run at its gate. */
    private static void unmet(
            Seen gate,
            Unmet criterion,
            List<Stop> stops,
            SortedMap<String, SortedSet<String>> values,
            SortedMap<String, List<String>> needed) {
        if (!criterion.measured() && OUTPUT.matcher(criterion.why()).find()) {
            needs(gate, OUTPUT.matcher(criterion.why()), 1, 2, values, needed);
            return;
        }
        stop(
                stops,
                "'" + gate.title() + "' wants: " + criterion.title() + ". It is "
                        + (criterion.measured() ? "not met: " : "not known: ") + criterion.why(),
                "See that it holds, or approve the gate with a waiver that names " + criterion.id()
                        + " and gives the reason.",
                gate);
    }

    private static void stop(List<Stop> stops, String cause, @Nullable String advice, Seen step) {
        for (int i = 0; i < stops.size(); i++) {
            Stop before = stops.get(i);
            if (before.cause().equals(cause)) {
                List<String> all = new ArrayList<>(before.steps());
                all.add(step.key().toString());
                stops.set(i, new Stop(cause, before.advice(), all));
                return;
            }
        }
        stops.add(new Stop(cause, advice, List.of(step.key().toString())));
    }

    /** A name that Gulliver gives when the step itself begins is not among them: nobody must find it. */
    private static void needs(
            Seen step,
            Matcher matcher,
            int place,
            int value,
            SortedMap<String, SortedSet<String>> values,
            SortedMap<String, List<String>> needed) {
        while (matcher.find()) {
            String from = matcher.group(place);
            if (from.equals(step.key().step())) {
                continue;
            }
            values.computeIfAbsent(from, id -> new TreeSet<>()).add(matcher.group(value));
            List<String> keys = needed.computeIfAbsent(from, id -> new ArrayList<>());
            if (!keys.contains(step.key().toString())) {
                keys.add(step.key().toString());
            }
        }
    }
}
