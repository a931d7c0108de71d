package io.gulliver.evidence.client;

import io.gulliver.domain.estate.HostDependency.Kind;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.TextLines;
import io.gulliver.evidence.host.HostSections;
import io.gulliver.evidence.host.HostSections.Owner;
import io.gulliver.evidence.host.ProgramLines;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads what runs on a host: the output of {@code ps -e} with a heading, in any format that has the command as one of its
 * columns, and crontabs, plain or gzipped, one after the other.
 *
 * <p>Of a command only the program is kept, of an interpreter the script, of Java the main class or archive: arguments can
 * hold passwords and are never taken. Numbered processes of one kind are one program.
 */
public final class HostProgramReader {
    private static final int MOST = 5000;
    private static final Set<String> INTERPRETERS =
            Set.of("sh", "bash", "ksh", "zsh", "csh", "tcsh", "perl", "ruby", "php", "node", "tclsh");
    /** Words before the program that is meant. */
    private static final Set<String> PASSED = Set.of(
            "cd", "export", ".", "source", "test", "[", "nice", "ionice", "nohup", "exec", "time", "env", "if", "then",
            "set", "umask", "sleep", "(", "{", "true", "flock", "chrt");

    private static final List<String> FAILED =
            List.of("command not found", "permission denied", "not allowed to use", "not allowed to access");
    private static final List<String> EXPECTED = List.of("host.processes", "host.programs", "host.cronJobs");

    private record Seen(String name, Kind kind) {}

    private final Problems problems = new Problems();
    private final Map<String, Set<String>> processes = new TreeMap<>();
    private final Map<String, Set<String>> jobs = new TreeMap<>();
    private final Map<Kind, long[]> sections = new EnumMap<>(Kind.class);
    private final Set<Seen> full = new java.util.HashSet<>();
    private List<String> heading = List.of();
    private int command;
    private int user;
    private boolean users;
    private boolean last;
    private @Nullable Kind now;

