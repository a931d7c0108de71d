package io.gulliver.persistence.plan;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Feasibility;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.OutageWord;
import io.gulliver.domain.plan.PlanBaseline;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditChange;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.view.HeadlineColumns;
import io.gulliver.persistence.view.SlipColumn;
import io.gulliver.persistence.view.StageColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** The plan in tables. */
public final class JdbcPlanStore implements PlanStore {
    private static final String WAVE =
            "program, number, title, start_at, after_waves, state, version, changed_by, changed_at, users_out_at,"
                    + " go_live_at";
    private static final String CUTOVER =
            "database_name, users_out_at, users_in_at, hypercare_ends_at, retired_at, broken";
    private static final String EDIT = "id, kind, edited_by, edited_at, before_rows, after_rows, undoes";
    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final AuditStore audit;

    public JdbcPlanStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.audit = audit;
    }

    @Override
    public List<Wave> waves(String program) {
        return db.jdbc()
                .sql("select " + WAVE + " from waves where program = :program order by number")
                .param("program", program)
                .query((row, n) -> wave(row))
                .list();
    }

    @Override
    public Optional<Wave> wave(String program, int number) {
        return db.jdbc()
                .sql("select " + WAVE + " from waves where program = :program and number = :number")
                .param("program", program)
                .param("number", number)
                .query((row, n) -> wave(row))
                .optional();
    }

    private Wave require(String program, int number) {
        return wave(program, number)
                .orElseThrow(() ->
                        new UnknownRowException("Program " + program + " has no wave W" + number + ". Make it first."));
    }

    @Override
    public Wave add(String program, int number, String title, @Nullable Instant start, List<Integer> after, String by) {
        Wave wave = new Wave(
                program,
                number,
                title,
                start,
                after,
                Wave.State.PROPOSED,
                1,
                by,
                db.clock().instant());
        try {
            return db.inTransaction(() -> {
                batch.update("""
                        insert into waves (program, number, title, start_at, after_waves, state, version, changed_by,
                            changed_at)
                        values (:program, :number, :title, :start, :after, :state, 1, :by, :at)
                        """, params(wave));
                audited(wave, "wave.added", null);
                return require(program, number);
            });
        } catch (DuplicateKeyException e) {
            throw new IdempotencyConflictException(
                    "Program " + program + " has a wave W" + number + " already. Choose another number, or change it.");
        } catch (DataIntegrityViolationException e) {
            throw new UnknownRowException("There is no program '" + program + "'. Make it first.");
        }
    }

    @Override
    public Wave update(Wave given, String by) {
        return db.inTransaction(() -> {
            Wave before = require(given.program(), given.number());
            Wave after = new Wave(
                    given.program(),
                    given.number(),
                    given.title(),
                    given.start(),
                    given.after(),
                    given.state(),
                    given.version() + 1,
                    by,
                    db.clock().instant(),
                    given.usersOut(),
                    given.goLive());
            int changed = batch.update("""
                    update waves
                    set title = :title, start_at = :start, after_waves = :after, state = :state,
                        users_out_at = :users_out, go_live_at = :go_live,
                        version = version + 1, changed_by = :by, changed_at = :at
                    where program = :program and number = :number and version = :version
                    """, params(after).addValue("version", given.version()));
            if (changed == 0) {
                throw new StaleVersionException(
                        "Wave " + given.key() + " was changed by " + before.changedBy() + " at " + before.changedAt()
                                + " (version " + before.version() + ", yours was " + given.version()
                                + "). Look at the difference, then save again.",
                        before.version());
            }
            audited(after, "wave.changed", before);
            return require(given.program(), given.number());
        });
    }

    @Override
    public void removeWave(String program, int number, String by) {
        db.inTransaction(() -> {
            Wave before = require(program, number);
            if (members(program).stream().anyMatch(member -> member.wave() == number)) {
                throw new IllegalArgumentException(
                        "Wave " + before.key() + " has databases. Take them out of it first, then remove it.");
            }
            db.jdbc()
                    .sql("delete from waves where program = :program and number = :number")
                    .param("program", program)
                    .param("number", number)
                    .update();
            event(
                    program,
                    by,
                    "wave.deleted",
                    "wave/" + program + "/" + number,
                    AuditChange.details(before, Map.of(), Map.of("title", before.title())));
        });
    }

    @Override
    public void hold(String program) {
        db.jdbc()
                .sql("select program from programs where program = :program for update")
                .param("program", program)
                .query(String.class)
                .list();
    }

    @Override
    public long addEdit(String program, SavedEdit edit) {
        return db.inTransaction(() -> {
            GeneratedKeyHolder key = new GeneratedKeyHolder();
            db.jdbc()
                    .sql("""
                    insert into plan_edits (program, kind, edited_by, edited_at, before_rows, after_rows, undoes)
                    values (:program, :kind, :by, :at, :before, :after, :undoes)
                    """)
                    .param("program", program)
                    .param("kind", edit.kind().name())
                    .param("by", edit.by())
                    .param("at", RowValues.at(edit.at()))
                    .param("before", Json.write(edit.before()))
                    .param("after", Json.write(edit.after()))
                    .param("undoes", edit.undoes())
                    .update(key, "id");
            long id = Objects.requireNonNull(key.getKey()).longValue();
            if (edit.undoes() != null) {
                event(
                        program,
                        edit.by(),
                        "plan.undone",
                        "plan/" + program,
                        Map.of("edit", id, "undoes", edit.undoes()));
            }
            return id;
        });
    }

    @Override
    public List<SavedEdit> edits(String program, Instant from) {
        return db.jdbc()
                .sql("select " + EDIT + " from plan_edits where program = :program and edited_at >= :from"
                        + " order by id desc")
                .param("program", program)
                .param("from", RowValues.at(from))
                .query((row, n) -> edit(row))
                .list();
    }

    @Override
    public Optional<SavedEdit> edit(String program, long id) {
        return db.jdbc()
                .sql("select " + EDIT + " from plan_edits where program = :program and id = :id")
                .param("program", program)
                .param("id", id)
                .query((row, n) -> edit(row))
                .optional();
    }

    @Override
    public long lastEdit(String program) {
        return db.jdbc()
                .sql("select coalesce(max(id), 0) from plan_edits where program = :program")
                .param("program", program)
                .query(Long.class)
                .single();
    }

    private static SavedEdit edit(ResultSet row) throws SQLException {
        long undoes = row.getLong("undoes");
        boolean none = row.wasNull();
        return new SavedEdit(
                row.getLong("id"),
                PlanEdit.Kind.valueOf(row.getString("kind")),
                row.getString("edited_by"),
                RowValues.instant(row, "edited_at"),
                Json.read(row.getString("before_rows"), TypedPlan.class),
                Json.read(row.getString("after_rows"), TypedPlan.class),
                none ? null : (Long) undoes);
    }

    private void audited(Wave wave, String action, @Nullable Wave before) {
        audit.append(new AuditEvent(
                wave.program(),
                wave.changedAt(),
                wave.changedBy(),
                action,
                "wave/" + wave.program() + "/" + wave.number(),
                before == null ? null : Json.sha256(Json.write(before)),
                Json.sha256(Json.write(wave)),
                null,
                AuditChange.details(
                        before == null ? Map.of() : before,
                        before == null ? begun(wave) : wave,
                        Map.of("title", wave.title(), "state", wave.state().name()))));
    }

    /** What was said of a wave that is new, beside its title. */
    private static Map<String, Object> begun(Wave wave) {
        Map<String, Object> said = new TreeMap<>();
        if (!wave.after().isEmpty()) {
            said.put("after", wave.after());
        }
        if (wave.start() != null) {
            said.put("start", wave.start());
        }
        return said;
    }

    /** When it was changed stands by the calendar of its program, as the dates beside it. */
    private MapSqlParameterSource params(Wave wave) {
        return new MapSqlParameterSource()
                .addValue("program", wave.program())
                .addValue("number", wave.number())
                .addValue("title", wave.title())
                .addValue("start", RowValues.at(wave.start()))
                .addValue("after", wave.after().stream().map(String::valueOf).collect(Collectors.joining(",")))
                .addValue("state", wave.state().name())
                .addValue("users_out", RowValues.at(wave.usersOut()))
                .addValue("go_live", RowValues.at(wave.goLive()))
                .addValue("by", wave.changedBy())
                .addValue(
                        "at", RowValues.at(db.programClocks().of(wave.program()).program(wave.changedAt())));
    }

    @Override
    public List<WaveMember> members(String program) {
        return db.jdbc()
                .sql("""
                select wave, database_name, cutover_at from wave_members
                where program = :program order by wave, database_name
                """)
                .param("program", program)
                .query((row, n) -> new WaveMember(
                        program,
                        row.getInt("wave"),
                        row.getString("database_name"),
                        RowValues.instantOrNull(row, "cutover_at")))
                .list();
    }

    /** Of one database, locked until the transaction ends: whoever changes it next sees what this one wrote. */
    private Optional<WaveMember> member(String program, String database) {
        return db.jdbc()
                .sql("""
                select wave, cutover_at from wave_members
                where program = :program and database_name = :database for update
                """)
                .param("program", program)
                .param("database", database)
                .query((row, n) -> new WaveMember(
                        program, row.getInt("wave"), database, RowValues.instantOrNull(row, "cutover_at")))
                .optional();
    }

    @Override
    public void move(String program, String database, @Nullable Integer seen, @Nullable Integer wave, String by) {
        db.inTransaction(() -> {
            Integer now = member(program, database).map(WaveMember::wave).orElse(null);
            if (Objects.equals(now, wave)) {
                return;
            }
            if (!Objects.equals(now, seen)) {
                throw new StaleVersionException(
                        "Database " + database + " is in " + (now == null ? "no wave" : "wave W" + now)
                                + " by now. Look where it stands, then move it.",
                        now == null ? 0 : now);
            }
            if (wave == null) {
                remove(program, database, by);
            } else {
                place(new WaveMember(program, wave, database, null), by);
            }
        });
    }

    @Override
    public void place(WaveMember member, String by) {
        db.inTransaction(() -> {
            require(member.program(), member.wave());
            WaveMember before = member(member.program(), member.database()).orElse(null);
            String sql = before == null ? """
                    insert into wave_members (program, database_name, wave, cutover_at)
                    values (:program, :database, :wave, :cutover)
                    """ : """
                    update wave_members set wave = :wave, cutover_at = :cutover
                    where program = :program and database_name = :database
                    """;
            try {
                db.jdbc()
                        .sql(sql)
                        .param("program", member.program())
                        .param("database", member.database())
                        .param("wave", member.wave())
                        .param("cutover", RowValues.at(member.cutover()))
                        .update();
            } catch (DuplicateKeyException e) {
                throw new IdempotencyConflictException("Database " + member.database()
                        + " was put into a wave at the same moment. Look where it stands, then move it.");
            } catch (DataIntegrityViolationException e) {
                throw new UnknownRowException("Program " + member.program() + " has no database '" + member.database()
                        + "'. Import it with the inventory first.");
            }
            if (before == null) {
                db.grown("wave_members", 1);
            }
            event(
                    member.program(),
                    by,
                    "wave.placed",
                    "database/" + member.program() + "/" + member.database(),
                    before != null
                            ? AuditChange.details(before, member, Map.of("wave", member.wave()))
                            : AuditChange.details(
                                    Map.of(),
                                    member.cutover() == null
                                            ? Map.of("wave", member.wave())
                                            : Map.of("wave", member.wave(), "cutover", member.cutover()),
                                    Map.of("wave", member.wave())));
        });
    }

    @Override
    public void remove(String program, String database, String by) {
        db.inTransaction(() -> {
            WaveMember before = member(program, database).orElse(null);
            int gone = db.jdbc()
                    .sql("delete from wave_members where program = :program and database_name = :database")
                    .param("program", program)
                    .param("database", database)
                    .update();
            if (gone > 0) {
                event(
                        program,
                        by,
                        "wave.removed",
                        "database/" + program + "/" + database,
                        AuditChange.details(before, Map.of(), Map.of()));
            }
        });
    }

    @Override
    public List<Freeze> freezes(String program) {
        return db.jdbc()
                .sql("select id, from_at, to_at, reason from freezes where program = :program order by from_at, id")
                .param("program", program)
                .query((row, n) -> new Freeze(
                        row.getLong("id"),
                        program,
                        RowValues.instant(row, "from_at"),
                        RowValues.instant(row, "to_at"),
                        row.getString("reason")))
                .list();
    }

    @Override
    public Freeze add(Freeze freeze, String by) {
        return db.inTransaction(() -> {
            GeneratedKeyHolder key = new GeneratedKeyHolder();
            db.jdbc()
                    .sql("""
                    insert into freezes (program, from_at, to_at, reason) values (:program, :from, :to, :reason)
                    """)
                    .param("program", freeze.program())
                    .param("from", RowValues.at(freeze.from()))
                    .param("to", RowValues.at(freeze.to()))
                    .param("reason", freeze.reason())
                    .update(key, "id");
            long id = Objects.requireNonNull(key.getKey()).longValue();
            event(
                    freeze.program(),
                    by,
                    "freeze.added",
                    "freeze/" + freeze.program() + "/" + id,
                    Map.of("from", freeze.from().toString(), "to", freeze.to().toString(), "reason", freeze.reason()));
            return new Freeze(id, freeze.program(), freeze.from(), freeze.to(), freeze.reason());
        });
    }

    @Override
    public void removeFreeze(String program, long id, String by) {
        db.inTransaction(() -> {
            Freeze before = freezes(program).stream()
                    .filter(freeze -> freeze.id() == id)
                    .findFirst()
                    .orElse(null);
            int gone = db.jdbc()
                    .sql("delete from freezes where program = :program and id = :id")
                    .param("program", program)
                    .param("id", id)
                    .update();
            if (gone == 0) {
                throw new UnknownRowException("Program " + program + " has no freeze " + id + ". Load the plan again.");
            }
            event(
                    program,
                    by,
                    "freeze.removed",
                    "freeze/" + program + "/" + id,
                    AuditChange.details(before, Map.of(), Map.of()));
        });
    }

    @Override
    public List<DurationOverride> overrides(String program) {
        return db
                .jdbc()
                .sql("""
                select database_name, stage, seconds, reason, set_by, set_at from duration_overrides
                where program = :program order by database_name, stage
                """)
                .param("program", program)
                .query((row, n) -> new DurationOverride(
                        program,
                        row.getString("database_name"),
                        Stage.valueOf(row.getString("stage")),
                        Duration.ofSeconds(row.getLong("seconds")),
                        row.getString("reason"),
                        row.getString("set_by"),
                        RowValues.instant(row, "set_at")))
                .list()
                .stream()
                .sorted(Comparator.comparing(DurationOverride::database).thenComparing(DurationOverride::stage))
                .toList();
    }

    private @Nullable DurationOverride override(String program, String database, Stage stage) {
        return overrides(program).stream()
                .filter(override -> override.database().equals(database) && override.stage() == stage)
                .findFirst()
                .orElse(null);
    }

    @Override
    public void put(DurationOverride override, String by) {
        db.inTransaction(() -> {
            DurationOverride before = override(override.program(), override.database(), override.stage());
            drop(override.program(), override.database(), override.stage());
            try {
                db.jdbc()
                        .sql("""
                        insert into duration_overrides (program, database_name, stage, seconds, reason, set_by, set_at)
                        values (:program, :database, :stage, :seconds, :reason, :by, :at)
                        """)
                        .param("program", override.program())
                        .param("database", override.database())
                        .param("stage", override.stage().name())
                        .param("seconds", override.duration().toSeconds())
                        .param("reason", override.reason())
                        .param("by", override.by())
                        .param("at", RowValues.at(override.at()))
                        .update();
            } catch (DuplicateKeyException e) {
                throw new IdempotencyConflictException("The duration of stage " + override.stage() + " of "
                        + override.database() + " was set by somebody else at the same moment. Look, then set it.");
            } catch (DataIntegrityViolationException e) {
                throw new UnknownRowException("Program " + override.program() + " has no database '"
                        + override.database() + "'. Import it with the inventory first.");
            }
            event(
                    override.program(),
                    by,
                    "duration.set",
                    "database/" + override.program() + "/" + override.database(),
                    AuditChange.details(
                            before == null ? Map.of("duration", "computed") : before,
                            override,
                            Map.of(
                                    "stage",
                                    override.stage().name(),
                                    "seconds",
                                    override.duration().toSeconds(),
                                    "reason",
                                    override.reason())));
        });
    }

    @Override
    public void removeOverride(String program, String database, Stage stage, String by) {
        db.inTransaction(() -> {
            DurationOverride before = override(program, database, stage);
            if (drop(program, database, stage) > 0) {
                event(
                        program,
                        by,
                        "duration.computed",
                        "database/" + program + "/" + database,
                        AuditChange.details(before, Map.of("duration", "computed"), Map.of("stage", stage.name())));
            }
        });
    }

    private int drop(String program, String database, Stage stage) {
        return db.jdbc()
                .sql("""
                delete from duration_overrides
                where program = :program and database_name = :database and stage = :stage
                """)
                .param("program", program)
                .param("database", database)
                .param("stage", stage.name())
                .update();
    }

    @Override
    public Map<String, List<StageTimes>> times(String program) {
        Map<String, StageTimes[]> found = new LinkedHashMap<>();
        db.jdbc().sql("""
                select database_name, stage, baseline_start, baseline_end, planned_start, planned_end,
                    forecast_start, forecast_end, actual_start, actual_end
                from database_stages where program = :program order by database_name
                """).param("program", program).query(row -> {
            StageTimes times = StageColumns.times(row);
            found.computeIfAbsent(row.getString("database_name"), name -> new StageTimes[Stage.values().length])[
                    times.stage().ordinal()] = times;
        });
        Map<String, List<StageTimes>> times = new LinkedHashMap<>();
        found.forEach((database, stages) -> times.put(database, List.of(stages)));
        return times;
    }

    @Override
    public void writeTimes(String program, Map<String, List<StageTimes>> times) {
        List<MapSqlParameterSource> stages = new ArrayList<>();
        times.forEach((database, six) -> {
            for (StageTimes stage : six) {
                stages.add(new MapSqlParameterSource()
                        .addValue("program", program)
                        .addValue("database", database)
                        .addValue("stage", stage.stage().name())
                        .addValue("planned_start", RowValues.at(stage.plannedStart()))
                        .addValue("planned_end", RowValues.at(stage.plannedEnd()))
                        .addValue("forecast_start", RowValues.at(stage.forecastStart()))
                        .addValue("forecast_end", RowValues.at(stage.forecastEnd())));
            }
        });
        db.inTransaction(() -> {
            MapSqlParameterSource[] undated = dated(program).stream()
                    .filter(database -> !times.containsKey(database))
                    .map(database -> new MapSqlParameterSource()
                            .addValue("program", program)
                            .addValue("database", database))
                    .toArray(MapSqlParameterSource[]::new);
            batch.batchUpdate("""
                    update database_stages
                    set planned_start = null, planned_end = null, forecast_start = null, forecast_end = null
                    where program = :program and database_name = :database
                    """, undated);
            batch.batchUpdate("""
                    update database_stages
                    set planned_start = :planned_start, planned_end = :planned_end, forecast_start = :forecast_start,
                        forecast_end = :forecast_end
                    where program = :program and database_name = :database and stage = :stage
                    """, stages.toArray(MapSqlParameterSource[]::new));
            writeSlips(program);
        });
    }

    /** Databases that a plan has given times. */
    private Set<String> dated(String program) {
        return new TreeSet<>(
                db.jdbc().sql("""
                select distinct database_name from database_stages
                where program = :program and (planned_start is not null or planned_end is not null
                    or forecast_start is not null or forecast_end is not null)
                """).param("program", program).query(String.class).list());
    }

    @Override
    public void writeCutovers(String program, Map<String, CutoverDates> cutovers) {
        db.inTransaction(() -> {
            Map<String, CutoverDates> before = cutovers(program);
            MapSqlParameterSource[] gone = before.keySet().stream()
                    .filter(database -> !cutovers.containsKey(database))
                    .map(database -> new MapSqlParameterSource()
                            .addValue("program", program)
                            .addValue("database", database))
                    .toArray(MapSqlParameterSource[]::new);
            batch.batchUpdate("delete from cutover_dates where program = :program and database_name = :database", gone);
            MapSqlParameterSource[] changed = cutovers.entrySet().stream()
                    .filter(entry -> !entry.getValue().equals(before.get(entry.getKey())))
                    .map(entry -> params(program, entry.getKey(), entry.getValue()))
                    .toArray(MapSqlParameterSource[]::new);
            batch.batchUpdate("""
                    insert into cutover_dates (program, database_name, users_out_at, users_in_at, hypercare_ends_at,
                        retired_at, broken)
                    values (:program, :database, :out, :in, :hypercare, :retired, :broken)
                    on conflict (program, database_name) do update
                    set users_out_at = :out, users_in_at = :in, hypercare_ends_at = :hypercare, retired_at = :retired,
                        broken = :broken
                    """, changed);
        });
    }

    private static MapSqlParameterSource params(String program, String database, CutoverDates dates) {
        return new MapSqlParameterSource()
                .addValue("program", program)
                .addValue("database", database)
                .addValue("out", RowValues.at(dates.usersOut()))
                .addValue("in", RowValues.at(dates.usersIn()))
                .addValue("hypercare", RowValues.at(dates.hypercareEnds()))
                .addValue("retired", RowValues.at(dates.retired()))
                .addValue("broken", Json.write(dates.broken()));
    }

    @Override
    public void addOutageWord(String program, OutageWord word) {
        db.jdbc()
                .sql("""
                insert into outage_words (program, migration, users_out_at, said_by, subject, reason, said_at)
                values (:program, :migration, :out, :by, :subject, :reason, :at)
                """)
                .param("program", program)
                .param("migration", word.migration().toString())
                .param("out", RowValues.at(word.usersOut()))
                .param("by", word.by())
                .param("subject", word.subject())
                .param("reason", word.reason())
                .param("at", RowValues.at(word.at()))
                .update();
    }

    @Override
    public List<OutageWord> outageWords(MigrationId migration) {
        return db.jdbc()
                .sql("""
                select users_out_at, said_by, subject, reason, said_at from outage_words
                where migration = :migration order by id
                """)
                .param("migration", migration.toString())
                .query((row, n) -> new OutageWord(
                        migration,
                        RowValues.instantOrNull(row, "users_out_at"),
                        row.getString("said_by"),
                        row.getString("subject"),
                        row.getString("reason"),
                        RowValues.instant(row, "said_at")))
                .list();
    }

    @Override
    public SortedMap<String, CutoverDates> cutovers(String program) {
        SortedMap<String, CutoverDates> cutovers = new TreeMap<>();
        db.jdbc()
                .sql("select " + CUTOVER + " from cutover_dates where program = :program")
                .param("program", program)
                .query(row -> {
                    cutovers.put(row.getString("database_name"), cutover(row));
                });
        return cutovers;
    }

    @Override
    public Optional<CutoverDates> cutover(String program, String database) {
        return db.jdbc()
                .sql("select " + CUTOVER + " from cutover_dates where program = :program and database_name = :database")
                .param("program", program)
                .param("database", database)
                .query((row, n) -> cutover(row))
                .optional();
    }

    private static CutoverDates cutover(ResultSet row) throws SQLException {
        return new CutoverDates(
                RowValues.instant(row, "users_out_at"),
                RowValues.instant(row, "users_in_at"),
                RowValues.instantOrNull(row, "hypercare_ends_at"),
                RowValues.instantOrNull(row, "retired_at"),
                List.of(Json.read(row.getString("broken"), PlanBreak[].class)));
    }

    private void writeSlips(String program) {
        Map<String, @Nullable Duration> slips = new TreeMap<>();
        times(program).forEach((database, six) -> slips.put(database, Slip.ofDatabase(six)));
        SlipColumn.write(batch, program, slips);
    }

    @Override
    public void setBaseline(String program, String reason, String by) {
        Instant now = db.now(program);
        db.inTransaction(() -> {
            Map<String, Instant> before = ends(program);
            int stages = db.jdbc().sql("""
                    update database_stages set baseline_start = planned_start, baseline_end = planned_end
                    where program = :program
                    """).param("program", program).update();
            GeneratedKeyHolder key = new GeneratedKeyHolder();
            db.jdbc()
                    .sql("""
                    insert into plan_baselines (program, reason, set_by, set_at) values (:program, :reason, :by, :at)
                    """)
                    .param("program", program)
                    .param("reason", reason)
                    .param("by", by)
                    .param("at", RowValues.at(now))
                    .update(key, "id");
            int kept = db.jdbc()
                    .sql("""
                    insert into plan_baseline_stages (baseline, database_name, stage, start_at, end_at)
                    select :baseline, database_name, stage, baseline_start, baseline_end from database_stages
                    where program = :program and baseline_end is not null
                    """)
                    .param("baseline", Objects.requireNonNull(key.getKey()).longValue())
                    .param("program", program)
                    .update();
            db.grown("plan_baseline_stages", kept);
            writeSlips(program);
            int number = baselines(program).size();
            event(
                    program,
                    by,
                    "plan.approved",
                    "plan/" + program,
                    AuditChange.details(
                            words(before),
                            words(ends(program)),
                            Map.of("reason", reason, "stages", stages, "baseline", number)));
        });
    }

    /** When cutovers end by the baseline in force. */
    private Map<String, Instant> ends(String program) {
        Map<String, Instant> ends = new TreeMap<>();
        times(program).forEach((database, six) -> {
            Instant end = six.get(Stage.CUTOVER.ordinal()).baselineEnd();
            if (end != null) {
                ends.put(database, end);
            }
        });
        return ends;
    }

    private static Map<String, String> words(Map<String, Instant> ends) {
        Map<String, String> words = new TreeMap<>();
        ends.forEach((database, end) -> words.put(database + " across", end.toString()));
        return words;
    }

    @Override
    public List<PlanBaseline> baselines(String program) {
        return db.jdbc()
                .sql("""
                select row_number() over (order by id) as number, reason, set_by, set_at
                from plan_baselines where program = :program order by id desc
                """)
                .param("program", program)
                .query((row, n) -> new PlanBaseline(
                        row.getInt("number"),
                        row.getString("reason"),
                        row.getString("set_by"),
                        RowValues.instant(row, "set_at")))
                .list();
    }

    @Override
    public Map<String, Instant> agreedEnds(String program, int baseline, Stage stage) {
        Map<String, Instant> ends = new TreeMap<>();
        db.jdbc()
                .sql("""
                select s.database_name, s.end_at from plan_baseline_stages s
                join (select id, row_number() over (order by id) as number from plan_baselines
                    where program = :program) b on b.id = s.baseline
                where b.number = :number and s.stage = :stage and s.end_at is not null
                """)
                .param("program", program)
                .param("number", baseline)
                .param("stage", stage.name())
                .query(row -> {
                    ends.put(row.getString("database_name"), RowValues.instant(row, "end_at"));
                });
        return ends;
    }

    @Override
    public void writeMethods(String program, Collection<MethodRow> methods) {
        if (methods.isEmpty()) {
            return;
        }
        MapSqlParameterSource[] rows = methods.stream()
                .map(row -> {
                    Duration outage = row.outage();
                    Headline.Size size = row.size();
                    Feasibility feasible = row.feasible();
                    return new MapSqlParameterSource()
                            .addValue("program", program)
                            .addValue("database", row.database())
                            .addValue("method", row.method())
                            .addValue("blocked", RowValues.cut(row.blocked(), 4000))
                            .addValue("outage", outage == null ? null : outage.toSeconds())
                            .addValue("version", row.factsVersion())
                            .addValue("at", RowValues.at(row.at()))
                            .addValue("content", row.content())
                            .addValue("size", size == null ? null : size.gigabytes())
                            .addValue("source", size == null ? null : RowValues.cut(size.source(), 1000))
                            .addValue("missing", row.missing())
                            .addValue("feasible", feasible == null ? null : feasible.word())
                            .addValue("by", row.judgedBy());
                })
                .toArray(MapSqlParameterSource[]::new);
        // two may judge at once, and a database may have been deleted since it was judged
        db.inTransaction(() -> batch.batchUpdate("""
                insert into method_assessments (program, database_name, method, blocked, outage_seconds,
                    facts_version, assessed_at, content, size_gb, size_source, missing, feasible, judged_by)
                select program, database_name, :method, :blocked, cast(:outage as bigint), cast(:version as bigint),
                    cast(:at as timestamptz), :content, cast(:size as double precision), :source,
                    cast(:missing as integer), :feasible, :by
                from source_databases where program = :program and database_name = :database
                on conflict (program, database_name) do update set method = excluded.method,
                    blocked = excluded.blocked, outage_seconds = excluded.outage_seconds,
                    facts_version = excluded.facts_version, assessed_at = excluded.assessed_at,
                    content = excluded.content, size_gb = excluded.size_gb, size_source = excluded.size_source,
                    missing = excluded.missing, feasible = excluded.feasible, judged_by = excluded.judged_by
                """, rows));
    }

    @Override
    public List<MethodRow> methods(String program) {
        return methods(program, null);
    }

    @Override
    public List<Taken> taken(String program) {
        return db.jdbc()
                .sql("select database_name, method from method_assessments where program = :program"
                        + " order by database_name")
                .param("program", program)
                .query((row, n) -> new Taken(row.getString("database_name"), row.getString("method")))
                .list();
    }

    @Override
    public Optional<MethodRow> method(String program, String database) {
        return methods(program, database).stream().findFirst();
    }

    private List<MethodRow> methods(String program, @Nullable String database) {
        return db.jdbc()
                .sql("""
                select database_name, method, blocked, outage_seconds, facts_version, assessed_at, content, size_gb,
                    size_source, missing, feasible, judged_by
                from method_assessments where program = :program%s order by database_name
                """.formatted(database == null ? "" : " and database_name = :database"))
                .params(
                        database == null
                                ? Map.of("program", program)
                                : Map.of("program", program, "database", database))
                .query((row, n) -> {
                    long outage = row.getLong("outage_seconds");
                    boolean unknown = row.wasNull();
                    return new MethodRow(
                            row.getString("database_name"),
                            row.getString("method"),
                            row.getString("blocked"),
                            unknown ? null : Duration.ofSeconds(outage),
                            row.getLong("facts_version"),
                            RowValues.instant(row, "assessed_at"),
                            row.getString("content"),
                            HeadlineColumns.size(row),
                            RowValues.integerOrNull(row, "missing"),
                            HeadlineColumns.feasible(row),
                            row.getString("judged_by"));
                })
                .list();
    }

    @Override
    public List<Judged> judged(String program) {
        return db.jdbc()
                .sql("""
                select d.database_name, d.version, d.facts_version, m.judged_by
                from source_databases d
                left join method_assessments m on m.program = d.program and m.database_name = d.database_name
                where d.program = :program order by d.database_name
                """)
                .param("program", program)
                .query((row, n) -> new Judged(
                        row.getString("database_name"),
                        row.getLong("version"),
                        row.getLong("facts_version"),
                        row.getString("judged_by")))
                .list();
    }

    private void event(String program, String by, String action, String object, Map<String, Object> details) {
        audit.append(new AuditEvent(program, db.clock().instant(), by, action, object, null, null, null, details));
    }

    /** The columns of a wave. */
    public static Wave wave(ResultSet row) throws SQLException {
        String after = row.getString("after_waves");
        return new Wave(
                row.getString("program"),
                row.getInt("number"),
                row.getString("title"),
                RowValues.instantOrNull(row, "start_at"),
                after.isEmpty()
                        ? List.of()
                        : Arrays.stream(after.split(",")).map(Integer::valueOf).toList(),
                Wave.State.valueOf(row.getString("state")),
                row.getLong("version"),
                row.getString("changed_by"),
                RowValues.instant(row, "changed_at"),
                RowValues.instantOrNull(row, "users_out_at"),
                RowValues.instantOrNull(row, "go_live_at"));
    }
}
