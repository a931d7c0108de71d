package io.gulliver.evidence.zvm;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers of z/VM's control program in any order, with or without the commands typed before them: QUERY CPUID,
 * PROCESSORS, SRM, STORAGE, XSTORE, VIRTUAL STORAGE, VIRTUAL, SHARE, VIRTUAL CPUS, CPLEVEL, ALLOC and MULTITHREAD, and
 * INDICATE LOAD, as a console log or {@code vmcp} gives them, plain or gzipped; TIME and FRAMES are passed over.
 *
 * <p>QUERY PROCESSORS, STORAGE, VIRTUAL STORAGE, ALLOC and INDICATE LOAD were checked against the console of a z/VM 6.3 in
 * a public workshop for z/VM and Linux; the words of MULTITHREAD against the z/VM 7.2 CP Commands and Utilities Reference.
 * Of SRM, SHARE, VIRTUAL CPUS, XSTORE, FRAMES and {@code QUERY ALLOC PAGE} no true answer was at hand: they are read as
 * that manual is remembered. An answer that is not there leaves its facts out; a message of CP ({@code HCP...E}) is told
 * with its line. One line is in memory at a time.
 */
public final class CpReader {
    private static final Pattern MESSAGE = Pattern.compile("HCP[A-Z]{3}\\d{3,4}[EWST]\\b.*");
    private static final Pattern UNKNOWN_COMMAND = Pattern.compile("(?i)Unknown CP command.*|Error: .*");
    private static final Pattern ECHO = Pattern.compile(
            "(?i)(=+> *)?((#cp|cp|vmcp) +)?(q|qu|que|quer|query|ind|indi|indic|indica|indicat|indicate)( +[^:=]*)?");
    private static final Pattern READY = Pattern.compile(
            "Ready(\\(\\d+\\))?;.*|\\*+.*|(RUNNING|CP READ|VM READ|MORE\\.\\.\\.|HOLDING)\\b.*|MORE\\.{3}.*");

    private static final Pattern CPUID = Pattern.compile("CPUID = ([0-9A-F]{2})([0-9A-F]{6})([0-9A-F]{4})[0-9A-F]{4}");
    private static final Pattern LEVEL =
            Pattern.compile("z/VM Version (\\d+) Release ([0-9.]+), *(?:service level (\\S+))?.*");
    private static final Pattern PROCESSOR =
            Pattern.compile("(?:PROCESSOR|CPU) +(\\S+) +([A-Z]+(?: OFF)?) *(CP|IFL|ZIIP|ZAAP|ICF)?.*");
    private static final Pattern SIZES = Pattern.compile("([A-Z]+) = (\\d+[.,]?\\d*[KMGTPE]?)");
    private static final Pattern USER_SHARE =
            Pattern.compile("USER +(\\S+) *: *(?:(CP|IFL|ZIIP|ICF|ALL) +)?(RELATIVE|ABSOLUTE) +SHARE *= *(\\S+).*");
    private static final Pattern MAXIMUM = Pattern.compile("MAXIMUM SHARE *= *(.*)");
    private static final Pattern AVERAGE = Pattern.compile("AVGPROC-(\\d+)% +(\\d+).*");
    private static final Pattern PAGING = Pattern.compile("PAGING-(\\d+)/SEC.*");
    private static final Pattern ONE = Pattern.compile("PROC +([0-9A-F]{4})-(\\d+)%(?: +([A-Z]+))?");
    private static final Pattern VIRTUAL = Pattern.compile("CPU +([0-9A-F]{2}) +ID +[0-9A-F]{16} *(.*)");
    private static final Pattern THREADS = Pattern.compile("(MAX_THREADS|(?:CP|IFL|ICF|ZIIP) core) +\\S+ +(\\S+)");
    private static final Pattern SPACE = Pattern.compile("PAGE +TOTAL=(\\d{1,15}) +INUSE=(\\d{1,15}) .*");
    private static final Pattern SPACE_SUM = Pattern.compile("SUMMARY +\\S+ +\\S+ +(\\d{1,3})%");
    private static final Pattern EXPANDED = Pattern.compile("(?i)XSTORE= ?\\S+ +online= ?(\\d[0-9.,]*[KMGT]?)\\b.*");
    private static final int TOLD = 500;

