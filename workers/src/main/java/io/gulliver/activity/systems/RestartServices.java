package io.gulliver.activity.systems;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleStatement.Versions;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Services of a database that Oracle Restart manages (11.2 and later), by srvctl of the database's home: its agent starts again what is
 * stopped past it, and what is stopped and not disabled may start as part of another operation, so that a fence stops and
 * disables them (Real Application Clusters Administration and Deployment Guide 12.1, <i>srvctl stop</i>, <i>srvctl disable</i>).
 * PRCD-01120 and PRCR-01001 (Database Error Messages) say that nobody
 * has registered the database. Options are {@code -d} and {@code -s} up to 11.2, {@code -db} and {@code -service} from 12.1 on. A state is two words:
 * enabled or disabled, running or stopped.
 */
public final class RestartServices {
    /** Releases that Oracle Restart manages, and of them those whose options are words. */
    private static final Versions MANAGED = new Versions("11.2", null);

    private static final Versions WORDS = new Versions("12.1", null);

    private static final String SCRIPT = "srvctl-services.sh";
    private static final String CLOSED = "disabled stopped";
    private static final Pattern NAME = Pattern.compile("Service name: *(\\S+)\\s*");
    private static final Pattern STATUS = Pattern.compile("Service (\\S+) is (not )?running.*");

    private final HostScripts scripts;

    public RestartServices(HostScripts scripts) {
        this.scripts = scripts;
    }

    /**
     * What was seen.
     *
     * @param states by name, of the application's services of this database
     * @param told what is added to a step's answer where nothing could be seen; empty otherwise
     */
    public record Seen(SortedMap<String, String> states, String told) {}

    /** How the services are that Oracle Restart manages; those of a cluster are a person's, and nothing is seen of them. */
    public Seen look(StepCall call, OracleClient client, Address address) {
        return look(call, client, address, () -> run(call, client, address, "look", new TreeMap<>()));
    }

    /**
     * As {@link #look}, but what was seen first of services that are managed is the answer for as long as {@link #forget} was not
     * called: for a step that looks and closes.
     */
    public Seen lookOnce(StepCall call, OracleClient client, Address address) {
        Seen seen = look(
                call,
                client,
                address,
                () -> scripts.runKept(
                        call,
                        address.host(),
                        kept(call),
                        script(call, client, "look"),
                        List.of(services(new TreeMap<>()))));
        if (seen.states().isEmpty()) {
            forget(call, client, address);
        }
        return seen;
    }

    /** Forgets what {@link #lookOnce} saw; safe where it saw nothing. */
    public void forget(StepCall call, OracleClient client, Address address) {
        if (asked(call, client)) {
            try {
                scripts.remove(call, address.host(), kept(call));
            } catch (SshException | StepFailedException e) {
                // Whoever cannot be asked has kept nothing.
            }
        }
    }

    private static String kept(StepCall call) {
        return HostScripts.stepId(call, "srvctl-look");
    }

    private static boolean asked(StepCall call, OracleClient client) {
        return Inputs.of(call)
                        .findText("oracle_home")
                        .filter(home -> !home.isEmpty())
                        .isPresent()
                && MANAGED.contains(client.release())
                && !ApplicationServices.ofCluster(client);
    }

    private Seen look(StepCall call, OracleClient client, Address address, Supplier<HostScripts.Output> asking) {
        if (!asked(call, client)) {
            return new Seen(new TreeMap<>(), "");
        }
        HostScripts.Output said;
        try {
            said = asking.get();
        } catch (SshException e) {
            return unseen(address, String.valueOf(e.getMessage()));
        } catch (StepFailedException e) {
            if (!e.failure().code().equals(FailureCode.SYSTEM_UNKNOWN.name())) {
                throw e;
            }
            return unseen(address, "there is no login for its host");
        }
        if (said.code() != 0) {
            return unseen(address, said.lastLine());
        }
        Set<String> ours = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        ours.addAll(ApplicationServices.known(client, address));
        SortedMap<String, String> states = states(said.output());
        states.keySet().retainAll(ours);
        return new Seen(states, "");
    }

    private static Seen unseen(Address address, String why) {
        return new Seen(
                new TreeMap<>(),
                "; whether Oracle Restart manages services of " + address.name() + " was not seen (" + why
                        + "): where it does, stop and disable them with srvctl before the fence, and enable and start them when"
                        + " it is taken down");
    }

