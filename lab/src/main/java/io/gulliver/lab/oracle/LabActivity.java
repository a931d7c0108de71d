package io.gulliver.lab.oracle;

import io.gulliver.lab.HostLoad;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one database did and does, instance by instance and hour by hour: everything follows from the load of its host. */
final class LabActivity {

    /** A time somewhere in which sessions waited: its name, its class, and its share of all waiting. */
    record Event(String name, String waitClass, double share, double milliseconds) {}

    /** A statement of the application: what it is, and its share of the processors. */
    record Sql(String id, long plan, String text, String module, double share, double secondsEach) {}

    static final List<Event> EVENTS = List.of(
            new Event("db file sequential read", "User I/O", 0.46, 0.8),
            new Event("db file scattered read", "User I/O", 0.14, 2.1),
            new Event("direct path read", "User I/O", 0.12, 3.4),
            new Event("log file sync", "Commit", 0.11, 1.2),
            new Event("read by other session", "User I/O", 0.05, 0.9),
            new Event("enq: TX - row lock contention", "Application", 0.04, 180),
            new Event("library cache: mutex X", "Concurrency", 0.03, 4),
            new Event("SQL*Net more data to client", "Network", 0.05, 0.1),
            new Event("log file parallel write", "System I/O", 0.07, 0.9),
            new Event("db file parallel write", "System I/O", 0.06, 1.6),
            new Event("SQL*Net message from client", "Idle", 12, 900));

    private static final double FOREGROUND = 0.93;

    private final LabDatabaseSpec spec;
    private final HostLoad load;
    private final HostLoad.Work work;
    private final Instant now;
    private final Instant startup;
    private final Map<Integer, double[]> sums = new LinkedHashMap<>();

    LabActivity(LabDatabaseSpec spec, HostLoad load, Instant startup, Instant now) {
        this.spec = spec;
        this.load = load;
        this.work = load.works().stream()
                .filter(one -> one.database().equalsIgnoreCase(spec.name()))
                .findFirst()
                .orElse(new HostLoad.Work(spec.name(), 0, false, 1, 0));
        this.startup = startup;
        this.now = now;
    }

    HostLoad load() {
        return load;
    }

    int instances() {
        return spec.instances();
    }

    Instant startup() {
        return startup;
    }

    Instant now() {
        return now;
    }

