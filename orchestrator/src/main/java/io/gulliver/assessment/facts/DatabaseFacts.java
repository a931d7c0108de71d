package io.gulliver.assessment.facts;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.facts.Said;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Everything that inventory, people, the program's policy and collected data tell of a database, each fact once. */
public final class DatabaseFacts {
    private static final Pattern FACT = Pattern.compile("[A-Za-z][A-Za-z0-9_.]{0,99}");

    private final FactResolver resolver;
    /** What discovery does not tell: an inventory may have each as a column of its own. */
    private final SortedMap<String, FactCatalogue.Entry> stated;

    public DatabaseFacts(FactCatalogue catalogue) {
        resolver = new FactResolver(catalogue);
        stated = catalogue.stated();
    }

    public FactResolver resolver() {
        return resolver;
    }

    /** What is known by all these words. */
    public CanonicalFacts of(ProgramPolicy policy, DatabaseProfile profile, Collection<Fact> collected) {
        List<Said> said = new ArrayList<>(Said.collected(collected));
        said.addAll(Said.inventory(profile));
        policy.facts().forEach((name, value) -> person(said, Said.Teller.PROGRAM, name, value));
        SortedMap<String, Boolean> decided = decided(profile);
        stated.keySet().forEach(name -> {
            String word = profile.tags().getOrDefault(name, "").strip();
            person(said, Said.Teller.TAG, name, decided.containsKey(name) ? decided.get(name) : word);
        });
        return resolver.of(said);
    }

    private static void person(List<Said> said, Said.Teller teller, String name, @Nullable Object value) {
        if (value != null && Said.can(value) && FACT.matcher(name).matches()) {
            said.add(Said.person(teller, name, value, teller == Said.Teller.TAG ? "tag" : "program"));
        }
    }

    /** What the tags of a database decide, by the facts' names; a tag that is neither yes nor no decides nothing. */
    public SortedMap<String, Boolean> decided(DatabaseProfile profile) {
        SortedMap<String, Boolean> decided = new TreeMap<>();
        for (Map.Entry<String, FactCatalogue.Entry> fact : stated.entrySet()) {
            if (!fact.getValue().yesNo()) {
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
}
