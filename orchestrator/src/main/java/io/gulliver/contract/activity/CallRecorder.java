package io.gulliver.contract.activity;

/** Hears of every call to an outside system. Never throws and never waits: a lost line must not stop a cutover. */
@FunctionalInterface
public interface CallRecorder {
    void record(OuterCall call);
}
