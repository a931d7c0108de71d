package io.gulliver.whole;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What readers and editors of a soak were refused by a fault of the server, in words. Safe for many threads. */
final class SoakFailures {
    private static final int LONGEST = 500;

    private final List<String> words = new CopyOnWriteArrayList<>();

    void add(String what) {
        String line = Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + what;
        words.add(line.substring(0, Math.min(line.length(), LONGEST)));
        System.out.println("soak: failed: " + words.get(words.size() - 1));
    }

    int count() {
        return words.size();
    }

    String text() {
        return String.join("\n", words);
    }
}
