package io.gulliver.activity.cutover;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.client.ClientReading;
import io.gulliver.evidence.client.ListenerLogReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code cutover.old-listener}: AD20 of {@code docs/domain/around-the-data.md}; who calls the listener of the source, by its
 * log. A listener without the service turns its callers away and writes them down all the same, so both kinds count.
 */
final class OldListener extends ShortAction {
    private static final String SCRIPT = "listener-log.sh";
    private static final Pattern NOW = Pattern.compile("==== gulliver now (\\S+) ([+-]\\d{4})");
    private static final Pattern LOG = Pattern.compile("(?m)^==== gulliver log (.+)$");

    /** How many lines of the log name this database; more than were printed where they did not all fit. */
    private static final Pattern LINES = Pattern.compile("(?m)^==== gulliver lines (\\d+)$");

    private static final String ESTABLISH = " * establish * ";

    /** A file that nobody has. */
    private static final String NONE = "-";

    private final HostScripts scripts;

    OldListener(HostScripts scripts) {
        super("cutover.old-listener");
        this.scripts = scripts;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would read from the listener's log on " + rendering.shown("host") + " who calls "
                        + rendering.shown("service"))
                .script(
                        rendering.shown("host"),
                        SCRIPT,
                        Map.of(
                                "oracle_home",
                                rendering.shown("oracle_home"),
                                "listener_log",
                                rendering.shown("listener_log", NONE),
                                "names",
                                call.inputs().get("services") instanceof Map
                                        ? String.join(" ", names(Inputs.of(call)))
                                        : rendering.shown("service")));
        rendering.check(
                Boolean.TRUE.equals(call.inputs().get("demand_none"))
                        ? "no line of the last " + rendering.shown("within_minutes", "60")
                                + " minutes names a service of this database, or it is written down who accepted that."
                        : "each client that a line names (CID=(PROGRAM)(HOST)) has somebody who redirects it.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        boolean none = Boolean.TRUE.equals(call.inputs().get("demand_none"));
        Optional<String> said = log(call, inputs, host);
        Matcher now = NOW.matcher(said.orElse(""));
        Matcher log = LOG.matcher(said.orElse(""));
        if (!now.find() || !log.find()) {
            String why = said.isEmpty() ? "there is no login for it" : "lsnrctl status names no log that is there";
            if (none) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Who still calls the old listener on " + host + " could not be read: " + why + ".",
                        "Give the file as listener_log, or the host its login, and retry; or read the log there, and skip this"
                                + " step with what it says.");
            }
            return StepResult.done(
                    Map.of("looked", false, "callers", List.of(), "unread", 0),
                    "Who calls the listener on " + host + " was not read: " + why);
        }
        Instant at = Instant.parse(now.group(1));
        int minutes = inputs.findWhole("within_minutes").orElse(0);
        Instant since = minutes == 0 ? Instant.MIN : at.minus(Duration.ofMinutes(minutes));
        ClientReading read = read(said.orElse(""), host, ZoneOffset.of(now.group(2)), at);
        Set<String> names = names(inputs);
        List<String> callers = Stream.concat(read.sightings().stream(), read.refused().stream())
                .filter(client -> asks(client, names) && !client.last().isBefore(since))
                .sorted(Comparator.comparing(ClientSighting::last).reversed())
                .map(OldListener::line)
                .toList();
        List<EvidenceRef> kept = List.of(context.evidence("callers.txt", "list", String.join("\n", callers) + "\n"));
        long unread = unread(said.orElse(""));
        String message = callers.size() + " clients by " + log.group(1)
                + (minutes == 0 ? "" : " in the " + minutes + " minutes before " + at)
                + (unread == 0 ? "" : "; " + unread + " older lines that name the database were not read");
        if (none && !callers.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "The old listener on " + host + " is still called: " + String.join("; ", callers) + ".",
                    "Have each client redirected, and retry; or skip this step with the reason for which those that are left"
                            + " do not matter.");
        }
        return new StepResult(
                true, Map.of("looked", true, "callers", callers, "unread", unread), null, null, kept, message);
    }

    private static long unread(String said) {
        Matcher lines = LINES.matcher(said);
        long read = said.lines().filter(line -> line.contains(ESTABLISH)).count();
        return lines.find() ? Math.max(0, Long.parseLong(lines.group(1)) - read) : 0;
    }

    /** What the script printed, or nothing of a host without a login. */
    private Optional<String> log(StepCall call, Inputs inputs, String host) {
        try {
            return Optional.of(scripts.demand(
                            call,
                            host,
                            "listener-log",
                            ScriptTemplate.load(SCRIPT)
                                    .render(Map.of(
                                            "oracle_home",
                                            inputs.text("oracle_home"),
                                            "listener_log",
                                            inputs.findText("listener_log")
                                                    .filter(file -> !file.isEmpty())
                                                    .orElse(NONE),
                                            "names",
                                            String.join(" ", names(inputs)))),
                            List.of())
                    .output());
        } catch (StepFailedException e) {
            if (e.failure().code().equals(FailureCode.SYSTEM_UNKNOWN.name())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static ClientReading read(String said, String host, ZoneOffset zone, Instant at) {
        String lines = said.lines()
                .filter(line -> !line.startsWith("==== gulliver "))
                .reduce(new StringBuilder(), (all, line) -> all.append(line).append('\n'), StringBuilder::append)
                .toString();
        try {
            return ListenerLogReader.read(
                    new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
                    new EvidenceOrigin(host, zone, at));
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot fail to be read", e);
        }
    }

    /** Names by which clients ask for this database; its neighbours at the same listener have others. */
    private static Set<String> names(Inputs inputs) {
        Set<String> names = new TreeSet<>();
        Stream.concat(
                        Stream.of(inputs.text("service"), inputs.findText("sid").orElse("")),
                        inputs.findTextsByName("services").values().stream())
                .filter(name -> !name.isEmpty())
                .forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        return names;
    }

    /** By the name as it is, or with a domain behind it. */
    private static boolean asks(ClientSighting client, Set<String> names) {
        String service = String.valueOf(client.service()).toLowerCase(Locale.ROOT);
        return names.stream().anyMatch(name -> service.equals(name) || service.startsWith(name + "."));
    }

    private static String line(ClientSighting client) {
        return (client.program().isEmpty() ? "a program without a name" : client.program()) + " of " + client.machine()
                + (client.address() == null ? "" : " (" + client.address() + ")") + " asked for " + client.service()
                + ", "
                + client.count() + " times, last at " + client.last();
    }
}
