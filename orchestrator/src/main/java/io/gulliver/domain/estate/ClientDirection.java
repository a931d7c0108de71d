package io.gulliver.domain.estate;

/** Who reaches out to whom. */
public enum ClientDirection {
    /** A program reaches this database. */
    INBOUND,
    /** Another database reaches this one by a database link. */
    INBOUND_LINK,
    /** This database reaches another one by a database link. */
    OUTBOUND_LINK
}