    private HostProgramReader() {}

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin facts are as old as the file
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static ProgramReading read(InputStream in, EvidenceOrigin origin) throws IOException {
        HostProgramReader reader = new HostProgramReader();
        TextLines lines = TextLines.of(HostSections.only(Owner.PROGRAMS, in));
        boolean cut = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated() && lines.damage() != null) {
                cut = true;
                break;
            }
            reader.last = !lines.terminated();
            if (!line.isBlank()) {
                reader.line(line, lines.number());
            }
        }
        String damage = lines.damage();
        if (damage != null) {
            reader.problems.cut(
                    lines.number(),
                    reader.section(),
                    "the file ends after line " + lines.number() + ": " + damage
                            + (cut ? "; the line that was cut is left out" : ""),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        return reader.reading(origin, reader.problems.cut() != null);
    }

    /** Whether a line is a heading of processes, or a job of a crontab. */
    public static boolean recognises(String line) {
        return ProgramLines.heading(line) || ProgramLines.anyTimeJob(line);
    }

    private void line(String line, long number) {
        Optional<ProgramLines.Job> job = line.startsWith("#") ? Optional.empty() : ProgramLines.job(line);
        if (ProgramLines.heading(line)) {
            heading = List.of(Regex.split(line.strip(), "\\s+"));
            command = -1;
            for (int i = 0; i < heading.size(); i++) {
                if (ProgramLines.holdsCommand(heading.get(i))) {
                    command = i;
                }
            }
            user = heading.indexOf("USER") < 0 ? heading.indexOf("UID") : heading.indexOf("USER");
            begin(Kind.PROCESS, number);
        } else if (ProgramLines.noCrontab(line)) {
            begin(Kind.CRON, number);
        } else if (failed(line)
                && (now == null || now == Kind.CRON || !Regex.matches(line.strip(), "\\S+\\s+\\d+.*"))) {
            problems.add(
                    number,
                    section(),
                    "'" + cut(line) + "'",
                    "run the command as a user who may, and upload its output again");
        } else if (line.startsWith("#")) {
            users |= Regex.matches(line, "(?i).*\\buser(-name)?\\b.*\\bcommand\\b.*|.*user-name.*");
        } else if (ProgramLines.setting(line) && (now != Kind.PROCESS || !row(line))) {
            return;
        } else if (job.isPresent() && (now != Kind.PROCESS || !row(line) || ProgramLines.anyTime(line))) {
            begin(Kind.CRON, number);
            cron(job.get().schedule(), job.get().command());
        } else if (now == Kind.PROCESS) {
            process(line, number);
        } else {
            problems.add(
                    number,
                    section(),
                    "'" + cut(line) + "' is no heading of ps, no process and no job, and was left out",
                    "upload the output of 'ps -eo pid,user,args' or 'crontab -l', each whole");
        }
    }

    private static boolean failed(String line) {
        String small = line.toLowerCase(Locale.ROOT);
        return FAILED.stream().anyMatch(small::contains)
                || small.startsWith("error: ")
                || small.startsWith("ora-") && Regex.matches(line, "(?i)ORA-\\d{5}.*");
    }

    /** Whether a line has what the heading promises: a number where the process's number stands. */
    private boolean row(String line) {
        String[] words = Regex.split(line.strip(), "\\s+");
        int pid = heading.indexOf("PID");
        int place = pid > command ? words.length - (heading.size() - pid) : pid;
        return pid >= 0 && words.length >= heading.size() && place >= 0 && Regex.matches(words[place], "\\d+");
    }

    private void begin(Kind kind, long number) {
        now = kind;
        sections.computeIfAbsent(kind, none -> new long[] {number, 0});
    }

    private void process(String line, long number) {
        String[] words = Regex.split(line.strip(), "\\s+");
        int after = heading.size() - 1 - command;
        if (last && words.length < heading.size()) {
            problems.cut(
                    number,
                    section(),
                    "the file ends in the middle of line " + number + ", in a process",
                    "fetch the file again and compare its size with the original; upload it whole");
            return;
        }
        if (words.length < heading.size() || heading.contains("PID") && !row(line)) {
            problems.add(
                    number,
                    section(),
                    "'" + cut(line) + "' has not the " + heading.size() + " columns of the heading and was left out",
                    "upload the output of 'ps -eo pid,user,args' whole");
            return;
        }
        sections.get(Kind.PROCESS)[1]++;
        List<String> args = Arrays.asList(words).subList(command, words.length - after);
        if (args.get(0).startsWith("[")) {
            // a thread of the kernel, which may have a slash in its name
            return;
        }
        String name = program(args);
        String by = user < 0 ? "" : user < command ? words[user] : words[words.length - (heading.size() - user)];
        keep(processes, name, by, Kind.PROCESS);
    }

    private void cron(String schedule, String commands) {
        sections.get(Kind.CRON)[1]++;
        String line = commands;
        String by = "";
        if (users) {
            String[] parts = Regex.split(line, "\\s+", 2);
            by = parts[0] + ": ";
            line = parts.length > 1 ? parts[1] : "";
        }
        for (String part : Regex.split(line, "&&|\\|\\||[;|]")) {
            List<String> words = new ArrayList<>(Arrays.asList(Regex.split(part.strip(), "\\s+")));
            while (!words.isEmpty() && (words.get(0).contains("=") || Regex.matches(words.get(0), "[<>0-9&].*|-.*"))) {
                words.remove(0);
            }
            if (words.isEmpty() || words.get(0).isEmpty()) {
                continue;
            }
            boolean passed = PASSED.contains(words.get(0));
            if (passed
                    && Set.of("nice", "ionice", "nohup", "exec", "time", "env", "flock", "chrt", "(", "{")
                            .contains(words.get(0))) {
                words.remove(0);
                while (!words.isEmpty()
                        && (words.get(0).startsWith("-")
                                || Regex.matches(words.get(0), "\\d+")
                                || words.get(0).contains("="))) {
                    words.remove(0);
                }
                passed = words.isEmpty();
            }
            if (!passed) {
                keep(jobs, program(words), by + schedule, Kind.CRON);
            }
        }
    }

    private void keep(Map<String, Set<String>> programs, String name, String detail, Kind kind) {
        if (name.isEmpty()) {
            return;
        }
        if (programs.size() >= MOST && !programs.containsKey(name)) {
            if (full.add(new Seen("", kind))) {
                problems.add(
                        0,
                        section(),
                        "more than " + MOST + " programs; the rest is left out",
                        "check that the file is of one host");
            }
            return;
        }
        Set<String> details = programs.computeIfAbsent(name, none -> new TreeSet<>());
        if (!detail.isEmpty() && details.size() < 20) {
            details.add(detail);
        }
    }

    /** The program without folder and arguments; of an interpreter what it runs. */
    static String program(List<String> args) {
        String name = plain(args.get(0));
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("oracle") && args.size() > 1 && args.get(1).startsWith("(")) {
            // one for each session
            return "oracle*";
        }
        if (lower.equals("java")) {
            return java(args);
        }
        if (Regex.matches(lower, "python[0-9.]*") || INTERPRETERS.contains(lower)) {
            for (int i = 1; i < args.size(); i++) {
                String arg = args.get(i);
                if (arg.equals("-m") && i + 1 < args.size()) {
                    return clean(args.get(i + 1));
                }
                if (arg.startsWith("-c")) {
                    return clean(name);
                }
                if (!arg.startsWith("-")) {
                    return clean(plain(arg));
                }
            }
        }
        return clean(name);
    }

    private static String java(List<String> args) {
        for (int i = 1; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("-jar") && i + 1 < args.size()) {
                return "java: " + clean(plain(args.get(i + 1)));
            }
            if (arg.equals("-cp") || arg.equals("-classpath") || arg.equals("--class-path") || arg.equals("-p")) {
                i++;
            } else if (!arg.startsWith("-")) {
                return "java: " + clean(arg);
            }
        }
        return "java";
    }

    private static String plain(String path) {
        int from = 0;
        int to = path.length();
        while (from < to && "-\"'".indexOf(path.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && "\"':".indexOf(path.charAt(to - 1)) >= 0) {
            to--;
        }
        String text = path.substring(from, to);
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** Without what differs from process to process of one kind, and without what can hold a secret. */
    private static String clean(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "_.+:[]$-".indexOf(c) >= 0) {
                plain.append(c);
            }
        }
        String text = plain.toString();
        if (text.indexOf('_') >= 0) {
            text = Regex.replaceAll(text, "^(ora|asm|mgmt|apx)_([a-z]+)\\w{0,3}_.*$", "$1_$2_*");
        }
        return text.length() > 100 ? text.substring(0, 100) : text;
    }

    private @Nullable String section() {
        return now == null ? null : now == Kind.PROCESS ? "processes" : "jobs of cron";
    }

    private ProgramReading reading(EvidenceOrigin origin, boolean cut) {
        FactList facts = new FactList(origin.source(), origin.receivedAt());
        long[] running = sections.get(Kind.PROCESS);
        long[] planned = sections.get(Kind.CRON);
        if (running != null) {
            facts.add("host.processes", running[1], "processes");
            facts.add(
                    "host.programs", List.copyOf(processes.keySet()).subList(0, Math.min(500, processes.size())), null);
        }
        if (planned != null) {
            facts.add("host.cronJobs", planned[1], "jobs");
        }
        List<HostProgram> programs = new ArrayList<>();
        processes.forEach((name, by) -> programs.add(new HostProgram(name, Kind.PROCESS, String.join(", ", by))));
        jobs.forEach((name, by) -> programs.add(new HostProgram(name, Kind.CRON, String.join(", ", by))));
        List<SectionCoverage> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            String name = kind == Kind.PROCESS ? "processes" : "jobs of cron";
            long[] found = sections.get(kind);
            all.add(
                    found == null
                            ? new SectionCoverage(name, 0, 0, State.MISSING)
                            : new SectionCoverage(
                                    name,
                                    found[0],
                                    found[1],
                                    cut && kind == now ? State.CUT : found[1] == 0 ? State.EMPTY : State.READ));
        }
        return new ProgramReading(Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), all)), programs);
    }

    private static String cut(String text) {
        // what stands further behind can be an argument with a secret
        String plain = Regex.replaceAll(text.strip(), "[[:cntrl:]]", "·");
        return plain.length() <= 30 ? plain : plain.substring(0, 30) + "…";
    }
}
