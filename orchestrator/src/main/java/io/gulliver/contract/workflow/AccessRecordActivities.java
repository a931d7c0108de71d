package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.AccessProbe;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** The store's side of the access page, run as local activities in the process that owns the store. */
@ActivityInterface(namePrefix = "AccessBook_")
public interface AccessRecordActivities {
    /** The next databases that wait to be tried; empty when none does. */
    List<AccessProbe> next(String program, int atMost);

    /** Keeps what was seen in place of what was known, and takes these databases from those that wait. */
    void keep(String program, String zone, List<AccessAnswer> answers);
}
