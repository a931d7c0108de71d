package io.gulliver.ui.plan;

/** Reads the plan of a program. */
public interface PlanPageReader {
    /** @throws io.gulliver.persistence.UnknownRowException no such program */
    PlanView plan(String program);
}
