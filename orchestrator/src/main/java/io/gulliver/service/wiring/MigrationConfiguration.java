package io.gulliver.service.wiring;

import io.gulliver.contract.activity.ByHandWriter;
import io.gulliver.contract.notice.Messenger;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.domain.migration.EvaluationVerdict;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.engine.EngineClient;
import io.gulliver.engine.RefusedPayloads;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.persistence.hostkey.HostKeyStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.persistence.view.JournalListener;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.action.CheckDesign;
import io.gulliver.service.action.CheckTarget;
import io.gulliver.service.action.ControlStepActivities;
import io.gulliver.service.action.DesignApprove;
import io.gulliver.service.action.DesignBuild;
import io.gulliver.service.action.FactsRecord;
import io.gulliver.service.action.NetworkAddress;
import io.gulliver.service.action.NoticeTell;
import io.gulliver.service.action.PinHostKey;
import io.gulliver.service.action.ReserveEckd;
import io.gulliver.service.action.SharedHold;
import io.gulliver.service.action.SharedThings;
import io.gulliver.service.action.SizingAccept;
import io.gulliver.service.action.SizingFresh;
import io.gulliver.service.action.SizingShared;
import io.gulliver.service.action.SizingTarget;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.service.migration.EvaluationService;
import io.gulliver.service.migration.EvidencePack;
import io.gulliver.service.migration.HostKeyService;
import io.gulliver.service.migration.KnownFacts;
import io.gulliver.service.migration.LeaseScheduler;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.service.migration.ManualRunbook;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.service.migration.PlanMoves;
import io.gulliver.service.migration.Preparation;
import io.gulliver.service.migration.Reconciler;
import io.gulliver.service.migration.RefusedPayloadIncidents;
import io.gulliver.service.migration.RunDates;
import io.gulliver.service.migration.StepChecks;
import io.gulliver.service.migration.StepUndo;
import io.gulliver.service.notice.MessageOutbox;
import io.gulliver.service.notice.NoticeService;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.service.planning.AssessmentService;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.service.planning.CheckService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.service.planning.SizingAge;
import io.gulliver.service.planning.SizingService;
import io.gulliver.service.planning.StartGate;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The services that carry migrations, with what people say to them. */
@Configuration(proxyBeanMethods = false)
@Import(CommandConfiguration.class)
public class MigrationConfiguration {
    /** How many commands of a run are looked through for the one about a step. */
    private static final int LAST_WORDS = 1000;

    private static final Set<CommandState> TAKEN =
            EnumSet.of(CommandState.RECORDED, CommandState.DELIVERED, CommandState.APPLIED);

    @Bean
    StepUndo stepUndo(LibraryPlans plans) {
        return new StepUndo(plans);
    }

    @Bean
    StepChecks stepChecks(LibraryPlans plans) {
        return new StepChecks(plans);
    }

    @Bean
    HostKeyService hostKeyService(HostKeyStore keys) {
        return new HostKeyService(keys);
    }

    @Bean
    MadeThings madeThings(Stores stores, PlaybookLibrary library) {
        return new MadeThings(stores.migrations(), library.actions());
    }

    @Bean
    ManualRunbook byHand(
            Stores stores,
            LibraryPlans plans,
            PlaybookLibrary library,
            Preparation preparation,
            ObjectProvider<ByHandWriter> writer) {
        return new ManualRunbook(
                stores.migrations(),
                plans,
                library.actions(),
                preparation,
                call -> writer.getIfAvailable(() -> ByHandWriter.NOBODY).of(call));
    }

    @Bean
    public EvidencePack evidencePack(Stores stores, ManualRunbook byHand, AssessmentReports reports) {
        return new EvidencePack(
                new EvidencePack.Sources(
                        stores.migrations(),
                        stores.journal(),
                        stores.commands(),
                        stores.calls(),
                        stores.evidence(),
                        stores.playbooks(),
                        stores.programs(),
                        stores.plans(),
                        stores.decisions(),
                        stores.risks(),
                        stores.tasks(),
                        stores.audit()),
                byHand::markdown,
                reports::database);
    }

    @Bean
    public EvaluationService evaluationService(Stores stores, StartGate gate) {
        return new EvaluationService(
                stores.migrations(),
                stores.databases(),
                run ->
                        gate
                                .refusals(
                                        run.program(),
                                        run.database(),
                                        run.playbook(),
                                        run.playbookVersion(),
                                        run.purpose())
                                .stream()
                                .map(no -> new EvaluationVerdict.Stop(no.why(), no.advice(), List.of()))
                                .toList());
    }

    @Bean
    KnownFacts knownFacts(Stores stores, ProgramCalendar calendar, AssessmentService desk) {
        return new KnownFacts(
                stores.programs(),
                stores.databases(),
                stores.landings(),
                stores.names(),
                stores.facts(),
                CollectionConfiguration.collectedFacts(stores),
                RuleTables.shipped().facts(),
                calendar,
                (program, server) -> desk.topology(program, server).playbook(),
                stores.clusters()::list);
    }

    @Bean
    MigrationService migrationStarter(Stores stores, EngineClient client, ServiceSettings settings, Clock clock) {
        return new MigrationService(
                stores.migrations(), stores.engines(), client, Interpreter.VERSION, settings.callsExpire(), clock);
    }

    @Bean(destroyMethod = "close")
    CommandOutbox commandOutbox(Stores stores, EngineClient client, Clock clock) {
        return new CommandOutbox(stores.commands(), stores.migrations(), stores.journal(), client, clock);
    }

    @Bean(destroyMethod = "close")
    LeaseScheduler granter(Stores stores, EngineClient client, Clock clock) {
        return new LeaseScheduler(stores.leases(), LeaseScheduler.Waker.byTemporal(client), clock);
    }

