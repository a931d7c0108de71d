package io.gulliver.lab;

/**
 * The ways in which a simulator can be told to misbehave.
 *
 * <p>Transport faults are played by {@link LabHttp} for every simulator alike; answer faults are worded by the simulator's
 * {@link LabDialect}, because each product has its own error body; state faults belong to the simulator's own logic, which
 * asks {@link Faults#take(String, String, FaultKind)} at the place where the real product would run out of something.
 */
public enum FaultKind {
    /** The connection breaks before anything was done. */
    RESET_BEFORE(Scope.TRANSPORT),
    /** The work is done, then the connection breaks without an answer. */
    RESET_AFTER(Scope.TRANSPORT),
    /** Nothing is done and no answer comes until the client gives up. */
    HANG_BEFORE(Scope.TRANSPORT),
    /** The work is done and no answer comes until the client gives up. */
    HANG(Scope.TRANSPORT),
    /** The work is done, but the answer says 500. */
    STATUS_500_AFTER(Scope.TRANSPORT),

    /** Nothing is done; the object is said to be busy or in the wrong state. */
    STATUS_409(Scope.ANSWER),
    /** Nothing is done; too many calls. */
    STATUS_429(Scope.ANSWER),
    /** Nothing is done; an internal error. */
    STATUS_500(Scope.ANSWER),
    /** Nothing is done; the service or what is behind it does not answer. */
    STATUS_503(Scope.ANSWER),
    /** Nothing is done; the session is gone, and stays gone until the next logon. */
    SESSION_EXPIRED(Scope.ANSWER),
    /** Nothing is done; an error page in HTML instead of the API's own error body. */
    HTML_BODY(Scope.ANSWER),

    /** No space left in the pool, array or file system. */
    POOL_FULL(Scope.STATE),
    /** No memory or processors left. */
    CAPACITY_EXHAUSTED(Scope.STATE),
    /** The asynchronous job is accepted and fails later. */
    JOB_FAILS(Scope.STATE),
    /** The asynchronous job ends well but the object stays in between for long. */
    SLOW_TO_SETTLE(Scope.STATE),
    /** The asynchronous job ends well and the object stays in between for ever. */
    NEVER_SETTLES(Scope.STATE),
    /** The asynchronous work never ends. */
    NEVER_ENDS(Scope.STATE),
    /** The statement or job takes as long as the fault says, then ends well. */
    TAKES_LONG(Scope.STATE),
    /** What was delivered is not what was asked for, for example a LUN of the wrong size. */
    MISMATCH(Scope.STATE),
    /** A port of a path goes dark until the next attempt, as when a cable is out: whoever looks finds less than all. */
    PORT_OFFLINE(Scope.STATE),
    /** The instance goes away before the statement and comes back: sessions and what was only in memory are lost. */
    INSTANCE_RESTARTS(Scope.STATE),
    /** The session is killed before the statement, and no other one; it stays so until its client logs on again. */
    SESSION_IS_KILLED(Scope.STATE),
    /** Some rows arrive changed. */
    CORRUPT_ROWS(Scope.STATE),
    /** Replication falls behind and does not catch up. */
    LAG_NEVER_DRAINS(Scope.STATE);

    /** Who plays a fault. */
    public enum Scope {
        /** The HTTP server, the same for every simulator. */
        TRANSPORT,
        /** The simulator's dialect, with its own error body. */
        ANSWER,
        /** The simulator's own logic. */
        STATE
    }

    private final Scope scope;

    FaultKind(Scope scope) {
        this.scope = scope;
    }

    /** Who plays this fault. */
    public Scope scope() {
        return scope;
    }
}
