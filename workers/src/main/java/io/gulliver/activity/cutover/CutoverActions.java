package io.gulliver.activity.cutover;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import java.util.List;

/** The actions of the night; declared in {@code playbooks/actions/cutover.yaml}. */
public final class CutoverActions {
    private CutoverActions() {}

    /** All of them, each logging its calls and translating failures. */
    public static List<StepAction> all(Systems systems, Databases databases) {
        return List.<StepAction>of(
                        new SourceFence(databases, new HostScripts(systems)),
                        new LockAccounts(databases),
                        new CheckFence(databases),
                        new CheckSource(databases),
                        new OldListener(new HostScripts(systems)),
                        new Open(databases, new HostScripts(systems)),
                        new EnableJobs(databases),
                        new CleanUp(databases, new HostScripts(systems)))
                .stream()
                .map(systems::guarded)
                .toList();
    }
}
