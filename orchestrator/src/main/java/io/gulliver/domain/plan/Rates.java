package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Stage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How fast things go and how long the rest takes: planning values of a program until rehearsals have measured its own.
 *
 * <p>Rates are totals over all workers, in decimal megabytes a second, {@code metadata} in objects a second. Times are in
 * seconds. Names as in a program's policy under {@code rates}; a time may be given for one criticality alone, {@code
 * validation-seconds-criticality-3}.
 *
 * @param values by name; every name of {@link #DEFAULTS} is there, and greater than zero where it is a rate
 * @param origins who says those of which that is known
 */
public record Rates(SortedMap<String, Double> values, SortedMap<String, RateOrigin> origins) {
    /** Planning values, unmeasured, and the fixed times of stages in working seconds. */
    public static final SortedMap<String, Double> DEFAULTS;

    static {
        TreeMap<String, Double> defaults = new TreeMap<>();
        defaults.put("export", 400.0);
        defaults.put("import", 300.0);
        defaults.put("index", 150.0);
        defaults.put("link", 300.0);
        defaults.put("read", 1000.0);
        defaults.put("convert", 800.0);
        defaults.put("apply", 800.0);
        defaults.put("metadata", 40.0);
        defaults.put("replicat", 20.0);
        defaults.put("network", 1000.0);
        defaults.put("compare", 600.0);
        defaults.put("quiesce-seconds", 900.0);
        defaults.put("read-only-seconds", 300.0);
        defaults.put("foreign-keys-seconds", 0.0);
        defaults.put("archivelog-seconds", 300.0);
        defaults.put("validation-seconds", 1800.0);
        defaults.put("switch-seconds", 900.0);
        defaults.put("goldengate-quiesce-seconds", 300.0);
        defaults.put("goldengate-drain-seconds", 60.0);
        defaults.put("goldengate-sequences-seconds", 30.0);
        defaults.put("goldengate-validation-seconds", 300.0);
        defaults.put("goldengate-switch-seconds", 900.0);
        defaults.put("discovery-seconds", 86_400.0);
        defaults.put("sizing-seconds", 86_400.0);
        defaults.put("build-seconds", 432_000.0);
        defaults.put("replication-seconds", 3_600.0);
        defaults.put("validation-stage-seconds", 86_400.0);
        DEFAULTS = Collections.unmodifiableSortedMap(defaults);
    }

    /** From and to of fixed times as docs/domain/methods.md, 1.3, has them; they hold until a program says its own. */
    private static final SortedMap<String, List<Double>> SPREAD = spread();

    private static SortedMap<String, List<Double>> spread() {
        SortedMap<String, List<Double>> spread = new TreeMap<>();
        spread.put("quiesce-seconds", List.of(300.0, 900.0));
        spread.put("switch-seconds", List.of(300.0, 1200.0));
        spread.put("goldengate-quiesce-seconds", List.of(300.0, 900.0));
        spread.put("goldengate-switch-seconds", List.of(300.0, 1200.0));
        return Collections.unmodifiableSortedMap(spread);
    }

    /** Ends the name of a fixed time that holds for databases of one criticality, 1 to 4. */
    private static final String CRITICALITY = "-criticality-";

    public Rates {
        TreeMap<String, Double> all = new TreeMap<>(DEFAULTS);
        values.forEach((name, value) -> {
            if (!known(name)) {
                throw new IllegalArgumentException(
                        "There is no rate '" + name + "'. Known are " + String.join(", ", DEFAULTS.keySet()));
            }
            boolean time = time(name);
            if (!(value >= 0 && value < 1e9) || !time && value == 0) {
                throw new IllegalArgumentException(
                        "Rate " + name + ": " + value + ", wanted " + (time ? "0 or more seconds" : "more than 0"));
            }
            all.put(name, value);
        });
        values = Collections.unmodifiableSortedMap(all);
        origins = Collections.unmodifiableSortedMap(new TreeMap<>(origins));
    }

    /** Of which nobody remembers who said them. */
    public Rates(SortedMap<String, Double> values) {
        this(values, new TreeMap<>());
    }

    public static Rates defaults() {
        return new Rates(new TreeMap<>());
    }

    public double of(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no rate '" + name + "'");
        }
        return value;
    }

    /** Name of the value that holds for a criticality: its own where the program has one, the general one else. */
    public String named(String name, @Nullable Integer criticality) {
        String own = name + CRITICALITY + criticality;
        return criticality != null && values.containsKey(own) ? own : name;
    }

    /** From where to where a fixed time goes: the domain's range for its usual value, nothing but what a program says else. */
    public List<Double> range(String name) {
        double value = of(name);
        List<Double> usual = SPREAD.get(name);
        return usual == null || origin(name).kind() != RateOrigin.Kind.PLANNING_VALUE ? List.of(value, value) : usual;
    }

    /** Who says it: what is not the planning value is the program's own where nothing else is known. */
    public RateOrigin origin(String name) {
        RateOrigin known = origins.get(name);
        return known != null
                ? known
                : Double.valueOf(of(name)).equals(DEFAULTS.get(name)) ? RateOrigin.PLANNING : RateOrigin.PROGRAM;
    }

    /** The same with one value as somebody said it. */
    public Rates with(MeasuredRate said) {
        TreeMap<String, Double> changed = new TreeMap<>(values);
        changed.put(said.name(), said.value());
        TreeMap<String, RateOrigin> known = new TreeMap<>(origins);
        known.put(said.name(), RateOrigin.of(said));
        return new Rates(changed, known);
    }

    /**
     * The same with one value as it was measured of the database that these are for: it says more of this one than what its
     * program says of all databases of a criticality.
     */
    public Rates withOwn(MeasuredRate measured) {
        TreeMap<String, Double> general = new TreeMap<>(values);
        general.keySet().removeIf(name -> name.startsWith(measured.name() + CRITICALITY));
        return new Rates(general, origins).with(measured);
    }

    /** Whether a name is that of a time in seconds, and not of a rate. */
    static boolean time(String name) {
        return plain(name).endsWith("-seconds");
    }

    /** Whether there is such a rate or time. */
    public static boolean known(String name) {
        return DEFAULTS.containsKey(plain(name));
    }

    private static String plain(String name) {
        int end = name.length() - CRITICALITY.length() - 1;
        return end > 0
                        && name.startsWith("-seconds" + CRITICALITY, end - "-seconds".length())
                        && "1234".indexOf(name.charAt(name.length() - 1)) >= 0
                ? name.substring(0, end)
                : name;
    }

    /** The same with one value replaced. */
    public Rates with(String name, double value) {
        TreeMap<String, Double> changed = new TreeMap<>(values);
        changed.put(name, value);
        TreeMap<String, RateOrigin> known = new TreeMap<>(origins);
        known.remove(name);
        return new Rates(changed, known);
    }

    /** Whether the program itself says how long a stage takes, and not only the planning values. */
    public boolean typed(Stage stage) {
        String name = switch (stage) {
            case DISCOVERY -> "discovery-seconds";
            case SIZING -> "sizing-seconds";
            case BUILD -> "build-seconds";
            case REPLICATION -> "replication-seconds";
            case VALIDATION -> "validation-stage-seconds";
            case CUTOVER -> "switch-seconds";
        };
        return origin(name).kind() != RateOrigin.Kind.PLANNING_VALUE;
    }

    /** The part of a stage that does not depend on the database's size. */
    public Duration fixed(Stage stage) {
        return Duration.ofSeconds(Math.round(
                switch (stage) {
                    case DISCOVERY -> of("discovery-seconds");
                    case SIZING -> of("sizing-seconds");
                    case BUILD -> of("build-seconds");
                    case REPLICATION -> of("replication-seconds");
                    case VALIDATION -> of("validation-stage-seconds");
                    case CUTOVER -> of("quiesce-seconds") + of("validation-seconds") + of("switch-seconds");
                }));
    }
}
