package io.gulliver.playbook;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.playbook.expression.Condition;
import io.gulliver.playbook.expression.ValueType;
import io.gulliver.playbook.expression.Variables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a step ready: its condition, items, inputs and planned time, from facts and the outputs of earlier steps. Pure
 * but for the names it asks for; what cannot be resolved is a failure in the answer, never a guess.
 *
 * <p>One preparer serves all migrations of a playbook, from any thread.
 */
public final class StepPreparer {
    /** The input under which a gate finds its criteria with their verdicts. */
    private static final Pattern FACT = Pattern.compile("\\bfacts\\.([A-Za-z_][A-Za-z0-9_.]*)");

    private static final Pattern OUTPUT = Pattern.compile("steps\\[\"([A-Za-z0-9-]+)\"\\]\\.outputs\\.([A-Za-z0-9_]+)");

    public static final String CRITERIA = GateCriterion.INPUT;

    private final Playbook playbook;
    private final Scope scope;
    private final Map<String, Condition> when = new HashMap<>();
    private final Map<String, Condition> until = new HashMap<>();
    private final Map<String, Condition> criteria = new HashMap<>();

    /**
     * What a step is prepared against.
     *
     * @param facts the pinned facts
     * @param params values of the program's policy by parameter; those left out take their defaults
     * @param migration the run
     * @param usersOut T, the planned start of the outage, or null when none is set
     */
    public record Circumstances(
            FactSheet facts,
            Map<String, Object> params,
            MigrationRef migration,
            @Nullable Instant usersOut) {}

    /**
     * Prepares steps of this playbook.
     *
     * @throws IllegalArgumentException when the playbook was not checked against these actions
     */
    public StepPreparer(Playbook playbook, ActionCatalogue actions) {
        this.playbook = playbook;
        this.scope = new Scope(playbook, actions);
        for (Step step : playbook.steps()) {
            if (step.when() != null) {
                when.put(step.id(), condition(step.when(), scope.variables(step, false), step));
            }
            for (Step.Criterion criterion : step.criteria()) {
                criteria.put(
                        step.id() + "/" + criterion.id(),
                        condition(criterion.holds(), scope.variables(step, false), step));
            }
            Step.Repeat repeat = step.repeat();
            if (repeat != null && repeat.until() != null) {
                boolean own = step.kind() == StepKind.ACTION;
                until.put(step.id(), condition(repeat.until(), scope.variables(step, own), step));
            }
        }
    }

    private static Condition condition(String text, Variables variables, Step step) {
        Condition.Checked checked = Condition.check(text, variables);
        Condition condition = checked.condition();
        if (condition == null) {
            throw new IllegalArgumentException("Condition of step " + step.id() + ": " + checked.problems());
        }
        return condition;
    }

    /** Prepares; answers a failure for anything that cannot be resolved. */
    public PrepareResult prepare(PrepareRequest request, Circumstances circumstances, NameSource names) {
        Step step = scope.step(request.step().step());
        if (step == null) {
            return PrepareResult.failed(FailureCode.INPUT_INVALID.with(
                    "Step " + request.step() + ": playbook " + playbook.name() + " v" + playbook.version()
                            + " has no such step",
                    "The run and the playbook do not match; tell Gulliver's operator"));
        }
        try {
            return new Preparation(step, request, circumstances, names).run();
        } catch (Unresolved e) {
            StepFailure failure = e.failure;
            return new PrepareResult(
                    true,
                    failure,
                    null,
                    Map.of(),
                    null,
                    false,
                    circumstances.facts().version());
        }
    }

    /** Stops a preparation with the failure that is its answer. */
    private static final class Unresolved extends Exception {
        private static final long serialVersionUID = 1L;

        final transient StepFailure failure;

        Unresolved(StepFailure failure) {
            super(failure.message());
            this.failure = failure;
        }
    }

    /** A value that only a real run will know, as an evaluation shows it. */
    private record Unknown(String shown) {
        @Override
        public String toString() {
            return shown;
        }
    }

