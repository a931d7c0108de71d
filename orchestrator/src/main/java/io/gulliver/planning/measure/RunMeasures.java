package io.gulliver.planning.measure;

import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.RateOrigin;
import io.gulliver.domain.plan.Rates;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rates and times that a run measured, by the names under which the plan and the estimates of methods read them ({@code
 * docs/domain/methods.md}, 1.3): how long each step took, and how fast what grows with the database went.
 *
 * <p>Sizes are those that the run itself found at its source, which may be another than production's. What was too short to
 * be told, or moved nothing, says nothing.
 */
public final class RunMeasures {
    private static final String EXPORT = "movement.export";
    private static final String CHECKSUM = "movement.checksum";
    /** The action that measures a copy days before it. */
    public static final String PROBE = "movement.probe-transfer";

    private static final String TRANSFER = "movement.transfer";
    private static final String IMPORT = "movement.import";
    private static final String LEVEL_0 = "oracle.level-0";
    private static final String COMPARISON = "validation.content";
    private static final String QUIESCE = "movement.quiesce";
    private static final String OPEN = "cutover.open";

    private static final double LEAST_MEGABYTES = 5;
    private static final double LEAST_SECONDS = 5;
    private static final String NETWORK = "network";

    /** Names the condition that says what a person had a run leave out. */
    public static final String SKIPPED = "skipped by hand";

    private static final String DUMP_FILES = " GB of dump files";

    private static final Set<String> MOVES = Set.of(EXPORT, TRANSFER, IMPORT);

    /** What the sum of an outage counts apart from its checks. */
    private static final Set<String> NO_CHECKS = Set.of(EXPORT, CHECKSUM, TRANSFER, IMPORT, LEVEL_0, QUIESCE, OPEN);

    private final String playbook;
    private final List<WorkedStep> steps;
    private final List<LeftOut> leftOut;
    private final Map<String, Double> sizes;
    private final Rates planned;
    private final List<Measure> found = new ArrayList<>();

    private RunMeasures(
            String playbook, List<WorkedStep> steps, List<LeftOut> leftOut, Map<String, Double> sizes, Rates planned) {
        this.playbook = playbook;
        this.steps = steps;
        this.leftOut = leftOut;
        this.sizes = sizes;
        this.planned = planned;
    }

    /**
     * One of them.
     *
     * @param name as {@link MeasuredRate} takes it
     * @param value in the unit of the name
     * @param conditions for people
     */
    public record Measure(String name, double value, SortedMap<String, String> conditions) {
        public Measure {
            conditions = Collections.unmodifiableSortedMap(new TreeMap<>(conditions));
        }
    }

    /**
     * A step that a person had the run leave out, whole or in some of its items: the night will do it all the same.
     *
     * @param step what the run did of it
     * @param seconds how long it takes: what was worked on it at least, else as its playbook estimates it or, where that is
     *     more, as sizes and rates tell
     * @param apart whether the outage counts it by a rate of its own, and not among the checks
     */
    public record LeftOut(WorkedStep step, double seconds, boolean apart) {
        /** For people. */
        public String words() {
            return step.title() + " (" + plain(seconds) + " s as estimated)";
        }
    }

    /**
     * How long a step that was left out takes.
     *
     * @param sizes as in {@link #of}
     * @param rates of the database
     */
    public static LeftOut leftOut(WorkedStep step, Map<String, Double> sizes, Rates rates) {
        double data = sizes.getOrDefault("data_gb", 0.0) * 1000;
        String action = step.phase() == Phase.OUTAGE && step.action() != null ? step.action() : "";
        double moved = switch (action) {
            case EXPORT -> data / rates.of("export");
            case IMPORT -> data / rows(step, rates) + sizes.getOrDefault("index_gb", 0.0) * 1000 / rates.of("index");
            case LEVEL_0 -> sizes.getOrDefault("files_gb", 0.0) * 1000 / rates.of("read");
            case COMPARISON -> data / rates.of("compare");
            default -> 0;
        };
        Duration estimate = step.estimate();
        boolean compared = rates.origin("compare").kind() != RateOrigin.Kind.PLANNING_VALUE;
        return new LeftOut(
                step,
                Math.max(step.seconds(), Math.max(moved, estimate == null ? 0 : estimate.toSeconds())),
                NO_CHECKS.contains(action) || action.equals(COMPARISON) && compared);
    }

