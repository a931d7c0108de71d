package io.gulliver.service.planning;

import io.gulliver.assessment.check.Checked;
import io.gulliver.assessment.check.Design;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.build.BuildApproval;
import io.gulliver.domain.build.DesignLine;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.build.BuildApprovalStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.planning.build.BuildDesign;
import io.gulliver.planning.build.BuildInputs;
import io.gulliver.planning.build.BuildInputs.Figure;
import io.gulliver.planning.build.BuildInputs.LandingDatabase;
import io.gulliver.planning.build.BuildInputs.Setting;
import io.gulliver.planning.build.BuildPlanner;
import io.gulliver.planning.build.DesignStanding;
import io.gulliver.planning.build.Told;
import io.gulliver.planning.build.Whence;
import io.gulliver.planning.build.Whence.Origin;
import io.gulliver.planning.method.TopologyProposal;
import io.gulliver.planning.sizing.AcceptedSizing;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.SharedBuild;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.ValueDeclaration;
import io.gulliver.service.migration.LibraryPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The design of a server before it exists, and its approvals. A run and a page put it together by the same words of the store,
 * so that what was approved on one is what is built by the other.
 */
public final class BuildDesignService {
    /** Queue of the gate at which a run asks for the same approval. */
    public static final String ROLE = "platform";

    private static final int HISTORY = 20;
    private static final int RUNS = 20;
    private static final String ADDRESS = "network.address";

    private final BuildApprovalStore builds;
    private final MigrationStore migrations;
    private final ApprovedPlaybooks playbooks;
    private final LibraryPlans plans;
    private final SizingService sizing;
    private final AssessmentService assessment;
    private final CheckService checks;
    private final Landscape landscape;
    private final ProgramCalendar calendar;

    public BuildDesignService(
            BuildApprovalStore builds,
            MigrationStore migrations,
            ApprovedPlaybooks playbooks,
            LibraryPlans plans,
            SizingService sizing,
            AssessmentService assessment,
            CheckService checks,
            Landscape landscape,
            ProgramCalendar calendar) {
        this.builds = builds;
        this.migrations = migrations;
        this.playbooks = playbooks;
        this.plans = plans;
        this.sizing = sizing;
        this.assessment = assessment;
        this.checks = checks;
        this.landscape = landscape;
        this.calendar = calendar;
    }

    /** The design of a server; empty where the policy of its program names no approved playbook that builds it. */
    public Optional<DesignStanding> of(String program, String server) {
        ProgramSnapshot estate = assessment.few(program);
        return builder(estate, server).map(row -> {
            Playbook playbook = plans.playbook(row.hash());
            SharedBuild build = sized(estate, playbook, server);
            return standing(program, estate, playbook, server, build, blocking(estate, playbook, server, build));
        });
    }

    /** Servers of a program that a playbook builds and somebody lands on, by name. */
    public List<String> servers(String program) {
        ProgramSnapshot estate = assessment.few(program);
        return estate.servers().stream()
                .filter(server -> builder(estate, server).isPresent())
                .toList();
    }

    /**
     * What a server that a playbook builds is sized to.
     *
     * @param said what its playbook reads, by name
     * @param landing databases that land there
     */
    record Measured(String server, Map<String, Object> said, SharedBuild build, List<String> landing) {}

    /** The figures of every server that somebody lands on and a playbook builds, by name. */
    List<Measured> measured(String program) {
        ProgramSnapshot estate = assessment.whole(program);
        List<Measured> measured = new ArrayList<>();
        for (String server : estate.servers()) {
            builder(estate, server).ifPresent(row -> {
                Playbook playbook = plans.playbook(row.hash());
                measured.add(new Measured(
                        server,
                        values(estate, playbook, server),
                        sized(estate, playbook, server),
                        estate.landingOn(server).stream()
                                .map(SourceDatabase::name)
                                .toList()));
            });
        }
        return measured;
    }