    /** One request at work. */
    private final class Preparation {
        private final Step step;
        private final PrepareRequest request;
        private final Circumstances circumstances;
        private final NameSource names;
        private final StepKey key;
        private final Map<String, Object> params = new LinkedHashMap<>();
        private final Map<String, Object> allocated = new LinkedHashMap<>();

        Preparation(Step step, PrepareRequest request, Circumstances circumstances, NameSource names) {
            this.step = step;
            this.request = request;
            this.circumstances = circumstances;
            this.names = names;
            this.key = request.step();
        }

        PrepareResult run() throws Unresolved {
            parameters();
            facts();
            long version = circumstances.facts().version();
            if (key.item() == null && !applies()) {
                return new PrepareResult(false, null, null, Map.of(), null, false, version);
            }
            Step.ForEach forEach = step.forEach();
            if (forEach != null && key.item() == null) {
                return new PrepareResult(true, null, items(forEach), Map.of(), notBefore(), false, version);
            }
            if (repeatDone()) {
                return new PrepareResult(true, null, null, Map.of(), null, true, version);
            }
            return new PrepareResult(true, null, null, inputs(), notBefore(), false, version);
        }

        private Unresolved invalid(String message, String advice) {
            return new Unresolved(FailureCode.INPUT_INVALID.with("Step " + key + ": " + message, advice));
        }

        private void parameters() throws Unresolved {
            for (ValueDeclaration parameter : playbook.parameters().values()) {
                Object given = circumstances.params().get(parameter.name());
                Object value = given == null ? parameter.defaultValue() : given;
                if (value == null) {
                    continue; // an error only for the step that names it
                }
                try {
                    params.put(parameter.name(), parameter.type().coerce(value));
                } catch (ValueType.Mismatch e) {
                    throw invalid(
                            "the program's policy gives " + parameter.name() + " " + e.getMessage(),
                            "Correct the policy, then retry the step");
                }
                if (!parameter.admits(value)) {
                    throw invalid(
                            "the program's policy gives " + parameter.name() + " " + unwanted(parameter, value),
                            "Correct the policy, then retry the step");
                }
            }
        }

        /** Before the first step of a run does anything: a word that only a later step would refuse. */
        private void facts() throws Unresolved {
            for (ValueDeclaration fact : playbook.facts().values()) {
                Object known = circumstances.facts().values().get(fact.name());
                if (known != null && !fact.admits(known)) {
                    throw invalid(
                            "the fact " + fact.name() + " is " + unwanted(fact, known),
                            "Correct the fact, then retry the step");
                }
            }
        }

        private String unwanted(ValueDeclaration declared, Object value) {
            String description = declared.description();
            return "\"" + value + "\", which does not match " + declared.pattern()
                    + (description == null ? "" : " (" + description + ")");
        }

        private boolean applies() throws Unresolved {
            Condition condition = when.get(step.id());
            return condition == null || holds(condition, "when", true);
        }

        private boolean repeatDone() throws Unresolved {
            Condition condition = until.get(step.id());
            boolean due = request.iteration() > 1 || step.kind() == StepKind.WAIT;
            return condition != null && due && !request.evaluate() && holds(condition, "until", false);
        }

        /** Whether a condition holds; while only evaluating, one over outputs that do not exist yet counts as assumed. */
        private boolean holds(Condition condition, String word, boolean assumed) throws Unresolved {
            if (request.evaluate() && anyUnknown(condition)) {
                return assumed;
            }
            Condition.Verdict verdict = condition.evaluate(values());
            Boolean holds = verdict.holds();
            if (holds == null) {
                throw new Unresolved(
                        FailureCode.CONDITION_FAILED.with(
                                "Step " + key + ": its condition " + word + " '" + condition.text()
                                        + "' is neither true nor false: " + verdict.error(),
                                "Collect the missing data or correct the playbook, then retry; or skip the step with a reason"));
            }
            return holds;
        }

        private boolean anyUnknown(Condition condition) {
            for (String id : condition.steps()) {
                Step source = scope.step(id);
                Map<String, Object> outputs = request.outputs().getOrDefault(id, Map.of());
                if (source == null || outputs.isEmpty()) {
                    return true;
                }
                if (source.forEach() == null
                        && !outputs.keySet().containsAll(scope.outputs(source).keySet())) {
                    return true;
                }
            }
            return false;
        }

