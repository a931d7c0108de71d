package io.gulliver.evidence.client;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.OracleTimes;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log of an Oracle listener, {@code listener.log} as text or {@code log.xml} of the diagnostic repository, plain
 * or gzipped, and counts the connections of each client.
 *
 * <p>A line of a connection is {@code time * connect data * address * establish * service * code}, parted by stars. The
 * listener's own doings (status, service updates, warnings) are passed over. One line is in memory at a time, and of each
 * client its sums: at most {@value #MOST} clients.
 */
public final class ListenerLogReader {
    /** More clients than this are a sign of made-up names. */
    static final int MOST = 20_000;

    private static final String SECTION = "connections";
    private static final Pattern MESSAGE = Pattern.compile("<msg time='([^']+)'.*");
    private static final Pattern TAG =
            Pattern.compile("\\s*(</?(msg|txt|attr|arg)\\b[^>]*>|[a-z_]+='[^']*'[^*]*>?)\\s*");
    private static final Pattern ERROR = Pattern.compile("\\s*(TNS|NL|NR|NNL|NT|ORA|IBM/AIX|Linux Error|WARNING)\\b.*");
    private static final Pattern OWN = Pattern.compile(
            "(?i).*(\\* (status|service_update|service_register|service_register_NSGR|service_died|services|version|reload"
                    + "|stop|start|ping|log_status|trc_level|save_config|show|set|change_password|handoff|log_directory"
                    + "|log_file|trc_directory|trc_file|current_listener|password|instance_sync)( \\*.*)?$"
                    + "|No longer listening|Started with pid|Listening on|Listener completed|Dynamic address"
                    + "|TNSLSNR for|System parameter file|Log messages written|Trace information|Trace level|Copyright"
                    + "|TIMESTAMP \\* CONNECT|Subscription for|Error listening|Create Relation|^LISTENER\\b|Connection Pool"
                    + "|ONS |Admin name|default-first-name).*");
    private static final List<String> EXPECTED =
            List.of("listener.connections", "listener.clients", "listener.from", "listener.to", "listener.services");

    private record Key(String machine, String program, String user, String service, String address) {}

    private static final class Seen {
        private Instant first;
        private Instant last;
        private long count;

        Seen(Instant at) {
            first = at;
            last = at;
        }

        void at(Instant time) {
            first = time.isBefore(first) ? time : first;
            last = time.isAfter(last) ? time : last;
            count++;
        }
    }

    private final Problems problems = new Problems();
    private final ZoneId zone;
    private final Map<Key, Seen> clients = new LinkedHashMap<>();
    private final Map<Key, Seen> turnedAway = new LinkedHashMap<>();
    private final Map<String, Long> services = new TreeMap<>();
    private final Map<Integer, Long> failures = new TreeMap<>();
    private @Nullable Instant message;
    private @Nullable Instant from;
    private @Nullable Instant to;
    private long began;
    private long connections;
    private long refused;
    private long own;

    private ListenerLogReader(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin its zone is the one of times that do not say their own
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static ClientReading read(InputStream in, EvidenceOrigin origin) throws IOException {
        ListenerLogReader reader = new ListenerLogReader(origin.zone());
        TextLines lines = TextLines.of(in);
        boolean cut = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated() && lines.damage() != null) {
                cut = true;
                break;
            }
            if (!line.isBlank()) {
                reader.line(line, lines.number());
            }
        }
        String damage = lines.damage();
        if (damage != null) {
            reader.problems.cut(
                    lines.number(),
                    SECTION,
                    "the file ends after line " + lines.number() + ": " + damage
                            + (cut ? "; the line that was cut is left out" : ""),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        return reader.reading(origin, damage != null);
    }

    /** Whether a line is one of a listener's log and of nothing else. */
    public static boolean recognises(String line) {
        String text = line.strip();
        return text.contains(" * (CONNECT_DATA=") && parts(text).length >= 4
                || text.startsWith("<msg time='")
                || text.contains("comp_id='tnslsnr'")
                || text.startsWith("TNSLSNR for ")
                || Regex.matches(text, "TIMESTAMP \\* CONNECT DATA.*");
    }

    private void line(String raw, long number) {
        String text = raw.strip();
        if (text.startsWith("<msg")) {
            Matcher head = MESSAGE.matcher(text);
            if (head.matches()) {
                message = offset(head.group(1));
                return;
            }
        }
        if ((text.startsWith("<") || text.indexOf('\'') > 0)
                && TAG.matcher(text).matches()) {
            return;
        }
        if (text.startsWith("<txt>")) {
            text = text.substring("<txt>".length());
        }
        if (text.endsWith("</txt>")) {
            text = text.substring(0, text.length() - "</txt>".length());
        }
        String line = plain(text);
        if (line.isBlank()) {
            return;
        }
        String[] parts = parts(line);
        if (line.contains("* establish *") && parts.length >= 6) {
            connection(parts, number);
        } else if (OWN.matcher(line).matches() || ERROR.matcher(line).matches() || line.contains("COMMAND=")) {
            own++;
        } else if (parts.length >= 4 && line.contains("CONNECT_DATA")) {
            problems.add(
                    number,
                    SECTION,
                    "'" + cut(line) + "' has " + parts.length + " parts where a connection has 6, and was left out",
                    "nothing to do for single lines: two processes wrote at one time");
        } else if (parts.length == 1) {
            // an address, a banner or the rest of a message
            own++;
        } else {
            own++;
        }
    }

    /** What stands between stars that stand alone; by hand, for a log has millions of lines. */
    private static String[] parts(String line) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int star = line.indexOf('*', 1); star >= 0; star = line.indexOf('*', star + 1)) {
            if (star > from
                    && star + 1 < line.length()
                    && Character.isWhitespace(line.charAt(star - 1))
                    && Character.isWhitespace(line.charAt(star + 1))) {
                parts.add(line.substring(from, star - 1));
                from = star + 2;
            }
        }
        if (from < line.length()) {
            parts.add(line.substring(from));
        }
        return parts.toArray(String[]::new);
    }

    /** Text of XML as it was before. */
    private static String plain(String text) {
        return text.indexOf('&') < 0
                ? text
                : text.replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&apos;", "'")
                        .replace("&quot;", "\"")
                        .replace("&amp;", "&");
    }

    private void connection(String[] parts, long number) {
        Instant at = time(parts[0].strip());
        if (at == null) {
            problems.add(
                    number,
                    SECTION,
                    "'" + cut(parts[0]) + "' is no time like '21-NOV-2026 10:15:22' or '2026-11-21T10:15:22+01:00'; the"
                            + " connection was left out",
                    "upload log.xml, whose times are of one form in every language");
            return;
        }
        int code = code(parts[parts.length - 1].strip());
        if (code < 0) {
            problems.add(
                    number,
                    SECTION,
                    "'" + cut(parts[parts.length - 1]) + "' is no return code; the connection was left out",
                    "nothing to do for single lines: two processes wrote at one time");
            return;
        }
        began = began == 0 ? number : began;
        from = from == null || at.isBefore(from) ? at : from;
        to = to == null || at.isAfter(to) ? at : to;
        if (code > 0) {
            refused++;
            failures.merge(code, 1L, Long::sum);
        }
        Map<String, String> asked = NetPairs.of(parts[1]);
        String service = first(asked, "SERVICE_NAME", "SID");
        if (service.isEmpty()) {
            service = parts[parts.length - 2].strip();
        }
        String address = first(NetPairs.of(parts[2]), "HOST");
        String machine = first(asked, "CID.HOST");
        if (code == 0) {
            connections++;
            services.merge(services.size() < 500 || services.containsKey(service) ? service : "others", 1L, Long::sum);
        }
        Map<Key, Seen> clients = code == 0 ? this.clients : turnedAway;
        Key key = new Key(
                machine.isEmpty() || machine.equals("__jdbc__") ? address : machine,
                first(asked, "CID.PROGRAM"),
                first(asked, "CID.USER"),
                service,
                address);
        Seen seen = clients.get(key);
        if (seen == null) {
            if (clients.size() >= MOST) {
                problems.add(
                        number,
                        SECTION,
                        "more than " + MOST + " clients; this one is left out",
                        "upload the log of a shorter period");
                return;
            }
            seen = new Seen(at);
            clients.put(key, seen);
        }
        seen.at(at);
    }

    /** The value of the first name that ends one of the paths. */
    private static String first(Map<String, String> values, String... names) {
        for (String name : names) {
            for (Map.Entry<String, String> value : values.entrySet()) {
                if (value.getKey().equals(name) || value.getKey().endsWith("." + name)) {
                    return value.getValue();
                }
            }
        }
        return "";
    }

    private static int code(String text) {
        return Regex.matches(text, "\\d{1,6}") ? Integer.parseInt(text) : -1;
    }

    private @Nullable Instant time(String text) {
        Instant told = message;
        if (told != null) {
            // log.xml says the zone, and is of one form in every language
            return told;
        }
        return OracleTimes.of(text).map(time -> time.atZone(zone).toInstant()).orElseGet(() -> offset(text));
    }

    private static @Nullable Instant offset(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException none) {
            return null;
        }
    }

    private ClientReading reading(EvidenceOrigin origin, boolean cut) {
        Instant start = from;
        Instant end = to;
        FactList facts = new FactList(origin.source(), end == null ? origin.receivedAt() : end);
        if (start != null && end != null) {
            facts.add("listener.connections", connections, "connections made");
            facts.add("listener.refused", refused, "connections refused");
            facts.add("listener.clients", (long) clients.size(), "clients by machine, program, user and service");
            facts.add("listener.from", start.toString(), null);
            facts.add("listener.to", end.toString(), null);
            facts.add(
                    "listener.services",
                    services.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    "connections");
            if (!failures.isEmpty()) {
                facts.add(
                        "listener.refusals",
                        failures.entrySet().stream()
                                .limit(100)
                                .map(one -> String.format(Locale.ROOT, "TNS-%05d: %d", one.getKey(), one.getValue()))
                                .toList(),
                        "connections");
            }
        }
        long rows = connections + refused;
        State state = cut ? State.CUT : rows == 0 ? State.EMPTY : State.READ;
        return new ClientReading(
                Reading.of(
                        facts,
                        problems,
                        Coverage.of(
                                EXPECTED,
                                facts.names(),
                                List.of(
                                        new SectionCoverage(SECTION, began, rows, state),
                                        new SectionCoverage(
                                                "the listener's own lines",
                                                0,
                                                own,
                                                own == 0 ? State.EMPTY : State.READ)))),
                sightings(clients),
                sightings(turnedAway));
    }

    private static List<ClientSighting> sightings(Map<Key, Seen> clients) {
        List<ClientSighting> sightings = new ArrayList<>();
        clients.forEach((key, seen) -> sightings.add(new ClientSighting(
                ClientDirection.INBOUND,
                "listener log",
                key.machine(),
                key.program(),
                orNull(key.user()),
                orNull(key.service()),
                orNull(key.address()),
                null,
                seen.first,
                seen.last,
                seen.count)));
        return sightings;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String cut(String text) {
        String plain = Regex.replaceAll(text.strip(), "[[:cntrl:]]", "·");
        return plain.length() <= 80 ? plain : plain.substring(0, 80) + "…";
    }
}
