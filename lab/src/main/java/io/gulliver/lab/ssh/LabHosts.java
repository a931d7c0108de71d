package io.gulliver.lab.ssh;

import io.gulliver.lab.Kindnesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * All hosts of the lab. Hosts that an earlier lab left in the same directory come up again with the same keys, ports
 * and files.
 */
public final class LabHosts implements AutoCloseable {
    private final Path directory;
    private final SshFaultHook faults;
    private final SshLedger ledger;
    private final Kindnesses kindnesses;
    private final LabLine line;
    private final SortedMap<String, LabHost> hosts = new TreeMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "lab-host");
        thread.setDaemon(true);
        return thread;
    });

    private LabHosts(Path directory, SshFaultHook faults, SshLedger ledger, Kindnesses kindnesses, LabLine line) {
        this.directory = directory;
        this.faults = faults;
        this.ledger = ledger;
        this.kindnesses = kindnesses;
        this.line = line;
    }

    /**
     * Opens the hosts kept in a directory and starts them.
     *
     * @param directory one directory a host below it; made when it is not there
     * @param kindnesses of the lab that they belong to
     * @param line over which files leave them
     */
    public static LabHosts open(
            Path directory, SshFaultHook faults, SshLedger ledger, Kindnesses kindnesses, LabLine line)
            throws IOException {
        Path real = Files.createDirectories(directory).toRealPath();
        LabHosts hosts = new LabHosts(real, faults, ledger, kindnesses, line);
        try (Stream<Path> kept = Files.list(real)) {
            for (Path each : kept.filter(p -> Files.exists(p.resolve("host.properties")))
                    .sorted()
                    .toList()) {
                LabHost host = LabHost.load(each, faults, ledger, kindnesses, line, hosts.threads);
                hosts.hosts.put(host.name(), host);
                host.start();
            }
        }
        return hosts;
    }

    /** Hosts without faults and without a ledger. */
    public static LabHosts open(Path directory) throws IOException {
        return open(directory, LabLine.ofNoLength());
    }

    /** The same, apart by a line. */
    public static LabHosts open(Path directory, LabLine line) throws IOException {
        return open(
                directory,
                (host, moment, what) -> SshFaultHook.Fault.NONE,
                (host, user, command) -> {},
                new Kindnesses(),
                line);
    }

    /** Sets a host up and starts it; one that is there gets the login, keys and files of the new description. */
    public synchronized LabHost add(LabHostSpec spec) throws IOException {
        LabHost old = hosts.get(spec.name());
        if (old != null) {
            old.close();
        }
        LabHost host = LabHost.create(directory.resolve(spec.name()), spec, faults, ledger, kindnesses, line, threads);
        hosts.put(spec.name(), host);
        host.start();
        return host;
    }

    /** The host of this name. */
    public synchronized Optional<LabHost> find(String name) {
        return Optional.ofNullable(hosts.get(name));
    }

    /** All hosts, by name. */
    public synchronized List<LabHost> all() {
        return List.copyOf(hosts.values());
    }

    /** Closes all ports; the hosts' processes live on, as they do when only the network fails. */
    @Override
    public synchronized void close() throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (LabHost host : hosts.values()) {
            try {
                host.close();
            } catch (IOException e) {
                failures.add(e);
            }
        }
        threads.shutdown();
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }
}
