package io.gulliver.planning.inputs;

import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.FileSizing;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.planning.sizing.StorageTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sizes the target of a database from what is known of it and of those beside it.
 *
 * <p>What is missing is named and never guessed as if it were known; what is assumed is stated and lowers the confidence.
 */
public final class SizingPlanner {
    private final CapacityTable processors;
    private final StorageTable arrays;
    private final FactResolver facts;

    public SizingPlanner(CapacityTable processors, StorageTable arrays, FactResolver facts) {
        this.facts = facts;
        this.processors = processors;
        this.arrays = arrays;
    }

    /**
     * Sizes one database.
     *
     * @param told the database to size
     * @param others every other database of the program: those on its hosts share them, those that land on its server
     *     share that
     * @param policy of the program
     * @param factsVersion of its collected facts
     * @param staleness as judged by whoever knows when the sizing was accepted
     * @param now moment of the sizing
     */
    public DatabaseSizing size(
            Subject told,
            List<Subject> others,
            SizingPolicy policy,
            long factsVersion,
            Staleness staleness,
            Instant now) {
        Subject database = told.resolved(facts);
        List<Subject> beside = others.stream().map(one -> one.resolved(facts)).toList();
        CpuInputs cpu = new CpuInputs(processors, policy);
        StorageInputs storage = new StorageInputs(arrays, policy);
        List<Subject> program = new ArrayList<>(beside);
        program.add(database);
        Optional<GroupSizing> group = group(database, program, policy, cpu);
        CpuInputs.Alone alone = cpu.of(database, beside);
        Part<StorageSizing> disks = storage.storage(database);
        Part<FileSizing> files = storage.files(database);
        return new DatabaseSizing(
                database.name(),
                factsVersion,
                now,
                MemoryInputs.of(List.of(database), policy),
                MemoryInputs.sga(database, new FactFigures(database.facts()), policy)
                        .orElse(null),
                alone.cpu(),
                alone.load(),
                disks,
                storage.network(database),
                files,
                build(database, policy, alone.cpu().sizing(), disks.sizing(), files.sizing()),
                group.orElse(null),
                staleness);
    }

    private static BuildSizes build(
            Subject database,
            SizingPolicy policy,
            @Nullable CpuSizing cpu,
            @Nullable StorageSizing disks,
            @Nullable FileSizing files) {
        Map<BuildFigure, Long> figures = new EnumMap<>(BuildFigure.class);
        MemoryInputs.build(database, policy, figures);
        if (cpu != null) {
            MemoryInputs.put(figures, BuildFigure.IFLS, cpu.ifls().value());
        }
        if (disks != null) {
            MemoryInputs.put(figures, BuildFigure.DATA, disks.capacity().value());
        }
        if (files != null) {
            MemoryInputs.put(figures, BuildFigure.REDO_LOG, files.redoLog().value());
            MemoryInputs.put(
                    figures, BuildFigure.REDO_GROUPS, files.redoGroups().value());
            MemoryInputs.put(
                    figures, BuildFigure.RECOVERY_AREA, files.recoveryArea().value());
            if (files.temporary() != null) {
                MemoryInputs.put(
                        figures, BuildFigure.TEMPORARY, files.temporary().value());
            }
            if (files.undo() != null) {
                MemoryInputs.put(figures, BuildFigure.UNDO, files.undo().value());
            }
        }
        return new BuildSizes(new TreeMap<>(figures));
    }

    /**
     * Memory of a server that holds these databases and nothing else, with the figures that they are built with.
     *
     * @param bound by the names of the databases
     * @param asm whether the server has ASM, whatever the sources have
     */
    public Part<MemorySizing> server(
            List<Subject> members, Map<String, BuildSizes> bound, SizingPolicy policy, boolean asm) {
        return MemoryInputs.of(members.stream().map(one -> one.resolved(facts)).toList(), policy, bound, asm);
    }

    /** What of the processors of a server that holds these databases nobody can build; empty else. */
    public List<String> refusals(List<Subject> members, int ifls, SizingPolicy policy) {
        return new CpuInputs(processors, policy).refusals(members, ifls);
    }

    private static Optional<GroupSizing> group(
            Subject database, List<Subject> program, SizingPolicy policy, CpuInputs cpu) {
        if (database.servers().isEmpty()) {
            return Optional.empty();
        }
        String server = database.servers().get(0);
        List<Subject> members = program.stream()
                .filter(one -> one.servers().contains(server))
                .sorted(java.util.Comparator.comparing(Subject::name))
                .toList();
        if (members.size() < 2) {
            return Optional.empty();
        }
        List<String> notSized = new ArrayList<>();
        List<Subject> sized = new ArrayList<>();
        for (Subject member : members) {
            Part<?> memory = MemoryInputs.of(List.of(member), policy);
            if (memory.sized()) {
                sized.add(member);
            } else {
                notSized.add(member.name() + ": "
                        + String.join(
                                "; ", memory.missing().stream().map(Gap::told).toList()));
            }
        }
        CpuInputs.Group processors = cpu.of(members, program);
        processors.notSized().forEach(name -> notSized.add(name + ": its CPU is not known"));
        return Optional.of(new GroupSizing(
                server,
                members.stream().map(Subject::name).toList(),
                notSized,
                MemoryInputs.of(sized.isEmpty() ? members : sized, policy),
                processors.cpu(),
                processors.concurrency()));
    }
}
