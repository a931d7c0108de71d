package io.gulliver.playbook;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.playbook.expression.Condition;
import io.gulliver.playbook.expression.ValueType;
import io.gulliver.playbook.expression.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The checks that a schema cannot make: edges, references, types, and words that do not go together. */
final class PlaybookCheck {
    private final Places document;
    private final JsonNode root;
    private final Playbook playbook;
    private final ActionCatalogue actions;
    private final Scope scope;
    private final List<PlaybookProblem> problems = new ArrayList<>();

    PlaybookCheck(Places document, JsonNode root, Playbook playbook, ActionCatalogue actions) {
        this.document = document;
        this.root = root;
        this.playbook = playbook;
        this.actions = actions;
        this.scope = new Scope(playbook, actions);
    }

    List<PlaybookProblem> problems() {
        factNames();
        Map<String, Integer> first = new HashMap<>();
        for (int i = 0; i < playbook.steps().size(); i++) {
            Step step = playbook.steps().get(i);
            String at = "/steps/" + i;
            if (!step.id().isEmpty() && first.putIfAbsent(step.id(), i) != null) {
                refuse(
                        at + "/id",
                        "the step id '" + step.id() + "' is taken by step " + (first.get(step.id()) + 1)
                                + " of the list",
                        "Give one of them another id");
            }
            needs(step, at);
            words(step, at);
            action(step, at);
            forEach(step, at);
            conditions(step, at);
            texts(step, at);
            purposes(step, at);
            releases(step, at);
        }
        rings();
        return problems;
    }

    /** What includes give to the inputs of their fragments, and what fragments show of their steps. */
    List<PlaybookProblem> problems(List<Composition.Given> given, List<Composition.Shown> shown) {
        problems();
        given.forEach(this::given);
        for (Composition.Shown output : shown) {
            Step source = scope.step(output.reference().name());
            String name = String.valueOf(output.reference().output());
            if (source != null && !scope.outputs(source).containsKey(name)) {
                refuse(
                        output.pointer(),
                        "step '" + source.id() + "' has no output '" + name + "'",
                        "It has: " + String.join(", ", scope.outputs(source).keySet()));
            } else if (source != null
                    && (output.reference().root() == Template.Root.STEP_ITEMS) != (source.forEach() != null)) {
                refuse(
                        output.pointer(),
                        "step '" + source.id() + "' has outputs "
                                + (source.forEach() == null ? "and no items" : "for each item"),
                        source.forEach() == null ? "Write .outputs." + name : "Write .items." + name);
            }
        }
        return problems;
    }

    private void given(Composition.Given given) {
        Object value = TreeReader.plain(given.value());
        StepReferences.texts(value, "", (below, text) -> {
            try {
                for (Template.Reference reference : Template.parse(text).references()) {
                    given(given, reference);
                }
            } catch (Template.Unreadable e) {
                refuse(given.pointer(), e.getMessage(), null);
            }
        });
        if (value != null) {
            input(given.declared(), value, given.pointer());
        }
    }

    private void given(Composition.Given given, Template.Reference reference) {
        String shown = "${" + reference.text() + "}";
        if (reference.ofItem()) {
            refuse(given.pointer(), shown + ": item is known only to a step with forEach", null);
            return;
        }
        switch (reference.root()) {
            case FACT, PARAM, STEP_OUTPUT, STEP_ITEMS -> {
                boolean step = scope.step(reference.name()) != null;
                if (declarationOf(reference) == null && (step || !isStep(reference))) {
                    refuse(given.pointer(), shown + " is not declared", "See its spelling");
                } else if (isStep(reference) && !step) {
                    refuse(
                            given.pointer(),
                            shown + ": no step is called '" + reference.name() + "'",
                            "See its spelling");
                } else if (isStep(reference)) {
                    boolean before = given.entries().stream()
                            .anyMatch(entry -> scope.ancestors(entry).contains(reference.name()));
                    if (!before) {
                        refuse(
                                given.pointer(),
                                shown + ": step '" + reference.name() + "' does not come before '" + given.alias()
                                        + "', which begins with " + String.join(", ", given.entries()),
                                "Add it to the needs of the include");
                    }
                }
            }
            case STEP_ID, MIGRATION -> {}
            case ITEM, ITERATION, NAME, INPUT ->
                refuse(given.pointer(), shown + " is known only to a step", "Give something that holds for all steps");
        }
    }

