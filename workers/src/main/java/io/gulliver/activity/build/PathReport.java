package io.gulliver.activity.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What {@code check-paths.sh} said of a server's paths, and what is wrong with them.
 *
 * @param maps names of the multipath devices by WWID
 * @param paths in the order of multipathd
 */
record PathReport(SortedMap<String, String> maps, List<SeenPath> paths) {

    /**
     * One path to one volume.
     *
     * @param wwid of the volume
     * @param hctl SCSI host, channel, target and LUN: {@code 0:0:1:2}
     * @param device {@code sdc}
     * @param mapState how device mapper has it: {@code active} or {@code failed}
     * @param deviceState how SCSI has it: {@code running} or {@code offline}
     * @param hostPort WWPN of the server's port, 16 hex digits in lower case; empty where multipathd does not know it
     * @param arrayPort WWPN of the array's port, the same
     * @param checker what the path checker says: {@code ready}, {@code ghost}, {@code faulty} …
     * @param seconds that reading took, or a negative number when it failed
     * @param why it could not be read; empty when it was
     */
    record SeenPath(
            String wwid,
            String hctl,
            String device,
            String mapState,
            String deviceState,
            String hostPort,
            String arrayPort,
            String checker,
            double seconds,
            String why) {

        /** Whether multipathd has it for usable and it was read. */
        boolean good() {
            return usable() && seconds >= 0;
        }

        private boolean usable() {
            return mapState.equals("active") && deviceState.equals("running") && checker.equals("ready");
        }

        private String told() {
            String ports = hostPort.isEmpty() || arrayPort.isEmpty() ? "" : ", port " + hostPort + " to " + arrayPort;
            return "path " + hctl + " (" + device + ports + ")";
        }

        private SeenPath read(double took, String failure) {
            return new SeenPath(wwid, hctl, device, mapState, deviceState, hostPort, arrayPort, checker, took, failure);
        }
    }

    PathReport {
        maps = new TreeMap<>(maps);
        paths = List.copyOf(paths);
    }

    /**
     * Reads the lines of the script; what else is among them is left out.
     *
     * @throws IllegalArgumentException when a line begins as the script's and is none
     */
    static PathReport parse(String output) {
        SortedMap<String, String> maps = new TreeMap<>();
        Map<String, SeenPath> paths = new java.util.LinkedHashMap<>();
        for (String line : output.lines().toList()) {
            String[] words = line.split("\\|", -1);
            switch (words[0]) {
                case "map" -> maps.put(word(line, words, 1, 3), words[2]);
                case "path" -> {
                    word(line, words, 1, 9);
                    paths.put(
                            words[3],
                            new SeenPath(
                                    words[1],
                                    words[2],
                                    words[3],
                                    bare(words[4]),
                                    bare(words[5]),
                                    port(words[6]),
                                    port(words[7]),
                                    bare(words[8]),
                                    -1,
                                    "it was not read"));
                }
                case "read" ->
                    paths.computeIfPresent(
                            word(line, words, 1, 3), (device, path) -> path.read(seconds(line, words[2]), ""));
                case "unread" ->
                    paths.computeIfPresent(word(line, words, 1, 3), (device, path) -> path.read(-1, words[2]));
                default -> {
                    // What a program says besides is kept in the evidence.
                }
            }
        }
        return new PathReport(maps, List.copyOf(paths.values()));
    }

    private static String word(String line, String[] words, int index, int count) {
        if (words.length != count || words[index].isEmpty()) {
            throw new IllegalArgumentException("No line of a path report: " + line);
        }
        return words[index];
    }

