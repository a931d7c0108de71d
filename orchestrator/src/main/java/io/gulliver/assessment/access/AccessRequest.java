package io.gulliver.assessment.access;

import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One request for everything that is not open, granted or switched on yet, in the form that each team works with. */
public final class AccessRequest {
    private static final String BASE = "CREATE SESSION";
    private static final String CATALOGUE = "SELECT_CATALOG_ROLE";

    private final String program;
    private final String zone;
    private final List<AccessLine> lines;

    /**
     * @param program its title
     * @param zone whose workers log on
     * @param lines all databases that the request is about
     */
    public AccessRequest(String program, String zone, List<AccessLine> lines) {
        this.program = program;
        this.zone = zone;
        this.lines = List.copyOf(lines);
    }

    /**
     * One connection that a firewall must let through.
     *
     * @param zone of the workers that open it
     * @param worker the machine that was seen there, or empty
     * @param from its network address towards the destination, or empty
     * @param host destination
     * @param to network address that its name stands for, or empty
     * @param port destination
     * @param protocol {@code tcp}
     * @param purpose what for
     * @param databases whose work it is, divided by a blank
     * @param state {@code open}, {@code closed} or {@code not tried}
     * @param role key of the role that opens it; empty when it is open
     * @param action what must be done; empty when it is open
     */
    public record Flow(
            String zone,
            String worker,
            String from,
            String host,
            String to,
            int port,
            String protocol,
            String purpose,
            String databases,
            String state,
            String role,
            String action) {}

    /** Every connection once, in the order of the databases; those that are open only where {@code all} is wanted. */
    public List<Flow> flows(boolean all) {
        Map<String, Flow> flows = new LinkedHashMap<>();
        for (AccessLine line : lines) {
            String host = line.host();
            if (host == null) {
                continue;
            }
            if (!line.state().reached().isEmpty()) {
                line.state().reached().forEach(reach -> add(flows, line, reach));
                // what stands behind something that does not work was not tried, and is needed all the same
                known(
                        flows,
                        line,
                        host,
                        line.state().reached().stream()
                                .map(AccessReach::purpose)
                                .collect(Collectors.toSet()));
                continue;
            }
            known(flows, line, host, Set.of());
        }
        return flows.values().stream()
                .filter(flow -> all || !flow.state().equals("open"))
                .toList();
    }

    /** Connections as the inventory and the landscape know them, for purposes of which none was tried. */
    private void known(Map<String, Flow> flows, AccessLine line, String host, Set<String> tried) {
        if (!tried.contains("Oracle Net") && line.state().state(AccessItem.PORT) != AccessState.NEEDLESS) {
            add(flows, line, host, line.port(), "Oracle Net", line.state().state(AccessItem.PORT));
        }
        AccessLine.Shell shell = line.shell();
        if (!tried.contains("SSH") && line.state().state(AccessItem.SSH) != AccessState.NEEDLESS) {
            AccessState key = line.state().state(AccessItem.HOST_KEY);
            // whoever shows a host key has been reached, whatever came of the login
            add(
                    flows,
                    line,
                    shell == null ? host : shell.address(),
                    shell == null ? 22 : shell.port(),
                    "SSH",
                    key == AccessState.UNKNOWN ? line.state().state(AccessItem.SSH) : AccessState.GOOD);
        }
    }

    private void add(
            Map<String, Flow> flows, AccessLine line, String host, int port, String purpose, AccessState state) {
        add(flows, line, new AccessReach(host, port, purpose, state, null, null, null, null));
    }

    private void add(Map<String, Flow> flows, AccessLine line, AccessReach reach) {
        String state = word(reach.state());
        boolean open = state.equals("open");
        Flow flow = new Flow(
                zone,
                orEmpty(line.state().worker()),
                orEmpty(reach.from()),
                reach.host(),
                orEmpty(reach.to()),
                reach.port(),
                "tcp",
                reach.purpose(),
                line.database(),
                state,
                open ? "" : Objects.requireNonNullElse(reach.role(), "network"),
                open
                        ? ""
                        : Objects.requireNonNullElse(
                                reach.action(),
                                "Open tcp " + reach.host() + ":" + reach.port()
                                        + " in the firewalls between the workers and the host."));
        flows.merge(reach.host() + ":" + reach.port(), flow, AccessRequest::both);
    }

