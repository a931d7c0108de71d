package io.gulliver.evidence.discovery;

import io.gulliver.domain.estate.StepEvidence;
import io.gulliver.evidence.LoadSample;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.Regex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The load that live discovery read, as a file beside its facts: lines of words between tabs, one a snapshot and instance,
 * times as the database's wall clock.
 */
public final class LoadSeriesFile {
    /** Kind of evidence under which it is kept. */
    public static final String KIND = StepEvidence.LOAD_SERIES;

    private static final String HEAD = "gulliver-load\t1";
    private static final int FIELDS = 7;

    private LoadSeriesFile() {}

    /** Writes a load. */
    public static byte[] text(LoadSamples load) {
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        if (load.cores() != null) {
            text.append("cores\t").append(load.cores()).append('\n');
        }
        if (load.cpus() != null) {
            text.append("cpus\t").append(load.cpus()).append('\n');
        }
        text.append("own\t").append(load.ownFrom()).append('\n');
        load.hostOf()
                .forEach((instance, host) -> text.append("host\t")
                        .append(instance)
                        .append('\t')
                        .append(Regex.replaceAll(host, "\\s", " "))
                        .append('\n'));
        for (LoadSample sample : load.samples()) {
            text.append("at\t")
                    .append(sample.snapshot())
                    .append('\t')
                    .append(sample.instance())
                    .append('\t')
                    .append(LocalDateTime.ofEpochSecond(sample.second(), 0, ZoneOffset.UTC))
                    .append('\t')
                    .append(sample.minutes())
                    .append('\t')
                    .append(sample.busyPercent())
                    .append('\t')
                    .append(sample.ownCpus())
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads one.
     *
     * @param in not closed
     * @param zone of the database's wall clock
     * @throws IOException the stream fails, or holds something else
     */
    public static LoadSamples read(InputStream in, ZoneId zone) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (!HEAD.equals(line)) {
            throw new IOException("it is no load series of discovery: its first line is '" + line + "'");
        }
        @Nullable Double cores = null;
        @Nullable Double cpus = null;
        String own = "";
        SortedMap<Long, String> hosts = new TreeMap<>();
        List<LoadSample> samples = new ArrayList<>();
        int number = 1;
        for (line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            String[] words = Regex.split(line, "\t", -1);
            try {
                switch (words[0]) {
                    case "cores" -> cores = Double.valueOf(words[1]);
                    case "cpus" -> cpus = Double.valueOf(words[1]);
                    case "own" -> own = words[1];
                    case "host" -> hosts.put(Long.valueOf(words[1]), words[2]);
                    case "at" -> samples.add(sample(words));
                    default -> throw new IllegalArgumentException("'" + words[0] + "' begins no line of it");
                }
            } catch (RuntimeException e) {
                throw new IOException("line " + number + " of a load series cannot be read: " + e.getMessage(), e);
            }
        }
        return new LoadSamples(cores, cpus, List.copyOf(new TreeSet<>(hosts.values())), hosts, own, samples)
                .inZone(zone);
    }

    private static LoadSample sample(String[] words) {
        if (words.length != FIELDS) {
            throw new IllegalArgumentException("it has " + words.length + " words, wanted " + FIELDS);
        }
        return new LoadSample(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                LocalDateTime.parse(words[3]).toEpochSecond(ZoneOffset.UTC),
                Double.parseDouble(words[4]),
                Double.parseDouble(words[5]),
                Double.parseDouble(words[6]));
    }
}
