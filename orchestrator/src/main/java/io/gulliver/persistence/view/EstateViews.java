package io.gulliver.persistence.view;

import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.MeasuredOutage;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.Cursor;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * Grid, summary and plan on the tables.
 *
 * <p>The six cells of a database are kept in rows of their own, because reading them from hundreds of thousands of steps
 * at each page would be slow. They follow the journal when somebody reads: what ran on since the last reading is read
 * anew, so no writer has to know of them and a crash leaves nothing behind that the next reading does not heal.
 */
public final class EstateViews implements DatabaseGrid, ProgramSummaries, PlanBars {
    private static final int CHUNK = 400;
    private static final String STAGE_COLUMNS = """
            database_name, stage, status, done, total, since, purpose, baseline_start, baseline_end, planned_start,
            planned_end, forecast_start, forecast_end, actual_start, actual_end
            """;
    /** The highest score of a database's open risks; only sorting by it pays for all of them. */
    private static final String RISK_SCORES = """
            left join (
                select rd.database_name as risky, max(k.score) as score
                from risks k join risk_databases rd on rd.program = k.program and rd.number = k.number
                where k.program = :program and k.kind = 'RISK' and k.state = 'OPEN'
                group by rd.database_name
            ) r on r.risky = d.database_name
            """;

    private static final String WAVES =
            "join wave_members w on w.program = d.program and w.database_name = d.database_name\n";
    private static final String METHODS =
            "join method_assessments m on m.program = d.program and m.database_name = d.database_name\n";
    /** What judging found; of a database that nobody judged yet, what the inventory says. */
    private static final String SIZE = "coalesce(m.size_gb, d.gigabytes)";

    private static final String PREDICTED = "m.outage_seconds";

    private static final String SORTED_STAGE = """
            left join database_stages s on s.program = d.program and s.database_name = d.database_name
                and s.stage = :sorted
            """;

    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final PlanReader plans;
    private final OutageRows outages;
    /** How far the journal of each program was when its cells were last read. */
    private final Map<String, Mark> marks = new ConcurrentHashMap<>();

