package io.gulliver.evidence.sar;

import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.PlainBytes;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.SeriesReading;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what {@code sadf -j} of sysstat 10 to 12 prints, plain or gzipped; one interval is in memory at a time.
 *
 * <p>A damaged or cut file gives the intervals before the damage.
 */
public final class SadfJsonReader {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<String> PASSED = Set.of(
            "timestamp",
            "cpu-load",
            "cpu-load-all",
            "memory",
            "hugepages",
            "swap-pages",
            "io",
            "disk",
            "network",
            "queue");

    private final Problems problems = new Problems();
    private final SarFigures figures = new SarFigures(problems);
    private final ZoneId zone;
    private String node = "";
    private String release = "";
    private @Nullable String machine;
    private long processors;
    private long intervals;

    private SadfJsonReader(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Reads a report to its end.
     *
     * @param in plain or gzipped; not closed
     * @param origin its zone is the one of times that the file does not give in UTC
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static SeriesReading read(InputStream in, EvidenceOrigin origin) throws IOException {
        SadfJsonReader reader = new SadfJsonReader(origin.zone());
        boolean whole = reader.readAll(in);
        return reader.figures.reading(origin, whole ? null : SarTable.CPU, second -> second);
    }

    private boolean readAll(InputStream in) throws IOException {
        long line = 0;
        try {
            InputStream plain = PlainBytes.json(in);
            try (JsonParser parser = JSON.createParser(new Open(plain))) {
                try {
                    document(parser);
                    return true;
                } finally {
                    line = parser.currentLocation().getLineNr();
                }
            }
        } catch (JacksonException e) {
            // where the stream itself broke Jackson wraps what it threw
            if (e.getCause() instanceof IOException broken
                    && !(broken instanceof EOFException)
                    && !(broken instanceof ZipException)) {
                throw broken;
            }
            ended(
                    line,
                    e.getCause() instanceof IOException damage ? PlainBytes.damage(damage) : e.getOriginalMessage());
        } catch (EOFException | ZipException e) {
            ended(line, PlainBytes.damage(e));
        }
        return false;
    }

    private void ended(long line, @Nullable String why) {
        String reason = why == null ? "" : ": " + (why.length() > 160 ? why.substring(0, 160) + "…" : why);
        problems.cut(
                line,
                "statistics",
                "the file cannot be read beyond line " + line + ", after " + intervals + " intervals" + reason,
                "write it again with 'LC_ALL=C sadf -j -- -A FILE' and upload it whole");
    }

    private void document(JsonParser parser) {
        String name = "";
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.PROPERTY_NAME) {
                name = parser.currentName();
            } else if (token == JsonToken.START_ARRAY && name.equals("statistics")) {
                figures.host(node, release, machine, processors);
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    interval(parser.currentTokenLocation().getLineNr(), JSON.readTree(parser));
                }
            } else if (token == JsonToken.START_OBJECT && name.equals("boot")) {
                JsonNode boot = JSON.readTree(parser);
                figures.restart(boot.path("cpu_count").asLong(0));
            } else if (token.isScalarValue()) {
                switch (name) {
                    case "nodename" -> node = parser.getString();
                    case "release" -> release = parser.getString();
                    case "machine" -> machine = parser.getString();
                    case "number-of-cpus" -> processors = parser.getValueAsLong(0);
                    default -> {}
                }
            }
        }
    }

    private void interval(long line, JsonNode interval) {
        JsonNode stamp = interval.path("timestamp");
        if (stamp.isMissingNode()) {
            // of versions that write an empty object for a record without figures
            return;
        }
        long at;
        try {
            boolean utc = stamp.path("utc").asInt(0) == 1
                    || Set.of("UTC", "GMT").contains(stamp.path("tz").asString(""));
            at = LocalDate.parse(stamp.path("date").asString(""))
                    .atTime(LocalTime.parse(stamp.path("time").asString("")))
                    .atZone(utc ? ZoneOffset.UTC : zone)
                    .toEpochSecond();
        } catch (DateTimeException e) {
            problems.add(
                    line,
                    "timestamp",
                    "'" + stamp + "' is no time; the interval is left out",
                    "write it again with 'LC_ALL=C sadf -j -- -A FILE'");
            return;
        }
        intervals++;
        double minutes = stamp.path("interval").asDouble(0) / 60;
        cpus(at, minutes, line, interval.path("cpu-load"));
        cpus(at, minutes, line, interval.path("cpu-load-all"));
        memory(at, minutes, line, interval);
        devices(at, minutes, line, interval);
        for (String name : interval.propertyNames()) {
            if (!PASSED.contains(name)) {
                figures.unknownTable(name, line);
                figures.unknownRow(name);
            }
        }
    }

    private void cpus(long at, double minutes, long line, JsonNode cpus) {
        if (cpus.isArray()) {
            figures.began(SarTable.CPU, line);
        }
        for (JsonNode cpu : cpus) {
            double system = number(cpu, "system");
            if (Double.isNaN(system)) {
                system = number(cpu, "sys") + orZero(number(cpu, "irq")) + orZero(number(cpu, "soft"));
            }
            double user = number(cpu, "user");
            figures.cpu(
                    at,
                    minutes,
                    cpu.path("cpu").asString(""),
                    Double.isNaN(user) ? number(cpu, "usr") : user,
                    number(cpu, "nice"),
                    system,
                    number(cpu, "iowait"),
                    number(cpu, "steal"),
                    number(cpu, "idle"));
            figures.counted(SarTable.CPU, line);
        }
    }

    private void memory(long at, double minutes, long line, JsonNode interval) {
        JsonNode memory = interval.path("memory");
        if (memory.has("memused")) {
            figures.memory(new MemoryRow(
                    at,
                    minutes,
                    number(memory, "memfree"),
                    number(memory, "memused"),
                    number(memory, "memused-percent"),
                    number(memory, "buffers"),
                    number(memory, "cached"),
                    number(memory, "slab"),
                    number(memory, "avail")));
            figures.counted(SarTable.MEMORY, line);
        }
        if (memory.has("swpused")) {
            figures.swapSpace(at, minutes, number(memory, "swpused"));
            figures.counted(SarTable.SWAP_SPACE, line);
        }
        JsonNode huge = interval.path("hugepages");
        if (huge.isObject()) {
            figures.hugePages(at, minutes, number(huge, "hugfree"), number(huge, "hugused"));
            figures.counted(SarTable.HUGE_PAGES, line);
        }
        JsonNode swap = interval.path("swap-pages");
        if (swap.isObject()) {
            figures.swapping(at, minutes, number(swap, "pswpin"), number(swap, "pswpout"));
            figures.counted(SarTable.SWAPPING, line);
        }
        JsonNode queue = interval.path("queue");
        if (queue.isObject()) {
            figures.load(at, minutes, number(queue, "runq-sz"), number(queue, "ldavg-1"), number(queue, "blocked"));
            figures.counted(SarTable.LOAD, line);
        }
    }

    private void devices(long at, double minutes, long line, JsonNode interval) {
        JsonNode io = interval.path("io");
        if (io.isObject()) {
            JsonNode reads = io.path("io-reads");
            JsonNode writes = io.path("io-writes");
            figures.io(
                    at,
                    minutes,
                    number(reads, "rtps"),
                    number(writes, "wtps"),
                    number(reads, "bread"),
                    number(writes, "bwrtn"));
            figures.counted(SarTable.IO, line);
        }
        for (JsonNode disk : interval.path("disk")) {
            boolean kilobytes = disk.has("rkB");
            double moved = kilobytes
                    ? number(disk, "rkB") + number(disk, "wkB")
                    : (number(disk, "rd_sec") + number(disk, "wr_sec")) / 2;
            figures.disk(
                    at,
                    minutes,
                    disk.path("disk-device").asString(""),
                    number(disk, "tps"),
                    moved,
                    number(disk, "await"),
                    number(disk, "util-percent"));
            figures.counted(SarTable.DISKS, line);
        }
        for (JsonNode nic : interval.path("network").path("net-dev")) {
            figures.network(at, minutes, nic.path("iface").asString(""), number(nic, "rxkB") + number(nic, "txkB"));
            figures.counted(SarTable.NETWORK, line);
        }
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double number(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isNumber() ? value.asDouble() : Double.NaN;
    }

    /** Keeps the parser from closing what it does not own. */
    private static final class Open extends java.io.FilterInputStream {
        Open(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // the caller's to close
        }
    }
}
