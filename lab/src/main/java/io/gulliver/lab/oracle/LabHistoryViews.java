package io.gulliver.lab.oracle;

import io.gulliver.lab.HostLoad;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The history of the workload by the hour (AWR), and STATSPACK's where somebody installed it.
 *
 * <p>A database whose control_management_pack_access is NONE keeps none: nobody takes its snapshots.
 */
final class LabHistoryViews implements LabComputed.LabRowSource {

    private final Connection c;
    private final LabDatabaseSpec spec;
    private final LabActivity activity;
    private final LabInstanceViews instance;
    private final long dbid;
    private final long first;
    private final long last;

    LabHistoryViews(Connection c, LabDatabaseSpec spec, LabActivity activity, LabInstanceViews instance) {
        this.c = c;
        this.spec = spec;
        this.activity = activity;
        this.instance = instance;
        this.dbid = Rows.number(c, "select dbid from V$DATABASE_ROW");
        this.first = activity.firstHour();
        this.last = activity.nowHour() - 1;
    }

    @Override
    public boolean rows(String view, LabComputed.Sink sink) {
        if (view.startsWith("STATS$")) {
            if (!spec.has("statspack")) {
                throw new OraError(942, "table or view does not exist");
            }
            statspack(view, sink);
            return true;
        }
        if (!view.startsWith("DBA_HIST_")) {
            return false;
        }
        if (view.equals("DBA_HIST_WR_CONTROL")) {
            sink.row(dbid, Duration.ofHours(1), activity.retention(), "DEFAULT");
            return true;
        }
        if (view.equals("DBA_HIST_BASELINE")) {
            baselines(sink);
            return true;
        }
        if (!kept()) {
            return true;
        }
        if (view.equals("DBA_HIST_SQLTEXT")) {
            activity.statements().forEach(sql -> sink.row(dbid, sql.id(), sql.text(), 3));
            return true;
        }
        for (int i = 1; i <= activity.instances(); i++) {
            history(view, i, sink);
        }
        return true;
    }

    /** What a DBA made, {@code awr-baseline:NAME}, and the moving window that every release from 11.1 comes with. */
    private void baselines(LabComputed.Sink sink) {
        spec.setting("awr-baseline")
                .ifPresent(name -> sink.row(
                        dbid,
                        2,
                        name,
                        "STATIC",
                        LabActivity.snapshot(first),
                        time(first),
                        LabActivity.snapshot(last),
                        time(last + 1),
                        null,
                        time(last + 1),
                        null,
                        null,
                        null));
        sink.row(
                dbid,
                0,
                "SYSTEM_MOVING_WINDOW",
                "MOVING_WINDOW",
                LabActivity.snapshot(first),
                time(first),
                LabActivity.snapshot(last),
                time(last + 1),
                activity.retention().toDays(),
                startup(),
                null,
                null,
                null);
    }

    private boolean kept() {
        return Rows.texts(c, "select \"VALUE\" from V$PARAMETER where name = 'control_management_pack_access'").stream()
                .noneMatch("NONE"::equals);
    }

    private static Timestamp time(long hour) {
        return LabDatabase.timestamp(Instant.ofEpochSecond(hour * 3600));
    }

    private Timestamp startup() {
        return LabDatabase.timestamp(activity.startup());
    }