        private List<String> items(Step.ForEach forEach) throws Unresolved {
            Object in = resolve(forEach.in(), "forEach.in");
            if (in instanceof Unknown unknown) {
                return List.of(unknown.shown());
            }
            List<String> items = new ArrayList<>();
            Iterable<?> elements =
                    in instanceof Map<?, ?> map ? map.keySet() : in instanceof List<?> list ? list : List.of(in);
            Set<String> seen = new LinkedHashSet<>();
            for (Object element : elements) {
                String item = String.valueOf(element);
                if (!seen.add(item)) {
                    throw invalid(
                            "the item '" + item + "' of " + forEach.in() + " is there twice",
                            "Items name work and must differ; correct the data, then retry");
                }
                try {
                    items.add(String.valueOf(new StepKey(step.id(), item).item()));
                } catch (IllegalArgumentException e) {
                    throw invalid(e.getMessage(), "Correct the data, then retry the step");
                }
            }
            return items;
        }

        private @Nullable Instant notBefore() throws Unresolved {
            Step.NotBefore planned = step.notBefore();
            if (planned == null) {
                return null;
            }
            if (planned.offset() == null) {
                return planned.fixed();
            }
            if (circumstances.usersOut() == null) {
                if (request.evaluate()) {
                    return null;
                }
                throw invalid(
                        "its planned time hangs on the time at which users are out (T), and none is set",
                        "Plan the outage of this database or its wave, then retry the step");
            }
            return circumstances.usersOut().plus(planned.offset());
        }

        private Map<String, Object> inputs() throws Unresolved {
            Map<String, Object> resolved = new LinkedHashMap<>();
            ActionDeclaration action = scope.action(step);
            if (action == null) {
                for (Map.Entry<String, Object> entry : step.inputs().entrySet()) {
                    resolved.put(entry.getKey(), shown(resolve(entry.getValue(), "input " + entry.getKey())));
                }
                if (!step.criteria().isEmpty()) {
                    resolved.put(CRITERIA, judged());
                }
                if (step.instructions() != null) {
                    resolved.put(
                            StepRun.INSTRUCTIONS,
                            String.valueOf(resolveText(step.instructions(), StepRun.INSTRUCTIONS, true)));
                }
                return resolved;
            }
            for (Map.Entry<String, ActionDeclaration.NameRule> entry :
                    action.names().entrySet()) {
                if (!step.inputs().containsKey(entry.getKey())) {
                    allocated.put(entry.getKey(), allocate(entry.getKey(), entry.getValue(), action));
                }
            }
            for (ValueDeclaration input : action.inputs().values()) {
                String name = input.name();
                Object given = step.inputs().get(name);
                Object value = given != null ? resolve(given, "input " + name) : allocated.get(name);
                if (value == null) {
                    value = input.defaultValue();
                }
                if (value == null) {
                    if (input.required()) {
                        throw invalid(
                                "the input '" + name + "' of " + action.name() + " is missing", "Correct the playbook");
                    }
                    continue;
                }
                resolved.put(name, typed(input, value));
            }
            return resolved;
        }

        /** The gate's criteria with their verdicts, as the person sees them; an error is never a yes. */
        private List<Object> judged() {
            List<Object> judged = new ArrayList<>();
            for (Step.Criterion criterion : step.criteria()) {
                Condition condition = criteria.get(step.id() + "/" + criterion.id());
                String verdict = GateCriterion.NOT_MEASURED;
                String why = "«" + criterion.holds() + "»";
                if (condition != null && !(request.evaluate() && anyUnknown(condition))) {
                    Condition.Verdict found = condition.evaluate(values());
                    Boolean holds = found.holds();
                    verdict = holds == null ? verdict : holds ? GateCriterion.MET : GateCriterion.NOT_MET;
                    why = (holds == null ? criterion.holds() + ": " + found.error() : criterion.holds())
                            + seen(criterion);
                }
                judged.add(new GateCriterion(criterion.id(), criterion.title(), verdict, why).asInput());
            }
            return judged;
        }

