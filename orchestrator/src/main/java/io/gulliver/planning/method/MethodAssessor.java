package io.gulliver.planning.method;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment.Judged;
import io.gulliver.planning.method.MethodAssessment.Outage;
import io.gulliver.planning.method.MethodAssessment.Reason;
import io.gulliver.planning.method.MethodAssessment.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Judges every way across for one database from named facts.
 *
 * <p>Sizes are decimal gigabytes: {@code data_gb} (tables and LOBs), {@code index_gb}, {@code files_gb} (used in data
 * files), {@code incremental_gb} (last cycle), {@code gg_none_gb} (tables that GoldenGate cannot replicate);
 * {@code objects} counts metadata. With {@code size_gb} alone, data and files are assumed to be all of it.
 */
public final class MethodAssessor {
    private static final double COMFORT = 0.7;

    /** MB a second of the one worker that loads a LOB segment: the lower planning value of an import worker. */
    private static final double LOB_STREAM = 30;

    private static final Map<String, String> COMPUTED_FROM = Map.of(
            "gg_offline_seconds", "gg_none_gb",
            "metadata_seconds", "objects",
            "largest_lob_seconds", "largest_lob_gb",
            "data_pump_staging_gb", "data_gb",
            "transport_staging_gb", "files_gb",
            "target_need_gb", "files_gb",
            "tts_variant", "source_release");

    private final MethodRules rules;

    public MethodAssessor(MethodRules rules) {
        this.rules = rules;
    }

    /**
     * Judges all methods.
     *
     * @param given facts by name; unknown ones are simply absent
     * @param rates how fast things go
     * @param window agreed outage, or null while unknown
     */
    public MethodAssessment assess(Map<String, Object> given, Rates rates, @Nullable Duration window) {
        SortedMap<String, Object> facts = new TreeMap<>(given);
        TreeSet<String> missing = new TreeSet<>();
        List<String> reasons = new ArrayList<>();
        assume(facts, reasons, missing);
        derive(facts, rates, window);
        Map<Method, Judged> judged = new EnumMap<>(Method.class);
        for (Method method : Method.values()) {
            judged.put(method, judge(method, facts, rates, window, missing));
        }
        if (window == null) {
            missing.add("outage_window_minutes");
        }
        Choice choice = choose(judged, facts, window, reasons);
        against(judged, choice, window, reasons);
        List<Judged> ranked = new ArrayList<>(judged.values());
        ranked.sort(Comparator.comparing((Judged one) -> one.method() != choice.method() || choice.method() == null)
                .thenComparing(one -> !one.eligible())
                .thenComparing(Comparator.comparingDouble(Judged::score).reversed())
                .thenComparing(one -> one.method().complexity())
                .thenComparing(Judged::method));
        for (int i = 0; i < ranked.size(); i++) {
            ranked.set(i, ranked.get(i).ranked(i + 1));
        }
        return new MethodAssessment(
                choice.method(), choice.row(), choice.afterRemedy(), ranked, reasons, List.copyOf(missing));
    }

    /** Why every other method was not taken: the fact, its value and the threshold. */
    private static void against(
            Map<Method, Judged> judged, Choice choice, @Nullable Duration window, List<String> reasons) {
        judged.forEach((method, one) -> {
            if (method == choice.method() && !choice.afterRemedy()) {
                return;
            }
            if (!one.blockers().isEmpty()) {
                reasons.add(method.key() + " is closed by "
                        + String.join(
                                "; ",
                                one.blockers().stream()
                                        .map(reason -> reason.rule() + " (" + reason.facts() + "): " + reason.text())
                                        .toList()));
            } else if (one.outage() == null) {
                reasons.add(method.key() + " has no estimate while facts are missing");
            } else if (!comfortable(one, window)) {
                reasons.add(method.key() + " takes " + told(one, window) + ", more than 70 % of the window, from "
                        + drivers(one.outage()));
            }
        });
    }

    private static void assume(SortedMap<String, Object> facts, List<String> reasons, TreeSet<String> missing) {
        Double size = number(facts, "size_gb");
        for (String name : List.of("data_gb", "files_gb")) {
            if (!facts.containsKey(name) && size != null) {
                facts.put(name, size);
                reasons.add("%s is unknown; assumed size_gb, %s GB".formatted(name, plain(size)));
                missing.add(name);
            }
        }
        if (!facts.containsKey("index_gb") && facts.containsKey("data_gb")) {
            facts.put("index_gb", 0.0);
            missing.add("index_gb");
        }
    }

