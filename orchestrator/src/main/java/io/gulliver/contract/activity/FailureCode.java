package io.gulliver.contract.activity;

/** The one catalogue of failures: its name is the type of the {@code ApplicationFailure}. Never renamed or reused. */
public enum FailureCode {
    /** Bad or missing input of a step. Retrying does not help; the playbook's or inventory's owner mends it. */
    INPUT_INVALID(FailureKind.REQUEST),
    /** Only evaluated: an input is found by an earlier step that has not run. Nothing is wrong; the run will know it. */
    NOT_YET_KNOWN(FailureKind.REQUEST),
    /** A condition could not be evaluated; it never counts as false. The facts or the playbook need mending. */
    CONDITION_FAILED(FailureKind.REQUEST),
    /** The named action is not known to the workers. Install the matching version. */
    ACTION_UNKNOWN(FailureKind.REQUEST),
    /** A system of the landscape is not configured under this name. */
    SYSTEM_UNKNOWN(FailureKind.REQUEST),
    /** The system could not be reached. Retried; then its owner looks. */
    UNREACHABLE(FailureKind.TRANSIENT),
    /** The call did not answer in time; the work may have been done, and is looked for before it is repeated. */
    TIMED_OUT(FailureKind.TRANSIENT),
    /** The worker was lost while it worked. The step is looked at and continued by another. */
    WORKER_LOST(FailureKind.TRANSIENT),
    /** The system answered that it is busy or failing for the moment. */
    TEMPORARILY_UNAVAILABLE(FailureKind.TRANSIENT),
    /** Logon refused, or a right is missing. The system's owner mends the account. */
    LOGON_REFUSED(FailureKind.EXTERNAL),
    /** A host key or certificate is not the pinned one. Check for a man in the middle before changing the pin. */
    IDENTITY_CHANGED(FailureKind.EXTERNAL),
    /** An object of that name exists and is not ours. */
    NAME_TAKEN(FailureKind.CONFLICT),
    /** The object is in a state that does not allow the operation. */
    STATE_CONFLICT(FailureKind.CONFLICT),
    /** No room: memory, processors, pool or disk. */
    CAPACITY_EXHAUSTED(FailureKind.CAPACITY),
    /** The system refused the request as wrong. */
    REQUEST_REFUSED(FailureKind.REQUEST),
    /** A remote job ended with a bad exit code or a log with errors. */
    JOB_FAILED(FailureKind.EXTERNAL),
    /** A remote job's process is gone without an exit code; it never runs again by itself. */
    JOB_VANISHED(FailureKind.CONFLICT),
    /** A check or validation did not pass. */
    CHECK_FAILED(FailureKind.EXTERNAL),
    /** A newer generation of the migration holds the object: this engine must not act. */
    GENERATION_SUPERSEDED(FailureKind.CONFLICT),
    /** A command reached its migration too late, or a second time with grave effects: its person gives it again. */
    COMMAND_RETURNED(FailureKind.CONFLICT),
    /** A call was told to stop and works on. Tell it again, or leave it to a person; its end is noted when it comes. */
    CALL_RUNS_ON(FailureKind.CONFLICT),
    /** A statement ran into the limit of its step and would again; its owner looks why, or the playbook gives it more. */
    LIMIT_REACHED(FailureKind.EXTERNAL),
    /** Rejected by the person who decided. */
    REJECTED(FailureKind.EXTERNAL),
    /** A programming error. */
    INTERNAL(FailureKind.BUG);

    private final FailureKind kind;

    FailureCode(FailureKind kind) {
        this.kind = kind;
    }

    public FailureKind kind() {
        return kind;
    }

    public StepFailure with(String message, String advice) {
        return new StepFailure(name(), kind, message, advice, null);
    }
}
