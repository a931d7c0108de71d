package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One change of what is typed of a plan. What it becomes is the same before it is saved and after. */
public sealed interface PlanEdit {
    /** What is changed. */
    enum Kind {
        ADD_WAVE,
        CHANGE_WAVE,
        REMOVE_WAVE,
        PLACE,
        TAKE_OUT,
        ADD_FREEZE,
        REMOVE_FREEZE,
        SET_LENGTH,
        COMPUTE_LENGTH,
        UNDO,
        PROPOSE
    }

    Kind kind();

    /** The plan with this change; what it names and is not there leaves the plan as it is. */
    TypedPlan on(TypedPlan plan);

    /**
     * A wave with its databases, out of the waves they were in. One of the same number that is there stays, and so do
     * those that are in it.
     *
     * @param wave version 1
     * @param databases to put into it
     */
    record AddWave(Wave wave, List<String> databases) implements PlanEdit {
        public AddWave {
            databases = List.copyOf(databases);
        }

        @Override
        public Kind kind() {
            return Kind.ADD_WAVE;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            boolean there = plan.waves().stream().anyMatch(one -> one.number() == wave.number());
            List<WaveMember> placed = databases.stream()
                    .filter(database -> plan.members().stream()
                            .noneMatch(member -> member.wave() == wave.number()
                                    && member.database().equals(database)))
                    .map(database -> new WaveMember(wave.program(), wave.number(), database, null))
                    .toList();
            return plan.with(
                    new TypedPlan(there ? List.of() : List.of(wave), placed, List.of(), List.of()), new TreeSet<>());
        }
    }

    /**
     * Waves with databases that stand in none. A wave of the same number that is there stays, and so do databases that stand
     * in a wave meanwhile.
     *
     * @param waves new ones, version 1
     * @param members each in one of them, or in a wave that is there
     */
    record Propose(List<Wave> waves, List<WaveMember> members) implements PlanEdit {
        public Propose {
            waves = List.copyOf(waves);
            members = List.copyOf(members);
        }

        @Override
        public Kind kind() {
            return Kind.PROPOSE;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            SortedSet<String> there = plan.names();
            return plan.with(
                    new TypedPlan(
                            waves.stream()
                                    .filter(wave -> !there.contains(TypedPlan.name(wave)))
                                    .toList(),
                            members.stream()
                                    .filter(member -> !there.contains(TypedPlan.name(member)))
                                    .toList(),
                            List.of(),
                            List.of()),
                    new TreeSet<>());
        }
    }

    /** A wave with other dates, order, title or state; its version is the one that it was read at. */
    record ChangeWave(Wave wave) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.CHANGE_WAVE;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            return plan.with(new TypedPlan(List.of(wave), List.of(), List.of(), List.of()), new TreeSet<>());
        }
    }

    /** No wave of this number: its databases stand in none, and no wave waits for it. */
    record RemoveWave(int number) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.REMOVE_WAVE;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            SortedSet<String> gone = new TreeSet<>();
            gone.add("wave/" + number);
            plan.members().stream()
                    .filter(member -> member.wave() == number)
                    .forEach(member -> gone.add(TypedPlan.name(member)));
            List<Wave> freed = plan.waves().stream()
                    .filter(wave -> wave.number() != number && wave.after().contains(number))
                    .map(this::freed)
                    .toList();
            return plan.with(new TypedPlan(freed, List.of(), List.of(), List.of()), gone);
        }

        private Wave freed(Wave wave) {
            List<Integer> after = new ArrayList<>(wave.after());
            after.removeIf(before -> before == number);
            return new Wave(
                    wave.program(),
                    wave.number(),
                    wave.title(),
                    wave.start(),
                    after,
                    wave.state(),
                    wave.version(),
                    wave.changedBy(),
                    wave.changedAt(),
                    wave.usersOut(),
                    wave.goLive());
        }
    }

    /**
     * Databases in a wave, out of those they were in.
     *
     * @param cutover T of each of them as it is typed, or null
     */
    record Place(
            String program,
            int wave,
            List<String> databases,
            @Nullable Instant cutover) implements PlanEdit {
        public Place {
            databases = List.copyOf(databases);
        }

        @Override
        public Kind kind() {
            return Kind.PLACE;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            return plan.with(
                    new TypedPlan(
                            List.of(),
                            databases.stream()
                                    .map(database -> new WaveMember(program, wave, database, cutover))
                                    .toList(),
                            List.of(),
                            List.of()),
                    new TreeSet<>());
        }
    }

    /** A database in no wave. */
    record TakeOut(String database) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.TAKE_OUT;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            return plan.with(TypedPlan.NOTHING, new TreeSet<>(List.of("member/" + database)));
        }
    }

    /** One more freeze, of id 0; the same stretch for the same reason is the same freeze. */
    record AddFreeze(Freeze freeze) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.ADD_FREEZE;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            boolean there = plan.freezes().stream()
                    .anyMatch(one -> one.from().equals(freeze.from())
                            && one.to().equals(freeze.to())
                            && one.reason().equals(freeze.reason()));
            return there
                    ? plan
                    : plan.with(new TypedPlan(List.of(), List.of(), List.of(freeze), List.of()), new TreeSet<>());
        }
    }

    /** No such freeze. */
    record RemoveFreeze(long id) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.REMOVE_FREEZE;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            return plan.with(TypedPlan.NOTHING, new TreeSet<>(List.of("freeze/" + id)));
        }
    }

    /** A person's word on how long a stage takes. */
    record SetLength(DurationOverride length) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.SET_LENGTH;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            return plan.with(new TypedPlan(List.of(), List.of(), List.of(), List.of(length)), new TreeSet<>());
        }
    }

    /** The computed length again. */
    record ComputeLength(String database, Stage stage) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.COMPUTE_LENGTH;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            return plan.with(TypedPlan.NOTHING, new TreeSet<>(List.of("length/" + database + "/" + stage)));
        }
    }

    /**
     * The rows that an earlier edit changed as they were before it, in a plan that still has them as that edit left them.
     *
     * @param edit number of that edit
     * @param before the rows before it
     * @param after the rows behind it
     */
    record Undo(long edit, TypedPlan before, TypedPlan after) implements PlanEdit {
        @Override
        public Kind kind() {
            return Kind.UNDO;
        }

        @Override
        public TypedPlan on(TypedPlan plan) {
            SortedSet<String> gone = after.names();
            gone.removeAll(before.names());
            // a wave that is changed back is changed once more
            Map<Integer, Long> versions = new TreeMap<>();
            plan.waves().forEach(wave -> versions.put(wave.number(), wave.version()));
            List<Wave> waves = before.waves().stream()
                    .map(wave -> new Wave(
                            wave.program(),
                            wave.number(),
                            wave.title(),
                            wave.start(),
                            wave.after(),
                            wave.state(),
                            versions.getOrDefault(wave.number(), 1L),
                            wave.changedBy(),
                            wave.changedAt(),
                            wave.usersOut(),
                            wave.goLive()))
                    .toList();
            return plan.with(new TypedPlan(waves, before.members(), before.freezes(), before.lengths()), gone);
        }
    }
}
