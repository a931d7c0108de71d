package io.gulliver.playbook;

import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSeverity;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.playbook.expression.Condition;
import io.gulliver.playbook.expression.ValueType;
import io.gulliver.playbook.expression.Variables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * All tuning checks, and the facts that they may read: {@code checks/facts.yaml} and one file of rules for each area. A rule
 * is refused, with file, line and field, when it reads a fact that nobody knows at its moments, when its conditions do not
 * type-check, when it has no example that passes and one that fails, and when it judges an example otherwise than that says.
 */
public final class CheckRules {
    /** File of the facts. */
    static final String FACTS = "checks/facts.yaml";

    private static final SchemaCheck FACT_SCHEMA = SchemaCheck.of("check-facts");
    private static final SchemaCheck RULE_SCHEMA = SchemaCheck.of("check");

    private final SortedMap<String, CheckFact> facts;
    private final SortedMap<String, CheckRule> rules;
    private final String digest;

    private CheckRules(SortedMap<String, CheckFact> facts, SortedMap<String, CheckRule> rules, String digest) {
        this.facts = Collections.unmodifiableSortedMap(facts);
        this.rules = Collections.unmodifiableSortedMap(rules);
        this.digest = digest;
    }

    /** Rules, or every problem of their files. */
    public sealed interface Outcome permits Loaded, Refused {}

    /** The files were good. */
    public record Loaded(CheckRules rules) implements Outcome {}

    /** At least one file was not; nothing of them counts. */
    public record Refused(List<PlaybookProblem> problems) implements Outcome {
        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /** Facts by name. */
    public SortedMap<String, CheckFact> facts() {
        return facts;
    }

    /** Rules by id. */
    public SortedMap<String, CheckRule> rules() {
        return rules;
    }

    public Optional<CheckRule> find(String id) {
        return Optional.ofNullable(rules.get(id));
    }

    /** Which rules these are: 12 hex digits of the SHA-256 of their files. */
    public String digest() {
        return digest;
    }

    /** Rules that look at such a thing at that moment, by id. */
    public List<CheckRule> at(CheckMoment moment, CheckSubject.Kind of) {
        return rules.values().stream()
                .filter(rule -> rule.head().of() == of && rule.head().moments().contains(moment))
                .toList();
    }

    /**
     * The values that the facts of this moment take, of all that is given.
     *
     * @param given text becomes a number, a yes or no, or a list, as the fact's type says; of a name that no fact has, or of
     *     another type, nothing is taken
     */
    public SortedMap<String, Object> typed(CheckMoment moment, Map<String, ?> given) {
        SortedMap<String, Object> typed = new TreeMap<>();
        given.forEach((name, value) -> {
            CheckFact fact = facts.get(name);
            if (fact != null && fact.from(moment) != null && value != null) {
                try {
                    typed.put(
                            name,
                            value instanceof String text
                                    ? fact.read(text)
                                    : fact.type().coerce(value));
                } catch (ValueType.Mismatch e) {
                    typed.remove(name); // as if nobody had told it: the check is not measured
                }
            }
        });
        return typed;
    }

    /**
     * The shipped ones.
     *
     * @throws PlaybookLibrary.Broken with every problem of every file
     */
    public static CheckRules shipped() {
        return Shipped.RULES;
    }

    private static final class Shipped {
        static final CheckRules RULES = require(PlaybookLibrary.resources("checks/*.yaml"));
    }

    /**
     * These files, by path below the playbooks' folder.
     *
     * @throws PlaybookLibrary.Broken with every problem of every file
     */
    static CheckRules require(SortedMap<String, byte[]> files) {
        Outcome outcome = load(files);
        if (outcome instanceof Refused refused) {
            throw new PlaybookLibrary.Broken(refused.problems());
        }
        return ((Loaded) outcome).rules();
    }

    /** Reads the files, by path below the playbooks' folder; never throws on a bad one. */
    public static Outcome load(SortedMap<String, byte[]> files) {
        List<PlaybookProblem> problems = new ArrayList<>();
        SortedMap<String, CheckFact> facts = new TreeMap<>();
        byte[] vocabulary = files.get(FACTS);
        if (vocabulary == null) {
            problems.add(new PlaybookProblem(FACTS, 1, 1, "", "the file of facts is missing", null));
        } else {
            facts(YamlDocument.read(FACTS, vocabulary), facts, problems);
        }
        SortedMap<String, CheckRule> rules = new TreeMap<>();
        Map<String, String> homes = new LinkedHashMap<>();
        files.forEach((file, bytes) -> {
            if (file.equals(FACTS)) {
                return;
            }
            YamlDocument document = YamlDocument.read(file, bytes);
            problems.addAll(document.problems());
            JsonNode root = document.root();
            if (root == null) {
                return;
            }
            List<PlaybookProblem> formal = RULE_SCHEMA.check(document, root);
            problems.addAll(formal);
            if (!formal.isEmpty()) {
                return;
            }
            String area = TreeReader.text(root, "area", "");
            if (!file.endsWith("/" + area + ".yaml")) {
                problems.add(document.problem(
                        "/area", "area is '" + area + "' in " + file, "Name the file " + area + ".yaml"));
            }
            JsonNode list = root.get("rules");
            for (int i = 0; i < list.size(); i++) {
                RuleReader reader = new RuleReader(document, list.get(i), "/rules/" + i, facts, problems);
                String id = reader.id();
                String home = homes.putIfAbsent(id, file);
                if (home != null) {
                    problems.add(document.problem(
                            "/rules/" + i + "/id",
                            "the check '" + id + "' is there a second time (first in " + home + ")",
                            "Drop one of them"));
                }
                CheckRule rule = reader.rule(area);
                if (rule != null) {
                    rules.putIfAbsent(id, rule);
                }
            }
        });
        return problems.isEmpty() ? new Loaded(new CheckRules(facts, rules, digest(files))) : new Refused(problems);
    }