    private static Flow both(Flow one, Flow more) {
        Flow better = more.state().equals("open") && !one.state().equals("open")
                        || one.state().equals("not tried") && more.state().equals("closed")
                ? more
                : one;
        String databases = Stream.concat(
                        Arrays.stream(one.databases().split(" ")),
                        Arrays.stream(more.databases().split(" ")))
                .distinct()
                .collect(Collectors.joining(" "));
        return new Flow(
                one.zone(),
                one.worker().isEmpty() ? more.worker() : one.worker(),
                one.from().isEmpty() ? more.from() : one.from(),
                one.host(),
                one.to().isEmpty() ? more.to() : one.to(),
                one.port(),
                one.protocol(),
                one.purpose(),
                databases,
                better.state(),
                better.role(),
                better.action());
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String word(AccessState state) {
        return switch (state) {
            case GOOD -> "open";
            case BAD -> "closed";
            case UNKNOWN, NEEDLESS -> "not tried";
        };
    }

    /** The grants for every database that lacks some, each to be run there as SYSDBA; empty when none does. */
    public String grants() {
        StringBuilder script = new StringBuilder();
        for (AccessLine line : lines) {
            List<String> missing = missing(line);
            if (!missing.isEmpty()) {
                script.append(grants(line, missing));
            }
        }
        return script.toString();
    }

    /** What the user lacks; for a database that nobody could ask, what every database needs. */
    private static List<String> missing(AccessLine line) {
        if (line.state().state(AccessItem.LOGIN) == AccessState.NEEDLESS) {
            return List.of();
        }
        Set<String> missing = new LinkedHashSet<>(line.state().missing());
        if (line.state().state(AccessItem.CREATE_SESSION) != AccessState.GOOD) {
            missing.add(BASE);
        }
        if (line.state().state(AccessItem.CATALOGUE) != AccessState.GOOD) {
            missing.add(CATALOGUE);
        }
        return missing.stream().filter(AccessRequest::grantable).toList();
    }

    private static String grants(AccessLine line, List<String> missing) {
        String user = line.user() == null ? "GULLIVER_READER" : quoted(line.user());
        StringBuilder script = new StringBuilder();
        script.append("-- Database ")
                .append(plain(line.database()))
                .append(", service ")
                .append(plain(line.service()))
                .append(" on ")
                .append(plain(line.host()))
                .append(':')
                .append(line.port())
                .append("\n-- Run there as SYSDBA. Rights to read and nothing more; no password stands here.\n");
        if (line.state().state(AccessItem.LOGIN) != AccessState.GOOD) {
            script.append("-- Where the user is not there yet, make it first and hand its password over as agreed:\n")
                    .append("-- CREATE USER ")
                    .append(user)
                    .append(" IDENTIFIED BY \"&password\";\n");
        }
        missing.forEach(right -> script.append("GRANT ")
                .append(right)
                .append(" TO ")
                .append(user)
                .append(";\n"));
        return script.append('\n').toString();
    }

    /** Names of rights and of objects, and nothing that could end a statement. */
    private static boolean grantable(String right) {
        return right.matches("[A-Z][A-Z0-9_$# ]*( ON [A-Z0-9_$#.]+)?");
    }

    private static String quoted(String user) {
        String name = user.toUpperCase(java.util.Locale.ROOT);
        return name.matches("[A-Z][A-Z0-9_$#]*") ? name : "\"" + user.replace("\"", "") + "\"";
    }

    /** A comment ends with its line: nothing from an inventory may begin another. */
    private static String plain(@Nullable String text) {
        return text == null ? "(not in the inventory)" : text.replaceAll("\\p{Cntrl}", " ");
    }

    /**
     * The request in words, for each team what it must do, with the databases for which the same must be done together.
     *
     * @param teams name of a team by the key of its role
     */
    public String words(Map<String, String> teams) {
        StringBuilder text = new StringBuilder();
        text.append("Access for the migration program ")
                .append(plain(program))
                .append("\n\nThe workers of zone ")
                .append(zone)
                .append(workers())
                .append(" read ")
                .append(lines.size())
                .append(" databases and their hosts. They read only; nothing is changed there.\n");
        List<Flow> closed = flows(false);
        if (!closed.isEmpty()) {
            text.append("\nConnections to open, from zone ")
                    .append(zone)
                    .append(" (the CSV of this request lists them too):\n");
            closed.forEach(flow -> text.append("  tcp ")
                    .append(flow.from().isEmpty() ? "" : "from " + flow.from() + " to ")
                    .append(plain(flow.host()))
                    .append(flow.to().isEmpty() || flow.to().equals(flow.host()) ? "" : " (" + flow.to() + ")")
                    .append(':')
                    .append(flow.port())
                    .append("  ")
                    .append(flow.purpose())
                    .append(", ")
                    .append(flow.state())
                    .append("  for ")
                    .append(plain(flow.databases()))
                    .append('\n'));
        }
        todo().forEach((role, tasks) -> {
            text.append('\n').append(teams.getOrDefault(role, role)).append('\n');
            tasks.forEach((action, databases) -> text.append("  - ")
                    .append(plain(action))
                    .append("\n    for ")
                    .append(plain(String.join(", ", databases)))
                    .append('\n'));
        });
        long grants = lines.stream().filter(line -> !missing(line).isEmpty()).count();
        if (grants > 0) {
            text.append("\nThe SQL script of this request holds the grants for ")
                    .append(grants)
                    .append(" databases. It stands at the end of this text too.\n");
        }
        long untried =
                lines.stream().filter(line -> line.state().checkedAt() == null).count();
        if (untried > 0) {
            text.append("\n").append(untried).append(" databases were not tried yet.\n");
        }
        if (grants > 0) {
            text.append("\nGrants\n\n").append(grants());
        }
        return text.toString();
    }

    private String workers() {
        Set<String> workers = lines.stream()
                .map(line -> line.state().worker())
                .filter(java.util.Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
        return workers.isEmpty() ? "" : " (" + String.join(", ", workers) + ")";
    }

    /** What must be done, by role and by action, with the databases for which it is the same. */
    public Map<String, Map<String, List<String>>> todo() {
        Map<String, Map<String, List<String>>> todo = new TreeMap<>();
        for (AccessLine line : lines) {
            for (AccessFinding finding : line.state().findings().values()) {
                if (finding.state() == AccessState.BAD) {
                    String role = finding.role() == null ? finding.item().role() : finding.role();
                    String action = finding.action() == null ? finding.seen() : finding.action();
                    todo.computeIfAbsent(role, key -> new LinkedHashMap<>())
                            .computeIfAbsent(action, key -> new ArrayList<>())
                            .add(line.database());
                }
            }
        }
        return todo;
    }
}
