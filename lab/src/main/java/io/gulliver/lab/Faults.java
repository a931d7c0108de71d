package io.gulliver.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The lab's list of things that shall go wrong, by name and for a number of times.
 *
 * <p>A fault is armed for one operation of one system ({@code *} = every operation), never by a magic value inside
 * ordinary data. Faults for the same operation are played in the order in which they were armed. The list is not kept
 * over a restart: a lab that was restarted behaves well. Safe for many threads.
 */
public final class Faults {

    /** Stands for every operation of a system. */
    public static final String EVERY_OPERATION = "*";

    /**
     * One armed fault.
     *
     * @param system the simulator, for example {@code hmc-1}
     * @param operation the operation's name as in the ledger, or {@code *}
     * @param skip how many calls still pass unharmed before it strikes
     * @param times how many calls it will still strike, at least 1
     * @param lasts for {@link FaultKind#TAKES_LONG}: how long, by the wall clock and whatever the lab's pace
     */
    public record Fault(String system, String operation, FaultKind kind, int skip, int times, Duration lasts) {

        /** A fault that takes no time of its own. */
        public Fault(String system, String operation, FaultKind kind, int skip, int times) {
            this(system, operation, kind, skip, times, Duration.ZERO);
        }

        public Fault {
            if (times < 1 || skip < 0) {
                throw new IllegalArgumentException("A fault strikes at least once and skips no fewer than 0 calls: "
                        + kind + " times=" + times + " skip=" + skip);
            }
        }

        private boolean meets(String system, String operation) {
            return this.system.equalsIgnoreCase(system)
                    && (this.operation.equals(EVERY_OPERATION) || this.operation.equals(operation));
        }

        private Fault with(int skip, int times) {
            return new Fault(system, operation, kind, skip, times, lasts);
        }
    }

    private final List<Fault> armed = new ArrayList<>();

    /** Lets the next {@code times} calls of an operation go wrong. */
    public void arm(String system, String operation, FaultKind kind, int times) {
        arm(new Fault(system, operation, kind, 0, times));
    }

    /** Arms a fault that may let some calls pass first. */
    public synchronized void arm(Fault fault) {
        armed.add(fault);
    }

    /** How long this call shall take by the fault that is armed for it; zero without one. Takes one strike of it. */
    public Duration takesLong(String system, String operation) {
        return strike(system, operation, FaultKind.TAKES_LONG::equals)
                .map(Fault::lasts)
                .orElse(Duration.ZERO);
    }

    /** What {@link LabHttp} has to play for this call: takes one strike of the first transport or answer fault armed. */
    public Optional<FaultKind> take(String system, String operation) {
        return take(system, operation, kind -> kind.scope() != FaultKind.Scope.STATE);
    }

    /** Whether this very fault strikes now; takes one strike of it. For a simulator's own logic. */
    public boolean take(String system, String operation, FaultKind kind) {
        return take(system, operation, kind::equals).isPresent();
    }

    private Optional<FaultKind> take(String system, String operation, Predicate<FaultKind> wanted) {
        return strike(system, operation, wanted).map(Fault::kind);
    }

    private synchronized Optional<Fault> strike(String system, String operation, Predicate<FaultKind> wanted) {
        for (int i = 0; i < armed.size(); i++) {
            Fault fault = armed.get(i);
            if (!wanted.test(fault.kind()) || !fault.meets(system, operation)) {
                continue;
            }
            if (fault.skip() > 0) {
                armed.set(i, fault.with(fault.skip() - 1, fault.times()));
                continue;
            }
            if (fault.times() == 1) {
                armed.remove(i);
            } else {
                armed.set(i, fault.with(0, fault.times() - 1));
            }
            return Optional.of(fault);
        }
        return Optional.empty();
    }

    /** What is still armed, in the order in which it will strike. */
    public synchronized List<Fault> armed() {
        return List.copyOf(armed);
    }

    /** Forgets every armed fault. */
    public synchronized void clear() {
        armed.clear();
    }
}
