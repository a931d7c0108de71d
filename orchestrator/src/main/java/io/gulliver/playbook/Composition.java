package io.gulliver.playbook;

import io.gulliver.playbook.expression.ValueType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts the steps of included fragments in the place of their includes. The tree that comes out says everything in the
 * playbook's own words (ids with their prefix, inputs replaced by what was given) and still knows in which file and line
 * each word was written.
 */
final class Composition implements Places {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_ID = 63;
    private static final int MAX_DEPTH = 8;
    /** As many as the schema takes of a playbook: a file that includes more is left off there, and not put together first. */
    private static final int MAX_STEPS = 500;

    private static final List<String> OF_THE_WHOLE = List.of("facts", "parameters");

    /** Field of a step in the complete text: the fragment that it comes from. Who approves goes by it. */
    static final String FROM = "from";

    static final String ORIGIN =
            "'from' is written by Gulliver alone: it tells who approves which fragment a step is of";
    static final String ORIGIN_ADVICE = "Take it away; include the fragment where the step is to be the fragment's";

    /**
     * What an include gives to an input.
     *
     * @param pointer where it is written
     * @param declared the fragment's input
     * @param value in the playbook's own words
     * @param alias name of the include
     * @param entries ids of the steps that come first in the fragment
     */
    record Given(String pointer, ValueDeclaration declared, JsonNode value, String alias, List<String> entries) {}

    /**
     * An output that a fragment shows.
     *
     * @param pointer where it is declared
     * @param reference to an output of a step, in the playbook's own words
     */
    record Shown(String pointer, Template.Reference reference) {}

    private record Place(YamlDocument document, String pointer, String via) {}

    private record Need(String id, YamlDocument document, String pointer) {}

    /** What the entries of a fragment wait for: all of them, and each by itself. */
    private record Needs(List<Need> all, Map<String, List<Need>> byEntry) {
        static final Needs NONE = new Needs(List.of(), Map.of());

        List<Need> of(String entry) {
            List<Need> needs = new ArrayList<>(all);
            needs.addAll(byEntry.getOrDefault(entry, List.of()));
            return needs;
        }
    }

    /** One file in its place: the playbook, or a fragment under the name of its include. */
    private static final class Level {
        final YamlDocument document;
        final JsonNode root;
        final @Nullable Fragment fragment;
        final String alias;
        final String prefix;
        final String via;
        /** Ids as the file writes them, and as they are in the plan. */
        final Map<String, String> own = new LinkedHashMap<>();

        final Map<String, Level> includes = new LinkedHashMap<>();
        final Map<Integer, Level> includesByPlace = new LinkedHashMap<>();
        /** What its inputs are in the playbook's words; without those of a fragment that is looked at alone. */
        final Map<String, JsonNode> inputs = new HashMap<>();

        final Set<String> used = new LinkedHashSet<>();

        Level(
                YamlDocument document,
                JsonNode root,
                @Nullable Fragment fragment,
                String alias,
                String prefix,
                String via) {
            this.document = document;
            this.root = root;
            this.fragment = fragment;
            this.alias = alias;
            this.prefix = prefix;
            this.via = via;
        }

        Fragment require() {
            if (fragment == null) {
                throw new IllegalStateException("The playbook itself is no fragment");
            }
            return fragment;
        }
    }

    private final FragmentCatalogue fragments;
    private final LinkedHashSet<PlaybookProblem> problems = new LinkedHashSet<>();
    private final Map<String, Place> places = new HashMap<>();
    private final List<Given> given = new ArrayList<>();
    private final List<Shown> shown = new ArrayList<>();
    private final Deque<String> chain = new ArrayDeque<>();
    private final ObjectNode root = NODES.objectNode();
    private final ArrayNode steps = NODES.arrayNode();
    private boolean whole = true;
    private int found;
    private boolean tooMany;
    /** Whether a fragment is looked at that nobody includes: what its inputs are is open. */
    private boolean alone;

