package io.gulliver.lab.main;

import ch.qos.logback.classic.Level;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.LabResponse;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateChoice;
import io.gulliver.lab.people.Keyboard;
import io.gulliver.lab.people.PeopleSettings;
import io.gulliver.lab.people.SimulatedPeople;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the lab as a process of its own until it is told to end. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        description = "A landscape to practise on: HMC, arrays, hosts and databases on this machine's loopback.")
public final class LabMain implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(LabMain.class);

    @Option(
            names = "--data",
            required = true,
            description = "Directory of everything that the lab keeps; an earlier lab there goes on.")
    private Path data = Path.of("lab");

    @Option(names = "--seed", defaultValue = "1726", description = "Makes the estate; default ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--speed",
            defaultValue = "150",
            description = "How many times faster than a data centre, or max; default ${DEFAULT-VALUE}.")
    private String speed = "150";

    @Option(
            names = "--faults",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Whether the faults of an ordinary week strike; default ${DEFAULT-VALUE}.")
    private boolean faults;

    @Option(
            names = "--kind",
            split = ",",
            description = "Ways in which the lab is kinder than the real thing, by name: ${COMPLETION-CANDIDATES}.")
    private Set<Kindness> kind = Set.of();

    @Option(
            names = "--product",
            description = "Address of Gulliver; simulated people then run the lab's program there through its API.")
    private @Nullable URI product;

    @Option(
            names = "--auto",
            description = "Simulated people answer everything; without it the tasks of one move group are the user's.")
    private boolean auto;

    @Option(
            names = "--playbook",
            defaultValue = "data-pump",
            description = "Playbook by which simulated people look at the oldest databases; default ${DEFAULT-VALUE}.")
    private String playbook = "data-pump";

    @Option(
            names = "--all-by",
            description = "A test's program takes this method for all databases by its policy, for example data-pump;"
                    + " without it each goes its own way, and waits where that has no playbook.")
    private @Nullable String allBy;

    @Option(
            names = "--at-once",
            defaultValue = "12",
            description = "Most migrations that simulated people keep running; default ${DEFAULT-VALUE}.")
    private int atOnce = 12;

    @Option(
            names = "--databases",
            description = "How many databases the program of simulated people has, of every kind some; default all.")
    private int databases;

    @Option(names = "--choice", defaultValue = "", description = "Any text; decides which databases those are.")
    private String choice = "";

    @Option(
            names = "--only",
            split = ",",
            description = "Names of the databases that the program of simulated people has, in place of --databases.")
    private Set<String> only = Set.of();

    private LabMain() {}

    /** Ends with 0 when told to end, 1 when the lab cannot run, 2 when an option is wrong. */
    public static void main(String[] arguments) {
        level(Logger.ROOT_LOGGER_NAME, Level.INFO);
        // Two lines for each of sixty hosts tell nobody anything.
        level("org.apache.sshd", Level.WARN);
        CommandLine command = new CommandLine(new LabMain());
        command.setExecutionExceptionHandler((failure, line, result) -> {
            LOG.error("The lab cannot run", failure);
            line.getErr().println("The lab cannot run: " + failure.getMessage());
            return 1;
        });
        System.exit(command.execute(arguments));
    }

    /** By program and not by file: a logback.xml of ours would lie in the way of whoever has the lab on its class path. */
    private static void level(String logger, Level level) {
        if (LoggerFactory.getLogger(logger) instanceof ch.qos.logback.classic.Logger known) {
            known.setLevel(level);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LabPace pace;
        try {
            pace = LabPace.parse(speed);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 2;
        }
        long begun = System.nanoTime();
        Files.createDirectories(data);
        try (FileChannel channel =
                FileChannel.open(data.resolve("lab.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock lock = lock(channel);
            if (lock == null) {
                System.err.println(
                        "Another lab runs in " + data.toAbsolutePath() + ". Stop it, or give another --data.");
                return 1;
            }
            requireSeed();
            CountDownLatch told = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, closed), "lab-end"));
            // Where people run a program, its calendar is the lab's time; at maximum speed nothing takes any.
            boolean kept = product != null && !pace.isUnlimited();
            try (Lab lab = Lab.open(data, Estate.of(seed), pace, kept, kind)) {
                if (faults) {
                    lab.estate().faults().forEach((name, fault) -> {
                        lab.context().faults().arm(fault);
                        LOG.info("Fault {}: {}", name, fault);
                    });
                }
                LOG.info(
                        "The lab is up after {} s: {} databases, {} hosts, control at {}",
                        Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1000.0,
                        lab.estate().databases().size(),
                        lab.hosts().all().size(),
                        lab.control().uri());
                if (!kind.isEmpty()) {
                    LOG.info(
                            "Kinder than the real thing: {}",
                            lab.context().kindnesses().all());
                }
                SimulatedPeople people = people(pace, lab);
                if (people != null) {
                    lab.control().route("POST", "/people", "let-people-rest", request -> {
                        people.rest(Boolean.parseBoolean(request.query("rest").orElse("")));
                        return LabResponse.empty(204);
                    });
                }
                told.await();
                if (people != null) {
                    people.close();
                }
            } finally {
                closed.countDown();
            }
        }
        return 0;
    }

    /** The people, or none when there is no product to work with. */
    private @Nullable SimulatedPeople people(LabPace pace, Lab lab) {
        if (product == null) {
            return null;
        }
        String password = System.getenv().getOrDefault("GULLIVER_LAB_PASSWORD", "lilliput");
        // People think as fast as the lab works: at the usual speed they take a second or two.
        double thinking = pace.isUnlimited() ? Double.POSITIVE_INFINITY : pace.factor() / LabPace.USUAL;
        Set<String> chosen =
                !only.isEmpty() || databases == 0 ? only : EstateChoice.of(lab.estate(), databases, choice);
        if (!chosen.isEmpty()) {
            LOG.info("The program has {}", chosen);
        }
        return SimulatedPeople.start(
                new PeopleSettings(product, password, seed, thinking, auto, atOnce, playbook, allBy, chosen),
                data,
                new Hands(lab),
                lab.context().time());
    }

    /** The databases and arrays of this lab, at the fingers of its people. */
    private record Hands(Lab lab) implements Keyboard {
        @Override
        public void sysdba(String host, String service, String statement) {
            lab.oracle().sysdba(host, service, statement);
        }

        @Override
        public List<String> missing(String fromHost, String fromService, String toHost, String toService) {
            return lab.oracle().missing(fromHost, fromService, toHost, toService);
        }

        @Override
        public void reload(String fromHost, String fromService, String toHost, String toService, String table) {
            lab.oracle().reload(fromHost, fromService, toHost, toService, table);
        }

        @Override
        public void plans(String fromHost, String fromService, String toHost, String toService) {
            lab.oracle().carryPlans(fromHost, fromService, toHost, toService);
        }

        @Override
        public void files(String fromHost, String fromService, String toHost) {
            lab.carryFiles(fromHost, fromService, toHost);
        }

        @Override
        public void image(String array, String volume) {
            lab.image(array, volume);
        }

        @Override
        public void name(String name, String address) {
            lab.name(name, address);
        }

        @Override
        public void zone(List<String> hosts, List<String> targets) {
            lab.zone(hosts, targets);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** A lab goes on with the seed that it began with: another one would make other databases beside the old ones. */
    private void requireSeed() throws IOException {
        Path file = data.resolve("seed");
        if (!Files.exists(file)) {
            Files.writeString(file, seed + "\n");
            return;
        }
        String before = Files.readString(file).strip();
        if (!before.equals(Long.toString(seed))) {
            throw new IOException("The lab in " + data.toAbsolutePath() + " was made with --seed " + before + ", not "
                    + seed + ". Start it with that seed, or give another --data.");
        }
    }

    /** The process may only end when the lab has closed its files. */
    private static void end(CountDownLatch told, CountDownLatch closed) {
        told.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