    static LocalDateTime time(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    /** Cores that this database keeps busy on the host of an instance. */
    double cores(int instance, long hour) {
        double all = load.cores(spec.name(), hour);
        if (instances() == 1) {
            return all;
        }
        // The first node gets more of the people, as everywhere.
        double first = 1.2 / (instances() + 0.2);
        return Math.min(0.9 * load.cores(), instance == 1 ? all * first : all * (1 - first) / (instances() - 1));
    }

    /** Busy cores of the host of an instance; each node of a cluster is a host of its own. */
    double busy(int instance, long hour) {
        return instances() == 1
                ? load.busyCores(hour)
                : Math.min(0.97 * load.cores(), cores(instance, hour) + load.otherCores(hour));
    }

    double foreground(int instance, long hour) {
        return cores(instance, hour) * FOREGROUND;
    }

    double background(int instance, long hour) {
        return cores(instance, hour) * (1 - FOREGROUND);
    }

    /** Sessions at work: on a processor or waiting for something that is not idle. */
    double active(int instance, long hour) {
        return foreground(instance, hour) * (1 + waitShare());
    }

    /** Seconds waited for each second on a processor. */
    double waitShare() {
        return 0.4 + 0.8 * ratio("wait");
    }

    /** How much of something goes with one second of its processors. */
    double perCpu(String what) {
        double varied = 0.8 + 0.4 * ratio(what);
        return varied
                * switch (what) {
                    case "reads" -> work.night() ? 240 : 640;
                    case "read-bytes" -> work.night() ? 240 * 420_000.0 : 640 * 14_000.0;
                    case "writes" -> work.night() ? 90 : 170;
                    case "write-bytes" -> work.night() ? 90 * 90_000.0 : 170 * 12_000.0;
                    case "executions" -> work.night() ? 60 : 900;
                    case "commits" -> work.night() ? 2 : 55;
                    case "logons" -> 0.4;
                    case "network-bytes" -> work.night() ? 200_000 : 900_000;
                    case "logical-reads" -> 42_000;
                    case "parses" -> work.night() ? 8 : 210;
                    default -> throw new IllegalArgumentException(what);
                };
    }

    private double ratio(String what) {
        return HostLoad.noise(spec.seed(), what, 0);
    }

    /** Bytes of redo of one instance in a second of this hour. */
    double redo(int instance, long hour) {
        double all = load.cores(spec.name(), hour);
        double share = all <= 0 ? 0 : Math.min(1, cores(instance, hour) / all);
        return work.redoMb() * 1e6 * load.shape(spec.name(), hour) / HostLoad.MEAN_SHAPE * share;
    }

    long nowHour() {
        return HostLoad.hour(now);
    }

    /** How much of the hour has passed, from 0 to 1. */
    double partOfHour() {
        return (now.getEpochSecond() - nowHour() * 3600) / 3600.0;
    }

    /** Something that goes on by the second, summed from the start of the instance to the end of an hour. */
    double total(int instance, long untilHour) {
        double[] sum = sums.computeIfAbsent(instance, this::sums);
        int at = (int) (untilHour - HostLoad.hour(startup)) + 1;
        return at <= 0 ? 0 : sum[Math.min(at, sum.length - 1)];
    }

    /** Seconds on processors from the start of the instance to this moment. */
    double total(int instance) {
        long hour = nowHour();
        double part = partOfHour();
        double before = total(instance, hour - 1);
        return before + (total(instance, hour) - before) * part;
    }

    private double[] sums(int instance) {
        long first = HostLoad.hour(startup);
        int hours = (int) Math.max(1, nowHour() - first + 1);
        double[] sum = new double[hours + 1];
        for (int i = 0; i < hours; i++) {
            sum[i + 1] = sum[i] + cores(instance, first + i) * 3600;
        }
        return sum;
    }

    /** Time model and statistics in their own units, for so many seconds on processors. */
    Map<String, Double> timeModel(double cpuSeconds) {
        double foreground = cpuSeconds * FOREGROUND * 1e6;
        double database = foreground * (1 + waitShare());
        Map<String, Double> model = new LinkedHashMap<>();
        model.put("DB time", database);
        model.put("DB CPU", foreground);
        model.put("background elapsed time", cpuSeconds * (1 - FOREGROUND) * 1e6 * 2.4);
        model.put("background cpu time", cpuSeconds * (1 - FOREGROUND) * 1e6);
        model.put("sql execute elapsed time", database * 0.93);
        model.put("parse time elapsed", database * 0.02);
        model.put("hard parse elapsed time", database * 0.012);
        model.put("PL/SQL execution elapsed time", database * 0.05);
        model.put("connection management call elapsed time", database * 0.004);
        model.put("sequence load elapsed time", database * 0.001);
        return model;
    }

    /** V$SYSSTAT for so many seconds on processors and bytes of redo. */
    Map<String, Double> statistics(double cpuSeconds, double redoBytes) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("CPU used by this session", cpuSeconds * 100);
        values.put("DB time", cpuSeconds * FOREGROUND * (1 + waitShare()) * 100);
        values.put("logons cumulative", cpuSeconds * perCpu("logons"));
        values.put("user commits", cpuSeconds * perCpu("commits"));
        values.put("user rollbacks", cpuSeconds * perCpu("commits") * 0.02);
        values.put("user calls", cpuSeconds * perCpu("executions") * 1.6);
        values.put("execute count", cpuSeconds * perCpu("executions"));
        values.put("parse count (total)", cpuSeconds * perCpu("parses"));
        values.put("parse count (hard)", cpuSeconds * perCpu("parses") * 0.02);
        values.put("session logical reads", cpuSeconds * perCpu("logical-reads"));
        values.put("physical read total IO requests", cpuSeconds * perCpu("reads"));
        values.put("physical read total bytes", cpuSeconds * perCpu("read-bytes"));
        values.put("physical write total IO requests", cpuSeconds * perCpu("writes"));
        values.put("physical write total bytes", cpuSeconds * perCpu("write-bytes"));
        values.put("physical reads", cpuSeconds * perCpu("read-bytes") / spec.blockSize());
        values.put("physical writes", cpuSeconds * perCpu("write-bytes") / spec.blockSize());
        values.put("redo size", redoBytes);
        values.put("redo writes", cpuSeconds * perCpu("commits") * 0.8);
        values.put("bytes sent via SQL*Net to client", cpuSeconds * perCpu("network-bytes"));
        values.put("bytes received via SQL*Net from client", cpuSeconds * perCpu("network-bytes") * 0.3);
        values.put("db block changes", redoBytes / 180);
        return values;
    }

