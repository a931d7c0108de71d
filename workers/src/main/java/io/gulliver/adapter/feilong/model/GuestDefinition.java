package io.gulliver.adapter.feilong.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A guest's directory entry, read from its lines; the password is masked by the server.
 *
 * @param memoryMib what it starts with
 * @param maxMemoryMib most that it may have
 * @param cpus defined CPUs
 * @param maxCpus of its MACHINE statement; 0 when there is none
 * @param account in capitals; null for none
 * @param comments lines that began with an asterisk, in capitals at the level that keeps them
 * @param disks its own minidisks, by device number
 * @param nics its network cards, by device number
 * @param dedicated real devices that are its alone (DEDICATE statements), four hex digits in capitals
 * @param lines the whole entry, as evidence
 */
public record GuestDefinition(
        String userid,
        long memoryMib,
        long maxMemoryMib,
        int cpus,
        int maxCpus,
        @Nullable String account,
        List<String> comments,
        List<Minidisk> disks,
        List<Card> nics,
        List<String> dedicated,
        List<String> lines) {

    /**
     * A minidisk.
     *
     * @param vdev four hex digits in capitals
     * @param units cylinders (type 3390) or blocks
     */
    public record Minidisk(String vdev, String type, long units, String volume) {}

    /**
     * A network card.
     *
     * @param vdev four hex digits in capitals
     * @param vswitch that it is coupled to; null for none
     * @param vlan null for none of its own
     */
    public record Card(
            String vdev, @Nullable String vswitch, @Nullable Integer vlan) {}

    public GuestDefinition {
        comments = List.copyOf(comments);
        disks = List.copyOf(disks);
        nics = List.copyOf(nics);
        dedicated = List.copyOf(dedicated);
        lines = List.copyOf(lines);
    }

    /**
     * Reads an entry. Statements that say nothing we ask for are passed over; what cannot be read is left out rather than
     * guessed, and stands in {@code lines}.
     */
    public static GuestDefinition of(String userid, List<String> lines) {
        long memory = 0;
        long maxMemory = 0;
        int longForm = 0;
        int shortForm = 0;
        int maxCpus = 0;
        String account = null;
        List<String> comments = new ArrayList<>();
        List<Minidisk> disks = new ArrayList<>();
        Map<String, Card> cards = new TreeMap<>();
        List<String> dedicated = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+");
            switch (words[0].toUpperCase(Locale.ROOT)) {
                case "USER", "IDENTITY" -> {
                    memory = words.length > 3 ? ZvmLimits.mebibytes(words[3]).orElse(0) : 0;
                    maxMemory = words.length > 4 ? ZvmLimits.mebibytes(words[4]).orElse(0) : 0;
                }
                case "COMMAND" -> longForm += line.toUpperCase(Locale.ROOT).startsWith("COMMAND DEFINE CPU ") ? 1 : 0;
                case "CPU" -> shortForm++;
                case "MACHINE" ->
                    maxCpus = words.length > 2 && words[2].matches("\\d{1,2}") ? Integer.parseInt(words[2]) : 0;
                case "ACCOUNT" -> account = words.length > 1 ? words[1] : null;
                case "*" -> comments.add(line.strip().substring(1).strip());
                case "MDISK" -> {
                    if (words.length > 5 && ZvmLimits.isDevice(words[1]) && words[4].matches("\\d{1,15}")) {
                        disks.add(
                                new Minidisk(ZvmLimits.device(words[1]), words[2], Long.parseLong(words[4]), words[5]));
                    }
                }
                case "DEDICATE" -> {
                    // DEDICATE vdev rdev, as CP's directory and the server write it.
                    if (words.length > 2 && ZvmLimits.isDevice(words[2])) {
                        dedicated.add(ZvmLimits.device(words[2]));
                    }
                }
                case "NICDEF" -> {
                    if (words.length > 1 && ZvmLimits.isDevice(words[1])) {
                        String vdev = ZvmLimits.device(words[1]);
                        cards.merge(vdev, card(vdev, words), GuestDefinition::together);
                    }
                }
                default -> {
                    // Nothing that we ask for.
                }
            }
        }
        return new GuestDefinition(
                userid,
                memory,
                maxMemory,
                // As the server itself counts: the long form when there is no other.
                shortForm > 0 ? shortForm : longForm,
                maxCpus,
                account,
                comments,
                disks,
                List.copyOf(cards.values()),
                dedicated,
                lines);
    }

    /** A coupling stands in a statement of its own, behind the one that made the card. */
    private static Card together(Card first, Card second) {
        return second.vswitch() == null ? first : second;
    }

    private static Card card(String vdev, String[] words) {
        String vswitch = null;
        Integer vlan = null;
        for (int i = 2; i + 1 < words.length; i++) {
            if (words[i].equalsIgnoreCase("LAN") && i + 2 < words.length && words[i + 1].equalsIgnoreCase("SYSTEM")) {
                vswitch = words[i + 2];
            } else if (words[i].equalsIgnoreCase("VLAN") && words[i + 1].matches("\\d{1,4}")) {
                vlan = Integer.valueOf(words[i + 1]);
            }
        }
        return new Card(vdev, vswitch, vlan);
    }
}
