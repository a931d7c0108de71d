package io.gulliver.contract.activity;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * The workers' side of reading a log that is longer than what is kept of it: they alone hold the secrets and stand in the
 * zone of its host.
 *
 * <p>Changes nothing on the host, tries once, and hands what it reads to the {@link StepLogSink}, never to the engine; it
 * fails only when it has a bug.
 */
@ActivityInterface(namePrefix = "Log_")
public interface StepLogActivities {
    @ActivityMethod
    FetchedRest fetchRest(StepLogRest wanted);
}
