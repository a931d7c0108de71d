package io.gulliver.playbook;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a playbook may ask of the workers under one name, with the types of all that goes in and comes out.
 *
 * @param name group and verb, for example {@code hmc.create-partition}
 * @param title one line for people
 * @param summary what it does, what it looks at first, and what done means
 * @param mutating it changes the outside world
 * @param detached it starts a remote job that is then awaited
 * @param queue kind of queue its calls go to: control, device or host
 * @param undo it can undo what it did
 * @param production it stops people's work or lets people work: no rehearsal has it
 * @param inputs by name
 * @param outputs by name
 * @param names inputs that are names allocated before the act, unless the step gives them
 * @param slots kinds of scarce things that every step with this action takes
 * @param makes what stands at an outer system when it is done, or null when nothing does that has a name
 */
public record ActionDeclaration(
        String name,
        String title,
        String summary,
        boolean mutating,
        boolean detached,
        String queue,
        boolean undo,
        boolean production,
        SortedMap<String, ValueDeclaration> inputs,
        SortedMap<String, ValueDeclaration> outputs,
        SortedMap<String, NameRule> names,
        List<String> slots,
        @Nullable Makes makes) {

    /**
     * How an allocated name is made.
     *
     * @param system kind of system in which the name is unique
     * @param template proposal, with references to facts, parameters, item and migration
     * @param maxLength longest name that the system takes
     * @param pattern regular expression that the whole name matches
     */
    public record NameRule(String system, String template, int maxLength, String pattern) {}

    /**
     * What stands at an outer system afterwards, until it is undone.
     *
     * @param kind of object in people's words, for example {@code volume}
     * @param system input that names the system
     * @param name input or output by which the system knows it
     */
    public record Makes(String kind, String system, String name) {}

    public ActionDeclaration {
        inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
        outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
        names = Collections.unmodifiableSortedMap(new TreeMap<>(names));
        slots = List.copyOf(slots);
    }
}
