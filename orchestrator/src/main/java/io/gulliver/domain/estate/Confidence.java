package io.gulliver.domain.estate;

/** How far a fact is to be trusted. */
public enum Confidence {
    /** Read from the thing itself. */
    MEASURED,
    /** A person said so. */
    DECLARED,
    /** Derived or taken from a default. */
    ASSUMED
}