    /** Whether it takes rows across, and not their definitions days before: a run without it rehearsed nothing. */
    public static boolean movesRows(@Nullable String action, Phase phase) {
        return phase != Phase.BEFORE && action != null && MOVES.contains(action);
    }

    /**
     * What a run measured.
     *
     * @param playbook its name
     * @param steps those that were done
     * @param leftOut those that a person had it leave out
     * @param sizes {@code data_gb}, {@code index_gb} and {@code files_gb} of what was moved, as far as they are known
     * @param planned shares the time of an import between rows and indexes, which its one step does together
     */
    public static List<Measure> of(
            String playbook,
            Collection<WorkedStep> steps,
            List<LeftOut> leftOut,
            Map<String, Double> sizes,
            Rates planned) {
        RunMeasures measures = new RunMeasures(playbook, List.copyOf(steps), List.copyOf(leftOut), sizes, planned);
        measures.steps();
        measures.export();
        measures.copy();
        measures.load();
        measures.backup();
        measures.comparison();
        measures.checks();
        return List.copyOf(measures.found);
    }

    /**
     * What the probe of a run measured alone, days before the run does the rest: where it moved {@value #LEAST_MEGABYTES} MB
     * in {@value #LEAST_SECONDS} s at least (judged). What is shorter tells how long a login takes, not how fast a line is.
     *
     * @param playbook its name
     * @param steps those that were done
     * @param planned as in {@link #of}
     */
    public static List<Measure> ofProbe(String playbook, Collection<WorkedStep> steps, Rates planned) {
        List<WorkedStep> telling = steps.stream()
                .filter(step -> step.outputs().stream()
                        .allMatch(outputs -> atLeast(outputs.get("megabytes"), LEAST_MEGABYTES)
                                && atLeast(outputs.get("seconds"), LEAST_SECONDS)))
                .toList();
        RunMeasures measures = new RunMeasures(playbook, telling, List.of(), Map.of(), planned);
        measures.probe();
        return List.copyOf(measures.found);
    }

    private static boolean atLeast(@Nullable Object value, double least) {
        return value instanceof Number number && number.doubleValue() >= least;
    }

    /** Whether dump files measured it, which no probe replaces. */
    public static boolean byDumpFiles(MeasuredRate rate) {
        return rate.name().equals(NETWORK)
                && rate.conditions().getOrDefault("gigabytes", "").endsWith(DUMP_FILES);
    }

    private void steps() {
        for (WorkedStep step : steps) {
            if (step.action() != null && !step.worked().isEmpty()) {
                add(MeasuredRate.step(playbook, step.id()), step.seconds(), parallel(step));
            }
        }
    }

    private void export() {
        moved("export", "data_gb", only(EXPORT));
    }

    private void backup() {
        moved("read", "files_gb", only(LEVEL_0));
    }

    private void moved(String rate, String size, List<WorkedStep> of) {
        Double gigabytes = sizes.get(size);
        double seconds = seconds(of);
        if (gigabytes != null) {
            add(
                    rate,
                    gigabytes * 1000,
                    seconds,
                    of.isEmpty() ? new TreeMap<>() : parallel(of.get(0)),
                    plain(gigabytes) + " GB");
        }
    }

