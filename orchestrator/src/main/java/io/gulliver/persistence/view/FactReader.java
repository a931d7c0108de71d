package io.gulliver.persistence.view;

import io.gulliver.domain.estate.Fact;
import java.util.List;

/** What is known of each database, as pages read it. */
public interface FactReader {

    /** The newest facts by name; empty when nothing is known. */
    List<Fact> list(String program, String database);

    /** The facts of one version by name. */
    List<Fact> list(String program, String database, long version);

    /** The newest version, 0 before the first fact. */
    long version(String program, String database);
}
