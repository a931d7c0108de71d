package io.gulliver.domain.estate;

/** How the source database runs: one instance, several of one database (RAC), or pluggable in a container. */
public enum SourceTopology {
    SINGLE,
    RAC,
    PDB
}
