package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.estate.Units;
import io.gulliver.planning.method.FactCatalogue;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the rules on methods read: the inventory's columns first, the program's word on licences and the like over them, the
 * word of the database's own tags over that, collected data over all. Facts of a capture stand in under the rules' names
 * where discovery said nothing.
 */
final class MethodFacts {
    private static final Pattern MINUTES = Pattern.compile("[1-9]\\d{0,6}");

    private static final Map<String, String> FROM_CAPTURES = Map.of(
            "source_release", "database.version",
            "redo_mb_s", "redo.mbPerSecond.mean",
            "redo_peak_mb_s", "redo.mbPerSecond.max",
            "size_gb", "storage.sizeGb.last",
            "archivelog", "archive_log");

    /** Names under which captures tell what rules read. */
    static final Set<String> STAND_INS = Set.copyOf(FROM_CAPTURES.values());

    /**
     * What discovery does not tell: people decide it, or look at the target or a host. An inventory may have each as a
     * column of its own.
     */
    private static final SortedMap<String, FactCatalogue.Entry> STATED = stated();

    private MethodFacts() {}

    private static SortedMap<String, FactCatalogue.Entry> stated() {
        SortedMap<String, FactCatalogue.Entry> stated =
                new TreeMap<>(RuleTables.shipped().facts().facts());
        stated.values()
                .removeIf(entry -> entry.from().stream().noneMatch(Set.of("program", "target", "host")::contains));
        stated.remove("target_release");
        return stated;
    }

    static SortedMap<String, Object> of(ProgramPolicy policy, SourceDatabase database, Collection<Fact> collected) {
        SortedMap<String, Object> facts = new TreeMap<>();
        DatabaseProfile profile = database.profile();
        put(facts, "size_gb", profile.gigabytes());
        put(facts, "source_release", profile.oracleVersion());
        put(facts, "target_release", profile.targetRelease());
        put(facts, "criticality", profile.criticality());
        if (profile.sourceTopology() != null) {
            facts.put("source_topology", profile.sourceTopology().name().toLowerCase(Locale.ROOT));
        }
        policy.facts().forEach((name, value) -> put(facts, name, value));
        STATED.keySet().forEach(name -> {
            String word = profile.tags().getOrDefault(name, "").strip();
            if (!word.isEmpty()) {
                // a word that cannot be read is told by the judgement
                facts.put(name, word);
            }
        });
        facts.putAll(decided(profile));
        SortedMap<String, Fact> known = new TreeMap<>();
        collected.forEach(fact -> known.put(fact.name(), fact));
        Fact instances = known.get("database.instances");
        if (instances != null && instances.value() instanceof Number number && number.intValue() > 1) {
            facts.put("source_topology", "rac");
        }
        known.values().forEach(fact -> facts.put(fact.name(), inItsUnit(fact)));
        FROM_CAPTURES.forEach((name, capture) -> {
            Fact captured = known.get(capture);
            if (captured != null && replaces(name, captured, known.get(name))) {
                facts.put(name, inItsUnit(captured));
            }
        });
        return facts;
    }

    /** Newer evidence of a capture holds over what discovery found, unless it tells the same release less exactly. */
    private static boolean replaces(String name, Fact captured, @Nullable Fact found) {
        if (found == null) {
            return true;
        }
        boolean guess = captured.confidence() == Confidence.ASSUMED;
        if (guess != (found.confidence() == Confidence.ASSUMED)) {
            return !guess;
        }
        return captured.at().isAfter(found.at())
                && !(name.equals("source_release") && line(captured.value()).equals(line(found.value())));
    }

    /** 19 of 19.22.0.0.0, 12.2 of 12.2.0.1.0. */
    private static String line(Object release) {
        String[] parts = release.toString().strip().split("\\.");
        boolean old = parts[0].matches("\\d{1,2}") && Integer.parseInt(parts[0]) < 18;
        return old && parts.length > 1 ? parts[0] + "." + parts[1] : parts[0];
    }

    /** The value in the unit that the fact's name promises, whatever unit its source used. */
    private static Object inItsUnit(Fact fact) {
        String wanted = fact.name().endsWith("_gb") || fact.name().endsWith("Gb.last")
                ? "GB"
                : fact.name().endsWith("_mb_s") ? "MB/s" : null;
        if (wanted == null || fact.unit() == null || !(fact.value() instanceof Number number)) {
            return fact.value();
        }
        OptionalDouble converted = Units.convert(number.doubleValue(), fact.unit(), wanted);
        return converted.isEmpty()
                ? number + " " + fact.unit()
                : converted.getAsDouble() == number.doubleValue() ? fact.value() : (Object) converted.getAsDouble();
    }

    /** What the tags of a database decide, by the facts' names; a tag that is neither yes nor no decides nothing. */
    static SortedMap<String, Boolean> decided(DatabaseProfile profile) {
        SortedMap<String, Boolean> decided = new TreeMap<>();
        for (Map.Entry<String, FactCatalogue.Entry> fact : STATED.entrySet()) {
            if (!fact.getValue().type().equals("yes-no")) {
                continue;
            }
            String name = fact.getKey();
            String word = profile.tags().getOrDefault(name, "").strip().toLowerCase(Locale.ROOT);
            if (word.equals("yes") || word.equals("true")) {
                decided.put(name, true);
            } else if (word.equals("no") || word.equals("false")) {
                decided.put(name, false);
            }
        }
        return decided;
    }

    /**
     * The outage against which methods are judged: the agreed one, or where the program's policy names a tag, {@code
     * methods: {windowTag: …}}, the minutes of that tag. An inventory may know both the window of a rehearsal and that of
     * the night.
     *
     * @return null while nobody said it
     */
    static @Nullable Duration window(ProgramPolicy policy, DatabaseProfile profile) {
        String tag = policy.windowTag();
        String minutes = tag == null ? "" : profile.tags().getOrDefault(tag, "").strip();
        if (MINUTES.matcher(minutes).matches()) {
            return Duration.ofMinutes(Integer.parseInt(minutes));
        }
        Integer agreed = profile.outageWindowMinutes();
        return agreed == null ? null : Duration.ofMinutes(agreed);
    }

    private static void put(Map<String, Object> facts, String name, @Nullable Object value) {
        if (value != null) {
            facts.put(name, value);
        }
    }
}
