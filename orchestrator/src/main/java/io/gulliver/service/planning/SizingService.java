package io.gulliver.service.planning;

import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.inputs.Gap;
import io.gulliver.planning.inputs.Part;
import io.gulliver.planning.inputs.Subject;
import io.gulliver.planning.sizing.AcceptedSizing;
import io.gulliver.planning.sizing.BoundSizing;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.SharedBuild;
import io.gulliver.planning.sizing.SizedTarget;
import io.gulliver.planning.sizing.TargetVolumes;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers what is built: the accepted sizing of a database, and the sums over all that land on a server or in a container.
 * What a person accepted binds until somebody accepts anew; how a figure is chosen is {@link BoundSizing}'s rule.
 */
public final class SizingService {
    /** Kind of a shared thing that is a server. */
    public static final String SERVER = "server";

    /** Action of the step that keeps what a gate accepted. */
    static final String KEEPS = "sizing.accept";

    /** Kind of a shared thing that is a container database. */
    public static final String CONTAINER = "container-database";

    private final AssessmentService assessment;
    private final MigrationStore migrations;

    public SizingService(AssessmentService assessment, MigrationStore migrations) {
        this.assessment = assessment;
        this.migrations = migrations;
    }

    /**
     * Finds what a database is built with.
     *
     * @param given figures in place of the sizing
     * @throws io.gulliver.persistence.UnknownRowException no such program or database
     */
    public SizedTarget target(String program, String database, BuildSizes given) {
        DatabaseSizing sized = assessment.sizing(program, database);
        ProgramSnapshot estate = assessment.few(program);
        String name = sized.database();
        BoundSizing bound = BoundSizing.of(sized.build(), estate.accepted(name), given);
        Subject subject = estate.databases().stream()
                .filter(one -> one.name().equals(name))
                .map(estate::subject)
                .findFirst()
                .orElseThrow();
        Part<MemorySizing> memory = assessment.server(estate, List.of(subject), Map.of(name, bound.sizes()));
        return new SizedTarget(
                bound,
                bound.sizes().missing().isEmpty() ? memory.sizing() : null,
                sized.missing().stream().map(Gap::told).toList(),
                refusals(estate, subject, sized, bound),
                !subject.servers().isEmpty()
                        && subject.servers().stream()
                                .allMatch(server ->
                                        estate.policy().shared(SERVER, server).playbook() != null));
    }

    /**
     * What of a database's processors no guest, no z/VM and no machine has. Fewer IFLs that a person accepted count as
     * accepted; the instances of a cluster share them among its servers.
     */
    private List<String> refusals(ProgramSnapshot estate, Subject subject, DatabaseSizing sized, BoundSizing bound) {
        Long ifls = bound.sizes().figures().get(BuildFigure.IFLS);
        if (ifls == null) {
            return List.of();
        }
        CpuSizing cpu = sized.cpu().sizing();
        int servers = Math.max(1, subject.servers().size());
        if (cpu != null && servers == 1 && ifls >= cpu.ifls().value()) {
            return cpu.refusals();
        }
        return assessment.refusals(estate, List.of(subject), (ifls + servers - 1) / servers);
    }

    /**
     * Finds what a server or a container is built with.
     *
     * @param kind {@link #SERVER} or {@link #CONTAINER}
     * @param given figures in place of the sums, by their keys
     * @param volumes of a server
     */
    public SharedBuild shared(
            String program,
            String kind,
            String name,
            Map<String, ? extends Number> given,
            SharedBuild.Volumes volumes) {
        return shared(assessment.few(program), kind, name, given, volumes);
    }

    SharedBuild shared(
            ProgramSnapshot estate,
            String kind,
            String name,
            Map<String, ? extends Number> given,
            SharedBuild.Volumes volumes) {
        List<SharedBuild.Member> members = new ArrayList<>();
        List<Subject> sized = new ArrayList<>();
        Map<String, BuildSizes> bound = new TreeMap<>();
        for (SourceDatabase database : landing(estate, kind, name)) {
            Subject subject = estate.subject(database);
            SharedBuild.Member member = member(estate, database, subject);
            members.add(member);
            if (member.sizes() != null) {
                sized.add(subject);
                bound.put(member.name(), member.sizes());
            }
        }
        if (kind.equals(CONTAINER)) {
            return SharedBuild.container(members, given);
        }
        MemorySizing memory =
                sized.isEmpty() ? null : assessment.server(estate, sized, bound).sizing();
        SharedBuild build = SharedBuild.server(members, memory, given, volumes);
        Object ifls = build.figures().get(BuildFigure.IFLS.key());
        return ifls instanceof Long count ? build.refusing(assessment.refusals(estate, sized, count)) : build;
    }

    /**
     * All that land on a server or in a container, as they count in its sums.
     *
     * @param kind {@link #SERVER} or {@link #CONTAINER}
     */
    public List<SharedBuild.Member> members(String program, String kind, String name) {
        return members(assessment.few(program), kind, name);
    }

