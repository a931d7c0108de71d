package io.gulliver.playbook.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelMutableAst;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableSelect;
import dev.cel.common.navigation.CelNavigableMutableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a playbook: one CEL expression that is true or false, type-checked against what the playbook declares.
 *
 * <p>Nothing widens by itself: a double compares with a double only, so that {@code facts.size_gb > 500} is refused with
 * the advice to write {@code 500.0}; {@code double(facts.cpus)} widens on purpose. Evaluation is bounded (length, nesting,
 * number of loop turns) and never throws: an error is an answer, because an error must never count as false.
 */
public final class Condition {
    /** Loop turns of {@code all}, {@code exists}, {@code map} … in one evaluation. */
    static final int MAX_ITERATIONS = 10_000;

    static final int MAX_LENGTH = 2_000;

    private static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(false)
            .errorOnDuplicateMapKeys(true)
            .comprehensionMaxIterations(MAX_ITERATIONS)
            .maxExpressionCodePointSize(MAX_LENGTH)
            .maxParseRecursionDepth(40)
            .maxParseExpressionNodeCount(400)
            .maxRegexProgramSize(1_000)
            .build();
    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.standardCelRuntimeBuilder().setOptions(OPTIONS).build();

    private static final Variables NOTHING =
            new Variables(new TreeMap<>(), new TreeSet<>(), new TreeMap<>(), new TreeMap<>(), null, false);

    /** Reads texts: how one is read does not depend on what may be named, and making a compiler costs more than reading. */
    private static final CelCompiler PARSER = new Types(NOTHING).compiler();

    private final String text;
    private final Variables variables;
    private final CelRuntime.Program program;
    private final SortedSet<String> steps;
    private final SortedSet<String> facts;

    private Condition(
            String text,
            Variables variables,
            CelRuntime.Program program,
            SortedSet<String> steps,
            SortedSet<String> facts) {
        this.text = text;
        this.variables = variables;
        this.program = program;
        this.steps = steps;
        this.facts = facts;
    }

    /** A checked condition, or what is wrong with it. Exactly one of the two is there. */
    public record Checked(@Nullable Condition condition, List<String> problems) {
        public Checked {
            problems = List.copyOf(problems);
        }
    }

    /** True, false, or why neither. Exactly one of the two is there. */
    public record Verdict(@Nullable Boolean holds, @Nullable String error) {}

    /** The condition's text. */
    public String text() {
        return text;
    }

    /** Ids of the steps whose outputs it names. */
    public SortedSet<String> steps() {
        return steps;
    }

    /** Names of the facts it reads. */
    public SortedSet<String> facts() {
        return facts;
    }

    /** Parses and type-checks; never throws on a bad text. */
    public static Checked check(String text, Variables variables) {
        try {
            return checkBounded(text, variables);
        } catch (CelValidationException | CelEvaluationException | RuntimeException e) {
            return new Checked(null, List.of("cannot be read: " + firstLine(e.getMessage())));
        }
    }

    private static Checked checkBounded(String text, Variables variables)
            throws CelValidationException, CelEvaluationException {
        if (text.isBlank()) {
            return new Checked(null, List.of("is empty"));
        }
        CelValidationResult parsed = PARSER.parse(text);
        if (parsed.hasError()) {
            return new Checked(null, messages(parsed));
        }
        CelMutableAst mutable = CelMutableAst.fromCelAst(parsed.getAst());
        Names names = Names.collect(mutable, variables);
        List<String> problems = new ArrayList<>(names.problems);
        CelValidationResult checked = new Types(variables).compiler().check(mutable.toParsedAst());
        if (checked.hasError()) {
            if (problems.isEmpty()) {
                problems.addAll(messages(checked));
            }
            return new Checked(null, problems);
        }
        CelAbstractSyntaxTree ast = checked.getAst();
        if (!ast.getResultType().equals(SimpleType.BOOL)) {
            problems.add("gives " + ast.getResultType().name() + ", wanted bool (true or false)");
        }
        if (!problems.isEmpty()) {
            return new Checked(null, problems);
        }
        return new Checked(
                new Condition(text, variables, RUNTIME.createProgram(ast), names.steps, names.facts), List.of());
    }

