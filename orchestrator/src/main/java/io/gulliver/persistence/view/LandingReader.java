package io.gulliver.persistence.view;

import io.gulliver.domain.estate.Landing;
import java.util.Optional;

/** Where databases land, as pages read it. */
public interface LandingReader {
    Optional<Landing> find(String program, String database);
}
