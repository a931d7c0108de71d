package io.gulliver.lab.install;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.storage.VolumeContent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * An installer in a partition that was loaded from the installation server: reads what its kernel was told, fetches its document from
 * the address that stands there, refuses what the installer of that release refuses, and writes what can be loaded onto the disk that the
 * document names, over a path that is alive. Prints to the console, and goes down as the document says.
 *
 * <p>Faults, under the name of the server, on {@code install}: {@link FaultKind#JOB_FAILS} (a package cannot be installed) and
 * {@link FaultKind#NEVER_ENDS}. An installer that cannot fetch its document stays up, dracut in its emergency shell and linuxrc with a
 * question, and nobody is there to answer. A script that sleeps at its end holds the machine up as long by the wall clock, at any pace of
 * the lab, or until somebody has read its console.
 */
public final class LabInstaller {
    private static final Logger LOG = LoggerFactory.getLogger(LabInstaller.class);
    private static final Duration INSTALLS = Duration.ofMinutes(12);
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final Set<String> BY_SERVER = Set.of("ftp", "ftps", "sftp");
    private static final Pattern WORD = Pattern.compile("([^\\s\"=]+)(?:=(?:\"([^\"]*)\"|(\\S*)))?");

    /** The machine that an installer runs in. */
    public interface Machine {
        /** Its name. */
        String name();

        /** WWIDs of volumes that it sees over a live path now, as multipath names them. */
        Set<String> disks();

        /** Device numbers of its network cards. */
        List<String> cards();

        /** Prints to its console. */
        void print(List<String> lines);

        /** Writes onto a disk over a live path; false when there is none. */
        boolean write(String wwid, VolumeContent content);

        /** Goes down by itself. */
        void powerOff();

        /** Whether somebody has read all that its console shows. */
        boolean read();

        /** Whether it still runs what was loaded. */
        boolean runs();
    }

    private final LabContext context;
    private final LabTrees trees;

    public LabInstaller(LabContext context, LabTrees trees) {
        this.context = context;
        this.trees = trees;
    }

    /** Whether a partition loads from a server. */
    public static boolean isAsked(JsonNode partition) {
        return BY_SERVER.contains(partition.path("boot-device").asString(""));
    }

    /**
     * Loads what the .ins file of a partition names.
     *
     * @param partition with its password
     * @return why nothing could be loaded, or empty
     */
    public Optional<String> refusal(JsonNode partition) {
        ServerBoot.Loaded loaded = load(partition);
        return loaded.parameters().isPresent() ? Optional.empty() : Optional.of(loaded.problem());
    }

    private ServerBoot.Loaded load(JsonNode partition) {
        String protocol = partition.path("boot-device").asString();
        if (!protocol.equals("sftp")) {
            return new ServerBoot.Loaded(
                    Optional.empty(), "The server does not answer by " + protocol + "; it speaks SFTP");
        }
        String asked = partition.path("boot-ftp-host").asString("");
        if (!asked.equals(trees.address())) {
            return new ServerBoot.Loaded(Optional.empty(), "The server '" + asked + "' cannot be reached");
        }
        return ServerBoot.load(
                trees.host().port(),
                partition.path("boot-ftp-username").asString(""),
                partition.path("boot-ftp-password").asString(""),
                partition.path("boot-ftp-insfile").asString(""));
    }

    /** Runs the installer of a partition that was loaded; on the lab's timer. */
    public void run(JsonNode partition, Machine machine) {
        String parameters = load(partition).parameters().orElse("");
        context.time().after(context.time().work(Duration.ofSeconds(40)), () -> {
            try {
                if (machine.runs()) {
                    begin(parameters, machine);
                }
            } catch (RuntimeException e) {
                LOG.error("lab partition={} bug in its installer", machine.name(), e);
            }
        });
    }

    private void begin(String parameters, Machine machine) {
        Map<String, String> told = words(parameters);
        machine.print(List.of("Linux version 5.14.0 (mockbuild@s390) #1 SMP", "Kernel command line: " + parameters));
        boolean redHat = told.containsKey("inst.ks");
        String document = told.getOrDefault(redHat ? "inst.ks" : "autoyast", "");
        String source = told.getOrDefault(redHat ? "inst.repo" : "install", "");
        Optional<String> network = network(told, redHat, machine);
        if (network.isPresent()) {
            machine.print(List.of(
                    (redHat ? "dracut-initqueue: Warning: " : "linuxrc: *** ") + network.get(),
                    "Nothing can be fetched"));
            return;
        }
        Optional<String> text = document.isEmpty() ? Optional.empty() : fetch(document);
        if (text.isEmpty()) {
            machine.print(List.of(
                    redHat
                            ? "dracut-initqueue: Warning: anaconda: failed to fetch kickstart from " + document
                            : "*** The profile " + document + " cannot be retrieved. Enter another address:"));
            return;
        }
        Answers answers = redHat
                ? Kickstart.read(text.get(), machine.disks(), interfaceOf(machine))
                : AutoYast.read(text.get(), machine.disks());
        print(answers.before(), machine);
        String problem = answers.problem();
        String probe = source.replaceFirst("/+$", "") + (redHat ? "/.treeinfo" : "/media.1/products");
        if (problem.isEmpty() && (source.isEmpty() || fetch(probe).isEmpty())) {
            problem = "Failed to set up the installation source " + source;
        }
        if (!problem.isEmpty()) {
            giveUp(problem, answers, redHat, machine);
            return;
        }
        machine.print(List.of("Starting package installation process", "Downloading packages"));
        String version = version(source, redHat);
        context.time().after(context.time().work(INSTALLS), () -> {
            if (machine.runs()) {
                end(version, answers, redHat, machine);
            }
        });
    }

    private void end(String version, Answers answers, boolean redHat, Machine machine) {
        if (context.faults().take(trees.host().name(), "install", FaultKind.NEVER_ENDS)) {
            return;
        }
        if (context.faults().take(trees.host().name(), "install", FaultKind.JOB_FAILS)) {
            giveUp(
                    "The package glibc-2.34-100.el9.s390x cannot be installed: checksum differs",
                    answers,
                    redHat,
                    machine);
            return;
        }
        boolean shown = answers.after().stream().anyMatch(InstallScript::showsHostKeys);
        VolumeContent content = new VolumeContent(version, version.substring(version.indexOf(' ') + 1), shown);
        if (!machine.write(answers.wwid(), content)) {
            giveUp("I/O error on /dev/mapper/" + answers.wwid() + ": no path is left", answers, redHat, machine);
            return;
        }
        machine.print(List.of("Installing boot loader", "Running post-installation scripts"));
        print(answers.after(), machine);
        if (answers.ends()) {
            hold(answers.after(), machine);
        }
        // Otherwise it is loaded anew from where its boot device says, which is the installer again: it stays up.
    }

    private void giveUp(String problem, Answers answers, boolean redHat, Machine machine) {
        machine.print(List.of(
                redHat
                        ? "The installation was stopped due to an error which occurred while running in non-interactive"
                                + " cmdline mode."
                        : "Error:",
                problem));
        print(answers.failed(), machine);
        // Anaconda without a person goes down, YaST waits for one.
        if (redHat) {
            hold(answers.failed(), machine);
        }
    }

    /** Down, once the last script no longer holds it up. */
    private void hold(List<InstallScript> scripts, Machine machine) {
        int seconds = scripts.stream().mapToInt(InstallScript::holds).sum();
        hold(System.nanoTime() + Duration.ofSeconds(seconds).toNanos(), machine);
    }

    private void hold(long until, Machine machine) {
        if (!machine.runs()) {
            return;
        }
        if (machine.read() || System.nanoTime() - until >= 0) {
            machine.powerOff();
            return;
        }
        try {
            context.timer().schedule(() -> hold(until, machine), 100, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("lab partition={} is closed while it is installed", machine.name());
        }
    }

    private static void print(List<InstallScript> scripts, Machine machine) {
        List<String> lines = new ArrayList<>();
        scripts.forEach(script -> lines.addAll(script.prints()));
        machine.print(lines);
    }

    private static Map<String, String> words(String parameters) {
        Map<String, String> words = new TreeMap<>();
        Matcher word = WORD.matcher(parameters);
        while (word.find()) {
            String value = word.group(2) != null ? word.group(2) : word.group(3) != null ? word.group(3) : "";
            words.putIfAbsent(word.group(1), value);
        }
        return words;
    }

    private static String interfaceOf(Machine machine) {
        return machine.cards().isEmpty()
                ? ""
                : "enc" + Integer.toHexString(Integer.parseInt(machine.cards().get(0), 16));
    }

    /** What is wrong with the network of the installer itself; dracut's {@code ip=}, linuxrc's {@code ifcfg=}. */
    private static Optional<String> network(Map<String, String> told, boolean redHat, Machine machine) {
        String card = interfaceOf(machine);
        if (redHat) {
            String[] parts = told.getOrDefault("ip", "").split(":", -1);
            return parts.length == 7
                            && !parts[0].isEmpty()
                            && !parts[2].isEmpty()
                            && parts[3].startsWith("255.")
                            && parts[5].equals(card)
                            && parts[6].equals("none")
                    ? Optional.empty()
                    : Optional.of("Network " + told.getOrDefault("ip", "is not told")
                            + " does not come up; there is interface " + card);
        }
        return !card.isEmpty() && told.getOrDefault("ifcfg", "").matches("[^=]+=[0-9.]+/[0-9]+,[0-9.]+,[0-9. ]+,[^,]+")
                ? Optional.empty()
                : Optional.of("Network " + told.getOrDefault("ifcfg", "is not told") + " does not come up");
    }

    private static String version(String source, boolean redHat) {
        if (!redHat) {
            return "SLES "
                    + fetch(source.replaceFirst("/+$", "") + "/media.1/products")
                            .orElse("")
                            .replaceFirst("(?s).*SLE ([0-9.]+).*", "$1");
        }
        return "RHEL "
                + fetch(source.replaceFirst("/+$", "") + "/.treeinfo")
                        .orElse("")
                        .replaceFirst("(?s).*version = ([0-9.]+).*", "$1");
    }

    private static Optional<String> fetch(String address) {
        try {
            HttpResponse<String> response = HttpClient.newBuilder()
                    .connectTimeout(WITHIN)
                    .build()
                    .send(
                            HttpRequest.newBuilder(URI.create(address))
                                    .timeout(WITHIN)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
