package io.gulliver.lab.oracle;

import io.gulliver.lab.HostLoad;
import java.sql.Connection;
import java.sql.Timestamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** V$ views of what an instance and its host do at this moment, and of its memory. */
final class LabInstanceViews implements LabComputed.LabRowSource {

    private static final long MEGABYTE = 1L << 20;

    private final Connection c;
    private final LabDatabaseSpec spec;
    private final LabActivity activity;

    LabInstanceViews(Connection c, LabDatabaseSpec spec, LabActivity activity) {
        this.c = c;
        this.spec = spec;
        this.activity = activity;
    }

    @Override
    public boolean rows(String view, LabComputed.Sink sink) {
        for (int instance = 1; instance <= activity.instances(); instance++) {
            if (!rows(view, instance, sink)) {
                return false;
            }
        }
        return true;
    }

    private boolean rows(String view, int instance, LabComputed.Sink sink) {
        switch (view) {
            case "GV$OSSTAT":
                int number = 0;
                for (Map.Entry<String, Double> stat : hostStatistics(instance).entrySet()) {
                    sink.row(
                            instance,
                            stat.getKey(),
                            exact(stat.getValue()),
                            number++,
                            "",
                            stat.getKey().endsWith("_TIME") ? "YES" : "NO");
                }
                return true;
            case "GV$SYSSTAT":
                double seconds = activity.total(instance);
                int statistic = 0;
                for (Map.Entry<String, Double> one :
                        activity.statistics(seconds, activity.redoFor(seconds)).entrySet()) {
                    sink.row(instance, statistic++, one.getKey(), 1, whole(one.getValue()), id(one.getKey()));
                }
                return true;
            case "GV$SYS_TIME_MODEL":
                activity.timeModel(activity.total(instance))
                        .forEach((name, value) -> sink.row(instance, id(name), name, whole(value)));
                return true;
            case "GV$SYSTEM_EVENT":
                double waited = activity.total(instance) * 0.93 * activity.waitShare();
                for (LabActivity.Event event : LabActivity.EVENTS) {
                    double micro = waited * event.share() * 1e6;
                    long waits = whole(micro / 1000 / event.milliseconds());
                    sink.row(
                            instance,
                            event.name(),
                            waits,
                            0,
                            whole(micro / 10_000),
                            waits == 0 ? 0 : round(micro / 10_000 / waits),
                            whole(micro),
                            id(event.name()),
                            id(event.waitClass()),
                            0,
                            event.waitClass(),
                            waits,
                            0,
                            whole(micro / 10_000),
                            whole(micro));
                }
                return true;
            case "GV$SYSMETRIC":
            case "GV$SYSMETRIC_SUMMARY":
                metrics(view.endsWith("SUMMARY"), instance, sink);
                return true;
            case "GV$SGAINFO":
                sga().forEach((name, bytes) -> sink.row(
                        instance,
                        name,
                        bytes,
                        name.equals("Fixed SGA Size") || name.equals("Redo Buffers") || name.startsWith("Maximum")
                                ? "No"
                                : "Yes"));
                return true;
            case "GV$SGASTAT":
                sgaStatistics(instance, sink);
                return true;
            case "GV$PGASTAT":
                pga().forEach((name, value) -> sink.row(
                        instance,
                        name,
                        value,
                        name.contains("percentage") ? "percent" : name.contains("count") ? "" : "bytes"));
                return true;
            case "GV$SGA_TARGET_ADVICE":
            case "GV$MEMORY_TARGET_ADVICE":
                if (view.startsWith("GV$MEMORY") || parameter("sga_target", 0) == 0) {
                    return true; // shown where that kind of management is in use
                }
                sgaAdvice((size, factor, time, reads) ->
                        sink.row(instance, size, factor, whole(time), round(time / databaseSeconds()), whole(reads)));
                return true;
            case "GV$PGA_TARGET_ADVICE":
                pgaAdvice(instance, sink);
                return true;
            case "GV$DB_CACHE_ADVICE":
                cacheAdvice(instance, sink);
                return true;
            case "GV$RESOURCE_LIMIT":
                resources(activity.nowHour())
                        .forEach((name, limits) -> sink.row(
                                instance,
                                name,
                                limits[0],
                                limits[1],
                                String.format(Locale.ROOT, "%10d", limits[2]),
                                String.format(Locale.ROOT, "%10d", limits[2])));
                return true;
            case "GV$LICENSE":
                sink.row(
                        instance,
                        0,
                        activity.sessions(activity.nowHour()),
                        activity.sessions(activity.nowHour()) * 2,
                        activity.load().processors(),
                        activity.load().cores(),
                        activity.load().sockets());
                return true;
            case "GV$SESSION_CONNECT_INFO":
                Rows.query(
                                c,
                                "select sid, \"SERIAL#\" n, osuser, program, machine from GV$SESSION where inst_id = ?",
                                instance)
                        .forEach(row -> {
                            String program = String.valueOf(row.get("PROGRAM"));
                            String[] client = LabClients.client(program, String.valueOf(row.get("MACHINE")));
                            sink.row(
                                    instance,
                                    row.get("SID"),
                                    row.get("N"),
                                    "DATABASE",
                                    row.get("OSUSER"),
                                    "TCP/IP NT Protocol Adapter for Linux: Version " + spec.version() + " - Production",
                                    "AL32UTF8",
                                    "Heterogeneous",
                                    client[0].isEmpty() ? "Unknown" : "Full Instant Client",
                                    client[1],
                                    client[2],
                                    "Unknown",
                                    0);
                        });
                return true;
            case "GV$ACTIVE_SERVICES":
                sink.row(
                        instance,
                        1,
                        "SYS$BACKGROUND",
                        id("SYS$BACKGROUND"),
                        null,
                        null,
                        null,
                        "NONE",
                        "N",
                        "NO",
                        "SHORT");
                sink.row(instance, 2, "SYS$USERS", id("SYS$USERS"), null, null, null, "NONE", "N", "NO", "SHORT");
                Rows.query(
                                c,
                                "select service_id, name, network_name from DBA_SERVICES where name not in (select job_name"
                                        + " from LAB$JOBS where owner_name = ?)",
                                LabCommands.STOPPED)
                        .forEach(row -> sink.row(
                                instance,
                                row.get("SERVICE_ID"),
                                row.get("NAME"),
                                id(String.valueOf(row.get("NAME"))),
                                row.get("NETWORK_NAME"),
                                null,
                                null,
                                "NONE",
                                "N",
                                "NO",
                                "LONG"));
                return true;
            default:
                return false;
        }
    }