    private void history(String view, int i, LabComputed.Sink sink) {
        switch (view) {
            case "DBA_HIST_SNAPSHOT":
                for (long hour = first; hour <= last; hour++) {
                    sink.row(
                            LabActivity.snapshot(hour),
                            dbid,
                            i,
                            startup(),
                            time(hour),
                            time(hour + 1),
                            Duration.ofSeconds(1 + hour % 3),
                            1,
                            0,
                            0);
                }
                break;
            case "DBA_HIST_DATABASE_INSTANCE":
                Rows.query(c, "select * from GV$INSTANCE where inst_id = ?", i)
                        .forEach(row -> sink.row(
                                dbid,
                                i,
                                startup(),
                                row.get("PARALLEL"),
                                row.get("VERSION"),
                                spec.name(),
                                row.get("INSTANCE_NAME"),
                                row.get("HOST_NAME"),
                                0,
                                "Linux x86 64-bit"));
                break;
            case "DBA_HIST_SYSMETRIC_SUMMARY":
                metrics(i, sink);
                break;
            case "DBA_HIST_OSSTAT":
                host(
                        (hour, stats) -> {
                            int id = 0;
                            for (Map.Entry<String, Double> stat : stats.entrySet()) {
                                sink.row(LabActivity.snapshot(hour), dbid, i, id++, stat.getKey(), stat.getValue());
                            }
                        },
                        i);
                break;
            case "DBA_HIST_SYS_TIME_MODEL":
                for (long hour = first; hour <= last; hour++) {
                    long at = hour;
                    activity.timeModel(activity.total(i, hour))
                            .forEach((name, value) -> sink.row(
                                    LabActivity.snapshot(at),
                                    dbid,
                                    i,
                                    LabInstanceViews.id(name),
                                    name,
                                    LabInstanceViews.whole(value)));
                }
                break;
            case "DBA_HIST_SYSSTAT":
                for (long hour = first; hour <= last; hour++) {
                    long at = hour;
                    activity.statistics(activity.total(i, hour), activity.redoTotal(i, hour))
                            .forEach((name, value) -> sink.row(
                                    LabActivity.snapshot(at),
                                    dbid,
                                    i,
                                    LabInstanceViews.id(name),
                                    name,
                                    LabInstanceViews.whole(value)));
                }
                break;
            case "DBA_HIST_SYSTEM_EVENT":
                for (long hour = first; hour <= last; hour++) {
                    double waited = activity.total(i, hour) * 0.93 * activity.waitShare();
                    for (LabActivity.Event event : LabActivity.EVENTS) {
                        long micro = LabInstanceViews.whole(waited * event.share() * 1e6);
                        long waits = LabInstanceViews.whole(micro / 1000.0 / event.milliseconds());
                        sink.row(
                                LabActivity.snapshot(hour),
                                dbid,
                                i,
                                LabInstanceViews.id(event.name()),
                                event.name(),
                                LabInstanceViews.id(event.waitClass()),
                                event.waitClass(),
                                waits,
                                0,
                                micro,
                                waits,
                                0,
                                micro);
                    }
                }
                break;
            case "DBA_HIST_SQLSTAT":
                statements(i, sink);
                break;
            case "DBA_HIST_SGA":
                each(hour -> {
                    Map<String, Long> sga = instance.sga();
                    sink.row(LabActivity.snapshot(hour), dbid, i, "Fixed Size", sga.get("Fixed SGA Size"));
                    sink.row(
                            LabActivity.snapshot(hour),
                            dbid,
                            i,
                            "Variable Size",
                            sga.getOrDefault("Shared Pool Size", 0L) + 3 * sga.getOrDefault("Granule Size", 0L));
                    sink.row(LabActivity.snapshot(hour), dbid, i, "Database Buffers", sga.get("Buffer Cache Size"));
                    sink.row(LabActivity.snapshot(hour), dbid, i, "Redo Buffers", sga.get("Redo Buffers"));
                });
                break;
            case "DBA_HIST_SGASTAT":
                Map<String, Long> parts = instance.sgaStatistics();
                each(hour -> parts.forEach((name, bytes) -> {
                    String[] words = name.split("/");
                    sink.row(
                            LabActivity.snapshot(hour), dbid, i, words[1], words[0].isEmpty() ? null : words[0], bytes);
                }));
                break;
            case "DBA_HIST_PGASTAT":
                Map<String, Object> pga = instance.pga();
                each(hour -> pga.forEach((name, value) -> sink.row(
                        LabActivity.snapshot(hour),
                        dbid,
                        i,
                        name,
                        name.equals("total PGA allocated") && value instanceof Long bytes
                                ? Math.round(bytes * (0.7 + 0.3 * HostLoad.noise(spec.seed(), "pga-hour", hour)))
                                : value)));
                break;
            case "DBA_HIST_RESOURCE_LIMIT":
                each(hour -> instance.resources(hour)
                        .forEach((name, limits) -> sink.row(
                                LabActivity.snapshot(hour),
                                dbid,
                                i,
                                name,
                                limits[0],
                                limits[1],
                                Long.toString(limits[2]),
                                Long.toString(limits[2]))));
                break;
            case "DBA_HIST_TBSPC_SPACE_USAGE":
                if (i == 1) {
                    growth(sink);
                }
                break;
            case "DBA_HIST_SGA_TARGET_ADVICE":
                if (instance.parameter("sga_target", 0) > 0) {
                    each(hour -> instance.sgaAdvice((size, factor, time, reads) -> sink.row(
                            LabActivity.snapshot(hour),
                            dbid,
                            i,
                            size,
                            factor,
                            LabInstanceViews.whole(time),
                            LabInstanceViews.whole(reads))));
                }
                break;
            case "DBA_HIST_PARAMETER":
                List<Map<String, Object>> parameters = parameters(i);
                each(hour -> parameters.forEach(row -> sink.row(
                        LabActivity.snapshot(hour),
                        dbid,
                        i,
                        LabInstanceViews.id(String.valueOf(row.get("NAME"))),
                        row.get("NAME"),
                        row.get("VALUE"),
                        row.get("ISDEFAULT"),
                        row.get("ISMODIFIED"))));
                break;
            default:
                throw new IllegalStateException("The lab has no rows for " + view);
        }
    }

