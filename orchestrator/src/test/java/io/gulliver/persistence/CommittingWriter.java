package io.gulliver.persistence;

import io.gulliver.persistence.calls.CallRow;
import io.gulliver.persistence.calls.JdbcCallLogStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A process that commits rows, and says of each on standard output that it was committed, until it is killed. */
final class CommittingWriter {
    private CommittingWriter() {}

    public static void main(String[] args) {
        StoreDatabase db = StoreDatabase.openFile(Path.of(args[0]), Clock.systemUTC());
        JdbcCallLogStore calls = new JdbcCallLogStore(db);
        long there =
                db.jdbc().sql("select count(*) from call_log").query(Long.class).single();
        AtomicLong next = new AtomicLong(Long.parseLong(args[1]));
        say("have " + there);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                        while (true) {
                            long n = next.incrementAndGet();
                            calls.append(List.of(new CallRow(
                                    Clock.systemUTC().instant(),
                                    null,
                                    null,
                                    "test",
                                    "row " + n,
                                    null,
                                    "200",
                                    n,
                                    null)));
                            say("row " + n);
                        }
                    })
                    .start();
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
