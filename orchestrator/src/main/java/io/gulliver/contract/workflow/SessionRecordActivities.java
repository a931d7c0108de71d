package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.SessionSample;
import io.temporal.activity.ActivityInterface;
import java.util.List;

/** The store's side of sampling sessions, run as local activities in the process that owns the store. */
@ActivityInterface(namePrefix = "SessionBook_")
public interface SessionRecordActivities {
    /** The next databases with an open window whose sample is due; empty when none is. */
    List<AccessProbe> due(String program, int atMost);

    /** Keeps samples; the next ones of these databases are due an interval later, also where nobody could be asked. */
    void keep(String program, List<SessionSample> samples);
}
