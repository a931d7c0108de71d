package io.gulliver.activity.build;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.systems.Systems;
import java.time.Clock;
import java.util.List;

/** The actions that build a server; declared in {@code playbooks/actions/build.yaml} and {@code zvm.yaml}. */
public final class BuildActions {
    private BuildActions() {}

    /** All of them, each logging its calls and translating failures. */
    public static List<StepAction> all(Systems systems) {
        return List.<StepAction>of(
                        new CreateVolume(systems),
                        new CloneVolume(systems, Clock.systemUTC()),
                        new CreateEckdVolumes(systems),
                        new CreateVolumeGroup(systems),
                        new CreateSnapshot(systems),
                        new CreateHost(systems),
                        new AwaitLogins(systems),
                        new MapVolume(systems),
                        new CreatePartition(systems),
                        new CreateStorageGroup(systems),
                        new DiscoverStorage(systems),
                        new CreateFiconGroup(systems),
                        new FulfilFiconGroup(systems),
                        new InstallLinux(systems, Clock.systemUTC()),
                        new SetBootVolume(systems),
                        new CreateNic(systems),
                        new StartPartition(systems),
                        new CreateGuest(systems),
                        new ImportImage(systems),
                        new DeployImage(systems),
                        new ReserveFcp(systems),
                        new AttachVolumes(systems),
                        new CreateGuestNic(systems),
                        new StartGuest(systems),
                        new GuestFirstBoot(systems),
                        new AwaitNames(),
                        new FirstBoot(systems),
                        new WaitReachable(systems),
                        new CheckPaths(systems),
                        new PrepareHost(systems),
                        new PrepareDasd(systems),
                        new PrepareStorage(systems),
                        new InstallHome(systems, InstallHome.Kind.GRID),
                        new PrepareAsm(systems),
                        new InstallHome(systems, InstallHome.Kind.DATABASE),
                        new CheckHome(systems),
                        new CreateListener(systems),
                        new CheckHost(systems),
                        new MeasureServer(systems),
                        new ResizeServer(systems),
                        new SetHugePages(systems))
                .stream()
                .map(systems::guarded)
                .toList();
    }
}
