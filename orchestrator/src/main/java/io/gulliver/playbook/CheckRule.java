package io.gulliver.playbook;

import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSeverity;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.playbook.expression.Condition;
import io.gulliver.playbook.expression.Variables;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One tuning check: when it applies, what must hold, and what to do where it does not. Made by {@link CheckRules} alone. */
public final class CheckRule {
    private final Head head;
    private final SortedMap<String, CheckFact> needs;
    private final @Nullable Condition when;
    private final Condition holds;
    private final List<Grade> grades;
    private final CheckText seen;
    private final CheckText wanted;
    private final List<Case> cases;

    /**
     * What is said of a rule.
     *
     * @param id as in the catalogue of tuning checks: {@code LNX-HUGE-01}
     * @param area file that it stands in: {@code linux}
     * @param of what it looks at
     * @param severity of a failure that no grade changes
     * @param moments when it looks
     * @param remedy what to do
     * @param basis how the catalogue knows it: stated, derived, external, judged
     * @param source documents, for people
     */
    public record Head(
            String id,
            String title,
            String area,
            CheckSubject.Kind of,
            CheckSeverity severity,
            SortedSet<CheckMoment> moments,
            String remedy,
            String basis,
            String source) {
        public Head {
            moments = Collections.unmodifiableSortedSet(new TreeSet<>(moments));
        }
    }

    /** Another severity of a failure, where this holds too. */
    record Grade(CheckSeverity severity, Condition when) {}

    /**
     * An example that the rule must judge like this.
     *
     * @param severity of a failure, or null where the case does not say
     */
    public record Case(
            Map<String, Object> facts,
            CheckVerdict verdict,
            @Nullable CheckSeverity severity) {
        public Case {
            facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        }
    }

    /**
     * What came of it.
     *
     * @param why which fact is missing, or why it cannot be judged; null where it was
     */
    public record Judgement(
            CheckVerdict verdict,
            CheckSeverity severity,
            String seen,
            String wanted,
            @Nullable String why) {}

    CheckRule(
            Head head,
            SortedMap<String, CheckFact> needs,
            @Nullable Condition when,
            Condition holds,
            List<Grade> grades,
            CheckText seen,
            CheckText wanted,
            List<Case> cases) {
        this.head = head;
        this.needs = Collections.unmodifiableSortedMap(new TreeMap<>(needs));
        this.when = when;
        this.holds = holds;
        this.grades = List.copyOf(grades);
        this.seen = seen;
        this.wanted = wanted;
        this.cases = List.copyOf(cases);
    }

    public Head head() {
        return head;
    }

    /** Facts that it reads, by name. */
    public SortedMap<String, CheckFact> needs() {
        return needs;
    }

    /** Its examples. */
    public List<Case> cases() {
        return cases;
    }

    /** Judges it by these facts. A fact that is missing never lets it pass, and neither does one of another type. */
    public Judgement judge(Map<String, Object> facts) {
        if (when != null) {
            Condition.Verdict applies = decide(when, facts);
            if (applies.holds() == null) {
                return unmeasured(facts, applies);
            }
            if (!applies.holds()) {
                return judgement(CheckVerdict.NOT_APPLICABLE, head.severity(), facts, null);
            }
        }
        Condition.Verdict passed = decide(holds, facts);
        if (passed.holds() == null) {
            return unmeasured(facts, passed);
        }
        CheckSeverity severity = head.severity();
        for (int i = grades.size() - 1; i >= 0; i--) {
            Condition.Verdict graded = decide(grades.get(i).when(), facts);
            if (graded.holds() == null) {
                return unmeasured(facts, graded);
            }
            if (graded.holds()) {
                severity = grades.get(i).severity();
            }
        }
        return passed.holds()
                ? judgement(CheckVerdict.PASS, head.severity(), facts, null)
                : judgement(CheckVerdict.FAIL, severity, facts, null);
    }

    private static Condition.Verdict decide(Condition condition, Map<String, Object> facts) {
        String missing = missing(condition, facts);
        if (missing != null) {
            return new Condition.Verdict(null, missing);
        }
        Condition.Verdict verdict = condition.evaluate(values(facts));
        return verdict.holds() == null ? new Condition.Verdict(null, "cannot be judged: " + verdict.error()) : verdict;
    }

    private Judgement unmeasured(Map<String, Object> facts, Condition.Verdict verdict) {
        return judgement(CheckVerdict.NOT_MEASURED, head.severity(), facts, verdict.error());
    }

    private Judgement judgement(
            CheckVerdict verdict, CheckSeverity severity, Map<String, Object> facts, @Nullable String why) {
        return new Judgement(verdict, severity, seen.with(facts), wanted.with(facts), why);
    }

    private static @Nullable String missing(Condition condition, Map<String, Object> facts) {
        List<String> missing = condition.facts().stream()
                .filter(fact -> facts.get(fact) == null)
                .toList();
        return missing.isEmpty() ? null : "not known: " + String.join(", ", missing);
    }

    private static Variables.Values values(Map<String, Object> facts) {
        return new Variables.Values(facts, Map.of(), Map.of(), Map.of(), null, 1);
    }
}
