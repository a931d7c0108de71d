package io.gulliver.service.wiring;

import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.engine.EngineClient;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.CheckRules;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.collection.WaitingTasks;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.service.migration.PlanMoves;
import io.gulliver.service.migration.RunWaits;
import io.gulliver.service.planning.ApprovedPlaybooks;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.service.planning.CheckService;
import io.gulliver.service.planning.ClusterService;
import io.gulliver.service.planning.DiscoveryJob;
import io.gulliver.service.planning.HostLoads;
import io.gulliver.service.planning.InventoryService;
import io.gulliver.service.planning.MethodChoiceService;
import io.gulliver.service.planning.MethodDemand;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.PlanProposalService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.PlanUndoService;
import io.gulliver.service.planning.PlanningJob;
import io.gulliver.service.planning.PlaybookShapes;
import io.gulliver.service.planning.ProgramService;
import io.gulliver.service.planning.ProgramTimeService;
import io.gulliver.service.planning.RateService;
import io.gulliver.service.planning.RehearsalMeasures;
import io.gulliver.service.planning.RiskRuleJob;
import io.gulliver.service.planning.RiskService;
import io.gulliver.service.planning.RoomService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.service.planning.SizingAge;
import io.gulliver.service.planning.SizingService;
import io.gulliver.service.planning.SnapshotReader;
import io.gulliver.service.planning.StartGate;
import io.gulliver.service.planning.StartWaiverService;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The services of planning. */
@Configuration(proxyBeanMethods = false)
public class PlanningConfiguration {
    /** Shipped tables, and the operator's own in their place. */
    @Bean
    RuleTables ruleTables(ServiceSettings settings) {
        return RuleTables.of(settings.directory().resolve("tables"));
    }

    @Bean
    public PlaybookShapes playbookShapes(Stores stores, LibraryPlans plans) {
        return new PlaybookShapes(() -> stores.playbooks().list(), plans::playbook, plans::require);
    }

    @Bean
    public PlanService planService(
            Stores stores, SnapshotReader snapshots, AssessmentService desk, RuleTables tables, PlanMoves moves) {
        return new PlanService(stores.database(), snapshots, desk, stores.views(), tables, stores.windows(), moves);
    }

    @Bean
    public ProgramService programService(Stores stores, PlanService planning) {
        ProgramService service = new ProgramService(
                stores.programs(), planning, stores.leases(), stores.rates(), stores.database()::now);
        service.limit();
        return service;
    }

    @Bean
    public SnapshotReader snapshotReader(Stores stores, PlaybookShapes shapes) {
        return new SnapshotReader(
                stores.programs(),
                stores.databases(),
                stores.landings(),
                stores.decisions(),
                stores.plans(),
                stores.rates(),
                stores.facts(),
                stores.evidence(),
                CollectionConfiguration.collectedFacts(stores),
                stores.migrations(),
                new HostLoads(stores.evidence()),
                shapes);
    }

    @Bean
    public SizingAge sizingAge(Stores stores) {
        return new SizingAge(
                stores.database(),
                stores.decisions(),
                stores.databases(),
                CollectionConfiguration.collectedFacts(stores),
                stores.migrations(),
                stores.programs());
    }

    @Bean
    public AssessmentService assessmentDesk(
            Stores stores, SnapshotReader snapshots, SizingAge age, RuleTables tables, Landscape landscape) {
        return new AssessmentService(stores.database(), snapshots, age, tables, landscape.hypervisors());
    }

    @Bean
    public SizingService sizingService(Stores stores, AssessmentService desk) {
        return new SizingService(desk, stores.migrations());
    }

    @Bean
    public CheckService checkService(
            Stores stores, SizingService sizing, AssessmentService desk, ProgramCalendar calendar) {
        return new CheckService(CheckRules.shipped(), stores.checks(), stores.programs(), sizing, desk, calendar);
    }

    @Bean
    public BuildDesignService buildDesignService(
            Stores stores,
            ApprovedPlaybooks playbooks,
            LibraryPlans plans,
            SizingService sizing,
            AssessmentService desk,
            CheckService checks,
            Landscape landscape,
            ProgramCalendar calendar) {
        return new BuildDesignService(
                stores.builds(), stores.migrations(), playbooks, plans, sizing, desk, checks, landscape, calendar);
    }

    @Bean
    public ClusterService clusterService(Stores stores, ProgramCalendar calendar) {
        return new ClusterService(
                stores.clusters(),
                stores.programs(),
                stores.databases(),
                stores.landings(),
                stores.migrations(),
                calendar);
    }

