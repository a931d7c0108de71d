package io.gulliver.persistence.playbook;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.persistence.UnknownRowException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A compiled plan made quick to look up: place of a step, and how many steps wait for it. */
public final class PlanIndex {
    private final CompiledPlan plan;
    private final Map<String, Integer> places = new HashMap<>();
    private final int[] blocks;

    private PlanIndex(CompiledPlan plan) {
        this.plan = plan;
        List<PlanStep> steps = plan.steps();
        BitSet[] ancestors = new BitSet[steps.size()];
        blocks = new int[steps.size()];
        for (int i = 0; i < steps.size(); i++) {
            places.put(steps.get(i).id(), i);
            ancestors[i] = new BitSet(steps.size());
            for (String need : steps.get(i).needs()) {
                Integer place = places.get(need);
                if (place == null) {
                    throw new IllegalArgumentException("Plan " + plan.playbook() + " " + plan.version() + ": step "
                            + steps.get(i).id() + " needs " + need + ", which does not come before it");
                }
                ancestors[i].set(place);
                ancestors[i].or(ancestors[place]);
            }
            ancestors[i].stream().forEach(place -> blocks[place]++);
        }
    }

    public CompiledPlan plan() {
        return plan;
    }

    /** Place in the plan, from 0. */
    public int place(String step) {
        Integer place = places.get(step);
        if (place == null) {
            throw new UnknownRowException(
                    "Playbook " + plan.playbook() + " version " + plan.version() + " has no step '" + step + "'.");
        }
        return place;
    }

    public PlanStep step(String step) {
        return plan.steps().get(place(step));
    }

    /** How many steps come after this one, directly or not. */
    public int blocks(String step) {
        return blocks[place(step)];
    }

    /** Keeps the indexes of the plans in use. Plans are never changed, so entries never grow stale. */
    public static final class Cache {
        private final PlanSource source;
        private final Map<Key, PlanIndex> indexes = new ConcurrentHashMap<>();
        private final Map<String, Map<String, String>> titles = new ConcurrentHashMap<>();

        public Cache(PlanSource source) {
            this.source = source;
        }

        private record Key(String hash, Purpose purpose) {}

        public PlanIndex require(String hash, Purpose purpose) {
            Key key = new Key(hash, purpose);
            PlanIndex there = indexes.get(key);
            if (there == null) {
                there = new PlanIndex(source.require(hash, purpose));
                indexes.put(key, there);
            }
            return there;
        }

        public String title(String hash, String step) {
            return titles.computeIfAbsent(hash, h -> {
                        Map<String, String> all = new LinkedHashMap<>();
                        for (Purpose purpose : Purpose.values()) {
                            require(h, purpose).plan().steps().forEach(s -> all.put(s.id(), source.title(h, s.id())));
                        }
                        return all;
                    })
                    .getOrDefault(step, step);
        }
    }
}
