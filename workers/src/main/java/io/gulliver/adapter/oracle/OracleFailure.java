package io.gulliver.adapter.oracle;

/** What kind of failure an ORA- code is, and so who can do something about it. */
public enum OracleFailure {
    /** We asked for something wrong; asking again gives the same answer. */
    REQUEST,
    /** The object is there already, gone, or in another state: look again. */
    CONFLICT,
    /** The connection or the instance went away: the same call may work later. */
    TRANSIENT,
    /** Space, undo, processes or sessions ran out: wait, or ask for more. */
    CAPACITY,
    /** Something only its owner can put right: a locked account, a missing service, a corrupt block. */
    EXTERNAL,
    /** Nobody expected this; it is to be reported. */
    BUG
}