    /**
     * What was copied, by the sizes that its sums were made over: the sum at the source belongs to the copy. Less than
     * {@value #LEAST_MEGABYTES} MB tell how long a login takes, not how fast a line is.
     */
    private void copy() {
        double bytes = 0;
        for (WorkedStep step : only(CHECKSUM)) {
            for (Map<String, Object> outputs : step.outputs()) {
                if (outputs.get("bytes") instanceof Map<?, ?> files) {
                    bytes += files.values().stream()
                            .filter(Number.class::isInstance)
                            .mapToDouble(size -> ((Number) size).doubleValue())
                            .sum();
                }
            }
        }
        List<WorkedStep> copies = only(TRANSFER);
        boolean all = copies.stream()
                .flatMap(step -> step.outputs().stream())
                .allMatch(outputs -> Boolean.TRUE.equals(outputs.get("copied")));
        if (all && !copies.isEmpty() && bytes / 1e6 >= LEAST_MEGABYTES) {
            List<WorkedStep> both = new ArrayList<>(copies);
            both.addAll(only(CHECKSUM));
            add(NETWORK, bytes / 1e6, seconds(both), new TreeMap<>(), plain(bytes / 1e9) + DUMP_FILES);
        }
        if (!told(NETWORK)) {
            probe();
        }
    }

    /** Where no dump file was copied: what a probe of the same way measured days before. */
    private void probe() {
        Stream<WorkedStep> probes = steps.stream().filter(step -> PROBE.equals(step.action()));
        probes.flatMap(step -> step.outputs().stream()).forEach(outputs -> {
            if (outputs.get("megabytes") instanceof Number megabytes
                    && outputs.get("seconds") instanceof Number seconds) {
                SortedMap<String, String> conditions = new TreeMap<>();
                put(conditions, "way", outputs.get("way"));
                add(
                        NETWORK,
                        megabytes.doubleValue(),
                        seconds.doubleValue(),
                        conditions,
                        plain(megabytes.doubleValue() / 1000) + " GB of a probe");
            }
        });
    }

    /**
     * One step loads rows and builds indexes: its time is shared as the planned rates would share it. Over a link the rows
     * come as fast as the slower of reading and loading lets them; what was measured is the link's.
     */
    private void load() {
        List<WorkedStep> imports = only(IMPORT);
        Double data = sizes.get("data_gb");
        double index = sizes.getOrDefault("index_gb", 0.0);
        double seconds = seconds(imports);
        if (data == null || seconds <= 0 || data <= 0) {
            return;
        }
        boolean linked = linked(imports.get(0));
        double rows = rows(imports.get(0), planned);
        double expected = data * 1000 / rows + index * 1000 / planned.of("index");
        double faster = expected / seconds;
        SortedMap<String, String> conditions = parallel(imports.get(0));
        conditions.put("gigabytes", plain(data) + " GB of rows, " + plain(index) + " GB of indexes");
        conditions.put("seconds", plain(seconds) + ", rows and indexes in one step, shared as planned");
        add(linked ? "link" : "import", rows * faster, conditions);
        if (index > 0) {
            add("index", planned.of("index") * faster, conditions);
        }
    }

    private static boolean linked(WorkedStep load) {
        return load.inputs().containsKey("network_link");
    }

    private static double rows(WorkedStep load, Rates rates) {
        return linked(load) ? Math.min(rates.of("link"), rates.of("import")) : rates.of("import");
    }

    /** What was compared by content, and how fast: the first look at all tables, not the second at those that differed. */
    private void comparison() {
        List<WorkedStep> looks = only(COMPARISON);
        if (!looks.isEmpty()) {
            WorkedStep first = looks.get(0);
            double gigabytes = sum(first, "compared_gb");
            SortedMap<String, String> conditions = new TreeMap<>();
            put(conditions, "parallel", first.inputs().get("sessions"));
            if (first.seconds() > 0) {
                put(conditions, "rows a second", plain(Math.floor(sum(first, "rows") / first.seconds())));
            }
            for (Map<String, Object> outputs : first.outputs()) {
                if (outputs.get("conditions") instanceof Map<?, ?> found) {
                    found.forEach((name, value) -> put(conditions, String.valueOf(name), value));
                }
            }
            add("compare", gigabytes * 1000, first.seconds(), conditions, plain(gigabytes) + " GB of segments");
        }
    }

