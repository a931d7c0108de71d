package io.gulliver.persistence.estate;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.TargetDatabase;
import io.gulliver.domain.estate.TargetServer;
import io.gulliver.persistence.view.LandingReader;
import java.util.List;

/** Which source database goes where. */
public interface LandingStore extends LandingReader {

    /** All landings of a program by source database. */
    List<Landing> list(String program);

    /** Sets where a database lands; audited. */
    void put(Landing landing, String by);

    /** Target databases and containers that something lands in, by name. */
    List<TargetDatabase> targets(String program);

    /** Servers that something lands on, by name. */
    List<TargetServer> servers(String program);
}