    private static void derive(SortedMap<String, Object> facts, Rates rates, @Nullable Duration window) {
        if (window != null) {
            facts.put("window_seconds", (double) window.toSeconds());
            facts.put("half_window_seconds", window.toSeconds() / 2.0);
        }
        Double none = number(facts, "gg_none_gb");
        if (none != null) {
            facts.put("gg_offline_seconds", none * 1000 / rates.of("import"));
        }
        Double objects = number(facts, "objects");
        if (objects != null) {
            facts.put("metadata_seconds", objects / rates.of("metadata") * 2);
        }
        facts.put("apply_mb_s", rates.of("replicat"));
        Double lob = number(facts, "largest_lob_gb");
        if (lob != null) {
            Double stream = number(facts, "lob_stream_mb_s");
            facts.put("largest_lob_seconds", lob * 1000 / (stream == null ? LOB_STREAM : stream));
        }
        Double dump = number(facts, "data_gb");
        if (dump != null) {
            facts.put("data_pump_staging_gb", dump * MethodNeeds.DUMP_MOST * MethodNeeds.STAGING_ROOM);
        }
        Double files = number(facts, "files_gb");
        if (files != null) {
            facts.put("transport_staging_gb", files * MethodNeeds.STAGING_ROOM);
            facts.put("target_need_gb", files * MethodNeeds.TARGET_ROOM);
        }
        Outage pump = outage(Method.DATA_PUMP, facts, rates, new TreeSet<>());
        if (pump != null && window != null) {
            facts.put("data_pump_comfortable", likely(pump) <= COMFORT * window.toSeconds());
        }
        Object source = facts.get("source_release");
        Object target = facts.getOrDefault("target_release", source);
        if (source != null && target != null) {
            boolean m5 = Release.compare(source.toString(), "19.18") >= 0
                    && (Release.compare(target.toString(), "19.18") >= 0
                            || target.toString().matches("19c?"));
            facts.put("tts_variant", m5 ? "M5" : "V4");
        }
    }

