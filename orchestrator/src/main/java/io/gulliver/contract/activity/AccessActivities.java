package io.gulliver.contract.activity;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * The workers' side of the access page: they have the connections and stand in the zone.
 *
 * <p>Changes nothing beyond a short script's own files, tries each thing once within a few seconds, and answers what it
 * saw; it fails only when it has a bug.
 */
@ActivityInterface(namePrefix = "Access_")
public interface AccessActivities {
    @ActivityMethod
    AccessAnswer check(AccessProbe probe);
}
