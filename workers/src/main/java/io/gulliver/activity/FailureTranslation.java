package io.gulliver.activity;

import io.gulliver.adapter.ds8000.Ds8000Exception;
import io.gulliver.adapter.feilong.FeilongException;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.http.HttpSystemException;
import io.gulliver.adapter.oracle.OracleErrors;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleFailure;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.secret.SecretException;
import org.jspecify.annotations.Nullable;

/** Turns what adapters throw into the one catalogue of failures. */
public final class FailureTranslation {
    private FailureTranslation() {}

    /** The failure in our words; what is none of the adapters' comes back as it is. */
    public static RuntimeException translated(RuntimeException e) {
        if (e instanceof HttpSystemException http) {
            return failed(code(http), http, http.advice(), http.system());
        }
        if (e instanceof SshException ssh) {
            return failed(code(ssh), ssh, ssh.advice(), ssh.host());
        }
        if (e instanceof OracleException oracle) {
            return failed(code(oracle), oracle, oracle.advice(), oracle.system());
        }
        return e;
    }

    /**
     * Any failure in words for people.
     *
     * @param what was tried, as the beginning of a sentence, for the case that it is a bug
     */
    public static StepFailure described(String what, RuntimeException thrown) {
        RuntimeException e = translated(thrown);
        if (e instanceof StepFailedException known) {
            return known.failure();
        }
        if (e instanceof SecretException) {
            return FailureCode.LOGON_REFUSED.with(
                    String.valueOf(e.getMessage()), "Correct the secret or its grant, then retry the step.");
        }
        return FailureCode.INTERNAL.with(
                what + " ended with " + e.getClass().getSimpleName() + ": " + e.getMessage(),
                "This is a bug in Gulliver. The worker's log has the details.");
    }

    private static StepFailedException failed(
            FailureCode code, RuntimeException cause, @Nullable String advice, String system) {
        String message = String.valueOf(cause.getMessage());
        // Adapters end their message with the advice, which has a place of its own here.
        if (advice != null && message.endsWith(advice)) {
            message = message.substring(0, message.length() - advice.length()).strip();
        }
        return new StepFailedException(new StepFailure(code.name(), code.kind(), message, advice, system), cause);
    }

    private static FailureCode code(HttpSystemException e) {
        boolean noAnswer = e.httpStatus() == HttpSystemException.NO_STATUS;
        return switch (e.kind()) {
            case REQUEST -> FailureCode.REQUEST_REFUSED;
            case CONFLICT -> nameTaken(e, noAnswer) ? FailureCode.NAME_TAKEN : FailureCode.STATE_CONFLICT;
            case TRANSIENT -> passing(noAnswer, e.mayHaveHappened());
            case CAPACITY -> FailureCode.CAPACITY_EXHAUSTED;
            case EXTERNAL -> outside(noAnswer, e.httpStatus());
            case BUG -> FailureCode.INTERNAL;
        };
    }

    /** Where we looked and found an object of that name that is not ours, or where the product says so itself. */
    private static boolean nameTaken(HttpSystemException e, boolean noAnswer) {
        if (e instanceof FeilongException feilong) {
            return feilong.meaning() == FeilongException.Meaning.EXISTS;
        }
        if (e instanceof Ds8000Exception unit) {
            return unit.meaning() == Ds8000Exception.Meaning.TAKEN;
        }
        return e instanceof HmcException hmc ? noAnswer || hmc.is(400, 8) : e.httpStatus() == 200;
    }

    private static FailureCode code(SshException e) {
        return switch (e.kind()) {
            case TRANSIENT -> FailureCode.UNREACHABLE;
            case AUTH -> FailureCode.LOGON_REFUSED;
            case HOST_KEY -> FailureCode.IDENTITY_CHANGED;
            case REMOTE -> FailureCode.REQUEST_REFUSED;
            case TIMEOUT -> FailureCode.TIMED_OUT;
            case CONFLICT -> FailureCode.STATE_CONFLICT;
            case CAPACITY -> FailureCode.CAPACITY_EXHAUSTED;
        };
    }

    private static FailureCode code(OracleException e) {
        if (e.kind() == OracleFailure.EXTERNAL && e.code() == 1013) {
            return FailureCode.LIMIT_REACHED;
        }
        return switch (e.kind()) {
            case REQUEST -> FailureCode.REQUEST_REFUSED;
            case CONFLICT -> FailureCode.STATE_CONFLICT;
            case TRANSIENT ->
                e.statement().equals("connect") ? FailureCode.UNREACHABLE : FailureCode.TEMPORARILY_UNAVAILABLE;
            case CAPACITY -> FailureCode.CAPACITY_EXHAUSTED;
            case EXTERNAL -> outside(e);
            case BUG -> FailureCode.INTERNAL;
        };
    }

    /** All instances of a service are restricted: whoever restricted them, or another way in, helps; no account does. */
    private static final int RESTRICTED = 12_526;

    private static FailureCode outside(OracleException e) {
        if (e.statement().equals("connect")) {
            if (e.code() == RESTRICTED) {
                return FailureCode.STATE_CONFLICT;
            }
            return OracleErrors.beforeLogon(e.code()) ? FailureCode.REQUEST_REFUSED : FailureCode.LOGON_REFUSED;
        }
        return e.code() == 942 || e.code() == 1031 ? FailureCode.LOGON_REFUSED : FailureCode.REQUEST_REFUSED;
    }

    private static FailureCode passing(boolean noAnswer, boolean perhapsDone) {
        if (!noAnswer) {
            return FailureCode.TEMPORARILY_UNAVAILABLE;
        }
        return perhapsDone ? FailureCode.TIMED_OUT : FailureCode.UNREACHABLE;
    }

    /** Without an answer it is the certificate that failed; everything else outside of us is about the account. */
    private static FailureCode outside(boolean noAnswer, int status) {
        if (noAnswer) {
            return FailureCode.IDENTITY_CHANGED;
        }
        return status == 401 || status == 403 ? FailureCode.LOGON_REFUSED : FailureCode.REQUEST_REFUSED;
    }
}
