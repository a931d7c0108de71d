package io.gulliver.planning.build;

/** What lines of a design are about, in the order in which people read them. */
public enum BuildPart {
    /** What it is and which machine carries it. */
    PLACE,
    /** Memory and processors. */
    SIZE,
    /** Volumes by use, pool and array. */
    STORAGE,
    /** Paths to its storage. */
    PATHS,
    /** Names and addresses. */
    NETWORK,
    /** How Linux comes onto it. */
    IMAGE,
    /** File systems, users, homes, listener. */
    SYSTEM,
    /** Databases that land there. */
    DATABASES,
    /** What its playbook reads besides. */
    OTHER,
    /** What speaks against it. */
    AGAINST
}
