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
import java.util.ArrayList;
import java.util.Collection;
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
import java.util.stream.Collectors;

/**
 * Services of a database that Oracle Restart manages (11.2 and later), by srvctl of the database's home: its agent starts again what is
 * stopped past it, and what is stopped and not disabled may start as part of another operation, so that a fence stops and
 * disables them (Real Application Clusters Administration and Deployment Guide 12.1, <i>srvctl stop</i>, <i>srvctl disable</i>).
 * PRCD-01120 and PRCR-01001 (Database Error Messages) say that nobody
 * has registered the database. Options are {@code -d} and {@code -s} up to 11.2, {@code -db} and {@code -service} from 12.1 on,
 * where {@code -pdb} names the pluggable database of a service. A state is two words: enabled or disabled, running or stopped.
 *
 * <p>Services that DBMS_SERVICE makes are no concern of Oracle Restart: nobody starts them with the instance. What applications
 * come by is therefore registered ({@code srvctl add service}), and is in the dictionary from its first start on.
 */
public final class RestartServices {
    /** Releases that Oracle Restart manages, and of them those whose options are words. */
    private static final Versions MANAGED = new Versions("11.2", null);

    private static final Versions WORDS = new Versions("12.1", null);

    private static final String UNMANAGED = "==== gulliver unmanaged";

    /** No pluggable database has this name. */
    private static final String NONE = "-";

    private static final String SCRIPT = "srvctl-services.sh";
    private static final String RUNNING = "enabled running";
    private static final String CLOSED = "disabled stopped";
    private static final Pattern NAME = Pattern.compile("Service name: *(\\S+)\\s*");
    private static final Pattern CONTAINED = Pattern.compile("Pluggable database name: *(\\S*)\\s*");
    private static final Pattern STATUS = Pattern.compile("Service (\\S+) is (not )?running.*");

    private final HostScripts scripts;

    public RestartServices(HostScripts scripts) {
        this.scripts = scripts;
    }

    /**
     * What was seen.
     *
     * @param states by name, of the application's services of this database
     * @param managed whether Oracle Restart manages the database
     * @param told what is added to a step's answer where nothing could be seen; empty otherwise
     */
    public record Seen(SortedMap<String, String> states, boolean managed, String told) {}

    /** How the services are that Oracle Restart manages; those of a cluster are a person's, and nothing is seen of them. */
    public Seen look(StepCall call, OracleClient client, Address address) {
        return look(call, client, address, Set.of());
    }

    /**
     * As {@link #look}.
     *
     * @param more services that the database may not know yet
     */
    public Seen look(StepCall call, OracleClient client, Address address, Set<String> more) {
        return look(call, client, address, more, () -> run(call, client, address, "look", new TreeMap<>()));
    }

    /**
     * As {@link #look}, but what was seen first of a database that is managed is the answer for as long as {@link #forget} was not
     * called: for a step that looks and closes.
     */
    public Seen lookOnce(StepCall call, OracleClient client, Address address, Set<String> more) {
        Seen seen = look(
                call,
                client,
                address,
                more,
                () -> scripts.runKept(
                        call,
                        address.host(),
                        kept(call, address),
                        script(call, client, "look"),
                        List.of(services(new TreeMap<>()))));
        if (!seen.managed() && asked(call, client)) {
            forget(call, address);
        }
        return seen;
    }

    /** Forgets what {@link #lookOnce} saw and {@link #register} noted, in whatever step of the run; safe where there is nothing. */
    public void forget(StepCall call, Address address) {
        try {
            scripts.remove(call, address.host(), kept(call, address));
            scripts.forget(address.host(), noted(call, address));
        } catch (SshException | StepFailedException e) {
            // Whoever cannot be asked has kept nothing.
        }
    }

    private static String kept(StepCall call, Address address) {
        return HostScripts.runId(call, "srvctl-look", address.service());
    }

    private static String noted(StepCall call, Address address) {
        return HostScripts.runId(call, "srvctl-added", address.service());
    }

