package io.gulliver.lab.estate;

import io.gulliver.lab.HostLoad;
import io.gulliver.lab.oracle.LabOracle;
import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * sysstat of a source host: {@code sadf -j} and {@code sar} of the last thirty days in intervals of ten minutes, from the
 * same load as everything else. Nothing of it is stored.
 */
final class HostSar implements LabOracle.HostProgram {
    private static final int INTERVAL = 600;
    private static final int DAYS_KEPT = 30;

    private final HostLoad load;
    private final Clock clock;
    private final boolean json;

    HostSar(HostLoad load, Clock clock, boolean json) {
        this.load = load;
        this.clock = clock;
        this.json = json;
    }

    @Override
    public int run(List<String> arguments, Consumer<String> out) {
        LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
        LocalDate day = now.toLocalDate();
        boolean memory = false;
        boolean io = false;
        boolean asJson = false;
        for (String argument : arguments) {
            if (argument.matches(".*/sa\\d{2}")) {
                int wanted = Integer.parseInt(argument.substring(argument.length() - 2));
                LocalDate found = day;
                while (found.getDayOfMonth() != wanted) {
                    found = found.minusDays(1);
                    if (found.isBefore(day.minusDays(DAYS_KEPT))) {
                        out.accept("Cannot open " + argument + ": No such file or directory");
                        return 2;
                    }
                }
                day = found;
            } else if (argument.matches("-\\d{1,2}")) {
                day = day.minusDays(Integer.parseInt(argument.substring(1)));
            }
            memory |= argument.contains("r") && argument.startsWith("-");
            io |= argument.contains("b") && argument.startsWith("-");
            asJson |= argument.startsWith("-") && argument.contains("j");
        }
        if (day.isBefore(now.toLocalDate().minusDays(DAYS_KEPT))) {
            out.accept("Cannot open the file of " + day + ": No such file or directory");
            return 2;
        }
        if (json && !asJson) {
            out.accept("sadf: the lab plays -j alone");
            return 1;
        }
        List<LocalDateTime> ends = new ArrayList<>();
        for (LocalDateTime end = day.atStartOfDay().plusSeconds(INTERVAL);
                !end.isAfter(day.plusDays(1).atStartOfDay()) && end.isBefore(now);
                end = end.plusSeconds(INTERVAL)) {
            ends.add(end);
        }
        if (json) {
            report(day, ends, out);
        } else {
            table(day, ends, memory, io, out);
        }
        return 0;
    }

    private static long hour(LocalDateTime end) {
        return HostLoad.hour(end.minusSeconds(1).toInstant(ZoneOffset.UTC));
    }

    private double percent(double cores) {
        return 100 * cores / load.cores();
    }

    private long usedKb() {
        long total = load.memoryMb() * 1024;
        return total * 78 / 100;
    }

