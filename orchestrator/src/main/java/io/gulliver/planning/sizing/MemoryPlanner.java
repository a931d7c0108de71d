package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;
import static io.gulliver.planning.figure.Derivation.shown;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the memory of a guest by both formulas of {@code docs/domain/sizing.md}: W, which is simple, and T, the
 * planning table.
 *
 * <p>The large pages hold the SGAs, so an SGA is never counted beside them. Overhead holds the kernel and the page
 * structures; where it would be less than these two, they count instead.
 */
public final class MemoryPlanner {
    private static final String MB = "MB";
    private static final double PAGE_STRUCTURES = 0.016;
    private static final double PRODUCTION = 1.10;
    private static final double TEST = 1.05;
    private static final double MOST_SLACK = 0.02;

    private MemoryPlanner() {}

    /**
     * Sizes the memory of one guest.
     *
     * @throws io.gulliver.planning.figure.UnfitFiguresException naming every figure that cannot be
     */
    public static MemorySizing plan(MemoryNeeds needs) {
        needs.check();
        String source = needs.source();
        List<Derivation> sgas = new ArrayList<>();
        List<Derivation> pgas = new ArrayList<>();
        List<Derivation> sessions = new ArrayList<>();
        for (MemoryNeeds.Instance one : needs.instances()) {
            Derivation found = one.sga();
            sgas.add(
                    found == null
                            ? given("SGA of " + one.name(), one.sgaMb(), MB, needs.sourceOf("SGA of " + one.name()))
                            : found);
            pgas.add(given("PGA of " + one.name(), one.pgaMb(), MB, needs.sourceOf("PGA of " + one.name())));
            sessions.add(computed(
                    "sessions of " + one.name(),
                    MB,
                    "connections x memory of a session",
                    one.connections() * one.sessionMb(),
                    Rounding.UP,
                    given("connections", one.connections(), "", needs.sourceOf("connections of " + one.name())),
                    given(
                            "memory of a session",
                            one.sessionMb(),
                            MB,
                            one.sessionMb() == MemoryNeeds.SESSION_MB ? "planning table" : source)));
        }
        Derivation sga = sum("SGA", sgas);
        Derivation pga = sum("PGA", pgas);
        Derivation pages = pages("large pages", needs, needs.pageMb(), sgas, true);
        Derivation sourcePages = pages("large pages on the source", needs, needs.sourcePageMb(), sgas, false);
        Derivation pool = needs.largePagesMb() == null
                ? computed(
                        "pool of large pages",
                        MB,
                        "pages x page size",
                        pages.value() * needs.pageMb(),
                        Rounding.NONE,
                        pages,
                        given("page size", needs.pageMb(), MB, "target"))
                : given("pool of large pages", needs.largePagesMb(), MB, source);
        Derivation idle =
                computed("idle large pages", MB, "pool - SGA", pool.value() - sga.value(), Rounding.NONE, pool, sga);
        List<Derivation> fixed = new ArrayList<>(List.of(pga, given("ASM", needs.asmMb(), MB, needs.sourceOf("ASM"))));
        fixed.addAll(sessions);
        fixed.add(given("agents", needs.agentsMb(), MB, needs.sourceOf("agents")));
        List<Derivation> most = new ArrayList<>(fixed);
        List<Derivation> resident = new ArrayList<>(fixed);
        for (MemoryNeeds.Replication one : needs.replication()) {
            most.add(given(
                    "cache ceiling of " + one.name(), one.cacheMb(), MB, needs.sourceOf("cache of " + one.name())));
            resident.add(given(
                    "resident memory of " + one.name(),
                    one.residentMb(),
                    MB,
                    needs.sourceOf("cache of " + one.name())));
        }
        Derivation small = sum("memory in 4 KB pages", most);
        Derivation held = sum("memory held in 4 KB pages", resident);
        double factor = needs.production() ? PRODUCTION : TEST;
        Derivation total = computed(
                "total memory",
                MB,
                "pool of large pages + memory in 4 KB pages",
                pool.value() + small.value(),
                Rounding.NONE,
                pool,
                small);
        Derivation planned = computed(
                "planned memory",
                MB,
                "total memory x overhead",
                total.value() * factor,
                Rounding.DOWN,
                total,
                overhead(factor));
        Derivation committed = computed(
                "committed memory",
                MB,
                "pool of large pages + memory held in 4 KB pages",
                pool.value() + held.value(),
                Rounding.NONE,
                pool,
                held);
        Derivation ceiling = computed(
                "ceiling",
                MB,
                "pool of large pages + every maximum in 4 KB pages",
                pool.value() + small.value(),
                Rounding.NONE,
                pool,
                small);
        Derivation guest = guest(committed, factor, needs.kernelMb());
        Derivation over = needs.guestMb() == null
                ? null
                : computed(
                        "guest's profile above the plan",
                        MB,
                        "profile - planned memory",
                        needs.guestMb() - planned.value(),
                        Rounding.NONE,
                        given("guest's profile", needs.guestMb(), MB, source),
                        planned);
        return new MemorySizing(
                sga,
                pages,
                sourcePages,
                pool,
                idle,
                small,
                total,
                planned,
                committed,
                ceiling,
                guest,
                simple(sga.value(), pga.value(), needs.asmMb(), needs.kernelMb(), needs.agentsMb(), source),
                over,
                warnings(needs, pool, idle, committed, ceiling, guest, factor));
    }

