package io.gulliver.domain.people;

/** What a person may do in a program; each one holds what stands before it. */
public enum Right {
    /** The program is not there for the person: not listed, not counted, not found. */
    NONE,
    /** Looks at everything, changes nothing. */
    READ,
    /** Brings evidence and facts, works on risks and connections, steers running work. */
    WORK,
    /** Settles what others work by: plan, methods, starts, accepted gaps. */
    DECIDE,
    /** Sets up the program itself. */
    ADMINISTER;

    /** Whether whoever has this right may do what asks for the other. */
    public boolean covers(Right wanted) {
        return compareTo(wanted) >= 0;
    }
}