    /** Stops and disables these services; safe to do again. */
    public void close(StepCall call, OracleClient client, Address address, SortedMap<String, String> states) {
        TreeMap<String, String> wanted = new TreeMap<>(states);
        wanted.replaceAll((name, state) -> CLOSED);
        act(call, client, address, "close", states, wanted);
    }

    /** Enables and starts of these services what was enabled and running; safe to do again. */
    public void open(StepCall call, OracleClient client, Address address, SortedMap<String, String> states) {
        act(call, client, address, "open", states, states);
    }

    private void act(
            StepCall call,
            OracleClient client,
            Address address,
            String what,
            SortedMap<String, String> states,
            SortedMap<String, String> wanted) {
        if (states.isEmpty()) {
            return;
        }
        HostScripts.Output said = run(call, client, address, what, states);
        SortedMap<String, String> now = states(said.output());
        TreeMap<String, String> wrong = new TreeMap<>(wanted);
        wrong.entrySet().removeIf(one -> one.getValue().equals(now.get(one.getKey())));
        if (said.code() != 0 || !wrong.isEmpty()) {
            wrong.replaceAll((name, state) -> now.getOrDefault(name, "unknown") + ", wanted " + state);
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Services of " + address.name() + " that Oracle Restart manages are not as wanted: " + wrong
                            + ". srvctl on " + address.host() + " said: " + refusals(said),
                    "Do it there as the owner of the Oracle home (srvctl stop, disable, enable, start service), then retry.");
        }
    }

    private static String refusals(HostScripts.Output said) {
        List<String> lines = said.output()
                .lines()
                .filter(line -> line.matches("(PR|CRS)[A-Z]*-\\d+.*"))
                .toList();
        return lines.isEmpty() ? said.lastLine() : String.join("; ", lines);
    }

    private HostScripts.Output run(
            StepCall call, OracleClient client, Address address, String what, SortedMap<String, String> states) {
        return scripts.run(
                call, address.host(), "srvctl-" + what, script(call, client, what), List.of(services(states)));
    }

    private static String script(StepCall call, OracleClient client, String what) {
        return ScriptTemplate.load(SCRIPT)
                .render(slots(
                        what,
                        client.queryOne("database-identity", Map.of()).text("DB_UNIQUE_NAME"),
                        Inputs.of(call).text("oracle_home"),
                        WORDS.contains(client.release())));
    }

    private static JobFile services(SortedMap<String, String> states) {
        StringBuilder lines = new StringBuilder();
        states.forEach(
                (name, state) -> lines.append(name).append(' ').append(state).append('\n'));
        return JobFile.text("services.txt", lines.toString());
    }

    private static Map<String, String> slots(String what, String database, String home, boolean words) {
        return Map.of(
                "what",
                what,
                "database",
                database,
                "oracle_home",
                home,
                "of_database",
                words ? "-db" : "-d",
                "of_service",
                words ? "-service" : "-s");
    }

    /** What a person runs on the host, from 12.1 on; before that the options are -d and -s. */
    public static void render(Rendering rendering, String what) {
        String host = rendering.shown("host");
        if (!what.equals("look")) {
            rendering.file(
                    host,
                    "services.txt",
                    "«name, enabled or disabled, running or stopped, of each service that srvctl showed»");
        }
        rendering
                .script(host, SCRIPT, slots(what, "«DB_UNIQUE_NAME»", rendering.shown("oracle_home"), true))
                .check(
                        "on one instance, from 11.2 on; up to 11.2 the options are -d and -s in place of -db and -service; PRCD-1120 or PRCR-1001 says that"
                                + " Oracle Restart does not manage the database, and there is nothing to do.");
    }

    /** States by name, from what {@code config service} and {@code status service} print. */
    static SortedMap<String, String> states(String output) {
        Map<String, String> enabled = new TreeMap<>();
        Map<String, String> running = new TreeMap<>();
        String name = null;
        for (String line : output.lines().map(String::strip).toList()) {
            Matcher named = NAME.matcher(line);
            Matcher status = STATUS.matcher(line);
            if (named.matches()) {
                name = named.group(1);
            } else if (name != null && line.matches("Service is (enabled|disabled)")) {
                enabled.put(name, line.substring("Service is ".length()).toLowerCase(Locale.ROOT));
            } else if (status.matches()) {
                running.put(status.group(1), status.group(2) == null ? "running" : "stopped");
            }
        }
        SortedMap<String, String> states = new TreeMap<>();
        enabled.forEach((service, state) -> {
            String runs = running.get(service);
            if (runs != null) {
                states.put(service, state + " " + runs);
            }
        });
        return states;
    }
}
