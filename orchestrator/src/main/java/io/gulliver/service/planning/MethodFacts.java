package io.gulliver.service.planning;

import io.gulliver.assessment.facts.DatabaseFacts;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.facts.Said;
import io.gulliver.planning.facts.TextNumbers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the rules on methods read: every fact once by the catalogue, over the words of people as they wrote them.
 */
final class MethodFacts {
    private static final Pattern MINUTES = Pattern.compile("[1-9]\\d{0,6}");

    /** What decisions read of everything that was told, see {@code playbooks/facts/facts.yaml}. */
    private static final DatabaseFacts DATABASE =
            new DatabaseFacts(RuleTables.shipped().facts());

    static final FactResolver RESOLVER = DATABASE.resolver();

    private MethodFacts() {}

    static SortedMap<String, Object> of(ProgramPolicy policy, SourceDatabase database, Collection<Fact> collected) {
        SortedMap<String, Object> facts = new TreeMap<>();
        DatabaseProfile profile = database.profile();
        put(facts, "target_release", profile.targetRelease());
        put(facts, "criticality", profile.criticality());
        policy.facts().forEach((name, value) -> put(facts, name, value));
        CanonicalFacts all = resolved(policy, database, collected);
        // a word that nobody can read is told by the judgement
        all.unreadable().forEach((name, told) -> facts.put(name, plain(told)));
        all.known()
                .forEach((name, known) ->
                        facts.put(name, asWritten(known) ? known.told().value() : known.value()));
        return facts;
    }

    /** A person's word stays as it was written, unless in another unit: the judgement reads it, and tells how. */
    private static boolean asWritten(CanonicalFacts.Known known) {
        boolean person = known.teller() == Said.Teller.TAG || known.teller() == Said.Teller.PROGRAM;
        boolean foreign = known.value() instanceof Number
                && known.told().value() instanceof String text
                && TextNumbers.read(text).isEmpty();
        return person && !foreign;
    }

    private static Object plain(Fact told) {
        return told.unit() == null ? told.value() : told.value() + " " + told.unit();
    }

    /** Everything that inventory, people and collected data tell of a database, each fact once. */
    static CanonicalFacts resolved(ProgramPolicy policy, SourceDatabase database, Collection<Fact> collected) {
        return DATABASE.of(policy, database.profile(), collected);
    }

    /** Words of collected data and of people's columns that cannot be read beside others that can. */
    static List<String> problems(ProgramPolicy policy, SourceDatabase database, Collection<Fact> collected) {
        CanonicalFacts all = resolved(policy, database, collected);
        List<String> problems = new ArrayList<>();
        if (!collected.isEmpty() && all.find("endian") == null) {
            problems.add(
                    "The platform of the source is unknown: it is taken for one of the other byte order, such as x86. To"
                            + " know it, " + RuleTables.shipped().facts().how("endian"));
        }
        all.problems().stream()
                .filter(problem -> all.find(problem.name()) != null)
                .map(problem -> problem.text() + ": " + problem.name() + " is "
                        + all.known().get(problem.name()).value() + " by "
                        + all.known().get(problem.name()).told().source() + " instead")
                .forEach(problems::add);
        return problems;
    }

    /** Names under which collected data tell what rules read. */
    static Set<String> standIns(Collection<String> reads) {
        Set<String> names = new TreeSet<>();
        for (String name : reads) {
            FactCatalogue.Entry entry = RuleTables.shipped().facts().find(name);
            if (entry != null) {
                entry.saidAs().stream()
                        .filter(spelling -> spelling.parameter() == null && spelling.says() == null)
                        .forEach(spelling -> names.add(spelling.fact()));
            }
        }
        return names;
    }

    /** What the tags of a database decide, by the facts' names. */
    static SortedMap<String, Boolean> decided(DatabaseProfile profile) {
        return DATABASE.decided(profile);
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
        return profile.window();
    }

    private static void put(Map<String, Object> facts, String name, @Nullable Object value) {
        if (value != null) {
            facts.put(name, value);
        }
    }
}
