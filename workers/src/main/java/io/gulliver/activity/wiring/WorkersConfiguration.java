package io.gulliver.activity.wiring;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.build.BuildActions;
import io.gulliver.activity.check.AccessChecks;
import io.gulliver.activity.check.SessionSamples;
import io.gulliver.activity.check.SystemActivitiesImpl;
import io.gulliver.activity.check.SystemActivitiesOnce;
import io.gulliver.activity.conformance.ConformanceActions;
import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.activity.cutover.CutoverActions;
import io.gulliver.activity.discovery.DiscoveryActions;
import io.gulliver.activity.movement.MovementActions;
import io.gulliver.activity.runtime.ActionsByHand;
import io.gulliver.activity.runtime.HttpServerLink;
import io.gulliver.activity.runtime.RestOfLogs;
import io.gulliver.activity.runtime.StepDispatcher;
import io.gulliver.activity.runtime.ZonePayloadKeys;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.activity.validation.ValidationActions;
import io.gulliver.contract.activity.ByHandWriter;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.EvidenceSink;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.contract.activity.LearntHostKeys;
import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.contract.activity.SystemActivities;
import io.gulliver.contract.activity.WorkerZone;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.temporal.activity.Activity;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The workers' part of a process, found by Spring Boot when the jar is there and active when the process has the role
 * (that is, when a {@link WorkerZone} is set up). Every bean of type {@link StepAction}, or {@link StepActions}, is in
 * the catalogue.
 */
@AutoConfiguration
@ConditionalOnBean(WorkerZone.class)
public class WorkersConfiguration {
    /** Several actions made by one bean. */
    @FunctionalInterface
    public interface StepActions {
        List<? extends StepAction> actions();
    }

    @Bean
    StepActions conformanceActions(WorkerZone zone, Clock clock) {
        ConformanceActions actions = new ConformanceActions(new ConformanceLedger(zone.conformanceLedger()), clock);
        return actions::all;
    }

    @Bean(destroyMethod = "close")
    Systems systems(Landscape landscape, SecretSource secrets, LearntHostKeys hostKeys) {
        return new Systems(landscape, secrets, SystemLimits.defaults(), hostKeys);
    }

    @Bean
    Databases databases(Landscape landscape, SecretSource secrets, Systems systems) {
        return new Databases(landscape.databases(), secrets, systems);
    }

    @Bean
    StepActions migrationActions(Systems systems, Databases databases, EvidenceSource given) {
        return () -> actions(systems, databases, given);
    }

    /** All that works on systems and databases. */
    static List<StepAction> actions(Systems systems, Databases databases, EvidenceSource given) {
        List<StepAction> actions = new ArrayList<>(BuildActions.all(systems));
        actions.addAll(DiscoveryActions.all(systems, databases, given));
        actions.addAll(MovementActions.all(systems, databases));
        actions.addAll(ValidationActions.all(systems, databases));
        actions.addAll(CutoverActions.all(systems, databases));
        return actions;
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean({EvidenceSink.class, EvidenceSource.class, StepLogSink.class, CallRecorder.class})
    HttpServerLink serverLink(WorkerZone zone, SecretSource secrets) {
        URI server = zone.server();
        String token = zone.token();
        if (server == null || token == null) {
            throw new IllegalStateException("A process with the role 'workers' and without 'web' needs"
                    + " gulliver.workers.server and gulliver.workers.token to hand its evidence over.");
        }
        SecretRef ref = SecretRef.parse(token);
        return new HttpServerLink(server, zone.authorities(), () -> secrets.own(ref));
    }

    /** Nothing where the process has a store, and compares its keys with that. */
    @Bean
    EngineRegistration zonePayloadKeys(ObjectProvider<HttpServerLink> server, PayloadKeys keys) {
        return connector -> server.ifAvailable(link -> new ZonePayloadKeys(link, keys).register(connector));
    }

    @Bean(destroyMethod = "close")
    StepDispatcher stepDispatcher(
            ObjectProvider<StepAction> single,
            ObjectProvider<StepActions> several,
            EvidenceSink evidence,
            StepLogSink logs,
            CallRecorder calls,
            SecretRegistry secrets,
            Clock clock) {
        List<StepAction> actions = new ArrayList<>(single.orderedStream().toList());
        several.orderedStream().forEach(more -> actions.addAll(more.actions()));
        return new StepDispatcher(actions, evidence, logs, calls, secrets, clock);
    }

    @Bean
    ByHandWriter actionsByHand(
            ObjectProvider<StepAction> single, ObjectProvider<StepActions> several, SecretRegistry secrets) {
        List<StepAction> actions = new ArrayList<>(single.orderedStream().toList());
        several.orderedStream().forEach(more -> actions.addAll(more.actions()));
        return new ActionsByHand(actions, secrets);
    }

    @Bean
    SystemActivities systemTests(
            Systems systems, Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        return new SystemActivitiesOnce(
                new SystemActivitiesImpl(systems, databases, calls, secrets, clock),
                () -> Activity.getExecutionContext().getInfo().getWorkflowId(),
                clock);
    }

    @Bean(destroyMethod = "close")
    AccessChecks accessChecks(
            Systems systems, Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        return new AccessChecks(systems, databases, calls, secrets, clock);
    }

    @Bean
    SessionSamples sessionSamples(Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        return new SessionSamples(databases, calls, secrets, clock);
    }

    @Bean
    RestOfLogs restOfLogs(Systems systems, StepLogSink logs, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        return new RestOfLogs(systems, logs, calls, secrets, clock);
    }

    @Bean
    EngineRegistration stepQueues(
            StepDispatcher dispatcher,
            SystemActivities checks,
            AccessChecks access,
            SessionSamples sessions,
            RestOfLogs logs,
            WorkerZone zone) {
        return connector -> {
            for (String queue : List.of(
                    TaskQueues.device(zone.zone()), TaskQueues.host(zone.zone()), TaskQueues.await(zone.zone()))) {
                connector.activities(queue, dispatcher, checks, access, sessions, logs);
            }
        };
    }
}
