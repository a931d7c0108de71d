package io.gulliver.lab;

import java.util.Map;
import java.util.TreeMap;

/** How many changing calls were under way at once, by system and by operation of a system. Safe for many threads. */
public final class InFlight {
    private final Map<String, Integer> now = new TreeMap<>();
    private final Map<String, Integer> most = new TreeMap<>();

    /** A call begins; it ends with the answer's being ready, whether or not that reaches anybody. */
    synchronized void begin(String system, String operation) {
        count(system);
        count(system + " " + operation);
    }

    synchronized void end(String system, String operation) {
        now.merge(system, -1, Integer::sum);
        now.merge(system + " " + operation, -1, Integer::sum);
    }

    private void count(String name) {
        most.merge(name, now.merge(name, 1, Integer::sum), Math::max);
    }

    /** The most since the lab began, as {@code fs-1} and {@code fs-1 mkvolume}. */
    public synchronized Map<String, Integer> most() {
        return new TreeMap<>(most);
    }
}