    Composition(FragmentCatalogue fragments) {
        this.fragments = fragments;
    }

    static boolean isNeeded(JsonNode root) {
        for (JsonNode step : listed(root)) {
            if (step.has("include")) {
                return true;
            }
        }
        return false;
    }

    /** The steps of a file; none where something else stands in their place, which the schema says. */
    private static JsonNode listed(JsonNode root) {
        JsonNode list = root.path("steps");
        return list.isArray() ? list : NODES.arrayNode();
    }

    /** Composes the playbook of this file. */
    void compose(YamlDocument document, JsonNode playbook) {
        Level level = new Level(document, playbook, null, "", "", "");
        open(level);
        if (tooMany) {
            return;
        }
        bind(level);
        for (Map.Entry<String, JsonNode> entry : playbook.properties()) {
            if (!entry.getKey().equals("steps")) {
                String at = YamlDocument.pointer("", entry.getKey());
                root.set(entry.getKey(), entry.getValue().deepCopy());
                places.put(at, new Place(document, at, ""));
            }
        }
        OF_THE_WHOLE.forEach(field -> merge(level, field));
        places.put("", new Place(document, "", ""));
        places.put("/steps", new Place(document, "/steps", ""));
        emit(level, Needs.NONE);
        if (!steps.isEmpty()) {
            root.set("steps", steps);
        }
    }

    /** Looks at a fragment that nobody includes yet. */
    List<PlaybookProblem> check(Fragment fragment) {
        Level level = new Level(fragment.document(), fragment.root(), fragment, "", "", "");
        alone = true;
        chain.push(fragment.key());
        open(level);
        if (tooMany) {
            return List.copyOf(problems);
        }
        bind(level);
        emit(level, Needs.NONE);
        fragment.outputs().forEach((name, reference) -> {
            String at = YamlDocument.pointer("/outputs", name);
            reference(level, at, reference);
        });
        for (String input : fragment.inputs().keySet()) {
            if (!level.used.contains(input)) {
                refuse(
                        level,
                        YamlDocument.pointer("/inputs", input),
                        "no step uses the input '" + input + "'",
                        "Take it away, or use it as ${inputs." + input + "}");
            }
        }
        ends(level, "entry");
        ends(level, "exit");
        JsonNode list = listed(fragment.root());
        for (int i = 0; i < list.size(); i++) {
            JsonNode needs = list.get(i).get("needs");
            String id = TreeReader.text(list.get(i), list.get(i).has("include") ? "as" : "id", "");
            if ((needs == null || needs.isEmpty())
                    && !id.isEmpty()
                    && !fragment.entry().contains(id)) {
                refuse(
                        level,
                        "/steps/" + i,
                        "'" + id
                                + "' needs no step of the fragment and is none of its entries: nothing would hold it back",
                        "Name it under entry, or say what it needs");
            }
        }
        return List.copyOf(problems);
    }

    private void ends(Level level, String field) {
        List<String> names = TreeReader.texts(level.root, field);
        for (int i = 0; i < names.size(); i++) {
            if (!level.own.containsKey(names.get(i)) && !level.includes.containsKey(names.get(i))) {
                refuse(
                        level,
                        "/" + field + "/" + i,
                        "no step of this fragment is called '" + names.get(i) + "'",
                        "See its spelling");
            }
        }
    }

    List<PlaybookProblem> problems() {
        return List.copyOf(problems);
    }

    /** Whether every include was found, so that the checks of the whole make sense. */
    boolean isWhole() {
        return whole;
    }

    /** The playbook with the steps of its fragments. */
    ObjectNode root() {
        return root;
    }

    List<Given> given() {
        return List.copyOf(given);
    }

    List<Shown> shown() {
        return List.copyOf(shown);
    }

