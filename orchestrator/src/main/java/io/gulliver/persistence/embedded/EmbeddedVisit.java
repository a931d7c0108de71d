package io.gulliver.persistence.embedded;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A look into an embedded store: at the server that another process runs, or at one that is run for this alone. */
public final class EmbeddedVisit implements AutoCloseable {
    private final DataSource source;
    private final @Nullable PostgresServer own;

    EmbeddedVisit(DataSource source, @Nullable PostgresServer own) {
        this.source = source;
        this.own = own;
    }

    public DataSource dataSource() {
        return source;
    }

    /** Stops the server, if it was started for this. */
    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
