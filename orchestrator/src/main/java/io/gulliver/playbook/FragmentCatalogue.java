package io.gulliver.playbook;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The fragments that playbooks may include, by name and version, and what is wrong with their files. */
final class FragmentCatalogue {
    /** One without fragments. */
    static final FragmentCatalogue EMPTY = load(new TreeMap<>());

    private static final SchemaCheck SCHEMA = SchemaCheck.of("fragment");
    private static final Pattern KEY = Pattern.compile("([a-z0-9/-]+)@v([1-9][0-9]{0,4})");

    private final SortedMap<String, SortedMap<Integer, Fragment>> fragments = new TreeMap<>();
    private final LinkedHashSet<PlaybookProblem> problems = new LinkedHashSet<>();

    private FragmentCatalogue() {}

    /** Reads fragment files by path; a broken one is a problem, never an exception. */
    static FragmentCatalogue load(SortedMap<String, byte[]> files) {
        FragmentCatalogue catalogue = new FragmentCatalogue();
        files.forEach(catalogue::add);
        catalogue
                .fragments
                .values()
                .forEach(versions -> versions.values()
                        .forEach(fragment -> catalogue.problems.addAll(new Composition(catalogue).check(fragment))));
        return catalogue;
    }

    /** Everything that is wrong with any of the files; playbooks load only when there is nothing. */
    List<PlaybookProblem> problems() {
        return List.copyOf(problems);
    }

    /** The fragment that {@code stages/discovery@v1} names, or null. */
    @Nullable
    Fragment find(String key) {
        Matcher matcher = KEY.matcher(key);
        return matcher.matches()
                ? fragments
                        .getOrDefault(String.valueOf(matcher.group(1)), new TreeMap<>())
                        .get(Integer.parseInt(matcher.group(2)))
                : null;
    }

    /** Why there is no such fragment, with the versions where only they are wrong. */
    String absence(String key) {
        int at = key.indexOf('@');
        String name = at < 0 ? key : key.substring(0, at);
        SortedMap<Integer, Fragment> versions = fragments.get(name);
        if (versions == null) {
            return "no fragment is called '" + name + "'";
        }
        String there = String.join(
                ", ", versions.keySet().stream().map(version -> "v" + version).toList());
        return KEY.matcher(key).matches()
                ? "the fragment '" + name + "' has no version " + key.substring(at + 2) + ", but " + there
                : "the include '" + key + "' names no version of the fragment '" + name + "': there is " + there
                        + ", written " + name + "@v" + versions.lastKey();
    }

    /** Names of all, for advice. */
    String known() {
        return fragments.isEmpty() ? "There are none" : "There are: " + String.join(", ", fragments.keySet());
    }

    private void add(String file, byte[] bytes) {
        YamlDocument document = YamlDocument.read(file, bytes);
        problems.addAll(document.problems());
        JsonNode root = document.root();
        if (root == null) {
            return;
        }
        problems.addAll(SCHEMA.check(document, root));
        if (!root.isObject()) {
            return;
        }
        String name = TreeReader.text(root, "fragment", "");
        int version = TreeReader.number(root, "version", 0);
        if (!file.equals(name + "/v" + version + ".yaml")) {
            problems.add(document.problem(
                    "/fragment",
                    "its name and version belong into the file " + name + "/v" + version + ".yaml",
                    "Move the file"));
        }
        List<PlaybookProblem> found = new ArrayList<>();
        SortedMap<String, ValueDeclaration> inputs = new TreeMap<>();
        TreeReader.declarations(document, root.get("inputs"), "/inputs", false, found)
                .forEach((input, declared) -> inputs.put(
                        input,
                        new ValueDeclaration(
                                input,
                                declared.type(),
                                declared.unit(),
                                declared.defaultValue() == null,
                                declared.defaultValue(),
                                declared.description(),
                                null)));
        SortedMap<String, Template.Reference> outputs = outputs(document, root, found);
        problems.addAll(found);
        fragments
                .computeIfAbsent(name, key -> new TreeMap<>())
                .putIfAbsent(
                        version,
                        new Fragment(
                                name,
                                version,
                                document,
                                root,
                                inputs,
                                outputs,
                                TreeReader.texts(root, "entry"),
                                TreeReader.texts(root, "exit")));
    }

    private static SortedMap<String, Template.Reference> outputs(
            YamlDocument document, JsonNode root, List<PlaybookProblem> found) {
        SortedMap<String, Template.Reference> outputs = new TreeMap<>();
        JsonNode declared = root.get("outputs");
        if (declared == null || !declared.isObject()) {
            return outputs;
        }
        for (Map.Entry<String, JsonNode> entry : declared.properties()) {
            Template.Reference whole = null;
            try {
                whole = entry.getValue().isString()
                        ? Template.parse(entry.getValue().stringValue()).whole()
                        : null;
            } catch (Template.Unreadable e) {
                // said below, with what is wanted
            }
            boolean output = whole != null && whole.output() != null && !whole.ofItem();
            if (output) {
                outputs.put(entry.getKey(), whole);
            } else {
                found.add(document.problem(
                        YamlDocument.pointer("/outputs", entry.getKey()),
                        "the output '" + entry.getKey() + "' is not an output of one of its steps",
                        "Write ${steps.ID.outputs.x}, or ${steps.ID.items.x}"));
            }
        }
        return outputs;
    }
}
