package io.gulliver.playbook;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All actions that playbooks may name. */
public final class ActionCatalogue {
    private static final SchemaCheck SCHEMA = SchemaCheck.of("action");

    private final SortedMap<String, ActionDeclaration> actions;

    private ActionCatalogue(SortedMap<String, ActionDeclaration> actions) {
        this.actions = Collections.unmodifiableSortedMap(actions);
    }

    /** A catalogue, or every problem of its files. */
    public sealed interface Outcome permits Loaded, Refused {}

    /** The files were good. */
    public record Loaded(ActionCatalogue catalogue) implements Outcome {}

    /** At least one file was not; nothing of them counts. */
    public record Refused(List<PlaybookProblem> problems) implements Outcome {
        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /** Actions by name, sorted. */
    public SortedMap<String, ActionDeclaration> actions() {
        return actions;
    }

    public Optional<ActionDeclaration> find(String name) {
        return Optional.ofNullable(actions.get(name));
    }

    /**
     * The action of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public ActionDeclaration require(String name) {
        ActionDeclaration action = actions.get(name);
        if (action == null) {
            throw new IllegalArgumentException("No action is called '" + name + "'");
        }
        return action;
    }

    /** A catalogue of these, for callers that make declarations themselves. */
    public static ActionCatalogue of(List<ActionDeclaration> declarations) {
        SortedMap<String, ActionDeclaration> actions = new TreeMap<>();
        for (ActionDeclaration declaration : declarations) {
            if (actions.put(declaration.name(), declaration) != null) {
                throw new IllegalArgumentException("The action '" + declaration.name() + "' is declared twice");
            }
        }
        return new ActionCatalogue(actions);
    }

    /** Reads action files; never throws on a bad one. */
    public static Outcome load(SortedMap<String, byte[]> files) {
        List<PlaybookProblem> problems = new ArrayList<>();
        SortedMap<String, ActionDeclaration> actions = new TreeMap<>();
        Map<String, String> homes = new LinkedHashMap<>();
        files.forEach((file, bytes) -> {
            YamlDocument document = YamlDocument.read(file, bytes);
            problems.addAll(document.problems());
            JsonNode root = document.root();
            if (root == null) {
                return;
            }
            problems.addAll(SCHEMA.check(document, root));
            JsonNode list = root.get("actions");
            for (int i = 0; list != null && list.isArray() && i < list.size(); i++) {
                String pointer = "/actions/" + i;
                ActionDeclaration action = read(document, list.get(i), pointer, problems);
                if (action == null) {
                    continue;
                }
                String home = homes.putIfAbsent(action.name(), file);
                if (home != null) {
                    problems.add(document.problem(
                            pointer + "/name",
                            "the action '" + action.name() + "' is declared a second time (first in " + home + ")",
                            "Give one of them another name"));
                }
                actions.putIfAbsent(action.name(), action);
            }
        });
        return problems.isEmpty() ? new Loaded(new ActionCatalogue(actions)) : new Refused(problems);
    }

    private static @Nullable ActionDeclaration read(
            YamlDocument document, JsonNode node, String pointer, List<PlaybookProblem> problems) {
        String name = TreeReader.textOrNull(node, "name");
        if (name == null) {
            return null;
        }
        SortedMap<String, ValueDeclaration> inputs =
                TreeReader.declarations(document, node.get("inputs"), pointer + "/inputs", true, problems);
        SortedMap<String, ValueDeclaration> outputs =
                TreeReader.declarations(document, node.get("outputs"), pointer + "/outputs", false, problems);
        SortedMap<String, ActionDeclaration.NameRule> names =
                names(document, node.get("names"), pointer + "/names", inputs, problems);
        boolean mutating = TreeReader.flag(node, "mutating", true);
        boolean undo = TreeReader.flag(node, "undo", false);
        if (undo && !mutating) {
            problems.add(
                    document.problem(pointer + "/undo", "an action that changes nothing has nothing to undo", null));
        }
        return new ActionDeclaration(
                name,
                TreeReader.text(node, "title", name),
                TreeReader.text(node, "summary", ""),
                mutating,
                TreeReader.flag(node, "detached", false),
                TreeReader.text(node, "queue", "control"),
                undo,
                TreeReader.flag(node, "production", false),
                inputs,
                outputs,
                names,
                TreeReader.texts(node, "slots"),
                makes(document, node.get("makes"), pointer + "/makes", inputs, outputs, problems));
    }

    private static ActionDeclaration.@Nullable Makes makes(
            YamlDocument document,
            @Nullable JsonNode node,
            String pointer,
            SortedMap<String, ValueDeclaration> inputs,
            SortedMap<String, ValueDeclaration> outputs,
            List<PlaybookProblem> problems) {
        if (node == null || !node.isObject()) {
            return null;
        }
        String system = TreeReader.text(node, "system", "");
        if (!inputs.containsKey(system)) {
            problems.add(document.problem(
                    pointer + "/system",
                    "'" + system + "' is no input of the action",
                    "Name the input with the system"));
        }
        String name = TreeReader.text(node, "name", "");
        if (!inputs.containsKey(name) && !outputs.containsKey(name)) {
            problems.add(document.problem(
                    pointer + "/name",
                    "'" + name + "' is neither an input nor an output of the action",
                    "Name the value by which the system knows what was made"));
        }
        return new ActionDeclaration.Makes(TreeReader.text(node, "kind", ""), system, name);
    }

    private static SortedMap<String, ActionDeclaration.NameRule> names(
            YamlDocument document,
            @Nullable JsonNode node,
            String pointer,
            SortedMap<String, ValueDeclaration> inputs,
            List<PlaybookProblem> problems) {
        SortedMap<String, ActionDeclaration.NameRule> names = new TreeMap<>();
        if (node == null || !node.isObject()) {
            return names;
        }
        node.properties().forEach(entry -> {
            String at = YamlDocument.pointer(pointer, entry.getKey());
            ValueDeclaration input = inputs.get(entry.getKey());
            if (input == null || !input.type().equals(io.gulliver.playbook.expression.ValueType.STRING)) {
                problems.add(document.problem(
                        at,
                        "the allocated name '" + entry.getKey() + "' is not a string input of the action",
                        "Declare the input too"));
            }
            String pattern = TreeReader.text(entry.getValue(), "pattern", ".*");
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException e) {
                problems.add(document.problem(
                        at + "/pattern", "'" + pattern + "' is not a regular expression: " + e.getDescription(), null));
            }
            String template = TreeReader.text(entry.getValue(), "template", "");
            try {
                for (Template.Reference reference : Template.parse(template).references()) {
                    if (reference.root() == Template.Root.NAME || reference.root() == Template.Root.STEP_OUTPUT) {
                        problems.add(document.problem(
                                at + "/template",
                                "${" + reference.text() + "} cannot be part of a name",
                                "Names are made from facts, params, item and migration"));
                    }
                }
            } catch (Template.Unreadable e) {
                problems.add(document.problem(at + "/template", e.getMessage(), null));
            }
            names.put(
                    entry.getKey(),
                    new ActionDeclaration.NameRule(
                            TreeReader.text(entry.getValue(), "system", ""),
                            template,
                            TreeReader.number(entry.getValue(), "maxLength", 1),
                            pattern));
        });
        return names;
    }
}
