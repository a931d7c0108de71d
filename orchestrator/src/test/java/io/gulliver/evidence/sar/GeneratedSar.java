package io.gulliver.evidence.sar;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/**
 * Measurements of a host that are known beforehand, written as sar or sadf of the chosen version would.
 *
 * <p>Figures are pure functions of interval and column, so that a test can say what must come out.
 */
record GeneratedSar(
        long seed,
        int version,
        int days,
        int intervals,
        int cpus,
        boolean twelveHours,
        boolean comma,
        boolean windows,
        boolean shuffled,
        boolean restart,
        boolean averages,
        boolean emptyTable) {
    static final LocalDate FIRST = LocalDate.of(2026, 2, 27);
    static final int MINUTES = 10;
    static final double TOTAL_KB = 64.0 * 1024 * 1024;

    static GeneratedSar of(long seed, Random random) {
        return new GeneratedSar(
                seed,
                10 + random.nextInt(3),
                1 + random.nextInt(3),
                // one alone may not tell whether used memory holds the cache
                2 + random.nextInt(142),
                1 + random.nextInt(12),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    /** One row of a table: its first cell, if it has one, and the figures. */
    private record Line(String name, List<String> cells) {}

    int total() {
        return days * intervals;
    }

    /** End of an interval; the first day begins at 18:00, so that intervals run over midnight. */
    LocalDateTime end(int interval) {
        int day = interval / intervals;
        return FIRST.plusDays(2L * day).atTime(18, 0).plusMinutes((long) MINUTES * (interval % intervals + 1));
    }

    /** Hundredths, 0 up to the limit. */
    int hundredths(int interval, String what, int limit) {
        long z = seed + interval * 0x9E3779B97F4A7C15L + what.hashCode() * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return Math.floorMod((int) (z >>> 32), limit);
    }

    double figure(int interval, String what, int limit) {
        return hundredths(interval, what, limit * 100) / 100.0;
    }

    double busy(int interval, String cpu) {
        return figure(interval, "usr" + cpu, 60)
                + figure(interval, "sys" + cpu, 20)
                + figure(interval, "steal" + cpu, 5);
    }

    double iowait(int interval, String cpu) {
        return figure(interval, "iowait" + cpu, 10);
    }

    /** KiB of processes and kernel, without buffers, cache and slab. */
    long ownKb(int interval) {
        return 1_000_000L + hundredths(interval, "own", 20_000_000);
    }

    long cachedKb(int interval) {
        return 100_000L + hundredths(interval, "cached", 10_000_000);
    }

    long buffersKb(int interval) {
        return hundredths(interval, "buffers", 1_000_000);
    }

    long hugeUsedKb(int interval) {
        return hundredths(interval, "huge", 4096) * 1024L;
    }

    private String text(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return comma ? text.replace('.', ',') : text;
    }

    private String eol() {
        return windows ? "\r\n" : "\n";
    }

    private String clock(LocalDateTime at) {
        return at.format(DateTimeFormatter.ofPattern(twelveHours ? "hh:mm:ss a" : "HH:mm:ss", Locale.US));
    }

    /** The report as text, a day's report after the other. */
    String sarText() {
        StringBuilder out = new StringBuilder();
        for (int day = 0; day < days; day++) {
            out.append("Linux 5.14.0-503.el9.x86_64 (db01.example) \t")
                    .append(FIRST.plusDays(2L * day))
                    .append(" \t_x86_64_\t(")
                    .append(cpus)
                    .append(" CPU)")
                    .append(eol())
                    .append(eol());
            if (restart && day > 0) {
                out.append(clock(FIRST.plusDays(2L * day).atTime(17, 59, 1)))
                        .append(version == 10 ? "       LINUX RESTART" : "  LINUX RESTART\t(" + cpus + " CPU)")
                        .append(eol())
                        .append(eol());
            }
            day(out, day);
        }
        return out.toString();
    }

    private void day(StringBuilder out, int day) {
        boolean all = version == 12;
        table(
                out,
                day,
                "CPU",
                all
                        ? List.of(
                                "%usr",
                                "%nice", "%sys", "%iowait", "%steal", "%irq", "%soft", "%guest", "%gnice", "%idle")
                        : List.of("%user", "%nice", "%system", "%iowait", "%steal", "%idle"),
                i -> cpuLines(i, all));
        table(out, day, "", List.of("proc/s", "cswch/s"), i -> List.of(new Line("", List.of(text(3.5), text(900)))));
        if (emptyTable) {
            table(out, day, "", List.of("dentunusd", "file-nr", "inode-nr", "pty-nr"), i -> List.of());
        }
        table(
                out,
                day,
                "",
                List.of("kbmemfree", "kbmemused", "%memused", "kbbuffers", "kbcached", "kbcommit", "%commit"),
                i -> List.of(new Line("", memory(i))));
        table(
                out,
                day,
                "",
                List.of("kbhugfree", "kbhugused", "%hugused"),
                i -> List.of(new Line(
                        "",
                        List.of(
                                String.valueOf(4096L * 1024 - hugeUsedKb(i)),
                                String.valueOf(hugeUsedKb(i)),
                                text(hugeUsedKb(i) / 41943.04)))));
        table(
                out,
                day,
                "",
                List.of("pswpin/s", "pswpout/s"),
                i -> List.of(new Line("", List.of(text(figure(i, "in", 10)), text(figure(i, "out", 10))))));
        table(
                out,
                day,
                "",
                List.of("tps", "rtps", "wtps", "bread/s", "bwrtn/s"),
                i -> List.of(new Line(
                        "",
                        List.of(
                                text(figure(i, "r", 900) + figure(i, "w", 900)),
                                text(figure(i, "r", 900)),
                                text(figure(i, "w", 900)),
                                text(figure(i, "br", 9000)),
                                text(figure(i, "bw", 9000))))));
        disks(out, day);
        table(
                out,
                day,
                "IFACE",
                List.of("rxpck/s", "txpck/s", "rxkB/s", "txkB/s", "rxcmp/s", "txcmp/s", "rxmcst/s", "%ifutil"),
                i -> List.of(
                        new Line("lo", zeros(8)),
                        nic(i, "eth0"),
                        nic(i, "eth1"),
                        new Line(
                                "bond0",
                                List.of(text(9), text(9), text(99), text(99), text(0), text(0), text(0), text(0)))));
        table(
                out,
                day,
                "",
                List.of("runq-sz", "plist-sz", "ldavg-1", "ldavg-5", "ldavg-15", "blocked"),
                i -> List.of(new Line(
                        "",
                        List.of(
                                String.valueOf(hundredths(i, "runq", 40)),
                                "500",
                                text(figure(i, "load", 50)),
                                text(1),
                                text(1),
                                String.valueOf(hundredths(i, "blocked", 5))))));
    }

    private void disks(StringBuilder out, int day) {
        boolean sectors = version < 12;
        table(
                out,
                day,
                "DEV",
                sectors
                        ? List.of("tps", "rd_sec/s", "wr_sec/s", "avgrq-sz", "avgqu-sz", "await", "svctm", "%util")
                        : List.of("tps", "rkB/s", "wkB/s", "areq-sz", "aqu-sz", "await", "%util"),
                i -> {
                    List<Line> lines = new ArrayList<>();
                    for (String disk : List.of("sda", "dasdb", "dm-0")) {
                        double kb = sectors ? 2 : 1;
                        List<String> cells = new ArrayList<>(List.of(
                                text(figure(i, disk + "tps", 500)),
                                text(figure(i, disk + "r", 400) * kb),
                                text(figure(i, disk + "w", 400) * kb),
                                text(8),
                                text(1),
                                text(figure(i, disk + "await", 20))));
                        if (sectors) {
                            cells.add(text(0.5));
                        }
                        cells.add(text(figure(i, disk + "util", 100)));
                        lines.add(new Line(disk, cells));
                    }
                    return lines;
                });
    }

    private Line nic(int i, String name) {
        return new Line(
                name,
                List.of(
                        text(100),
                        text(100),
                        text(figure(i, name + "rx", 5000)),
                        text(figure(i, name + "tx", 5000)),
                        text(0),
                        text(0),
                        text(0),
                        text(1)));
    }

    private List<String> zeros(int count) {
        return Collections.nCopies(count, text(0));
    }

    private List<Line> cpuLines(int i, boolean all) {
        List<Line> lines = new ArrayList<>();
        for (int cpu = -1; cpu < cpus; cpu++) {
            String name = cpu < 0 ? "all" : String.valueOf(cpu);
            double usr = figure(i, "usr" + name, 60);
            double sys = figure(i, "sys" + name, 20);
            double steal = figure(i, "steal" + name, 5);
            double idle = 100 - usr - sys - steal - iowait(i, name);
            lines.add(new Line(
                    name,
                    all
                            ? List.of(
                                    text(usr),
                                    text(0),
                                    text(sys),
                                    text(iowait(i, name)),
                                    text(steal),
                                    text(0),
                                    text(0),
                                    text(0),
                                    text(0),
                                    text(idle))
                            : List.of(text(usr), text(0), text(sys), text(iowait(i, name)), text(steal), text(idle))));
        }
        return lines;
    }

    private List<String> memory(int i) {
        double rest = cachedKb(i) + buffersKb(i);
        // up to 11 used is total - free, later without cache
        double used = version < 12 ? ownKb(i) + rest : ownKb(i);
        long free = (long) (TOTAL_KB - ownKb(i) - rest);
        return List.of(
                String.valueOf(free),
                String.valueOf((long) used),
                text(used / TOTAL_KB * 100),
                String.valueOf(buffersKb(i)),
                String.valueOf(cachedKb(i)),
                "1000000",
                text(1.5));
    }

    private void table(
            StringBuilder out, int day, String key, List<String> columns, Function<Integer, List<Line>> rows) {
        List<Integer> order = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            order.add(c);
        }
        if (shuffled) {
            Collections.shuffle(order, new Random(seed));
        }
        int from = day * intervals;
        LocalDateTime before = end(from).minusMinutes(MINUTES);
        for (int i = from; i < from + intervals; i++) {
            if ((i - from) % 50 == 0) {
                // sar repeats the heading from page to page
                out.append(eol());
                line(out, clock(before), key, order.stream().map(columns::get).toList());
            }
            for (Line row : rows.apply(i)) {
                line(
                        out,
                        clock(end(i)),
                        row.name(),
                        order.stream().map(row.cells()::get).toList());
            }
            before = end(i);
        }
        if (averages) {
            for (Line row : rows.apply(from)) {
                line(
                        out,
                        "Average:",
                        row.name(),
                        order.stream().map(row.cells()::get).toList());
            }
        }
        out.append(eol());
    }

    private void line(StringBuilder out, String clock, String name, List<String> cells) {
        out.append(String.format(Locale.ROOT, "%-11s", clock));
        if (!name.isEmpty()) {
            out.append(String.format(Locale.ROOT, " %9s", name));
        }
        cells.forEach(cell -> out.append(String.format(Locale.ROOT, " %9s", cell)));
        out.append(eol());
    }

    /** The same measurements as sadf -j gives them. */
    String sadfJson() {
        StringBuilder out = new StringBuilder("{\"sysstat\": {\n\"hosts\": [\n{\"nodename\": \"db01.example\",")
                .append("\"sysname\": \"Linux\", \"release\": \"5.14.0-503.el9.x86_64\", \"machine\": \"x86_64\",")
                .append("\"number-of-cpus\": ")
                .append(cpus)
                .append(",\n\"statistics\": [\n");
        for (int i = 0; i < total(); i++) {
            out.append(i == 0 ? "" : ",\n").append(json(i)).append(eol());
        }
        out.append("],\n\"restarts\": [");
        for (int day = 1; day < days && restart; day++) {
            out.append(day == 1 ? "" : ",")
                    .append("{\"boot\": {\"date\": \"2026-02-28\", \"time\": \"01:00:00\"")
                    .append(version == 10 ? ", \"utc\": 1}}" : ", \"tz\": \"UTC\", \"cpu_count\": " + cpus + "}}");
        }
        return out.append("]}]}}\n").toString();
    }

    private String json(int i) {
        LocalDateTime end = end(i);
        StringBuilder out = new StringBuilder("{\"timestamp\": {\"date\": \"")
                .append(end.toLocalDate())
                .append("\", \"time\": \"")
                .append(end.toLocalTime().format(DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT)))
                .append(version == 10 ? "\", \"utc\": 1" : "\", \"tz\": \"UTC\"")
                .append(", \"interval\": 600},\n\"cpu-load\": [");
        for (int cpu = -1; cpu < cpus; cpu++) {
            String name = cpu < 0 ? "all" : String.valueOf(cpu);
            double usr = figure(i, "usr" + name, 60);
            double sys = figure(i, "sys" + name, 20);
            double steal = figure(i, "steal" + name, 5);
            out.append(cpu < 0 ? "" : ", ")
                    .append(String.format(
                            Locale.ROOT,
                            "{\"cpu\": \"%s\", \"%s\": %.2f, \"nice\": 0.00, \"%s\": %.2f, \"iowait\": %.2f,"
                                    + " \"steal\": %.2f, \"idle\": %.2f}",
                            name,
                            version == 12 ? "usr" : "user",
                            usr,
                            version == 12 ? "sys" : "system",
                            sys,
                            iowait(i, name),
                            steal,
                            100 - usr - sys - steal - iowait(i, name)));
        }
        List<String> memory = memory(i);
        out.append("],\n\"process-and-context-switch\": {\"proc\": 3.5, \"cswch\": 900.0},\n\"swap-pages\": ")
                .append(String.format(
                        Locale.ROOT,
                        "{\"pswpin\": %.2f, \"pswpout\": %.2f},\n\"memory\": {\"memfree\": %s, \"memused\": %s,"
                                + " \"memused-percent\": %s, \"buffers\": %s, \"cached\": %s},\n\"hugepages\":"
                                + " {\"hugfree\": %d, \"hugused\": %d},\n\"io\": {\"tps\": 1.0, \"io-reads\":"
                                + " {\"rtps\": %.2f, \"bread\": %.2f}, \"io-writes\": {\"wtps\": %.2f, \"bwrtn\": %.2f}},",
                        figure(i, "in", 10),
                        figure(i, "out", 10),
                        memory.get(0),
                        memory.get(1),
                        memory.get(2).replace(',', '.'),
                        memory.get(3),
                        memory.get(4),
                        4096L * 1024 - hugeUsedKb(i),
                        hugeUsedKb(i),
                        figure(i, "r", 900),
                        figure(i, "br", 9000),
                        figure(i, "w", 900),
                        figure(i, "bw", 9000)))
                .append("\n\"queue\": {\"runq-sz\": ")
                .append(hundredths(i, "runq", 40))
                .append(String.format(
                        Locale.ROOT,
                        ", \"plist-sz\": 500, \"ldavg-1\": %.2f, \"blocked\": %d},\n\"disk\": [",
                        figure(i, "load", 50),
                        hundredths(i, "blocked", 5)));
        for (String disk : List.of("sda", "dasdb", "dm-0")) {
            String names = version < 12 ? "\"rd_sec\": %.2f, \"wr_sec\": %.2f" : "\"rkB\": %.2f, \"wkB\": %.2f";
            int factor = version < 12 ? 2 : 1;
            out.append(disk.equals("sda") ? "" : ", ")
                    .append(String.format(
                            Locale.ROOT,
                            "{\"disk-device\": \"%s\", \"tps\": %.2f, " + names
                                    + ", \"await\": %.2f, \"util-percent\": %.2f}",
                            disk,
                            figure(i, disk + "tps", 500),
                            figure(i, disk + "r", 400) * factor,
                            figure(i, disk + "w", 400) * factor,
                            figure(i, disk + "await", 20),
                            figure(i, disk + "util", 100)));
        }
        return out.append("],\n\"network\": {\"net-dev\": [{\"iface\": \"lo\", \"rxkB\": 0.0, \"txkB\": 0.0}")
                .append(jsonNic(i, "eth0"))
                .append(jsonNic(i, "eth1"))
                .append(", {\"iface\": \"bond0\", \"rxkB\": 99.0, \"txkB\": 99.0}], \"net-edev\": []}}")
                .toString();
    }

    private String jsonNic(int i, String name) {
        return String.format(
                Locale.ROOT,
                ", {\"iface\": \"%s\", \"rxkB\": %.2f, \"txkB\": %.2f}",
                name,
                figure(i, name + "rx", 5000),
                figure(i, name + "tx", 5000));
    }
}
