package io.gulliver.planning.method;

import static io.gulliver.planning.method.ComputedFacts.number;
import static io.gulliver.planning.method.ComputedFacts.plain;
import static io.gulliver.planning.method.OutageFormula.drivers;
import static io.gulliver.planning.method.OutageFormula.likely;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment.Judged;
import io.gulliver.planning.method.MethodAssessment.Outage;
import io.gulliver.planning.method.MethodAssessment.Question;
import io.gulliver.planning.method.MethodAssessment.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Judges every way across for one database from named facts.
 *
 * <p>Sizes are decimal gigabytes: {@code data_gb} (tables and LOBs), {@code index_gb}, {@code files_gb} (used in data
 * files), {@code incremental_gb} (last cycle), {@code gg_none_gb} (tables that GoldenGate cannot replicate);
 * {@code objects} counts metadata. With {@code size_gb} alone, data and files are assumed to be all of it. A rule whose
 * facts are missing neither closes a method nor lets it pass unseen: it stays a question.
 */
public final class MethodAssessor {
    private static final double COMFORT = 0.7;

    private final MethodRules rules;

    public MethodAssessor(MethodRules rules) {
        this.rules = rules;
    }

    /** Facts that no rule could read, by name, each with what was wanted. */
    public SortedMap<String, String> unreadable(Map<String, Object> given) {
        SortedMap<String, String> unreadable = new TreeMap<>();
        given.forEach((name, value) -> ReadFacts.of(Map.of(name, value), rules.facts())
                .doubts()
                .forEach(doubt -> unreadable.put(name, doubt)));
        return unreadable;
    }

    /** Every collected fact that a rule or an estimate reads. */
    public Set<String> reads() {
        Set<String> reads = new TreeSet<>(Set.of(
                "size_gb",
                "data_gb",
                "index_gb",
                "files_gb",
                "incremental_gb",
                "objects",
                "gg_none_gb",
                "gg_lag_seconds",
                "block_change_tracking"));
        rules.rules()
                .forEach(rule -> rule.when().forEach(condition -> {
                    reads.addAll(ComputedFacts.inputs(condition.fact()));
                    String other = condition.other();
                    if (other != null) {
                        reads.addAll(ComputedFacts.inputs(other));
                    }
                }));
        return reads;
    }

    /**
     * Judges all methods.
     *
     * @param given facts by name; unknown ones are simply absent
     * @param rates how fast things go
     * @param window agreed outage, or null while unknown
     */
    public MethodAssessment assess(Map<String, Object> given, Rates rates, @Nullable Duration window) {
        ReadFacts read = ReadFacts.of(given, rules.facts());
        SortedMap<String, Object> facts = new TreeMap<>(read.values());
        TreeSet<String> missing = new TreeSet<>();
        List<String> reasons = new ArrayList<>(read.doubts());
        Map<String, String> assumed = assume(facts, missing);
        reasons.addAll(assumed.values());
        Outage pump = OutageFormula.of(Method.DATA_PUMP, facts, rates, new TreeSet<>());
        ComputedFacts.add(
                facts, rates, window, pump != null && window != null && likely(pump) <= COMFORT * window.toSeconds());
        Map<Method, Judged> judged = new EnumMap<>(Method.class);
        for (Method method : Method.values()) {
            judged.put(method, judge(method, facts, rates, window, missing, assumed));
        }
        if (window == null) {
            missing.add("outage_window_minutes");
            reasons.add("outage_window_minutes is unknown: no outage was measured against it. To know it, "
                    + rules.facts().how("outage_window_minutes"));
        }
        List<Question> questions = questions(facts);
        Choice choice = choose(judged, facts, window, reasons);
        doubted(judged, choice, questions, reasons);
        against(judged, choice, window, reasons);
        List<Judged> ranked = new ArrayList<>(judged.values());
        ranked.sort(Comparator.comparing((Judged one) -> one.method() != choice.method())
                .thenComparing(one -> !one.eligible())
                .thenComparing(Comparator.comparingDouble(Judged::score).reversed())
                .thenComparing(one -> one.method().complexity())
                .thenComparing(MethodAssessor::extraSpace)
                .thenComparing(Judged::method));
        for (int i = 0; i < ranked.size(); i++) {
            ranked.set(i, ranked.get(i).ranked(i + 1));
        }
        return new MethodAssessment(
                choice.method(), choice.row(), choice.afterRemedy(), ranked, reasons, List.copyOf(missing), questions);
    }

    private static double extraSpace(Judged one) {
        return one.space().stream()
                .mapToDouble(MethodAssessment.Space::gigabytes)
                .sum();
    }

