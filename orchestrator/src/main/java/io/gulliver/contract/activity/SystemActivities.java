package io.gulliver.contract.activity;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * The workers' side of testing an outside system: they alone hold the secrets and stand in its zone.
 *
 * <p>Changes nothing, tries once, and answers what it saw; it fails only when it has a bug.
 */
@ActivityInterface(namePrefix = "System_")
public interface SystemActivities {
    @ActivityMethod
    CheckedSystem check(SystemCheck check);
}
