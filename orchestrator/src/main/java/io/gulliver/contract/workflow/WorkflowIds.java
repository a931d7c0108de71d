package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.StepLogRest;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.domain.migration.MigrationId;
import java.util.UUID;

/** Builds every workflow id. They use {@code /} and are never parsed. */
public final class WorkflowIds {
    private WorkflowIds() {}

    /** One workflow per migration for its whole life; the generation tells engines apart. */
    public static String migration(MigrationId id) {
        return "migration/" + id.value();
    }

    /** One test of an outside system; each is a run of its own. */
    public static String systemCheck(SystemCheck check, UUID once) {
        return "check/" + check.kind() + "/" + check.name() + "/" + once;
    }

    /** One fetching of what a job printed; each is a run of its own. */
    public static String stepLogRest(StepLogRest wanted, UUID once) {
        return "log/" + wanted.migration().value() + "/" + wanted.step() + "/" + wanted.job() + "/" + once;
    }

    /** The one run that tries the access to a program's databases. */
    public static String accessSweep(String program) {
        return "access/" + program;
    }

    /** The one run that samples the sessions of a program's databases. */
    public static String sessionSweep(String program) {
        return "sessions/" + program;
    }
}
