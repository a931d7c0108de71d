package io.gulliver.persistence.risk;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.risk.EntryChange;
import io.gulliver.domain.risk.EntryDetails;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskScore;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** The risk register in tables. */
public final class JdbcRiskStore implements RiskStore {
    private static final String COLUMNS = """
            number, event, cause, effect, probability, impact, owner, response, action, due, indicator, state,
            rule_name, rule_cause, raised_by, raised_at, closed_at, version, changed_by, changed_at, kind, severity,
            if_false, decider, options, decision, outcome, evidence, came_from,
            (select f.kind from risks f where f.program = risks.program and f.number = risks.came_from) as from_kind
            """;
    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final AuditStore audit;

    public JdbcRiskStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.audit = audit;
    }

    @Override
    public List<Risk> list(String program) {
        return read(program, " and kind = 'RISK'", Map.of(), "order by score desc, number");
    }

    @Override
    public List<Risk> entries(String program) {
        return read(program, "", Map.of(), "order by coalesce(score, severity * 5, 0) desc, number");
    }

    @Override
    public List<EntryChange> changes(String program, int number) {
        return db.jdbc()
                .sql("""
                select happened_at, changed_by, field, before_value, after_value
                from risk_changes where program = :program and number = :number order by id
                """)
                .param("program", program)
                .param("number", number)
                .query((row, n) -> new EntryChange(
                        RowValues.instant(row, "happened_at"),
                        row.getString("changed_by"),
                        row.getString("field"),
                        row.getString("before_value"),
                        row.getString("after_value")))
                .list();
    }

    @Override
    public Map<String, Risk> ofLibrary(String program) {
        Map<Integer, String> ids = new HashMap<>();
        db.jdbc()
                .sql("select number, library_id from risks where program = :program and library_id is not null")
                .param("program", program)
                .query(row -> {
                    ids.put(row.getInt("number"), row.getString("library_id"));
                });
        Map<String, Risk> entries = new TreeMap<>();
        read(program, " and library_id is not null", Map.of(), "order by number")
                .forEach(risk -> entries.put(ids.get(risk.number()), risk));
        return entries;
    }

    @Override
    public List<Risk> ruled(String program) {
        return read(program, " and rule_name is not null", Map.of(), "order by number");
    }

    @Override
    public List<Risk> ofDatabase(String program, @Nullable String database) {
        if (database == null) {
            return List.of();
        }
        return read(program, """
                 and kind = 'RISK' and state in ('PROPOSED', 'OPEN') and number in (select number from risk_databases
                    where program = :program and database_name = :database)
                """, Map.of("database", database), "order by score desc, number");
    }

    @Override
    public Optional<Risk> find(String program, int number) {
        return read(program, " and number = :number", Map.of("number", number), "").stream()
                .findFirst();
    }

    @Override
    public Risk require(String program, int number) {
        return find(program, number)
                .orElseThrow(() -> new UnknownRowException("Program " + program + " has no entry " + number
                        + " in its register. Load the register again."));
    }

    private List<Risk> read(String program, String narrow, Map<String, Object> more, String order) {
        Map<String, Object> params = new LinkedHashMap<>(more);
        params.put("program", program);
        String only = narrow.isEmpty()
                ? ""
                : " and number in (select number from risks where program = :program" + narrow + ")";
        Map<Integer, List<String>> databases = new HashMap<>();
        db.jdbc()
                .sql("select number, database_name from risk_databases where program = :program" + only
                        + " order by number, database_name")
                .params(params)
                .query(row -> {
                    databases
                            .computeIfAbsent(row.getInt("number"), number -> new ArrayList<>())
                            .add(row.getString("database_name"));
                });
        Map<Integer, List<RiskScore>> scores = new HashMap<>();
        db.jdbc()
                .sql("select number, happened_at, probability, impact, state, set_by from risk_scores"
                        + " where program = :program" + only + " order by number, seq")
                .params(params)
                .query(row -> {
                    scores.computeIfAbsent(row.getInt("number"), number -> new ArrayList<>())
                            .add(new RiskScore(
                                    RowValues.instant(row, "happened_at"),
                                    row.getInt("probability"),
                                    row.getInt("impact"),
                                    RiskState.valueOf(row.getString("state")),
                                    row.getString("set_by")));
                });
        Map<Integer, List<String>> became = new HashMap<>();
        db.jdbc()
                .sql("select number, kind, came_from from risks where program = :program and came_from is not null"
                        + (narrow.isEmpty()
                                ? ""
                                : " and came_from in (select number from risks where program = :program" + narrow + ")")
                        + " order by number")
                .params(params)
                .query(row -> {
                    became.computeIfAbsent(row.getInt("came_from"), number -> new ArrayList<>())
                            .add(EntryKind.valueOf(row.getString("kind")).key(row.getInt("number")));
                });
        return db.jdbc()
                .sql("select " + COLUMNS + " from risks where program = :program" + narrow + " " + order)
                .params(params)
                .query((row, n) -> risk(
                        program,
                        row,
                        databases.getOrDefault(row.getInt("number"), List.of()),
                        scores.getOrDefault(row.getInt("number"), List.of()),
                        became.getOrDefault(row.getInt("number"), List.of())))
                .list();
    }

    @Override
    public Risk add(String program, RiskStatement statement, String requestId, String by) {
        return once(program, requestId, () -> insert(program, statement, Origin.asked(requestId), by));
    }

    @Override
    public Risk pick(String program, RiskStatement statement, String libraryId, String by) {
        return once(
                program,
                "seed/" + program + "/" + libraryId,
                () -> insert(
                        program,
                        statement,
                        new Origin("seed/" + program + "/" + libraryId, null, null, null, libraryId),
                        by));
    }

    @Override
    public Risk become(
            String program,
            int number,
            long version,
            RiskStatement before,
            RiskStatement statement,
            String requestId,
            String by) {
        return once(program, requestId, () -> {
            Risk made = insert(program, statement, new Origin(requestId, null, null, number, null), by);
            update(program, number, version, before.in(RiskState.CLOSED, before.outcome()), by);
            return made;
        });
    }

    /** What was asked before is answered as it is now. */
    private Risk once(String program, String requestId, Supplier<Risk> make) {
        try {
            return db.inTransaction(() -> {
                lock(program);
                Optional<Integer> existing = byRequest(program, requestId);
                return existing.isPresent() ? require(program, existing.get()) : make.get();
            });
        } catch (DuplicateKeyException e) {
            throw new IdempotencyConflictException(
                    "The idempotency key " + requestId + " was used to add a risk of another program. Use a new key.");
        }
    }

    /** Where an entry comes from: a request, a rule, another entry, the library. */
    private record Origin(
            @Nullable String requestId,
            @Nullable String rule,
            @Nullable String ruleCause,
            @Nullable Integer cameFrom,
            @Nullable String libraryId) {
        static Origin asked(String requestId) {
            return new Origin(requestId, null, null, null, null);
        }
    }

    @Override
    public Risk raise(String program, RiskStatement statement, String rule, String ruleCause) {
        return db.inTransaction(() -> {
            lock(program);
            Optional<Integer> there = db.jdbc()
                    .sql("""
                    select number from risks
                    where program = :program and rule_name = :rule and rule_cause = :cause
                    """)
                    .param("program", program)
                    .param("rule", rule)
                    .param("cause", ruleCause)
                    .query(Integer.class)
                    .optional();
            return there.isPresent()
                    ? require(program, there.get())
                    : insert(program, statement, new Origin(null, rule, ruleCause, null, null), "rule " + rule);
        });
    }

    /** The program's row is the lock that numbers its risks. */
    private void lock(String program) {
        db.jdbc()
                .sql("select program from programs where program = :program for update")
                .param("program", program)
                .query(String.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException("There is no program '" + program + "'. Make it first."));
    }

    private Optional<Integer> byRequest(String program, String requestId) {
        return db.jdbc()
                .sql("select number from risks where program = :program and request_id = :request")
                .param("program", program)
                .param("request", requestId)
                .query(Integer.class)
                .optional();
    }

    private Risk insert(String program, RiskStatement statement, Origin origin, String by) {
        Instant now = db.now(program);
        int number = db.jdbc()
                        .sql("select coalesce(max(number), 0) from risks where program = :program")
                        .param("program", program)
                        .query(Integer.class)
                        .single()
                + 1;
        batch.update(
                """
                insert into risks (program, number, request_id, event, cause, effect, probability, impact, score, owner,
                    response, action, due, indicator, state, rule_name, rule_cause, raised_by, raised_at, closed_at,
                    version, changed_by, changed_at, kind, severity, if_false, decider, options, decision, outcome,
                    evidence, came_from, library_id)
                values (:program, :number, :request, :event, :cause, :effect, :probability, :impact, :score, :owner,
                    :response, :action, :due, :indicator, :state, :rule, :rule_cause, :by, :at, :closed, 1, :by, :at, :kind, :severity, :if_false,
                    :decider, :options, :decision, :outcome, :evidence, :came_from, :library_id)
                """,
                params(program, number, statement, by, now)
                        .addValue("request", origin.requestId())
                        .addValue("rule", origin.rule())
                        .addValue("rule_cause", origin.ruleCause())
                        .addValue("kind", statement.details().kind().name())
                        .addValue("came_from", origin.cameFrom())
                        .addValue("library_id", origin.libraryId())
                        .addValue("closed", statement.state().over() ? RowValues.at(now) : null));
        databases(program, number, statement.databases());
        score(program, number, 1, statement, by, now);
        Risk made = require(program, number);
        audited(made, "risk.raised", null);
        return made;
    }

    @Override
    public Risk update(String program, int number, long version, RiskStatement statement, String by) {
        return db.inTransaction(() -> {
            Risk before = require(program, number);
            Instant now = db.now(program);
            if (before.kind() != statement.details().kind()) {
                throw new IllegalArgumentException("Entry " + before.key() + " stays of its kind");
            }
            Instant closed =
                    !statement.state().over() ? null : before.state() == statement.state() ? before.closedAt() : now;
            int changed = batch.update(
                    """
                    update risks
                    set event = :event, cause = :cause, effect = :effect, probability = :probability, impact = :impact,
                        score = :score, owner = :owner, response = :response, action = :action, due = :due,
                        indicator = :indicator, state = :state, closed_at = :closed, severity = :severity,
                        if_false = :if_false, decider = :decider, options = :options, decision = :decision,
                        outcome = :outcome, evidence = :evidence, version = version + 1,
                        changed_by = :by, changed_at = :at
                    where program = :program and number = :number and version = :version
                    """,
                    params(program, number, statement, by, now)
                            .addValue("closed", RowValues.at(closed))
                            .addValue("version", version));
            if (changed == 0) {
                throw new StaleVersionException(
                        "Entry " + before.key() + " was changed by " + before.changedBy() + " at " + before.changedAt()
                                + " (version " + before.version() + ", yours was " + version
                                + "). Look at the difference, then save again.",
                        before.version());
            }
            if (!before.databases().equals(statement.databases())) {
                db.jdbc()
                        .sql("delete from risk_databases where program = :program and number = :number")
                        .param("program", program)
                        .param("number", number)
                        .update();
                databases(program, number, statement.databases());
            }
            if (before.probability() != statement.probability()
                    || before.impact() != statement.impact()
                    || before.state() != statement.state()) {
                score(program, number, before.scores().size() + 1, statement, by, now);
            }
            Risk after = require(program, number);
            changes(before, after);
            audited(after, "risk.changed", before);
            return after;
        });
    }

    private void changes(Risk before, Risk after) {
        SortedMap<String, String> then = fields(before);
        SortedMap<String, String> now = fields(after);
        now.forEach((field, value) -> {
            if (!value.equals(then.get(field))) {
                db.jdbc()
                        .sql("""
                        insert into risk_changes (program, number, happened_at, changed_by, field, before_value, after_value)
                        values (:program, :number, :at, :by, :field, :before, :after)
                        """)
                        .param("program", after.program())
                        .param("number", after.number())
                        .param("at", RowValues.at(after.changedAt()))
                        .param("by", after.changedBy())
                        .param("field", field)
                        .param("before", then.get(field))
                        .param("after", value)
                        .update();
            }
        });
    }

    /** What people can change, by its name in calls of the API. */
    private static SortedMap<String, String> fields(Risk risk) {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("title", risk.event());
        fields.put("cause", risk.cause());
        fields.put("effect", risk.effect());
        if (risk.kind() == EntryKind.RISK) {
            fields.put("probability", Integer.toString(risk.probability()));
            fields.put("impact", Integer.toString(risk.impact()));
            fields.put("response", risk.response().name());
        }
        fields.put("owner", Objects.toString(risk.owner(), ""));
        fields.put("action", risk.action());
        fields.put("due", Objects.toString(risk.due(), ""));
        fields.put("indicator", risk.indicator());
        fields.put("state", risk.state().name());
        fields.put("databases", String.join(", ", risk.databases()));
        fields.put("severity", Objects.toString(risk.details().severity(), ""));
        fields.put("ifFalse", risk.details().ifFalse());
        fields.put("decider", Objects.toString(risk.details().decider(), ""));
        fields.put("options", risk.details().options());
        fields.put("decision", risk.details().decision());
        fields.put("outcome", risk.outcome());
        fields.put("evidence", Objects.toString(risk.evidence(), ""));
        return fields;
    }

    private void databases(String program, int number, List<String> databases) {
        if (!databases.isEmpty()) {
            batch.batchUpdate(
                    "insert into risk_databases (program, number, database_name) values (:program, :number, :database)",
                    databases.stream()
                            .map(database -> new MapSqlParameterSource()
                                    .addValue("program", program)
                                    .addValue("number", number)
                                    .addValue("database", database))
                            .toArray(MapSqlParameterSource[]::new));
        }
    }

    private void score(String program, int number, int seq, RiskStatement statement, String by, Instant at) {
        if (statement.details().kind() != EntryKind.RISK) {
            return;
        }
        db.jdbc()
                .sql("""
                insert into risk_scores (program, number, seq, happened_at, probability, impact, state, set_by)
                values (:program, :number, :seq, :at, :probability, :impact, :state, :by)
                """)
                .param("program", program)
                .param("number", number)
                .param("seq", seq)
                .param("at", RowValues.at(at))
                .param("probability", statement.probability())
                .param("impact", statement.impact())
                .param("state", statement.state().name())
                .param("by", by)
                .update();
    }

    private void audited(Risk risk, String action, @Nullable Risk before) {
        audit.append(new AuditEvent(
                risk.program(),
                db.clock().instant(),
                risk.changedBy(),
                action,
                "risk/" + risk.program() + "/" + risk.key(),
                before == null ? null : Json.sha256(Json.write(before)),
                Json.sha256(Json.write(risk)),
                null,
                AuditChange.details(
                        before,
                        risk,
                        Map.of("score", risk.score(), "state", risk.state().name(), "version", risk.version()))));
    }

    private static MapSqlParameterSource params(
            String program, int number, RiskStatement statement, String by, Instant at) {
        EntryDetails details = statement.details();
        boolean risk = details.kind() == EntryKind.RISK;
        return new MapSqlParameterSource()
                .addValue("program", program)
                .addValue("number", number)
                .addValue("event", statement.event())
                .addValue("cause", RowValues.cut(statement.cause(), 4000))
                .addValue("effect", RowValues.cut(statement.effect(), 4000))
                .addValue("probability", risk ? statement.probability() : null)
                .addValue("impact", risk ? statement.impact() : null)
                .addValue("score", risk ? statement.probability() * statement.impact() : null)
                .addValue("severity", details.severity())
                .addValue("if_false", RowValues.cut(details.ifFalse(), 4000))
                .addValue("decider", RowValues.cut(details.decider(), 200))
                .addValue("options", RowValues.cut(details.options(), 4000))
                .addValue("decision", RowValues.cut(details.decision(), 4000))
                .addValue("outcome", RowValues.cut(statement.outcome(), 4000))
                .addValue("evidence", statement.evidence())
                .addValue("owner", RowValues.cut(statement.owner(), 200))
                .addValue("response", statement.response().name())
                .addValue("action", RowValues.cut(statement.action(), 4000))
                .addValue("due", statement.due() == null ? null : Date.valueOf(statement.due()))
                .addValue("indicator", RowValues.cut(statement.indicator(), 4000))
                .addValue("state", statement.state().name())
                .addValue("by", by)
                .addValue("at", RowValues.at(at));
    }

    private static Risk risk(
            String program, ResultSet row, List<String> databases, List<RiskScore> scores, List<String> became)
            throws SQLException {
        String fromKind = row.getString("from_kind");
        Date due = row.getDate("due");
        return new Risk(
                program,
                row.getInt("number"),
                row.getString("event"),
                row.getString("cause"),
                row.getString("effect"),
                row.getInt("probability"),
                row.getInt("impact"),
                row.getString("owner"),
                RiskResponse.valueOf(row.getString("response")),
                row.getString("action"),
                due == null ? null : due.toLocalDate(),
                row.getString("indicator"),
                RiskState.valueOf(row.getString("state")),
                databases,
                row.getString("rule_name"),
                row.getString("rule_cause"),
                row.getString("raised_by"),
                RowValues.instant(row, "raised_at"),
                RowValues.instantOrNull(row, "closed_at"),
                scores,
                row.getLong("version"),
                row.getString("changed_by"),
                RowValues.instant(row, "changed_at"),
                new EntryDetails(
                        EntryKind.valueOf(row.getString("kind")),
                        row.getObject("severity", Integer.class),
                        row.getString("if_false"),
                        row.getString("decider"),
                        row.getString("options"),
                        row.getString("decision")),
                row.getString("outcome"),
                row.getString("evidence"),
                fromKind == null ? null : EntryKind.valueOf(fromKind).key(row.getInt("came_from")),
                became);
    }
}
