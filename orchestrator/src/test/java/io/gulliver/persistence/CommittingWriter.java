package io.gulliver.persistence;

import io.gulliver.persistence.calls.JdbcCallLogStore;
import io.gulliver.persistence.embedded.EmbeddedStore;
import io.gulliver.persistence.view.CallRow;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that commits rows in the embedded store of a directory, and says of each on standard output that it was
 * committed, until it is killed. A row whose commit failed is not spoken of, and the next one has another number.
 */
public final class CommittingWriter {
    private CommittingWriter() {}

    public static void main(String[] args) {
        StoreDatabase db = EmbeddedStore.open(Path.of(args[0]), Clock.systemUTC());
        JdbcCallLogStore calls = new JdbcCallLogStore(db);
        long count =
                db.jdbc().sql("select count(*) from call_log").query(Long.class).single();
        AtomicLong next = new AtomicLong(Long.parseLong(args[1]));
        say("server " + db.server().orElseThrow().pid() + " "
                + (db.server().orElseThrow().attached() ? "attached" : "started"));
        say("have " + count);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                        while (true) {
                            append(calls, next.incrementAndGet());
                        }
                    })
                    .start();
        }
    }

    private static void append(JdbcCallLogStore calls, long n) {
        try {
            calls.append(List.of(
                    new CallRow(Clock.systemUTC().instant(), null, null, "test", "row " + n, null, "200", n, null)));
            say("row " + n);
        } catch (RuntimeException e) {
            // the server was killed and is on its way back; whether this row is there nobody was told
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
