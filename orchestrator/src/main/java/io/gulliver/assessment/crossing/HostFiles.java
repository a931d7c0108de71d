package io.gulliver.assessment.crossing;

import io.gulliver.assessment.crossing.CarryOver.Kind;
import io.gulliver.assessment.crossing.CarryOver.Things;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What lies around a database on its host, as entries of the carry-over list, read from the output of {@code host-files.sh}.
 * Pure. The SID is that of the side: an entry is named by what is the same on both.
 *
 * <p>Where Oracle looks for these files is from <i>Location of Networking Files in a Read-Only Oracle Home</i> of the
 * Database Installation Guide 19c (S-O23 of {@code docs/domain/sources.md}).
 */
public final class HostFiles {
    /** What the script tells of; nothing of it is seen where the host was not looked at. */
    public static final Set<Kind> KINDS = Set.of(
            Kind.SQLNET_PARAMETER,
            Kind.NET_FILE,
            Kind.WALLET,
            Kind.STATIC_SERVICE,
            Kind.PASSWORD_FILE,
            Kind.ORATAB_ENTRY,
            Kind.START_AT_BOOT,
            Kind.HOST);

    /** Before a unit that calls dbstart, which starts what its line of oratab lets it (Y, or W behind ASM). */
    private static final String DBSTART = "dbstart ";

    private static final Set<String> DBSTART_FLAGS = Set.of("Y", "W");
    private static final String OF_IT = "of the database";
    private static final Pattern PART = Pattern.compile("==== gulliver (\\S+)");
    private static final Pattern PARAMETER = Pattern.compile("([A-Za-z][A-Za-z0-9_.]*)\\s*=(.*)");
    private static final Pattern STATIC =
            Pattern.compile("\\(\\s*SID_DESC\\s*=((?:[^()]|\\([^()]*\\))*)\\)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PAIR = Pattern.compile("\\(\\s*(\\w+)\\s*=\\s*([^()]*?)\\s*\\)");

    private HostFiles() {}

    /**
     * Adds what the output tells.
     *
     * @param host its name, for people
     * @param sid of the instance there, in any case; that of a cluster has a number behind it
     */
    public static void read(String output, String host, String sid, Things things) {
        Map<String, List<String>> parts = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : output.lines().toList()) {
            Matcher part = PART.matcher(line);
            if (part.matches()) {
                current = parts.computeIfAbsent(part.group(1), name -> new ArrayList<>());
            } else if (!line.isBlank()) {
                current.add(line);
            }
        }
        if (!parts.containsKey("home")) {
            things.add(
                    Kind.HOST,
                    host,
                    "no Oracle home of " + sid
                            + " was found there: neither oratab nor the migration names one that exists");
            return;
        }
        boolean byDbstart = false;
        for (String line : parts.getOrDefault("oratab", List.of())) {
            String[] fields = line.strip().split(":", -1);
            if (fields.length >= 3 && same(fields[0], sid)) {
                String flag = fields[2]
                        .strip()
                        .substring(0, Math.min(1, fields[2].strip().length()));
                things.add(Kind.ORATAB_ENTRY, OF_IT, line.strip(), flag.toUpperCase(Locale.ROOT));
                byDbstart |= DBSTART_FLAGS.contains(flag.toUpperCase(Locale.ROOT));
            }
        }
        parameters(parts.getOrDefault("sqlnet", List.of()))
                .forEach((name, value) -> things.add(Kind.SQLNET_PARAMETER, name, value, value.replaceAll("\\s", "")));
        statics(String.join("\n", parts.getOrDefault("listener", List.of())), sid)
                .forEach((name, detail) -> things.add(Kind.STATIC_SERVICE, name, detail));
        for (String line : parts.getOrDefault("files", List.of())) {
            String[] words = line.strip().split(" ", 3);
            if (words.length == 3) {
                switch (words[0]) {
                    case "wallet" ->
                        things.add(
                                Kind.WALLET,
                                words[2].substring(words[2].lastIndexOf('/') + 1) + " of " + words[1],
                                words[2]);
                    case "password-file" -> things.add(Kind.PASSWORD_FILE, OF_IT, words[2]);
                    default -> things.add(Kind.NET_FILE, words[1], words[2]);
                }
            }
        }
        List<String> boot = new ArrayList<>();
        for (String line : parts.getOrDefault("units", List.of())) {
            if (!line.startsWith(DBSTART)) {
                boot.add(line);
            } else if (byDbstart) {
                boot.add(line.substring(DBSTART.length()));
            }
        }
        for (String line : parts.getOrDefault("restart", List.of())) {
            String[] words = line.strip().split(" ");
            if (words.length >= 2 && words[1].equals("AUTOMATIC") && restarts(words, sid)) {
                boot.add("Oracle Restart, " + words[0]);
            }
        }
        if (!boot.isEmpty()) {
            things.add(Kind.START_AT_BOOT, OF_IT, String.join(", ", boot));
        }
    }

    /** Whether a line of Oracle Restart, its name, policy and instances, is of this one. */
    private static boolean restarts(String[] words, String sid) {
        for (int i = 0; i < words.length; i++) {
            if (i != 1 && same(words[i], sid)) {
                return true;
            }
        }
        return false;
    }

    private static boolean same(String instance, String sid) {
        String name = instance.strip().toLowerCase(Locale.ROOT);
        String wanted = sid.toLowerCase(Locale.ROOT);
        return name.equals(wanted)
                || name.startsWith(wanted) && name.substring(wanted.length()).matches("_?\\d{1,2}");
    }

    /** A parameter begins at the begin of a line; a line that begins with a blank or a bracket goes on with it. */
    private static Map<String, String> parameters(List<String> lines) {
        Map<String, String> parameters = new TreeMap<>();
        Optional<String> last = Optional.empty();
        for (String line : lines) {
            Matcher begins = PARAMETER.matcher(line);
            if (line.strip().startsWith("#")) {
                continue;
            }
            if (begins.matches()) {
                last = Optional.of(begins.group(1).toUpperCase(Locale.ROOT));
                parameters.put(last.get(), begins.group(2).strip());
            } else if (last.isPresent()) {
                parameters.merge(last.get(), line.strip(), (before, more) -> (before + " " + more).strip());
            }
        }
        return parameters;
    }

    private static Map<String, String> statics(String listener, String sid) {
        Map<String, String> found = new TreeMap<>();
        Matcher each = STATIC.matcher(listener);
        while (each.find()) {
            Map<String, String> pairs = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            Matcher pair = PAIR.matcher(each.group(1));
            while (pair.find()) {
                pairs.put(pair.group(1), pair.group(2));
            }
            String name = pairs.getOrDefault("SID_NAME", "");
            if (same(name, sid)) {
                found.put(pairs.getOrDefault("GLOBAL_DBNAME", name), "SID " + name);
            }
        }
        return found;
    }
}
