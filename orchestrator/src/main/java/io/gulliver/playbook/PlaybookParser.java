package io.gulliver.playbook;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.playbook.expression.ValueType;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns the tree of a playbook file into records, with every default filled in. */
final class PlaybookParser {
    static final int DEFAULT_PARALLEL = 4;
    static final int DEFAULT_ATTEMPTS = 5;
    static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(60);
    static final String DEFAULT_ROLE = "dba";

    private final Places document;
    private final ActionCatalogue actions;
    private final List<PlaybookProblem> problems = new ArrayList<>();

    PlaybookParser(Places document, ActionCatalogue actions) {
        this.document = document;
        this.actions = actions;
    }

    List<PlaybookProblem> problems() {
        return problems;
    }

    Playbook read(JsonNode root, String hash) {
        SortedMap<String, ValueDeclaration> facts = new TreeMap<>();
        JsonNode declared = root.get("facts");
        TreeReader.declarations(document, declared, "/facts", false, problems).forEach((name, fact) -> {
            JsonNode node = declared == null ? null : declared.get(name);
            boolean optional = node != null && TreeReader.flag(node, "optional", false);
            facts.put(
                    name,
                    new ValueDeclaration(
                            name,
                            fact.type(),
                            fact.unit(),
                            !optional && fact.defaultValue() == null,
                            fact.defaultValue(),
                            fact.description(),
                            fact.pattern()));
        });
        SortedMap<String, ValueDeclaration> parameters = new TreeMap<>();
        TreeReader.declarations(document, root.get("parameters"), "/parameters", false, problems)
                .forEach((name, parameter) -> parameters.put(
                        name,
                        new ValueDeclaration(
                                name,
                                parameter.type(),
                                parameter.unit(),
                                parameter.defaultValue() == null,
                                parameter.defaultValue(),
                                parameter.description(),
                                parameter.pattern())));
        List<Step> steps = new ArrayList<>();
        JsonNode list = root.get("steps");
        for (int i = 0; list != null && list.isArray() && i < list.size(); i++) {
            steps.add(step(list.get(i), "/steps/" + i));
        }
        return new Playbook(
                TreeReader.text(root, "name", ""),
                TreeReader.number(root, "version", 0),
                TreeReader.text(root, "method", ""),
                TreeReader.text(root, "title", ""),
                TreeReader.textOrNull(root, "description"),
                facts,
                parameters,
                steps,
                hash);
    }

    private Step step(JsonNode node, String at) {
        Phase phase = TreeReader.word(node, "phase", Phase.class, Phase.BEFORE);
        StepKind kind = TreeReader.word(node, "kind", StepKind.class, StepKind.ACTION);
        String name = TreeReader.textOrNull(node, "action");
        ActionDeclaration action = name == null ? null : actions.find(name).orElse(null);
        TreeSet<String> slots = new TreeSet<>(TreeReader.texts(node, "slots"));
        boolean canUndo = false;
        if (action != null) {
            slots.addAll(action.slots());
            canUndo = action.undo();
        }
        return new Step(
                TreeReader.text(node, "id", ""),
                TreeReader.textOrNull(node, "from"),
                TreeReader.text(node, "title", ""),
                TreeReader.word(node, "stage", Stage.class, Stage.DISCOVERY),
                phase,
                kind,
                name,
                TreeReader.map(node.get("inputs")),
                TreeReader.declarations(document, node.get("outputs"), at + "/outputs", false, problems),
                TreeReader.texts(node, "needs"),
                TreeReader.textOrNull(node, "when"),
                forEach(node.get("forEach")),
                repeat(node.get("repeat"), at),
                doneCheck(node.get("doneCheck")),
                TreeReader.word(node, "rerun", PlanStep.Rerun.class, PlanStep.Rerun.SAFE),
                TreeReader.flag(node, "undo", canUndo),
                observe(node.get("observe")),
                limited(node, at, "callTimeout", DEFAULT_CALL_TIMEOUT, Duration.ofDays(1)),
                node.has("stateTimeout")
                        ? limited(node, at, "stateTimeout", Duration.ofHours(1), Duration.ofDays(365))
                        : null,
                retry(node.get("retry"), at, phase),
                notBefore(TreeReader.textOrNull(node, "notBefore"), at),
                new ArrayList<>(slots),
                TreeReader.textOrNull(node, "hold"),
                TreeReader.textOrNull(node, "release"),
                node.has("undoEstimate")
                        ? limited(node, at, "undoEstimate", Duration.ZERO, Duration.ofDays(365))
                        : null,
                TreeReader.word(node, "side", Step.Side.class, Step.Side.CONTROL),
                TreeReader.text(node, "role", DEFAULT_ROLE),
                node.has("estimate") ? limited(node, at, "estimate", Duration.ZERO, Duration.ofDays(365)) : null,
                TreeReader.texts(node, "evidence"),
                TreeReader.textOrNull(node, "closedBy"),
                criteria(node.get("criteria")),
                TreeReader.flag(node, "lookAgain", false),
                TreeReader.flag(node, "fourEyes", false),
                TreeReader.flag(node, "pointOfNoReturn", false),
                node.has("purpose") ? TreeReader.word(node, "purpose", Purpose.class, Purpose.PRODUCTION) : null,
                TreeReader.textOrNull(node, "instructions"));
    }