    private void report(LocalDate day, List<LocalDateTime> ends, Consumer<String> out) {
        out.accept("{\"sysstat\": {\n\"hosts\": [\n{\n\"nodename\": \"" + load.host() + "\",\n\"sysname\": \"Linux\",\n"
                + "\"release\": \"4.18.0-513.el8.x86_64\",\n\"machine\": \"x86_64\",\n\"number-of-cpus\": "
                + load.processors() + ",\n\"file-date\": \"" + day
                + "\",\n\"file-utc-time\": \"00:00:01\",\n\"statistics\": [");
        for (int i = 0; i < ends.size(); i++) {
            LocalDateTime end = ends.get(i);
            double busy = load.busyCores(hour(end));
            double waiting = percent(load.waitingCores(hour(end)));
            out.accept(String.format(
                    Locale.ROOT,
                    "{\"timestamp\": {\"date\": \"%s\", \"time\": \"%tT\", \"utc\": 1, \"interval\": %d}, \"cpu-load\": ["
                            + "{\"cpu\": \"all\", \"user\": %.2f, \"nice\": 0.00, \"system\": %.2f, \"iowait\": %.2f,"
                            + " \"steal\": 0.00, \"idle\": %.2f}], \"io\": {\"tps\": %.2f, \"io-reads\": {\"rtps\": %.2f,"
                            + " \"bread\": %.2f}, \"io-writes\": {\"wtps\": %.2f, \"bwrtn\": %.2f}}, \"memory\":"
                            + " {\"memfree\": %d, \"avail\": %d, \"memused\": %d, \"memused-percent\": %.2f, \"buffers\":"
                            + " %d, \"cached\": %d}, \"queue\": {\"runq-sz\": %d, \"plist-sz\": 600, \"ldavg-1\": %.2f,"
                            + " \"ldavg-5\": %.2f, \"ldavg-15\": %.2f, \"blocked\": 0}}%s",
                    end.toLocalDate(),
                    end,
                    INTERVAL,
                    percent(busy) * 0.78,
                    percent(busy) * 0.22,
                    waiting,
                    100 - percent(busy) - waiting,
                    busy * 800,
                    busy * 630,
                    busy * 630 * 28,
                    busy * 170,
                    busy * 170 * 24,
                    load.memoryMb() * 1024 - usedKb(),
                    load.memoryMb() * 1024 - usedKb() * 9 / 10,
                    usedKb(),
                    100.0 * usedKb() / (load.memoryMb() * 1024),
                    load.memoryMb() * 5,
                    load.memoryMb() * 80,
                    Math.round(busy * load.threads()),
                    busy * load.threads() * 1.05,
                    busy * load.threads() * 1.04,
                    busy * load.threads() * 1.02,
                    i + 1 < ends.size() ? "," : ""));
        }
        out.accept("]\n}\n]\n}}");
    }

    private void table(LocalDate day, List<LocalDateTime> ends, boolean memory, boolean io, Consumer<String> out) {
        out.accept(String.format(
                Locale.ROOT,
                "Linux 4.18.0-513.el8.x86_64 (%s) \t%s \t_x86_64_\t(%d CPU)",
                load.host(),
                day,
                load.processors()));
        out.accept("");
        String header = memory
                ? "kbmemfree   kbavail kbmemused  %memused"
                : io
                        ? "      tps      rtps      wtps   bread/s   bwrtn/s"
                        : "    CPU     %user     %nice   %system   %iowait    %steal     %idle";
        out.accept("00:00:01    " + header);
        for (LocalDateTime end : ends) {
            double busy = load.busyCores(hour(end));
            double waiting = percent(load.waitingCores(hour(end)));
            String row = memory
                    ? String.format(
                            Locale.ROOT,
                            "%9d %9d %9d %9.2f",
                            load.memoryMb() * 1024 - usedKb(),
                            load.memoryMb() * 1024 - usedKb() * 9 / 10,
                            usedKb(),
                            100.0 * usedKb() / (load.memoryMb() * 1024))
                    : io
                            ? String.format(
                                    Locale.ROOT,
                                    "%9.2f %9.2f %9.2f %9.2f %9.2f",
                                    busy * 800,
                                    busy * 630,
                                    busy * 170,
                                    busy * 630 * 28,
                                    busy * 170 * 24)
                            : String.format(
                                    Locale.ROOT,
                                    "    all %9.2f %9.2f %9.2f %9.2f %9.2f %9.2f",
                                    percent(busy) * 0.78,
                                    0.0,
                                    percent(busy) * 0.22,
                                    waiting,
                                    0.0,
                                    100 - percent(busy) - waiting);
            out.accept(String.format(Locale.ROOT, "%tT    %s", end, row));
        }
    }

    /** Lets a host answer to {@code sar} and {@code sadf}. */
    static void install(LabOracle oracle, HostLoad load, java.nio.file.Path bin, Clock clock) {
        oracle.installProgram(load.host(), bin, "sadf", new HostSar(load, clock, true));
        oracle.installProgram(load.host(), bin, "sar", new HostSar(load, clock, false));
    }
}
