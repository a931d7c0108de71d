package io.gulliver.adapter.oracle;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** SQL*Plus that runs somewhere and is spoken with through its standard input and output. */
public interface SqlPlusProgram extends AutoCloseable {
    /** Says something to it; a line ends with a line feed. */
    void say(String text);

    /** Its next line without the end, or null when none came in time or none can come. */
    @Nullable
    String line(Duration atMost);

    /** Whether its output has come to its end, and was read. */
    boolean over();

    /** Asks it to leave the statement it is at, as Ctrl-C does; may be called by any thread. */
    void interrupt();

    /** Ends it. */
    @Override
    void close();
}
