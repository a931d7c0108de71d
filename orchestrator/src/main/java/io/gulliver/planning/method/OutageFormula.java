package io.gulliver.planning.method;

import io.gulliver.domain.plan.RateOrigin;
import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment.Outage;
import io.gulliver.planning.method.MethodAssessment.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** How long users are out with a method: a sum of terms, each from a fact and a rate. */
final class OutageFormula {
    /** Rates may be so many times as high as planned, or as low. */
    private static final double FASTER = 1.3;

    private static final double SLOWER = 0.6;

    private final Map<String, Object> facts;
    private final Rates rates;
    private final Set<String> missing;
    private final List<Term> terms = new ArrayList<>();
    private boolean complete = true;

    private OutageFormula(Map<String, Object> facts, Rates rates, Set<String> missing) {
        this.facts = facts;
        this.rates = rates;
        this.missing = missing;
    }

    /**
     * The outage of a method.
     *
     * @param missing gains the facts without which there is no estimate
     * @return null while such facts are missing
     */
    static @Nullable Outage of(Method method, Map<String, Object> facts, Rates rates, Set<String> missing) {
        OutageFormula formula = new OutageFormula(facts, rates, missing);
        switch (method) {
            case DATA_PUMP -> formula.dumpFiles();
            case DATA_PUMP_NETWORK_LINK -> formula.link();
            case FULL_TRANSPORTABLE -> formula.transport();
            case XTTS_INCREMENTAL -> formula.increments();
            case GOLDENGATE, GOLDENGATE_FALLBACK -> formula.replication();
        }
        if (!method.replicates()) {
            formula.comparison();
            formula.fixed("checks", "validation-seconds", formula.of("goldengate-validation-seconds"));
            formula.fixed("switch", "switch-seconds");
        }
        formula.safeguards();
        return formula.outage();
    }

    /** Part of the checks until somebody measured how fast rows are compared; then it grows with the rows. */
    private void comparison() {
        if (rates.origin("compare").kind() != RateOrigin.Kind.PLANNING_VALUE) {
            move("comparison of rows", "data_gb", "compare");
        }
    }

    private void dumpFiles() {
        fixed("quiesce", "quiesce-seconds");
        move("export", "data_gb", "export");
        if (apart()) {
            scaled("copy of the dump files", "data_gb", MethodNeeds.DUMP_MOST, "network");
        }
        move("import", "data_gb", "import");
        move("index build", "index_gb", "index");
        fixed("foreign keys", "foreign-keys-seconds");
    }

    private void link() {
        fixed("quiesce", "quiesce-seconds");
        move("import over the link", "data_gb", slowest("link", "import"));
        move("index build", "index_gb", "index");
        fixed("foreign keys", "foreign-keys-seconds");
    }

    private void transport() {
        fixed("quiesce", "quiesce-seconds");
        fixed("read only", "read-only-seconds");
        // LinuxONE is big-endian: files of a big-endian source are taken as they are
        boolean converted = !"Big".equals(facts.get("endian"));
        if (Boolean.TRUE.equals(facts.get("transport_staged"))) {
            move("read", "files_gb", "read");
            if (apart()) {
                move("copy", "files_gb", "network");
            }
            if (converted) {
                move("convert", "files_gb", "convert");
            }
        } else {
            String rate = converted ? slowest("read", "convert") : "read";
            move(
                    converted ? "read and convert, piped" : "read and copy, piped",
                    "files_gb",
                    apart() ? slowest(rate, "network") : rate);
        }
        if (facts.containsKey("application_in_system_gb")) {
            move("rows in SYSTEM and SYSAUX", "application_in_system_gb", "import");
        }
        metadata();
    }

