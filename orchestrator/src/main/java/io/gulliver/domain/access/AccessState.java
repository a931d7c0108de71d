package io.gulliver.domain.access;

/** How one thing stands that access to a database needs. */
public enum AccessState {
    /** It was tried and works. */
    GOOD,
    /** It was tried and does not work: somebody must act. */
    BAD,
    /** Nobody tried, or something before it does not work. */
    UNKNOWN,
    /** This database can be read without it. */
    NEEDLESS
}
