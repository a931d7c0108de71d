package io.gulliver.assessment.cost;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.method.MethodAssessment.Outage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts what a migration takes and prices what has a rate; what has none shows its quantity and is never zero. */
public final class CostModel {
    /** As outages: rates 1.3 and 0.6 times as high as planned. */
    private static final double FASTER = 1.3;

    private static final double SLOWER = 0.6;

    private CostModel() {}

    /**
     * Work of one role in one stage.
     *
     * @param role whose
     * @param stage in which
     * @param time of all its tasks
     * @param tasks how many
     * @param unestimated tasks that nobody gave a time
     */
    public record Work(String role, String stage, Duration time, int tasks, int unestimated) {}

    /**
     * What is to be priced.
     *
     * @param playbook that the work was counted in, or null when the method has none
     * @param work by role and stage
     * @param outage of the method, or null
     * @param attending roles that are there during the outage
     * @param ifls of the target, or null while not sized
     * @param iflsAtMost with headroom, or null
     * @param storageGb of the target, or null while not sized
     * @param memoryMb of the guest, or null while not sized
     * @param sourceCores all cores of the source, or null
     * @param sourceCoresFrom who said so, empty when unknown
     * @param edition of the source, or null
     * @param options in use at the source that are licensed by themselves
     * @param replicates whether GoldenGate runs on both sides
     */
    public record Quantities(
            @Nullable String playbook,
            List<Work> work,
            @Nullable Outage outage,
            List<String> attending,
            @Nullable Derivation ifls,
            @Nullable Derivation iflsAtMost,
            @Nullable Derivation storageGb,
            @Nullable Derivation memoryMb,
            @Nullable Double sourceCores,
            String sourceCoresFrom,
            @Nullable String edition,
            List<String> options,
            boolean replicates) {
        public Quantities {
            work = List.copyOf(work);
            attending = List.copyOf(attending);
            options = List.copyOf(options);
        }
    }

    /** Estimates. */
    public static CostEstimate estimate(Quantities quantities, CostRates rates) {
        List<CostEstimate.Line> lines = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        labour(quantities, rates, lines, missing);
        hardware(quantities, rates, lines, missing);
        List<CostEstimate.Licence> licences = licences(quantities, rates, missing);
        Range total = null;
        int priced = 0;
        for (Range amount : amounts(lines, licences)) {
            total = total == null ? amount : total.plus(amount);
            priced++;
        }
        return new CostEstimate(
                rates.currency(),
                lines,
                licences,
                priced,
                total == null ? null : total.rounded(),
                missing.isEmpty() && priced == lines.size() + licences.size() && priced > 0,
                missing);
    }

    private static List<Range> amounts(List<CostEstimate.Line> lines, List<CostEstimate.Licence> licences) {
        List<Range> amounts = new ArrayList<>();
        lines.forEach(line -> Optional.ofNullable(line.amount()).ifPresent(amounts::add));
        licences.forEach(licence -> Optional.ofNullable(licence.amount()).ifPresent(amounts::add));
        return amounts;
    }

    private static void labour(
            Quantities quantities, CostRates rates, List<CostEstimate.Line> lines, List<String> missing) {
        if (quantities.playbook() == null) {
            missing.add("labour: the method has no playbook whose tasks could be counted");
            return;
        }
        double day = rates.hoursPerDay() * 3600;
        for (Work work : quantities.work()) {
            if (work.time().isZero()) {
                missing.add("labour of " + work.role() + " in " + work.stage() + ": " + work.unestimated()
                        + " tasks of playbook " + quantities.playbook() + " have no estimate");
                continue;
            }
            double likely = work.time().toSeconds() / day;
            lines.add(line(
                    "labour." + work.role(),
                    work.tasks() + " tasks"
                            + (work.unestimated() == 0 ? "" : ", " + work.unestimated() + " without an estimate"),
                    work.role(),
                    work.stage(),
                    new Range(likely / FASTER, likely, likely / SLOWER),
                    "days",
                    "estimates of playbook " + quantities.playbook() + ", the range as that of rates",
                    rates));
        }
        Outage outage = quantities.outage();
        if (outage == null) {
            missing.add("labour during the outage: its length is not known");
            return;
        }
        for (String role : quantities.attending()) {
            lines.add(line(
                    "labour." + role,
                    "present during the outage",
                    role,
                    "cutover",
                    new Range(
                            outage.shortest().toSeconds() / day,
                            outage.likely().toSeconds() / day,
                            outage.longest().toSeconds() / day),
                    "days",
                    "outage of the method",
                    rates));
        }
    }