    /** Every fact without which a rule cannot be judged, those that could close a method first. */
    private List<Question> questions(Map<String, Object> facts) {
        Map<String, TreeSet<String>> asking = new TreeMap<>();
        Map<String, TreeSet<Method>> closing = new TreeMap<>();
        for (MethodRules.Rule rule : rules.rules()) {
            if (rule.effects().isEmpty()) {
                continue;
            }
            for (String lacking : rule.lacking(facts)) {
                for (String fact : ComputedFacts.collected(lacking, facts)) {
                    asking.computeIfAbsent(fact, name -> new TreeSet<>()).add(rule.id());
                    TreeSet<Method> closes = closing.computeIfAbsent(fact, name -> new TreeSet<>());
                    rule.effects().forEach((method, severity) -> {
                        if (severity == MethodRules.Severity.BLOCKER) {
                            closes.add(method);
                        }
                    });
                }
            }
        }
        List<Question> questions = new ArrayList<>();
        asking.forEach((fact, ids) -> questions.add(new Question(
                fact,
                facts.get(fact) == null ? null : String.valueOf(facts.get(fact)),
                List.copyOf(ids),
                closing.getOrDefault(fact, new TreeSet<>()).stream()
                        .map(Method::key)
                        .toList(),
                rules.facts().how(fact))));
        questions.sort(Comparator.comparing((Question one) -> one.couldClose().isEmpty()));
        return questions;
    }

    /** What could still close the method that is taken. */
    private static void doubted(
            Map<Method, Judged> judged, Choice choice, List<Question> questions, List<String> reasons) {
        Method taken = choice.method();
        if (taken == null) {
            return;
        }
        List<String> ids = require(judged, taken).unjudged();
        if (ids.isEmpty()) {
            return;
        }
        List<String> facts = questions.stream()
                .filter(question -> question.couldClose().contains(taken.key())
                        && question.rules().stream().anyMatch(ids::contains))
                .map(Question::fact)
                .toList();
        reasons.add(taken.key() + " could still be closed: " + String.join(", ", ids) + " cannot be judged until "
                + String.join(", ", facts) + (facts.size() == 1 ? " is" : " are") + " known");
    }

    /** Why every other method was not taken: the fact, its value and the threshold. */
    private static void against(
            Map<Method, Judged> judged, Choice choice, @Nullable Duration window, List<String> reasons) {
        judged.forEach((method, one) -> {
            if (method == choice.method() && !choice.afterRemedy()) {
                return;
            }
            if (!one.blockers().isEmpty()) {
                reasons.add(method.key()
                        + MethodAssessment.CLOSED
                        + String.join(
                                "; ",
                                one.blockers().stream()
                                        .map(reason -> reason.rule() + " (" + reason.facts() + "): " + reason.text())
                                        .toList())
                        + (one.outage() == null
                                        || comfortable(one, window)
                                        || one.blockers().stream()
                                                .anyMatch(
                                                        reason -> reason.rule().equals("OUTAGE"))
                                ? ""
                                : "; and it takes " + told(one, window) + ", more than 70 % of the window, from "
                                        + drivers(one.outage())));
            } else if (one.outage() == null) {
                reasons.add(method.key() + MethodAssessment.NO_ESTIMATE + String.join(", ", one.lacking())
                        + (one.lacking().size() == 1 ? " is" : " are") + " known");
            } else if (!comfortable(one, window)) {
                reasons.add(method.key() + MethodAssessment.TAKES + told(one, window)
                        + ", more than 70 % of the window, from " + drivers(one.outage()));
            }
        });
    }

    /** Takes the inventory's size where nothing better is known; every guess by name, in words. */
    private static Map<String, String> assume(SortedMap<String, Object> facts, TreeSet<String> missing) {
        Map<String, String> assumed = new TreeMap<>();
        Double size = number(facts, "size_gb");
        for (String name : List.of("data_gb", "files_gb")) {
            if (number(facts, name) == null && size != null) {
                facts.put(name, size);
                assumed.put(name, "%s is unknown; assumed size_gb, %s GB".formatted(name, plain(size)));
                missing.add(name);
            }
        }
        if (number(facts, "index_gb") == null && number(facts, "data_gb") != null) {
            facts.put("index_gb", 0.0);
            assumed.put("index_gb", "index_gb is unknown; assumed 0 GB, so building indexes takes no time here");
            missing.add("index_gb");
        }
        return assumed;
    }

