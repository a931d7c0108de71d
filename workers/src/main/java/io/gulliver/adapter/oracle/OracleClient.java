package io.gulliver.adapter.oracle;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One connection to one database service, which runs statements of the catalogue by name and no others.
 *
 * <p>Not for two threads at once. Nothing is retried here. A statement that ran into its time limit leaves the connection
 * unusable: close it and open another.
 */
public interface OracleClient extends AutoCloseable {

    /**
     * Runs a query and answers all its rows, in the order in which the statement gives them.
     *
     * <p>Versions and privileges: in the statement's header. Reads only.
     *
     * @param binds value by bind name: {@link String}, {@link Number} or {@link java.time.LocalDateTime}
     * @throws OracleException with the statement's name and the ORA- code
     */
    List<OracleRow> query(String statement, Map<String, ?> binds);

    /** Runs a query without binds. */
    default List<OracleRow> query(String statement) {
        return query(statement, Map.of());
    }

    /**
     * As {@link #query(String, Map)}, with a time limit of its own.
     *
     * @param limit at least a second; at most the client's own
     */
    List<OracleRow> query(String statement, Map<String, ?> binds, Duration limit);

    /** Runs a query that answers one row and fails when there are none or more. */
    OracleRow queryOne(String statement, Map<String, ?> binds);

    /** Runs a query written by {@link TableStatements}. */
    List<OracleRow> query(TableStatements.Generated generated, Map<String, ?> binds);

    /**
     * Runs a command or PL/SQL block. When this returns the database has done it: DDL commits by itself, blocks are
     * committed here.
     *
     * @param slots names and literals by slot name, unquoted; they are checked and quoted here
     * @throws OracleException REQUEST when the client is read-only
     */
    void execute(String statement, Map<String, String> slots, Map<String, ?> binds);

    /**
     * As {@link #execute(String, Map, Map)}, with a time limit of its own.
     *
     * @param limit at least a second; at most the client's own
     */
    void execute(String statement, Map<String, String> slots, Map<String, ?> binds, Duration limit);

    /** Runs a command without binds. */
    default void execute(String statement, Map<String, String> slots) {
        execute(statement, slots, Map.of());
    }

    /** The release as the database tells it, such as 19.0.0.0.0. */
    String release();

    @Override
    void close();
}
