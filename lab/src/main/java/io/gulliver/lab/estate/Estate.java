package io.gulliver.lab.estate;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults.Fault;
import io.gulliver.lab.HostLoad;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The estate to practise on: the same for the same seed, whatever the machine.
 *
 * <p>Who owns what, on which host and with which peculiarity stands in {@code databases.csv}; the seed varies sizes by a
 * few percent, the rows of the databases, and where the faults strike.
 *
 * @param seed it was made from
 * @param databases fifty, in the order of the file
 * @param servers by name
 * @param legacy databases beside the program, in one of their own
 */
public record Estate(
        long seed,
        List<EstateDatabase> databases,
        SortedMap<String, EstateServer> servers,
        List<EstateDatabase> legacy) {
    /** Machines in DPM mode, all behind one HMC. */
    public static final List<String> MACHINES = List.of("SKYLARK", "LAPUTA");

    /** Storage arrays. */
    public static final List<String> ARRAYS = List.of("fs-1", "fs-2");

    /** Feature of a database that Oracle Restart manages; the servers on which it lands have it too. */
    public static final String ORACLE_RESTART = "oracle-restart";

    /** z/VM systems, each with a Feilong server. */
    public static final List<String> HYPERVISORS = List.of("zvm-1");

    /** Servers that are guests of z/VM: of a test. */
    private static final SortedSet<String> GUESTS = new TreeSet<>(List.of("blefuscu-18"));

    private static final String FILE = "gulliver-lab/estate/databases.csv";
    private static final String LEGACY = "gulliver-lab/estate/legacy.csv";

    public Estate {
        databases = List.copyOf(databases);
        legacy = List.copyOf(legacy);
        servers = Collections.unmodifiableSortedMap(new TreeMap<>(servers));
    }

    /** An estate of the program's databases alone. */
    public Estate(long seed, List<EstateDatabase> databases, SortedMap<String, EstateServer> servers) {
        this(seed, databases, servers, List.of());
    }

    /** The estate of a seed. */
    public static Estate of(long seed) {
        List<EstateDatabase> databases = read(FILE, seed);
        SortedMap<String, EstateServer> servers = new TreeMap<>();
        SortedSet<String> names = new TreeSet<>();
        List<EstateDatabase> legacy = read(LEGACY, seed);
        List<EstateDatabase> all = new ArrayList<>(databases);
        all.addAll(legacy);
        all.forEach(database -> names.addAll(database.servers()));
        names.forEach(name -> servers.put(name, server(name, all)));
        return new Estate(seed, databases, servers, legacy);
    }

    private static List<EstateDatabase> read(String file, long seed) {
        List<EstateDatabase> databases = new ArrayList<>();
        List<String> lines = lines(file);
        String[] header = lines.get(0).split(",");
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (cells.length != header.length) {
                throw new IllegalStateException(file + ": " + header.length + " cells wanted in: " + line);
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < cells.length; i++) {
                row.put(header[i], cells[i]);
            }
            databases.add(database(row, seed));
        }
        return databases;
    }

    /** Every source database: those of the program, and those beside it. */
    public List<EstateDatabase> sources() {
        List<EstateDatabase> all = new ArrayList<>(databases);
        all.addAll(legacy);
        return List.copyOf(all);
    }

    /** The hardware of a source host and what runs on it. */
    public HostLoad load(String host) {
        return EstateLoad.of(this, host);
    }

    private static EstateDatabase database(Map<String, String> row, long seed) {
        String name = row.get("database");
        // A random of its own for each database: another line in the file moves nobody else.
        Random random = new Random(seed * 31 + name.hashCode());
        long size = Long.parseLong(row.get("size_gb"));
        // The smallest and the largest keep the size of their line: 20 GB and 8 TB.
        boolean anchor = size == 20 || size == 8000;
        long varied = anchor ? size : Math.round(size * (0.96 + 0.04 * random.nextDouble()));
        return new EstateDatabase(
                name,
                row.get("application"),
                row.get("environment"),
                Integer.parseInt(row.get("criticality")),
                row.get("source_host"),
                row.get("version"),
                row.get("edition").equals("enterprise"),
                row.get("character_set"),
                varied,
                row.get("topology").startsWith("pdb:") ? row.get("topology").substring(4) : "",
                row.get("topology").equals("rac"),
                row.get("dr").equals("standby"),
                words(row.get("servers")),
                row.get("target_database"),
                row.get("target_release"),
                words(row.get("features")),
                row.get("owner"),
                row.get("team"),
                row.get("move_group"),
                Integer.parseInt(row.get("window_minutes")),
                row.get("archive_log").equals("yes"),
                row.get("notes"));
    }

    /** Sized from what lands there; figures that a small partition and a large one would have. */
    private static EstateServer server(String name, List<EstateDatabase> databases) {
        List<EstateDatabase> here = databases.stream()
                .filter(database -> database.servers().contains(name))
                .toList();
        long gb = here.stream().mapToLong(EstateDatabase::sizeGb).sum();
        int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        int memory = gb > 4000 ? 256 : gb > 1500 ? 128 : gb > 400 ? 64 : 32;
        // Four volumes at least, so that ASM spreads; 30 % more room than the data take today.
        int volumes = gb > 1500 ? 8 : 4;
        int dataGib = (int) Math.ceil(gb * 1.3 / volumes / 16) * 16;
        // Odd servers on the first machine and array, even ones on the second.
        int side = (number + 1) % 2;
        return new EstateServer(
                name,
                MACHINES.get(side),
                ARRAYS.get(side),
                memory,
                32,
                volumes,
                dataGib,
                2,
                16,
                GUESTS.contains(name) ? HYPERVISORS.get(0) : "");
    }

    /** Source hosts by name, sorted. */
    public List<String> sourceHosts() {
        return sources().stream()
                .map(EstateDatabase::sourceHost)
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * The faults of an ordinary week, by name: few, and each of a kind that the product has to live with.
     *
     * <p>{@code lost-answer}: a partition is created and the answer is lost. {@code busy-console}: the HMC is busy.
     * {@code busy-array}: the second array refuses calls for being too many. {@code lost-volume}: a volume is made and
     * the answer is lost. {@code bad-row}: one row arrives changed in one database.
     */
    public SortedMap<String, Fault> faults() {
        Random random = new Random(seed);
        SortedMap<String, Fault> faults = new TreeMap<>();
        faults.put("lost-answer", new Fault("hmc-1", "create-partition", FaultKind.RESET_AFTER, random.nextInt(8), 1));
        faults.put(
                "busy-console", new Fault("hmc-1", "attach-storage-group", FaultKind.STATUS_409, random.nextInt(8), 1));
        faults.put("busy-array", new Fault("fs-2", "mkvolume", FaultKind.STATUS_429, random.nextInt(20), 3));
        faults.put("lost-volume", new Fault("fs-1", "mkvolume", FaultKind.RESET_AFTER, random.nextInt(20), 1));
        List<EstateDatabase> tests = databases.stream()
                .filter(database -> database.environment().equals("test"))
                .toList();
        EstateDatabase victim = tests.get(random.nextInt(tests.size()));
        faults.put("bad-row", new Fault(targetSystem(victim), "impdp", FaultKind.CORRUPT_ROWS, 0, 1));
        int when = random.nextInt(OF_THE_SOURCE.size() + OF_THE_TARGET.size());
        boolean source = when < OF_THE_SOURCE.size();
        faults.put(
                "restart",
                new Fault(
                        source ? victim.service() + "@" + victim.sourceHost() : targetSystem(victim),
                        source ? OF_THE_SOURCE.get(when) : OF_THE_TARGET.get(when - OF_THE_SOURCE.size()),
                        FaultKind.INSTANCE_RESTARTS,
                        0,
                        1));
        return Collections.unmodifiableSortedMap(faults);
    }

    /** Statements of the outage before which an instance may restart: some of each end of it. */
    private static final List<String> OF_THE_SOURCE =
            List.of("current-scn", "tablespace-read-only", "datafile-changes");

    private static final List<String> OF_THE_TARGET = List.of("gather-schema-statistics", "recompile-invalid-serial");

    /** Name in the ledger of the database that a source becomes. */
    public static String targetSystem(EstateDatabase database) {
        String target = database.targetDatabase();
        return target.substring(target.indexOf('/') + 1) + "@"
                + database.servers().get(0);
    }

    private static List<String> words(String cell) {
        return cell.isEmpty() ? List.of() : List.of(cell.split(" "));
    }

    private static List<String> lines(String file) {
        try (InputStream in = Estate.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The estate's file " + file + " is missing from this program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("The estate's file " + file + " cannot be read", e);
        }
    }
}
