package io.gulliver.testing;

import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.service.collection.CollectedFacts;
import io.gulliver.service.collection.CollectionWindowJob;
import io.gulliver.service.collection.WaitingTasks;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.PlanMoves;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.service.planning.CheckService;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.PlaybookShapes;
import io.gulliver.service.planning.ProgramService;
import io.gulliver.service.planning.RehearsalMeasures;
import io.gulliver.service.planning.RiskRuleJob;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.service.planning.SizingAge;
import io.gulliver.service.planning.SizingService;
import io.gulliver.service.planning.StartGate;
import io.gulliver.service.planning.StartWaiverService;
import io.gulliver.service.wiring.CollectionConfiguration;
import io.gulliver.service.wiring.PlanningConfiguration;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Services on the stores of a test, wired as the product wires them, with the shipped tables. */
public final class Services {
    private static final PlanningConfiguration PLANNING = new PlanningConfiguration();
    private static final CollectionConfiguration COLLECTION = new CollectionConfiguration();
    private static final RuleTables TABLES = RuleTables.shipped();

    private Services() {}

    /** A landscape without a system. */
    private static final Landscape NOWHERE = new Landscape(
            new TreeMap<>(), List.of(), new DatabaseAccess(DatabaseAccess.ORACLE, null, null, new TreeMap<>(), true));

    public static AssessmentService assessment(Stores stores) {
        return assessment(stores, NOWHERE);
    }

    /** The same on a landscape. */
    public static AssessmentService assessment(Stores stores, Landscape landscape) {
        return PLANNING.assessmentDesk(
                stores, PLANNING.snapshotReader(stores, PlaybookShapes.none()), sizingAge(stores), TABLES, landscape);
    }

    public static AssessmentReports reports(Stores stores, AssessmentService desk, LibraryPlans plans) {
        return PLANNING.assessmentReports(
                stores, PLANNING.snapshotReader(stores, PlaybookShapes.none()), desk, plans, plan(stores));
    }

    public static SizingService sizing(Stores stores) {
        return PLANNING.sizingService(stores, assessment(stores));
    }

    /** Tuning checks under the wall clock of the test. */
    public static CheckService checks(Stores stores, ProgramCalendar calendar) {
        return PLANNING.checkService(stores, sizing(stores), assessment(stores), calendar);
    }

    /** Designs of servers without a network of the landscape, under the wall clock of the test. */
    public static BuildDesignService designs(Stores stores, LibraryPlans plans, ProgramCalendar calendar) {
        return PLANNING.buildDesignService(
                stores,
                PLANNING.approvedPlaybooks(stores, plans),
                plans,
                sizing(stores),
                assessment(stores),
                checks(stores, calendar),
                new Landscape(new TreeMap<>(), List.of(), new DatabaseAccess("", null, null, new TreeMap<>(), false)),
                calendar);
    }

    public static StartWaiverService starts(Stores stores, AssessmentService desk, LibraryPlans plans) {
        return PLANNING.startWaiverService(stores, desk, PLANNING.approvedPlaybooks(stores, plans));
    }

    public static StartGate startGate(Stores stores, AssessmentService desk, LibraryPlans plans) {
        return PLANNING.startGate(stores, desk, PLANNING.approvedPlaybooks(stores, plans), starts(stores, desk, plans));
    }

    public static MethodDemand demand(Stores stores, LibraryPlans plans) {
        return PLANNING.methodDemand(stores, PLANNING.approvedPlaybooks(stores, plans));
    }

    public static CollectedFacts collectedFacts(Stores stores) {
        return CollectionConfiguration.collectedFacts(stores);
    }

    public static SizingAge sizingAge(Stores stores) {
        return PLANNING.sizingAge(stores);
    }

    public static ProgramService programs(Stores stores) {
        return PLANNING.programService(stores, plan(stores));
    }

    /** What rehearsals measured, as the product writes it down. */
    public static RehearsalMeasures measures(Stores stores, LibraryPlans plans) {
        return PLANNING.rehearsalMeasures(
                stores, PLANNING.rateService(stores, plan(stores)), PLANNING.playbookShapes(stores, plans));
    }

    /** With the planning values alone. */
    public static PlanService plan(Stores stores) {
        return plan(stores, PlaybookShapes.none());
    }

    public static PlanService plan(Stores stores, PlaybookShapes shapes) {
        return PLANNING.planService(
                stores,
                PLANNING.snapshotReader(stores, shapes),
                assessment(stores),
                TABLES,
                new PlanMoves(stores.migrations(), migration -> {}));
    }

    /** With no discovery that waits for a file. */
    public static RiskRuleJob riskSweep(Stores stores) {
        return new RiskRuleJob(
                PLANNING.snapshotReader(stores, PlaybookShapes.none()),
                stores.risks(),
                stores.views(),
                stores.connections(),
                COLLECTION.connectionService(stores, TABLES),
                assessment(stores),
                program -> Set.of());
    }

    public static CollectionWindowJob windowRounds(Stores stores, Clock clock) {
        return COLLECTION.windowRounds(stores, ProgramCalendar.wall(clock));
    }

    public static WaitingTasks waitingTasks(Stores stores, Function<String, Playbook> playbooks) {
        return new WaitingTasks(
                stores.commands(),
                stores.database(),
                stores.evidence(),
                stores.facts(),
                stores.migrations(),
                stores.programs(),
                stores.tasks(),
                playbooks);
    }
}
