package io.gulliver.control;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.program.Program;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /** What no query tells and people decide for one database; an inventory may have each as a column of its own. */
    private static final List<String> DECIDED = List.of(
            "fallback_required",
            "data_loss_tolerated",
            "gg_licensed",
            "gg_none_busy",
            "rows_repeat",
            "ddl_frozen",
            "new_tablespaces",
            "wants_charset_change",
            "wants_reorganisation",
            "awr_history_wanted");

    private MethodFacts() {}

    static SortedMap<String, Object> of(Program program, SourceDatabase database, Collection<Fact> collected) {
        SortedMap<String, Object> facts = new TreeMap<>();
        DatabaseProfile profile = database.profile();
        put(facts, "size_gb", profile.gigabytes());
        put(facts, "source_release", profile.oracleVersion());
        put(facts, "target_release", profile.targetRelease());
        if (profile.sourceTopology() != null) {
            facts.put("source_topology", profile.sourceTopology().name().toLowerCase(Locale.ROOT));
        }
        if (program.policy().get("facts") instanceof Map<?, ?> told) {
            told.forEach((name, value) -> put(facts, String.valueOf(name), value));
        }
        facts.putAll(decided(profile));
        Map<String, Object> known = new TreeMap<>();
        collected.forEach(fact -> known.put(fact.name(), fact.value()));
        FROM_CAPTURES.forEach((name, capture) -> {
            if (known.containsKey(capture)) {
                facts.put(name, known.get(capture));
            }
        });
        if (known.get("database.instances") instanceof Number instances && instances.intValue() > 1) {
            facts.put("source_topology", "rac");
        }
        facts.putAll(known);
        return facts;
    }

    /** What the tags of a database decide, by the facts' names; a tag that is neither yes nor no decides nothing. */
    static SortedMap<String, Boolean> decided(DatabaseProfile profile) {
        SortedMap<String, Boolean> decided = new TreeMap<>();
        for (String name : DECIDED) {
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
    static @Nullable Duration window(Program program, DatabaseProfile profile) {
        if (program.policy().get("methods") instanceof Map<?, ?> methods
                && methods.get("windowTag") instanceof String tag) {
            String minutes = profile.tags().getOrDefault(tag, "").strip();
            if (MINUTES.matcher(minutes).matches()) {
                return Duration.ofMinutes(Integer.parseInt(minutes));
            }
        }
        Integer agreed = profile.outageWindowMinutes();
        return agreed == null ? null : Duration.ofMinutes(agreed);
    }

    private static void put(Map<String, Object> facts, String name, @Nullable Object value) {
        if (value != null) {
            facts.put(name, value);
        }
    }

    /**
     * Rates against which methods are judged: those of the plan, unless the program tells others for this alone
     * ({@code methods: {rates: …}}; empty for the usual ones of a data centre). A landscape to practise on runs by the minute
     * what takes hours, and shall still be judged as the real one.
     */
    static Rates judging(Program program) {
        return program.policy().get("methods") instanceof Map<?, ?> methods
                        && methods.get("rates") instanceof Map<?, ?> rates
                ? Rates.of(Map.of("rates", rates), Map.of())
                : rates(program);
    }

    /** Planning rates of the program: its policy, replaced by what its rehearsals measured. */
    static Rates rates(Program program) {
        Map<String, Double> measured = new TreeMap<>();
        if (program.policy().get("measuredRates") instanceof Map<?, ?> rates) {
            rates.forEach((name, value) -> {
                if (value instanceof Number number) {
                    measured.put(String.valueOf(name), number.doubleValue());
                }
            });
        }
        return Rates.of(program.policy(), measured);
    }
}
