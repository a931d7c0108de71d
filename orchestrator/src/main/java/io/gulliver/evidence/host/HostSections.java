package io.gulliver.evidence.host;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Divides a text that holds what several commands of a host printed one after the other, as a console log, {@code script}
 * or a collecting script leaves it: what each reader is given is the same text with the lines of the others empty, so that
 * every line keeps its number.
 *
 * <p>A section begins at a prompt with its command ({@code [oracle@db1 ~]$ lscpu}), at a line between rules
 * ({@code === lscpu ===}), at a label of {@code host-facts.sh}, or where a line can only begin the output of one command.
 */
public final class HostSections extends InputStream {
    /** Whose lines they are. */
    public enum Owner {
        /** Of {@link HostReader}: what a host says of itself. */
        COMMANDS,
        /** Of {@link HostProgramReader}: processes and jobs. */
        PROGRAMS,
        /** Of sar. */
        SAR,
        /** Of a command that nobody reads. */
        NOBODY
    }

    private static final int MOST_UNKNOWN = 100;
    private static final Pattern LABEL = Pattern.compile("==== gulliver (?<part>\\S+)");
    /** {@code [user@host dir]$ }, {@code user@host:dir # }, {@code host:/ # }, and the bare sign. */
    private static final Pattern PROMPT = Pattern.compile(
            "(?<who>\\[[^\\]]{1,80}\\]|[\\w.-]{1,40}@[\\w.-]{1,60}[^$#>]{0,80}|[\\w.-]{1,60}:[^$#> ]{0,80}|)"
                    + "\\s*(?<sign>[$#>%])\\s+(?<command>\\S.*)");

    private static final Pattern RULED =
            Pattern.compile("(?:[=#*<>-]{2,}\\s*)(?<command>[A-Za-z/].*?)(?:\\s*:?\\s*[=#*<>-]{2,}|:)?");
    private static final Pattern SAR = Pattern.compile("Linux\\s+\\S+\\s+\\([^)]+\\)\\s+\\d\\S*.*");
    private static final Pattern BEFORE_COMMAND = Pattern.compile("(?:(?:sudo|env|time|nice)\\s+|\\w+=\\S*\\s+)+");
    private static final Set<String> SHOWING = Set.of("cat", "more", "less", "head", "tail", "grep", "zcat");
    /** Commands that nobody reads, and whose output would be taken for something else if nobody knew that they were asked. */
    private static final Set<String> OTHERS = Set.of(
            "uname",
            "hostname",
            "hostnamectl",
            "date",
            "uptime",
            "free",
            "df",
            "mount",
            "vmstat",
            "iostat",
            "mpstat",
            "numactl",
            "dmidecode",
            "rpm",
            "dpkg",
            "yum",
            "dnf",
            "zypper",
            "netstat",
            "ss",
            "ifconfig",
            "route",
            "top",
            "who",
            "w",
            "id",
            "ls",
            "lsof",
            "lsmem",
            "lspci",
            "lscss",
            "lsqeth",
            "lschp",
            "lsluns",
            "lsmod",
            "pvs",
            "vgs",
            "lvs",
            "vgdisplay",
            "lvdisplay",
            "fdisk",
            "parted",
            "systemctl",
            "journalctl",
            "dmesg",
            "env",
            "ulimit",
            "getconf",
            "nproc",
            "arch",
            "timedatectl",
            "chronyc",
            "ntpq",
            "oracleasm",
            "opatch",
            "lsnrctl",
            "crsctl",
            "srvctl",
            "olsnodes",
            "asmcmd",
            "sqlplus",
            "find",
            "echo",
            "exit",
            "logout",
            "cd",
            "sudo",
            "su",
            "exec",
            "script");

    private final TextLines lines;
    private final Owner wanted;
    private final Map<String, long[]> unknown = new LinkedHashMap<>();
    private final Set<Owner> seen = EnumSet.noneOf(Owner.class);
    /** Lines before the first section are for whoever reads, to say what is wrong with them. */
    private Owner now;