    /** The simple formula alone. All in MB. */
    public static MemorySizing.Simple simple(
            double sgaMb, double pgaMb, double asmMb, double kernelMb, double agentsMb, String source) {
        Derivation starting = sum(
                "starting size",
                List.of(
                        given("SGA", sgaMb, MB, source),
                        given("PGA", pgaMb, MB, source),
                        given("Linux kernel", kernelMb, MB, source),
                        given("ASM", asmMb, MB, source)));
        Derivation sum = sum("sum", List.of(starting, given("agents", agentsMb, MB, source)));
        return new MemorySizing.Simple(
                starting,
                sum,
                computed("sum and 5 %", MB, "sum x 1.05", sum.value() * 1.05, Rounding.NONE, sum),
                computed("sum as 95 % of the whole", MB, "sum / 0.95", sum.value() / 0.95, Rounding.NONE, sum));
    }

    private static Derivation guest(Derivation committed, double factor, double kernelMb) {
        double byOverhead = committed.value() * factor;
        double byParts = (committed.value() + kernelMb) / (1 - PAGE_STRUCTURES);
        return computed(
                "guest memory",
                MB,
                "the larger of committed memory x overhead and (committed memory + kernel) / (1 - page structures)",
                Math.max(byOverhead, byParts),
                Rounding.UP_TO_GIB,
                committed,
                overhead(factor),
                given("kernel", kernelMb, MB, "sizing rules"),
                given("page structures", PAGE_STRUCTURES, "", "sizing rules"));
    }

    private static Derivation overhead(double factor) {
        return given(
                "overhead", factor, "", factor == PRODUCTION ? "10 % for production" : "5 % for test and development");
    }

    private static Derivation sum(String name, List<Derivation> parts) {
        return computed(
                name,
                MB,
                String.join(" + ", parts.stream().map(Derivation::name).toList()),
                parts.stream().mapToDouble(Derivation::value).sum(),
                Rounding.NONE,
                parts);
    }

    private static Derivation pages(
            String name, MemoryNeeds needs, double pageMb, List<Derivation> sgas, boolean withSlack) {
        List<Derivation> inputs = new ArrayList<>();
        double sum = 0;
        for (Derivation sga : sgas) {
            Derivation pages = computed(
                    "pages for " + sga.name(), "pages", "SGA / page size", sga.value() / pageMb, Rounding.UP, sga);
            inputs.add(pages);
            sum += pages.value();
        }
        double slackMb = !withSlack || needs.largePagesMb() != null
                ? 0
                : Math.min(needs.slackMb() * sgas.size(), MOST_SLACK * sum * pageMb);
        inputs.add(given("page size", pageMb, MB, withSlack ? "target" : "source"));
        Derivation slack = computed(
                "slack",
                "pages",
                "the smaller of slack x instances and 2 % of the pool, / page size",
                slackMb / pageMb,
                Rounding.DOWN,
                given("slack for each instance", needs.slackMb(), MB, "sizing rules"));
        inputs.add(slack);
        return computed(name, "pages", "sum of pages for each SGA + slack", sum + slack.value(), Rounding.NONE, inputs);
    }

    private static List<String> warnings(
            MemoryNeeds needs,
            Derivation pool,
            Derivation idle,
            Derivation committed,
            Derivation ceiling,
            Derivation guest,
            double factor) {
        List<String> warnings = new ArrayList<>();
        if (idle.value() < 0) {
            warnings.add("The pool of large pages is " + shown(-idle.value())
                    + " MB smaller than the SGAs: with use_large_pages=only the instance does not start");
        } else if (idle.value() > MOST_SLACK * pool.value()) {
            warnings.add(shown(idle.value()) + " MB of large pages, more than 2 % of the pool, serve nobody: lower"
                    + " vm.nr_hugepages or raise an SGA");
        }
        double profile = needs.guestMb() == null ? guest.value() : needs.guestMb();
        if (needs.guestMb() != null && needs.guestMb() < committed.value() * factor) {
            warnings.add("The guest's profile of " + shown(needs.guestMb()) + " MB is below the committed memory with"
                    + " overhead, " + shown(committed.value() * factor) + " MB");
        }
        if (ceiling.value() > profile) {
            warnings.add("If every maximum is reached, " + shown(ceiling.value()) + " MB are wanted and the guest has "
                    + shown(profile) + " MB");
        }
        if (needs.droppedFlashCacheMb() > 0) {
            warnings.add("A flash cache of " + shown(needs.droppedFlashCacheMb())
                    + " MB falls away: ask the SGA advice for that much more");
        }
        if (needs.instances().stream().anyMatch(one -> one.sgaMb() > 100 * 1024)) {
            warnings.add("An SGA is above 100 GB: an LPAR of its own instead of a guest is a design question");
        }
        return warnings;
    }
}
