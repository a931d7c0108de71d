package io.gulliver.planning.method;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment.Outage;
import io.gulliver.planning.method.MethodAssessment.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How long users are out with a method: a sum of terms, each from a fact and a rate. */
final class OutageFormula {
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
            formula.fixed("checks", "validation-seconds");
            formula.fixed("switch", "switch-seconds");
        }
        formula.safeguards();
        return formula.outage();
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
        if (Boolean.TRUE.equals(facts.get("transport_staged"))) {
            move("read", "files_gb", "read");
            if (apart()) {
                move("copy", "files_gb", "network");
            }
            move("convert", "files_gb", "convert");
        } else {
            move(
                    "read and convert, piped",
                    "files_gb",
                    apart() ? slowest(slowest("read", "convert"), "network") : slowest("read", "convert"));
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
        fixed("drain", "goldengate-drain-seconds");
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

    private void fixed(String name, String rate) {
        terms.add(new Term(name, rates.of(rate), rate, true));
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
        terms.add(new Term(
                name,
                gigabytes * factor * 1000 / rates.of(rate),
                "%s%s %s GB%s / %s %s MB/s"
                        .formatted(
                                because,
                                size,
                                ComputedFacts.plain(gigabytes),
                                factor == 1 ? "" : " x " + factor,
                                rate,
                                ComputedFacts.plain(rates.of(rate))),
                false));
    }

    private void metadata() {
        Double objects = ComputedFacts.number(facts, "objects");
        if (objects == null) {
            missing.add("objects");
            complete = false;
            return;
        }
        terms.add(new Term(
                "metadata",
                objects / rates.of("metadata") * 2,
                "objects %s / metadata %s per second x 2"
                        .formatted(ComputedFacts.plain(objects), ComputedFacts.plain(rates.of("metadata"))),
                false));
    }

    private @Nullable Outage outage() {
        return complete ? new Outage(at(1.3), at(1.0), at(0.6), terms) : null;
    }

    private Duration at(double factor) {
        double seconds = terms.stream()
                .mapToDouble(term -> term.fixed() ? term.seconds() : term.seconds() / factor)
                .sum();
        return Duration.ofSeconds(Math.round(seconds));
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
