package io.gulliver.ui.security;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the requests of each address by the minute; forgets the address that was seen longest ago. */
final class RequestRate {
    static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int REMEMBERED = 10_000;

    private final int most;
    private final Map<String, Minute> addresses = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Minute> eldest) {
            return size() > REMEMBERED;
        }
    };

    private static final class Minute {
        private final long since = System.nanoTime();
        private int count;
    }

    /** @param most requests of one address in a minute */
    RequestRate(int most) {
        this.most = most;
    }

    /** Counts a request and says whether it is one too many. */
    synchronized boolean exceeded(String address) {
        Minute minute = addresses.get(address);
        if (minute == null || System.nanoTime() - minute.since > WINDOW.toNanos()) {
            minute = new Minute();
            addresses.put(address, minute);
        }
        return ++minute.count > most;
    }
}