        /** The outputs and facts that a criterion names, with what they are: whoever decides sees the figure, not the formula alone. */
        private String seen(Step.Criterion criterion) {
            TreeMap<String, String> seen = new TreeMap<>();
            Matcher named = OUTPUT.matcher(criterion.holds());
            while (named.find()) {
                Object value =
                        request.outputs().getOrDefault(named.group(1), Map.of()).get(named.group(2));
                seen.put(named.group(2) + " of " + named.group(1), value == null ? "not known" : text(value));
            }
            Matcher facts = FACT.matcher(criterion.holds());
            while (facts.find()) {
                Object value = circumstances.facts().values().get(facts.group(1));
                seen.put(facts.group(1), value == null ? "not known" : text(value));
            }
            StringBuilder said = new StringBuilder();
            seen.forEach((name, value) -> said.append(said.isEmpty() ? " [" : ", ")
                    .append(name)
                    .append(" = ")
                    .append(value));
            return said.isEmpty() ? "" : said.append(']').toString();
        }

        private Variables.Values values() {
            return new Variables.Values(
                    circumstances.facts().values(),
                    params,
                    request.outputs(),
                    request.outputs().getOrDefault(step.id(), Map.of()),
                    key.item(),
                    request.iteration());
        }

        private Object typed(ValueDeclaration input, Object value) throws Unresolved {
            if (hasUnknown(value)) {
                return shown(value);
            }
            try {
                return input.type().coerce(value);
            } catch (ValueType.Mismatch e) {
                throw invalid(
                        "the input '" + input.name() + "' is " + e.getMessage(),
                        "Correct the data or the playbook, then retry the step");
            }
        }

        private boolean hasUnknown(Object value) {
            if (value instanceof Unknown) {
                return true;
            }
            Iterable<?> inside =
                    value instanceof Map<?, ?> map ? map.values() : value instanceof List<?> list ? list : List.of();
            for (Object element : inside) {
                if (element != null && hasUnknown(element)) {
                    return true;
                }
            }
            return false;
        }

        /** Unknown values as their text, so that the result is plain data. */
        private Object shown(Object value) {
            if (value instanceof Unknown unknown) {
                return unknown.shown();
            }
            if (value instanceof List<?> list) {
                List<Object> copy = new ArrayList<>();
                list.forEach(element -> copy.add(shown(element)));
                return copy;
            }
            if (value instanceof Map<?, ?> map) {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach((name, element) -> copy.put(String.valueOf(name), shown(element)));
                return copy;
            }
            return value;
        }

        private Object allocate(String input, ActionDeclaration.NameRule rule, ActionDeclaration action)
                throws Unresolved {
            if (request.evaluate()) {
                return new Unknown("«" + input + " of " + key + "»");
            }
            ArrayRules.Naming naming = naming(input, action);
            String template = naming == null ? null : naming.template();
            int longest = naming == null ? rule.maxLength() : Math.min(naming.maxLength(), rule.maxLength());
            String proposal = template == null
                    ? String.valueOf(resolveText(rule.template(), "name " + input, true))
                    : ArrayRules.named(
                            template,
                            String.valueOf(resolveText("${facts.server.name}", "name " + input, true)),
                            key.item() == null ? "" : key.item());
            if (template != null && proposal.length() > longest) {
                throw invalid(
                        "the name '" + proposal + "' has " + proposal.length() + " characters, and the array takes "
                                + longest,
                        "Shorten its template in the landscape, or the name of the server or volume");
            }
            String name;
            try {
                name = names.allocate(rule.system(), input, key, proposal, longest, rule.pattern());
            } catch (NameSource.Unavailable e) {
                throw new Unresolved(FailureCode.NAME_TAKEN.with(
                        "Step " + key + ": no " + rule.system() + " name could be given from '" + proposal + "': "
                                + e.getMessage(),
                        "Change the name template in the program's policy, or give the input '" + input
                                + "' yourself"));
            }
            if (name.length() > longest || !Pattern.matches(rule.pattern(), name)) {
                throw invalid(
                        "the name '" + name + "' does not fit " + rule.system() + ": at most " + longest
                                + " characters of " + rule.pattern(),
                        "Change the name template in the program's policy");
            }
            return name;
        }