    private static double sum(WorkedStep step, String output) {
        return step.outputs().stream()
                .map(outputs -> outputs.get(output))
                .filter(Number.class::isInstance)
                .mapToDouble(size -> ((Number) size).doubleValue())
                .sum();
    }

    /** What machines did in the outage besides moving; people's tasks count as planned, since a rehearsal waits for no one. */
    private void checks() {
        List<WorkedStep> checks = steps.stream()
                .filter(step -> step.phase() == Phase.OUTAGE)
                .filter(step -> step.action() != null && !NO_CHECKS.contains(step.action()))
                // Told apart where its rate is known, as it grows with the database.
                .filter(step -> !COMPARISON.equals(step.action()) || !told("compare"))
                .filter(step -> !step.worked().isEmpty())
                .toList();
        if (checks.isEmpty()) {
            return;
        }
        List<WorkedStep> tasks = steps.stream()
                .filter(step -> step.phase() == Phase.OUTAGE && step.action() == null && step.estimate() != null)
                .toList();
        double people = tasks.stream()
                .mapToDouble(
                        step -> step.estimate() == null ? 0 : step.estimate().toSeconds())
                .sum();
        SortedMap<String, String> conditions = new TreeMap<>();
        conditions.put("seconds", plain(seconds(checks)) + " of machines");
        if (people > 0) {
            conditions.put(
                    "people",
                    plain(people) + " s as planned for "
                            + String.join(
                                    ", ", tasks.stream().map(WorkedStep::title).toList()));
        }
        List<LeftOut> skipped = leftOut.stream()
                .filter(one -> one.step().phase() == Phase.OUTAGE && !one.apart())
                .toList();
        if (!skipped.isEmpty()) {
            conditions.put(
                    SKIPPED,
                    String.join(", ", skipped.stream().map(LeftOut::words).toList()));
        }
        add(
                "validation-seconds",
                seconds(checks)
                        + people
                        + skipped.stream().mapToDouble(LeftOut::seconds).sum(),
                conditions);
    }

    private boolean told(String name) {
        return found.stream().anyMatch(measure -> measure.name().equals(name));
    }

    /** Those that did the work itself: what was tried days before, without rows, says nothing of how fast rows go. */
    private List<WorkedStep> only(String action) {
        return steps.stream()
                .filter(step -> step.phase() != Phase.BEFORE && action.equals(step.action()))
                .toList();
    }

    private static double seconds(List<WorkedStep> of) {
        return WorkedStep.seconds(
                of.stream().flatMap(step -> step.worked().stream()).toList());
    }

    private void add(String rate, double megabytes, double seconds, SortedMap<String, String> conditions, String size) {
        if (megabytes > 0 && seconds > 0) {
            conditions.put("gigabytes", size);
            conditions.put("seconds", plain(seconds));
            add(rate, megabytes / seconds, conditions);
        }
    }

    private void add(String name, double value, SortedMap<String, String> conditions) {
        if (value < 1e9) {
            found.add(new Measure(name, value, conditions));
        }
    }

    private static SortedMap<String, String> parallel(WorkedStep step) {
        SortedMap<String, String> conditions = new TreeMap<>();
        put(conditions, "parallel", step.inputs().get("parallel"));
        put(conditions, "parallel", step.inputs().get("channels"));
        if (step.outputs().size() > 1) {
            conditions.put("items", Integer.toString(step.outputs().size()));
        }
        return conditions;
    }

    private static void put(SortedMap<String, String> conditions, String name, @Nullable Object value) {
        if (value != null) {
            conditions.put(name, value.toString());
        }
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value)
                .setScale(3, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
