package io.gulliver.evidence.hmc;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.DecimalMark;
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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads answers of an HMC's metrics service, any number of them one after the other, plain or gzipped.
 *
 * <p>An answer holds groups; a group holds objects, each with its address, a time in milliseconds of the epoch and rows of
 * values. What each value is was told when the metrics context was created: where that answer
 * ({@code metric-group-infos}) stands before the values in the file, its names count; else only {@code partition-usage} is
 * known. One line is in memory at a time, and of each object its sums.
 */
public final class HmcMetricsReader {
    private static final Pattern GROUP = Pattern.compile("\"([a-z][a-z0-9-]*)\"");
    private static final Pattern ADDRESS = Pattern.compile("\"(/api/[^\"]+)\"");
    private static final Pattern VALUE = Pattern.compile("\"((?:[^\"]|\"\")*)\"|([^,;]*)");
    private static final Instant EARLIEST = Instant.parse("2005-01-01T00:00:00Z");
    private static final int TOLD = 500;
    private static final int MOST_OBJECTS = 20_000;
    private static final int MOST_CONTEXT = 1024 * 1024;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Map<String, List<String>> KNOWN = Map.of(
            "partition-usage",
            List.of("processor-usage", "network-usage", "storage-usage", "accelerator-usage", "crypto-usage"));
    private static final List<String> EXPECTED = List.of(
            "hmc.metrics.samples",
            "hmc.partitions.processorPercent.max",
            "hmc.partitions.processorPercent.each",
            "hmc.metrics.to");

    /** What comes next in a group. */
    private enum Awaited {
        GROUP,
        OBJECT,
        TIME,
        VALUES
    }

    private static final class Use {
        private double sum;
        private double most = Double.NEGATIVE_INFINITY;
        private long count;

        void add(double value) {
            sum += value;
            most = Math.max(most, value);
            count++;
        }

        double mean() {
            return sum / count;
        }
    }

    private final Problems problems = new Problems();
    private final DecimalMark numbers = new DecimalMark();
    private final Instant latest;
    private final Map<String, List<String>> names = new LinkedHashMap<>(KNOWN);
    private final Map<String, long[]> sections = new LinkedHashMap<>();
    private final Map<String, Map<String, Map<String, Use>>> uses = new TreeMap<>();
    private final StringBuilder context = new StringBuilder();
    private Awaited awaited = Awaited.GROUP;
    private String group = "";
    private String object = "";
    private boolean timed;
    private boolean last;
    private long samples;
    private @Nullable Instant from;
    private @Nullable Instant to;