    private void increments() {
        fixed("quiesce", "quiesce-seconds");
        fixed("read only", "read-only-seconds");
        boolean tracked = !Boolean.FALSE.equals(facts.get("block_change_tracking"));
        move(
                "last scan",
                tracked ? "incremental_gb" : "files_gb",
                "read",
                tracked ? "" : "block_change_tracking is false: ",
                1);
        if (apart()) {
            move("last copy", "incremental_gb", "network");
        }
        move("last apply", "incremental_gb", "apply");
        metadata();
    }

    private void replication() {
        fixed("quiesce", "goldengate-quiesce-seconds");
        drain();
        fixed("sequences", "goldengate-sequences-seconds");
        if (facts.containsKey("gg_none_gb")) {
            move("tables moved offline", "gg_none_gb", "import");
        } else {
            missing.add("gg_none_gb");
        }
        fixed("critical checks", "goldengate-validation-seconds");
        fixed("switch", "goldengate-switch-seconds");
    }

    /** What a policy may ask for before users come back, whatever the method. */
    private void safeguards() {
        if (Boolean.TRUE.equals(facts.get("level_0_before_users"))) {
            move("level 0 of the target", "files_gb", "read", "level_0_before_users is true: ", 1);
        }
        if (Boolean.TRUE.equals(facts.get("loads_without_archivelog"))) {
            fixed("restart into ARCHIVELOG", "archivelog-seconds");
        }
    }

    private boolean apart() {
        return Boolean.FALSE.equals(facts.get("staging_shared"));
    }

    private String slowest(String one, String two) {
        return rates.of(one) <= rates.of(two) ? one : two;
    }

    /** The lag that is left, at the pace of the redo, written at the pace of the target. */
    private void drain() {
        Double told = ComputedFacts.number(facts, "gg_lag_seconds");
        double lag = told == null ? of("goldengate-drain-seconds") : told;
        double apply = rates.of("replicat");
        Double mean = ComputedFacts.number(facts, "redo_mb_s");
        Double peak = ComputedFacts.number(facts, "redo_peak_mb_s");
        // more than the apply rate never drains (S07), so it is the most where nobody measured
        double likely = mean == null ? apply : mean;
        double most = Math.max(likely, peak == null ? likely : peak);
        terms.add(new Term(
                "drain",
                lag * likely / apply,
                lag * likely / apply / FASTER,
                lag * most / apply / SLOWER,
                lag * likely / apply,
                "%s x %s / replicat %s MB/s"
                        .formatted(
                                told == null
                                        ? "lag " + ComputedFacts.plain(lag) + " s (" + named("goldengate-drain-seconds")
                                                + ", gg_lag_seconds is unknown)"
                                        : "gg_lag_seconds " + ComputedFacts.plain(lag),
                                mean == null
                                        ? "the apply rate (redo_mb_s is unknown)"
                                        : "redo_mb_s " + ComputedFacts.plain(mean)
                                                + (most > likely ? " to " + ComputedFacts.plain(most) : "") + " MB/s",
                                ComputedFacts.plain(apply)),
                false));
    }

    private @Nullable Integer criticality() {
        Double told = ComputedFacts.number(facts, "criticality");
        return told == null ? null : (Integer) told.intValue();
    }

    private String named(String rate) {
        return rates.named(rate, criticality());
    }

    private double of(String rate) {
        return rates.of(named(rate));
    }

    /** A time that no size drives; people can bring it down to the lower end of its range. */
    private void fixed(String name, String rate) {
        fixed(name, rate, rates.range(named(rate)).get(0));
    }

    private void fixed(String name, String rate, double trimmed) {
        String named = named(rate);
        double seconds = rates.of(named);
        List<Double> range = rates.range(named);
        terms.add(new Term(
                name,
                seconds,
                range.get(0),
                range.get(1),
                Math.min(seconds, trimmed),
                named + " " + ComputedFacts.plain(seconds)
                        + (range.get(0).equals(range.get(1))
                                ? ""
                                : ", " + ComputedFacts.plain(range.get(0)) + " to " + ComputedFacts.plain(range.get(1)))
                        + (rates.origin(named).kind() == RateOrigin.Kind.PLANNING_VALUE
                                ? " (docs/domain/methods.md, 1.3)"
                                : " (" + rates.origin(named).words() + ")"),
                true));
    }

