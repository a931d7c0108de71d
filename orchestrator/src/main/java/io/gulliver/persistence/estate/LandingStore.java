package io.gulliver.persistence.estate;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.TargetDatabase;
import io.gulliver.domain.estate.TargetServer;
import java.util.List;
import java.util.Optional;

/** Which source database goes where. */
public interface LandingStore {
    Optional<Landing> find(String program, String database);

    /** All landings of a program by source database. */
    List<Landing> list(String program);

    /** Sets where a database lands; audited. */
    void put(Landing landing, String by);

    /** Target databases and containers that something lands in, by name. */
    List<TargetDatabase> targets(String program);

    /** Servers that something lands on, by name. */
    List<TargetServer> servers(String program);
}