    /** Redo from the start of the instance to the end of an hour. */
    double redoTotal(int instance, long untilHour) {
        return redoFor(total(instance, untilHour));
    }

    /** Redo that goes with so many seconds on processors. */
    double redoFor(double cpuSeconds) {
        double mean = work.cores() * HostLoad.MEAN_SHAPE;
        return mean <= 0 ? 0 : cpuSeconds / mean * work.redoMb() * 1e6;
    }

    /** A metric of V$SYSMETRIC: its name, its unit and its mean in an hour. */
    record Metric(int id, String name, String unit, double value) {}

    List<Metric> metrics(int instance, long hour) {
        double cpu = cores(instance, hour);
        double fg = foreground(instance, hour);
        double active = active(instance, hour);
        double reads = cpu * perCpu("reads");
        double writes = cpu * perCpu("writes");
        double readBytes = cpu * perCpu("read-bytes");
        double writeBytes = cpu * perCpu("write-bytes");
        double executions = cpu * perCpu("executions");
        List<Metric> all = new ArrayList<>();
        all.add(new Metric(2004, "Physical Reads Per Sec", "Reads Per Second", readBytes / spec.blockSize()));
        all.add(new Metric(2003, "User Transaction Per Sec", "Transactions Per Second", cpu * perCpu("commits")));
        all.add(new Metric(2016, "Redo Generated Per Sec", "Bytes Per Second", redo(instance, hour)));
        all.add(new Metric(2018, "Logons Per Sec", "Logons Per Second", cpu * perCpu("logons")));
        all.add(new Metric(2026, "User Calls Per Sec", "Calls Per Second", executions * 1.6));
        all.add(new Metric(2030, "Logical Reads Per Sec", "Reads Per Second", cpu * perCpu("logical-reads")));
        all.add(new Metric(2046, "Hard Parse Count Per Sec", "Parses Per Second", cpu * perCpu("parses") * 0.02));
        all.add(new Metric(
                2057, "Host CPU Utilization (%)", "% Busy/(Idle+Busy)", 100 * busy(instance, hour) / load.cores()));
        all.add(new Metric(2058, "Network Traffic Volume Per Sec", "Bytes Per Second", cpu * perCpu("network-bytes")));
        all.add(new Metric(2075, "CPU Usage Per Sec", "CentiSeconds Per Second", cpu * 100));
        all.add(new Metric(2092, "Physical Read Total IO Requests Per Sec", "Requests Per Second", reads));
        all.add(new Metric(2093, "Physical Read Total Bytes Per Sec", "Bytes Per Second", readBytes));
        all.add(new Metric(2100, "Physical Write Total IO Requests Per Sec", "Requests Per Second", writes));
        all.add(new Metric(2124, "Physical Write Total Bytes Per Sec", "Bytes Per Second", writeBytes));
        all.add(new Metric(
                2106,
                "SQL Service Response Time",
                "CentiSeconds Per Call",
                executions <= 0 ? 0 : active * 100 / executions));
        all.add(new Metric(2107, "Database Wait Time Ratio", "% Wait/DB_Time", ratioOf(active - fg, active)));
        all.add(new Metric(2108, "Database CPU Time Ratio", "% Cpu/DB_Time", ratioOf(fg, active)));
        all.add(new Metric(2121, "Executions Per Sec", "Executes Per Second", executions));
        all.add(new Metric(2123, "Database Time Per Sec", "CentiSeconds Per Second", active * 100));
        all.add(new Metric(
                2144,
                "Average Synchronous Single-Block Read Latency",
                "Milliseconds",
                0.5 + 0.9 * busy(instance, hour) / load.cores()));
        all.add(new Metric(
                2145, "I/O Megabytes per Second", "Megabtyes per Second", (readBytes + writeBytes) / 1048576));
        all.add(new Metric(2146, "I/O Requests per Second", "Requests per Second", reads + writes));
        all.add(new Metric(2147, "Average Active Sessions", "Active Sessions", active));
        all.add(new Metric(2153, "Background Time Per Sec", "Active Sessions", background(instance, hour) * 2.4));
        all.add(new Metric(2143, "Session Count", "Sessions", sessions(hour)));
        return all;
    }