    /** V$OSSTAT as it stands now: times in hundredths of a second since the start. */
    Map<String, Double> hostStatistics(int instance) {
        HostLoad load = activity.load();
        long first = HostLoad.hour(activity.startup());
        long now = activity.nowHour();
        double part = activity.partOfHour();
        double busy = activity.busy(instance, now) * part;
        double waiting = load.waitingCores(now) * part;
        for (long hour = first; hour < now; hour++) {
            busy += activity.busy(instance, hour);
            waiting += load.waitingCores(hour);
        }
        return hostStatistics(instance, now, now - first + part, busy, waiting);
    }

    Map<String, Double> hostStatistics(
            int instance, long hour, double hours, double busyCoreHours, double waitingCoreHours) {
        HostLoad load = activity.load();
        double unit = 360_000.0 * load.threads(); // hundredths of a second of all threads of a core in an hour
        double busy = busyCoreHours * unit;
        Map<String, Double> stats = new LinkedHashMap<>();
        stats.put("NUM_CPUS", (double) load.processors());
        stats.put("IDLE_TIME", hours * load.cores() * unit - busy);
        stats.put("BUSY_TIME", busy);
        stats.put("USER_TIME", busy * 0.78);
        stats.put("SYS_TIME", busy * 0.22);
        stats.put("IOWAIT_TIME", waitingCoreHours * unit);
        stats.put("NICE_TIME", 0.0);
        stats.put("RSRC_MGR_CPU_WAIT_TIME", 0.0);
        stats.put("LOAD", round(activity.busy(instance, hour) * load.threads() * 1.05));
        stats.put("NUM_CPU_CORES", (double) load.cores());
        stats.put("NUM_CPU_SOCKETS", (double) load.sockets());
        stats.put("PHYSICAL_MEMORY_BYTES", (double) (load.memoryMb() * MEGABYTE));
        return stats;
    }

