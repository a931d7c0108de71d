package io.gulliver.persistence.check;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckRun;
import io.gulliver.domain.check.CheckSeverity;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.check.CheckWaiver;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks in tables. */
public final class JdbcCheckStore implements CheckStore {
    private static final String RUNS = """
            select id, program, subject_kind, subject, moment, made_at, made_by, migration, rules from check_runs
            """;
    private static final String NEWEST = """
            where id in (select max(id) from check_runs where program = :program
                group by subject_kind, subject, moment)
            order by subject_kind, subject, moment
            """;

    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcCheckStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public long add(CheckRun run) {
        return db.inTransaction(() -> {
            require(run.program());
            long id = db.jdbc()
                    .sql("""
                    insert into check_runs (program, subject_kind, subject, moment, made_at, made_by, migration, rules)
                    values (:program, :kind, :subject, :moment, :at, :by, :migration, :rules) returning id
                    """)
                    .param("program", run.program())
                    .param("kind", run.subject().kind().name())
                    .param("subject", run.subject().name())
                    .param("moment", run.moment().name())
                    .param("at", RowValues.at(run.at()))
                    .param("by", RowValues.cut(run.by(), 200))
                    .param("migration", run.migration())
                    .param("rules", run.rules())
                    .query(Long.class)
                    .single();
            int number = 0;
            Map<String, Integer> counts = new TreeMap<>();
            for (CheckFinding finding : run.findings()) {
                add(id, number++, finding);
                counts.merge(finding.verdict().word(), 1, Integer::sum);
            }
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("moment", run.moment().word());
            details.put("rules", run.rules());
            details.putAll(counts);
            record(run.program(), RUN, run.subject(), run.by(), details);
            return id;
        });
    }

    private void add(long run, int number, CheckFinding finding) {
        db.jdbc()
                .sql("""
                insert into check_findings (run, number, rule, title, area, verdict, severity, seen, wanted, remedy, source,
                    note)
                values (:run, :number, :rule, :title, :area, :verdict, :severity, :seen, :wanted, :remedy, :source, :note)
                """)
                .param("run", run)
                .param("number", number)
                .param("rule", finding.check())
                .param("title", RowValues.cut(finding.title(), 300))
                .param("area", finding.area())
                .param("verdict", finding.verdict().name())
                .param("severity", finding.severity().name())
                .param("seen", RowValues.cut(finding.seen(), 4000))
                .param("wanted", RowValues.cut(finding.wanted(), 1000))
                .param("remedy", RowValues.cut(finding.remedy(), 1000))
                .param("source", RowValues.cut(finding.source(), 500))
                .param("note", RowValues.cut(finding.note(), 2000))
                .update();
    }

    @Override
    public List<CheckRun> newest(String program, Collection<CheckSubject> subjects) {
        return newest(program).stream()
                .filter(run -> subjects.contains(run.subject()))
                .toList();
    }

    @Override
    public List<CheckRun> newest(String program) {
        return filled(db.jdbc()
                .sql(RUNS + NEWEST)
                .param("program", program)
                .query((row, n) -> run(row))
                .list());
    }

    @Override
    public List<CheckRun> history(String program, CheckSubject subject, int atMost) {
        return filled(db.jdbc()
                .sql(RUNS + """
                where program = :program and subject_kind = :kind and subject = :subject
                order by id desc fetch first :most rows only
                """)
                .param("program", program)
                .param("kind", subject.kind().name())
                .param("subject", subject.name())
                .param("most", atMost)
                .query((row, n) -> run(row))
                .list());
    }

    private static CheckRun run(ResultSet row) throws SQLException {
        return new CheckRun(
                row.getLong("id"),
                row.getString("program"),
                subject(row),
                CheckMoment.valueOf(row.getString("moment")),
                RowValues.instant(row, "made_at"),
                row.getString("made_by"),
                row.getString("migration"),
                row.getString("rules"),
                List.of());
    }

    private static CheckSubject subject(ResultSet row) throws SQLException {
        return new CheckSubject(CheckSubject.Kind.valueOf(row.getString("subject_kind")), row.getString("subject"));
    }