    private @Nullable HostPart part;
    private @Nullable String strange;
    private boolean labelled;
    private byte[] bytes = new byte[0];
    private int at;
    private boolean ended;

    private HostSections(TextLines lines, Owner wanted) {
        this.lines = lines;
        this.wanted = wanted;
        this.now = wanted;
    }

    /**
     * The text with only the lines of one reader.
     *
     * @param in plain or gzipped; not closed
     */
    public static HostSections only(Owner wanted, InputStream in) throws IOException {
        return new HostSections(TextLines.of(in), wanted);
    }

    /** Whether a line is a prompt with a command whose output some reader takes. */
    public static boolean asks(String line) {
        String command = asked(line);
        return command != null && owner(command) != Owner.NOBODY;
    }

    /** Whether a line is the first one of a report of sar on Linux. */
    public static boolean sarHead(String line) {
        return line.contains("Linux") && SAR.matcher(line.strip()).matches();
    }

    /** Whether a line is a prompt with any command. */
    public static boolean prompt(String line) {
        return asked(line) != null;
    }

    /** Who had lines in the text, known once it is read. */
    public Set<Owner> seen() {
        return Set.copyOf(seen);
    }

    /** Commands whose output nobody reads, with their line and the number of lines; known once the text is read. */
    public Map<String, long[]> unknown() {
        return unknown;
    }

