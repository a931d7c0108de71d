package io.gulliver.domain.estate;

/** Where a database is wanted: a z/VM guest, a DPM partition, or wherever the capacity plan puts it. */
public enum TargetKind {
    ZVM,
    DPM,
    AUTO
}
