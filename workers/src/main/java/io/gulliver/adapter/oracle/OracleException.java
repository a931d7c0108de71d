package io.gulliver.adapter.oracle;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;

/** A call to a database that did not do what was asked: where, which statement, which code, and what to do next. */
public final class OracleException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String system;
    private final String statement;
    private final int code;
    private final OracleFailure kind;
    private final String advice;

    /**
     * A failure told by the database or by its driver.
     *
     * @param statement name in the catalogue, or what was tried when there is none ({@code connect})
     * @param code vendor code, 0 when the failure is ours
     * @param seen the database's own words, secrets already blanked
     */
    public OracleException(
            String system,
            String statement,
            int code,
            OracleFailure kind,
            String seen,
            String advice,
            Throwable cause) {
        super("Database " + system + ", " + statement + ": " + seen.strip() + " " + advice, cause);
        this.system = system;
        this.statement = statement;
        this.code = code;
        this.kind = kind;
        this.advice = advice;
    }

    /** A failure that the client found before sending anything. */
    public static OracleException refused(String system, String statement, String seen, String advice) {
        return new OracleException(system, statement, 0, OracleFailure.REQUEST, seen, advice, new Refusal(seen));
    }

    /** The system's name in the landscape. */
    public String system() {
        return system;
    }

    /** Name of the statement in the catalogue, or {@code connect}. */
    public String statement() {
        return statement;
    }

    /** The vendor code, for example 942; 0 when the database was not asked. */
    public int code() {
        return code;
    }

    /** The code as Oracle prints it, for example {@code ORA-00942}; empty when the database was not asked. */
    public String oraCode() {
        return code == 0 ? "" : OracleErrors.name(code);
    }

    /** Whether the session is gone: by its code, or because the driver says that only a new connection helps. */
    public boolean connectionLost() {
        return OracleErrors.endsSession(code)
                || getCause() instanceof SQLRecoverableException
                || getCause() instanceof SQLException sql
                        && sql.getSQLState() != null
                        && sql.getSQLState().startsWith("08");
    }

    /** What kind of failure it is. */
    public OracleFailure kind() {
        return kind;
    }

    /** What a person should do next. */
    public String advice() {
        return advice;
    }

    private static final class Refusal extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        Refusal(String seen) {
            super(seen);
        }
    }
}