    private Judged judge(
            Method method,
            SortedMap<String, Object> facts,
            Rates rates,
            @Nullable Duration window,
            TreeSet<String> missing,
            Map<String, String> assumed) {
        List<Reason> blockers = new ArrayList<>();
        List<Reason> warnings = new ArrayList<>();
        List<String> unjudged = new ArrayList<>();
        double bonus = 0;
        for (MethodRules.Rule rule : rules.rules()) {
            MethodRules.Severity severity = rule.effects().get(method);
            Double points = rule.bonus().get(method);
            if (severity == null && points == null) {
                continue;
            }
            MethodRules.State state = rule.state(facts);
            if (state == MethodRules.State.UNKNOWN && severity == MethodRules.Severity.BLOCKER) {
                unjudged.add(rule.id());
            }
            if (state != MethodRules.State.HOLDS) {
                continue;
            }
            bonus += points == null ? 0 : points;
            if (severity == null) {
                continue;
            }
            String told = String.join(
                    "; ",
                    rule.when().stream()
                            .map(condition -> condition.told(facts) + ComputedFacts.origin(condition, facts))
                            .toList());
            Reason reason = new Reason(rule.id(), told, rule.text(), rule.remedy(), rule.remediable(), rule.days());
            (severity == MethodRules.Severity.BLOCKER ? blockers : warnings).add(reason);
        }
        TreeSet<String> lacking = new TreeSet<>();
        Outage outage = OutageFormula.of(method, facts, rates, lacking);
        missing.addAll(lacking);
        if (outage != null && window != null) {
            double seconds = likely(outage);
            String told = "outage %s s from %s; outage_window_minutes %s, which is %s s"
                    .formatted(plain(seconds), drivers(outage), plain(window.toSeconds() / 60.0), window.toSeconds());
            // what the size drives, with fixed times trimmed, stays within what is comfortable: constants alone close
            // nothing
            if (seconds > window.toSeconds() && OutageFormula.trimmed(outage) <= COMFORT * window.toSeconds()) {
                warnings.add(new Reason(
                        MethodAssessment.FIXED_TIMES,
                        told,
                        "the outage is longer than the window by its fixed times alone",
                        "trim " + OutageFormula.trimming(outage, window.toSeconds())
                                + " (the program's rates), or widen the window",
                        false,
                        0));
            } else if (seconds > window.toSeconds()) {
                blockers.add(new Reason(
                        "OUTAGE",
                        told,
                        "the outage is longer than the window",
                        "widen the window, measure higher rates, or take another method",
                        false,
                        0));
            } else if (seconds > COMFORT * window.toSeconds()) {
                warnings.add(new Reason(
                        "OUTAGE",
                        told,
                        "the outage takes more than 70 % of the window",
                        "rehearse it, or widen the window",
                        false,
                        0));
            }
        }
        boolean eligible = blockers.isEmpty() && outage != null;
        return new Judged(
                method,
                method == Method.XTTS_INCREMENTAL && facts.get("tts_variant") instanceof String variant
                        ? variant
                        : null,
                eligible,
                score(method, outage, window, blockers, warnings, facts) + bonus,
                blockers,
                warnings,
                outage,
                0,
                MethodNeeds.elapsed(method, outage, facts, rates),
                MethodNeeds.licences(method, facts),
                MethodNeeds.space(method, facts),
                MethodNeeds.assumptions(method, facts, rates, assumed),
                unjudged,
                outage == null ? List.copyOf(lacking) : List.of());
    }

    private static double score(
            Method method,
            @Nullable Outage outage,
            @Nullable Duration window,
            List<Reason> blockers,
            List<Reason> warnings,
            Map<String, Object> facts) {
        double share = outage == null || window == null ? 1 : Math.min(1, likely(outage) / window.toSeconds());
        double score = 100 - 40 * share - 8 * method.complexity() - 3 * warnings.size();
        score -= 5 * blockers.stream().mapToDouble(Reason::days).sum();
        if (method.rehearsedWithoutOutage()) {
            score += 15;
        }
        if (method.wayBack() && Boolean.TRUE.equals(facts.get("fallback_wished"))) {
            score += 20;
        }
        return score;
    }

    private record Choice(@Nullable Method method, int row, boolean afterRemedy) {}