    private List<CheckRun> filled(List<CheckRun> runs) {
        if (runs.isEmpty()) {
            return runs;
        }
        Map<Long, List<CheckFinding>> findings = new TreeMap<>();
        db.jdbc()
                .sql("""
                select run, rule, title, area, verdict, severity, seen, wanted, remedy, source, note from check_findings
                where run in (:runs) order by run, number
                """)
                .param("runs", runs.stream().map(CheckRun::id).toList())
                .query(row -> {
                    findings.computeIfAbsent(row.getLong("run"), run -> new ArrayList<>())
                            .add(new CheckFinding(
                                    row.getString("rule"),
                                    row.getString("title"),
                                    row.getString("area"),
                                    CheckVerdict.valueOf(row.getString("verdict")),
                                    CheckSeverity.valueOf(row.getString("severity")),
                                    row.getString("seen"),
                                    row.getString("wanted"),
                                    row.getString("remedy"),
                                    row.getString("source"),
                                    row.getString("note")));
                });
        return runs.stream()
                .map(run -> run.with(findings.getOrDefault(run.id(), List.of())))
                .toList();
    }

    @Override
    public void waive(String program, CheckWaiver waiver) {
        db.inTransaction(() -> {
            require(program);
            end(program, waiver.check(), waiver.subject(), waiver.by());
            db.jdbc()
                    .sql("""
                    insert into check_waivers (program, rule, subject_kind, subject, reason, until_day, given_by, given_at)
                    values (:program, :rule, :kind, :subject, :reason, :until, :by, :at)
                    """)
                    .param("program", program)
                    .param("rule", waiver.check())
                    .param("kind", waiver.subject().kind().name())
                    .param("subject", waiver.subject().name())
                    .param("reason", RowValues.cut(waiver.reason(), 2000))
                    .param("until", waiver.until())
                    .param("by", RowValues.cut(waiver.by(), 200))
                    .param("at", RowValues.at(waiver.at()))
                    .update();
            record(
                    program,
                    WAIVED,
                    waiver.subject(),
                    waiver.by(),
                    details(waiver.check(), waiver.reason(), waiver.until().toString()));
            return waiver;
        });
    }

    @Override
    public boolean withdraw(String program, String check, CheckSubject subject, String reason, String by) {
        return db.inTransaction(() -> {
            boolean was = end(program, check, subject, by) > 0;
            if (was) {
                record(program, WITHDRAWN, subject, by, details(check, reason, null));
            }
            return was;
        });
    }

    private int end(String program, String check, CheckSubject subject, String by) {
        return db.jdbc()
                .sql("""
                update check_waivers set withdrawn_by = :by, withdrawn_at = :now
                where program = :program and rule = :rule and subject_kind = :kind and subject = :subject
                    and withdrawn_at is null
                """)
                .param("by", RowValues.cut(by, 200))
                .param("now", RowValues.at(now()))
                .param("program", program)
                .param("rule", check)
                .param("kind", subject.kind().name())
                .param("subject", subject.name())
                .update();
    }

    @Override
    public List<CheckWaiver> waivers(String program) {
        return db.jdbc()
                .sql("""
                select rule, subject_kind, subject, reason, until_day, given_by, given_at from check_waivers
                where program = :program and withdrawn_at is null order by rule, subject_kind, subject, until_day, id
                """)
                .param("program", program)
                .query((row, n) -> new CheckWaiver(
                        row.getString("rule"),
                        subject(row),
                        row.getString("reason"),
                        row.getObject("until_day", LocalDate.class),
                        row.getString("given_by"),
                        RowValues.instant(row, "given_at")))
                .list();
    }

    private void require(String program) {
        db.jdbc()
                .sql("select program from programs where program = :program")
                .param("program", program)
                .query(String.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException("There is no program " + program + "."));
    }

    private static Map<String, Object> details(String check, String reason, @Nullable String until) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("check", check);
        details.put("reason", reason);
        if (until != null) {
            details.put("until", until);
        }
        return details;
    }

    private void record(String program, String action, CheckSubject subject, String by, Map<String, Object> details) {
        audit.append(new AuditEvent(
                program,
                now(),
                by,
                action,
                subject.kind().word() + "/" + program + "/" + subject.name(),
                null,
                Json.sha256(Json.write(details)),
                null,
                details));
    }

    private Instant now() {
        return db.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }
}