    /** @param methods by hash of a playbook the method that it carries, as headlines name it */
    public EstateViews(StoreDatabase db, PlanReader plans, Function<String, Optional<String>> methods) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.plans = plans;
        this.outages = new OutageRows(db, methods);
    }

    /**
     * Outages of runs that go on or came through, by database.
     *
     * @param names of databases, or null for all of the program
     */
    public Map<String, List<MeasuredOutage>> outages(String program, @Nullable Collection<String> names) {
        return outages.of(program, names);
    }

    private record Mark(long runs, long events, long generations, long databases) {}

    /** A run, as far as it decides which one a database shows. */
    private record RunRow(
            String id,
            String database,
            Purpose purpose,
            boolean completed,
            boolean active,
            Instant createdAt,
            int generation,
            long lastSeq,
            @Nullable String shown,
            int shownGeneration,
            long shownSeq) {
        boolean production() {
            return purpose == Purpose.PRODUCTION;
        }

        boolean behind() {
            return !id.equals(shown) || generation != shownGeneration || lastSeq != shownSeq;
        }
    }

    /**
     * A finished production run first, then what runs, production before rehearsal before discovery, then the newest that
     * did more than look.
     */
    private static final Comparator<RunRow> SHOWN = Comparator.comparing(
                    (RunRow run) -> run.production() && run.completed())
            .thenComparing(RunRow::active)
            .thenComparing(run -> run.active() ? run.purpose() : Purpose.DISCOVERY)
            .thenComparing(run -> run.purpose() != Purpose.DISCOVERY)
            .thenComparing(RunRow::createdAt)
            .thenComparing(RunRow::id);

    /** Brings the cells of a program up to its journal. Cheap when nothing ran. */
    public void catchUp(String program) {
        Mark now = mark(program);
        if (now.equals(marks.get(program))) {
            return;
        }
        Map<String, RunRow> shown = new HashMap<>();
        db.jdbc().sql("""
                select r.id, r.database_name, r.purpose, r.outcome, r.mode, r.created_at, r.generation, r.last_seq,
                    d.run, d.run_generation, d.run_seq
                from migrations r
                join source_databases d on d.program = r.program and d.database_name = r.database_name
                where r.program = :program and not r.evaluate_only
                """).param("program", program).query(row -> {
            RunRow run = run(row);
            shown.merge(run.database(), run, (a, b) -> SHOWN.compare(a, b) >= 0 ? a : b);
        });
        List<RunRow> behind = shown.values().stream()
                .filter(RunRow::behind)
                .sorted(Comparator.comparing(RunRow::database))
                .toList();
        for (int from = 0; from < behind.size(); from += CHUNK) {
            read(program, behind.subList(from, Math.min(behind.size(), from + CHUNK)));
        }
        marks.put(program, now);
    }

    private Mark mark(String program) {
        long databases = db.jdbc()
                .sql("select count(*) from source_databases where program = :program")
                .param("program", program)
                .query(Long.class)
                .single();
        return db.jdbc()
                .sql("""
                select count(*) as runs, coalesce(sum(last_seq), 0) as events, coalesce(sum(generation), 0) as gens
                from migrations where program = :program
                """)
                .param("program", program)
                .query((row, n) -> new Mark(row.getLong("runs"), row.getLong("events"), row.getLong("gens"), databases))
                .single();
    }

    private static RunRow run(ResultSet row) throws SQLException {
        return new RunRow(
                row.getString("id"),
                row.getString("database_name"),
                Purpose.valueOf(row.getString("purpose")),
                "COMPLETED".equals(row.getString("outcome")),
                !"ENDED".equals(row.getString("mode")),
                RowValues.instant(row, "created_at"),
                row.getInt("generation"),
                row.getLong("last_seq"),
                row.getString("run"),
                row.getInt("run_generation"),
                row.getLong("run_seq"));
    }

    private void read(String program, List<RunRow> runs) {
        db.inTransaction(() -> {
            Map<String, Map<Stage, StageReading>> readings = new HashMap<>();
            Map<String, Map<Stage, StageReading>> afterwards = new HashMap<>();
            Map<String, StageReading> outages = new HashMap<>();
            db.jdbc()
                    .sql("""
                    select migration, stage, phase, state, count(*) as steps, min(started_at) as started,
                        max(ended_at) as ended, min(waited_since) as waited
                    from migration_steps where migration in (:runs) group by migration, stage, phase, state
                    """)
                    .param("runs", runs.stream().map(RunRow::id).toList())
                    .query(row -> {
                        String run = row.getString("migration");
                        Stage stage = Stage.valueOf(row.getString("stage"));
                        Phase phase = Phase.valueOf(row.getString("phase"));
                        // hypercare and what follows it have dates of their own
                        Map<String, Map<Stage, StageReading>> part = phase == Phase.AFTER ? afterwards : readings;
                        add(
                                part.computeIfAbsent(run, id -> new EnumMap<>(Stage.class))
                                        .computeIfAbsent(stage, one -> new StageReading()),
                                row);
                        if (phase == Phase.OUTAGE) {
                            add(outages.computeIfAbsent(run, id -> new StageReading()), row);
                        }
                    });
            afterwards.forEach((run, stages) ->
                    stages.forEach((stage, reading) -> readings.computeIfAbsent(run, id -> new EnumMap<>(Stage.class))
                            .putIfAbsent(stage, reading)));
            List<MapSqlParameterSource> stages = new ArrayList<>();
            List<MapSqlParameterSource> databases = new ArrayList<>();
            for (RunRow run : runs) {
                Map<Stage, StageReading> six = readings.getOrDefault(run.id(), Map.of());
                for (Stage stage : Stage.values()) {
                    StageReading reading = six.getOrDefault(stage, new StageReading());
                    // users are out from the first step of the outage to its last one, whatever stages these belong to
                    StageReading dates = stage == Stage.CUTOVER ? outages.getOrDefault(run.id(), reading) : reading;
                    stages.add(new MapSqlParameterSource()
                            .addValue("program", program)
                            .addValue("database", run.database())
                            .addValue("stage", stage.name())
                            .addValue("status", reading.status().name())
                            .addValue("rank", reading.status().ordinal())
                            .addValue("done", reading.done())
                            .addValue("total", reading.total())
                            .addValue("since", RowValues.at(reading.since()))
                            .addValue("purpose", run.purpose().name())
                            // what discovery and a rehearsal took is no date of the plan
                            .addValue("start", run.production() ? RowValues.at(dates.firstStart()) : null)
                            .addValue("end", run.production() ? RowValues.at(dates.end()) : null));
                }
                StageReading cutover = six.get(Stage.CUTOVER);
                databases.add(new MapSqlParameterSource()
                        .addValue("program", program)
                        .addValue("database", run.database())
                        .addValue("run", run.id())
                        .addValue("generation", run.generation())
                        .addValue("seq", run.lastSeq())
                        .addValue(
                                "across", run.production() && cutover != null && cutover.status() == StageStatus.DONE));
            }
            batch.batchUpdate("""
                    update database_stages
                    set status = :status, status_rank = :rank, done = :done, total = :total, since = :since,
                        purpose = :purpose, actual_start = :start, actual_end = :end
                    where program = :program and database_name = :database and stage = :stage
                    """, stages.toArray(MapSqlParameterSource[]::new));
            batch.batchUpdate("""
                    update source_databases
                    set run = :run, run_generation = :generation, run_seq = :seq, across = :across
                    where program = :program and database_name = :database
                    """, databases.toArray(MapSqlParameterSource[]::new));
            Map<String, @Nullable Duration> slips = new TreeMap<>();
            stages(program, runs.stream().map(RunRow::database).toList())
                    .forEach((database, six) -> slips.put(database, slip(six)));
            SlipColumn.write(batch, program, slips);
        });
    }

    private static @Nullable Duration slip(List<StageProgress> stages) {
        return Slip.ofDatabase(stages.stream().map(StageProgress::times).toList());
    }

    private static void add(StageReading reading, ResultSet row) throws SQLException {
        reading.add(
                StepState.valueOf(row.getString("state")),
                row.getInt("steps"),
                RowValues.instantOrNull(row, "started"),
                RowValues.instantOrNull(row, "ended"),
                RowValues.instantOrNull(row, "waited"));
    }

    /** Names of the databases with a finished production cutover: their users are in. */
    public Set<String> across(String program) {
        catchUp(program);
        return new TreeSet<>(
                texts(program, "select database_name from source_databases where program = :program and across"));
    }

    /**
     * A step that waits for a person.
     *
     * @param database it belongs to
     * @param role that must act
     * @param title of the step
     * @param since when its task was opened
     */
    public record OpenStep(String database, String role, String title, Instant since) {}

    /** Every step of a program that waits for a person, longest first. */
    public List<OpenStep> openSteps(String program) {
        return db.jdbc()
                .sql("""
                select database_name, role, title, opened_at from tasks
                where program = :program and closed_at is null order by opened_at, id
                """)
                .param("program", program)
                .query((row, n) -> new OpenStep(
                        row.getString("database_name"),
                        row.getString("role"),
                        row.getString("title"),
                        RowValues.instant(row, "opened_at")))
                .list();
    }

    // grid

    /** What a filter asks of the tables: the tables it needs, and what must hold of them. */
    private static final class Narrowing {
        final StringBuilder joins = new StringBuilder();
        final StringBuilder where = new StringBuilder("d.program = :program");
        final Map<String, Object> params = new LinkedHashMap<>();
        boolean waves;
        boolean methods;
    }

    @Override
    public GridPage page(String program, GridFilter filter) {
        catchUp(program);
        Narrowing narrowed = narrow(program, filter);
        GridPage head = db.jdbc()
                .sql("select count(*) as matching, coalesce(sum(" + SIZE + "), 0) as gigabytes from source_databases d "
                        + (narrowed.methods ? "" : "left " + METHODS) + narrowed.joins + " where " + narrowed.where)
                .params(narrowed.params)
                .query((row, n) -> new GridPage(List.of(), row.getInt("matching"), row.getDouble("gigabytes"), null))
                .single();
        return rows(program, filter, head, narrowed);
    }

    private static Narrowing narrow(String program, GridFilter filter) {
        Narrowing narrowed = new Narrowing();
        StringBuilder where = narrowed.where;
        Map<String, Object> params = narrowed.params;
        params.put("program", program);
        if (!filter.text().isBlank()) {
            where.append(" and d.searched like :text escape '!'");
            String text = filter.text().strip().toLowerCase(Locale.ROOT);
            params.put("text", "%" + text.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%");
        }
        if (filter.status() != null) {
            params.put("status", filter.status().name());
            where.append(" and d.database_name in (select f.database_name from database_stages f"
                    + " where f.program = :program and f.status = :status");
            if (filter.stage() != null) {
                where.append(" and f.stage = :stage");
                params.put("stage", filter.stage().name());
            }
            where.append(')');
        }
        if (filter.wave() != null) {
            narrowed.joins.append(WAVES);
            narrowed.waves = true;
            where.append(" and w.wave = :wave");
            params.put("wave", filter.wave());
        }
        if (filter.owner() != null) {
            where.append(" and d.owner = :owner");
            params.put("owner", filter.owner());
        }
        if (filter.method() != null) {
            narrowed.joins.append(METHODS);
            narrowed.methods = true;
            where.append(" and m.method = :method");
            params.put("method", filter.method());
        }
        if (filter.leastRisk() != null) {
            where.append(" and d.database_name in (select rd.database_name from risk_databases rd"
                    + " join risks k on k.program = rd.program and k.number = rd.number"
                    + " where k.program = :program and k.state = 'OPEN' and k.score >= :least_risk)");
            params.put("least_risk", filter.leastRisk());
        }
        return narrowed;
    }

    /** What a column sorts by: an expression that may be null, and whether it is a number. */
    private record SortBy(String expression, boolean number) {}

    private static SortBy sortBy(GridFilter.Sort sort) {
        return switch (sort) {
            case NAME -> new SortBy("d.database_name", false);
            case WAVE -> new SortBy("w.wave", true);
            case ENVIRONMENT -> new SortBy("d.environment", false);
            case DISCOVERY, SIZING, BUILD, REPLICATION, VALIDATION, CUTOVER -> new SortBy("s.status_rank", true);
            case SLIP -> new SortBy("d.slip_seconds", true);
            case RISK -> new SortBy("r.score", true);
            case METHOD -> new SortBy("m.method", false);
            case OUTAGE -> new SortBy(PREDICTED, true);
            case WINDOW -> new SortBy("d.window_minutes", true);
            case SIZE -> new SortBy(SIZE, true);
            case VERSION -> new SortBy("d.oracle_version", false);
            case OWNER -> new SortBy("d.owner", false);
        };
    }

    /** A database of a page: its name, and what it was sorted by. */
    private record Keyed(String name, int missing, String value) {}

    /**
     * Which databases stand on the page is asked with the tables that filter and order need; the rest is read for
     * those few alone.
     */
    private GridPage rows(String program, GridFilter filter, GridPage head, Narrowing narrowed) {
        SortBy by = sortBy(filter.sort());
        Map<String, Object> params = new LinkedHashMap<>(narrowed.params);
        String measured = filter.sort() == GridFilter.Sort.OUTAGE ? measured(program, params) : "";
        if (!measured.isEmpty()) {
            by = new SortBy("coalesce(o.seconds, " + PREDICTED + ")", true);
        }
        StringBuilder where = new StringBuilder(narrowed.where);
        StringBuilder joins = new StringBuilder(narrowed.joins).append(measured);
        boolean byName = filter.sort() == GridFilter.Sort.NAME;
        // unknown values stand last, whichever way is sorted
        String missing = byName ? "0" : "case when " + by.expression() + " is null then 1 else 0 end";
        String value = by.number()
                ? "cast(coalesce(" + by.expression() + ", 0) as double precision)"
                : byName ? by.expression() : "coalesce(" + by.expression() + ", '')";
        String before = filter.descending() ? "<" : ">";
        if (filter.cursor() != null) {
            List<String> parts = Cursor.parts(filter.cursor(), 3);
            try {
                params.put("last_missing", Integer.valueOf(parts.get(0)));
                params.put("last_value", by.number() ? (Object) Double.valueOf(parts.get(1)) : parts.get(1));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "The cursor belongs to another order of the list. Start the list again without one.", e);
            }
            params.put("last_name", parts.get(2));
            where.append(
                    byName
                            ? " and d.database_name %s :last_name".formatted(before)
                            : " and (%s > :last_missing or (%s = :last_missing and (%s %s :last_value or (%s = :last_value and d.database_name > :last_name))))"
                                    .formatted(missing, missing, value, before, value));
        }
        if (by.expression().startsWith("w.") && !narrowed.waves) {
            joins.append("left ").append(WAVES);
        }
        if (by.expression().contains("m.") && !narrowed.methods) {
            joins.append("left ").append(METHODS);
        }
        if (by.expression().startsWith("r.")) {
            joins.append(RISK_SCORES);
        }
        if (by.expression().startsWith("s.")) {
            joins.append(SORTED_STAGE);
            params.put("sorted", filter.sort().name());
        }
        String direction = filter.descending() ? " desc" : "";
        params.put("limit", filter.limit() + 1);
        params.put("from", filter.cursor() == null ? filter.from() : 0);
        List<Keyed> found = new ArrayList<>(db.jdbc()
                .sql("""
                select d.database_name, %s as missing, %s as sort_value
                from source_databases d
                %s
                where %s
                order by %s
                limit :limit offset :from
                """.formatted(
                                missing,
                                value,
                                joins,
                                where,
                                // the program with it, so that H2 too walks its key and stops at the limit
                                byName
                                        ? "d.program" + direction + ", d.database_name" + direction
                                        : "missing, sort_value" + direction + ", d.database_name"))
                .params(params)
                .query((row, n) ->
                        new Keyed(row.getString("database_name"), row.getInt("missing"), row.getString("sort_value")))
                .list());
        boolean more = found.size() > filter.limit();
        if (more) {
            found.remove(filter.limit());
        }
        Keyed last = found.isEmpty() ? null : found.get(found.size() - 1);
        return new GridPage(
                details(program, found.stream().map(Keyed::name).toList()),
                head.matching(),
                head.gigabytes(),
                more && last != null ? Cursor.of(last.missing(), last.value(), last.name()) : null);
    }

    /** Joins the outages of databases of which a run told more than the prediction; empty when none did. */
    private String measured(String program, Map<String, Object> params) {
        List<String> rows = new ArrayList<>();
        headlines(program)
                .forEach((name, headline) -> headline.outages().measured().ifPresent(one -> {
                    params.put("measured_name_" + rows.size(), name);
                    params.put("measured_seconds_" + rows.size(), one.length().toSeconds());
                    rows.add("(cast(:measured_name_%1$d as varchar(200)), cast(:measured_seconds_%1$d as bigint))"
                            .formatted(rows.size()));
                }));
        return rows.isEmpty()
                ? ""
                : "left join (values " + String.join(", ", rows)
                        + ") as o (measured_name, seconds) on o.measured_name = d.database_name\n";
    }

    /** The rows of these databases, in their order. */
    private List<GridRow> details(String program, List<String> names) {
        Instant now = db.now(program);
        Map<String, GridRow> rows = new HashMap<>();
        Map<String, OpenRisks> risks = new HashMap<>();
        Map<String, List<StageProgress>> stages = new HashMap<>();
        for (int from = 0; from < names.size(); from += CHUNK) {
            List<String> some = names.subList(from, Math.min(names.size(), from + CHUNK));
            stages.putAll(stages(program, some));
            Map<String, List<MeasuredOutage>> outages = outages(program, some);
            db.jdbc().sql("""
                    select rd.database_name, max(k.score) as score, count(*) as risks
                    from risk_databases rd join risks k on k.program = rd.program and k.number = rd.number
                    where rd.program = :program and rd.database_name in (:names) and k.kind = 'RISK'
                        and k.state = 'OPEN'
                    group by rd.database_name
                    """).param("program", program).param("names", some).query(row -> {
                risks.put(row.getString("database_name"), new OpenRisks(row.getInt("risks"), row.getInt("score")));
            });
            db.jdbc().sql("""
                    select d.database_name, d.application, d.environment, w.wave, m.method, m.outage_seconds,
                        m.size_gb, m.size_source, m.missing, m.feasible, d.window_minutes,
                        d.gigabytes, d.oracle_version, d.owner, d.source_host
                    from source_databases d
                    left join wave_members w on w.program = d.program and w.database_name = d.database_name
                    left join method_assessments m on m.program = d.program and m.database_name = d.database_name
                    where d.program = :program and d.database_name in (:names)
                    """).param("program", program).param("names", some).query(row -> {
                String name = row.getString("database_name");
                rows.put(
                        name,
                        row(
                                row,
                                name,
                                risks.getOrDefault(name, OpenRisks.NONE),
                                stages.getOrDefault(name, List.of()),
                                outages.getOrDefault(name, List.of()),
                                now));
            });
        }
        // a database that was deleted between the two readings is left out
        return names.stream().map(rows::get).filter(Objects::nonNull).toList();
    }

    /** Risks of a database that are open, and the highest of their scores, null without one. */
    private record OpenRisks(int count, @Nullable Integer score) {
        static final OpenRisks NONE = new OpenRisks(0, null);
    }

    @Override
    public Map<String, Headline> headlines(String program) {
        Map<String, List<MeasuredOutage>> outages = outages(program, null);
        Instant now = db.now(program);
        Map<String, Headline> headlines = new TreeMap<>();
        db.jdbc().sql("""
                select d.database_name, d.window_minutes, d.gigabytes, m.method, m.outage_seconds, m.size_gb,
                    m.size_source, m.missing, m.feasible, coalesce(r.risks, 0) as risks
                from source_databases d
                left join method_assessments m on m.program = d.program and m.database_name = d.database_name
                left join (
                    select rd.database_name as risky, count(*) as risks
                    from risks k join risk_databases rd on rd.program = k.program and rd.number = k.number
                    where k.program = :program and k.kind = 'RISK' and k.state = 'OPEN'
                    group by rd.database_name
                ) r on r.risky = d.database_name
                where d.program = :program
                """).param("program", program).query(row -> {
            String name = row.getString("database_name");
            headlines.put(name, headline(row, name, row.getInt("risks"), outages.getOrDefault(name, List.of()), now));
        });
        return headlines;
    }

    private Headline headline(ResultSet row, String name, int openRisks, List<MeasuredOutage> outages, Instant now)
            throws SQLException {
        Integer minutes = RowValues.integerOrNull(row, "window_minutes");
        long outage = row.getLong("outage_seconds");
        Duration predicted = row.wasNull() ? null : Duration.ofSeconds(outage);
        String method = row.getString("method");
        Headline.Size size = HeadlineColumns.size(row);
        double gigabytes = row.getDouble("gigabytes");
        if (size == null && !row.wasNull()) {
            size = new Headline.Size(gigabytes, Headline.Size.INVENTORY);
        }
        return new Headline(
                name,
                OutageFigures.of(predicted, minutes == null ? null : Duration.ofMinutes(minutes), method, outages, now),
                size,
                RowValues.integerOrNull(row, "missing"),
                openRisks,
                HeadlineColumns.feasible(row),
                method);
    }

    private GridRow row(
            ResultSet row,
            String name,
            OpenRisks risks,
            List<StageProgress> stages,
            List<MeasuredOutage> outages,
            Instant now)
            throws SQLException {
        return new GridRow(
                name,
                row.getString("application"),
                Environment.valueOf(row.getString("environment")),
                RowValues.integerOrNull(row, "wave"),
                stages,
                slip(stages),
                risks.score(),
                headline(row, name, risks.count(), outages, now),
                row.getString("oracle_version"),
                row.getString("owner"),
                row.getString("source_host"));
    }

    private Map<String, List<StageProgress>> stages(String program, List<String> names) {
        Map<String, StageProgress[]> found = new HashMap<>();
        db.jdbc()
                .sql("select " + STAGE_COLUMNS
                        + " from database_stages where program = :program and database_name in (:names)")
                .param("program", program)
                .param("names", names)
                .query(row -> {
                    put(found, row);
                });
        return listed(found);
    }

    private static void put(Map<String, StageProgress[]> found, ResultSet row) throws SQLException {
        StageProgress stage = new StageProgress(
                StageStatus.valueOf(row.getString("status")),
                row.getInt("done"),
                row.getInt("total"),
                RowValues.instantOrNull(row, "since"),
                RowValues.enumOrNull(row, "purpose", Purpose.class),
                StageColumns.times(row));
        found.computeIfAbsent(row.getString("database_name"), name -> new StageProgress[Stage.values().length])[
                stage.times().stage().ordinal()] = stage;
    }

    private static Map<String, List<StageProgress>> listed(Map<String, StageProgress[]> found) {
        Map<String, List<StageProgress>> stages = new HashMap<>();
        found.forEach((name, six) -> stages.put(name, List.of(six)));
        return stages;
    }

    @Override
    public Optional<GridRow> row(String program, String database) {
        catchUp(program);
        return details(program, List.of(database)).stream().findFirst();
    }

    @Override
    public Totals totals(String program) {
        catchUp(program);
        Map<StageStatus, Integer> states = new EnumMap<>(StageStatus.class);
        db.jdbc().sql("""
                select status, count(distinct database_name) as databases from database_stages
                where program = :program group by status
                """).param("program", program).query(row -> {
            states.put(StageStatus.valueOf(row.getString("status")), row.getInt("databases"));
        });
        Counts counts = counts(program);
        return new Totals(
                counts.databases(),
                counts.across(),
                states,
                db.jdbc()
                        .sql("select distinct wave from wave_members where program = :program order by wave")
                        .param("program", program)
                        .query(Integer.class)
                        .list(),
                texts(
                        program,
                        "select distinct owner from source_databases where program = :program and owner is not null"
                                + " order by owner"),
                texts(
                        program,
                        "select distinct method from method_assessments where program = :program"
                                + " and method is not null order by method"));
    }

    private List<String> texts(String program, String sql) {
        return db.jdbc()
                .sql(sql)
                .param("program", program)
                .query((row, n) -> row.getString(1))
                .list();
    }

    // summary

    @Override
    public Counts counts(String program) {
        int risks = db.jdbc()
                .sql("select count(*) from risks where program = :program and kind = 'RISK' and state = 'OPEN'")
                .param("program", program)
                .query(Integer.class)
                .single();
        return db.jdbc()
                .sql("""
                select count(*) as databases, count(case when across then 1 end) as across
                from source_databases where program = :program
                """)
                .param("program", program)
                .query((row, n) -> new Counts(row.getInt("databases"), row.getInt("across"), risks))
                .single();
    }

    /** The last stage of a database, with what summaries need of it. */
    private record Cutover(
            boolean across,
            @Nullable Instant agreed,
            @Nullable Instant planned,
            @Nullable Instant forecast,
            @Nullable Instant actual) {}

    @Override
    public Summary summary(String program, Instant now) {
        catchUp(program);
        ZoneId zone = ZoneId.of(db.jdbc()
                .sql("select zone_id from programs where program = :program")
                .param("program", program)
                .query(String.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException(
                        "There is no program '" + program + "'. List the programs, or make this one first.")));
        Map<Stage, Map<StageStatus, Integer>> tallies = new EnumMap<>(Stage.class);
        db.jdbc().sql("""
                select stage, status, count(*) as databases from database_stages
                where program = :program group by stage, status
                """).param("program", program).query(row -> {
            tallies.computeIfAbsent(Stage.valueOf(row.getString("stage")), stage -> new EnumMap<>(StageStatus.class))
                    .put(StageStatus.valueOf(row.getString("status")), row.getInt("databases"));
        });
        List<Cutover> cutovers = db.jdbc()
                .sql("""
                select d.across, s.baseline_end, s.planned_end, s.forecast_end, s.actual_end
                from source_databases d join database_stages s
                    on s.program = d.program and s.database_name = d.database_name and s.stage = 'CUTOVER'
                where d.program = :program
                """)
                .param("program", program)
                .query((row, n) -> new Cutover(
                        row.getBoolean("across"),
                        RowValues.instantOrNull(row, "baseline_end"),
                        RowValues.instantOrNull(row, "planned_end"),
                        RowValues.instantOrNull(row, "forecast_end"),
                        RowValues.instantOrNull(row, "actual_end")))
                .list();
        boolean planned = cutovers.stream().anyMatch(cutover -> cutover.planned() != null);
        return new Summary(
                counts(program),
                planned
                        ? (int) cutovers.stream()
                                .filter(cutover -> cutover.planned() != null
                                        && !cutover.planned().isAfter(now))
                                .count()
                        : null,
                number(program, "select count(distinct source_host) from source_databases where program = :program"),
                number(program, "select count(distinct server) from landing_servers where program = :program"),
                last(cutovers.stream().map(Cutover::agreed).toList()),
                last(cutovers.stream().map(Cutover::planned).toList()),
                last(cutovers.stream()
                        .map(cutover -> cutover.actual() != null ? cutover.actual() : cutover.forecast())
                        .toList()),
                tallies,
                late(program),
                progress(cutovers, now, zone));
    }

    private int number(String program, String sql) {
        return db.jdbc().sql(sql).param("program", program).query(Integer.class).single();
    }

    private static @Nullable Instant last(List<@Nullable Instant> instants) {
        return instants.stream()
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private List<Late> late(String program) {
        // what is across endangers nothing any more
        List<String> names = texts(
                program,
                "select database_name from source_databases where program = :program and slip_seconds > 0"
                        + " and not across order by slip_seconds desc, database_name limit 10");
        List<Late> late = new ArrayList<>();
        for (GridRow row : details(program, names)) {
            StageProgress stage = row.stages().stream()
                    .filter(one -> one.status() != StageStatus.DONE && one.status() != StageStatus.SKIPPED)
                    .findFirst()
                    .orElse(row.stages().get(row.stages().size() - 1));
            late.add(new Late(
                    row.name(),
                    row.wave(),
                    stage.times().stage(),
                    stage.status(),
                    row.slip() == null ? Duration.ZERO : row.slip()));
        }
        return late;
    }

    private static List<Point> progress(List<Cutover> cutovers, Instant now, ZoneId zone) {
        TreeMap<LocalDate, int[]> days = new TreeMap<>();
        for (Cutover cutover : cutovers) {
            count(days, cutover.planned(), zone, 0);
            Instant actual = cutover.across() ? cutover.actual() : null;
            count(days, actual, zone, 1);
            count(days, actual != null ? actual : cutover.forecast(), zone, 2);
        }
        List<Point> points = new ArrayList<>();
        int planned = 0;
        int actual = 0;
        int forecast = 0;
        for (Map.Entry<LocalDate, int[]> day : days.entrySet()) {
            planned += day.getValue()[0];
            actual += day.getValue()[1];
            forecast += day.getValue()[2];
            Instant at = day.getKey().plusDays(1).atStartOfDay(zone).toInstant();
            boolean past = !day.getKey().isAfter(LocalDate.ofInstant(now, zone));
            points.add(new Point(at, planned, past ? actual : null, past ? null : forecast));
        }
        return points;
    }

    private static void count(TreeMap<LocalDate, int[]> days, @Nullable Instant at, ZoneId zone, int column) {
        if (at != null) {
            days.computeIfAbsent(LocalDate.ofInstant(at, zone), day -> new int[3])[column]++;
        }
    }

    // plan

    @Override
    public PlanView plan(String program) {
        catchUp(program);
        Map<String, StageProgress[]> found = new HashMap<>();
        db.jdbc()
                .sql("select " + STAGE_COLUMNS + " from database_stages where program = :program")
                .param("program", program)
                .query(row -> {
                    put(found, row);
                });
        Map<String, List<StageProgress>> stages = listed(found);
        Map<Integer, List<DatabaseBars>> byWave = new HashMap<>();
        for (WaveMember member : plans.members(program)) {
            List<StageProgress> six = stages.remove(member.database());
            if (six != null) {
                byWave.computeIfAbsent(member.wave(), wave -> new ArrayList<>())
                        .add(new DatabaseBars(member.database(), six));
            }
        }
        List<WaveBars> waves = new ArrayList<>();
        for (Wave wave : plans.waves(program)) {
            List<DatabaseBars> bars = byWave.getOrDefault(wave.number(), new ArrayList<>());
            bars.sort(Comparator.comparing((DatabaseBars bar) -> Optional.ofNullable(bar.stages()
                                    .get(Stage.CUTOVER.ordinal())
                                    .times()
                                    .plannedStart())
                            .orElse(Instant.MAX))
                    .thenComparing(DatabaseBars::name));
            waves.add(new WaveBars(wave, bars));
        }
        return new PlanView(
                waves,
                stages.entrySet().stream()
                        .map(entry -> new DatabaseBars(entry.getKey(), entry.getValue()))
                        .sorted(Comparator.comparing(DatabaseBars::name))
                        .toList(),
                plans.freezes(program),
                broken(program),
                plans.baselineAt(program).orElse(null));
    }

    private SortedMap<String, List<PlanBreak>> broken(String program) {
        SortedMap<String, List<PlanBreak>> broken = new TreeMap<>();
        plans.cutovers(program).forEach((database, dates) -> {
            if (!dates.broken().isEmpty()) {
                broken.put(database, dates.broken());
            }
        });
        return broken;
    }
}
