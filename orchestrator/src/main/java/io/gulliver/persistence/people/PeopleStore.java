package io.gulliver.persistence.people;

import io.gulliver.domain.estate.ApplicationPeople;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The people of each application of a program. Applications are one whatever their case. */
public interface PeopleStore {
    /** All of a program, by application. */
    List<ApplicationPeople> list(String program);

    /** Those of one application; empty when nobody is named. */
    Optional<ApplicationPeople> find(String program, String application);

    /**
     * Keeps the people of these applications in place of those before, with an audit entry for each application that
     * changes; the same people again change nothing. The spelling of an application that is known stays.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    void put(String program, Collection<ApplicationPeople> people, String by);
}
