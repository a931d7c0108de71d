package io.gulliver.persistence.view;

import io.gulliver.domain.estate.ApplicationPeople;
import java.util.List;
import java.util.Optional;

/** The people of each application of a program, as pages read them. */
public interface PeopleReader {
    /** All of a program, by application. */
    List<ApplicationPeople> list(String program);

    /** Those of one application; empty when nobody is named. */
    Optional<ApplicationPeople> find(String program, String application);
}