    private static void facts(
            YamlDocument document, SortedMap<String, CheckFact> facts, List<PlaybookProblem> problems) {
        problems.addAll(document.problems());
        JsonNode root = document.root();
        if (root == null) {
            return;
        }
        List<PlaybookProblem> formal = FACT_SCHEMA.check(document, root);
        problems.addAll(formal);
        if (!formal.isEmpty()) {
            return;
        }
        JsonNode list = root.get("facts");
        for (int i = 0; i < list.size(); i++) {
            JsonNode node = list.get(i);
            String name = TreeReader.text(node, "name", "");
            ValueType.Kind kind = TreeReader.word(node, "type", ValueType.Kind.class, ValueType.Kind.STRING);
            CheckFact fact = new CheckFact(
                    name,
                    new ValueType(kind, kind == ValueType.Kind.LIST ? ValueType.Kind.STRING : null),
                    TreeReader.textOrNull(node, "unit"),
                    TreeReader.text(node, "about", ""),
                    TreeReader.textOrNull(node, "design"),
                    TreeReader.textOrNull(node, "target"));
            if (fact.design() == null && fact.target() == null) {
                problems.add(document.problem(
                        "/facts/" + i,
                        "nobody ever knows the fact '" + name + "'",
                        "Say where: design, target or both"));
            }
            if (facts.putIfAbsent(name, fact) != null) {
                problems.add(document.problem("/facts/" + i + "/name", "the fact '" + name + "' is there twice", null));
            }
        }
    }

