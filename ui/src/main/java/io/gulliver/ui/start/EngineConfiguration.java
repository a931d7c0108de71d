package io.gulliver.ui.start;

import io.gulliver.contract.activity.WorkerZone;
import io.gulliver.engine.EngineRegistration;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.engine.Payloads;
import io.gulliver.engine.RefusedPayloads;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.engine.TemporalDevServer;
import io.gulliver.engine.TemporalProgram;
import io.gulliver.service.runtime.EngineResumption;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The engine of this process: the embedded Temporal where none is named, and the connection to it. */
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    DataDirectory dataDirectory(GulliverSettings settings) {
        return DataDirectory.open(settings.data());
    }

    /** Where this process stands as a worker; there only with that role, which wakes the workers' configuration. */
    @Bean
    @Conditional(HasWorkersRole.class)
    WorkerZone workerZone(GulliverSettings settings) {
        return new WorkerZone(
                settings.workers().zone(),
                settings.workers().server(),
                settings.workers().token(),
                settings.workers().authorities(),
                settings.workers().conformanceLedger());
    }

    static final class HasWorkersRole implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return UsesStore.ByRoles.roles(context.getEnvironment()).contains(ProcessRole.WORKERS);
        }
    }

    /** Runs the embedded Temporal, or nothing when a target is named. */
    @Bean
    EmbeddedTemporal embeddedTemporal(GulliverSettings settings, DataDirectory directory) {
        GulliverSettings.Temporal temporal = settings.temporal();
        if (temporal.target() != null) {
            return new EmbeddedTemporal(null);
        }
        return new EmbeddedTemporal(TemporalDevServer.open(new TemporalDevServer.Settings(
                directory.path().resolve("engine"),
                TemporalProgram.require(temporal.program()),
                temporal.namespace(),
                temporal.port(),
                temporal.synchronous(),
                temporal.startLimit())));
    }

    record EmbeddedTemporal(@Nullable TemporalDevServer server) implements AutoCloseable {
        @Override
        public void close() {
            if (server != null) {
                server.close();
            }
        }
    }

    @Bean
    PayloadKeys payloadKeys(DataDirectory directory) {
        return PayloadKeys.loadOrCreate(directory.path().resolve("payload-keys.json"));
    }

    /** Payloads that did not open, since this process started. */
    @Bean
    RefusedPayloads refusedPayloads() {
        return new RefusedPayloads();
    }

    @Bean
    MeterBinder refusedPayloadMeters(RefusedPayloads refusals) {
        return registry -> {
            for (RefusedPayloads.Reason reason : RefusedPayloads.Reason.values()) {
                FunctionCounter.builder("gulliver.engine.payloads.refused", refusals, all -> all.count(reason))
                        .description("Payloads in the engine that did not open")
                        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                        .register(registry);
            }
        };
    }

    @Bean(destroyMethod = "close")
    TemporalConnector temporalConnector(
            GulliverSettings settings,
            PayloadKeys keys,
            RefusedPayloads refusals,
            EmbeddedTemporal embedded,
            Clock clock) {
        GulliverSettings.Temporal temporal = settings.temporal();
        GulliverSettings.Tls tls = temporal.tls();
        String target = temporal.target();
        TemporalDevServer server = embedded.server();
        return new TemporalConnector(
                new TemporalConnector.Settings(
                        server != null ? server.target() : java.util.Objects.requireNonNull(target),
                        temporal.namespace(),
                        ManagementFactory.getRuntimeMXBean().getName(),
                        tls == null ? null : new TemporalConnector.Tls(tls.authorities(), tls.certificate(), tls.key()),
                        temporal.tuning().tuning()),
                Payloads.encrypted(keys, refusals),
                clock);
    }

    /** Starts the connection when every bean is there, and before the web server takes requests. */
    @Bean
    SmartLifecycle engineStart(TemporalConnector connector, ObjectProvider<EngineRegistration> registrations) {
        return new SmartLifecycle() {
            private volatile boolean running;

            @Override
            public void start() {
                registrations.orderedStream().forEach(registration -> registration.register(connector));
                connector.start();
                running = true;
            }

            @Override
            public void stop() {
                connector.close();
                running = false;
            }

            @Override
            public boolean isRunning() {
                return running;
            }

            @Override
            public int getPhase() {
                return 0;
            }
        };
    }

    @Bean
    HealthIndicator engineHealthIndicator(TemporalConnector connector, ObjectProvider<EngineResumption> resumptions) {
        EngineResumption resumption = resumptions.getIfAvailable();
        return () -> {
            var health = connector.health();
            Optional<String> trouble = resumption == null ? Optional.empty() : resumption.trouble();
            Health.Builder builder = health.up() && trouble.isEmpty() ? Health.up() : Health.down();
            trouble.ifPresent(why -> builder.withDetail("migrations", why));
            builder.withDetail("state", health.state()).withDetail("since", health.since());
            connector.identity().ifPresent(engine -> builder.withDetail("engine", engine.toString()));
            if (!health.message().isEmpty()) {
                builder.withDetail("message", health.message());
            }
            return builder.build();
        };
    }
}
