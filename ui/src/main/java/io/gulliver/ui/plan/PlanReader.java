package io.gulliver.ui.plan;

/** Reads the plan of a program. */
public interface PlanReader {
    /** @throws io.gulliver.persistence.UnknownRowException no such program */
    PlanView plan(String program);
}