    private void metrics(boolean summary, int instance, LabComputed.Sink sink) {
        long hour = activity.nowHour();
        Timestamp end = Timestamp.valueOf(LabActivity.time(activity.now()).withNano(0));
        for (LabActivity.Metric metric : activity.metrics(instance, hour)) {
            if (summary) {
                sink.row(
                        instance,
                        Timestamp.valueOf(end.toLocalDateTime().minusHours(1)),
                        end,
                        360_000,
                        2,
                        metric.id(),
                        metric.name(),
                        60,
                        round(metric.value() * 1.4),
                        round(metric.value() * 0.6),
                        round(metric.value()),
                        round(metric.value() * 0.15),
                        metric.unit());
            } else {
                sink.row(
                        instance,
                        Timestamp.valueOf(end.toLocalDateTime().minusMinutes(1)),
                        end,
                        6_000,
                        2,
                        metric.id(),
                        metric.name(),
                        round(metric.value()),
                        metric.unit());
            }
        }
    }

    long parameter(String name, long otherwise) {
        List<String> values = Rows.texts(c, "select \"VALUE\" from V$PARAMETER where name = ?", name);
        return values.isEmpty() || !values.get(0).matches("\\d+") ? otherwise : Long.parseLong(values.get(0));
    }

    private long sgaBytes() {
        return parameter("sga_target", 2048 * MEGABYTE);
    }

    private long granule() {
        return sgaBytes() > 8L << 30 ? 32 * MEGABYTE : 16 * MEGABYTE;
    }

    /** V$SGAINFO. */
    Map<String, Long> sga() {
        long all = sgaBytes();
        long granule = granule();
        long shared = Math.max(3 * granule, all * 18 / 100 / granule * granule);
        long fixed = 9 * MEGABYTE;
        long redo = 55 * MEGABYTE;
        long cache = all - shared - 3 * granule - fixed - redo;
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("Fixed SGA Size", fixed);
        parts.put("Redo Buffers", redo);
        parts.put("Buffer Cache Size", cache);
        parts.put("Shared Pool Size", shared);
        parts.put("Large Pool Size", granule);
        parts.put("Java Pool Size", granule);
        parts.put("Streams Pool Size", granule);
        parts.put("Granule Size", granule);
        parts.put("Maximum SGA Size", all);
        parts.put("Free SGA Memory Available", 0L);
        return parts;
    }

    private void sgaStatistics(int instance, LabComputed.Sink sink) {
        sgaStatistics().forEach((name, bytes) -> {
            String[] parts = name.split("/");
            sink.row(instance, parts[0].isEmpty() ? null : parts[0], parts[1], bytes);
        });
    }

    /** V$SGASTAT as {@code pool/name}; the parts without a pool have an empty one. */
    Map<String, Long> sgaStatistics() {
        Map<String, Long> parts = sga();
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("/fixed_sga", parts.get("Fixed SGA Size"));
        all.put("/buffer_cache", parts.get("Buffer Cache Size"));
        all.put("/log_buffer", parts.get("Redo Buffers"));
        long shared = value(parts, "Shared Pool Size");
        all.put("shared pool/SQLA", shared * 34 / 100);
        all.put("shared pool/KGLH0", shared * 22 / 100);
        all.put("shared pool/free memory", shared - shared * 34 / 100 - shared * 22 / 100);
        all.put("large pool/free memory", value(parts, "Large Pool Size"));
        all.put("java pool/free memory", value(parts, "Java Pool Size"));
        all.put("streams pool/free memory", value(parts, "Streams Pool Size"));
        return all;
    }

    private static long value(Map<String, Long> parts, String name) {
        Long value = parts.get(name);
        return value == null ? 0 : value;
    }

    /** V$PGASTAT. */
    Map<String, Object> pga() {
        long target = parameter("pga_aggregate_target", 1024 * MEGABYTE);
        double used = 0.3 + 0.6 * HostLoad.noise(spec.seed(), "pga", 0);
        Map<String, Object> stats = new LinkedHashMap<>();
        stats.put("aggregate PGA target parameter", target);
        stats.put("aggregate PGA auto target", target * 8 / 10);
        stats.put("total PGA inuse", Math.round(target * used * 0.6));
        stats.put("total PGA allocated", Math.round(target * used * 0.8));
        stats.put("maximum PGA allocated", Math.round(target * used * 1.3));
        stats.put("over allocation count", used > 0.8 ? 120 : 0);
        stats.put("cache hit percentage", round(99.9 - 8 * used));
        return stats;
    }

