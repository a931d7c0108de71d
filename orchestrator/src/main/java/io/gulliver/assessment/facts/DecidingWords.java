package io.gulliver.assessment.facts;

import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSource;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.facts.Said;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which of all words that were collected of a database decisions read: the newest on each fact; of lists and releases all that was
 * ever said, for a shorter list says nothing of what it leaves out and an older word may tell the update; and of a fact whose word
 * cannot be read or says that nobody knows all that was ever said too, so that it hides none that can, also not an earlier one of its
 * own source.
 */
public final class DecidingWords {
    private final Set<String> lists;
    private final FactResolver resolver;

    public DecidingWords(FactCatalogue catalogue) {
        lists = catalogue.ofEverySource();
        resolver = new FactResolver(catalogue);
    }

    /** Names of facts of which more than the newest word counts. */
    public Set<String> lists() {
        return lists;
    }

    /**
     * What decisions read.
     *
     * @param newest the word that holds of each fact
     * @param lists see {@link #lists(Collection, Collection)}
     * @param everything all that was ever said and not withdrawn; asked for only where a word cannot be read
     */
    public List<Fact> of(
            Collection<Fact> newest, Collection<Fact> lists, Supplier<? extends Collection<Fact>> everything) {
        Set<Fact> all = new LinkedHashSet<>(newest);
        all.addAll(lists);
        Set<String> unreadable = resolver.of(Said.collected(all)).problems().stream()
                .map(problem -> problem.told().name())
                .collect(Collectors.toCollection(TreeSet::new));
        all.stream()
                .filter(fact -> fact.value() instanceof String text && FactResolver.nothing(text))
                .forEach(fact -> unreadable.add(fact.name()));
        if (!unreadable.isEmpty()) {
            everything.get().stream()
                    .filter(fact -> unreadable.contains(fact.name()))
                    .forEach(all::add);
        }
        return List.copyOf(all);
    }

    /**
     * What decisions would read if nothing were known that became true after a moment.
     *
     * @param newest the word that holds today of each fact
     * @param words what every source said last of each fact
     * @param past what was said before, see {@link #without}
     */
    public List<Fact> asOf(Instant moment, Collection<Fact> newest, Collection<Fact> words, Collection<Fact> past) {
        List<Fact> last = Stream.concat(newest.stream(), words.stream())
                .filter(fact -> !fact.at().isAfter(moment))
                .distinct()
                .toList();
        List<Fact> earlier = past.stream()
                .filter(fact -> !fact.at().isAfter(moment) && !retold(fact, last))
                .toList();
        List<Fact> everything = Stream.concat(last.stream(), earlier.stream()).toList();
        SortedMap<String, Fact> then = new TreeMap<>();
        everything.forEach(fact -> then.merge(fact.name(), fact, (there, one) -> one.holdsOver(there) ? one : there));
        return of(then.values(), lists(last, earlier), () -> everything);
    }

    /** Words and past of lists and releases; what a source has told anew of the same time is left out. */
    public List<Fact> lists(Collection<Fact> words, Collection<Fact> past) {
        List<Fact> chosen = new ArrayList<>(words);
        chosen.removeIf(fact -> !lists.contains(fact.name()));
        List<Fact> told = List.copyOf(chosen);
        past.stream()
                .filter(fact -> lists.contains(fact.name()) && !retold(fact, told))
                .forEach(chosen::add);
        return chosen;
    }

    private static boolean retold(Fact past, Collection<Fact> words) {
        return words.stream()
                .anyMatch(word -> word.name().equals(past.name())
                        && word.source().equals(past.source())
                        && word.at().equals(past.at()));
    }

    /** What was said before, without what files told that were withdrawn. @param withdrawn their hashes */
    public static List<Fact> without(List<Fact> past, Set<String> withdrawn) {
        List<String> marks = withdrawn.stream().map(FactSource::mark).toList();
        return past.stream()
                .filter(fact -> marks.stream().noneMatch(fact.source()::contains))
                .toList();
    }
}
