package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.WorkingHours;
import io.gulliver.planning.schedule.PlanInput.Bar;
import io.gulliver.planning.schedule.PlanInput.Closed;
import io.gulliver.planning.schedule.PlanInput.Item;
import io.gulliver.planning.schedule.PlanInput.Progress;
import io.gulliver.planning.schedule.PlanInput.WaveInput;
import io.gulliver.planning.schedule.RunShape.Block;
import io.gulliver.planning.schedule.RunShape.Lead;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts stages on dates: a wave starts when it is typed and the waves before it have ended; stages before the outage follow
 * one another in the order of the run, people's part within working hours; then users are out from T on, as typed, or as
 * early as what is due before it allows. A move group has one T and one go-live, in whatever waves it stands. No outage
 * touches a freeze or working hours. What does not hold is named (docs/domain/cutover.md, 5.1).
 */
public final class Scheduler {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ENGLISH);
    /** Freezes and working hours may chase each other; after so many moves the date stays where it is. */
    private static final int MOST_MOVES = 200;

    private Scheduler() {}

    /** The plan, as if nothing had happened yet. */
    public static Timeline plan(PlanInput input) {
        return new Run(input, null, Map.of()).go();
    }

    /**
     * What is still to be expected: what happened stays, what runs takes the rest of its time from now on, and nothing
     * that has not begun begins before now.
     */
    public static Timeline expect(PlanInput input, Instant now) {
        return expect(input, now, Map.of());
    }

    /**
     * The same beside a plan: users go out at T, however early the stages before are through.
     *
     * @param usersOut T as it is planned, by database
     */
    public static Timeline expect(PlanInput input, Instant now, Map<String, Instant> usersOut) {
        return new Run(input, now, usersOut).go();
    }

    private static final class Run {
        private final PlanInput input;
        private final @Nullable Instant now;
        private final SortedMap<String, Map<Stage, Bar>> bars = new TreeMap<>();
        private final SortedMap<String, String> undated = new TreeMap<>();
        private final Map<Integer, Instant> ends = new HashMap<>();
        private final Map<Integer, WaveInput> waves = new HashMap<>();
        private final Map<Integer, List<Item>> members = new HashMap<>();
        private final List<Closed> closed;
        private final SortedMap<String, CutoverDates> cutovers = new TreeMap<>();
        /** When the stages before the outage are through, by database. */
        private final Map<String, Instant> ready = new HashMap<>();

        /** T of members of a move group that stands in several waves, as the group goes. */
        private final Map<String, Instant> held = new HashMap<>();

        private final Map<String, Instant> planned;

        Run(PlanInput input, @Nullable Instant now, Map<String, Instant> planned) {
            this.input = input;
            this.now = now;
            this.planned = planned;
            this.closed = input.closed().stream()
                    .sorted(Comparator.comparing(Closed::from).thenComparing(Closed::to))
                    .toList();
            input.waves().forEach(wave -> waves.put(wave.number(), wave));
            input.items()
                    .forEach(item -> members.computeIfAbsent(item.wave(), wave -> new ArrayList<>())
                            .add(item));
        }

        Timeline go() {
            // A group that stands in several waves may go later than its wave alone would, and waves that wait for this
            // one with it; each round can move the waves behind one more, so there are as many rounds as waves.
            for (int round = 0; round <= input.waves().size(); round++) {
                Map<String, Instant> before = Map.copyOf(held);
                dated();
                if (held.equals(before)) {
                    break;
                }
            }
            return new Timeline(bars, undated, cutovers);
        }

        private void dated() {
            List.of(bars, undated, ends, ready, cutovers).forEach(Map::clear);
            input.waves().stream().map(WaveInput::number).sorted().forEach(number -> end(number, new HashSet<>()));
            for (Item item : input.items()) {
                if (!bars.containsKey(item.database())) {
                    undated.putIfAbsent(item.database(), "wave W" + item.wave() + " does not exist");
                }
            }
            together();
        }

        /** Move groups that stand in several waves go live with the last of their members. */
        private void together() {
            SortedMap<String, List<Item>> groups = new TreeMap<>();
            input.items().stream()
                    .filter(item -> item.moveGroup() != null)
                    .forEach(
                            item -> groups.computeIfAbsent(String.valueOf(item.moveGroup()), group -> new ArrayList<>())
                                    .add(item));
            groups.forEach((group, items) -> {
                TreeSet<String> keys = new TreeSet<>();
                items.forEach(item -> keys.add("W" + item.wave()));
                if (keys.size() == 1) {
                    return;
                }
                List<Item> dated = items.stream()
                        .filter(item -> ready.containsKey(item.database()))
                        .toList();
                if (!dated.isEmpty()) {
                    cut(
                            dated,
                            List.of(new PlanBreak(
                                    PlanBreak.Kind.MOVE_GROUP,
                                    "Move group " + group + " goes live at one moment and stands in waves "
                                            + String.join(", ", keys)
                                            + (dated.size() == items.size() ? "" : ", of which not all have a date")
                                            + ".")));
                    Set<Integer> numbers = items.stream().map(Item::wave).collect(Collectors.toSet());
                    // one whose waves wait for each other would hold itself for ever
                    if (numbers.stream().noneMatch(one -> waitsFor(one, numbers, new HashSet<>()))) {
                        dated.forEach(item -> held.put(
                                item.database(),
                                Objects.requireNonNull(cutovers.get(item.database()), "cut just now")
                                        .usersOut()));
                    }
                }
            });
        }

        private boolean waitsFor(int number, Set<Integer> others, Set<Integer> seen) {
            WaveInput wave = waves.get(number);
            return wave != null
                    && seen.add(number)
                    && wave.after().stream()
                            .anyMatch(before -> others.contains(before) || waitsFor(before, others, seen));
        }

        /** When a wave ends, its databases put on dates; null when it has none. */
        private @Nullable Instant end(int number, Set<Integer> waiting) {
            if (ends.containsKey(number)) {
                return ends.get(number);
            }
            WaveInput wave = waves.get(number);
            if (wave == null) {
                return null;
            }
            if (!waiting.add(number)) {
                return null;
            }
            String why = null;
            Instant start = wave.start();
            for (int before : wave.after()) {
                Instant ended = end(before, waiting);
                if (ended == null) {
                    why = waiting.contains(before)
                            ? "waves W%d and W%d wait for each other".formatted(number, before)
                            : "wave W%d, which comes before, has no date".formatted(before);
                    break;
                }
                start = start == null || ended.isAfter(start) ? ended : start;
            }
            waiting.remove(number);
            if (why == null && start == null) {
                why = "wave W" + number + " has no start";
            }
            List<Item> items = members.getOrDefault(number, List.of());
            if (why != null || start == null) {
                for (Item item : items) {
                    undated.put(item.database(), String.valueOf(why));
                }
                return null;
            }
            Instant end = start;
            for (List<Item> group : groups(items)) {
                Instant ended = place(group, start);
                end = ended.isAfter(end) ? ended : end;
            }
            ends.put(number, end);
            return end;
        }

        private static List<List<Item>> groups(List<Item> items) {
            TreeMap<String, List<Item>> groups = new TreeMap<>();
            for (Item item : items) {
                String key = item.moveGroup() == null ? "d/" + item.database() : "g/" + item.moveGroup();
                groups.computeIfAbsent(key, name -> new ArrayList<>()).add(item);
            }
            return List.copyOf(groups.values());
        }

        private Instant place(List<Item> group, Instant start) {
            for (Item item : group) {
                Map<Stage, Bar> stages = new EnumMap<>(Stage.class);
                Instant from = start;
                for (Block block : item.durations().blocks()) {
                    if (block.stage() == Stage.SIZING && started(item, Stage.SIZING) == null) {
                        Bar discovery = stages.get(Stage.DISCOVERY);
                        from = later(from, item.bounds().sized(discovery == null ? start : discovery.start()));
                    }
                    if (block.stage() == Stage.CUTOVER) {
                        from = done(from, block.people(), block.machines());
                        continue;
                    }
                    Bar bar = bar(item, block.stage(), from, block.people(), block.machines());
                    stages.put(block.stage(), bar);
                    from = bar.end().isAfter(from) ? bar.end() : from;
                }
                bars.put(item.database(), stages);
                ready.put(item.database(), from);
            }
            return cut(group, List.of());
        }

        /** Puts the outage of databases that go together on its date; answers when their users are in. */
        private Instant cut(List<Item> group, List<PlanBreak> known) {
            Duration outage = group.stream()
                    .map(item -> item.durations().outage())
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            Instant begun = latest(
                    group.stream().map(item -> started(item, Stage.CUTOVER)).toList());
            Instant typed =
                    latest(group.stream().map(item -> typed(item, outage)).toList());
            List<PlanBreak> broken = new ArrayList<>(known);
            for (Item item : group) {
                Instant own = typed(item, outage);
                if (own != null && !own.equals(typed)) {
                    broken.add(new PlanBreak(
                            PlanBreak.Kind.MOVE_GROUP,
                            "Users out of " + item.database() + " is typed for " + told(own)
                                    + ", and its move group goes together, typed for " + told(typed) + "."));
                }
            }
            Instant at = begun != null ? begun : usersOut(group, outage, typed, broken);
            Instant end = at;
            for (Item item : group) {
                Map<Stage, Bar> stages = bars.getOrDefault(item.database(), new EnumMap<>(Stage.class));
                Bar whole = bar(item, Stage.CUTOVER, at, Duration.ZERO, outage);
                stages.put(Stage.CUTOVER, whole);
                end = whole.end().isAfter(end) ? whole.end() : end;
                for (Stage stage : Stage.values()) {
                    if (item.durations().shape().inside().containsKey(stage)) {
                        stages.put(
                                stage,
                                bar(
                                        item,
                                        stage,
                                        at.plus(item.durations().from(stage)),
                                        Duration.ZERO,
                                        item.durations().of(stage)));
                    } else if (stage != Stage.CUTOVER) {
                        Instant before = ready.getOrDefault(item.database(), at);
                        stages.computeIfAbsent(
                                stage, missing -> bar(item, missing, before, Duration.ZERO, Duration.ZERO));
                    }
                }
            }
            for (Item item : group) {
                cutovers.put(item.database(), dates(item, at, end, broken));
            }
            return end;
        }

        /** T of databases that go together. */
        private Instant usersOut(List<Item> group, Duration outage, @Nullable Instant typed, List<PlanBreak> broken) {
            Instant through = Objects.requireNonNull(
                    latest(group.stream()
                            .map(item -> ready.get(item.database()))
                            .toList()),
                    "placed before");
            Instant at = typed;
            if (at == null) {
                at = through;
                for (Item item : group) {
                    for (Lead lead : item.durations().shape().leads()) {
                        Instant led =
                                ready.getOrDefault(item.database(), through).plus(lead.before());
                        at = led.isAfter(at) ? led : at;
                    }
                }
            } else if (through.isAfter(at)) {
                broken.add(new PlanBreak(
                        PlanBreak.Kind.NOT_READY,
                        "Users out is typed for " + told(at) + ", and the stages before end on " + told(through)
                                + "."));
                at = through;
            } else {
                lead(group, at, broken);
            }
            for (Item item : group) {
                Instant earliest = item.notBefore();
                if (typed != null && earliest != null && earliest.isAfter(at)) {
                    name(
                            broken,
                            PlanBreak.Kind.EARLIEST,
                            "Users out is typed for " + told(typed) + ", and the earliest for " + item.database()
                                    + " is " + told(earliest) + ".");
                }
                at = later(later(at, earliest), held.get(item.database()));
            }
            at = open(at, outage, typed, broken);
            for (Item item : group) {
                at = later(at, planned.get(item.database()));
            }
            return open(later(at, now), outage, null, broken);
        }

        /** What is due so long before T that what it needs is not done by then. */
        private void lead(List<Item> group, Instant at, List<PlanBreak> broken) {
            for (Item item : group) {
                Instant through = ready.getOrDefault(item.database(), at);
                for (Lead lead : item.durations().shape().leads()) {
                    Instant due = at.minus(lead.before());
                    if (through.isAfter(due)) {
                        broken.add(new PlanBreak(
                                PlanBreak.Kind.LEAD_TIME,
                                "'" + lead.title() + "' of " + item.database() + " is due on " + told(due)
                                        + ", and what comes before it ends on " + told(through) + "."));
                        break;
                    }
                }
            }
        }

        private CutoverDates dates(Item item, Instant out, Instant in, List<PlanBreak> broken) {
            Instant hypercare = null;
            Instant retired = null;
            Map<String, Instant> ends = new HashMap<>();
            for (RunShape.Act act : item.durations().shape().after()) {
                Instant begin = in;
                for (String need : act.needs()) {
                    begin = later(begin, ends.get(need));
                }
                begin = act.offset() == null ? begin : later(begin, out.plus(act.offset()));
                Instant end = act.people()
                        ? done(begin, act.length(), Duration.ZERO)
                        : done(begin, Duration.ZERO, act.length());
                ends.put(act.id(), end);
                hypercare = act.decision() ? end : hypercare;
                retired = later(end, retired);
            }
            List<PlanBreak> all = new ArrayList<>(broken);
            Instant latest = item.bounds().latest();
            if (latest != null && in.isAfter(latest)) {
                all.add(new PlanBreak(
                        PlanBreak.Kind.LATEST,
                        "Users of " + item.database() + " are in on " + told(in) + ", and the latest is " + told(latest)
                                + "."));
            }
            return new CutoverDates(out, in, hypercare, retired, all);
        }

        /** T as people typed it: for the database, else for its wave, as users out or from users in back. */
        private @Nullable Instant typed(Item item, Duration outage) {
            WaveInput wave = waves.get(item.wave());
            Instant own = item.bounds().usersOut();
            if (own != null || wave == null) {
                return own;
            }
            Instant in = wave.goLive();
            return in == null ? wave.usersOut() : in.minus(outage);
        }

        private static Instant later(Instant one, @Nullable Instant other) {
            return other == null || one.isAfter(other) ? one : other;
        }

        private static @Nullable Instant latest(List<? extends @Nullable Instant> instants) {
            return instants.stream()
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }

        private String told(@Nullable Instant at) {
            return at == null ? "no date" : SHOWN.format(at.atZone(input.zone()));
        }

        /** When people and then machines are done. */
        private Instant done(Instant begin, Duration people, Duration machines) {
            WorkingHours hours = input.hours();
            return (hours == null ? begin.plus(people) : hours.done(begin, people)).plus(machines);
        }

        private @Nullable Instant started(Item item, Stage stage) {
            Progress progress = now == null ? null : item.progress().get(stage);
            return progress == null ? null : progress.started();
        }

        private Bar bar(Item item, Stage stage, Instant from, Duration people, Duration machines) {
            Duration length = people.plus(machines);
            Progress progress = now == null ? null : item.progress().get(stage);
            if (now == null) {
                return new Bar(from, done(from, people, machines));
            }
            Instant started = progress == null ? null : progress.started();
            if (progress == null || started == null) {
                Instant begin = from.isBefore(now) ? now : from;
                return new Bar(begin, done(begin, people, machines));
            }
            Instant ended = progress.ended();
            if (ended != null) {
                return new Bar(started, ended.isBefore(started) ? started : ended);
            }
            // Running: by its start and length, but never less than what its open steps still need from now on.
            double left = Math.max(0, Math.min(1, 1 - progress.share()));
            Instant byWork = done(now, part(people, left), part(machines, left));
            Instant byStart = done(started, people, machines);
            Instant end = byWork.isAfter(byStart) || progress.share() > 0 ? byWork : byStart;
            return new Bar(started, end.isBefore(started) ? started : end);
        }

        private static Duration part(Duration whole, double share) {
            return Duration.ofSeconds(Math.round(whole.toSeconds() * share));
        }

        /** The first moment from which an outage touches no freeze and no working hours. */
        private Instant open(Instant from, Duration outage, @Nullable Instant typed, List<PlanBreak> broken) {
            Instant at = from;
            for (int i = 0; i < MOST_MOVES; i++) {
                Instant before = at;
                at = outsideHours(at, outage, typed, broken);
                for (Closed time : closed) {
                    boolean touches = at.isBefore(time.to())
                            && (at.plus(outage).isAfter(time.from()) || !at.isBefore(time.from()));
                    if (touches) {
                        if (typed != null) {
                            name(
                                    broken,
                                    PlanBreak.Kind.FREEZE,
                                    "Users out is typed for " + told(typed) + ", and the outage touches the freeze '"
                                            + time.reason() + "' from " + told(time.from()) + " to " + told(time.to())
                                            + ".");
                        }
                        at = time.to();
                    }
                }
                if (at.equals(before)) {
                    break;
                }
            }
            return at;
        }

        private Instant outsideHours(Instant at, Duration outage, @Nullable Instant typed, List<PlanBreak> broken) {
            WorkingHours hours = input.hours();
            if (hours == null) {
                return at;
            }
            Optional<Instant> outside = hours.outside(at, outage);
            if (outside.isEmpty()) {
                name(
                        broken,
                        PlanBreak.Kind.WORKING_HOURS,
                        "No time outside working hours is as long as the outage of " + outage.toMinutes() + " min.");
                return at;
            }
            if (typed != null && !at.equals(outside.get())) {
                name(
                        broken,
                        PlanBreak.Kind.WORKING_HOURS,
                        "Users out is typed for " + told(typed) + ", and the outage touches working hours.");
            }
            return outside.get();
        }

        /** What stands in the way first is enough of its kind. */
        private static void name(List<PlanBreak> broken, PlanBreak.Kind kind, String words) {
            if (broken.stream().noneMatch(one -> one.kind() == kind)) {
                broken.add(new PlanBreak(kind, words));
            }
        }
    }
}