    private static void hardware(
            Quantities quantities, CostRates rates, List<CostEstimate.Line> lines, List<String> missing) {
        Derivation ifls = quantities.ifls();
        if (ifls == null) {
            missing.add("IFLs: not sized");
        } else {
            lines.add(line(
                    "ifl",
                    "IFLs of the target",
                    null,
                    null,
                    range(ifls, quantities.iflsAtMost()),
                    "IFL",
                    "sizing: " + ifls.told(),
                    rates));
        }
        Derivation memory = quantities.memoryMb();
        if (memory == null) {
            missing.add("memory: not sized");
        } else {
            lines.add(line(
                    "memory",
                    "memory of the guest",
                    null,
                    null,
                    Range.of(memory.value() / 1024),
                    "GB",
                    "sizing: " + memory.told(),
                    rates));
        }
        Derivation storage = quantities.storageGb();
        if (storage == null) {
            missing.add("storage: not sized");
        } else {
            lines.add(line(
                    "storage",
                    "storage of the target",
                    null,
                    null,
                    Range.of(storage.value()),
                    "GB",
                    "sizing: " + storage.told(),
                    rates));
        }
    }

    private static Range range(Derivation likely, @Nullable Derivation most) {
        return new Range(likely.value(), likely.value(), most == null ? likely.value() : most.value());
    }

    private static CostEstimate.Line line(
            String item,
            String what,
            @Nullable String role,
            @Nullable String stage,
            Range quantity,
            String unit,
            String source,
            CostRates rates) {
        CostRates.Rate rate = rates.rates().get(item);
        return new CostEstimate.Line(
                item,
                what,
                role,
                stage,
                quantity,
                unit,
                source,
                rate,
                rate == null ? null : quantity.times(rate.amount()).rounded(),
                note(rate));
    }

    private static String note(CostRates.@Nullable Rate rate) {
        return rate == null ? CostEstimate.NO_PRICE : rate.source() + ", set by " + rate.setBy();
    }

    private static List<CostEstimate.Licence> licences(Quantities quantities, CostRates rates, List<String> missing) {
        List<CostEstimate.Licence> licences = new ArrayList<>();
        String edition = quantities.edition();
        if (edition == null) {
            missing.add("licences of the database: its edition is not known");
        } else if (edition.toLowerCase(Locale.ROOT).startsWith("standard")) {
            missing.add("licences of Standard Edition 2 count sockets: look at the price list for IBM Z of the day");
        } else {
            licences.add(licence("Oracle Database Enterprise Edition", quantities, rates, false));
        }
        quantities.options().forEach(option -> licences.add(licence(option, quantities, rates, false)));
        if (quantities.replicates()) {
            licences.add(licence("Oracle GoldenGate", quantities, rates, true));
        }
        return licences;
    }

    /**
     * Licences of a product.
     *
     * @param both whether the move itself needs it on both sides although the source had none
     */
    private static CostEstimate.Licence licence(String product, Quantities quantities, CostRates rates, boolean both) {
        Double cores = quantities.sourceCores();
        Double source = cores == null ? null : (Double) Rounding.UP.apply(cores * rates.x86Factor());
        Derivation ifls = quantities.ifls();
        Range target = ifls == null
                ? null
                : new Range(
                        Rounding.UP.apply(ifls.value() * rates.iflFactor()),
                        Rounding.UP.apply(ifls.value() * rates.iflFactor()),
                        Rounding.UP.apply(range(ifls, quantities.iflsAtMost()).high() * rates.iflFactor()));
        Range peak = source == null || target == null ? null : target.plus(Range.of(source));
        Double owned = rates.owned().get(product);
        Range lacking = peak == null || owned == null
                ? null
                : new Range(
                        Math.max(0, peak.low() - owned),
                        Math.max(0, peak.likely() - owned),
                        Math.max(0, peak.high() - owned));
        CostRates.Rate rate = rates.rates().get("licence." + product);
        String note = peak == null
                ? "not counted: " + (source == null ? "cores of the source" : "IFLs of the target") + " are not known"
                : owned == null ? "what is owned is not said (policy cost.owned)" : note(rate);
        return new CostEstimate.Licence(
                product,
                both ? (Double) 0.0 : source,
                owned,
                both ? peak : target,
                peak,
                lacking,
                "processors: "
                        + (cores == null
                                ? "unknown cores"
                                : Derivation.shown(cores) + " cores, " + quantities.sourceCoresFrom())
                        + " x " + rates.x86Factor() + "; "
                        + (ifls == null ? "unknown IFLs" : Derivation.shown(ifls.value()) + " IFLs") + " x "
                        + rates.iflFactor() + "; check the core factor table at contract time",
                rate,
                lacking == null || rate == null
                        ? null
                        : lacking.times(rate.amount()).rounded(),
                note);
    }
}