    /**
     * What steps of the run registered, or were about to, for whoever has not heard their answers; none after {@link #forget}.
     */
    public Set<String> added(StepCall call, Address address) {
        return scripts.noted(address.host(), noted(call, address))
                .lines()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * What was registered.
     *
     * @param states that each service is to have once people are let in, by name: what was there before too
     * @param added those that were not there when it was looked
     * @param told what is added to a step's answer of those that srvctl cannot offer; empty otherwise
     */
    public record Registered(SortedMap<String, String> states, List<String> added, String told) {}

    /**
     * Registers services that applications come by where Oracle Restart manages the database; safe to do again.
     *
     * @param seen before anything was registered
     * @param services network names by name
     * @throws StepFailedException CHECK_FAILED with the command for each that srvctl did not take
     */
    public Registered register(
            StepCall call, OracleClient client, Address address, Seen seen, SortedMap<String, String> services) {
        SortedMap<String, String> states = new TreeMap<>();
        SortedMap<String, String> ours = ApplicationServices.ofApplications(client, address, services);
        if (!seen.managed() || ours.isEmpty()) {
            return new Registered(states, List.of(), "");
        }
        List<String> domains = ApplicationServices.domains(client);
        List<String> others = new ArrayList<>();
        ours.forEach((name, network) -> {
            if (network.equalsIgnoreCase(name)
                    || domains.stream().anyMatch(domain -> network.equalsIgnoreCase(name + domain))) {
                states.put(name, RUNNING);
            } else {
                others.add(name + " as " + network);
            }
        });
        List<String> added = states.keySet().stream()
                .filter(name -> !seen.states().containsKey(name))
                .toList();
        if (!added.isEmpty()) {
            add(call, client, address, added);
        }
        return new Registered(
                states,
                added,
                others.isEmpty()
                        ? ""
                        : "; not registered with Oracle Restart, which offers each by its own name: "
                                + String.join(", ", others) + ": nobody starts them with the instance");
    }

    private void add(StepCall call, OracleClient client, Address address, List<String> names) {
        // First: an answer that is lost must leave a trace of what is ours.
        Set<String> ours = added(call, address);
        if (ours.addAll(names)) {
            scripts.note(address.host(), noted(call, address), String.join("\n", ours) + "\n");
        }
        SortedMap<String, String> wanted = new TreeMap<>();
        names.forEach(name -> wanted.put(name, RUNNING));
        HostScripts.Output said = run(call, client, address, "add", wanted);
        SortedMap<String, String> there = states(said.output(), pluggable(client));
        List<String> missing =
                names.stream().filter(name -> !there.containsKey(name)).toList();
        if (said.code() != 0 || !missing.isEmpty()) {
            boolean words = WORDS.contains(client.release());
            String database = uniqueName(client);
            String in = pluggable(client);
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "srvctl does not register services of " + address.name() + ": " + missing + ". On " + address.host()
                            + " it said: " + refusals(said),
                    "As the owner of the Oracle home there, run "
                            + String.join(
                                    "; ",
                                    missing.stream()
                                            .map(name -> "srvctl add service " + (words ? "-db " : "-d ") + database
                                                    + (words ? " -service " : " -s ") + name
                                                    + (in.isEmpty() ? "" : " -pdb " + in))
                                            .toList())
                            + " and retry.");
        }
    }