    private static final List<String> EXPECTED = List.of(
            "zvm.cpuid",
            "zvm.machineType",
            "zvm.release",
            "zvm.processors.each",
            "zvm.srm",
            "zvm.storageGb",
            "zvm.guest.storageGb",
            "zvm.guest.shares",
            "zvm.load.averagePercent",
            "zvm.guest.cpus",
            "zvm.multithreading");

    private static final class Section {
        final long line;
        long rows;

        Section(long line) {
            this.line = line;
        }
    }

    private final FactList facts;
    private final Problems problems = new Problems();
    private final Cells numbers = new Cells();
    private final Map<CpAnswer, Section> sections = new EnumMap<>(CpAnswer.class);
    private final Map<String, Integer> processors = new TreeMap<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> shares = new LinkedHashMap<>();
    private final Map<String, String> loads = new TreeMap<>();
    private final Map<String, String> virtual = new TreeMap<>();
    private final Map<String, String> threads = new LinkedHashMap<>();
    private final Map<String, Integer> devices = new TreeMap<>();
    private double pageTotal;
    private double pageUsed;
    private @Nullable CpAnswer now;
    private String setting = "";
    private String user = "";

    private CpReader(FactList facts) {
        this.facts = facts;
    }

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin facts are as old as the file, for CP's answers do not say when they were given
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        CpReader reader = new CpReader(new FactList(origin.source(), origin.receivedAt()));
        TextLines lines = TextLines.of(in);
        boolean cut = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated() && lines.damage() != null) {
                cut = true;
                break;
            }
            if (!line.isBlank()) {
                reader.line(line.strip(), lines.number());
            }
        }
        String damage = lines.damage();
        if (damage != null) {
            reader.problems.cut(
                    lines.number(),
                    reader.now == null ? null : reader.now.command(),
                    "the file ends after line " + lines.number() + ": " + damage
                            + (cut ? "; the line that was cut is left out" : ""),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        return reader.reading(damage != null);
    }

    /** Whether a line belongs to an answer of CP and to nothing else. */
    public static boolean recognises(String line) {
        String text = line.strip();
        // other programs, too, say when they made a file
        CpAnswer answer = text.startsWith("Generated at") || text.startsWith("IPL at") ? null : CpAnswer.of(text);
        return answer != null && answer.sure(text);
    }

    private void line(String line, long number) {
        if (MESSAGE.matcher(line).matches() || UNKNOWN_COMMAND.matcher(line).matches()) {
            problems.add(
                    number,
                    now == null ? null : now.command(),
                    "CP answered '" + cut(line) + "'",
                    "ask the z/VM administrator to give the answer: some commands need privilege class A, B, C or E");
            return;
        }
        CpAnswer answer = CpAnswer.of(line);
        if (answer == null) {
            if (!ECHO.matcher(line).matches() && !READY.matcher(line).matches()) {
                problems.add(
                        number,
                        now == null ? null : now.command(),
                        "'" + cut(line) + "' is of no answer that is known and was left out",
                        "nothing to do, unless an answer is missing: then upload it whole");
            }
            return;
        }
        now = answer;
        sections.computeIfAbsent(answer, none -> new Section(number)).rows++;
        if (!take(answer, line)) {
            problems.add(
                    number,
                    answer.command(),
                    "'" + cut(line) + "' could not be read",
                    "run '" + answer.command() + "' again and upload its whole answer");
        }
    }

    private boolean take(CpAnswer answer, String line) {
        return switch (answer) {
            case CPUID -> identity(line);
            case CPLEVEL -> level(line);
            case PROCESSORS -> processor(line);
            case SRM -> setting(line);
            case STORAGE -> sizes(line, "zvm.storage", "CONFIGURED", "zvm.storageGb");
            case VIRTUAL_STORAGE -> sizes(line, "zvm.guest.storage", "STORAGE", "zvm.guest.storageGb");
            case SHARE -> share(line);
            case LOAD -> load(line);
            case VIRTUAL_CPUS -> virtual(line);
            case MULTITHREAD -> multithread(line);
            case ALLOC -> space(line);
            case XSTORE -> expanded(line);
            case DEVICES -> {
                devices.merge(line.substring(0, line.indexOf(' ')), 1, Integer::sum);
                yield true;
            }
            // known, and nothing comes from them
            case TIME, FRAMES -> true;
        };
    }

    private boolean identity(String line) {
        Matcher id = CPUID.matcher(line);
        if (!id.matches()) {
            return false;
        }
        facts.add("zvm.cpuid", line.substring("CPUID = ".length()).strip(), null);
        facts.add("zvm.machineType", id.group(3), null);
        return true;
    }

    private boolean level(String line) {
        Matcher level = LEVEL.matcher(line);
        if (!level.matches()) {
            // when it was made and started; the release is all that is used
            return line.startsWith("Generated at") || line.startsWith("IPL at");
        }
        facts.add("zvm.release", level.group(1) + "." + level.group(2), null);
        if (level.group(3) != null) {
            facts.add("zvm.serviceLevel", level.group(3), null);
        }
        return true;
    }

    private boolean processor(String line) {
        Matcher processor = PROCESSOR.matcher(line);
        if (!processor.matches()) {
            return false;
        }
        String type = processor.group(3) == null ? "of unsaid type" : processor.group(3);
        processors.merge(type + " " + processor.group(2).toLowerCase(Locale.ROOT), 1, Integer::sum);
        return true;
    }

    private boolean setting(String line) {
        int colon = line.indexOf(':') < 0 ? line.indexOf('=') : line.indexOf(':');
        String name = line.substring(0, colon).strip();
        // a row of dots goes on with the setting above it
        setting = name.startsWith("...") ? setting : name;
        if (setting.isEmpty()) {
            return false;
        }
        settings.merge(
                setting, Regex.replaceAll(line.substring(colon + 1).strip(), "\\s+", " "), (a, b) -> a + " " + b);
        return true;
    }

    private boolean sizes(String line, String prefix, String main, String fact) {
        Matcher size = SIZES.matcher(line);
        boolean any = false;
        while (size.find()) {
            OptionalDouble bytes = numbers.read(size.group(2));
            if (bytes.isEmpty()) {
                return false;
            }
            any = true;
            double gb = FactList.rounded(bytes.getAsDouble() / Math.pow(1024, 3));
            String name = size.group(1);
            if (name.equals(main)) {
                facts.add(fact, gb, "GB");
            } else if (name.equals("STANDBY") || name.equals("RESERVED") || name.equals("MAX")) {
                facts.add(prefix + "." + name.toLowerCase(Locale.ROOT) + "Gb", gb, "GB");
            }
        }
        return any;
    }

    private boolean share(String line) {
        Matcher share = USER_SHARE.matcher(line);
        if (share.matches()) {
            user = share.group(1) + (share.group(2) == null ? "" : " " + share.group(2));
            if (shares.size() < TOLD) {
                shares.put(user, share.group(3).toLowerCase(Locale.ROOT) + " " + share.group(4));
            }
            int at = line.indexOf("MAXIMUM SHARE");
            return at < 0 || share(line.substring(at));
        }
        Matcher most = MAXIMUM.matcher(line);
        if (!most.matches() || user.isEmpty()) {
            return false;
        }
        shares.computeIfPresent(
                user,
                (name, said) -> said + ", maximum "
                        + Regex.replaceAll(most.group(1).strip().toLowerCase(Locale.ROOT), "\\s+", " "));
        return true;
    }

    private boolean load(String line) {
        Matcher average = AVERAGE.matcher(line);
        if (average.matches()) {
            facts.add("zvm.load.averagePercent", Long.parseLong(average.group(1)), "percent of one processor");
            facts.add("zvm.load.processors", Long.parseLong(average.group(2)), "logical processors online");
            return true;
        }
        Matcher paging = PAGING.matcher(line);
        if (paging.matches() && paging.group(1).length() < 10) {
            facts.add("zvm.load.pagesPerSecond", Long.parseLong(paging.group(1)), "pages/s");
            return true;
        }
        Matcher one = ONE.matcher(line);
        while (one.find()) {
            if (loads.size() < TOLD) {
                loads.put(
                        one.group(1),
                        Long.parseLong(one.group(2)) + " %" + (one.group(3) == null ? "" : " " + one.group(3)));
            }
        }
        return true;
    }

    private boolean virtual(String line) {
        Matcher cpu = VIRTUAL.matcher(line);
        if (!cpu.matches()) {
            return false;
        }
        if (virtual.size() < TOLD) {
            virtual.put(cpu.group(1), cpu.group(2));
        }
        return true;
    }

    /** Of the first form the rows of each volume, of {@code QUERY ALLOC PAGE} the sum. */
    private boolean space(String line) {
        Matcher row = SPACE.matcher(line);
        if (row.matches()) {
            pageTotal += Double.parseDouble(row.group(1));
            pageUsed += Double.parseDouble(row.group(2));
        }
        Matcher sum = SPACE_SUM.matcher(line);
        if (sum.matches()) {
            facts.add("zvm.paging.spacePercent", Double.valueOf(sum.group(1)), "percent of the page space in use");
        }
        return true;
    }

    private boolean expanded(String line) {
        Matcher online = EXPANDED.matcher(line);
        if (online.matches()) {
            numbers.read(online.group(1).toUpperCase(Locale.ROOT))
                    .ifPresent(bytes ->
                            facts.add("zvm.expandedStorageGb", FactList.rounded(bytes / Math.pow(1024, 3)), "GB"));
        }
        return true;
    }

    private boolean multithread(String line) {
        String lower = line.toLowerCase(Locale.ROOT);
        if (lower.contains("multithreading")) {
            facts.add(
                    "zvm.multithreading",
                    lower.contains("enabled") ? "enabled" : lower.contains("disabled") ? "disabled" : "not installed",
                    null);
            return true;
        }
        Matcher row = THREADS.matcher(line);
        if (row.matches()) {
            threads.put(row.group(1), row.group(2));
        }
        return true;
    }

    private Reading reading(boolean cut) {
        if (!processors.isEmpty()) {
            facts.add(
                    "zvm.processors.each",
                    processors.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    "real processors of the z/VM system");
        }
        if (!settings.isEmpty()) {
            facts.add(
                    "zvm.srm",
                    settings.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    null);
        }
        String polarization = settings.get("POLARIZATION");
        if (polarization != null) {
            facts.add("zvm.polarization", polarization.toLowerCase(Locale.ROOT), null);
        }
        if (!shares.isEmpty()) {
            facts.add(
                    "zvm.guest.shares",
                    shares.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    null);
        }
        if (!loads.isEmpty()) {
            facts.add(
                    "zvm.load.each",
                    loads.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    null);
        }
        if (!virtual.isEmpty()) {
            facts.add("zvm.guest.cpus", (long) virtual.size(), "virtual CPUs defined");
            facts.add(
                    "zvm.guest.stoppedCpus",
                    virtual.values().stream()
                            .filter(said -> said.toUpperCase(Locale.ROOT).contains("STOPPED"))
                            .count(),
                    "virtual CPUs");
        }
        if (pageTotal > 0) {
            facts.add(
                    "zvm.paging.spacePercent",
                    FactList.rounded(pageUsed / pageTotal * 100),
                    "percent of the page space in use");
        }
        if (!devices.isEmpty()) {
            facts.add(
                    "zvm.guest.devices",
                    devices.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    "virtual devices");
        }
        if (!threads.isEmpty()) {
            facts.add(
                    "zvm.threads",
                    threads.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    "activated threads");
        }
        List<SectionCoverage> all = new ArrayList<>();
        for (CpAnswer answer : CpAnswer.values()) {
            Section section = sections.get(answer);
            all.add(
                    section == null
                            ? new SectionCoverage(answer.command(), 0, 0, State.MISSING)
                            : new SectionCoverage(
                                    answer.command(),
                                    section.line,
                                    section.rows,
                                    cut && answer == now ? State.CUT : State.READ));
        }
        return Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), all));
    }

    private static String cut(String text) {
        String plain = Regex.replaceAll(text, "[[:cntrl:]]", "·");
        return plain.length() <= 80 ? plain : plain.substring(0, 80) + "…";
    }
}
