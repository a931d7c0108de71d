package io.gulliver.assessment.policy;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One object of a policy whose problems are said in words: a member that is wrong is said, and counts as left out. */
final class Entry {
    private final String name;
    private final Map<?, ?> members;
    private final Consumer<String> problems;
    private final SortedSet<String> known = new TreeSet<>();

    /** @param name as messages call it, {@code cost.rates} */
    Entry(String name, @Nullable Object typed, Consumer<String> problems) {
        this.name = name;
        this.members = typed instanceof Map<?, ?> map ? map : Map.of();
        if (typed == null || typed instanceof Map<?, ?>) {
            this.problems = problems;
        } else {
            problems.accept(name + " is no object: " + typed);
            this.problems = message -> {};
        }
    }

    /** The names of its members. */
    SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        members.keySet().forEach(member -> names.add(String.valueOf(member)));
        return names;
    }

    /** Says that a member is wrong. */
    void wrong(String member, String how) {
        problems.accept(name + "." + member + how);
    }

    /** Says which members nobody asked for; to be called when all were read. */
    void rest() {
        names().stream()
                .filter(member -> !known.contains(member))
                .forEach(member -> wrong(member, " is unknown; known are " + String.join(", ", known)));
    }

    /** A member as it was typed, null when it is left out. */
    @Nullable
    Object value(String member) {
        known.add(member);
        return members.get(member);
    }

    Entry entry(String member) {
        return new Entry(name + "." + member, value(member), problems);
    }

    @Nullable
    String text(String member) {
        Object value = value(member);
        return value == null ? null : String.valueOf(value);
    }

    boolean flag(String member, boolean usual) {
        Object value = value(member);
        if (value != null && !(value instanceof Boolean)) {
            wrong(member, " is '" + value + "', wanted true or false");
        }
        return value instanceof Boolean flag ? flag : usual;
    }

    /** @param most as the message shall show it */
    @Nullable
    Double number(String member, double least, Number most) {
        return value(member) == null ? null : needed(member, least, most);
    }

    double number(String member, double least, Number most, double usual) {
        Double number = number(member, least, most);
        return number == null ? usual : number;
    }

    /** A number that must not be left out; null when it is, or is wrong. */
    @Nullable
    Double needed(String member, double least, Number most) {
        Object value = value(member);
        if (value instanceof Number number
                && number.doubleValue() >= least
                && number.doubleValue() <= most.doubleValue()) {
            return number.doubleValue();
        }
        wrong(member, " is '" + value + "', wanted a number from " + least + " to " + most);
        return null;
    }

    /** What is made of several members, or the usual when they do not go together. */
    <T extends @Nullable Object> T made(Supplier<T> of, T usual) {
        try {
            return of.get();
        } catch (IllegalArgumentException impossible) {
            problems.accept(String.valueOf(impossible.getMessage()));
            return usual;
        }
    }
}
