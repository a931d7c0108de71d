package io.gulliver.lab;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The hardware of one host and how busy it is, hour by hour: the same for the same seed, and nothing of it is stored.
 *
 * <p>Every figure of a host comes from here, whoever shows it (kernel statistics, sysstat, a database): what its databases
 * take and what other programs take together is what the host is busy, never more than it has.
 *
 * @param host its name
 * @param seed makes the noise
 * @param model of the processors, as {@code lscpu} shows it
 * @param sockets of processors
 * @param cores of all sockets together
 * @param threads of each core; the operating system counts cores times threads
 * @param memoryMb that the operating system sees
 * @param works databases on it
 */
public record HostLoad(
        String host, long seed, String model, int sockets, int cores, int threads, long memoryMb, List<Work> works) {

    /** Nothing runs hotter than this share of its cores for a whole hour. */
    private static final double MOST = 0.97;

    /** Mean of {@link #shape} over an ordinary week. */
    public static final double MEAN_SHAPE = 0.42;

    /** What no hour goes beyond by chance, of its level. */
    private static final double LEAST_NOISE = 0.85;

    private static final double NOISE = 0.3;

    /**
     * What one database does on an ordinary working hour of its busy time.
     *
     * @param database name of it, unique on the host
     * @param cores busy with it
     * @param night whether its busy time is the night: loads and reports instead of people
     * @param monthEnd times that much at the turn of a month
     * @param redoMb redo a second, averaged over a week
     */
    public record Work(String database, double cores, boolean night, double monthEnd, double redoMb) {
        /** Redo a second of its busiest hour, which none goes beyond; in the unit of {@link #redoMb}. */
        public double mostRedoMb() {
            return redoMb * Math.max(1, monthEnd) * (LEAST_NOISE + NOISE) / MEAN_SHAPE;
        }
    }

    public HostLoad {
        works = List.copyOf(works);
        if (sockets < 1 || cores < sockets || threads < 1 || memoryMb < 1) {
            throw new IllegalArgumentException("Host " + host + ": sockets, cores, threads and memory must be real");
        }
    }

    /** A host nobody described: eight cores, 64 GiB and one database. */
    public static HostLoad plain(String host, long seed, String database, long sizeGb) {
        return new HostLoad(
                host,
                seed,
                "Intel(R) Xeon(R) CPU E5-2699 v3 @ 2.30GHz",
                1,
                8,
                1,
                64 * 1024,
                List.of(new Work(database, 1 + sizeGb / 2000.0, false, 1.3, sizeGb / 9000.0)));
    }

    /** Logical processors. */
    public int processors() {
        return cores * threads;
    }

    /** Hours since 1970, the clock of all figures. */
    public static long hour(java.time.Instant time) {
        return Math.floorDiv(time.getEpochSecond(), 3600L);
    }

    /** Cores that a database keeps busy in this hour; 0 for one that is not on this host. */
    public double cores(String database, long hour) {
        double mine = works.stream()
                .filter(work -> work.database().equalsIgnoreCase(database))
                .mapToDouble(work -> raw(work, hour))
                .sum();
        return mine * fit(hour);
    }

    /** Cores that nobody's database keeps busy: agents, backups, people. */
    public double otherCores(long hour) {
        return rawOther(hour) * fit(hour);
    }

    /** Busy cores of the host in this hour, databases and everything else. */
    public double busyCores(long hour) {
        return (raw(hour) + rawOther(hour)) * fit(hour);
    }

    /** Cores that only wait for the disks. */
    public double waitingCores(long hour) {
        return Math.min(cores - busyCores(hour), cores * (0.01 + 0.03 * noise(seed, host + "/wait", hour)));
    }

    /** Share of its ordinary hour, for whatever follows the load of a database; a week averages {@link #MEAN_SHAPE}. */
    public double shape(String database, long hour) {
        return works.stream()
                .filter(work -> work.database().equalsIgnoreCase(database) && work.cores() > 0)
                .mapToDouble(work -> raw(work, hour) / work.cores())
                .sum();
    }

    private double raw(long hour) {
        return works.stream().mapToDouble(work -> raw(work, hour)).sum();
    }

    private double fit(long hour) {
        double wanted = raw(hour) + rawOther(hour);
        return wanted <= MOST * cores ? 1 : MOST * cores / wanted;
    }

    private double rawOther(long hour) {
        int ofDay = (int) Math.floorMod(hour, 24L);
        // The backup of the night, and little else.
        double backup = ofDay >= 1 && ofDay <= 3 ? 0.05 : 0;
        return cores * (0.03 + backup + 0.02 * noise(seed, host + "/other", hour));
    }

    private double raw(Work work, long hour) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(hour * 3600, 0, ZoneOffset.UTC);
        int ofDay = time.getHour();
        boolean weekend = time.getDayOfWeek() == DayOfWeek.SATURDAY || time.getDayOfWeek() == DayOfWeek.SUNDAY;
        double level = work.night()
                ? ofDay >= 22 || ofDay <= 4 ? 1 : ofDay <= 6 ? 0.6 : 0.3
                : ofDay == 12
                        ? 0.8
                        : ofDay >= 8 && ofDay <= 17
                                ? 1
                                : ofDay == 7 || ofDay == 18 ? 0.7 : ofDay >= 19 && ofDay <= 22 ? 0.35 : 0.15;
        if (weekend) {
            level *= work.night() ? 0.8 : 0.35;
        }
        int last = time.toLocalDate().lengthOfMonth();
        if (time.getDayOfMonth() >= last - 1 || time.getDayOfMonth() == 1) {
            level *= work.monthEnd();
        }
        return work.cores() * level * (LEAST_NOISE + NOISE * noise(seed, work.database(), hour));
    }

    /** A number from 0 to 1 that is always the same for the same seed, name and hour. */
    public static double noise(long seed, String name, long hour) {
        long x = seed * 0x9E3779B97F4A7C15L + name.hashCode() * 0xC2B2AE3D27D4EB4FL + hour * 0x165667B19E3779F9L;
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return ((x ^ x >>> 31) >>> 11) * 0x1.0p-53;
    }
}
