package io.gulliver.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What is done to the processes of an installation, each as the kernel or a crashed host would do it. */
enum Strike {
    SERVER(10, true),
    ENGINE(14, false),
    /** One after the other within a millisecond, the engine first: what the crash of a host is. */
    SERVER_AND_ENGINE(12, true),
    /** Its postmaster; the other processes of PostgreSQL end with it. */
    STORE(10, false),
    /** One of its sessions, as by the kernel when memory is short: PostgreSQL ends all and recovers by itself. */
    STORE_SESSION(6, false),
    /** An orderly restart by somebody else: every session is ended, nothing is lost. */
    STORE_RESTARTED(6, false),
    ENGINE_AND_STORE(8, false),
    ALL(8, true),
    ENGINE_STOPPED(8, false),
    STORE_STOPPED(6, false),
    SERVER_STOPPED(6, false),
    /** What a suspended virtual machine is. */
    ALL_STOPPED(6, false);

    private final int weight;
    private final boolean fatal;

    Strike(int weight, boolean fatal) {
        this.weight = weight;
        this.fatal = fatal;
    }

    /** One of those that can be done here, by weight. */
    static Strike choose(Random random, boolean withStore) {
        List<Strike> among = Stream.of(values())
                .filter(strike -> withStore || !strike.name().contains("STORE"))
                .toList();
        int at = random.nextInt(among.stream().mapToInt(strike -> strike.weight).sum());
        for (Strike strike : among) {
            at -= strike.weight;
            if (at < 0) {
                return strike;
            }
        }
        throw new IllegalStateException("weights");
    }

    /** Whether the process that strikes is gone afterwards. */
    boolean fatal() {
        return fatal;
    }

    /**
     * Strikes now; a fatal one does not return.
     *
     * @param seconds how long a process is stopped
     */
    void at(Path data, int seconds) {
        String self = Long.toString(ProcessHandle.current().pid());
        switch (this) {
            case SERVER -> kill(List.of(self));
            case ENGINE -> kill(engine(data));
            case SERVER_AND_ENGINE -> kill(joined(engine(data), List.of(self)));
            case STORE -> kill(store(data));
            case STORE_SESSION -> kill(session(data));
            case STORE_RESTARTED -> signal("INT", store(data));
            case ENGINE_AND_STORE -> kill(joined(engine(data), store(data)));
            case ALL -> kill(joined(engine(data), joined(store(data), List.of(self))));
            case ENGINE_STOPPED -> stop(engine(data), seconds);
            case STORE_STOPPED -> stop(wholeStore(data), seconds);
            case SERVER_STOPPED -> stop(List.of(self), seconds);
            case ALL_STOPPED -> stop(joined(engine(data), joined(wholeStore(data), List.of(self))), seconds);
        }
        if (fatal) {
            while (true) {
                LockSupport.park(); // the signal is on its way: nothing may be done any more
            }
        }
    }

    private static List<String> joined(List<String> one, List<String> other) {
        List<String> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    private static List<String> engine(Path data) {
        return Gulliver.temporal(data)
                .map(process -> List.of(Long.toString(process.pid())))
                .orElse(List.of());
    }

    /** The postmaster of the embedded store; its other processes end with it. */
    private static List<String> store(Path data) {
        return storePid(data).map(List::of).orElse(List.of());
    }

    /** The postmaster first, so that no session is added to those that are listed behind it. */
    private static List<String> wholeStore(Path data) {
        return joined(store(data), sessions(data));
    }

    /** Whatever the postmaster has begun: sessions and its own helpers. */
    private static List<String> sessions(Path data) {
        return storePid(data)
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                .map(postmaster -> postmaster
                        .children()
                        .map(child -> Long.toString(child.pid()))
                        .toList())
                .orElse(List.of());
    }

    /** The youngest, which serves a connection of the pool: the helpers are older. */
    private static List<String> session(Path data) {
        return sessions(data).stream()
                .max(java.util.Comparator.comparingLong(Long::parseLong))
                .map(List::of)
                .orElse(List.of());
    }

    static Optional<String> storePid(Path data) {
        Path store = data.resolve("store");
        if (!Files.isDirectory(store)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(store, 2)) {
            Optional<Path> file = files.filter(
                            path -> path.getFileName().toString().equals("postmaster.pid"))
                    .findFirst();
            return file.isEmpty()
                    ? Optional.empty()
                    : Files.readAllLines(file.get()).stream().findFirst().map(String::trim);
        } catch (IOException | UncheckedIOException stopping) {
            return Optional.empty();
        }
    }

    private static void kill(List<String> processes) {
        signal("KILL", processes);
    }

    private static void signal(String name, List<String> processes) {
        if (!processes.isEmpty()) {
            shell("kill -" + name + " " + String.join(" ", processes));
        }
    }

    private static void stop(List<String> processes, int seconds) {
        if (!processes.isEmpty()) {
            String all = String.join(" ", processes);
            shell("kill -STOP " + all + "; sleep " + seconds + "; kill -CONT " + all);
        }
    }

    /** In a process of its own: who is stopped cannot wake itself. */
    private static void shell(String command) {
        try {
            new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("No shell to strike with", e);
        }
    }
}