    List<SharedBuild.Member> members(ProgramSnapshot estate, String kind, String name) {
        return landing(estate, kind, name).stream()
                .map(database -> member(estate, database, estate.subject(database)))
                .toList();
    }

    /**
     * The volumes of the server that a database lands on; empty where it lands on none, or on several, which share theirs.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    public Optional<TargetVolumes> volumes(String program, String database) {
        ProgramSnapshot estate = assessment.few(program);
        Landing landing = estate.landing(database);
        if (landing == null || landing.servers().size() != 1) {
            return Optional.empty();
        }
        String server = landing.servers().get(0);
        SortedMap<String, Object> said = estate.policy().shared(SERVER, server).facts();
        SharedBuild.Volumes volumes = volumes(said);
        Map<String, Number> given = new TreeMap<>();
        given.put(SharedBuild.DATA_EACH, number(said.get("server.data.gib")));
        given.put(SharedBuild.REDO_EACH, number(said.get("server.redo.gib")));
        given.put(SharedBuild.RECOVERY_EACH, number(said.get("server.recovery.gib")));
        SharedBuild build = shared(estate, SERVER, server, given, volumes);
        return Optional.of(new TargetVolumes(
                server,
                use(volumes.data(), build.figures().get(SharedBuild.DATA_EACH)),
                use(volumes.redo(), build.figures().get(SharedBuild.REDO_EACH)),
                use(volumes.recovery(), build.figures().get(SharedBuild.RECOVERY_EACH)),
                landing(estate, SERVER, server).stream()
                        .map(SourceDatabase::name)
                        .filter(name -> !name.equals(database))
                        .toList()));
    }

    /** How many volumes of a server the program's policy names. */
    static SharedBuild.Volumes volumes(Map<String, ?> facts) {
        return new SharedBuild.Volumes(
                count(facts.get("server.data.volumes")),
                count(facts.get("server.redo.volumes")),
                count(facts.get("server.recovery.volumes")));
    }

    private static int count(@Nullable Object names) {
        return names instanceof List<?> list ? list.size() : 0;
    }

    private static Number number(@Nullable Object said) {
        return said instanceof Number number ? number : 0;
    }

    private static TargetVolumes.@Nullable Use use(int count, @Nullable Object each) {
        return count > 0 && each instanceof Number number ? new TargetVolumes.Use(count, number.doubleValue()) : null;
    }

    private SharedBuild.Member member(ProgramSnapshot estate, SourceDatabase database, Subject subject) {
        AcceptedSizing accepted = estate.accepted(database.name());
        int servers = Math.max(1, subject.servers().size());
        if (accepted != null) {
            return new SharedBuild.Member(
                    database.name(),
                    accepted.sizes(),
                    true,
                    "accepted by " + accepted.by() + " on "
                            + accepted.at().atOffset(ZoneOffset.UTC).toLocalDate(),
                    servers);
        }
        DatabaseSizing now = assessment.sizing(estate, database, true);
        if (now.build().missing().isEmpty()) {
            return new SharedBuild.Member(
                    database.name(),
                    now.build(),
                    false,
                    "nobody has accepted its sizing, so it counts as it is sized now",
                    servers);
        }
        String gaps = now.missing().stream().map(Gap::told).collect(Collectors.joining("; "));
        return new SharedBuild.Member(
                database.name(),
                null,
                false,
                gaps.isEmpty() ? "accept its sizing first" : "before it can be sized: " + gaps,
                servers);
    }

    /**
     * Databases that land on a server or in a container, have no accepted sizing, and are about to get one: their own run
     * works, and the step that keeps it lies before it.
     */
    public List<String> awaited(String program, String kind, String name, Purpose purpose) {
        ProgramSnapshot estate = assessment.few(program);
        return landing(estate, kind, name).stream()
                .map(SourceDatabase::name)
                .filter(database -> estate.accepted(database) == null && sizing(program, database, purpose))
                .toList();
    }

    private boolean sizing(String program, String database, Purpose purpose) {
        return migrations
                .list(new MigrationQuery(program, database, purpose, Set.of(RunMode.RUNNING), null, 10))
                .rows()
                .stream()
                .filter(run -> !run.evaluateOnly())
                .anyMatch(run -> migrations.steps(run.id()).stream()
                        .anyMatch(step -> KEEPS.equals(step.action())
                                && !step.run().state().settled()));
    }

    private static List<SourceDatabase> landing(ProgramSnapshot estate, String kind, String name) {
        return kind.equals(SERVER) ? estate.landingOn(name) : estate.landingIn(name);
    }

    /** Keeps the figures that a person accepted for a database, unless they are the accepted ones already. */
    public void accept(String program, String database, BuildSizes sizes, String reason, String by) {
        AcceptedSizing before = assessment.few(program).accepted(database);
        if (before == null || !before.sizes().equals(sizes)) {
            assessment.acceptSizing(program, database, sizes, reason, by);
        }
    }
}