    private static boolean isStep(Template.Reference reference) {
        return reference.root() == Template.Root.STEP_OUTPUT || reference.root() == Template.Root.STEP_ITEMS;
    }

    /** What is held is released, once, and after it. */
    private void releases(Step step, String at) {
        String hold = step.hold();
        String release = step.release();
        if (hold != null) {
            List<Step> same = playbook.steps().stream()
                    .filter(other -> hold.equals(other.hold()))
                    .toList();
            if (same.get(0) != step) {
                refuse(
                        at + "/hold",
                        "'" + hold + "' is held by step '" + same.get(0).id() + "' already",
                        "Give each hold a name of its own");
            } else if (playbook.steps().stream()
                    .noneMatch(other -> hold.equals(other.release())
                            && scope.ancestors(other.id()).contains(step.id()))) {
                refuse(
                        at + "/hold",
                        "'" + hold + "' is held and never released after it",
                        "Write release: " + hold + " into a step that comes after this one");
            }
        }
        if (release != null) {
            if (playbook.steps().stream().noneMatch(other -> release.equals(other.hold()))) {
                refuse(at + "/release", "no step holds '" + release + "'", "See its spelling");
            }
            playbook.steps().stream()
                    .filter(other -> release.equals(other.hold()) && other.purpose() != step.purpose())
                    .findFirst()
                    .ifPresent(other -> refuse(
                            at + "/release",
                            "'" + release + "' is held in " + PlaybookListing.runs(other) + " and released in "
                                    + PlaybookListing.runs(step),
                            "Give both the same purpose"));
            List<Step> same = playbook.steps().stream()
                    .filter(other -> release.equals(other.release()))
                    .toList();
            if (same.get(0) != step) {
                refuse(
                        at + "/release",
                        "'" + release + "' is released by step '" + same.get(0).id() + "' already",
                        null);
            }
        }
        if (step.undoEstimate() != null && step.kind() == StepKind.ACTION && !step.undo()) {
            refuse(at + "/undoEstimate", "undoEstimate, but the step is not undone", "Take it away");
        }
    }

    private void refuse(String pointer, String message, @Nullable String advice) {
        problems.add(document.problem(pointer, message, advice));
    }