    @Bean
    public RoomService roomService(
            BuildDesignService designs, Stores stores, RuleTables tables, ObjectProvider<MadeThings> things) {
        return new RoomService(
                designs,
                stores.plans(),
                program -> things.getObject().list(program),
                tables.arrays().plannedShare());
    }

    @Bean
    public AssessmentReports assessmentReports(
            Stores stores, SnapshotReader snapshots, AssessmentService desk, LibraryPlans plans, PlanService planning) {
        return new AssessmentReports(
                stores.database(), snapshots, stores.risks(), stores.playbooks(), desk, plans, planning);
    }

    @Bean
    public ApprovedPlaybooks approvedPlaybooks(Stores stores, LibraryPlans plans) {
        return new ApprovedPlaybooks(stores.playbooks(), plans);
    }

    @Bean
    public StartWaiverService startWaiverService(Stores stores, AssessmentService desk, ApprovedPlaybooks playbooks) {
        return new StartWaiverService(stores.decisions(), desk, playbooks, stores.migrations(), stores.commands());
    }

    @Bean
    public StartGate startGate(
            Stores stores, AssessmentService desk, ApprovedPlaybooks playbooks, StartWaiverService waivers) {
        return new StartGate(desk, playbooks, waivers, stores.landings(), stores.programs(), stores.clusters());
    }

    @Bean
    public MethodDemand methodDemand(Stores stores, ApprovedPlaybooks playbooks) {
        return new MethodDemand(stores.programs(), stores.plans(), stores.migrations(), playbooks);
    }

    @Bean
    RiskService riskService(Stores stores, RuleTables tables) {
        return new RiskService(stores.risks(), tables.risks());
    }

    @Bean
    RiskRuleJob riskSweep(
            Stores stores,
            SnapshotReader snapshots,
            ConnectionService connections,
            AssessmentService desk,
            WaitingTasks waiting) {
        return new RiskRuleJob(
                snapshots,
                stores.risks(),
                stores.views(),
                stores.connections(),
                connections,
                desk,
                waiting::unanswered);
    }

    @Bean
    PlanningJob planningJob(
            Stores stores, PlanService plan, RehearsalMeasures measures, RiskRuleJob sweep, ProgramCalendar calendar) {
        return new PlanningJob(stores.programs(), plan, measures, sweep, calendar);
    }

    @Bean
    public RehearsalMeasures rehearsalMeasures(Stores stores, RateService rates, PlaybookShapes shapes) {
        return new RehearsalMeasures(
                stores.migrations(),
                stores.commands(),
                stores.journal(),
                stores.programs(),
                stores.databases(),
                stores.facts(),
                rates,
                shapes);
    }

    @Bean
    PlanEditService planEditService(Stores stores, PlanService planning) {
        return new PlanEditService(stores.database(), stores.plans(), planning);
    }

    @Bean
    PlanProposalService planProposalService(Stores stores) {
        return new PlanProposalService(stores.database(), stores.plans(), stores.databases());
    }

    @Bean
    PlanUndoService planUndoService(Stores stores, PlanEditService edits) {
        return new PlanUndoService(stores.database(), stores.plans(), edits, stores.migrations());
    }

    @Bean
    public RateService rateService(Stores stores, PlanService planning) {
        return new RateService(stores.rates(), planning, stores.database()::now);
    }

    @Bean
    MethodChoiceService methodChoiceService(Stores stores, AssessmentService desk, PlanService planning) {
        return new MethodChoiceService(stores.decisions(), desk, planning);
    }

    @Bean
    InventoryService inventoryService(IntakeGate gate, InventoryImport inventory, PlanService planning) {
        return new InventoryService(gate, inventory, planning);
    }

    @Bean
    ProgramTimeService programTimeService(
            Stores stores, EngineClient client, @Value("${gulliver.lab.users:false}") boolean lab, Clock clock) {
        return new ProgramTimeService(stores.clocks(), PlanMoves.Waker.byTemporal(client), clock, lab);
    }

    @Bean
    DiscoveryJob discoveryJob(
            Stores stores, ApprovedPlaybooks playbooks, MigrationService starter, ProgramCalendar calendar) {
        return new DiscoveryJob(stores.programs(), stores.migrations(), stores.access(), playbooks, starter, calendar);
    }

    @Bean
    RunWaits runWaits(Stores stores, ProgramCalendar calendar) {
        return new RunWaits(stores.migrations(), stores.journal(), stores.leases(), stores.programs(), calendar);
    }
}