    /** Ids of the steps that a text names, unchecked; none when it cannot be read. */
    public static SortedSet<String> stepsIn(String text) {
        SortedSet<String> found = new TreeSet<>();
        try {
            CelValidationResult parsed = PARSER.parse(text);
            if (!parsed.hasError()) {
                Names.collect(CelMutableAst.fromCelAst(parsed.getAst()), NOTHING, found);
            }
        } catch (CelValidationException | RuntimeException e) {
            found.clear(); // the check of the same text says why
        }
        return found;
    }

    /** Evaluates against these values; never throws. */
    public Verdict evaluate(Variables.Values values) {
        Map<String, Object> bindings;
        try {
            bindings = bind(values);
        } catch (ValueType.Mismatch e) {
            return new Verdict(null, e.getMessage());
        }
        try {
            Object result = program.eval(bindings);
            return result instanceof Boolean holds
                    ? new Verdict(holds, null)
                    : new Verdict(null, "gave " + ValueType.describe(result) + ", wanted true or false");
        } catch (CelEvaluationException | RuntimeException e) {
            return new Verdict(null, firstLine(e.getMessage()));
        }
    }

    private Map<String, Object> bind(Variables.Values values) throws ValueType.Mismatch {
        Map<String, Object> factTree = new LinkedHashMap<>();
        for (String name : facts) {
            ValueType type = variables.facts().get(name);
            Object value = values.facts().get(name);
            if (type == null) {
                continue;
            }
            if (value == null) {
                if (variables.optionalFacts().contains(name)) {
                    plant(factTree, name, null);
                    continue;
                }
                throw new Fault("fact " + name + " has not been collected");
            }
            plant(factTree, name, typed(type, value, "fact " + name));
        }
        Map<String, Object> stepTree = new LinkedHashMap<>();
        for (String step : steps) {
            Variables.StepOutputs declared = variables.steps().get(step);
            if (declared == null) {
                continue;
            }
            Map<String, Object> given = values.steps().getOrDefault(step, Map.of());
            Map<String, Object> branch = new LinkedHashMap<>();
            if (declared.byItem()) {
                Map<String, Object> items = new LinkedHashMap<>();
                if (given.get("items") instanceof Map<?, ?> byItem) {
                    for (Map.Entry<?, ?> entry : byItem.entrySet()) {
                        Map<?, ?> outputs = entry.getValue() instanceof Map<?, ?> map ? map : Map.of();
                        items.put(
                                String.valueOf(entry.getKey()),
                                typedAll(declared.types(), outputs, "step " + step + "[" + entry.getKey() + "]"));
                    }
                }
                branch.put("items", items);
            } else {
                branch.put("outputs", typedAll(declared.types(), given, "step " + step));
            }
            stepTree.put(step, branch);
        }
        Map<String, Object> bindings = new LinkedHashMap<>();
        bindings.put("facts", factTree);
        bindings.put("params", typedAll(variables.params(), values.params(), "parameters"));
        bindings.put("steps", stepTree);
        bindings.put("iteration", (long) values.iteration());
        if (variables.outputs() != null) {
            bindings.put("outputs", typedAll(variables.outputs(), values.outputs(), "the last run"));
        }
        if (variables.item()) {
            bindings.put("item", String.valueOf(values.item()));
        }
        return bindings;
    }

    private static Map<String, Object> typedAll(SortedMap<String, ValueType> types, Map<?, ?> given, String whose)
            throws ValueType.Mismatch {
        Map<String, Object> typed = new LinkedHashMap<>();
        for (Map.Entry<String, ValueType> entry : types.entrySet()) {
            Object value = given.get(entry.getKey());
            if (value != null) {
                typed.put(entry.getKey(), typed(entry.getValue(), value, entry.getKey() + " of " + whose));
            }
        }
        return typed;
    }

    private static Object typed(ValueType type, Object value, String what) throws ValueType.Mismatch {
        try {
            Object coerced = type.coerce(value);
            return type.kind() == ValueType.Kind.DURATION ? Duration.parse(coerced.toString()) : coerced;
        } catch (ValueType.Mismatch e) {
            throw new Fault(what + " is " + e.getMessage());
        }
    }

