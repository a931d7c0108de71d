package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;
import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.figure.UnfitFigure;
import io.gulliver.planning.figure.UnfitFiguresException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns busy cores of source hosts into IFLs of a target.
 *
 * <p>The chain: busy cores x capacity of a core, x concurrency, + overhead of the hypervisor, x growth, / saturation
 * design point, / capacity of an IFL, up to whole IFLs.
 */
public final class CpuPlanner {
    /** Next to nothing, which is rounded up. */
    private static final double LEAST = 0.001;

    private static final double HEADROOM = 1.2;
    private static final int MOST_IFLS = 2000;

    private CpuPlanner() {}

    /**
     * A server with one figure for its peak.
     *
     * @param name of it
     * @param model of its processors, as the capacity table knows it
     * @param cores of it
     * @param peakPercent busy share of them at peak, 0 to 100
     * @param part of the server that moves, above 0; below 1 when other work stays
     */
    public record Server(String name, String model, double cores, double peakPercent, double part) {}

    /** Busy cores of servers at their peaks. */
    public static Derivation busyCores(List<Server> servers, String source) {
        check(servers);
        List<Derivation> each = servers.stream().map(one -> busy(one, source)).toList();
        return computed(
                "busy cores",
                "busy cores",
                "sum over servers",
                each.stream().mapToDouble(Derivation::value).sum(),
                Rounding.NONE,
                each);
    }