    private void factNames() {
        for (String name : playbook.facts().keySet()) {
            for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
                if (playbook.facts().containsKey(name.substring(0, dot))) {
                    refuse(
                            YamlDocument.pointer("/facts", name),
                            "the fact '" + name + "' collides with the fact '" + name.substring(0, dot) + "'",
                            "A name is a fact or a group of facts, not both");
                }
            }
        }
    }

    private void needs(Step step, String at) {
        JsonNode list = root.get("steps")
                .get(Integer.parseInt(at.substring("/steps/".length())))
                .get("needs");
        for (int i = 0; list != null && list.isArray() && i < list.size(); i++) {
            if (!list.get(i).isString()) {
                continue;
            }
            String need = list.get(i).stringValue();
            Step needed = scope.step(need);
            if (needed == null) {
                refuse(at + "/needs/" + i, "no step is called '" + need + "'", "See its spelling");
            } else if (needed.phase().compareTo(step.phase()) > 0) {
                refuse(
                        at + "/needs/" + i,
                        "a step " + word(step.phase()) + " the outage cannot need '" + need + "', which lies "
                                + word(needed.phase()) + " it",
                        "Correct the phase of one of them");
            }
        }
    }

    /** What only a run of the other purpose makes is there for nobody who runs in both. */
    private void purposes(Step step, String at) {
        ActionDeclaration action =
                step.action() == null ? null : actions.find(step.action()).orElse(null);
        for (String id : StepReferences.steps(step, action)) {
            Step named = scope.step(id);
            Purpose alone = named == null ? null : named.purpose();
            if (alone == null || alone == step.purpose()) {
                continue;
            }
            String run = alone.name().toLowerCase(Locale.ROOT);
            refuse(
                    at,
                    "step '" + step.id() + "' reads outputs of '" + id + "', which is of " + run + " alone: a "
                            + (alone == Purpose.PRODUCTION ? "rehearsal" : "production run") + " would never have them",
                    "Read them from a step of every run, or make this one of " + run + " too");
        }
        if (reachesUsers()) {
            productionOnly(step, at);
        }
    }

    /** What only a production run may reach and this step of a rehearsal does. */
    private void productionOnly(Step step, String at) {
        if (step.purpose() == Purpose.PRODUCTION) {
            return;
        }
        ActionDeclaration action =
                step.action() == null ? null : actions.find(step.action()).orElse(null);
        if (step.pointOfNoReturn()) {
            refuse(
                    at + "/pointOfNoReturn",
                    "a rehearsal has no point of no return, and step '" + step.id() + "' is in one too",
                    "Say 'purpose: production'");
        } else if (action != null && action.production()) {
            refuse(
                    at + "/action",
                    "action '" + action.name() + "' is of production alone, and step '" + step.id()
                            + "' is in a rehearsal too",
                    "Say 'purpose: production'");
        }
    }

    /** What a playbook that people bring today may no longer leave open: which of its steps are of production alone. */
    List<PlaybookProblem> unsaid() {
        problems.clear();
        for (int i = 0; i < playbook.steps().size(); i++) {
            productionOnly(playbook.steps().get(i), "/steps/" + i);
        }
        return problems;
    }

    /** Whether the playbook knows of purposes at all; earlier ones say nothing of them, and can still be read. */
    private boolean reachesUsers() {
        return playbook.steps().stream().anyMatch(step -> step.purpose() != null);
    }

    private static String word(io.gulliver.domain.migration.Phase phase) {
        return switch (phase) {
            case BEFORE -> "before";
            case OUTAGE -> "in";
            case AFTER -> "after";
        };
    }

    /** Names every ring of needs once. */
    private void rings() {
        Set<String> done = new HashSet<>();
        for (Step step : playbook.steps()) {
            walk(step, new ArrayList<>(), new HashSet<>(), done);
        }
    }

    private void walk(Step step, List<String> path, Set<String> onPath, Set<String> done) {
        if (done.contains(step.id())) {
            return;
        }
        path.add(step.id());
        onPath.add(step.id());
        for (String need : step.needs()) {
            if (onPath.contains(need)) {
                List<String> ring = new ArrayList<>(path.subList(path.indexOf(need), path.size()));
                ring.add(need);
                refuse(
                        pointerOf(step.id()) + "/needs",
                        "steps wait for each other: " + String.join(" needs ", ring),
                        "Take one of these needs away");
                continue;
            }
            Step next = scope.step(need);
            if (next != null) {
                walk(next, path, onPath, done);
            }
        }
        path.remove(path.size() - 1);
        onPath.remove(step.id());
        done.add(step.id());
    }

    private String pointerOf(String id) {
        for (int i = 0; i < playbook.steps().size(); i++) {
            if (playbook.steps().get(i).id().equals(id)) {
                return "/steps/" + i;
            }
        }
        return "/steps";
    }

    private void words(Step step, String at) {
        JsonNode node = root.at(at);
        StepKind kind = step.kind();
        String article =
                kind == StepKind.ACTION ? "an action" : "a " + kind.name().toLowerCase(java.util.Locale.ROOT);
        if (kind != StepKind.ACTION) {
            for (String word : List.of(
                    "action",
                    "undo",
                    "undoEstimate",
                    "doneCheck",
                    "rerun",
                    "observe",
                    "slots",
                    "callTimeout",
                    "retry")) {
                if (node.has(word)) {
                    refuse(at + "/" + word, "'" + word + "' does not belong to " + article, "Only an action has it");
                }
            }
        }
        if (kind == StepKind.ACTION && !node.has("action")) {
            refuse(at, "the field 'action' is missing", "Name the action, or say kind: task, gate or wait");
        }
        if ((kind == StepKind.TASK || kind == StepKind.GATE) && !node.has("role")) {
            refuse(at, article + " needs a role", "Say whose queue it goes to, for example role: cutover-manager");
        }
        if (step.fourEyes() && kind != StepKind.GATE) {
            refuse(at + "/fourEyes", "only a gate has fourEyes, not " + article, null);
        }
        if (step.lookAgain() && kind != StepKind.GATE) {
            refuse(at + "/lookAgain", "only a gate has lookAgain, not " + article, null);
        }
        if (!step.criteria().isEmpty() && kind != StepKind.GATE) {
            refuse(at + "/criteria", "only a gate has criteria, not " + article, null);
        }
        if (node.has("outputs") && kind != StepKind.TASK) {
            refuse(
                    at + "/outputs",
                    "only a task declares outputs; those of an action are in its declaration",
                    "Take them away here");
        }
        if (step.outputs().containsKey("items")) {
            refuse(at + "/outputs/items", "an output cannot be called 'items'", "That word is for fan-outs");
        }
        if (node.has("evidence") && (kind == StepKind.ACTION || kind == StepKind.WAIT)) {
            refuse(at + "/evidence", "only a task or a gate asks for evidence", null);
        }
        if (step.closedBy() != null && kind != StepKind.TASK) {
            refuse(at + "/closedBy", "only a task is completed by evidence, not " + article, null);
        }
        if (step.closedBy() != null && step.forEach() != null) {
            refuse(at + "/closedBy", "a task that fans out is not completed by evidence", "Ask for one file");
        }
        if (step.inputs().containsKey(StepPreparer.CRITERIA) && !step.criteria().isEmpty()) {
            refuse(at + "/inputs/criteria", "the input 'criteria' collides with the gate's criteria", null);
        }
        if (step.inputs().containsKey("instructions") && step.instructions() != null && kind != StepKind.ACTION) {
            refuse(at + "/inputs/instructions", "the input 'instructions' collides with the step's instructions", null);
        }
        Step.Repeat repeat = step.repeat();
        if (repeat != null && kind != StepKind.ACTION && kind != StepKind.WAIT) {
            refuse(at + "/repeat", article + " does not repeat", "Only an action or a wait does");
        }
        if (repeat != null && step.forEach() != null) {
            refuse(at + "/repeat", "a step has forEach or repeat, not both", "Fan out in one step, repeat in another");
        }
        if (step.forEach() != null && (kind == StepKind.GATE || kind == StepKind.WAIT)) {
            refuse(at + "/forEach", article + " does not fan out", "Only an action or a task does");
        }
        if (kind == StepKind.WAIT && step.notBefore() == null && (repeat == null || repeat.until() == null)) {
            refuse(at, "a wait needs notBefore, or repeat with until", "Say what it waits for");
        }
    }

    private void action(Step step, String at) {
        if (step.kind() != StepKind.ACTION || step.action() == null) {
            return;
        }
        ActionDeclaration action = scope.action(step);
        if (action == null) {
            refuse(
                    at + "/action",
                    "no action is called '" + step.action() + "'",
                    "See its spelling, or install its file");
            return;
        }
        boolean undoWritten = root.at(at + "/undo").isBoolean() && step.undo();
        if (undoWritten && !action.undo()) {
            refuse(
                    at + "/undo",
                    "the action " + action.name() + " has no undo",
                    "Say undo: false, or use another action");
        }
        if (step.rerun() == PlanStep.Rerun.AFTER_UNDO && !(step.undo() && action.undo())) {
            refuse(
                    at + "/rerun",
                    "rerun afterUndo, but the step is not undone",
                    "Use an action that can undo, or rerun: never");
        }
        inputs(action, step.inputs(), step, at + "/inputs", at);
        Step.DoneCheck doneCheck = step.doneCheck();
        if (doneCheck != null && !doneCheck.action().isEmpty()) {
            doneCheck(doneCheck, step, at);
        }
    }

    private void doneCheck(Step.DoneCheck doneCheck, Step step, String at) {
        ActionDeclaration look = actions.find(doneCheck.action()).orElse(null);
        if (look == null) {
            refuse(at + "/doneCheck/action", "no action is called '" + doneCheck.action() + "'", "See its spelling");
            return;
        }
        ValueDeclaration done = look.outputs().get("done");
        if (look.mutating() || done == null || !done.type().equals(ValueType.BOOL)) {
            refuse(
                    at + "/doneCheck/action",
                    look.name() + " cannot be a doneCheck",
                    "It must be read-only and have a bool output 'done'");
        }
        inputs(look, doneCheck.inputs(), step, at + "/doneCheck/inputs", at + "/doneCheck");
    }

    private void inputs(ActionDeclaration action, Map<String, Object> inputs, Step step, String at, String owner) {
        inputs.forEach((name, value) -> {
            ValueDeclaration declared = action.inputs().get(name);
            String pointer = YamlDocument.pointer(at, name);
            if (declared == null) {
                refuse(
                        pointer,
                        "the action " + action.name() + " has no input '" + name + "'",
                        "It has: "
                                + (action.inputs().isEmpty()
                                        ? "none"
                                        : String.join(", ", action.inputs().keySet())));
            } else {
                input(declared, value, pointer);
            }
        });
        action.inputs().forEach((name, declared) -> {
            if (declared.required() && !root.at(at).has(name) && !action.names().containsKey(name)) {
                refuse(
                        root.at(at).isMissingNode() ? owner : at,
                        "the input '" + name + "' (" + declared.type() + ") of " + action.name() + " is missing",
                        declared.description());
            }
        });
    }

    private void input(ValueDeclaration declared, Object value, String pointer) {
        if (value instanceof String text && text.contains("${")) {
            Template template;
            try {
                template = Template.parse(text);
            } catch (Template.Unreadable e) {
                return; // said where all texts are looked at
            }
            Template.Reference whole = template.whole();
            if (whole == null && !template.references().isEmpty()) {
                if (declared.type().kind() != ValueType.Kind.STRING) {
                    refuse(
                            pointer,
                            "'" + declared.name() + "' is " + declared.type()
                                    + ", and a text with references is a string",
                            "Use one reference alone");
                }
                return;
            }
            if (whole != null) {
                wholeReference(declared, whole, pointer);
                return;
            }
        }
        boolean deep = value instanceof List || value instanceof Map;
        boolean[] references = {false};
        StepReferences.texts(value, "", (at, text) -> references[0] |= text.contains("${"));
        ValueType type = deep && references[0] ? new ValueType(declared.type().kind(), null) : declared.type();
        try {
            type.coerce(value);
        } catch (ValueType.Mismatch e) {
            refuse(pointer, "'" + declared.name() + "': " + e.getMessage(), null);
        }
    }

    private void wholeReference(ValueDeclaration declared, Template.Reference whole, String pointer) {
        ValueDeclaration source = declarationOf(whole);
        if (source == null) {
            return;
        }
        if (!declared.type().accepts(source.type())) {
            refuse(
                    pointer,
                    "'" + declared.name() + "' is " + declared.type() + ", but ${" + whole.text() + "} is "
                            + source.type(),
                    null);
        } else if (declared.unit() != null
                && source.unit() != null
                && !declared.unit().equals(source.unit())) {
            refuse(
                    pointer,
                    "'" + declared.name() + "' is in " + declared.unit() + ", but ${" + whole.text() + "} is in "
                            + source.unit(),
                    "Declare a value in the right unit; nothing is converted");
        }
    }

    /** The declared type behind a reference, or null when it names nothing; that is reported elsewhere. */
    private @Nullable ValueDeclaration declarationOf(Template.Reference reference) {
        ValueDeclaration found = switch (reference.root()) {
            case FACT -> playbook.facts().get(reference.name());
            case PARAM -> playbook.parameters().get(reference.name());
            case STEP_OUTPUT -> {
                Step source = scope.step(reference.name());
                yield source == null ? null : scope.outputs(source).get(String.valueOf(reference.output()));
            }
            case STEP_ITEMS -> itemsOf(reference);
            case ITEM, NAME, MIGRATION, STEP_ID -> declaration(ValueType.STRING, null);
            case INPUT -> null;
            case ITERATION -> declaration(ValueType.INT, null);
        };
        if (found != null && reference.ofItem()) {
            ValueType.Kind of = found.type().of();
            return found.type().kind() == ValueType.Kind.MAP && of != null
                    ? declaration(new ValueType(of, null), found.unit())
                    : null;
        }
        return found;
    }

    private @Nullable ValueDeclaration itemsOf(Template.Reference reference) {
        if (reference.output() == null) {
            return declaration(new ValueType(ValueType.Kind.MAP, null), null);
        }
        Step source = scope.step(reference.name());
        ValueDeclaration output = source == null ? null : scope.outputs(source).get(reference.output());
        return output == null
                ? null
                : declaration(new ValueType(ValueType.Kind.MAP, output.type().kind()), output.unit());
    }

    private static ValueDeclaration declaration(ValueType type, @Nullable String unit) {
        return new ValueDeclaration("", type, unit, false, null, null, null);
    }

    private void forEach(Step step, String at) {
        Step.ForEach forEach = step.forEach();
        if (forEach == null || forEach.in() instanceof List) {
            return;
        }
        String pointer = at + "/forEach/in";
        Template template;
        try {
            template = Template.parse(String.valueOf(forEach.in()));
        } catch (Template.Unreadable e) {
            return; // said where all texts are looked at
        }
        Template.Reference whole = template.whole();
        if (whole == null) {
            refuse(pointer, "'" + forEach.in() + "' is not a list", "Write a list, or one reference to one");
            return;
        }
        if (whole.root() == Template.Root.STEP_ITEMS && whole.output() == null) {
            return;
        }
        ValueDeclaration source = declarationOf(whole);
        if (source != null
                && !(source.type().kind() == ValueType.Kind.LIST
                        && source.type().of() == ValueType.Kind.STRING)) {
            refuse(pointer, "${" + whole.text() + "} is " + source.type() + ", wanted list of string", null);
        }
    }

    private void conditions(Step step, String at) {
        if (step.when() != null) {
            condition(step.when(), scope.variables(step, false), at + "/when");
        }
        Set<String> criteria = new HashSet<>();
        for (int i = 0; i < step.criteria().size(); i++) {
            Step.Criterion criterion = step.criteria().get(i);
            condition(criterion.holds(), scope.variables(step, false), at + "/criteria/" + i + "/holds");
            if (!criteria.add(criterion.id())) {
                refuse(
                        at + "/criteria/" + i + "/id",
                        "two criteria are called '" + criterion.id() + "'",
                        "A waiver names a criterion: give each an id of its own");
            }
        }
        Step.Repeat repeat = step.repeat();
        if (repeat != null && repeat.until() != null) {
            condition(repeat.until(), scope.variables(step, step.kind() == StepKind.ACTION), at + "/repeat/until");
        }
    }

    private void condition(String text, Variables variables, String pointer) {
        for (String problem : Condition.check(text, variables).problems()) {
            refuse(pointer, "the condition '" + clip(text) + "': " + problem, null);
        }
    }

    private void texts(Step step, String at) {
        StepReferences.texts(step, (below, text) -> {
            try {
                for (Template.Reference reference : Template.parse(text).references()) {
                    reference(reference, step, at + below, below.startsWith("/forEach"));
                }
            } catch (Template.Unreadable e) {
                refuse(at + below, e.getMessage(), null);
            }
        });
        ActionDeclaration action = scope.action(step);
        if (action == null) {
            return;
        }
        action.names().forEach((name, rule) -> {
            if (step.inputs().containsKey(name)) {
                return;
            }
            try {
                for (Template.Reference reference :
                        Template.parse(rule.template()).references()) {
                    reference(reference, step, at + "/action", false);
                }
            } catch (Template.Unreadable e) {
                refuse(at + "/action", e.getMessage(), null);
            }
        });
    }

    private void reference(Template.Reference reference, Step step, String pointer, boolean inForEach) {
        String name = reference.name();
        switch (reference.root()) {
            case FACT:
                if (!playbook.facts().containsKey(name)) {
                    refuse(
                            pointer,
                            "the fact '" + name + "' is not declared",
                            "Declare it under facts, with type and unit");
                }
                break;
            case PARAM:
                if (!playbook.parameters().containsKey(name)) {
                    refuse(pointer, "the parameter '" + name + "' is not declared", "Declare it under parameters");
                }
                break;
            case STEP_OUTPUT:
            case STEP_ITEMS:
            case STEP_ID:
                stepReference(reference, step, pointer, inForEach);
                break;
            case ITEM:
                if (step.forEach() == null || inForEach) {
                    refuse(pointer, "${item} is known only to a step with forEach", null);
                }
                break;
            case ITERATION:
                if (step.repeat() == null) {
                    refuse(pointer, "${iteration} is known only to a step that repeats", null);
                }
                break;
            case NAME:
                ActionDeclaration action = scope.action(step);
                if (action == null || !action.names().containsKey(name)) {
                    refuse(pointer, "no name '" + name + "' is allocated for this step", "See the action's names");
                } else if (pointer.endsWith("/inputs/" + name)) {
                    refuse(
                            pointer,
                            "the name '" + name + "' collides with itself",
                            "Leave the input out: it is given the name");
                } else if (inForEach) {
                    refuse(pointer, "a name cannot decide the items", null);
                }
                break;
            case INPUT:
                refuse(pointer, "${" + reference.text() + "}: only a fragment has inputs", null);
                break;
            case MIGRATION:
                break;
        }
        if (reference.ofItem()) {
            ValueDeclaration map = declarationOf(
                    new Template.Reference(reference.root(), name, reference.output(), false, reference.text()));
            if (map != null && map.type().kind() != ValueType.Kind.MAP) {
                refuse(pointer, "${" + reference.text() + "}: [item] goes with a map, not with " + map.type(), null);
            }
            if (step.forEach() == null || inForEach) {
                refuse(pointer, "${" + reference.text() + "}: item is known only to a step with forEach", null);
            }
        }
    }

    private void stepReference(Template.Reference reference, Step step, String pointer, boolean inForEach) {
        String id = reference.name();
        Step source = scope.step(id);
        String shown = "${" + reference.text() + "}";
        if (source == null) {
            refuse(pointer, shown + ": no step is called '" + id + "'", "See its spelling");
            return;
        }
        if (id.equals(step.id()) || !scope.ancestors(step.id()).contains(id)) {
            refuse(pointer, shown + ": step '" + id + "' does not come before this one", "Add it to needs");
            return;
        }
        String output = reference.output();
        if (output != null && !scope.outputs(source).containsKey(output)) {
            String known = String.join(", ", scope.outputs(source).keySet());
            refuse(
                    pointer,
                    shown + ": step '" + id + "' has no output '" + output + "'",
                    known.isEmpty() ? "It has none" : "It has: " + known);
            return;
        }
        if (reference.root() == Template.Root.STEP_ITEMS && source.forEach() == null) {
            refuse(pointer, shown + ": step '" + id + "' has no items", "Write ${steps." + id + ".outputs.x}");
        }
        if (reference.root() == Template.Root.STEP_OUTPUT
                && source.forEach() != null
                && (inForEach || !Scope.sameItems(step, source))) {
            refuse(
                    pointer,
                    shown + ": step '" + id + "' has outputs for each item",
                    "Write ${steps." + id + ".items." + output + "}, or fan out over the same list");
        }
    }

    private static String clip(String text) {
        return text.length() > 80 ? text.substring(0, 77) + "..." : text;
    }
}