    private static final class Fault extends ValueType.Mismatch {
        private static final long serialVersionUID = 1L;

        Fault(String message) {
            super(message);
        }
    }

    @SuppressWarnings("unchecked")
    private static void plant(Map<String, Object> tree, String name, @Nullable Object value) {
        Map<String, Object> at = tree;
        String[] parts = name.split("\\.");
        for (int i = 0; i < parts.length - 1; i++) {
            at = (Map<String, Object>) at.computeIfAbsent(parts[i], part -> new LinkedHashMap<String, Object>());
        }
        if (value != null) {
            at.put(parts[parts.length - 1], value);
        }
    }

    private static List<String> messages(CelValidationResult result) {
        List<String> messages = new ArrayList<>();
        for (CelIssue issue : result.getErrors()) {
            messages.add("column " + (issue.getSourceLocation().getColumn() + 1) + ": " + advise(issue.getMessage()));
        }
        return messages;
    }

    /** Says a type error as a DBA would want it said, and how to mend it. */
    private static String advise(String message) {
        String head = message;
        int candidates = head.indexOf(" (candidates:");
        if (candidates > 0) {
            head = head.substring(0, candidates);
        }
        if (head.contains("(double, int)") || head.contains("(int, double)")) {
            head += "; a double and an int are not compared: write 500.0 for 500, or double(x)";
        } else if (head.startsWith("undefined field '")) {
            head += "; declare it, or see its spelling";
        }
        return head;
    }

