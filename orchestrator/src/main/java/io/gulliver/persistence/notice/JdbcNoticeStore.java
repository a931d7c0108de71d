package io.gulliver.persistence.notice;

import io.gulliver.domain.notice.Notice;
import io.gulliver.domain.notice.NoticeKind;
import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.domain.notice.OpenWork;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Notices in the store's tables. */
public final class JdbcNoticeStore implements NoticeStore {
    /** How long whoever took deliveries has for them. */
    private static final Duration TAKEN = Duration.ofMinutes(2);

    private static final String NOTICE =
            "n.id, n.program, n.kind, n.about, n.database_name, n.function, n.title, n.path, n.urgent, n.raised_at,"
                    + " n.text";

    private final StoreDatabase db;

    public JdbcNoticeStore(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public List<OpenWork> open(String program) {
        return db.jdbc()
                .sql("""
                select t.id, t.kind, t.migration, t.database_name, t.role, t.title, t.opened_at, t.snoozed_until,
                    s.estimate_seconds,
                    exists (
                        select 1 from migration_steps o
                        where o.migration = t.migration and o.phase = 'OUTAGE' and o.kind <> 'GATE'
                            and o.started_at is not null)
                    and exists (
                        select 1 from migration_steps o
                        where o.migration = t.migration and o.phase = 'OUTAGE' and o.kind <> 'GATE'
                            and o.state not in ('DONE', 'SKIPPED')) as outage,
                    f.command_id as approval, f.subject as approved_by
                from tasks t
                join migrations m on m.id = t.migration and not m.evaluate_only
                left join migration_steps s on s.migration = t.migration and s.step_key = t.step_key
                left join lateral (
                    select a.command_id, a.subject
                    from gate_approvals a join commands c on c.id = a.command_id and c.state = 'AWAITING_SECOND'
                    where a.task = t.id and not exists (
                        select 1 from gate_approvals o join commands d on d.id = o.command_id
                        where o.task = t.id and d.state <> 'AWAITING_SECOND')
                    order by a.said_at desc, a.subject limit 1) f on true
                where t.program = :program and t.closed_at is null
                order by t.id
                """)
                .param("program", program)
                .query((row, n) -> {
                    Integer estimate = RowValues.integerOrNull(row, "estimate_seconds");
                    return new OpenWork(
                            row.getString("id"),
                            TaskKind.valueOf(row.getString("kind")),
                            row.getString("migration"),
                            row.getString("database_name"),
                            row.getString("role"),
                            row.getString("title"),
                            RowValues.instant(row, "opened_at"),
                            RowValues.instantOrNull(row, "snoozed_until"),
                            estimate == null ? null : Duration.ofSeconds(estimate),
                            row.getBoolean("outage"),
                            row.getString("approval"),
                            row.getString("approved_by"));
                })
                .list();
    }

    @Override
    public void see(String program, Collection<Seen> seen, Instant at, BiConsumer<Notice, Seen> address) {
        db.inTransaction(() -> {
            // one server at a time: the program's row is the lock
            db.jdbc()
                    .sql("select 1 from programs where program = :program for update")
                    .param("program", program)
                    .query(Integer.class)
                    .optional();
            Map<String, Boolean> known = new HashMap<>();
            db.jdbc()
                    .sql("select kind, about, cleared_at from notices where program = :program and kind <> 'MESSAGE'")
                    .param("program", program)
                    .query(row -> {
                        known.put(
                                row.getString("kind") + "/" + row.getString("about"),
                                row.getObject("cleared_at") == null);
                    });
            Set<String> now = new HashSet<>();
            for (Seen one : seen) {
                String key = one.kind() + "/" + one.about();
                if (now.add(key) && !known.containsKey(key)) {
                    address.accept(insert(program, one, null, at), one);
                }
            }
            known.forEach((key, open) -> {
                if (open && !now.contains(key)) {
                    clear(program, key, at);
                }
            });
        });
    }

    private Notice insert(String program, Seen seen, @Nullable String text, Instant at) {
        Notice notice = new Notice(
                UUID.randomUUID().toString(),
                program,
                seen.kind(),
                seen.about(),
                seen.database(),
                seen.function(),
                seen.title(),
                seen.path(),
                seen.urgent(),
                at,
                text);
        db.jdbc()
                .sql("""
                insert into notices (id, program, kind, about, database_name, function, title, path, urgent, raised_at,
                    text)
                values (:id, :program, :kind, :about, :database, :function, :title, :path, :urgent, :at, :text)
                on conflict (program, kind, about) do nothing
                """)
                .param("id", notice.id())
                .param("program", program)
                .param("kind", seen.kind().name())
                .param("about", seen.about())
                .param("database", seen.database())
                .param("function", seen.function())
                .param("title", RowValues.cut(seen.title(), 200))
                .param("path", seen.path())
                .param("urgent", seen.urgent())
                .param("at", RowValues.at(at))
                .param("text", text)
                .update();
        return notice;
    }

    @Override
    public Notice say(String program, Seen said, String text, Instant at) {
        return db.inTransaction(() -> {
            insert(program, said, text, at);
            return db.jdbc()
                    .sql("select %s from notices n where program = :program and kind = :kind and about = :about"
                            .formatted(NOTICE))
                    .param("program", program)
                    .param("kind", said.kind().name())
                    .param("about", said.about())
                    .query((row, n) -> notice(row))
                    .single();
        });
    }

    @Override
    public List<Fate> fate(String notice) {
        return db.jdbc()
                .sql(
                        "select recipient, state, failure from notice_deliveries where notice = :notice order by recipient")
                .param("notice", notice)
                .query((row, n) ->
                        new Fate(row.getString("recipient"), row.getString("state"), row.getString("failure")))
                .list();
    }

    private void clear(String program, String key, Instant at) {
        int slash = key.indexOf('/');
        String id = db.jdbc()
                .sql("""
                update notices set cleared_at = :at where program = :program and kind = :kind and about = :about
                returning id
                """)
                .param("program", program)
                .param("kind", key.substring(0, slash))
                .param("about", key.substring(slash + 1))
                .param("at", RowValues.at(at))
                .query(String.class)
                .single();
        db.jdbc().sql("""
                update notice_deliveries set state = 'OVER', ended_at = :at where notice = :id and state = 'WAITING'
                """).param("id", id).param("at", RowValues.at(at)).update();
    }

    @Override
    public void send(Notice notice, Way way, String recipient, @Nullable String person, Instant due) {
        db.jdbc()
                .sql("""
                insert into notice_deliveries (notice, way, recipient, person, state, due_at, tries)
                values (:notice, :way, :recipient, :person, 'WAITING', :due, 0)
                on conflict do nothing
                """)
                .param("notice", notice.id())
                .param("way", way.name())
                .param("recipient", recipient)
                .param("person", person)
                .param("due", RowValues.at(due))
                .update();
    }

    @Override
    public List<Delivery> take(Instant now, int atMost) {
        return db.jdbc()
                .sql("""
                with due as (
                    select notice, way, recipient from notice_deliveries
                    where state = 'WAITING' and due_at <= :now
                    order by due_at limit :most for update skip locked),
                taken as (
                    update notice_deliveries d set due_at = :until, tries = d.tries + 1 from due
                    where d.notice = due.notice and d.way = due.way and d.recipient = due.recipient
                    returning d.notice, d.way, d.recipient, d.person, d.tries)
                select t.way, t.recipient, t.person, t.tries, %s from taken t join notices n on n.id = t.notice
                order by t.way, t.recipient, n.raised_at, n.id
                """.formatted(NOTICE))
                .param("now", RowValues.at(now))
                .param("until", RowValues.at(now.plus(TAKEN)))
                .param("most", atMost)
                .query((row, n) -> new Delivery(
                        notice(row),
                        Way.valueOf(row.getString("way")),
                        row.getString("recipient"),
                        row.getString("person"),
                        row.getInt("tries")))
                .list();
    }

    private static Notice notice(ResultSet row) throws SQLException {
        return new Notice(
                row.getString("id"),
                row.getString("program"),
                NoticeKind.valueOf(row.getString("kind")),
                row.getString("about"),
                row.getString("database_name"),
                row.getString("function"),
                row.getString("title"),
                row.getString("path"),
                row.getBoolean("urgent"),
                RowValues.instant(row, "raised_at"),
                row.getString("text"));
    }

    @Override
    public void arrived(Collection<Delivery> deliveries, Instant at) {
        deliveries.forEach(one -> end(one, "SENT", null, at));
    }

    @Override
    public void failed(Collection<Delivery> deliveries, String failure, @Nullable Instant again, Instant at) {
        for (Delivery one : deliveries) {
            if (again == null) {
                end(one, "FAILED", failure, at);
            } else {
                db.jdbc()
                        .sql("""
                        update notice_deliveries set due_at = :again, failure = :failure
                        where notice = :notice and way = :way and recipient = :recipient and state = 'WAITING'
                        """)
                        .param("again", RowValues.at(again))
                        .param("failure", RowValues.cut(failure, 400))
                        .param("notice", one.notice().id())
                        .param("way", one.way().name())
                        .param("recipient", one.recipient())
                        .update();
            }
        }
    }

    private void end(Delivery one, String state, @Nullable String failure, Instant at) {
        db.jdbc()
                .sql("""
                update notice_deliveries set state = :state, ended_at = :at, failure = :failure
                where notice = :notice and way = :way and recipient = :recipient and state = 'WAITING'
                """)
                .param("state", state)
                .param("at", RowValues.at(at))
                .param("failure", RowValues.cut(failure, 400))
                .param("notice", one.notice().id())
                .param("way", one.way().name())
                .param("recipient", one.recipient())
                .update();
    }

    @Override
    public Optional<NoticePreference> preference(String person) {
        return db.jdbc()
                .sql("""
                select mail, digest_minutes, quiet_from, quiet_to, zone, urgent_at_once, version
                from notice_preferences where person = :person
                """)
                .param("person", person)
                .query((row, n) -> new NoticePreference(
                        row.getBoolean("mail"),
                        row.getInt("digest_minutes"),
                        row.getObject("quiet_from", LocalTime.class),
                        row.getObject("quiet_to", LocalTime.class),
                        ZoneId.of(row.getString("zone")),
                        row.getBoolean("urgent_at_once"),
                        row.getLong("version")))
                .optional();
    }

    @Override
    public NoticePreference prefer(String person, NoticePreference wanted) {
        int changed = db.jdbc()
                .sql("""
                insert into notice_preferences (person, mail, digest_minutes, quiet_from, quiet_to, zone, urgent_at_once,
                    version)
                values (:person, :mail, :digest, :from, :to, :zone, :urgent, 1)
                on conflict (person) do update set mail = :mail, digest_minutes = :digest, quiet_from = :from,
                    quiet_to = :to, zone = :zone, urgent_at_once = :urgent,
                    version = notice_preferences.version + 1
                where notice_preferences.version = :version
                """)
                .param("person", person)
                .param("mail", wanted.mail())
                .param("digest", wanted.digestMinutes())
                .param("from", wanted.quietFrom())
                .param("to", wanted.quietTo())
                .param("zone", wanted.zone().getId())
                .param("urgent", wanted.urgentAtOnce())
                .param("version", wanted.version())
                .update();
        NoticePreference now = preference(person).orElseThrow();
        if (changed == 0) {
            throw new StaleVersionException(
                    "What " + person + " wants to be told is at version " + now.version() + ", not " + wanted.version()
                            + ": somebody changed it. Look again.",
                    now.version());
        }
        return now;
    }

    @Override
    public List<Told> told(String person, String recipient, int atMost) {
        return db.jdbc()
                .sql("""
                select d.state, d.due_at, d.ended_at, d.failure, %s
                from notice_deliveries d join notices n on n.id = d.notice
                where d.way = 'MAIL' and (d.person = :person or d.person is null and d.recipient = :recipient)
                order by n.raised_at desc, n.id limit :most
                """.formatted(NOTICE))
                .param("person", person)
                .param("recipient", recipient)
                .param("most", atMost)
                .query((row, n) -> new Told(
                        notice(row),
                        row.getString("state"),
                        RowValues.instant(row, "due_at"),
                        RowValues.instantOrNull(row, "ended_at"),
                        row.getString("failure")))
                .list();
    }
}