    private List<Map<String, Object>> parameters(int i) {
        return Rows.query(c, "select * from GV$PARAMETER where inst_id = ?", i);
    }

    private void each(java.util.function.LongConsumer rows) {
        for (long hour = first; hour <= last; hour++) {
            rows.accept(hour);
        }
    }

    private void metrics(int i, LabComputed.Sink sink) {
        for (long hour = first; hour <= last; hour++) {
            for (LabActivity.Metric metric : activity.metrics(i, hour)) {
                double most = 1.15 + 0.5 * HostLoad.noise(spec.seed(), metric.name(), hour);
                double value = metric.value();
                boolean percent = metric.unit().startsWith("%");
                sink.row(
                        LabActivity.snapshot(hour),
                        dbid,
                        i,
                        time(hour),
                        time(hour + 1),
                        360_000,
                        2,
                        metric.id(),
                        metric.name(),
                        metric.unit(),
                        60,
                        LabInstanceViews.round(value * 0.55),
                        LabInstanceViews.round(percent ? Math.min(100, value * most) : value * most),
                        LabInstanceViews.round(value),
                        LabInstanceViews.round(value * 0.15),
                        LabInstanceViews.round(value * value * 60));
            }
        }
    }

    /** Takes the host's statistics at the end of an hour. */
    @FunctionalInterface
    private interface AtHour {
        void stats(long hour, Map<String, Double> stats);
    }

    private void host(AtHour each, int i) {
        long start = HostLoad.hour(activity.startup());
        double busy = 0;
        double waiting = 0;
        for (long hour = start; hour <= last; hour++) {
            busy += activity.busy(i, hour);
            waiting += activity.load().waitingCores(hour);
            if (hour >= first) {
                each.stats(hour, instance.hostStatistics(i, hour, hour - start + 1, busy, waiting));
            }
        }
    }

    private void statements(int i, LabComputed.Sink sink) {
        for (LabActivity.Sql sql : activity.statements()) {
            double executed = 0;
            double seconds = 0;
            for (long hour = first; hour <= last; hour++) {
                double cpu = activity.foreground(i, hour) * 3600 * sql.share();
                double executions = Math.max(1, cpu / sql.secondsEach());
                executed += executions;
                seconds += cpu;
                sink.row(
                        LabActivity.snapshot(hour),
                        dbid,
                        i,
                        sql.id(),
                        sql.plan(),
                        100,
                        sql.module(),
                        spec.schemas().isEmpty() ? "SYS" : spec.schemas().get(0),
                        LabInstanceViews.whole(executed),
                        LabInstanceViews.whole(executions),
                        LabInstanceViews.whole(seconds * (1 + activity.waitShare()) * 1e6),
                        LabInstanceViews.whole(cpu * (1 + activity.waitShare()) * 1e6),
                        LabInstanceViews.whole(seconds * 1e6),
                        LabInstanceViews.whole(cpu * 1e6),
                        LabInstanceViews.whole(cpu * activity.waitShare() * 0.8e6),
                        LabInstanceViews.whole(cpu * activity.perCpu("logical-reads")),
                        LabInstanceViews.whole(cpu * activity.perCpu("reads")),
                        LabInstanceViews.whole(executions * 12));
            }
        }
    }

