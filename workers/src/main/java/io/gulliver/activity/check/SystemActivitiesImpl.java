package io.gulliver.activity.check;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.runtime.RecordingContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.SystemActivities;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.contract.activity.SystemRoom;
import io.gulliver.secret.SecretRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests outside systems with the clients that steps use: one log-on, one read-only question, and what went wrong in the
 * words in which a step would say it. Every call goes to the call log, under no migration.
 */
public final class SystemActivitiesImpl implements SystemActivities {
    private static final Logger log = LoggerFactory.getLogger(SystemActivitiesImpl.class);
    private static final SystemLimits LIMITS =
            new SystemLimits(Duration.ofSeconds(5), Duration.ofSeconds(12), Duration.ofSeconds(12));

    private final Systems systems;
    private final Databases databases;
    private final CallRecorder calls;
    private final SecretRegistry secrets;
    private final Clock clock;

    public SystemActivitiesImpl(
            Systems systems, Databases databases, CallRecorder calls, SecretRegistry secrets, Clock clock) {
        this.systems = systems;
        this.databases = databases;
        this.calls = calls;
        this.secrets = secrets;
        this.clock = clock;
    }

    @Override
    public CheckedSystem check(SystemCheck check) {
        RecordingContext context = new RecordingContext(calls, secrets, clock);
        try {
            String seen = systems.during(context, () -> seen(check, context));
            CheckedSystem good = CheckedSystem.good(secrets.mask(seen));
            return Boolean.TRUE.equals(check.room())
                    ? good.having(systems
                            .during(
                                    context,
                                    () -> systems.room(
                                            check.kind(),
                                            check.name(),
                                            Objects.requireNonNullElse(check.pools(), List.of()),
                                            LIMITS))
                            .stream()
                            .map(this::masked)
                            .toList())
                    : good;
        } catch (RuntimeException e) {
            StepFailure failure = FailureTranslation.described("The test of " + check.name(), e);
            if (failure.code().equals(FailureCode.INTERNAL.name())) {
                log.error("A bug in the test of {} {}", check.kind(), check.name(), e);
            }
            return CheckedSystem.bad(new StepFailure(
                    failure.code(),
                    failure.kind(),
                    secrets.mask(failure.message()),
                    failure.advice() == null ? null : secrets.mask(failure.advice()),
                    failure.system()));
        }
    }

    private SystemRoom masked(SystemRoom room) {
        return room.unread() == null ? room : SystemRoom.unread(room.part(), room.kind(), secrets.mask(room.unread()));
    }

    private String seen(SystemCheck check, StepContext context) {
        return switch (check.kind()) {
            case "hmc", "spectrum-virtualize", "ds8000", "feilong" ->
                systems.checkDevice(check.kind(), check.name(), LIMITS);
            case "installation-server" -> systems.checkInstallationServer(check.name());
            case SystemCheck.SSH -> systems.checkHost(check.name());
            case SystemCheck.ORACLE ->
                databases.check(
                        new Databases.Address(
                                String.valueOf(check.host()),
                                check.port(),
                                String.valueOf(check.service()),
                                check.name()),
                        context);
            default ->
                throw new StepFailedException(
                        FailureCode.ACTION_UNKNOWN,
                        "These workers have no client for systems of the kind " + check.kind() + ".",
                        "Correct the kind of " + check.name() + " in the landscape, or install matching workers.");
        };
    }
}