    /** The decision table: the first row that fits. */
    private static Choice choose(
            Map<Method, Judged> judged, Map<String, Object> facts, @Nullable Duration window, List<String> reasons) {
        boolean required = Boolean.TRUE.equals(facts.get("fallback_required"));
        boolean fallback = required && !Boolean.TRUE.equals(facts.get("data_loss_tolerated"));
        if (required && !fallback) {
            reasons.add("fallback_required is true, and data_loss_tolerated is true: a method without a way back is"
                    + " allowed");
        } else if (!required && facts.containsKey("fallback_required")) {
            reasons.add("fallback_required is " + facts.get("fallback_required") + ": a way back after users work on"
                    + " the target is not asked for");
        }
        if (fallback) {
            Judged both = require(judged, Method.GOLDENGATE_FALLBACK);
            if (both.eligible() && fits(both, window)) {
                reasons.add("Row 1: fallback_required is true, and GoldenGate with fallback is open");
                return new Choice(Method.GOLDENGATE_FALLBACK, 1, false);
            }
            reasons.add("Row 2: fallback_required is true, and GoldenGate with fallback is blocked by "
                    + blockedBy(both) + ". License it, clean the tables, or accept the loss in writing");
            return new Choice(null, 2, false);
        }
        Method[] comfortable = {
            Method.DATA_PUMP, Method.DATA_PUMP_NETWORK_LINK, Method.FULL_TRANSPORTABLE, Method.XTTS_INCREMENTAL
        };
        for (int i = 0; i < comfortable.length; i++) {
            Judged one = require(judged, comfortable[i]);
            if (one.eligible() && comfortable(one, window)) {
                reasons.add("Row %d: %s is open and takes %s, from %s%s"
                        .formatted(
                                i + 3,
                                comfortable[i].key(),
                                told(one, window),
                                drivers(one.outage()),
                                room(one, facts)));
                return new Choice(comfortable[i], i + 3, false);
            }
        }
        Judged goldengate = require(judged, Method.GOLDENGATE);
        if (goldengate.eligible() && fits(goldengate, window)) {
            reasons.add("Row 7: no simpler method fits, and goldengate is open; it takes " + told(goldengate, window));
            return new Choice(Method.GOLDENGATE, 7, false);
        }
        Judged xtts = require(judged, Method.XTTS_INCREMENTAL);
        boolean curable = !xtts.blockers().isEmpty() && xtts.blockers().stream().allMatch(Reason::remediable);
        if (curable && xtts.outage() != null && comfortable(xtts, window)) {
            reasons.add("Row 8: xtts fits after " + blockedBy(xtts) + " is removed; it takes " + told(xtts, window));
            return new Choice(Method.XTTS_INCREMENTAL, 8, true);
        }
        List<String> tight = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        judged.forEach((method, one) -> {
            if (one.eligible() && window != null) {
                tight.add("%s takes %s, from %s%s"
                        .formatted(method.key(), told(one, window), drivers(one.outage()), opened(one, window)));
            } else if (one.blockers().isEmpty() && one.outage() == null) {
                unknown.add(method.key());
            }
        });
        if (!tight.isEmpty()) {
            reasons.add("Row 9: no method stays within 70 % of the window, though " + String.join("; ", tight)
                    + ". Widen the window, measure higher rates, or choose such a method with a reason");
        } else if (!unknown.isEmpty()) {
            reasons.add("Row 9: no method can be proposed while facts are missing; nothing closes "
                    + String.join(", ", unknown) + ". Collect the facts, or name the size in the inventory");
        } else {
            reasons.add("Row 9: no method is open. Negotiate the window, divide by schema, archive data, or license"
                    + " GoldenGate");
        }
        return new Choice(null, 9, false);
    }

    /** Staging that is known to be enough: the reason why a simple method is open. */
    private static String room(Judged one, Map<String, Object> facts) {
        Double free = number(facts, "staging_free_gb");
        return free == null
                ? ""
                : one.space().stream()
                        .filter(space -> space.where().equals("staging"))
                        .findFirst()
                        .map(space ->
                                "; staging_free_gb " + plain(free) + " holds its " + plain(space.gigabytes()) + " GB")
                        .orElse("");
    }

    private static boolean comfortable(Judged one, @Nullable Duration window) {
        Outage outage = one.outage();
        return outage != null && (window == null || likely(outage) <= COMFORT * window.toSeconds());
    }

    private static boolean fits(Judged one, @Nullable Duration window) {
        Outage outage = one.outage();
        return outage != null && (window == null || likely(outage) <= window.toSeconds());
    }

    /** Which fixed time, trimmed, brings a method into the window that it is too long for. */
    private static String opened(Judged one, @Nullable Duration window) {
        Outage outage = one.outage();
        return outage == null || window == null || fits(one, window)
                ? ""
                : ", and is within the window with " + OutageFormula.trimming(outage, window.toSeconds());
    }

    private static String told(Judged one, @Nullable Duration window) {
        Outage outage = one.outage();
        return outage == null
                ? "an unknown time"
                : plain(likely(outage)) + " s"
                        + (window == null
                                ? ""
                                : " of " + window.toSeconds() + " s (outage_window_minutes "
                                        + plain(window.toSeconds() / 60.0) + ")");
    }

    private static String blockedBy(Judged one) {
        return one.blockers().isEmpty()
                ? one.outage() == null ? "missing facts" : "OUTAGE"
                : String.join(", ", one.blockers().stream().map(Reason::rule).toList());
    }

    private static Judged require(Map<Method, Judged> judged, Method method) {
        Judged one = judged.get(method);
        if (one == null) {
            throw new IllegalStateException("every method is judged, " + method + " was not");
        }
        return one;
    }
}