    private static List<Step.Criterion> criteria(@Nullable JsonNode list) {
        List<Step.Criterion> criteria = new ArrayList<>();
        if (list != null) {
            for (JsonNode node : list) {
                criteria.add(new Step.Criterion(
                        TreeReader.text(node, "id", ""),
                        TreeReader.text(node, "title", ""),
                        TreeReader.text(node, "holds", "")));
            }
        }
        return criteria;
    }

    private Duration limited(JsonNode node, String at, String field, Duration orElse, Duration most) {
        Duration read = TreeReader.duration(node, field, orElse);
        if (TreeReader.durationOrNull(node, field) == null) {
            return read;
        }
        if (read.compareTo(Duration.ofSeconds(1)) < 0 || read.compareTo(most) > 0) {
            problems.add(document.problem(
                    at + "/" + field,
                    TreeReader.text(node, field, "") + " is outside 1s to " + most.toDays() + "d",
                    null));
        }
        return read;
    }

    private Step.@Nullable ForEach forEach(@Nullable JsonNode node) {
        if (node == null || !node.isObject() || !node.has("in")) {
            return null;
        }
        Object in = TreeReader.plain(node.get("in"));
        return new Step.ForEach(in == null ? "" : in, TreeReader.number(node, "maxParallel", DEFAULT_PARALLEL));
    }

    private Step.@Nullable Repeat repeat(@Nullable JsonNode node, String at) {
        if (node == null || !node.isObject()) {
            return null;
        }
        return new Step.Repeat(
                limited(node, at + "/repeat", "every", Duration.ofMinutes(1), Duration.ofDays(30)),
                TreeReader.textOrNull(node, "until"),
                TreeReader.number(node, "max", 1));
    }

    private static Step.@Nullable DoneCheck doneCheck(@Nullable JsonNode node) {
        return node == null || !node.isObject()
                ? null
                : new Step.DoneCheck(TreeReader.text(node, "action", ""), TreeReader.map(node.get("inputs")));
    }

    private static Step.@Nullable Observe observe(@Nullable JsonNode node) {
        if (node == null || !node.isObject()) {
            return null;
        }
        JsonNode total = node.get("total");
        JsonNode rate = node.get("rate");
        return new Step.Observe(
                TreeReader.text(node, "unit", ""),
                total == null ? null : TreeReader.plain(total),
                rate == null ? null : TreeReader.plain(rate));
    }

    private Step.Retry retry(@Nullable JsonNode node, String at, Phase phase) {
        Duration cap = Duration.ofSeconds(phase == Phase.OUTAGE ? 5 : 60);
        if (node == null || !node.isObject()) {
            return new Step.Retry(DEFAULT_ATTEMPTS, cap);
        }
        return new Step.Retry(
                TreeReader.number(node, "attempts", DEFAULT_ATTEMPTS),
                limited(node, at + "/retry", "backoffCap", cap, Duration.ofDays(1)));
    }

    private Step.@Nullable NotBefore notBefore(@Nullable String text, String at) {
        if (text == null) {
            return null;
        }
        if (text.equals("T")) {
            return new Step.NotBefore(Duration.ZERO, null);
        }
        try {
            if (text.startsWith("T+") || text.startsWith("T-")) {
                Duration offset = ValueType.duration(text.substring(2));
                return new Step.NotBefore(text.charAt(1) == '-' ? offset.negated() : offset, null);
            }
            return new Step.NotBefore(null, OffsetDateTime.parse(text).toInstant());
        } catch (ValueType.Mismatch | DateTimeException e) {
            problems.add(document.problem(
                    at + "/notBefore",
                    "'" + text + "' is not a time",
                    "Write T-2h, T, T+30m, or an instant such as 2027-05-01T20:00:00Z"));
            return new Step.NotBefore(null, Instant.EPOCH);
        }
    }
}