    /** A tablespace grew by about a fifth in the last year; one row a day, as MMON writes them. */
    private void growth(LabComputed.Sink sink) {
        List<Map<String, Object>> files = files();
        for (long hour = first + Math.floorMod(-first, 24L); hour <= last; hour += 24) {
            double less = Math.pow(1.2, (hour - last) / 24.0 / 365);
            for (Map<String, Object> file : files) {
                double size = ((Number) file.get("BYTES")).doubleValue();
                double free = ((Number) file.get("FREE")).doubleValue();
                sink.row(
                        LabActivity.snapshot(hour),
                        dbid,
                        file.get("TS"),
                        LabInstanceViews.whole(size / spec.blockSize()),
                        LabInstanceViews.whole(size * 2 / spec.blockSize()),
                        LabInstanceViews.whole((size - free) * less / spec.blockSize()),
                        LabActivity.time(Instant.ofEpochSecond((hour + 1) * 3600))
                                .format(java.time.format.DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm:ss")));
            }
        }
    }

    private List<Map<String, Object>> files() {
        return Rows.query(
                c,
                "select t.\"TS#\" ts, d.bytes bytes, coalesce(f.bytes, 0) free from V$TABLESPACE t"
                        + " join DBA_DATA_FILES d on d.tablespace_name = t.name"
                        + " left join DBA_FREE_SPACE f on f.tablespace_name = t.name");
    }

    // ---- STATSPACK: a snapshot an hour at level 5

    private void statspack(String view, LabComputed.Sink sink) {
        switch (view) {
            case "STATS$SNAPSHOT":
                each(hour -> sink.row(
                        LabActivity.snapshot(hour),
                        dbid,
                        1,
                        time(hour + 1),
                        startup(),
                        5,
                        null,
                        spec.has("statspack-baseline") ? "Y" : null));
                break;
            case "STATS$DATABASE_INSTANCE":
                sink.row(
                        dbid,
                        1,
                        startup(),
                        LabActivity.snapshot(first),
                        "NO",
                        spec.version(),
                        spec.name(),
                        spec.name(),
                        spec.host());
                break;
            case "STATS$SYSSTAT":
                each(hour -> {
                    int number = 0;
                    for (Map.Entry<String, Double> one : activity.statistics(
                                    activity.total(1, hour), activity.redoTotal(1, hour))
                            .entrySet()) {
                        sink.row(
                                LabActivity.snapshot(hour),
                                dbid,
                                1,
                                number++,
                                one.getKey(),
                                LabInstanceViews.whole(one.getValue()));
                    }
                });
                break;
            case "STATS$OSSTAT":
                host(
                        (hour, stats) -> {
                            int id = 0;
                            for (double value : stats.values()) {
                                sink.row(LabActivity.snapshot(hour), dbid, 1, id++, value);
                            }
                        },
                        1);
                break;
            case "STATS$OSSTATNAME":
                int id = 0;
                for (String name : instance.hostStatistics(1).keySet()) {
                    sink.row(id++, name);
                }
                break;
            case "STATS$SYS_TIME_MODEL":
                each(hour -> activity.timeModel(activity.total(1, hour))
                        .forEach((name, value) -> sink.row(
                                LabActivity.snapshot(hour),
                                dbid,
                                1,
                                LabInstanceViews.id(name),
                                LabInstanceViews.whole(value))));
                break;
            case "STATS$TIME_MODEL_STATNAME":
                activity.timeModel(1).keySet().forEach(name -> sink.row(LabInstanceViews.id(name), name));
                break;
            case "STATS$SYSTEM_EVENT":
                each(hour -> {
                    double waited = activity.total(1, hour) * 0.93 * activity.waitShare();
                    for (LabActivity.Event event : LabActivity.EVENTS) {
                        long micro = LabInstanceViews.whole(waited * event.share() * 1e6);
                        sink.row(
                                LabActivity.snapshot(hour),
                                dbid,
                                1,
                                event.name(),
                                LabInstanceViews.whole(micro / 1000.0 / event.milliseconds()),
                                0,
                                micro,
                                LabInstanceViews.id(event.name()));
                    }
                });
                break;
            case "STATS$SQL_SUMMARY":
                for (LabActivity.Sql sql : activity.statements()) {
                    double[] seconds = {0};
                    each(hour -> {
                        seconds[0] += activity.foreground(1, hour) * 3600 * sql.share();
                        sink.row(
                                LabActivity.snapshot(hour),
                                dbid,
                                1,
                                sql.text().substring(0, Math.min(31, sql.text().length())),
                                sql.id(),
                                sql.plan(),
                                sql.module(),
                                LabInstanceViews.whole(seconds[0] / sql.secondsEach()),
                                LabInstanceViews.whole(seconds[0] * (1 + activity.waitShare()) * 1e6),
                                LabInstanceViews.whole(seconds[0] * 1e6),
                                LabInstanceViews.whole(seconds[0] * activity.perCpu("logical-reads")),
                                LabInstanceViews.whole(seconds[0] * activity.perCpu("reads")),
                                LabInstanceViews.whole(seconds[0] / sql.secondsEach() * 12));
                    });
                }
                break;
            default:
                throw new IllegalStateException("The lab has no rows for " + view);
        }
    }
}
