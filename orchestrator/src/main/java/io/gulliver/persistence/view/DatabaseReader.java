package io.gulliver.persistence.view;

import io.gulliver.domain.estate.SourceDatabase;
import java.util.List;
import java.util.Optional;

/** The source databases of programs, as pages read them. */
public interface DatabaseReader {
    Optional<SourceDatabase> find(String program, String database);

    /** @throws io.gulliver.persistence.UnknownRowException when there is none */
    SourceDatabase require(String program, String database);

    /** All databases of a program by name. */
    List<SourceDatabase> list(String program);
}
