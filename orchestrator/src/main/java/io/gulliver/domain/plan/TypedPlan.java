package io.gulliver.domain.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What people typed of a plan; every date follows from it.
 *
 * @param waves by number
 * @param members at most one place for each database
 * @param freezes those that are new have id 0
 * @param lengths at most one for each stage of a database
 */
public record TypedPlan(
        List<Wave> waves, List<WaveMember> members, List<Freeze> freezes, List<DurationOverride> lengths) {
    public static final TypedPlan NOTHING = new TypedPlan(List.of(), List.of(), List.of(), List.of());

    public TypedPlan {
        waves = List.copyOf(waves);
        members = List.copyOf(members);
        freezes = List.copyOf(freezes);
        lengths = List.copyOf(lengths);
    }

    /** The rows of this plan that another one does not have as they are. */
    public TypedPlan without(TypedPlan other) {
        return new TypedPlan(
                rest(waves, other.waves),
                rest(members, other.members),
                rest(freezes, other.freezes),
                rest(lengths, other.lengths));
    }

    private static <T> List<T> rest(List<T> all, List<T> known) {
        List<T> rest = new ArrayList<>(all);
        rest.removeAll(new LinkedHashSet<>(known));
        return rest;
    }

    /** Names of its rows: {@code wave/3}, {@code member/ORDERS}, {@code freeze/7}, {@code length/ORDERS/BUILD}. */
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        waves.forEach(wave -> names.add(name(wave)));
        members.forEach(member -> names.add(name(member)));
        freezes.forEach(freeze -> names.add(name(freeze)));
        lengths.forEach(length -> names.add(name(length)));
        return names;
    }

    /** Names of the rows that say where databases stand. */
    public static SortedSet<String> names(Collection<String> databases) {
        return databases.stream().map(TypedPlan::member).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The rows of these names. */
    public TypedPlan named(SortedSet<String> names) {
        return new TypedPlan(
                waves.stream().filter(wave -> names.contains(name(wave))).toList(),
                members.stream().filter(member -> names.contains(name(member))).toList(),
                freezes.stream().filter(freeze -> names.contains(name(freeze))).toList(),
                lengths.stream().filter(length -> names.contains(name(length))).toList());
    }

    /** With some rows in the place of those of their names, and without those of other names. */
    TypedPlan with(TypedPlan rows, SortedSet<String> gone) {
        return new TypedPlan(
                put(waves, rows.waves, gone, TypedPlan::name),
                put(members, rows.members, gone, TypedPlan::name),
                put(freezes, rows.freezes, gone, TypedPlan::name),
                put(lengths, rows.lengths, gone, TypedPlan::name));
    }

    private static <T> List<T> put(List<T> all, List<T> put, SortedSet<String> gone, Function<T, String> name) {
        Map<String, T> rows = new LinkedHashMap<>();
        all.stream().filter(row -> !gone.contains(name.apply(row))).forEach(row -> rows.put(name.apply(row), row));
        put.forEach(row -> rows.put(name.apply(row), row));
        return List.copyOf(rows.values());
    }

    /** Whether it says the same: who typed it, when, and how often a wave was changed do not count. */
    public boolean sameWords(TypedPlan other) {
        return words().equals(other.words());
    }

    private Map<String, List<Object>> words() {
        Map<String, List<Object>> words = new TreeMap<>();
        waves.forEach(wave -> words.put(
                name(wave),
                Arrays.asList(wave.title(), wave.start(), wave.after(), wave.state(), wave.usersOut(), wave.goLive())));
        members.forEach(member -> words.put(name(member), Arrays.asList(member.wave(), member.cutover())));
        words.put(
                "freezes",
                freezes.stream()
                        .map(freeze -> (Object) (freeze.from() + " " + freeze.to() + " " + freeze.reason()))
                        .sorted(Comparator.comparing(Objects::toString))
                        .collect(Collectors.toList()));
        lengths.forEach(length -> words.put(name(length), List.of(length.duration(), length.reason())));
        return words;
    }

    static String name(Wave wave) {
        return "wave/" + wave.number();
    }

    static String name(WaveMember member) {
        return member(member.database());
    }

    private static String member(String database) {
        return "member/" + database;
    }

    static String name(Freeze freeze) {
        return "freeze/" + freeze.id();
    }

    static String name(DurationOverride length) {
        return "length/" + length.database() + "/" + length.stage();
    }
}
