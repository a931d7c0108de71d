package io.gulliver.adapter.oracle;

import io.gulliver.secret.SecretRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every {@link OracleClient} does before and after a statement goes out: it is one of the catalogue, its slots and binds
 * are those that it declares, it has the time that is left, and it is logged.
 */
public abstract class CatalogueClient implements OracleClient {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueClient.class);

    /** ORA-01013: the code of a statement stopped by its time limit; some drivers throw the time-out without it. */
    static final int CANCELLED = 1013;

    /** The bind of a list of owners; rows of such a query are of one owner each, so that it may be asked in parts. */
    private static final String OWNERS = "owners";

    private final String system;
    private final Duration most;
    private final OracleStatements statements;
    private final StatementLog log;
    private final boolean readOnly;
    private final SecretRegistry secrets;
    private volatile Supplier<Duration> left;
    private volatile Runnable closed = () -> {};

    /**
     * @param most what a statement has at most
     * @param secrets what is blanked in messages
     */
    CatalogueClient(
            String system,
            Duration most,
            OracleStatements statements,
            StatementLog log,
            boolean readOnly,
            SecretRegistry secrets) {
        this.system = system;
        this.most = most;
        this.statements = statements;
        this.log = log;
        this.readOnly = readOnly;
        this.secrets = secrets;
        this.left = () -> most;
    }

    /** Sends one statement and answers its rows; none for a command. */
    abstract List<OracleRow> run(OracleStatement statement, String text, Map<String, ?> binds, Duration limit);

    /**
     * Labels the session in {@code V$SESSION} from the next statement on.
     *
     * @throws OracleException when it cannot be labelled
     */
    public abstract void label(SessionLabel label);

    /** Breaks the statement that runs now, and every later one; may be called by any thread. */
    public abstract void cancel();

    /** From now on no statement has more time than this answers when it begins. */
    public void within(Supplier<Duration> time) {
        left = time;
    }

    /** Has this done when the connection is closed. */
    public void whenClosed(Runnable action) {
        closed = action;
    }

    /** Tells whoever asked to know that this is being closed. */
    final void ended() {
        closed.run();
    }

    final String system() {
        return system;
    }

    final SecretRegistry secrets() {
        return secrets;
    }

    @Override
    public List<OracleRow> query(String statement, Map<String, ?> binds) {
        return query(statement, binds, most);
    }

    @Override
    public List<OracleRow> query(String statement, Map<String, ?> binds, Duration limit) {
        OracleStatement known = statements.require(statement);
        if (known.kind() != OracleStatement.Kind.QUERY) {
            throw OracleException.refused(system, statement, "not a query.", "Run it with execute.");
        }
        if (!(binds.get(OWNERS) instanceof String owners)) {
            return run(known, known.text(), binds, least(limit));
        }
        List<OracleRow> rows = new ArrayList<>();
        for (String part : OwnerList.parts(owners)) {
            Map<String, Object> some = new TreeMap<>(binds);
            some.put(OWNERS, part);
            rows.addAll(run(known, known.text(), some, least(limit)));
        }
        return rows;
    }

    @Override
    public List<OracleRow> query(TableStatements.Generated generated, Map<String, ?> binds) {
        return run(statements.require(generated.statement()), generated.sql(), binds, least(most));
    }

    @Override
    public OracleRow queryOne(String statement, Map<String, ?> binds) {
        List<OracleRow> rows = query(statement, binds);
        if (rows.size() != 1) {
            throw new OracleException(
                    system,
                    statement,
                    0,
                    OracleFailure.CONFLICT,
                    rows.size() + " rows instead of one.",
                    "Check that the object exists once.",
                    new IllegalStateException("one row wanted"));
        }
        return rows.get(0);
    }

    @Override
    public void execute(String statement, Map<String, String> slots, Map<String, ?> binds) {
        execute(statement, slots, binds, most);
    }

    @Override
    public void execute(String statement, Map<String, String> slots, Map<String, ?> binds, Duration limit) {
        OracleStatement known = statements.require(statement);
        if (known.answersRows()) {
            throw OracleException.refused(system, statement, "a query.", "Run it with query.");
        }
        run(known, fill(known, slots), binds, least(limit));
    }

    /** No statement has more time than the client gives all of them, nor more than is left. */
    private Duration least(Duration limit) {
        Duration least = limit.compareTo(most) > 0 ? most : limit;
        Duration still = left.get();
        return least.compareTo(still) > 0 ? still : least;
    }

    private String fill(OracleStatement statement, Map<String, String> slots) {
        String text = statement.text();
        for (OracleStatement.Field slot : statement.slots()) {
            String value = slots.get(slot.name());
            if (value == null || slots.size() != statement.slots().size()) {
                throw OracleException.refused(
                        system,
                        statement.id(),
                        "slots given " + new TreeMap<>(slots).keySet() + ".",
                        "Give exactly "
                                + statement.slots().stream()
                                        .map(OracleStatement.Field::name)
                                        .toList() + ".");
            }
            if (slot.hidden()) {
                secrets.add(value);
            }
            text = text.replace("{{" + slot.name() + "}}", quoted(statement, slot, value));
        }
        return text;
    }

    private String quoted(OracleStatement statement, OracleStatement.Field slot, String value) {
        try {
            return slot.quoted(value);
        } catch (IllegalArgumentException e) {
            throw OracleException.refused(
                    system,
                    statement.id(),
                    "slot " + slot.name() + " cannot take its value.",
                    slot.hidden() ? "Choose a password without double quotes." : String.valueOf(e.getMessage()));
        }
    }

    /** The text with its binds found, once it may be sent with these. */
    final SqlText checked(OracleStatement statement, String text, Map<String, ?> binds) {
        if (readOnly && statement.mutates()) {
            throw OracleException.refused(
                    system, statement.id(), "it changes the database.", "This connection only reads.");
        }
        SqlText sql = SqlText.of(text);
        if (!new TreeMap<>(binds).keySet().equals(new TreeSet<>(sql.binds()))) {
            throw OracleException.refused(
                    system,
                    statement.id(),
                    "binds given " + new TreeMap<>(binds).keySet() + ".",
                    "Give exactly " + sql.binds() + ".");
        }
        if (statement.kind() == OracleStatement.Kind.QUERY) {
            binds.forEach((name, value) -> {
                int bytes = value instanceof String said ? said.getBytes(StandardCharsets.UTF_8).length : 0;
                if (bytes > OwnerList.LONGEST_BIND) {
                    throw OracleException.refused(
                            system,
                            statement.id(),
                            "bind " + name + " has " + bytes + " bytes, and a query takes " + OwnerList.LONGEST_BIND
                                    + ".",
                            "Report it: it has to be asked in parts.");
                }
            });
        }
        return sql;
    }

    /** Asked again it would run as long. */
    final OracleException outOfTime(OracleStatement statement, Duration limit, Exception cause) {
        return new OracleException(
                system,
                statement.id(),
                CANCELLED,
                OracleFailure.EXTERNAL,
                "ORA-01013: not done within the " + limit.toSeconds() + " s that its step gives it.",
                "See in V$SESSION and V$SESSION_LONGOPS what it waits for; raise callTimeout of the step in the playbook"
                        + " when it needs so long.",
                cause);
    }

    final void called(String operation, OracleStatement statement, String outcome, long start) {
        Duration duration = since(start);
        LOG.debug("oracle {} {} {} {} ms: {}", system, operation, statement.id(), duration.toMillis(), outcome);
        log.called(new StatementLog.Call(system, operation, statement.id(), outcome, duration));
    }

    /** A failure by what its code means. */
    static OracleException failed(String system, String statement, int code, String seen, Exception cause) {
        OracleErrors.Meaning meaning = OracleErrors.meaning(code);
        // At logon nothing of ours was run: whatever was met there, it is for those who run listener and network.
        boolean unknown = statement.equals("connect") && !OracleErrors.isKnown(code);
        return new OracleException(
                system,
                statement,
                code,
                unknown ? OracleFailure.EXTERNAL : meaning.kind(),
                seen,
                unknown ? "Check host, port, listener and service, and look the code up." : meaning.advice(),
                cause);
    }

    static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Override
    public String release() {
        return queryOne("release", Map.of()).text("VERSION");
    }
}
