package io.gulliver.adapter.ssh;

/** Where a detached job stands on its host; see {@code docs/devices/detached-jobs.md}. */
public enum JobState {
    /** The host knows no job of this name. */
    ABSENT,
    /** The name is taken and the files are there, but no process has started. After 30 s another start takes it over. */
    CLAIMED,
    /** Its process lives: process id, start time and the host's boot id all match. */
    RUNNING,
    /** It ended and left its exit code. */
    EXITED,
    /** Its process is gone and left no exit code (killed, or the host went down). It never runs again by itself. */
    VANISHED
}