    private double databaseSeconds() {
        Double micro = activity.timeModel(activity.total(1)).get("DB time");
        return micro == null ? 1 : Math.max(1, micro / 1e6);
    }

    /** One line of the advice for the SGA. */
    @FunctionalInterface
    interface Advice {
        void line(long megabytes, double factor, double databaseTime, double physicalReads);
    }

    /** From half to twice the size; where more helps no more is different for each database. */
    void sgaAdvice(Advice advice) {
        double[] factors = {0.5, 0.625, 0.75, 0.875, 1, 1.125, 1.25, 1.375, 1.5, 1.75, 2};
        double reads = activity.total(1) * activity.perCpu("read-bytes") / spec.blockSize();
        for (double factor : factors) {
            advice.line(
                    Math.round(sgaBytes() / MEGABYTE * factor),
                    factor,
                    databaseSeconds() * (1 + (missed(factor) - missed(1)) * 0.35),
                    reads * missed(factor) / missed(1));
        }
    }

    private double missed(double factor) {
        double knee = 0.6 + HostLoad.noise(spec.seed(), "knee", 0);
        return factor >= knee ? 1 - 0.02 * (factor - knee) : 1 + 1.6 * (knee - factor);
    }

    private void pgaAdvice(int instance, LabComputed.Sink sink) {
        long target = parameter("pga_aggregate_target", 1024 * MEGABYTE);
        double used = 0.3 + 0.6 * HostLoad.noise(spec.seed(), "pga", 0);
        for (double factor : new double[] {0.125, 0.25, 0.5, 0.75, 1, 1.2, 1.4, 1.6, 1.8, 2, 3, 4, 6, 8}) {
            double extra = Math.max(0, used * 1.4 - factor);
            sink.row(
                    instance,
                    Math.round(target * factor),
                    factor,
                    "ON",
                    4_000_000_000_000L,
                    whole(4_000_000 * (1 + extra)),
                    whole(4e12 * extra),
                    whole(100 / (1 + extra)),
                    factor < used * 0.5 ? 300 : 0);
        }
    }

    private void cacheAdvice(int instance, LabComputed.Sink sink) {
        long cache = value(sga(), "Buffer Cache Size") / MEGABYTE;
        double reads = activity.total(1) * activity.perCpu("read-bytes") / spec.blockSize();
        for (int i = 1; i <= 20; i++) {
            double factor = i / 10.0;
            sink.row(
                    instance,
                    3,
                    "DEFAULT",
                    spec.blockSize(),
                    "ON",
                    Math.round(cache * factor),
                    factor,
                    Math.round(cache * factor) * MEGABYTE / spec.blockSize(),
                    round(missed(factor) / missed(1)),
                    whole(reads * missed(factor) / missed(1)),
                    whole(reads * missed(factor) / missed(1) / 1000));
        }
    }

    /** V$RESOURCE_LIMIT: now, the most so far, the limit. */
    Map<String, long[]> resources(long hour) {
        long processes = parameter("processes", 300);
        long now = Math.min(processes, activity.sessions(hour) + 60);
        long most = Math.min(processes, activity.sessions(hour) * 2 + 60);
        Map<String, long[]> limits = new LinkedHashMap<>();
        limits.put("processes", new long[] {now, most, processes});
        limits.put("sessions", new long[] {now + 12, most + 20, processes * 3 / 2 + 22});
        limits.put("parallel_max_servers", new long[] {spec.enterprise() ? 8 : 0, spec.enterprise() ? 32 : 0, 160});
        return limits;
    }

    static long id(String name) {
        return Math.floorMod(name.hashCode() * 2_654_435_761L, 4_294_967_295L);
    }

    static long whole(double value) {
        return Math.round(value);
    }

    static double round(double value) {
        return Math.round(value * 1e4) / 1e4;
    }

    private static Object exact(Double value) {
        return value == Math.rint(value) ? (Object) Math.round(value) : value;
    }
}