    @Override
    public PlaybookProblem problem(String pointer, String message, @Nullable String advice) {
        String at = pointer;
        while (!places.containsKey(at) && !at.isEmpty()) {
            at = at.substring(0, at.lastIndexOf('/'));
        }
        Place place = places.get(at);
        if (place == null) {
            throw new IllegalStateException("Nothing was composed yet");
        }
        return place.document()
                .problem(place.pointer() + pointer.substring(at.length()), message + place.via(), advice);
    }

    private void refuse(Level level, String pointer, String message, @Nullable String advice) {
        problems.add(level.document.problem(pointer, message, advice));
    }

    // ---- Which files there are

    private void open(Level level) {
        JsonNode list = listed(level.root);
        for (int i = 0; i < list.size(); i++) {
            JsonNode step = list.get(i);
            String id = TreeReader.text(step, "id", "");
            if (!step.has("include") && !id.isEmpty()) {
                level.own.putIfAbsent(id, level.prefix + id);
                found++;
            }
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).has("include") && !tooMany) {
                include(level, list.get(i), "/steps/" + i, i);
            }
        }
    }

    private void include(Level level, JsonNode node, String at, int place) {
        String key = TreeReader.text(node, "include", "");
        String alias = TreeReader.text(node, "as", "");
        Fragment fragment = fragments.find(key);
        if (fragment == null) {
            refuse(level, at + "/include", fragments.absence(key), fragments.known());
            whole = false;
            return;
        }
        if (chain.contains(key)) {
            List<String> ring = new ArrayList<>(chain);
            java.util.Collections.reverse(ring);
            refuse(
                    level,
                    at + "/include",
                    "fragments include each other: "
                            + String.join(" includes ", ring.subList(ring.indexOf(key), ring.size())) + " includes "
                            + key,
                    "Take one of these includes away");
            whole = false;
            return;
        }
        if (chain.size() >= MAX_DEPTH) {
            refuse(level, at + "/include", "includes go deeper than " + MAX_DEPTH + " files", null);
            whole = false;
            return;
        }
        if (level.includes.containsKey(alias) || level.own.containsKey(alias)) {
            refuse(
                    level,
                    at + "/as",
                    "the name '" + alias + "' is taken by "
                            + (level.own.containsKey(alias) ? "a step" : "another include") + " of this file",
                    "Give one of them another name");
            whole = false;
            return;
        }
        PlaybookProblem here = level.document.problem(at, "", null);
        String prefix = level.prefix + (TreeReader.flag(node, "keepIds", false) ? "" : alias + "-");
        String path = level.alias.isEmpty() ? alias : level.alias + "." + alias;
        Level child = new Level(
                fragment.document(),
                fragment.root(),
                fragment,
                path,
                prefix,
                " (in '" + path + "', included in " + here.file() + ":" + here.line() + ")");
        level.includes.put(alias, child);
        level.includesByPlace.put(place, child);
        if (found > MAX_STEPS) {
            refuse(
                    level,
                    at + "/include",
                    "with this include there are more than " + MAX_STEPS + " steps",
                    "Include less, or use forEach instead of repeated steps");
            tooMany = true;
            whole = false;
            return;
        }
        chain.push(key);
        open(child);
        chain.pop();
        for (Map.Entry<String, String> own : child.own.entrySet()) {
            if (own.getValue().length() > MAX_ID) {
                refuse(
                        child,
                        idAt(child, own.getKey()),
                        "the id '" + own.getValue() + "' has " + own.getValue().length()
                                + " characters with its prefix, and at most " + MAX_ID + " are allowed" + child.via,
                        "Write a shorter id, or a shorter name behind as");
                whole = false;
            }
        }
    }

    private static String idAt(Level level, String id) {
        JsonNode list = listed(level.root);
        for (int i = 0; i < list.size(); i++) {
            if (TreeReader.text(list.get(i), "id", "").equals(id)) {
                return "/steps/" + i + "/id";
            }
        }
        return "/steps";
    }

    // ---- What they are given

    private void bind(Level level) {
        level.includesByPlace.forEach((place, child) -> {
            JsonNode node = level.root.get("steps").get(place);
            String at = "/steps/" + place;
            Fragment fragment = child.require();
            JsonNode with = node.path("with");
            for (Map.Entry<String, JsonNode> entry : with.properties()) {
                String pointer = YamlDocument.pointer(at + "/with", entry.getKey());
                ValueDeclaration declared = fragment.inputs().get(entry.getKey());
                if (declared == null) {
                    refuse(
                            level,
                            pointer,
                            "the fragment " + fragment.key() + " has no input '" + entry.getKey() + "'",
                            "It has: "
                                    + (fragment.inputs().isEmpty()
                                            ? "none"
                                            : String.join(
                                                    ", ", fragment.inputs().keySet())));
                    continue;
                }
                JsonNode value = StepTexts.deep(entry.getValue(), pointer, new Words(level));
                child.inputs.put(entry.getKey(), value);
                String flat = "/with/" + given.size();
                places.put(flat, new Place(level.document, pointer, level.via));
                given.add(new Given(flat, declared, value, child.alias, entries(child)));
            }
            fragment.inputs().forEach((name, declared) -> {
                if (with.has(name)) {
                    return;
                }
                Object value = declared.defaultValue();
                if (value == null) {
                    PlaybookProblem there =
                            fragment.document().problem(YamlDocument.pointer("/inputs", name), "", null);
                    refuse(
                            level,
                            node.has("with") ? at + "/with" : at,
                            "the input '" + name + "' (" + declared.type() + ") of " + fragment.key()
                                    + " is missing; it is declared in " + there.file() + ":" + there.line(),
                            declared.description());
                    child.inputs.put(name, NODES.stringNode(""));
                    whole = false;
                } else {
                    child.inputs.put(
                            name, fragment.root().get("inputs").get(name).get("default"));
                }
            });
            bind(child);
        });
    }

    private List<String> entries(Level level) {
        List<String> ids = new ArrayList<>();
        for (String entry : level.require().entry()) {
            Level child = level.includes.get(entry);
            if (child != null) {
                ids.addAll(entries(child));
            } else if (level.own.containsKey(entry)) {
                ids.add(level.own.get(entry));
            }
        }
        return ids;
    }

    private static List<String> exits(Level level) {
        List<String> ids = new ArrayList<>();
        for (String exit : level.require().exit()) {
            Level child = level.includes.get(exit);
            if (child != null) {
                ids.addAll(exits(child));
            } else if (level.own.containsKey(exit)) {
                ids.add(level.own.get(exit));
            }
        }
        return ids;
    }

    /** Facts and parameters are those of the database and of the program, so equal names must mean equal things. */
    private void merge(Level level, String field) {
        if (level.fragment != null) {
            ObjectNode all = root.get(field) instanceof ObjectNode there ? there : NODES.objectNode();
            for (Map.Entry<String, JsonNode> entry : level.root.path(field).properties()) {
                String pointer = YamlDocument.pointer("/" + field, entry.getKey());
                JsonNode known = all.get(entry.getKey());
                if (known == null) {
                    all.set(entry.getKey(), entry.getValue().deepCopy());
                    places.put(pointer, new Place(level.document, pointer, level.via));
                } else if (!meaning(known).equals(meaning(entry.getValue()))) {
                    PlaybookProblem there = problem(pointer, "", null);
                    refuse(
                            level,
                            pointer,
                            "'" + entry.getKey() + "' is " + meaning(entry.getValue()) + " here and " + meaning(known)
                                    + " in " + there.file() + ":" + there.line(),
                            "One name is declared alike in all files of a playbook");
                }
            }
            if (!all.isEmpty()) {
                root.set(field, all);
            }
        }
        level.includesByPlace.forEach((place, child) -> merge(child, field));
    }

    private static JsonNode meaning(JsonNode declaration) {
        if (!(declaration instanceof ObjectNode object)) {
            return declaration;
        }
        ObjectNode meaning = object.deepCopy();
        meaning.remove("description");
        return meaning;
    }

    // ---- The steps of the whole

    private void emit(Level level, Needs outer) {
        if (level.fragment != null && !level.alias.isEmpty()) {
            level.fragment.outputs().forEach((name, reference) -> {
                String at = YamlDocument.pointer("/outputs", name);
                Template.Reference flat = reference(level, at, reference);
                if (flat != null) {
                    String pointer = "/shown/" + shown.size();
                    places.put(pointer, new Place(level.document, at, level.via));
                    shown.add(new Shown(pointer, flat));
                }
            });
        }
        List<String> entry = level.fragment == null ? List.of() : level.fragment.entry();
        JsonNode list = listed(level.root);
        for (int i = 0; i < list.size(); i++) {
            String at = "/steps/" + i;
            JsonNode node = list.get(i);
            JsonNode written = node.path("needs");
            List<Need> needs = needs(level, written, at + "/needs");
            Level child = level.includesByPlace.get(i);
            String name = TreeReader.text(node, node.has("include") ? "as" : "id", "");
            if (entry.contains(name)) {
                needs.addAll(outer.of(name));
            }
            if (child != null) {
                emit(child, new Needs(needs, byEntry(level, child, written, at + "/needs")));
            } else if (node instanceof ObjectNode step && !node.has("include")) {
                emit(level, step, at, needs);
            }
        }
    }

    private void emit(Level level, ObjectNode step, String at, List<Need> needs) {
        String flat = "/steps/" + steps.size();
        places.put(flat, new Place(level.document, at, level.via));
        ObjectNode copy = NODES.objectNode();
        String id = TreeReader.textOrNull(step, "id");
        if (step.has(FROM)) {
            refuse(level, at + "/" + FROM, ORIGIN, ORIGIN_ADVICE);
        }
        for (Map.Entry<String, JsonNode> entry : step.properties()) {
            copy.set(entry.getKey(), entry.getValue().deepCopy());
            if (entry.getKey().equals("id") && id != null) {
                copy.put("id", level.prefix + id);
                if (level.fragment != null) {
                    copy.put(FROM, level.fragment.key());
                }
            }
        }
        Map<String, Need> distinct = new LinkedHashMap<>();
        needs.forEach(need -> distinct.putIfAbsent(need.id(), need));
        if (step.has("needs") || !distinct.isEmpty()) {
            ArrayNode ids = NODES.arrayNode();
            for (Need need : distinct.values()) {
                places.put(flat + "/needs/" + ids.size(), new Place(need.document(), need.pointer(), ""));
                ids.add(need.id());
            }
            copy.set("needs", ids);
        }
        StepTexts.change(copy, at, new Words(level));
        steps.add(copy);
    }

    private List<Need> needs(Level level, JsonNode list, String at) {
        List<Need> needs = new ArrayList<>();
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            if (list.get(i).isString()) {
                String pointer = at + "/" + i;
                for (String id : need(level, list.get(i).stringValue(), pointer)) {
                    needs.add(new Need(id, level.document, pointer));
                }
            }
        }
        return needs;
    }

    /** Where an include says for each entry what it waits for, it says so for all of them. */
    private Map<String, List<Need>> byEntry(Level level, Level child, JsonNode written, String at) {
        Map<String, List<Need>> byEntry = new LinkedHashMap<>();
        if (!written.isObject()) {
            return byEntry;
        }
        List<String> entries = child.require().entry();
        String advice = "Its entries are: " + String.join(", ", entries);
        for (Map.Entry<String, JsonNode> entry : written.properties()) {
            String pointer = YamlDocument.pointer(at, entry.getKey());
            if (!entries.contains(entry.getKey())) {
                refuse(
                        level,
                        pointer,
                        "'" + entry.getKey() + "' is not an entry of "
                                + child.require().key(),
                        advice);
            }
            byEntry.put(entry.getKey(), needs(level, entry.getValue(), pointer));
        }
        for (String entry : entries) {
            if (!written.has(entry)) {
                refuse(
                        level,
                        at,
                        "what the entry '" + entry + "' of " + child.require().key() + " waits for is not said",
                        advice);
            }
        }
        return byEntry;
    }

    private List<String> need(Level level, String need, String pointer) {
        String own = level.own.get(need);
        if (own != null) {
            return List.of(own);
        }
        Level child = level.includes.get(need);
        if (child != null) {
            return exits(child);
        }
        int dot = need.indexOf('.');
        Level of = dot < 0 ? null : level.includes.get(need.substring(0, dot));
        if (of != null) {
            String inner = need.substring(dot + 1);
            Fragment fragment = of.require();
            if (fragment.exit().contains(inner)) {
                return need(of, inner, pointer);
            }
            boolean there = of.own.containsKey(inner) || of.includes.containsKey(inner);
            refuse(
                    level,
                    pointer,
                    there
                            ? "the step '" + inner + "' of " + fragment.key() + " is not an exit of it"
                            : "the fragment " + fragment.key() + " has no step '" + inner + "'",
                    "Its exits are: " + String.join(", ", fragment.exit()));
            return List.of();
        }
        Level inside = holder(level, need);
        if (inside != null) {
            refuse(
                    level,
                    pointer,
                    "the step '" + need + "' lies inside " + inside.require().key(),
                    "Need '" + inside.alias + "', or one of its exits as " + inside.alias + ".ID: "
                            + String.join(", ", inside.require().exit()));
            return List.of();
        }
        if (level.fragment != null || dot >= 0) {
            refuse(
                    level,
                    pointer,
                    level.fragment == null
                            ? "no step is called '" + need + "'"
                            : "no step of this fragment is called '" + need + "'",
                    level.fragment == null ? "See its spelling" : "What it waits for outside, its include needs");
            return List.of();
        }
        return List.of(need);
    }

    /** The fragment below this file that has a step of this id, as it writes it or as it is in the plan. */
    private static @Nullable Level holder(Level level, String id) {
        for (Level child : level.includes.values()) {
            if (child.own.containsKey(id) || child.own.containsValue(id)) {
                return child;
            }
            Level deeper = holder(child, id);
            if (deeper != null) {
                return deeper;
            }
        }
        return null;
    }

    // ---- Their words

    /** A reference in the playbook's own words, or null where it names nothing; that is said then. */
    private Template.@Nullable Reference reference(Level level, String pointer, Template.Reference reference) {
        String name = reference.name();
        switch (reference.root()) {
            case FACT -> declared(level, "facts", name, pointer);
            case PARAM -> declared(level, "parameters", name, pointer);
            case STEP_OUTPUT, STEP_ITEMS, STEP_ID -> {
                return step(level, pointer, reference);
            }
            default -> {}
        }
        return reference;
    }

    private void declared(Level level, String field, String name, String pointer) {
        if (level.fragment != null && !level.root.path(field).has(name)) {
            refuse(
                    level,
                    pointer,
                    (field.equals("facts") ? "the fact '" : "the parameter '") + name
                            + "' is not declared in this fragment",
                    "Declare it under " + field);
        }
    }

    private Template.@Nullable Reference step(Level level, String pointer, Template.Reference reference) {
        String name = reference.name();
        String shown = "${" + reference.text() + "}";
        String own = level.own.get(name);
        if (own != null) {
            return Template.reference(reference.root(), own, reference.output(), reference.ofItem());
        }
        Level child = level.includes.get(name);
        if (child != null) {
            Fragment fragment = child.require();
            String output = reference.output();
            Template.Reference inner =
                    output == null ? null : fragment.outputs().get(output);
            if (inner == null || reference.root() != Template.Root.STEP_OUTPUT) {
                refuse(
                        level,
                        pointer,
                        shown + ": the fragment " + fragment.key() + " has no output"
                                + (output == null ? " of that kind" : " '" + output + "'"),
                        outputsOf(child));
                return null;
            }
            Template.Reference flat = reference(child, YamlDocument.pointer("/outputs", String.valueOf(output)), inner);
            return flat == null
                    ? null
                    : Template.reference(flat.root(), flat.name(), flat.output(), reference.ofItem());
        }
        Level inside = holder(level, name);
        if (inside != null) {
            refuse(
                    level,
                    pointer,
                    shown + ": the step '" + name + "' lies inside "
                            + inside.require().key() + ", which does not show it",
                    outputsOf(inside));
            return null;
        }
        if (level.fragment != null) {
            refuse(
                    level,
                    pointer,
                    shown + ": no step of this fragment is called '" + name + "'",
                    "See its spelling, or declare an input for it");
            return null;
        }
        return reference;
    }

    private static String outputsOf(Level level) {
        Collection<String> outputs = level.require().outputs().keySet();
        return outputs.isEmpty()
                ? "It has no outputs"
                : "Write ${steps." + level.alias + ".outputs.x}; its outputs are: " + String.join(", ", outputs);
    }

    /** Puts the playbook's own words in the place of a file's. */
    private final class Words implements StepTexts.Change {
        private final Level level;

        Words(Level level) {
            this.level = level;
        }

        private @Nullable JsonNode input(String name, String pointer) {
            Fragment fragment = level.fragment;
            level.used.add(name);
            if (fragment == null || !fragment.inputs().containsKey(name)) {
                refuse(
                        level,
                        pointer,
                        fragment == null
                                ? "${inputs." + name + "}: only a fragment has inputs"
                                : "the input '" + name + "' is not declared",
                        fragment == null ? null : "Declare it under inputs, with its type");
                return null;
            }
            return level.inputs.get(name);
        }

        @Override
        public JsonNode template(String pointer, String text) {
            Template template;
            try {
                template = Template.parse(text);
            } catch (Template.Unreadable e) {
                return NODES.stringNode(text); // said where the whole is looked at
            }
            if (template.references().isEmpty()) {
                return NODES.stringNode(text);
            }
            Template.Reference whole = template.whole();
            if (whole != null && whole.root() == Template.Root.INPUT) {
                JsonNode value = input(whole.name(), pointer);
                if (value == null) {
                    return NODES.stringNode(text);
                }
                return whole.ofItem() ? NODES.stringNode(text(whole, pointer)) : value.deepCopy();
            }
            StringBuilder changed = new StringBuilder();
            for (Object part : template.parts()) {
                changed.append(
                        part instanceof Template.Reference reference
                                ? text(reference, pointer)
                                : Template.escape(String.valueOf(part)));
            }
            return NODES.stringNode(changed.toString());
        }

        /** A reference inside of a text. */
        private String text(Template.Reference reference, String pointer) {
            String asWritten = "${" + reference.text() + "}";
            if (reference.root() != Template.Root.INPUT) {
                Template.Reference flat = reference(level, pointer, reference);
                return flat == null ? asWritten : "${" + flat.text() + "}";
            }
            JsonNode value = input(reference.name(), pointer);
            if (value == null) {
                return asWritten;
            }
            Template.Reference whole = wholeOf(value);
            if (reference.ofItem()) {
                if (whole != null) {
                    return "${" + whole.text() + "[item]}";
                }
                refuse(level, pointer, asWritten + ": [item] goes with a reference to a map" + level.via, null);
                return asWritten;
            }
            if (value.isObject() || value.isArray()) {
                refuse(level, pointer, asWritten + ": a list or a map cannot stand inside of a text" + level.via, null);
                return asWritten;
            }
            return value.isString() ? value.stringValue() : value.asString();
        }

        private static Template.@Nullable Reference wholeOf(JsonNode value) {
            try {
                return value.isString() ? Template.parse(value.stringValue()).whole() : null;
            } catch (Template.Unreadable e) {
                return null;
            }
        }

        @Override
        public String line(String pointer, String text) {
            if (!text.contains("${inputs.")) {
                return text;
            }
            JsonNode changed = template(pointer, text);
            if (alone || level.fragment == null) {
                return text;
            }
            if (!changed.isString() || changed.stringValue().contains("${")) {
                refuse(
                        level,
                        pointer,
                        "'" + text + "': a title takes inputs that are given as plain text" + level.via,
                        null);
                return text;
            }
            return changed.stringValue();
        }

        @Override
        public String condition(String pointer, String text) {
            return ConditionText.change(text, new ConditionText.Names() {
                @Override
                public @Nullable String step(String id, @Nullable String output) {
                    boolean include = level.includes.containsKey(id);
                    Template.Root root = include && output == null ? Template.Root.STEP_ID : Template.Root.STEP_OUTPUT;
                    Template.Reference flat = reference(
                            level, pointer, Template.reference(root, id, output == null ? "x" : output, false));
                    if (flat == null || include && flat.root() == Template.Root.STEP_ITEMS) {
                        return null;
                    }
                    return "steps[\"" + flat.name() + "\"]" + (output == null ? "" : ".outputs." + flat.output());
                }

                @Override
                public @Nullable String input(String name) {
                    JsonNode value = Words.this.input(name, pointer);
                    return value == null ? null : expression(value, name, pointer);
                }

                @Override
                public @Nullable String hasInput(String name) {
                    JsonNode value = Words.this.input(name, pointer);
                    if (value == null) {
                        return null;
                    }
                    return wholeOf(value) == null ? "true" : "has(" + expression(value, name, pointer) + ")";
                }

                @Override
                public void other(String root, String path) {
                    declaredPath(root, path, pointer);
                }
            });
        }

        private void declaredPath(String root, String path, String pointer) {
            if (level.fragment == null) {
                return;
            }
            String field = root.equals("facts") ? "facts" : "parameters";
            for (String known = path; ; known = known.substring(0, known.lastIndexOf('.'))) {
                if (level.root.path(field).has(known)) {
                    return;
                }
                if (known.indexOf('.') < 0) {
                    declared(level, field, path, pointer);
                    return;
                }
            }
        }

        /** A given value as a condition says it. */
        private @Nullable String expression(JsonNode value, String name, String pointer) {
            Template.Reference whole = wholeOf(value);
            if (whole != null && !whole.ofItem()) {
                switch (whole.root()) {
                    case FACT:
                        return "facts." + whole.name();
                    case PARAM:
                        return "params." + whole.name();
                    case STEP_OUTPUT:
                        return "steps[\"" + whole.name() + "\"].outputs." + whole.output();
                    default:
                        break;
                }
            }
            if (alone && value.toString().contains("${inputs.")) {
                return null;
            }
            boolean constant = whole == null && !value.toString().contains("${");
            if (!constant || value.isObject()) {
                refuse(
                        level,
                        pointer,
                        "the input '" + name + "' is given as " + ValueType.describe(String.valueOf(plain(value)))
                                + ", which a condition cannot say" + level.via,
                        "Give a constant, a fact, a parameter or an output of a step");
                return null;
            }
            return value.isNumber() && value.doubleValue() < 0 ? "(" + value + ")" : value.toString();
        }

        private static Object plain(JsonNode value) {
            return value.isString() ? value.stringValue() : value;
        }
    }

    /** Keys of all fragments whose steps are in a tree, sorted. */
    static SortedSet<String> fragmentsOf(JsonNode composed) {
        SortedSet<String> keys = new TreeSet<>();
        for (JsonNode step : composed.path("steps")) {
            if (step.has(FROM)) {
                keys.add(step.get(FROM).asString());
            }
        }
        return keys;
    }
}
