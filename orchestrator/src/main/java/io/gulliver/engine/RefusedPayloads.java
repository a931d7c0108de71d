package io.gulliver.engine;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts payloads that did not open, by reason since the start, and by run until somebody {@link #take takes} them to
 * tell people. Safe for any thread; never blocks.
 */
public final class RefusedPayloads {
    private static final Logger log = LoggerFactory.getLogger(RefusedPayloads.class);
    /** Runs that are told apart; a flood beyond that is counted under one name. */
    private static final int RUNS = 200;

    private static final String OTHERS = "(others)";

    /** Why a payload did not open. */
    public enum Reason {
        /** Written without a key. */
        UNSEALED("not sealed"),
        /** What a handler asks for was left out. */
        MISSING("left out"),
        /** With a signal or query that takes nothing. */
        UNASKED("sent with a message that takes none"),
        /** Sealed here, but for another run. */
        OTHER_RUN("copied from another run"),
        /** Sealed for this run, but as something else. */
        OTHER_RECORD("put in another's place"),
        /** Sealed with a key that this process does not have. */
        UNKNOWN_KEY("sealed with an unknown key"),
        /** Changed after it was sealed, or sealed with another key of the same id. */
        DAMAGED("changed, or sealed with another key");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** For people, after "a payload that was". */
        public String words() {
            return words;
        }
    }

    private final Map<Reason, AtomicLong> counts = new EnumMap<>(Reason.class);
    private SortedMap<String, SortedMap<Reason, Long>> untold = new TreeMap<>();

    public RefusedPayloads() {
        for (Reason reason : Reason.values()) {
            counts.put(reason, new AtomicLong());
        }
    }

    void refused(Reason reason, SealedFor run) {
        counts.get(reason).incrementAndGet();
        boolean first;
        synchronized (this) {
            String workflowId =
                    untold.size() < RUNS || untold.containsKey(run.workflowId()) ? run.workflowId() : OTHERS;
            first = untold.computeIfAbsent(workflowId, id -> new TreeMap<>()).merge(reason, 1L, Long::sum) == 1;
        }
        if (first) {
            log.warn("Payload refused: run={} activity={} reason={}", run.workflowId(), run.activityType(), reason);
        }
    }

    /** How many since this process started. */
    public long count(Reason reason) {
        return counts.get(reason).get();
    }

    /** Those not yet taken, by workflow id and reason; the next call does not answer them again. */
    public synchronized SortedMap<String, SortedMap<Reason, Long>> take() {
        SortedMap<String, SortedMap<Reason, Long>> taken = untold;
        untold = new TreeMap<>();
        return taken;
    }
}