    private Judged judge(
            Method method,
            SortedMap<String, Object> facts,
            Rates rates,
            @Nullable Duration window,
            TreeSet<String> missing) {
        List<Reason> blockers = new ArrayList<>();
        List<Reason> warnings = new ArrayList<>();
        double bonus = 0;
        for (MethodRules.Rule rule : rules.rules()) {
            MethodRules.Severity severity = rule.effects().get(method);
            Double points = rule.bonus().get(method);
            if (severity == null && points == null || !rule.holds(facts)) {
                continue;
            }
            bonus += points == null ? 0 : points;
            if (severity == null) {
                continue;
            }
            String told = String.join(
                    "; ",
                    rule.when().stream()
                            .map(condition -> condition.told(facts) + origin(condition, facts))
                            .toList());
            Reason reason = new Reason(rule.id(), told, rule.text(), rule.remedy(), rule.remediable(), rule.days());
            (severity == MethodRules.Severity.BLOCKER ? blockers : warnings).add(reason);
        }
        Outage outage = outage(method, facts, rates, missing);
        if (outage != null && window != null) {
            double seconds = likely(outage);
            String told = "outage %s s from %s; outage_window_minutes %s, which is %s s"
                    .formatted(plain(seconds), drivers(outage), plain(window.toSeconds() / 60.0), window.toSeconds());
            if (seconds > window.toSeconds()) {
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
                MethodNeeds.assumptions(method, facts, rates));
    }

    /** The collected fact behind a computed one: {@code , from largest_lob_gb 500}. */
    private static String origin(MethodRules.Condition condition, Map<String, Object> facts) {
        StringBuilder origin = new StringBuilder();
        for (String name : new TreeSet<>(
                condition.other() == null ? List.of(condition.fact()) : List.of(condition.fact(), condition.other()))) {
            String from = COMPUTED_FROM.get(name);
            Object value = from == null ? null : facts.get(from);
            if (value != null) {
                origin.append(", from ")
                        .append(from)
                        .append(' ')
                        .append(value instanceof Double number ? plain(number) : value);
            }
        }
        return origin.toString();
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

    private static @Nullable Outage outage(
            Method method, Map<String, Object> facts, Rates rates, TreeSet<String> missing) {
        TermList terms = new TermList(facts, rates, missing);
        switch (method) {
            case DATA_PUMP -> {
                terms.fixed("quiesce", "quiesce-seconds");
                terms.move("export", "data_gb", "export");
                terms.move("import", "data_gb", "import");
                terms.move("index build", "index_gb", "index");
                terms.fixed("foreign keys", "foreign-keys-seconds");
            }
            case DATA_PUMP_NETWORK_LINK -> {
                terms.fixed("quiesce", "quiesce-seconds");
                terms.move(
                        "import over the link", "data_gb", rates.of("link") <= rates.of("import") ? "link" : "import");
                terms.move("index build", "index_gb", "index");
                terms.fixed("foreign keys", "foreign-keys-seconds");
            }
            case FULL_TRANSPORTABLE -> {
                terms.fixed("quiesce", "quiesce-seconds");
                terms.fixed("read only", "read-only-seconds");
                terms.move(
                        "read and convert, piped",
                        "files_gb",
                        rates.of("read") <= rates.of("convert") ? "read" : "convert");
                terms.metadata();
            }
            case XTTS_INCREMENTAL -> {
                terms.fixed("quiesce", "quiesce-seconds");
                terms.fixed("read only", "read-only-seconds");
                boolean tracked = !Boolean.FALSE.equals(facts.get("block_change_tracking"));
                terms.move(
                        "last scan",
                        tracked ? "incremental_gb" : "files_gb",
                        "read",
                        tracked ? "" : "block_change_tracking is false: ");
                terms.move("last apply", "incremental_gb", "apply");
                terms.metadata();
            }
            case GOLDENGATE, GOLDENGATE_FALLBACK -> {
                terms.fixed("quiesce", "goldengate-quiesce-seconds");
                terms.fixed("drain", "goldengate-drain-seconds");
                terms.fixed("sequences", "goldengate-sequences-seconds");
                if (facts.containsKey("gg_none_gb")) {
                    terms.move("tables moved offline", "gg_none_gb", "import");
                } else {
                    missing.add("gg_none_gb");
                }
                terms.fixed("critical checks", "goldengate-validation-seconds");
                terms.fixed("switch", "goldengate-switch-seconds");
            }
        }
        if (!method.replicates()) {
            terms.fixed("checks", "validation-seconds");
            terms.fixed("switch", "switch-seconds");
        }
        return terms.outage();
    }

    /** What the outage depends on: every term that a fact makes. */
    private static String drivers(@Nullable Outage outage) {
        if (outage == null) {
            return "missing facts";
        }
        List<String> drivers = outage.terms().stream()
                .filter(term -> !term.fixed())
                .map(Term::formula)
                .distinct()
                .toList();
        return drivers.isEmpty() ? "fixed times" : String.join(", ", drivers);
    }

    private static double likely(Outage outage) {
        return outage.terms().stream().mapToDouble(Term::seconds).sum();
    }

    /** Collects the terms of a formula; a missing fact leaves it without an answer. */
    private static final class TermList {
        private final Map<String, Object> facts;
        private final Rates rates;
        private final TreeSet<String> missing;
        private final List<Term> terms = new ArrayList<>();
        private boolean complete = true;

        TermList(Map<String, Object> facts, Rates rates, TreeSet<String> missing) {
            this.facts = facts;
            this.rates = rates;
            this.missing = missing;
        }

        void fixed(String name, String rate) {
            terms.add(new Term(name, rates.of(rate), rate, true));
        }

        void move(String name, String size, String rate) {
            move(name, size, rate, "");
        }

        void move(String name, String size, String rate, String because) {
            Double gigabytes = number(facts, size);
            if (gigabytes == null) {
                missing.add(size);
                complete = false;
                return;
            }
            terms.add(new Term(
                    name,
                    gigabytes * 1000 / rates.of(rate),
                    "%s%s %s GB / %s %s MB/s".formatted(because, size, plain(gigabytes), rate, plain(rates.of(rate))),
                    false));
        }

        void metadata() {
            Double objects = number(facts, "objects");
            if (objects == null) {
                missing.add("objects");
                complete = false;
                return;
            }
            terms.add(new Term(
                    "metadata",
                    objects / rates.of("metadata") * 2,
                    "objects %s / metadata %s per second x 2".formatted(plain(objects), plain(rates.of("metadata"))),
                    false));
        }

        @Nullable
        Outage outage() {
            if (!complete) {
                return null;
            }
            return new Outage(at(1.3), at(1.0), at(0.6), terms);
        }

        private Duration at(double factor) {
            double seconds = terms.stream()
                    .mapToDouble(term -> term.fixed() ? term.seconds() : term.seconds() / factor)
                    .sum();
            return Duration.ofSeconds(Math.round(seconds));
        }
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
            if (both.eligible()) {
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
        if (goldengate.eligible()) {
            reasons.add("Row 7: no simpler method fits, and goldengate is open; it takes " + told(goldengate, window));
            return new Choice(Method.GOLDENGATE, 7, false);
        }
        Judged xtts = require(judged, Method.XTTS_INCREMENTAL);
        boolean curable = !xtts.blockers().isEmpty() && xtts.blockers().stream().allMatch(Reason::remediable);
        if (curable && xtts.outage() != null && comfortable(xtts, window)) {
            reasons.add("Row 8: xtts fits after " + blockedBy(xtts) + " is removed; it takes " + told(xtts, window));
            return new Choice(Method.XTTS_INCREMENTAL, 8, true);
        }
        reasons.add("Row 9: no method is open. Negotiate the window, divide by schema, archive data, or license"
                + " GoldenGate");
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
                ? "missing facts"
                : String.join(", ", one.blockers().stream().map(Reason::rule).toList());
    }

    private static Judged require(Map<Method, Judged> judged, Method method) {
        Judged one = judged.get(method);
        if (one == null) {
            throw new IllegalStateException("every method is judged, " + method + " was not");
        }
        return one;
    }

    private static @Nullable Double number(Map<String, Object> facts, String name) {
        return facts.get(name) instanceof Number number ? number.doubleValue() : null;
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