    @Bean
    JournalListener granterWaker(LeaseScheduler granter) {
        return new JournalListener() {
            @Override
            public void flushed(JournalBatch batch) {}

            @Override
            public void leasesMoved() {
                granter.wake();
            }
        };
    }

    @Bean(destroyMethod = "close")
    Reconciler reconciler(Stores stores, EngineClient client, Clock clock) {
        return new Reconciler(stores.migrations(), stores.journal(), stores.tasks(), stores.leases(), client, clock);
    }

    @Bean
    RefusedPayloadIncidents refusedPayloadIncidents(Stores stores, RefusedPayloads refusals, Clock clock) {
        return new RefusedPayloadIncidents(refusals, stores.migrations(), stores.tasks(), stores.audit(), clock);
    }

    @Bean
    public RunDates runDates(Stores stores, PlanMoves moves, ObjectProvider<PlanService> planning) {
        return new RunDates(
                stores.database(),
                stores.programs(),
                stores.plans(),
                stores.databases(),
                stores.audit(),
                moves,
                (program, database) ->
                        planning.getObject().headline(program, database).map(Headline::outages));
    }

    @Bean
    PlanMoves planMoves(Stores stores, EngineClient client) {
        return new PlanMoves(stores.migrations(), PlanMoves.Waker.byTemporal(client));
    }

    @Bean
    Preparation preparer(Stores stores, LibraryPlans plans, KnownFacts facts, RunDates dates, Landscape landscape) {
        return new Preparation(
                stores.migrations(),
                stores.programs(),
                plans,
                stores.names(),
                migration -> {
                    KnownFacts.Known known = facts.of(migration);
                    SortedMap<String, Object> values = new TreeMap<>(known.values());
                    values.putAll(dates.facts(migration));
                    return new FactSheet(known.version(), values);
                },
                dates::usersOut,
                dates::bounds,
                migration -> stores.database().time(migration.program()).last(),
                landscape::findSystem);
    }

    /**
     * The newest word of a person about a step that its run took. The store hears of the outcome after the run has gone on, so
     * a word without one counts too.
     */
    /** What a step of a run has given; nothing of one that did not end. */
    private static Map<String, Object> outputs(Stores stores, MigrationId run, String step) {
        return stores.migrations()
                .step(run, StepKey.of(step))
                .map(row -> row.run().outputs())
                .orElse(Map.of());
    }

    private static List<EckdRange> eckdRanges(Landscape landscape, String system) {
        return landscape.findSystem(system).map(OuterSystem::eckdRanges).orElse(List.of());
    }

    private static Optional<SizingAccept.Acceptance> said(CommandReader commands, MigrationId run, String step) {
        return commands.list(run, LAST_WORDS).stream()
                .filter(command -> TAKEN.contains(command.state())
                        && command.order().step() != null
                        && command.order().step().toString().equals(step))
                .findFirst()
                .map(command -> new SizingAccept.Acceptance(
                        command.subject(),
                        Objects.requireNonNullElse(command.order().reason(), "")));
    }

    @Bean
    ControlStepActivities controlStepActivities(
            Stores stores,
            SharedStore things,
            HostKeyStore hostKeys,
            MigrationService starter,
            KnownFacts facts,
            SizingAge age,
            SizingService sizing,
            CheckService checks,
            BuildDesignService designs,
            ConnectionService connections,
            ProgramCalendar calendar,
            ObjectProvider<Messenger> messengers,
            Landscape landscape,
            Clock clock) {
        return new ControlStepActivities(
                List.of(
                        new SizingTarget(sizing::target),
                        new SizingAccept((run, step) -> said(stores.commands(), run, step), sizing::accept),
                        new SizingShared(sizing::shared, sizing::awaited),
                        new SizingFresh(age::ended, age::of),
                        new CheckDesign(checks::design),
                        new CheckTarget(checks::standing),
                        new DesignBuild(designs::ofRun, designs::sizedAnew),
                        new DesignApprove((run, step) -> said(stores.commands(), run, step), designs::approved),
                        new SharedThings(
                                things,
                                stores.migrations(),
                                stores.playbooks(),
                                stores.commands(),
                                starter::carry,
                                facts::record,
                                clock),
                        new SharedHold(things),
                        new NetworkAddress(
                                landscape.networks(), stores.names(), (run, step) -> outputs(stores, run, step)),
                        new ReserveEckd(
                                ReserveEckd.Place.GUEST,
                                system -> eckdRanges(landscape, system),
                                stores.names(),
                                (run, step) -> outputs(stores, run, step)),
                        new ReserveEckd(
                                ReserveEckd.Place.PARTITION,
                                system -> eckdRanges(landscape, system),
                                stores.names(),
                                (run, step) -> outputs(stores, run, step)),
                        new PinHostKey(
                                hostKeys,
                                run -> stores.migrations()
                                        .find(run)
                                        .filter(PinHostKey::stands)
                                        .isPresent()),
                        new NoticeTell(new MessageOutbox(
                                stores.notices(),
                                new NoticeService(stores.notices(), stores.accounts()),
                                messengers::getIfAvailable,
                                clock)),
                        new FactsRecord(
                                facts::keep,
                                connections::seen,
                                (program, database, programs, source) ->
                                        connections.runs(program, database, programs, source, calendar.now(program)),
                                run -> {
                                    RehearsalSource source =
                                            stores.migrations().require(run).source();
                                    return source != null && source.kind() != RehearsalSource.Kind.LIVE;
                                })),
                call -> stores.journal().admit(call.migration(), call.generation()));
    }
}
