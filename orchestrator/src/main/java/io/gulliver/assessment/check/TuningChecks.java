package io.gulliver.assessment.check;

import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckWaiver;
import io.gulliver.playbook.CheckRule;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Judges one thing by the rules that look at it. */
public final class TuningChecks {
    /** What stops a gate first, then what failed, what is not known, and what passed; the heavier first. */
    private static final Comparator<CheckFinding> ORDER = Comparator.comparing(CheckFinding::blocking)
            .reversed()
            .thenComparing(CheckFinding::verdict)
            .thenComparing(CheckFinding::severity)
            .thenComparing(CheckFinding::check);

    private TuningChecks() {}

    /**
     * One finding for each rule, whatever came of it.
     *
     * @param rules of the moment and the kind of thing, in any order
     * @param facts by the names of the vocabulary; one that is missing makes its checks not measured
     * @param waivers of this thing; those that have ended count no more
     * @param today in the program's calendar
     */
    public static List<CheckFinding> judge(
            Collection<CheckRule> rules, Map<String, Object> facts, Collection<CheckWaiver> waivers, LocalDate today) {
        List<CheckFinding> findings = new ArrayList<>();
        for (CheckRule rule : rules) {
            CheckRule.Head head = rule.head();
            CheckRule.Judgement judged = rule.judge(facts);
            CheckFinding finding = new CheckFinding(
                    head.id(),
                    head.title(),
                    head.area(),
                    judged.verdict(),
                    judged.severity(),
                    judged.seen(),
                    judged.wanted(),
                    head.remedy(),
                    head.source() + " (" + head.basis() + ")",
                    judged.why());
            findings.add(CheckWaiver.over(finding, waivers, today));
        }
        return ordered(findings);
    }

    /** In the order in which people read them. */
    public static List<CheckFinding> ordered(Collection<CheckFinding> findings) {
        return findings.stream().sorted(ORDER).toList();
    }

    /** Checks that a gate stops for, one line each. */
    public static List<String> blocking(Collection<CheckFinding> findings) {
        return findings.stream()
                .filter(CheckFinding::blocking)
                .map(CheckFinding::told)
                .toList();
    }
}
