package io.gulliver.ui.frame;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.FileSizing;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.NetworkPlanner;
import io.gulliver.planning.sizing.SgaAdvice;
import io.gulliver.planning.sizing.StorageSizing;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a sizing in the order in which a page explains them: the result first, then what led to it. */
public final class SizingFigures {
    private SizingFigures() {}

    /** Memory of a guest. */
    public static List<@Nullable Derivation> memory(MemorySizing sizing) {
        return all(
                sizing.guest(),
                sizing.planned(),
                sizing.total(),
                sizing.largePages(),
                sizing.hugePages(),
                sizing.hugePagesOnSource(),
                sizing.idleLargePages(),
                sizing.sga(),
                sizing.smallPages(),
                sizing.committed(),
                sizing.ceiling(),
                sizing.overPlan());
    }

    /** The older formula, to compare with. */
    public static List<@Nullable Derivation> simple(MemorySizing.Simple simple) {
        return all(
                named(simple.starting(), "simple formula: starting size"),
                named(simple.sum(), "simple formula: sum"),
                named(simple.planned(), "simple formula: sum and 5 %"),
                named(simple.conservative(), "simple formula: sum as 95 % of the whole"));
    }

    /** An SGA chosen from the advice. */
    public static List<@Nullable Derivation> advice(SgaAdvice.@Nullable Choice advice) {
        return advice == null
                ? List.of()
                : all(
                        named(advice.sga(), "SGA by the advice"),
                        advice.readReductionPercent(),
                        advice.timeReductionPercent(),
                        advice.idle());
    }

    /** IFLs. */
    public static List<@Nullable Derivation> cpu(CpuSizing sizing) {
        Derivation headroom = sizing.iflsWithHeadroom();
        return all(
                sizing.ifls(),
                sizing.requiredAtDesignPoint(),
                sizing.required(),
                sizing.capacityOfIfls(),
                sizing.utilizationPercent(),
                sizing.overhead(),
                sizing.demand(),
                sizing.virtualCpus().wanted(),
                sizing.virtualCpus().allowed(),
                headroom == null ? null : named(headroom, "IFLs with 20 % of headroom"));
    }

    /** Capacity, volumes, arrays and ports. */
    public static List<@Nullable Derivation> storage(StorageSizing sizing) {
        return all(
                sizing.capacity(),
                sizing.volumes(),
                sizing.arrays(),
                sizing.arraysForLoad(),
                sizing.arraysForCapacity(),
                sizing.ports(),
                sizing.portsWithFabricLost(),
                sizing.iops(),
                sizing.throughput(),
                sizing.density(),
                sizing.reads(),
                sizing.writes(),
                sizing.readThroughput(),
                sizing.writeThroughput(),
                sizing.iopsShare(),
                sizing.throughputShare(),
                sizing.aliases(),
                sizing.hyperAliases());
    }

    /** Redo logs, recovery area and temporary files. */
    public static List<@Nullable Derivation> files(FileSizing sizing) {
        return all(
                sizing.redoLog(),
                sizing.redoGroups(),
                sizing.redoLogs(),
                sizing.recoveryArea(),
                sizing.temporary(),
                sizing.undo());
    }

    /** Links. */
    public static List<@Nullable Derivation> network(NetworkPlanner.@Nullable Sizing sizing) {
        return sizing == null
                ? List.of()
                : all(sizing.links(), sizing.linksWithOneLost(), sizing.running(), sizing.moving());
    }

    /** The same figure under a name that tells it from another of the page. */
    private static Derivation named(Derivation one, String name) {
        return new Derivation(
                name,
                one.value(),
                one.unit(),
                one.exact(),
                one.source(),
                one.formula(),
                one.rounding(),
                one.inputs(),
                one.notes());
    }

    private static List<@Nullable Derivation> all(@Nullable Derivation... figures) {
        return Collections.unmodifiableList(Arrays.asList(figures));
    }
}