    /** Takes away what a step registered and nobody started; safe to do again. */
    public void unregister(StepCall call, OracleClient client, Address address, Collection<String> names) {
        SortedMap<String, String> gone = new TreeMap<>();
        names.forEach(name -> gone.put(name, CLOSED));
        if (gone.isEmpty()) {
            return;
        }
        HostScripts.Output said = run(call, client, address, "remove", gone);
        SortedMap<String, String> left = states(said.output(), pluggable(client));
        left.keySet().retainAll(gone.keySet());
        if (said.code() != 0 || !left.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Services of " + address.name() + " are still registered with Oracle Restart: " + left.keySet()
                            + ". srvctl on " + address.host() + " said: " + refusals(said),
                    "Remove them there as the owner of the Oracle home (srvctl remove service), then retry.");
        }
    }

    /** The pluggable database whose services these are; empty where there is none. */
    private static String pluggable(OracleClient client) {
        return Containers.pluggable(client) ? Containers.name(client).orElseThrow() : "";
    }

    private static String uniqueName(OracleClient client) {
        return client.queryOne("database-identity", Map.of()).text("DB_UNIQUE_NAME");
    }

    private static boolean asked(StepCall call, OracleClient client) {
        return Inputs.of(call)
                        .findText("oracle_home")
                        .filter(home -> !home.isEmpty())
                        .isPresent()
                && MANAGED.contains(client.release())
                && !ApplicationServices.ofCluster(client);
    }

    private Seen look(
            StepCall call,
            OracleClient client,
            Address address,
            Set<String> more,
            Supplier<HostScripts.Output> asking) {
        if (!asked(call, client)) {
            return new Seen(new TreeMap<>(), false, "");
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
        ours.addAll(more);
        SortedMap<String, String> states = states(said.output(), pluggable(client));
        states.keySet().retainAll(ours);
        return new Seen(states, said.output().lines().noneMatch(UNMANAGED::equals), "");
    }

    private static Seen unseen(Address address, String why) {
        return new Seen(
                new TreeMap<>(),
                false,
                "; whether Oracle Restart manages services of " + address.name() + " was not seen (" + why
                        + "): where it does, stop and disable them with srvctl before the fence, and enable and start them when"
                        + " it is taken down; srvctl add service registers what it does not know");
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
        SortedMap<String, String> now = states(said.output(), pluggable(client));
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
                        uniqueName(client),
                        Inputs.of(call).text("oracle_home"),
                        pluggable(client),
                        WORDS.contains(client.release())));
    }

    private static JobFile services(SortedMap<String, String> states) {
        StringBuilder lines = new StringBuilder();
        states.forEach(
                (name, state) -> lines.append(name).append(' ').append(state).append('\n'));
        return JobFile.text("services.txt", lines.toString());
    }

    private static Map<String, String> slots(
            String what, String database, String home, String pluggable, boolean words) {
        return Map.of(
                "what",
                what,
                "database",
                database,
                "oracle_home",
                home,
                "pluggable",
                pluggable.isEmpty() ? NONE : pluggable,
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
                .script(host, SCRIPT, slots(what, "«DB_UNIQUE_NAME»", rendering.shown("oracle_home"), "", true))
                .check(
                        "on one instance, from 11.2 on; up to 11.2 the options are -d and -s in place of -db and -service; in a pluggable"
                                + " database write its name in place of the - of pluggable; PRCD-1120 or PRCR-1001 says that"
                                + " Oracle Restart does not manage the database, and there is nothing to do.");
    }

    /**
     * States by name, from what {@code config service} and {@code status service} print.
     *
     * @param pluggable whose services alone count, where the output says whose they are; empty for all
     */
    static SortedMap<String, String> states(String output, String pluggable) {
        Map<String, String> enabled = new TreeMap<>();
        Set<String> others = new TreeSet<>();
        Map<String, String> running = new TreeMap<>();
        String name = null;
        for (String line : output.lines().map(String::strip).toList()) {
            Matcher named = NAME.matcher(line);
            Matcher status = STATUS.matcher(line);
            Matcher contained = CONTAINED.matcher(line);
            if (named.matches()) {
                name = named.group(1);
            } else if (name != null && line.matches("Service is (enabled|disabled)")) {
                enabled.put(name, line.substring("Service is ".length()).toLowerCase(Locale.ROOT));
            } else if (name != null && contained.matches()) {
                if (!pluggable.isEmpty()
                        && !contained.group(1).isEmpty()
                        && !contained.group(1).equalsIgnoreCase(pluggable)) {
                    others.add(name);
                }
            } else if (status.matches()) {
                running.put(status.group(1), status.group(2) == null ? "running" : "stopped");
            }
        }
        enabled.keySet().removeAll(others);
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