    /** Databases that land on a server, by name. */
    public List<String> landing(String program, String server) {
        return List.copyOf(assessment.few(program).landersOn(server));
    }

    /**
     * The design that a run builds.
     *
     * @param hash of its playbook
     * @param figures that it has sized, by their keys
     * @param blocking what its tuning checks found
     */
    public DesignStanding ofRun(
            String program, String server, String hash, Map<String, ?> figures, List<String> blocking) {
        ProgramSnapshot estate = assessment.few(program);
        Playbook playbook = plans.playbook(hash);
        return standing(
                program,
                estate,
                playbook,
                server,
                sized(estate, playbook, server).with(figures),
                blocking);
    }

    private DesignStanding standing(
            String program,
            ProgramSnapshot estate,
            Playbook playbook,
            String server,
            SharedBuild build,
            List<String> blocking) {
        String name = name(playbook);
        List<SharedBuild.Member> members = sizing.members(estate, SizingService.SERVER, server);
        BuildDesign design = BuildPlanner.of(new BuildInputs(
                server,
                name,
                settings(estate, playbook, database(SizingService.SERVER, server)),
                build,
                members.stream().map(SharedBuild.Member::name).toList(),
                databases(estate, members),
                blocking,
                landscape.networks(),
                landscape.portsets(),
                landscape.volumeGroups(),
                address(program, server)));
        List<BuildApproval> last = builds.history(program, server, 1);
        return new DesignStanding(
                name,
                design,
                builds.find(program, server, design.hash()).orElse(null),
                last.isEmpty() ? null : last.get(0),
                last.isEmpty() ? List.of() : design.against(last.get(0).lines()));
    }

    private Optional<PlaybookRow> builder(ProgramSnapshot estate, String server) {
        String playbook = estate.policy().shared(SizingService.SERVER, server).playbook();
        if (playbook == null) {
            return Optional.empty();
        }
        return playbook.equals(TopologyProposal.AUTO)
                ? assessment.topology(estate, server).playbook().flatMap(proposed -> playbooks.named(proposed, null))
                : playbooks.named(playbook, null);
    }

    private static String name(Playbook playbook) {
        return playbook.name() + ", version " + playbook.version();
    }

    private static String database(String kind, String name) {
        return kind + ":" + name;
    }

    /** By the sums of now, with what the policy gives in their place, as the run's first step sizes it. */
    private SharedBuild sized(ProgramSnapshot estate, Playbook playbook, String server) {
        Map<String, Object> said = values(estate, playbook, server);
        Map<String, Number> given = new TreeMap<>();
        put(given, SharedBuild.MEMORY, said.get("server.memory.gib"));
        put(given, SharedBuild.HUGE_PAGES, said.get("server.hugepages"));
        put(given, BuildFigure.IFLS.key(), said.get("server.ifls"));
        put(given, SharedBuild.DATA_EACH, said.get("server.data.gib"));
        put(given, SharedBuild.REDO_EACH, said.get("server.redo.gib"));
        put(given, SharedBuild.RECOVERY_EACH, said.get("server.recovery.gib"));
        return sizing.shared(estate, SizingService.SERVER, server, given, SizingService.volumes(said));
    }

    private Map<String, Object> values(ProgramSnapshot estate, Playbook playbook, String server) {
        Map<String, Object> values = new TreeMap<>();
        for (Setting setting : settings(estate, playbook, database(SizingService.SERVER, server))) {
            if (setting.told() != null) {
                values.put(setting.name(), setting.told().value());
            }
        }
        return values;
    }

    private static void put(Map<String, Number> given, String key, @Nullable Object value) {
        if (value instanceof Number number) {
            given.put(key, number);
        }
    }