    private void rated(String name, double seconds, String formula) {
        terms.add(new Term(name, seconds, seconds / FASTER, seconds / SLOWER, seconds, formula, false));
    }

    private void move(String name, String size, String rate) {
        move(name, size, rate, "", 1);
    }

    private void scaled(String name, String size, double factor, String rate) {
        move(name, size, rate, "staging_shared is false: ", factor);
    }

    private void move(String name, String size, String rate, String because, double factor) {
        Double gigabytes = ComputedFacts.number(facts, size);
        if (gigabytes == null) {
            missing.add(size);
            complete = false;
            return;
        }
        rated(
                name,
                gigabytes * factor * 1000 / rates.of(rate),
                "%s%s %s GB%s / %s %s MB/s%s"
                        .formatted(
                                because,
                                size,
                                ComputedFacts.plain(gigabytes),
                                factor == 1 ? "" : " x " + factor,
                                rate,
                                ComputedFacts.plain(rates.of(rate)),
                                measured(rate)));
    }

    private void metadata() {
        Double objects = ComputedFacts.number(facts, "objects");
        if (objects == null) {
            missing.add("objects");
            complete = false;
            return;
        }
        rated(
                "metadata",
                objects / rates.of("metadata") * 2,
                "objects %s / metadata %s per second x 2%s"
                        .formatted(
                                ComputedFacts.plain(objects),
                                ComputedFacts.plain(rates.of("metadata")),
                                measured("metadata")));
    }

    /** Who measured a rate, where somebody did. */
    private String measured(String rate) {
        RateOrigin origin = rates.origin(rate);
        return origin.kind() == RateOrigin.Kind.MEASURED ? ", " + origin.words() : "";
    }

    private @Nullable Outage outage() {
        return complete
                ? new Outage(sum(terms, Term::least), sum(terms, Term::seconds), sum(terms, Term::most), terms)
                : null;
    }

    private static Duration sum(List<Term> terms, ToDoubleFunction<Term> seconds) {
        return Duration.ofSeconds(Math.round(terms.stream().mapToDouble(seconds).sum()));
    }

    /** The same with every fixed time brought down as far as people can. */
    static double trimmed(Outage outage) {
        return outage.terms().stream().mapToDouble(Term::trimmed).sum();
    }

    /**
     * Which fixed times must come down so that the outage is no longer than so many seconds: the first that does it alone,
     * the checks before all, else as many as it takes.
     */
    static String trimming(Outage outage, double seconds) {
        double whole = likely(outage) - seconds;
        List<Term> longer = outage.terms().stream()
                .filter(term -> term.trimmed() < term.seconds())
                .sorted(Comparator.comparing((Term term) -> !term.name().equals("checks")))
                .toList();
        List<String> cuts = new ArrayList<>();
        List<Term> enough = longer.stream()
                .filter(term -> term.seconds() - term.trimmed() >= whole)
                .limit(1)
                .toList();
        double over = whole;
        for (Term term : enough.isEmpty() ? longer : enough) {
            double cut = Math.min(over, term.seconds() - term.trimmed());
            if (cut > 0) {
                over -= cut;
                cuts.add(term.name() + " from " + ComputedFacts.plain(term.seconds()) + " to "
                        + ComputedFacts.plain(Math.floor(term.seconds() - cut)) + " s");
            }
        }
        return String.join(", ", cuts);
    }

    /** The unrounded likely time. */
    static double likely(Outage outage) {
        return outage.terms().stream().mapToDouble(Term::seconds).sum();
    }

    /** What the outage depends on: every term that a fact makes. */
    static String drivers(@Nullable Outage outage) {
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
}