    private static double seconds(String line, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("No time that a reading took: " + line, e);
        }
    }

    /** Old versions of multipathd write states in brackets. */
    private static String bare(String state) {
        return state.replaceAll("[\\[\\]]", "").strip();
    }

    private static String port(String wwpn) {
        String plain = wwpn.strip().toLowerCase(Locale.ROOT).replaceFirst("^0x", "");
        return plain.matches("[0-9a-f]{16}") ? plain : "";
    }

    /** Paths that multipathd has for usable and that were read. */
    int good() {
        return (int) paths.stream().filter(SeenPath::good).count();
    }

    /** The slowest reading in MB/s of 1,048,576 bytes; 0 where nothing was read. */
    double slowest(int mib) {
        double longest = paths.stream()
                .filter(SeenPath::good)
                .mapToDouble(SeenPath::seconds)
                .max()
                .orElse(0);
        return longest > 0 ? mib / longest : 0;
    }

    /**
     * All that is wrong, as sentences without a full stop: volumes that are missing, paths that are dead or slow, too few of
     * them, ports that lead nowhere.
     *
     * @param volumes WWID by name of each planned volume
     * @param wanted paths to each of them, at least
     * @param ports WWPNs of the server's ports that are planned; each leads to every volume
     * @param slow a path that takes more than this many times the median of all others is slow
     * @param mib how much was read of each, MB
     */
    List<String> findings(SortedMap<String, String> volumes, int wanted, List<String> ports, double slow, int mib) {
        List<String> findings = new ArrayList<>();
        boolean portsAreKnown = paths.stream().noneMatch(path -> path.hostPort().isEmpty());
        volumes.forEach((name, wwid) -> {
            List<SeenPath> its =
                    paths.stream().filter(path -> path.wwid().equals(wwid)).toList();
            if (its.isEmpty() || !maps.containsKey(wwid)) {
                findings.add("volume " + name + " (" + wwid + ") is not there"
                        + (its.isEmpty() ? "" : " as a multipath device, though " + its.size() + " paths lead to it"));
                return;
            }
            its.stream().filter(path -> !path.good()).forEach(path -> findings.add(dead(name, path)));
            long good = its.stream().filter(SeenPath::good).count();
            if (good < wanted) {
                findings.add("volume " + name + " has " + good + " good paths, planned are " + wanted);
            }
            SortedSet<String> through =
                    new TreeSet<>(its.stream().map(SeenPath::hostPort).toList());
            if (portsAreKnown) {
                ports.stream()
                        .map(PathReport::port)
                        .filter(port -> !port.isEmpty() && !through.contains(port))
                        .forEach(port -> findings.add("volume " + name + " is not seen through port " + port));
            }
        });
        for (SeenPath path : paths) {
            double others = medianOfOthers(path);
            if (path.good() && volumes.containsValue(path.wwid()) && others > 0 && path.seconds() > slow * others) {
                findings.add(path.told() + " to volume " + name(volumes, path.wwid()) + " is slow: "
                        + rate(mib, path.seconds()) + ", the median of the others is " + rate(mib, others));
            }
        }
        return List.copyOf(findings);
    }

    private static String dead(String name, SeenPath path) {
        return path.told() + " to volume " + name
                + (path.usable()
                        ? " is bad, though multipath has it for ready: " + path.why()
                        : " is dead: " + path.mapState() + ", " + path.deviceState() + ", " + path.checker());
    }

    private double medianOfOthers(SeenPath one) {
        List<Double> others = paths.stream()
                .filter(path -> path != one && path.good())
                .map(SeenPath::seconds)
                .sorted()
                .toList();
        if (others.isEmpty()) {
            return 0;
        }
        int middle = others.size() / 2;
        return others.size() % 2 == 1 ? others.get(middle) : (others.get(middle - 1) + others.get(middle)) / 2;
    }

    private static String name(SortedMap<String, String> volumes, String wwid) {
        return volumes.entrySet().stream()
                .filter(volume -> volume.getValue().equals(wwid))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(wwid);
    }

    private static String rate(int mib, double seconds) {
        return seconds > 0 ? Math.round(mib / seconds) + " MB/s" : "faster than can be told";
    }
}
