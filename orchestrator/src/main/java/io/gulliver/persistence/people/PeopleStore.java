package io.gulliver.persistence.people;

import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.persistence.view.PeopleReader;
import java.util.Collection;

/** The people of each application of a program. Applications are one whatever their case. */
public interface PeopleStore extends PeopleReader {

    /**
     * Keeps the people of these applications in place of those before, with an audit entry for each application that
     * changes; the same people again change nothing. The spelling of an application that is known stays.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    void put(String program, Collection<ApplicationPeople> people, String by);
}
