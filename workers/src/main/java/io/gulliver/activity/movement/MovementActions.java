package io.gulliver.activity.movement;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import java.util.List;

/** The actions that make the target database and move data; declared in {@code playbooks/actions/movement.yaml}. */
public final class MovementActions {
    private MovementActions() {}

    /** All of them, each logging its calls and translating failures. */
    public static List<StepAction> all(Systems systems, Databases databases) {
        return List.<StepAction>of(
                        new CreateDatabase(systems, databases),
                        new CreatePdb(systems, databases),
                        new Datapatch(systems, databases),
                        new CheckTarget(databases, new HostScripts(systems)),
                        new LookAtCluster(databases, new HostScripts(systems)),
                        new CheckSettings(databases, new HostScripts(systems)),
                        new RestorePoint(databases),
                        new RecoveryArea(databases),
                        new SizeFiles(systems, databases),
                        new PrepareTablespaces(systems, databases),
                        new PrepareAccounts(systems, databases),
                        new CarryAround(systems, databases),
                        new CarryFiles(databases, new HostScripts(systems)),
                        new PrepareDictionary(systems, databases),
                        new PrepareSide(databases, new HostScripts(systems)),
                        new PrepareLink(databases),
                        new CheckExport(databases),
                        new SourceState(databases, new HostScripts(systems)),
                        new Quiesce(databases, new HostScripts(systems)),
                        new ReadOnlySource(databases),
                        new ConsistentPoint(databases),
                        new Export(systems, databases),
                        new Checksum(systems),
                        new Transfer(systems),
                        new ProbeTransfer(systems),
                        new Import(systems, databases),
                        new RemoveFiles(new HostScripts(systems)),
                        new CompleteRights(systems, databases),
                        new PostLoad.Grants(databases),
                        new PostLoad.CheckGrants(databases),
                        new LevelZero(systems, databases),
                        new PostLoad.Compile(systems, databases),
                        new PostLoad.Statistics(systems, databases))
                .stream()
                .map(systems::guarded)
                .toList();
    }
}