    /** The command behind a prompt or between rules, or null. */
    private static @Nullable String asked(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.length() > 400) {
            return null;
        }
        if (text.startsWith("---")
                || text.startsWith("==")
                || text.startsWith("##")
                || text.startsWith("**")
                || text.startsWith("=>")
                || text.startsWith("<<")
                || text.startsWith(">>")) {
            Matcher ruled = RULED.matcher(text);
            if (ruled.matches()) {
                String command = ruled.group("command").strip();
                return known(command) ? command : null;
            }
        }
        Matcher prompt = PROMPT.matcher(text);
        if (!signed(text) || !prompt.matches()) {
            return null;
        }
        String command = prompt.group("command").strip();
        // somebody's name before the sign makes it a prompt; a sign alone can stand before a comment
        return !prompt.group("who").isEmpty() && !prompt.group("sign").equals("%") || known(command) ? command : null;
    }

    /** Whether a sign of a prompt stands before a blank. */
    private static boolean signed(String text) {
        for (int i = 0; i < text.length() - 1; i++) {
            if ("$#>%".indexOf(text.charAt(i)) >= 0 && Character.isWhitespace(text.charAt(i + 1))) {
                return true;
            }
        }
        return false;
    }

    private static List<String> words(String command) {
        String text = BEFORE_COMMAND.matcher(command.strip()).replaceFirst("");
        List<String> words = new ArrayList<>(List.of(Regex.split(text, "\\s+")));
        words.set(0, words.get(0).substring(words.get(0).lastIndexOf('/') + 1));
        return words;
    }

    private static boolean known(String command) {
        return owner(command) != Owner.NOBODY
                || OTHERS.contains(words(command).get(0))
                || SHOWING.contains(words(command).get(0));
    }

    /** Who reads what a command prints. */
    private static Owner owner(String command) {
        String text = command.strip();
        if (Regex.matches(text, "/(proc/(meminfo|cmdline)|etc/os-release)")) {
            return Owner.COMMANDS;
        }
        List<String> words = words(command);
        String rest = String.join(" ", words.subList(1, words.size()));
        switch (words.get(0)) {
            case "lscpu",
                    "sysctl",
                    "multipath",
                    "multipathd",
                    "lsdasd",
                    "lszfcp",
                    "meminfo",
                    "cmdline",
                    "os-release" -> {
                return Owner.COMMANDS;
            }
            case "lsblk" -> {
                return Regex.matches(rest, ".*(-\\w*J|--json).*") ? Owner.COMMANDS : Owner.NOBODY;
            }
            case "ip" -> {
                return Regex.matches(rest, ".*(-j|-json|-\\w*j\\b).*") ? Owner.COMMANDS : Owner.NOBODY;
            }
            case "ethtool" -> {
                return rest.startsWith("-") ? Owner.NOBODY : Owner.COMMANDS;
            }
            case "uname" -> {
                return rest.equals("-m") || rest.equals("-i") || rest.equals("-p") ? Owner.COMMANDS : Owner.NOBODY;
            }
            case "ps", "crontab" -> {
                return Owner.PROGRAMS;
            }
            case "sar" -> {
                return Owner.SAR;
            }
            default -> {
                return !SHOWING.contains(words.get(0))
                        ? Owner.NOBODY
                        : Regex.matches(rest, ".*/proc/(meminfo|cmdline)\\b.*|.*/etc/os-release\\b.*|.*/etc/sysctl.*")
                                ? Owner.COMMANDS
                                : Regex.matches(rest, ".*\\bcron(tab|\\.d|/).*") ? Owner.PROGRAMS : Owner.NOBODY;
            }
        }
    }

    @Override
    public int read() throws IOException {
        return more() ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int some = Math.min(length, bytes.length - at);
        System.arraycopy(bytes, at, into, from, some);
        at += some;
        return some;
    }

    private boolean more() throws IOException {
        while (at == bytes.length) {
            String line = ended ? null : lines.next();
            if (line == null) {
                ended = true;
                String damage = lines.damage();
                if (damage != null) {
                    throw new TextLines.Damaged(damage);
                }
                return false;
            }
            String kept = line.isBlank() || owner(line, lines.number()) != wanted ? "" : line;
            // one sign more than is kept, so that whoever reads on knows that the line was longer
            kept = lines.shortened() && !kept.isEmpty() ? kept + "\u2026" : kept;
            bytes = (lines.terminated() ? kept + "\n" : kept).getBytes(StandardCharsets.UTF_8);
            at = 0;
        }
        return true;
    }

    private Owner owner(String line, long number) {
        Matcher label = LABEL.matcher(line.strip());
        if (label.matches()) {
            labelled = true;
            if (Regex.matches(label.group("part"), "ps|crontab")) {
                become(Owner.PROGRAMS, null);
                return Owner.NOBODY;
            }
            return become(Owner.COMMANDS, null);
        }
        if (labelled) {
            seen.add(now);
            return now;
        }
        String command = part == HostPart.SYSCTL && line.indexOf('=') > 0 ? null : asked(line);
        if (command != null && !(now == Owner.PROGRAMS && seen.contains(Owner.PROGRAMS) && line.startsWith("# "))) {
            become(owner(command), null);
            if (now == Owner.NOBODY) {
                strange = command.length() <= 60 ? command : command.substring(0, 60) + "…";
                if (unknown.size() < MOST_UNKNOWN) {
                    unknown.putIfAbsent(strange, new long[] {number, 0});
                }
            }
            return Owner.NOBODY;
        }
        if (sarHead(line)) {
            become(Owner.SAR, null);
        } else if (ProgramLines.heading(line) || ProgramLines.noCrontab(line)) {
            become(Owner.PROGRAMS, null);
        } else if (now == Owner.SAR) {
            // nothing in a table of sar begins another section
            return now;
        } else if (now != Owner.PROGRAMS && ProgramLines.anyTimeJob(line)) {
            become(Owner.PROGRAMS, null);
        } else {
            HostPart begun = HostPart.begunBy(line);
            if (begun != null && (now != Owner.PROGRAMS || !begun.weak())) {
                become(Owner.COMMANDS, begun);
            }
        }
        seen.add(now);
        if (now == Owner.NOBODY && strange != null && unknown.containsKey(strange)) {
            unknown.get(strange)[1]++;
        }
        return now;
    }

    private Owner become(Owner owner, @Nullable HostPart begun) {
        now = owner;
        part = begun;
        strange = null;
        return owner;
    }
}
