package io.gulliver.contract.activity;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** The workers' side of sampling sessions: one log-on, one question, and whatever went wrong in words. */
@ActivityInterface(namePrefix = "Sessions_")
public interface SessionActivities {
    @ActivityMethod
    SessionSample sample(AccessProbe probe);
}
