package io.gulliver.lab.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A kickstart document as Anaconda reads it: one command a line, sections from {@code %NAME} to {@code %end}. Refuses what Anaconda stops
 * at in its command line mode, where it can ask nobody: a command it does not know, a disk that is not there, no root file system, no
 * network, no source. Commands: pykickstart, version RHEL9; of their options those that are looked at.
 */
final class Kickstart {
    private static final Set<String> COMMANDS = Set.of(
            "bootloader",
            "clearpart",
            "cmdline",
            "eula",
            "firewall",
            "firstboot",
            "group",
            "halt",
            "ignoredisk",
            "keyboard",
            "lang",
            "network",
            "part",
            "poweroff",
            "reboot",
            "rootpw",
            "selinux",
            "services",
            "skipx",
            "sshkey",
            "timesource",
            "timezone",
            "url",
            "user",
            "zerombr");

    private final Map<String, List<String>> commands = new TreeMap<>();
    private final Map<String, List<InstallScript>> sections = new LinkedHashMap<>();
    private String problem = "";

    private Kickstart(String text) {
        String open = "";
        List<String> body = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!open.isEmpty()) {
                if (line.strip().equals("%end")) {
                    sections.computeIfAbsent(open, name -> new ArrayList<>())
                            .add(new InstallScript(String.join("\n", body)));
                    open = "";
                } else {
                    body.add(line);
                }
            } else if (line.startsWith("%")) {
                open = line.split("\\s+")[0];
                body = new ArrayList<>();
            } else if (!line.isBlank() && !line.startsWith("#")) {
                String command = line.split("\\s+")[0];
                if (!COMMANDS.contains(command) && problem.isEmpty()) {
                    problem = "Unknown command: " + command + " on line " + number;
                }
                commands.computeIfAbsent(command, name -> new ArrayList<>()).add(line);
            }
        }
        if (!open.isEmpty()) {
            problem = "Section " + open + " does not end with %end.";
        }
    }

    /**
     * What a document tells.
     *
     * @param disks WWIDs of the multipath devices that are there
     * @param networkInterface the one that is there
     */
    static Answers read(String text, Set<String> disks, String networkInterface) {
        Kickstart read = new Kickstart(text);
        String problem = read.problem.isEmpty() ? read.problem(disks, networkInterface) : read.problem;
        List<InstallScript> before = read.sections.getOrDefault("%pre", List.of());
        List<InstallScript> failed = read.sections.getOrDefault("%onerror", List.of());
        return problem.isEmpty()
                ? new Answers(
                        "",
                        wwid(read.option("ignoredisk", "--only-use").orElse("")),
                        before,
                        failed,
                        read.sections.getOrDefault("%post", List.of()),
                        read.commands.containsKey("poweroff") || read.commands.containsKey("halt"))
                : Answers.problem(problem, before, failed);
    }

    private String problem(Set<String> disks, String networkInterface) {
        for (String wanted : List.of("lang", "keyboard", "timezone", "url", "rootpw", "bootloader", "network")) {
            if (!commands.containsKey(wanted)) {
                return "The installation was stopped: '" + wanted + "' is missing, and nobody can be asked";
            }
        }
        if (!commands.get("rootpw").get(0).contains("--lock")) {
            return "A password of root in a document that anybody reads";
        }
        String only = option("ignoredisk", "--only-use").orElse("");
        Set<String> named =
                new TreeSet<>(List.of(only, option("clearpart", "--drives").orElse("")));
        commands.getOrDefault("part", List.of())
                .forEach(line -> named.add(option(line, "--ondisk").orElse("")));
        if (named.size() != 1) {
            return "Disks " + named + " are to be written to, and every other volume of the server is in danger";
        }
        if (!disks.contains(wwid(only))) {
            return "Disk \"" + only + "\" given in ignoredisk command does not exist.";
        }
        if (commands.getOrDefault("part", List.of()).stream().noneMatch(line -> line.matches("part / .*"))) {
            return "You have not defined a root partition (/), which is required for installation";
        }
        String network = commands.get("network").get(0);
        if (!option(network, "--device").equals(Optional.of(networkInterface))) {
            return "Device " + option(network, "--device").orElse("?") + " does not exist; there is "
                    + networkInterface;
        }
        for (String wanted : List.of("--ip", "--netmask", "--gateway", "--nameserver", "--hostname")) {
            if (option(network, wanted).isEmpty()) {
                return "The network has no " + wanted;
            }
        }
        for (String user : commands.getOrDefault("user", List.of())) {
            String name = option(user, "--name").orElse("");
            if (commands.getOrDefault("sshkey", List.of()).stream()
                    .noneMatch(key -> key.matches("sshkey --username=" + name + " \"[a-z0-9@.-]+ [A-Za-z0-9+/=]+\""))) {
                return "User " + name + " has no key, and no password: nobody could log in";
            }
        }
        return commands.containsKey("user") ? "" : "There is no user, and root is locked: nobody could log in";
    }

    private Optional<String> option(String command, String name) {
        return commands.getOrDefault(command, List.of(command)).stream()
                .flatMap(line -> List.of(line.split("\\s+")).stream())
                .filter(word -> word.startsWith(name + "="))
                .map(word -> word.substring(name.length() + 1))
                .findFirst();
    }

    private static String wwid(String disk) {
        return disk.replaceFirst("^(/dev/)?disk/by-id/dm-uuid-mpath-", "");
    }
}