    private static double ratioOf(double part, double all) {
        return all <= 0 ? 0 : 100 * part / all;
    }

    /** Sessions of people and programs in an hour. */
    long sessions(long hour) {
        double most = 40 + 12 * work.cores();
        return Math.round(most * (0.25 + 0.75 * Math.min(1, load.shape(spec.name(), hour))));
    }

    /** The heaviest statements; the same for the same database. */
    List<Sql> statements() {
        String alphabet = "0123456789abcdfghjkmnpqrstuvwxyz";
        String[] texts = {
            "SELECT ORDER_ID, PLACED, TOTAL FROM ORDERS WHERE CUSTOMER_ID = :1",
            "INSERT INTO ORDERS (ORDER_ID, CUSTOMER_ID, PLACED, TOTAL, REMARK) VALUES (:1, :2, :3, :4, :5)",
            "SELECT NAME, COUNTRY, CREDIT FROM CUSTOMERS WHERE CUSTOMER_ID = :1",
            "SELECT BODY, SCAN FROM DOCUMENTS WHERE DOCUMENT_ID = :1",
            "INSERT INTO EVENT_LOG (HAPPENED, SEVERITY, MESSAGE) VALUES (:1, :2, :3)",
            "SELECT COUNTRY, SUM(TOTAL) FROM ORDERS O, CUSTOMERS C WHERE O.CUSTOMER_ID = C.CUSTOMER_ID GROUP BY COUNTRY",
            "SELECT SENSOR, AVG(READING) FROM MEASUREMENTS WHERE MEASURED > :1 GROUP BY SENSOR",
            "UPDATE CUSTOMERS SET CREDIT = :1 WHERE CUSTOMER_ID = :2",
            "BEGIN BILLING.CLOSE_DAY(:1); END;",
            "SELECT COUNT(*) FROM ORDERS WHERE PLACED BETWEEN :1 AND :2"
        };
        List<Sql> statements = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            StringBuilder id = new StringBuilder();
            for (int j = 0; j < 13; j++) {
                id.append(alphabet.charAt((int) (HostLoad.noise(spec.seed(), "sql" + i, j) * alphabet.length())));
            }
            statements.add(new Sql(
                    id.toString(),
                    (long) (HostLoad.noise(spec.seed(), "plan" + i, 0) * 4_294_967_295L),
                    texts[i],
                    i % 3 == 0 ? "JDBC Thin Client" : i % 3 == 1 ? "batch" : "SQL*Plus",
                    0.3 / (i + 1),
                    i < 5 ? 0.0008 * (i + 1) : 0.4 * i));
        }
        return statements;
    }

    /** How long the history of the workload is kept. */
    Duration retention() {
        return spec.setting("retention-days")
                .map(days -> Duration.ofDays(Long.parseLong(days)))
                .orElse(Duration.ofDays(8));
    }

    /** Number of the snapshot that ends with this hour. */
    static long snapshot(long hour) {
        return hour - 480_000;
    }

    /** First hour of the history that is still kept. */
    long firstHour() {
        return Math.max(HostLoad.hour(startup), nowHour() - retention().toHours());
    }
}
