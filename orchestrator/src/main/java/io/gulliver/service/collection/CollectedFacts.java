package io.gulliver.service.collection;

import io.gulliver.assessment.facts.DecidingWords;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.planning.facts.FactCatalogue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What was collected of a database, as every decision reads it, see {@link DecidingWords}. */
public final class CollectedFacts {
    private final FactStore facts;
    private final EvidenceStore evidence;
    private final DecidingWords deciding;

    public CollectedFacts(FactStore facts, EvidenceStore evidence, FactCatalogue catalogue) {
        this.facts = facts;
        this.evidence = evidence;
        this.deciding = new DecidingWords(catalogue);
    }

    public List<Fact> of(String program, String database) {
        return of(program, database, facts.list(program, database));
    }

    /** @param newest the word that holds of each fact, as it was read already */
    public List<Fact> of(String program, String database, List<Fact> newest) {
        List<Fact> words = facts.words(program, database);
        List<Fact> past = past(program, database);
        return deciding.of(newest, deciding.lists(words, past), () -> both(words, past));
    }

    /** As it was at a moment: nothing that became true later counts, nor what a file told that was withdrawn since. */
    public List<Fact> asOf(String program, String database, Instant moment) {
        return deciding.asOf(
                moment, facts.list(program, database), facts.words(program, database), past(program, database));
    }

    /**
     * The same of any database of a program, in as many queries for five databases as for five thousand.
     *
     * @param newest the word that holds of each fact, by database
     */
    public Function<String, List<Fact>> all(String program, Map<String, List<Fact>> newest) {
        Map<String, List<Fact>> words = facts.words(program, deciding.lists());
        Map<String, List<Fact>> past = facts.past(program, deciding.lists());
        Map<String, Set<String>> withdrawn = evidence.withdrawn(program);
        return name -> deciding.of(
                newest.getOrDefault(name, List.of()),
                deciding.lists(
                        words.getOrDefault(name, List.of()),
                        DecidingWords.without(
                                past.getOrDefault(name, List.of()), withdrawn.getOrDefault(name, Set.of()))),
                () -> both(facts.words(program, name), past(program, name)));
    }

    private List<Fact> past(String program, String database) {
        return DecidingWords.without(facts.past(program, database), evidence.withdrawn(program, database));
    }

    private static List<Fact> both(List<Fact> words, List<Fact> past) {
        List<Fact> both = new ArrayList<>(words);
        both.addAll(past);
        return both;
    }
}