    private HmcMetricsReader(EvidenceOrigin origin) {
        latest = origin.receivedAt().plus(1, ChronoUnit.DAYS);
    }

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin values later than a day after the file came are left out
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        HmcMetricsReader reader = new HmcMetricsReader(origin);
        TextLines lines = TextLines.of(in);
        boolean cut = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated() && lines.damage() != null) {
                cut = true;
                break;
            }
            reader.last = !lines.terminated();
            reader.line(line.strip(), lines.number());
        }
        String damage = lines.damage();
        if (damage != null) {
            reader.problems.cut(
                    lines.number(),
                    reader.group.isEmpty() ? null : reader.group,
                    "the file ends after line " + lines.number() + ": " + damage
                            + (cut ? "; the row that was cut is left out" : ""),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        return reader.reading(origin, reader.problems.cut() != null);
    }

    private void line(String line, long number) {
        if (context.length() > 0 || awaited == Awaited.GROUP && line.startsWith("{")) {
            context(line, number);
            return;
        }
        switch (awaited) {
            case GROUP -> {
                Matcher name = GROUP.matcher(line);
                if (name.matches()) {
                    group = name.group(1);
                    sections.computeIfAbsent(group, none -> new long[] {number, 0});
                    awaited = Awaited.OBJECT;
                } else if (!line.isEmpty()) {
                    strange(line, number, "the name of a group in quotes");
                }
            }
            case OBJECT -> {
                Matcher address = ADDRESS.matcher(line);
                if (address.matches()) {
                    object = address.group(1);
                    awaited = Awaited.TIME;
                } else if (line.isEmpty()) {
                    awaited = Awaited.GROUP;
                } else {
                    strange(line, number, "the address of an object in quotes");
                    awaited = Awaited.GROUP;
                    again(line, number);
                }
            }
            case TIME -> {
                time(line, number);
                awaited = line.isEmpty() ? Awaited.OBJECT : Awaited.VALUES;
            }
            case VALUES -> {
                if (line.isEmpty()) {
                    awaited = Awaited.OBJECT;
                } else if (timed) {
                    values(line, number);
                }
            }
        }
    }

    /** A line that ends what was begun can itself begin a group. */
    private void again(String line, long number) {
        if (GROUP.matcher(line).matches()) {
            line(line, number);
        }
    }

    private void strange(String line, long number, String wanted) {
        problems.add(
                number,
                group.isEmpty() ? null : group,
                "'" + cut(line) + "' stands where " + wanted + " was wanted, and was left out",
                "write the answer of GET on the metrics context to a file unchanged, and upload that");
    }

    private void time(String line, long number) {
        timed = false;
        if (Regex.matches(line, "\\d{1,18}")) {
            Instant at = Instant.ofEpochMilli(Long.parseLong(line));
            if (!at.isBefore(EARLIEST) && !at.isAfter(latest)) {
                timed = true;
                from = from == null || at.isBefore(from) ? at : from;
                to = to == null || at.isAfter(to) ? at : to;
                return;
            }
        }
        problems.add(
                number,
                group,
                "'" + cut(line) + "' is no time in milliseconds of the epoch that can be; the values of " + object
                        + " are left out",
                "nothing to do for one value: HMCs give such times now and then");
    }

    private void values(String line, long number) {
        List<String> known = names.get(group);
        sections.get(group)[1]++;
        if (known == null) {
            return;
        }
        List<String> cells = cells(line);
        if (last && cells.size() < known.size()) {
            problems.cut(
                    number,
                    group,
                    "the file ends in the middle of line " + number + ", in a row of values",
                    "fetch the file again and compare its size with the original; upload it whole");
            return;
        }
        if (cells.size() != known.size()) {
            problems.add(
                    number,
                    group,
                    "the row has " + cells.size() + " values where the group has " + known.size()
                            + " metrics; it is left out",
                    "put the answer to the creation of the metrics context before the values");
            return;
        }
        samples++;
        Map<String, Map<String, Use>> objects = uses.computeIfAbsent(group, none -> new TreeMap<>());
        if (!objects.containsKey(object) && objects.size() >= MOST_OBJECTS) {
            return;
        }
        Map<String, Use> metrics = objects.computeIfAbsent(object, none -> new LinkedHashMap<>());
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i).isEmpty()) {
                continue;
            }
            OptionalDouble value = numbers.read(cells.get(i));
            if (value.isPresent()) {
                metrics.computeIfAbsent(known.get(i), none -> new Use()).add(value.getAsDouble());
            }
        }
    }

    /** Values parted by commas; by semicolons where commas mark decimals. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        boolean semicolons = line.indexOf(';') >= 0 && !line.contains("\"");
        if (semicolons) {
            for (String cell : Regex.split(line, ";", -1)) {
                cells.add(cell.strip());
            }
            return cells;
        }
        Matcher value = VALUE.matcher(line);
        int at = 0;
        while (at <= line.length() && value.find(at)) {
            cells.add((value.group(1) != null ? value.group(1).replace("\"\"", "\"") : value.group(2)).strip());
            at = value.end() + 1;
        }
        return cells;
    }

    private void context(String line, long number) {
        context.append(line).append('\n');
        if (context.length() > MOST_CONTEXT) {
            strange("{", number, "an answer to the creation of a metrics context");
            context.setLength(0);
            return;
        }
        if (!line.endsWith("}")) {
            return;
        }
        try {
            JsonNode infos = JSON.readTree(context.toString()).path("metric-group-infos");
            for (JsonNode info : infos) {
                List<String> metrics = new ArrayList<>();
                for (JsonNode metric : info.path("metric-infos")) {
                    metrics.add(metric.path("metric-name").asString("?"));
                }
                names.put(info.path("group-name").asString("?"), List.copyOf(metrics));
            }
            context.setLength(0);
        } catch (JacksonException e) {
            // it goes on in the next line
            if (context.length() > MOST_CONTEXT / 2) {
                strange("{", number, "an answer to the creation of a metrics context");
                context.setLength(0);
            }
        }
    }

    private Reading reading(EvidenceOrigin origin, boolean cut) {
        Instant end = to;
        Instant start = from;
        FactList facts = new FactList(origin.source(), end == null ? origin.receivedAt() : end);
        if (context.length() > 0) {
            problems.add(
                    0, null, "the answer to the creation of a metrics context has no end", "upload the file whole");
        }
        if (samples > 0 && start != null && end != null) {
            facts.add("hmc.metrics.samples", samples, "rows of values");
            facts.add("hmc.metrics.from", start.toString(), null);
            facts.add("hmc.metrics.to", end.toString(), null);
        }
        each(facts, "partition-usage", "processor-usage", "hmc.partitions.processorPercent", "percent");
        each(facts, "partition-usage", "network-usage", "hmc.partitions.networkPercent", "percent");
        each(facts, "partition-usage", "storage-usage", "hmc.partitions.storagePercent", "percent");
        List<String> others = new ArrayList<>();
        uses.forEach((name, objects) -> {
            if (!KNOWN.containsKey(name)) {
                objects.forEach((address, metrics) -> metrics.forEach((metric, use) -> {
                    if (others.size() < TOLD) {
                        others.add(name + " " + address + " " + metric + ": " + said(use));
                    }
                }));
            }
        });
        if (!others.isEmpty()) {
            facts.add("hmc.metrics.each", others, null);
        }
        List<SectionCoverage> all = new ArrayList<>();
        sections.forEach((name, found) -> all.add(new SectionCoverage(
                name,
                found[0],
                found[1],
                !names.containsKey(name)
                        ? State.NOT_UNDERSTOOD
                        : cut && name.equals(group) ? State.CUT : found[1] == 0 ? State.EMPTY : State.READ)));
        if (!sections.containsKey("partition-usage")) {
            all.add(new SectionCoverage("partition-usage", 0, 0, State.MISSING));
        }
        return Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), all));
    }

    private void each(FactList facts, String name, String metric, String fact, String unit) {
        Map<String, Map<String, Use>> objects = uses.getOrDefault(name, Map.of());
        List<String> texts = new ArrayList<>();
        double most = Double.NEGATIVE_INFINITY;
        for (Map.Entry<String, Map<String, Use>> one : objects.entrySet()) {
            Use use = one.getValue().get(metric);
            if (use == null) {
                continue;
            }
            most = Math.max(most, use.most);
            if (texts.size() < TOLD) {
                texts.add(one.getKey() + ": " + said(use));
            }
        }
        if (!texts.isEmpty()) {
            facts.add(fact + ".max", FactList.rounded(most), unit);
            facts.add(fact + ".each", texts, unit);
        }
    }

    private static String said(Use use) {
        return "mean " + FactList.rounded(use.mean()) + ", most " + FactList.rounded(use.most) + " of " + use.count;
    }

    private static String cut(String text) {
        String plain = Regex.replaceAll(text, "[[:cntrl:]]", "·");
        return plain.length() <= 80 ? plain : plain.substring(0, 80) + "…";
    }
}