    private static String digest(SortedMap<String, byte[]> files) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            files.forEach((file, bytes) -> {
                sha.update(file.getBytes(StandardCharsets.UTF_8));
                sha.update((byte) 0);
                sha.update(bytes);
            });
            return HexFormat.of().formatHex(sha.digest()).substring(0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /** One rule of one file. */
    private static final class RuleReader {
        private final YamlDocument document;
        private final JsonNode node;
        private final String pointer;
        private final SortedMap<String, CheckFact> facts;
        private final List<PlaybookProblem> problems;
        private final SortedMap<String, CheckFact> needs = new TreeMap<>();
        private final SortedSet<String> read = new TreeSet<>();
        private boolean good = true;

        RuleReader(
                YamlDocument document,
                JsonNode node,
                String pointer,
                SortedMap<String, CheckFact> facts,
                List<PlaybookProblem> problems) {
            this.document = document;
            this.node = node;
            this.pointer = pointer;
            this.facts = facts;
            this.problems = problems;
        }

        String id() {
            return TreeReader.text(node, "id", "");
        }

        @Nullable
        CheckRule rule(String area) {
            SortedSet<CheckMoment> moments = new TreeSet<>();
            TreeReader.texts(node, "moments").forEach(word -> moments.add(constant(CheckMoment.class, word)));
            needs(moments);
            if (!good) {
                return null;
            }
            Condition when = node.has("when") ? condition(pointer + "/when", TreeReader.text(node, "when", "")) : null;
            Condition holds = condition(pointer + "/holds", TreeReader.text(node, "holds", ""));
            List<CheckRule.Grade> grades = grades();
            CheckText seen = text("seen");
            CheckText wanted = text("wanted");
            for (String name : needs.keySet()) {
                if (!read.contains(name)) {
                    refuse("/needs", "the fact '" + name + "' is needed and nothing reads it", "Drop it, or use it");
                }
            }
            if (holds == null || !good) {
                return null;
            }
            CheckRule.Head head = new CheckRule.Head(
                    id(),
                    TreeReader.text(node, "title", ""),
                    area,
                    constant(CheckSubject.Kind.class, TreeReader.text(node, "of", "")),
                    severity(TreeReader.text(node, "severity", "")),
                    moments,
                    TreeReader.text(node, "remedy", ""),
                    TreeReader.text(node, "basis", ""),
                    TreeReader.text(node, "source", ""));
            List<CheckRule.Case> cases = cases();
            CheckRule rule = new CheckRule(head, needs, when, holds, grades, seen, wanted, cases);
            examine(rule, cases);
            return good ? rule : null;
        }

        private void needs(SortedSet<CheckMoment> moments) {
            List<String> names = TreeReader.texts(node, "needs");
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                CheckFact fact = facts.get(name);
                if (fact == null) {
                    refuse(
                            "/needs/" + i,
                            "there is no fact '" + name + "'",
                            "Add it to " + FACTS + ", or see its name");
                    continue;
                }
                for (CheckMoment moment : moments) {
                    if (fact.from(moment) == null) {
                        refuse(
                                "/needs/" + i,
                                "nobody knows the fact '" + name + "' at the moment '" + moment.word() + "'",
                                "Drop the moment, or say in " + FACTS + " where it comes from then");
                    }
                }
                needs.put(name, fact);
            }
        }

        private @Nullable Condition condition(String at, String text) {
            SortedMap<String, ValueType> types = new TreeMap<>();
            needs.forEach((name, fact) -> types.put(name, fact.type()));
            Condition.Checked checked = Condition.check(
                    text, new Variables(types, new TreeSet<>(), new TreeMap<>(), new TreeMap<>(), null, false));
            for (String problem : checked.problems()) {
                good = false;
                problems.add(document.problem(at, problem, "A fact must be in 'needs', by its type in " + FACTS));
            }
            if (checked.condition() != null) {
                read.addAll(checked.condition().facts());
            }
            return checked.condition();
        }

        private List<CheckRule.Grade> grades() {
            List<CheckRule.Grade> grades = new ArrayList<>();
            JsonNode list = node.get("grades");
            for (int i = 0; list != null && i < list.size(); i++) {
                Condition when =
                        condition(pointer + "/grades/" + i + "/when", TreeReader.text(list.get(i), "when", ""));
                if (when != null) {
                    grades.add(new CheckRule.Grade(severity(TreeReader.text(list.get(i), "severity", "")), when));
                }
            }
            return grades;
        }

        private CheckText text(String field) {
            CheckText text = new CheckText(TreeReader.text(node, field, ""));
            String unreadable = text.unreadable();
            if (unreadable != null) {
                refuse("/" + field, "'" + unreadable + "' is no fact", "Write ${facts.NAME}");
            }
            for (String name : text.facts()) {
                if (!needs.containsKey(name)) {
                    refuse("/" + field, "the fact '" + name + "' is not in 'needs'", "Add it there");
                }
            }
            read.addAll(text.facts());
            return text;
        }

        private List<CheckRule.Case> cases() {
            List<CheckRule.Case> cases = new ArrayList<>();
            JsonNode list = node.get("cases");
            for (int i = 0; i < list.size(); i++) {
                JsonNode one = list.get(i);
                Map<String, Object> given = TreeReader.map(one.get("facts"));
                Map<String, Object> typed = new TreeMap<>();
                String at = "/cases/" + i;
                given.forEach((name, value) -> {
                    CheckFact fact = needs.get(name);
                    if (fact == null) {
                        refuse(at + "/facts/" + name, "the fact '" + name + "' is not in 'needs'", null);
                        return;
                    }
                    try {
                        typed.put(name, fact.type().coerce(value));
                    } catch (ValueType.Mismatch e) {
                        refuse(at + "/facts/" + name, "'" + name + "' is " + e.getMessage(), null);
                    }
                });
                String severity = TreeReader.textOrNull(one, "severity");
                cases.add(new CheckRule.Case(
                        typed,
                        constant(CheckVerdict.class, TreeReader.text(one, "verdict", "")),
                        severity == null ? null : severity(severity)));
            }
            return cases;
        }

        private void examine(CheckRule rule, List<CheckRule.Case> cases) {
            for (CheckVerdict wanted : List.of(CheckVerdict.PASS, CheckVerdict.FAIL)) {
                if (cases.stream().noneMatch(one -> one.verdict() == wanted)) {
                    refuse("/cases", "no case has the verdict '" + wanted.word() + "'", "Add facts that give it");
                }
            }
            for (int i = 0; good && i < cases.size(); i++) {
                CheckRule.Case one = cases.get(i);
                CheckRule.Judgement judged = rule.judge(one.facts());
                if (judged.verdict() != one.verdict()) {
                    refuse(
                            "/cases/" + i + "/verdict",
                            "the case says '" + one.verdict().word() + "', the rule says '"
                                    + judged.verdict().word() + "'" + (judged.why() == null ? "" : ", " + judged.why()),
                            null);
                } else if (one.severity() != null && judged.severity() != one.severity()) {
                    refuse(
                            "/cases/" + i + "/severity",
                            "the case says '" + one.severity().word() + "', the rule says '"
                                    + judged.severity().word() + "'",
                            null);
                }
            }
        }

        private void refuse(String field, String message, @Nullable String advice) {
            good = false;
            problems.add(document.problem(pointer + field, message, advice));
        }

        private static CheckSeverity severity(String word) {
            return constant(CheckSeverity.class, word);
        }

        /** The schema has seen that the word is one of them. */
        private static <E extends Enum<E>> E constant(Class<E> type, String word) {
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }
}