    private static String firstLine(@Nullable String message) {
        if (message == null) {
            return "unknown cause";
        }
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    /** The declared variables as CEL types. */
    private static final class Types implements CelTypeProvider {
        private final Map<String, CelType> structs = new LinkedHashMap<>();
        private final Variables variables;

        Types(Variables variables) {
            this.variables = variables;
        }

        CelCompiler compiler() {
            SortedMap<String, CelType> steps = new TreeMap<>();
            variables.steps().forEach((id, outputs) -> {
                CelType struct = struct("steps." + id + ".outputs", fields(outputs.types()));
                SortedMap<String, CelType> branch = new TreeMap<>();
                if (outputs.byItem()) {
                    branch.put("items", MapType.create(SimpleType.STRING, struct));
                } else {
                    branch.put("outputs", struct);
                }
                steps.put(id, struct("steps." + id, branch));
            });
            CelType facts = factStruct("facts", variables.facts());
            CelType params = struct("params", fields(variables.params()));
            CelType allSteps = struct("steps", steps);
            CelType own = variables.outputs() == null ? null : struct("outputs", fields(variables.outputs()));
            CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                    .setOptions(OPTIONS)
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .setTypeProvider(this)
                    .addVar("facts", facts)
                    .addVar("params", params)
                    .addVar("steps", allSteps)
                    .addVar("iteration", SimpleType.INT);
            if (own != null) {
                builder.addVar("outputs", own);
            }
            if (variables.item()) {
                builder.addVar("item", SimpleType.STRING);
            }
            return builder.build();
        }

        private CelType factStruct(String name, SortedMap<String, ValueType> declared) {
            SortedMap<String, SortedMap<String, ValueType>> groups = new TreeMap<>();
            SortedMap<String, CelType> fields = new TreeMap<>();
            declared.forEach((key, type) -> {
                int dot = key.indexOf('.');
                if (dot < 0) {
                    fields.put(key, celType(type));
                } else {
                    groups.computeIfAbsent(key.substring(0, dot), group -> new TreeMap<>())
                            .put(key.substring(dot + 1), type);
                }
            });
            groups.forEach((group, members) -> fields.putIfAbsent(group, factStruct(name + "." + group, members)));
            return struct(name, fields);
        }

        private static SortedMap<String, CelType> fields(SortedMap<String, ValueType> types) {
            SortedMap<String, CelType> fields = new TreeMap<>();
            types.forEach((name, type) -> fields.put(name, celType(type)));
            return fields;
        }

        private CelType struct(String name, SortedMap<String, CelType> fields) {
            // A type's name is an identifier too: without the sign it would hide the variable of the same path.
            StructType struct = StructType.create(
                    "$" + name, ImmutableSet.copyOf(fields.keySet()), field -> Optional.ofNullable(fields.get(field)));
            structs.put(struct.name(), struct);
            return struct;
        }

        private static CelType celType(ValueType type) {
            ValueType.Kind of = type.of() == null ? ValueType.Kind.STRING : type.of();
            return switch (type.kind()) {
                case LIST -> ListType.create(scalar(of));
                case MAP -> MapType.create(SimpleType.STRING, scalar(of));
                case STRING, INT, DOUBLE, BOOL, DURATION -> scalar(type.kind());
            };
        }

        private static CelType scalar(ValueType.Kind kind) {
            return switch (kind) {
                case INT -> SimpleType.INT;
                case DOUBLE -> SimpleType.DOUBLE;
                case BOOL -> SimpleType.BOOL;
                case DURATION -> SimpleType.DURATION;
                case STRING, LIST, MAP -> SimpleType.STRING;
            };
        }

        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableList.copyOf(structs.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(structs.get(name));
        }
    }

    /** Finds what an expression names, and turns {@code steps["id"]} into a typed field so that it can be checked. */
    private static final class Names {
        final SortedSet<String> steps = new TreeSet<>();
        final SortedSet<String> facts = new TreeSet<>();
        final List<String> problems = new ArrayList<>();

        static Names collect(CelMutableAst ast, Variables variables) {
            return collect(ast, variables, new TreeSet<>());
        }

        static Names collect(CelMutableAst ast, Variables variables, SortedSet<String> mentioned) {
            Names names = new Names();
            Set<String> asked = new LinkedHashSet<>();
            Set<String> read = new LinkedHashSet<>();
            List<CelMutableExpr> nodes = CelNavigableMutableAst.fromAst(ast)
                    .getRoot()
                    .allNodes()
                    .map(node -> node.expr())
                    .toList();
            for (CelMutableExpr node : nodes) {
                String step = names.step(node, variables);
                if (step != null) {
                    mentioned.add(step);
                }
                String path = factPath(node);
                if (path != null && variables.facts().containsKey(path)) {
                    names.facts.add(path);
                    (node.select().testOnly() ? asked : read).add(path);
                }
            }
            for (String fact : read) {
                if (variables.optionalFacts().contains(fact) && !asked.contains(fact)) {
                    names.problems.add(
                            "fact " + fact + " is optional: ask has(facts." + fact + ") first, in the same condition");
                }
            }
            return names;
        }

        private @Nullable String step(CelMutableExpr node, Variables variables) {
            if (node.getKind() != CelExpr.ExprKind.Kind.CALL
                    || !node.call().function().equals("_[_]")) {
                return null;
            }
            CelMutableExpr map = node.call().args().get(0);
            CelMutableExpr key = node.call().args().get(1);
            if (map.getKind() != CelExpr.ExprKind.Kind.IDENT
                    || !map.ident().name().equals("steps")) {
                return null;
            }
            if (key.getKind() != CelExpr.ExprKind.Kind.CONSTANT
                    || key.constant().getKind() != CelConstant.Kind.STRING_VALUE) {
                problems.add("steps[…] takes a step's id as text, for example steps[\"build-volume\"]");
                return null;
            }
            String id = key.constant().stringValue();
            if (variables.steps().containsKey(id)) {
                steps.add(id);
            } else {
                problems.add(
                        "step '" + id + "' is not among the steps before this one; add it to needs, or see its id");
            }
            node.setSelect(CelMutableSelect.create(map, id));
            return id;
        }

        private static @Nullable String factPath(CelMutableExpr node) {
            StringBuilder path = new StringBuilder();
            CelMutableExpr at = node;
            while (at.getKind() == CelExpr.ExprKind.Kind.SELECT) {
                path.insert(
                        0,
                        path.length() == 0 ? at.select().field() : at.select().field() + ".");
                at = at.select().operand();
            }
            boolean fact = at.getKind() == CelExpr.ExprKind.Kind.IDENT
                    && at.ident().name().equals("facts")
                    && path.length() > 0;
            return fact ? path.toString() : null;
        }
    }
}