    /**
     * Demand of servers by their peaks, in the table's unit.
     *
     * @throws UnfitFiguresException naming every figure that cannot be, a model that the table lacks among them
     */
    public static Derivation demand(List<Server> servers, CapacityTable table, String source) {
        check(servers);
        List<UnfitFigure> unknown = new ArrayList<>();
        List<Derivation> each = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            Server one = servers.get(i);
            try {
                CapacityTable.Source capacity = table.source(one.model());
                Derivation busy = busy(one, source);
                each.add(computed(
                        "demand of " + one.name(),
                        table.unit(),
                        "busy cores x capacity of a busy core",
                        busy.value() * capacity.unitsPerBusyCore(),
                        Rounding.NONE,
                        busy,
                        given(
                                "capacity of a busy core of " + one.model(),
                                capacity.unitsPerBusyCore(),
                                table.unit(),
                                capacity.source())));
            } catch (IllegalArgumentException e) {
                unknown.add(new UnfitFigure("/servers/" + i + "/model", String.valueOf(e.getMessage())));
            }
        }
        if (!unknown.isEmpty()) {
            throw new UnfitFiguresException(unknown);
        }
        return computed(
                "required " + table.unit() + " from inputs",
                table.unit(),
                "sum over servers",
                each.stream().mapToDouble(Derivation::value).sum(),
                table.wholeUnits() ? Rounding.NEAREST : Rounding.NONE,
                each);
    }

    /**
     * What SMT adds, from two measured runs of the same work: throughput at full use with it over that without.
     *
     * @param rateWith work an hour with SMT
     * @param busyWith percent of the processors in use then
     * @param rateWithout work an hour without
     * @param busyWithout percent in use then
     */
    public static Derivation smtFactor(
            double rateWith, double busyWith, double rateWithout, double busyWithout, String source) {
        new FigureCheck()
                .positive("/rateWith", rateWith)
                .positive("/busyWith", busyWith)
                .positive("/rateWithout", rateWithout)
                .positive("/busyWithout", busyWithout)
                .done();
        Derivation with = atFullUse("throughput at full use with SMT", rateWith, busyWith, source);
        Derivation without = atFullUse("throughput at full use without SMT", rateWithout, busyWithout, source);
        return computed(
                "SMT factor",
                "",
                with.name() + " / " + without.name(),
                with.value() / without.value(),
                Rounding.NONE,
                with,
                without);
    }

    private static Derivation atFullUse(String name, double rate, double busyPercent, String source) {
        return computed(
                name,
                "",
                "throughput / utilization",
                rate / (busyPercent / 100),
                Rounding.NONE,
                given("throughput", rate, "", source),
                given("utilization", busyPercent, "%", source));
    }

    /** Counts the IFLs. */
    public static CpuSizing plan(CpuNeeds needs) {
        needs.check();
        String unit = needs.demand().unit();
        Rounding whole = needs.wholeUnits() ? Rounding.NEAREST : Rounding.NONE;
        Derivation concurrency = given("peak concurrency", needs.concurrency(), "", "policy or measured");
        Derivation overhead = computed(
                "hypervisor overhead",
                unit,
                "demand x peak concurrency x overhead",
                needs.demand().value() * needs.concurrency() * needs.overheadPercent() / 100,
                whole,
                needs.demand(),
                concurrency,
                given("overhead", needs.overheadPercent(), "%", "policy"));
        double growth = Math.pow(1 + needs.growthPercentYear() / 100, needs.years());
        List<Derivation> parts = new ArrayList<>(List.of(needs.demand(), concurrency, overhead));
        String formula = "demand x peak concurrency + overhead";
        if (growth != 1) {
            formula = "(" + formula + ") x (1 + growth) ^ years";
            parts.add(given("growth a year", needs.growthPercentYear(), "%", "policy"));
            parts.add(given("years", needs.years(), "", "policy"));
        }
        double need = (needs.demand().value() * needs.concurrency() + overhead.value()) * growth;
        boolean low = needs.grade() == Grade.LOW;
        if (low && needs.addHeadroom()) {
            formula += " x headroom";
            parts.add(given("headroom", HEADROOM, "", "20 % for low confidence"));
            need *= HEADROOM;
        }
        Derivation required = computed("required capacity", unit, formula, need, Rounding.NONE, parts);
        Derivation design = atDesignPoint(required, needs.designPoint());
        Derivation ifls = ifls(design, needs);
        int count = (int) ifls.value();
        Derivation per = needs.target().told(count, unit);
        Derivation capacity = computed(
                "capacity of the chosen IFLs",
                unit,
                "IFLs x capacity of an IFL x SMT factor",
                count * per.value() * needs.smtFactor(),
                Rounding.NONE,
                ifls,
                per,
                smt(needs));
        Derivation utilization = computed(
                "utilization",
                "%",
                "required capacity / capacity of the chosen IFLs x 100",
                required.value() / capacity.value() * 100,
                Rounding.NONE,
                required,
                capacity);
        VirtualCpus free = VirtualCpus.of(inIfls(needs, per), needs.entitlement());
        List<String> refusals = CpuLimits.refusals(needs, count, free.wanted().value());
        VirtualCpus virtual = refusals.isEmpty() ? free : free.refused();
        return new CpuSizing(
                needs.demand(),
                overhead,
                required,
                design,
                ifls,
                capacity,
                utilization,
                virtual,
                needs.grade(),
                low && !needs.addHeadroom() ? withHeadroom(required, needs) : null,
                refusals,
                warnings(needs, count, virtual));
    }

    /** Demand at the design percentile in IFLs, before overhead and growth: what the guest's virtual CPUs carry. */
    private static Derivation inIfls(CpuNeeds needs, Derivation per) {
        return computed(
                "design demand",
                "IFL",
                "demand x peak concurrency / (capacity of an IFL x SMT factor)",
                needs.demand().value() * needs.concurrency() / (per.value() * needs.smtFactor()),
                Rounding.NONE,
                needs.demand(),
                given("peak concurrency", needs.concurrency(), "", "policy or measured"),
                per,
                smt(needs));
    }

    private static Derivation withHeadroom(Derivation required, CpuNeeds needs) {
        Derivation more = computed(
                "required capacity with headroom",
                required.unit(),
                "required capacity x headroom",
                required.value() * HEADROOM,
                Rounding.NONE,
                required,
                given("headroom", HEADROOM, "", "20 % for low confidence"));
        return ifls(atDesignPoint(more, needs.designPoint()), needs);
    }

    private static Derivation atDesignPoint(Derivation required, double designPoint) {
        return computed(
                "required capacity at the design point",
                required.unit(),
                required.name() + " / saturation design point",
                required.value() / designPoint,
                Rounding.NONE,
                required,
                given("saturation design point", designPoint, "", "policy"));
    }

    /** Capacity of an IFL depends on their number: the least number that carries the requirement. */
    private static Derivation ifls(Derivation design, CpuNeeds needs) {
        for (int count = 1; count <= MOST_IFLS; count++) {
            double per = needs.target().perIfl(count) * needs.smtFactor();
            // What idles takes one as well.
            double exact = Math.max(design.value() / per, LEAST);
            if (Rounding.UP.apply(exact) <= count) {
                return computed(
                        "IFLs",
                        "IFL",
                        "required capacity at the design point / (capacity of an IFL x SMT factor), at least 1",
                        exact,
                        Rounding.UP,
                        design,
                        needs.target().told(count, design.unit()),
                        smt(needs));
            }
        }
        throw new UnfitFiguresException(List.of(new UnfitFigure(
                "/demand",
                shown(design.value()) + " " + design.unit() + " at the design point need more than " + MOST_IFLS
                        + " IFLs: check the unit of the figures")));
    }

    private static Derivation smt(CpuNeeds needs) {
        return given(
                "SMT factor", needs.smtFactor(), "", needs.smtFactor() == 1 ? "default, SMT not counted" : "policy");
    }

    private static Derivation busy(Server one, String source) {
        return computed(
                "busy cores of " + one.name(),
                "busy cores",
                "cores x busy share at peak x part that moves",
                one.cores() * one.peakPercent() / 100 * one.part(),
                Rounding.NONE,
                given("cores", one.cores(), "", source),
                given("busy at peak", one.peakPercent(), "%", source),
                given("part that moves", one.part(), "", source));
    }

    private static void check(List<Server> servers) {
        FigureCheck check = new FigureCheck().some("/servers", servers.size(), 5000);
        for (int i = 0; i < servers.size(); i++) {
            Server one = servers.get(i);
            check.positive("/servers/" + i + "/cores", one.cores())
                    .within("/servers/" + i + "/peakPercent", one.peakPercent(), 0, 100)
                    .share("/servers/" + i + "/part", one.part());
        }
        check.done();
    }

    private static List<String> warnings(CpuNeeds needs, int ifls, VirtualCpus virtual) {
        List<String> warnings = new ArrayList<>(CpuLimits.warnings(needs, ifls));
        if (needs.target().beyondKnown(ifls)) {
            warnings.add("What an IFL does is known for "
                    + shown(needs.target().unitsPerIfl().lastKey()) + " IFLs at most; of " + shown(ifls)
                    + " each does less, and how much is not in our table: bring the vendor's figure");
        }
        Derivation allowed = virtual.allowed();
        if (allowed != null && virtual.wanted().value() > allowed.value()) {
            warnings.add("The guest wants " + shown(virtual.wanted().value()) + " virtual CPUs and the LPAR entitles "
                    + shown(allowed.value()) + ": it does not fit that LPAR");
        }
        if (needs.grade() == Grade.LOW) {
            warnings.add(
                    needs.addHeadroom()
                            ? "Confidence is low, so 20 % of headroom is in the requirement"
                            : "Confidence is low: the rules would add 20 % of headroom, see the IFLs beside");
        }
        if (needs.smtFactor() > 1.25) {
            warnings.add("An SMT factor above 1.25 was measured with an application server, not with Oracle: use it"
                    + " only after measuring");
        }
        if (needs.concurrency() < 0.6) {
            warnings.add("A peak concurrency below 60 % needs data of a month's end");
        }
        return warnings;
    }
}
