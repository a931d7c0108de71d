package io.gulliver.evidence.host;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what commands say of a Linux host, x86 or LinuxONE: the output of one of them, of several one after the other, or
 * of {@code host-facts.sh}, plain or gzipped.
 *
 * <p>A part that is missing or not understood leaves its facts out and is named; nothing is guessed. One part is in memory
 * at a time, of at most {@value #MOST_LINES} lines.
 */
public final class HostReader {
    static final int MOST_LINES = 100_000;
    private static final Pattern LABEL = Pattern.compile("==== gulliver (\\S+)");
    private static final Pattern FAILED = Pattern.compile(
            "(?i).*(command not found|permission denied|operation not permitted|no such file or directory|not found$).*");
    /** Parts that only a mainframe host has. */
    private static final Set<HostPart> MAINFRAME = Set.of(HostPart.LSDASD, HostPart.LSZFCP);

    private static final List<String> EXPECTED = List.of(
            "host.architecture",
            "host.operatingSystem",
            "host.cpus",
            "host.cores",
            "host.memoryGb",
            "host.hugePages.pages",
            "host.hugePages.pageKb",
            "host.swap.totalGb",
            "host.settings",
            "host.commandLine",
            "host.storage.disksGb",
            "host.addresses");

    /** A line of the file with its number. */
    record Line(long number, String text) {}

    private final Problems problems = new Problems();
    private final Map<HostPart, SectionCoverage> sections = new EnumMap<>(HostPart.class);
    private final HostFigures figures;
    private final List<Line> lines = new ArrayList<>();
    private @Nullable HostPart part;
    private long partLine;
    private boolean labelled;
    private boolean full;

    private HostReader(FactList facts) {
        this.figures = new HostFigures(facts, problems);
    }

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin facts are as old as the file, for commands do not say when they ran
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        FactList facts = new FactList(origin.source(), origin.receivedAt());
        HostReader reader = new HostReader(facts);
        TextLines lines = TextLines.of(HostSections.only(HostSections.Owner.COMMANDS, in));
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (lines.shortened()) {
                reader.problems.add(
                        lines.number(),
                        reader.part == null ? null : reader.part.label(),
                        "the line is longer than " + TextLines.LONGEST_BYTES / 1024 + " KB; its end is left out",
                        "for JSON let the command indent it: 'ip -j -p addr', 'lsblk -J -b'");
            }
            reader.line(new Line(lines.number(), line));
        }
        String damage = lines.damage();
        reader.figures.last();
        reader.close(damage != null);
        if (damage != null) {
            reader.problems.cut(
                    lines.number(),
                    null,
                    "the file ends after line " + lines.number() + ": " + damage,
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        return reader.reading(facts);
    }

    /** Whether some command that this reader knows begins its output with such a line. */
    public static boolean recognises(String line) {
        return LABEL.matcher(line.strip()).matches() || HostPart.begunBy(line) != null;
    }

    private void line(Line line) {
        Matcher label = LABEL.matcher(line.text().strip());
        if (label.matches()) {
            close(false);
            labelled = true;
            part = HostPart.labelled(label.group(1));
            partLine = line.number();
            return;
        }
        if (line.text().isBlank()) {
            return;
        }
        if (!labelled) {
            HostPart begun = HostPart.begunBy(line.text());
            boolean inside = part == HostPart.LSBLK || part == HostPart.IP;
            if (begun != null && begun != part && !(inside && nested(line.text())) && !(continues(part, begun))) {
                close(false);
                part = begun;
                partLine = line.number();
            }
        }
        if (FAILED.matcher(line.text()).matches() && (part == null || !part.equals(HostPart.SYSCTL))) {
            problems.add(
                    line.number(),
                    part == null ? null : part.label(),
                    "'" + cut(line.text()) + "'",
                    "run the command as a user who may, with its package installed, and upload its output again");
        } else if (part == null) {
            if (!labelled) {
                problems.add(
                        line.number(),
                        null,
                        "'" + cut(line.text()) + "' belongs to no known command and was left out",
                        "upload the output of host-facts.sh, or of " + HostPart.LSCPU.command()
                                + " and its like, whole");
            }
        } else if (lines.size() < MOST_LINES) {
            lines.add(line);
        } else {
            full = true;
        }
    }

    /** Whether a line of JSON stands inside what began before: anything indented or closing. */
    private static boolean nested(String line) {
        return line.startsWith(" ") || line.startsWith("\t") || line.startsWith("]") || line.startsWith("}");
    }

    /** os-release has lines that several parts could begin with, and a setting can look like anything. */
    private static boolean continues(@Nullable HostPart now, HostPart begun) {
        return now == HostPart.OS_RELEASE && begun == HostPart.UNAME
                || now == HostPart.SYSCTL && (begun == HostPart.CMDLINE || begun == HostPart.UNAME);
    }

    private void close(boolean cut) {
        HostPart done = part;
        if (done != null) {
            if (full) {
                problems.add(
                        partLine,
                        done.label(),
                        "more than " + MOST_LINES + " lines; the rest is left out",
                        "check that the file is the output of " + done.command());
            }
            figures.take(done, lines);
            State state = lines.isEmpty() ? State.EMPTY : cut ? State.CUT : State.READ;
            SectionCoverage before = sections.get(done);
            if (before == null || before.state() == State.EMPTY) {
                sections.put(done, new SectionCoverage(done.label(), partLine, lines.size(), state));
            }
        }
        part = null;
        full = false;
        lines.clear();
    }

    private Reading reading(FactList facts) {
        figures.finish();
        List<SectionCoverage> all = new ArrayList<>();
        boolean mainframe = facts.list().stream()
                .anyMatch(fact ->
                        fact.name().equals("host.architecture") && fact.value().equals("s390x"));
        for (HostPart each : HostPart.values()) {
            SectionCoverage section = sections.get(each);
            if (section != null) {
                all.add(section);
            } else if (mainframe || !MAINFRAME.contains(each)) {
                all.add(new SectionCoverage(each.label(), 0, 0, State.MISSING));
            }
        }
        return Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), all));
    }

    private static String cut(String text) {
        String plain = text.strip();
        return plain.length() <= 80 ? plain : plain.substring(0, 80) + "…";
    }
}
