package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run does, in its own order: the longest way through its steps before the outage, what is due so long before
 * users out, how the outage is shared, and what comes after (docs/domain/cutover.md, 5.1). Whatever lies on the longest
 * way counts once, in the stage it belongs to.
 *
 * @param compiled whether a playbook says it; else the lengths are the planning values of a program
 * @param before stages in the order of the run, with their lengths
 * @param leads what is due before users out, longest first
 * @param inside which part of the outage belongs to a stage, of those within it
 * @param outage the longest way through the outage
 * @param after steps behind users in, each after what it needs
 */
public record RunShape(
        boolean compiled,
        List<Block> before,
        List<Lead> leads,
        Map<Stage, Part> inside,
        Duration outage,
        List<Act> after) {
    public RunShape {
        before = List.copyOf(before);
        leads = List.copyOf(leads);
        Map<Stage, Part> parts = new EnumMap<>(Stage.class);
        parts.putAll(inside);
        inside = Collections.unmodifiableMap(parts);
        after = List.copyOf(after);
    }

    /**
     * A step of a compiled playbook.
     *
     * @param id unique in it
     * @param title for people
     * @param people whether people work on it, and not machines
     * @param decision whether people decide there
     * @param needs what comes before
     * @param length estimate; zero when nobody said one
     * @param offset from users out before which it does not begin, or null
     */
    public record Act(
            String id,
            String title,
            Stage stage,
            Phase phase,
            boolean people,
            boolean decision,
            List<String> needs,
            Duration length,
            @Nullable Duration offset) {
        public Act {
            needs = List.copyOf(needs);
        }
    }

    /** A stage before the outage: how long people work on it, and how long machines do. */
    public record Block(Stage stage, Duration people, Duration machines) {}

    /** Something that is due so long before users out. */
    public record Lead(String title, Duration before) {}

    /** A step that hangs on users out: before this instant it does not begin. */
    public record Dated(String title, Instant at) {}

    /** Every step that hangs on users out, with its date for this T; they move when T moves. */
    public List<Dated> dated(Instant usersOut) {
        List<Dated> dated = new ArrayList<>();
        leads.forEach(lead -> dated.add(new Dated(lead.title(), usersOut.minus(lead.before()))));
        after.forEach(act -> {
            if (act.offset() != null) {
                dated.add(new Dated(act.title(), usersOut.plus(act.offset())));
            }
        });
        dated.sort(Comparator.comparing(Dated::at));
        return List.copyOf(dated);
    }

    /** A part of the outage, from 0 to 1. */
    public record Part(double from, double to) {}

    /** One stage after another, and the cutover last: while no method is decided, and where changes are replicated. */
    public static RunShape sequence() {
        return usual(
                List.of(Stage.DISCOVERY, Stage.SIZING, Stage.BUILD, Stage.REPLICATION, Stage.VALIDATION), Map.of());
    }

    /** Moving and comparing lie in the outage: a method without replication, of which no playbook says more. */
    public static RunShape offline() {
        return usual(
                List.of(Stage.DISCOVERY, Stage.SIZING, Stage.BUILD),
                Map.of(Stage.REPLICATION, new Part(0, 0.5), Stage.VALIDATION, new Part(0.5, 0.75)));
    }

    private static RunShape usual(List<Stage> before, Map<Stage, Part> inside) {
        return new RunShape(
                false,
                before.stream()
                        .map(stage -> new Block(stage, Duration.ZERO, Duration.ZERO))
                        .toList(),
                List.of(),
                inside,
                Duration.ZERO,
                List.of());
    }

    /** The shape of a playbook; each step comes after what it needs. */
    public static RunShape of(List<Act> acts) {
        Map<String, Act> known = new LinkedHashMap<>();
        acts.forEach(act -> known.put(act.id(), act));
        Set<String> dated = new HashSet<>();
        Way way = new Way();
        List<Lead> leads = new ArrayList<>();
        Way outage = new Way();
        List<Act> after = new ArrayList<>();
        for (Act act : acts) {
            Duration offset = act.offset();
            switch (act.phase()) {
                case BEFORE -> {
                    boolean hangs = act.needs().stream().anyMatch(dated::contains);
                    if (offset != null) {
                        leads.add(new Lead(act.title(), offset.negated()));
                    }
                    if (offset != null || hangs) {
                        dated.add(act.id());
                    } else {
                        way.walk(act);
                    }
                }
                case OUTAGE -> outage.walk(act);
                case AFTER -> after.add(act);
            }
        }
        leads.sort((one, other) -> other.before().compareTo(one.before()));
        List<Block> before = way.blocks(known);
        Map<Stage, Part> inside = outage.parts();
        before.forEach(block -> inside.remove(block.stage()));
        return new RunShape(true, before, leads, inside, outage.end(), after);
    }

    /** The same, with no lead and no wait after users in longer than a program allows; null allows what playbooks say. */
    public RunShape within(@Nullable Duration lead, @Nullable Duration soak) {
        List<Lead> nearer = leads.stream()
                .map(one -> lead == null || one.before().compareTo(lead) <= 0 ? one : new Lead(one.title(), lead))
                .toList();
        List<Act> sooner = after.stream()
                .map(act -> soak == null || act.offset() == null || act.offset().compareTo(soak) <= 0
                        ? act
                        : new Act(
                                act.id(),
                                act.title(),
                                act.stage(),
                                act.phase(),
                                act.people(),
                                act.decision(),
                                act.needs(),
                                act.length(),
                                soak))
                .toList();
        return new RunShape(compiled, before, nearer, inside, outage, sooner);
    }

    /** Whether a stage lies within the outage. */
    public boolean inside(Stage stage) {
        return stage == Stage.CUTOVER || inside.containsKey(stage);
    }

    /** Steps one after another, each as early as what it needs allows. */
    private static final class Way {
        private final Map<String, Duration> ends = new HashMap<>();
        private final Map<String, String> last = new HashMap<>();
        private final Map<Stage, Duration> firsts = new EnumMap<>(Stage.class);
        private final Map<Stage, Duration> lasts = new EnumMap<>(Stage.class);
        private @Nullable String farthest;

        void walk(Act act) {
            Duration start = Duration.ZERO;
            for (String need : act.needs()) {
                Duration end = ends.get(need);
                if (end != null && (end.compareTo(start) > 0 || !last.containsKey(act.id()))) {
                    start = end.compareTo(start) > 0 ? end : start;
                    last.put(act.id(), need);
                }
            }
            Duration end = start.plus(act.length());
            ends.put(act.id(), end);
            if (!act.length().isZero()) {
                Duration began = start;
                firsts.merge(act.stage(), began, (one, other) -> one.compareTo(other) <= 0 ? one : other);
                lasts.merge(act.stage(), end, (one, other) -> one.compareTo(other) >= 0 ? one : other);
            }
            if (farthest == null || end.compareTo(end()) > 0) {
                farthest = act.id();
            }
        }

        Duration end() {
            return farthest == null ? Duration.ZERO : ends.getOrDefault(farthest, Duration.ZERO);
        }

        /** The stages of the longest way, in its order. */
        List<Block> blocks(Map<String, Act> acts) {
            List<Act> path = new ArrayList<>();
            for (String id = farthest; id != null; id = last.get(id)) {
                Act act = acts.get(id);
                if (act != null) {
                    path.add(0, act);
                }
            }
            Map<Stage, Block> blocks = new LinkedHashMap<>();
            for (Act act : path) {
                Block own = new Block(
                        act.stage(),
                        act.people() ? act.length() : Duration.ZERO,
                        act.people() ? Duration.ZERO : act.length());
                blocks.merge(
                        act.stage(),
                        own,
                        (one, other) -> new Block(
                                one.stage(),
                                one.people().plus(other.people()),
                                one.machines().plus(other.machines())));
            }
            return List.copyOf(blocks.values());
        }

        /** Which part of the whole belongs to the stages that move and compare. */
        Map<Stage, Part> parts() {
            Map<Stage, Part> parts = new EnumMap<>(Stage.class);
            double whole = end().toSeconds();
            for (Stage stage : List.of(Stage.REPLICATION, Stage.VALIDATION)) {
                Duration first = firsts.get(stage);
                Duration end = lasts.get(stage);
                if (whole > 0 && first != null && end != null) {
                    parts.put(stage, new Part(first.toSeconds() / whole, end.toSeconds() / whole));
                }
            }
            return parts;
        }
    }
}
