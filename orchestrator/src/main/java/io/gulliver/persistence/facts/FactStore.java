package io.gulliver.persistence.facts;

import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.persistence.view.FactReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known of each database. Every change of any fact makes a new version of the database's whole set. */
public interface FactStore extends FactReader {
    /**
     * Keeps facts that are new or newer than what is known of the same name. An older one is kept as a word of its source,
     * see {@link #words}, and changes nothing else; so is an assumption where something was measured or declared.
     *
     * @return the version that holds them; the version before when nothing changed
     */
    long put(String program, String database, Collection<Fact> facts, String by);

    /** The last word of each source on each fact, the newest among them, by name. */
    List<Fact> words(String program, String database);

    /** The last words on some facts of every database of a program, by database. */
    Map<String, List<Fact>> words(String program, Collection<String> names);

    /**
     * What was said before of each fact, by name, the newest first: what held in earlier versions and no longer does, and
     * what never held and is no longer the last word of its source. What a source told anew of the same time is left out.
     */
    List<Fact> past(String program, String database);

    /** The same of some facts of every database of a program, by database. */
    Map<String, List<Fact>> past(String program, Collection<String> names);

    /** The newest facts of every database of a program, by database. */
    Map<String, List<Fact>> all(String program);

    /** The newest facts of some names of every database of a program, by database. */
    Map<String, List<Fact>> named(String program, List<String> names);

    /** Changes whenever a fact or an inventory line of the program does; says nothing else. */
    String mark(String program);

    /** The newest version of every database of a program, by database. */
    Map<String, Long> versions(String program);

    Optional<Fact> find(String program, String database, String name);

    /** Names and values of the newest version, as a playbook reads them. */
    FactSheet sheet(String program, String database);

    /** Names and values of one version. */
    FactSheet sheet(String program, String database, long version);

    /**
     * Takes back what a file told. Of each fact that holds only because of it the next source counts again: what another
     * source says now, or what was known before; a fact without any other source is gone.
     *
     * @param marks what sources that were withdrawn carry in their names, this one's among them
     * @return the version of the facts after it, and how many fell back and how many are gone
     */
    Withdrawn withdraw(String program, String database, java.util.Set<String> marks, String by);

    /**
     * What a withdrawal changed.
     *
     * @param version of the database's facts after it
     * @param fellBack facts that another source tells now
     * @param gone facts that nobody tells any more
     */
    record Withdrawn(long version, int fellBack, int gone) {}
}