        /** What the array on which the step makes something says of its name; null for the action's own rule. */
        private ArrayRules.@Nullable Naming naming(String input, ActionDeclaration action) throws Unresolved {
            ActionDeclaration.Makes makes = action.makes();
            if (makes == null || !makes.name().equals(input)) {
                return null;
            }
            Object system = step.inputs().get(makes.system());
            return system == null
                    ? null
                    : names.namingOn(String.valueOf(resolve(system, "input " + makes.system())), makes.kind())
                            .orElse(null);
        }

        private Object resolve(Object value, String where) throws Unresolved {
            if (value instanceof String text) {
                return resolveText(text, where, false);
            }
            if (value instanceof List<?> list) {
                List<Object> resolved = new ArrayList<>();
                for (Object element : list) {
                    resolved.add(element == null ? "" : resolve(element, where));
                }
                return resolved;
            }
            if (value instanceof Map<?, ?> map) {
                Map<String, Object> resolved = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    Object element = entry.getValue();
                    resolved.put(String.valueOf(entry.getKey()), element == null ? "" : resolve(element, where));
                }
                return resolved;
            }
            return value;
        }

        private Object resolveText(String text, String where, boolean asText) throws Unresolved {
            Template template;
            try {
                template = Template.parse(text);
            } catch (Template.Unreadable e) {
                throw invalid(where + ": " + e.getMessage(), "Correct the playbook");
            }
            Template.Reference whole = template.whole();
            if (whole != null && !asText) {
                return value(whole, where);
            }
            StringBuilder rendered = new StringBuilder();
            boolean unknown = false;
            for (Object part : template.parts()) {
                if (part instanceof Template.Reference reference) {
                    Object value = value(reference, where);
                    unknown |= value instanceof Unknown;
                    rendered.append(text(value));
                } else {
                    rendered.append(part);
                }
            }
            return unknown ? new Unknown(rendered.toString()) : rendered.toString();
        }