    private static List<String> names(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** As a run would resolve them: what was collected, what the policy says, what the playbook says otherwise. */
    private List<Setting> settings(ProgramSnapshot estate, Playbook playbook, String database) {
        String shared = database.substring(database.indexOf(':') + 1);
        String kind = database.substring(0, database.indexOf(':'));
        Map<String, Object> policy = estate.policy().shared(kind, shared).facts();
        Map<String, Fact> collected = new TreeMap<>();
        estate.facts(database).forEach(fact -> collected.put(fact.name(), fact));
        List<Setting> settings = new ArrayList<>();
        for (ValueDeclaration declared : playbook.facts().values()) {
            Fact fact = collected.get(declared.name());
            Told told = fact != null
                    ? new Told(fact.value(), new Whence(Origin.FACT, fact.source(), List.of(), null, fact.at()))
                    : told(policy.get(declared.name()), Whence.of(Origin.POLICY, kind + " " + shared));
            settings.add(setting(false, declared, told != null ? told : byDefault(declared, playbook)));
        }
        Map<String, Object> parameters = estate.policy().parametersOf(database);
        for (ValueDeclaration declared : playbook.parameters().values()) {
            Told told = told(parameters.get(declared.name()), Whence.of(Origin.PARAMETER, declared.name()));
            settings.add(setting(true, declared, told != null ? told : byDefault(declared, playbook)));
        }
        return settings;
    }

    private static Setting setting(boolean parameter, ValueDeclaration declared, @Nullable Told told) {
        return new Setting(
                parameter,
                declared.name(),
                Objects.requireNonNullElse(declared.unit(), ""),
                Objects.requireNonNullElse(declared.description(), ""),
                !declared.required(),
                told);
    }

    private static @Nullable Told told(@Nullable Object value, Whence whence) {
        return value == null ? null : new Told(value, whence);
    }

    private static @Nullable Told byDefault(ValueDeclaration declared, Playbook playbook) {
        return told(declared.defaultValue(), Whence.of(Origin.PLAYBOOK, name(playbook)));
    }

    /** What the checks of a run would find blocking; they are only looked at, nothing is kept. */
    private List<String> blocking(ProgramSnapshot estate, Playbook playbook, String server, SharedBuild build) {
        Map<String, Object> said = values(estate, playbook, server);
        Design design = new Design(
                server,
                playbook.facts().containsKey("server.cpc") ? "lpar" : "zvm",
                new TreeMap<>(build.figures()),
                names(said.get("server.data.volumes")),
                names(said.get("server.redo.volumes")),
                names(said.get("server.recovery.volumes")),
                "thick",
                "fcp",
                said.get("paths") instanceof Number paths ? paths.intValue() : 0,
                names(said.get("server.private_interfaces")),
                Map.of());
        List<String> blocking = new ArrayList<>();
        for (Checked checked : checks.design(estate.program().key(), design, false, "Gulliver", null)) {
            for (CheckFinding finding : checked.run().findings()) {
                if (finding.blocking()) {
                    blocking.add(checked.run().subject() + ": " + finding.told());
                }
            }
        }
        return blocking;
    }

    /** The databases and containers that land there, each with what it is built with. */
    private List<LandingDatabase> databases(ProgramSnapshot estate, List<SharedBuild.Member> members) {
        List<LandingDatabase> databases = new ArrayList<>();
        Set<String> containers = new TreeSet<>();
        for (SharedBuild.Member member : members) {
            Landing landing = Objects.requireNonNull(estate.landing(member.name()));
            if (landing.pluggable() == null) {
                databases.add(database(estate, member, landing));
            } else {
                databases.add(new LandingDatabase(
                        member.name(),
                        "pluggable database " + landing.pluggable() + " of container " + landing.targetDatabase(),
                        List.of(),
                        accepted(estate, member)));
                containers.add(landing.targetDatabase());
            }
        }
        containers.forEach(container -> databases.add(container(estate, container)));
        return databases;
    }

    private LandingDatabase database(ProgramSnapshot estate, SharedBuild.Member member, Landing landing) {
        List<Figure> figures = new ArrayList<>();
        if (member.sizes() != null) {
            member.sizes().figures().forEach((figure, value) -> {
                if (figure != BuildFigure.IFLS && figure != BuildFigure.DATA) {
                    figures.add(new Figure(figure.key(), figure.words(), String.valueOf(value), figure.unit(), null));
                }
            });
        }
        processes(estate, member.name()).ifPresent(figures::add);
        boolean prepared = landing.servers().stream()
                .allMatch(server -> builder(estate, server).isPresent());
        figures.add(new Figure(
                "large_pages",
                "large pages",
                prepared ? "ONLY" : "TRUE",
                "",
                Whence.of(Origin.RULE, "huge pages are prepared for it")));
        String release = landing.release() == null ? "" : " of release " + landing.release();
        String servers = landing.servers().size() > 1 ? " on " + String.join(", ", landing.servers()) : "";
        return new LandingDatabase(
                member.name(),
                "database " + Objects.requireNonNullElse(landing.targetDatabase(), "whose name nobody has said")
                        + release + servers,
                figures,
                accepted(estate, member));
    }

    private Optional<Figure> processes(ProgramSnapshot estate, String database) {
        return assessment.known(estate.program().key(), database).stream()
                .filter(fact -> fact.name().equals("processes_limit"))
                .findFirst()
                .map(fact -> new Figure(
                        "processes",
                        "processes, as the source has",
                        String.valueOf(fact.value()),
                        "",
                        new Whence(Origin.FACT, fact.source(), List.of(), null, fact.at())));
    }

    private static Whence accepted(ProgramSnapshot estate, SharedBuild.Member member) {
        AcceptedSizing accepted = estate.accepted(member.name());
        return accepted == null
                ? new Whence(Origin.SIZING, member.whence(), List.of(member.name()), null, null)
                : new Whence(
                        Origin.PERSON, "its accepted sizing", List.of(member.name()), accepted.by(), accepted.at());
    }

    private LandingDatabase container(ProgramSnapshot estate, String name) {
        ProgramPolicy.Shared shared = estate.policy().shared(SizingService.CONTAINER, name);
        List<SharedBuild.Member> members = sizing.members(estate, SizingService.CONTAINER, name);
        List<String> in = members.stream().map(SharedBuild.Member::name).toList();
        Optional<Playbook> playbook = shared.playbook() == null
                ? Optional.empty()
                : playbooks.named(shared.playbook(), null).map(row -> plans.playbook(row.hash()));
        Map<String, Told> said = new TreeMap<>();
        playbook.ifPresent(found -> settings(estate, found, database(SizingService.CONTAINER, name))
                .forEach(setting -> {
                    if (setting.told() != null) {
                        said.put(setting.name(), setting.told());
                    }
                }));
        Map<BuildFigure, String> instead = new TreeMap<>(Map.of(
                BuildFigure.SGA, "container.sga_mb",
                BuildFigure.PGA_TARGET, "container.pga_target_mb",
                BuildFigure.RECOVERY_AREA, "recovery_area_mb",
                BuildFigure.REDO_LOG, "redo_log_mb"));
        Map<String, Number> given = new TreeMap<>();
        instead.forEach((figure, key) ->
                put(given, figure.key(), said.containsKey(key) ? said.get(key).value() : null));
        SharedBuild build = sizing.shared(estate, SizingService.CONTAINER, name, given, SharedBuild.Volumes.NONE);
        List<Figure> figures = new ArrayList<>();
        for (BuildFigure figure : BuildFigure.values()) {
            Object value = build.figures().get(figure.key());
            if (value != null) {
                Number own = given.get(figure.key());
                figures.add(new Figure(
                        figure.key(),
                        figure.words(),
                        String.valueOf(value),
                        figure.unit(),
                        own != null && own.doubleValue() > 0
                                ? said.get(instead.get(figure)).whence()
                                : null));
            }
        }
        Told processes = said.get("processes");
        if (processes != null) {
            figures.add(
                    new Figure("processes", "processes", String.valueOf(processes.value()), "", processes.whence()));
        }
        return new LandingDatabase(
                name, "container database", figures, new Whence(Origin.SIZING, String.join(", ", in), in, null, null));
    }

    /** Where it stands in the network by its newest run, once that knows. */
    private @Nullable Told address(String program, String server) {
        for (Migration run : runs(program, server)) {
            if (run.outcome() == RunOutcome.ROLLED_BACK || run.evaluateOnly()) {
                continue;
            }
            for (StepRow step : migrations.steps(run.id())) {
                if (ADDRESS.equals(step.action()) && step.run().outputs().get("network") instanceof String address) {
                    return new Told(
                            address,
                            new Whence(
                                    Origin.FACT,
                                    "run " + run.id(),
                                    List.of(),
                                    null,
                                    step.run().endedAt()));
                }
            }
        }
        return null;
    }

    /** Runs that build a server or look how it would be built, the newest first. */
    public List<Migration> runs(String program, String server) {
        return migrations
                .list(new MigrationQuery(program, database(SizingService.SERVER, server), null, Set.of(), null, RUNS))
                .rows();
    }

    /** Approvals of the designs of a server, the last one first. */
    public List<BuildApproval> history(String program, String server) {
        return builds.history(program, server, HISTORY);
    }

    /** The figures of now in place of those that a run has sized, where the two differ. */
    public List<String> sizedAnew(String program, String server, String hash, Map<String, ?> figures) {
        ProgramSnapshot estate = assessment.few(program);
        Playbook playbook = plans.playbook(hash);
        SharedBuild now = sized(estate, playbook, server);
        List<DesignLine> run =
                ofRun(program, server, hash, figures, List.of()).design().kept();
        BuildDesign sized =
                standing(program, estate, playbook, server, now, List.of()).design();
        return sized.against(run).stream()
                .map(change -> change.words() + ": this run builds " + change.before() + ", by what is known now it is "
                        + change.now())
                .toList();
    }

    /** Whether a person may approve designs: who may decide the gate of its run. */
    public static boolean mayApprove(Speaker who) {
        return RolePolicy.violation(Verb.DECIDE, who, ROLE).isEmpty();
    }

    /** Name of the approved playbook that builds a server; empty where the policy of its program names none. */
    public Optional<String> builder(String program, String server) {
        return builder(assessment.few(program), server).map(PlaybookRow::name);
    }

    /**
     * Approves a design on its page.
     *
     * @param hash of what the person has read
     * @throws RefusedException the person may not, the design is another one by now, or it is not fit to be approved
     */
    public BuildApproval approve(String program, String server, String hash, @Nullable String reason, Speaker who) {
        if (!mayApprove(who)) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_YOU,
                    "The design of a server is approved by who has the role " + ROLE + " or " + RolePolicy.APPROVER
                            + "; " + who.name() + " has " + who.roles() + ". Ask someone who has it.");
        }
        DesignStanding now = of(program, server)
                .orElseThrow(() -> new RefusedException(
                        RuleViolation.Kind.NOT_SO,
                        "The policy of the program names no playbook that builds " + server
                                + ": there is no design to approve."));
        if (!now.design().hash().equals(hash)) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "The design of " + server + " is not the one that you read any more: look at it again, then approve"
                            + " what it is now.");
        }
        List<String> against = now.design().notYet();
        if (!against.isEmpty()) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "The design of " + server + " is not approved here. " + String.join(". ", against)
                            + ". Correct that, or waive it at the gate of its run.");
        }
        return builds.approve(new BuildApproval(
                program,
                server,
                hash,
                now.design().kept(),
                who.name(),
                calendar.now(program),
                Objects.requireNonNullElse(reason, "").strip(),
                null));
    }

    /** Keeps what a person approved at a gate of a run. */
    public BuildApproval approved(
            MigrationId run,
            String program,
            String server,
            String hash,
            List<DesignLine> lines,
            String reason,
            String by) {
        return builds.approve(
                new BuildApproval(program, server, hash, lines, by, calendar.now(program), reason, run.toString()));
    }
}
