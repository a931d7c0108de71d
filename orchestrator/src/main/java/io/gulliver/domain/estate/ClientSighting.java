package io.gulliver.domain.estate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A client seen at a database, once or over a time: what one sample of sessions, a listener's log or a link says.
 *
 * @param direction who reaches whom
 * @param source by what it was seen: {@code sessions}, {@code listener log}, {@code database links}
 * @param machine the client's machine as the source spells it; of a link the other database
 * @param program the client's program as the source spells it; of a link its name
 * @param user of the operating system or of the database, or null
 * @param service by which it comes, or null
 * @param address of the network, or null
 * @param driver name and version of its driver, or null
 * @param first when it was seen first
 * @param last when it was seen last
 * @param count how often: connections in a log, sessions in a sample
 */
public record ClientSighting(
        ClientDirection direction,
        String source,
        String machine,
        String program,
        @Nullable String user,
        @Nullable String service,
        @Nullable String address,
        @Nullable String driver,
        Instant first,
        Instant last,
        long count) {
    public ClientSighting {
        if (last.isBefore(first)) {
            throw new IllegalArgumentException("Client " + program + " of " + machine + ": seen last at " + last
                    + ", before it was seen first at " + first);
        }
        if (count < 1) {
            throw new IllegalArgumentException(
                    "Client " + program + " of " + machine + ": seen " + count + " times, wanted 1 or more");
        }
    }
}