        /** A value inside a text: a whole double without its {@code .0}, a list with commas. */
        private String text(Object value) {
            if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
                return String.valueOf(number.longValue());
            }
            if (value instanceof List<?> list) {
                List<String> texts = new ArrayList<>();
                list.forEach(element -> texts.add(text(element)));
                return String.join(", ", texts);
            }
            return String.valueOf(value);
        }

        private Object value(Template.Reference reference, String where) throws Unresolved {
            Object value = switch (reference.root()) {
                case FACT -> fact(reference, where);
                case PARAM -> param(reference, where);
                case STEP_OUTPUT -> output(reference, where);
                case STEP_ITEMS -> items(reference, where);
                case STEP_ID -> reference.name();
                case INPUT ->
                    throw new IllegalStateException("An input of a fragment is gone when a playbook is composed");
                case ITEM -> item(where);
                case ITERATION -> (long) request.iteration();
                case NAME -> name(reference, where);
                case MIGRATION -> migration(reference.name());
            };
            if (!reference.ofItem() || value instanceof Unknown) {
                return value;
            }
            Object entry = value instanceof Map<?, ?> map ? map.get(item(where)) : null;
            if (entry == null && request.evaluate() && item(where).contains("«")) {
                // the item itself is one that only the run will know
                return new Unknown("«" + reference.text() + "»");
            }
            if (entry == null) {
                throw invalid(
                        where + ": ${" + reference.text() + "} has nothing for the item '" + key.item() + "'",
                        "Collect or correct the data, then retry the step");
            }
            return entry;
        }

        private Object fact(Template.Reference reference, String where) throws Unresolved {
            ValueDeclaration declared = playbook.facts().get(reference.name());
            Object known = circumstances.facts().values().get(reference.name());
            Object value = known == null && declared != null ? declared.defaultValue() : known;
            if (declared == null || value == null) {
                throw invalid(
                        where + ": the fact " + reference.name() + " has not been collected",
                        "Run discovery or type the fact in, then retry the step");
            }
            try {
                return declared.type().coerce(value);
            } catch (ValueType.Mismatch e) {
                throw invalid(
                        where + ": the fact " + reference.name() + " is " + e.getMessage(),
                        "Correct the collected data, then retry the step");
            }
        }

        private Object param(Template.Reference reference, String where) throws Unresolved {
            Object value = params.get(reference.name());
            if (value == null) {
                throw invalid(
                        where + ": the program's policy has no value for " + reference.name(),
                        "Set it in the program's policy, then retry the step");
            }
            return value;
        }

        private Object output(Template.Reference reference, String where) throws Unresolved {
            String id = reference.name();
            String name = String.valueOf(reference.output());
            Step source = scope.step(id);
            Map<?, ?> outputs = request.outputs().getOrDefault(id, Map.of());
            String whose = id;
            if (source != null && source.forEach() != null) {
                whose = id + "[" + item(where) + "]";
                Object byItem = outputs.get("items");
                Object mine = byItem instanceof Map<?, ?> map ? map.get(item(where)) : null;
                outputs = mine instanceof Map<?, ?> map ? map : Map.of();
            }
            Object value = outputs.get(name);
            if (value == null) {
                return missing(name, whose, where);
            }
            return declared(source, name, value, where);
        }

        private Object declared(@Nullable Step source, String name, Object value, String where) throws Unresolved {
            ValueDeclaration declaration =
                    source == null ? null : scope.outputs(source).get(name);
            if (declaration == null) {
                return value;
            }
            try {
                return declaration.type().coerce(value);
            } catch (ValueType.Mismatch e) {
                throw invalid(
                        where + ": the output " + name + " of step " + (source == null ? "" : source.id()) + " is "
                                + e.getMessage(),
                        "The action answered another type than it declares; tell its author");
            }
        }

        private Object missing(String name, String whose, String where) throws Unresolved {
            if (request.evaluate()) {
                return new Unknown("«" + name + " of " + whose + "»");
            }
            if (where.equals(StepRun.INSTRUCTIONS)) {
                // A person reads this: a step skipped with a reason must not keep the next person from deciding.
                return "(not known: the step “" + title(whose) + "” was skipped or did not say)";
            }
            throw invalid(
                    where + ": step " + whose + " gave no output '" + name
                            + "'; it was skipped, or its action did not answer it",
                    "Retry that step, or skip this one with a reason");
        }

        /** Of a step by its id, with the item behind it where it has one. */
        private String title(String whose) {
            int item = whose.indexOf('[');
            Step step = scope.step(item < 0 ? whose : whose.substring(0, item));
            return step == null ? whose : step.title() + (item < 0 ? "" : " " + whose.substring(item));
        }

        private Object items(Template.Reference reference, String where) throws Unresolved {
            String id = reference.name();
            Object given = request.outputs().getOrDefault(id, Map.of()).get("items");
            if (!(given instanceof Map<?, ?> byItem)) {
                return missing("items", id, where);
            }
            String output = reference.output();
            Map<String, Object> values = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : byItem.entrySet()) {
                String item = String.valueOf(entry.getKey());
                if (output == null) {
                    values.put(item, entry.getValue() == null ? Map.of() : entry.getValue());
                    continue;
                }
                Object value = entry.getValue() instanceof Map<?, ?> outputs ? outputs.get(output) : null;
                values.put(
                        item,
                        value == null
                                ? missing(output, id + "[" + item + "]", where)
                                : declared(scope.step(id), output, value, where));
            }
            return values;
        }

        private String item(String where) throws Unresolved {
            String item = key.item();
            if (item == null) {
                throw invalid(where + ": no item is known here", "Correct the playbook");
            }
            return item;
        }

        private Object name(Template.Reference reference, String where) throws Unresolved {
            Object name = allocated.get(reference.name());
            if (name == null) {
                Object given = step.inputs().get(reference.name());
                if (given == null) {
                    throw invalid(where + ": no name '" + reference.name() + "' is allocated", "Correct the playbook");
                }
                return resolve(given, where);
            }
            return name;
        }

        private String migration(String field) {
            MigrationRef migration = circumstances.migration();
            return switch (field) {
                case "program" -> migration.program();
                case "database" -> migration.database();
                case "purpose" -> migration.purpose().name().toLowerCase(Locale.ROOT);
                default -> migration.id().value();
            };
        }
    }
}
