package io.gulliver.lab.oracle;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Oracle Restart of a host, as srvctl shows it: databases that are registered (feature {@code oracle-restart}) and their
 * services. Its agent starts again what was stopped past srvctl and is not disabled. Where each code is from stands in
 * {@code docs/lab.md}; options are {@code -d} and {@code -s}, from 12.1 on {@code -db}, {@code -service} and, to add one of a
 * pluggable database, {@code -pdb} too. What DBMS_SERVICE made it does not know until somebody adds it, and that does not start with the instance; what
 * was added is in the dictionary from its first start on.
 */
final class LabRestart {
    /** Services that are not to be started. */
    static final String DISABLED = "SERVICE DISABLED";

    /** Services that DBMS_SERVICE made and nobody added. */
    static final String UNKNOWN = "SERVICE UNKNOWN TO SRVCTL";

    /** Services that were added and never started: no dictionary has them. */
    static final String ADDED = "SERVICE ADDED";

    static final String FEATURE = "oracle-restart";
    private static final int REFUSED = 2;
    private static final Set<String> VERBS =
            Set.of("config", "status", "start", "stop", "enable", "disable", "add", "remove");

    private final LabOracle oracle;
    private final LabContext context;

    LabRestart(LabOracle oracle, LabContext context) {
        this.oracle = oracle;
        this.context = context;
    }

    /** Services of a database that were added with srvctl: not that of the database itself, which nobody manages. */
    static List<String> services(Connection c, LabDatabaseSpec spec) {
        return spec.has(FEATURE)
                ? Rows.texts(
                        c,
                        "select name from DBA_SERVICES where network_name is not null and name not like 'SYS$%' and name not"
                                + " like '%XDB' and lower(name) not in (?, ?) and name not in (select job_name from LAB$JOBS where"
                                + " owner_name = ?) union select job_name from LAB$JOBS where owner_name = ? order by 1",
                        spec.service().toLowerCase(Locale.ROOT),
                        spec.name().toLowerCase(Locale.ROOT),
                        UNKNOWN,
                        ADDED)
                : List.of();
    }

    /** Whether the agent starts this service again once it is stopped past srvctl. */
    static boolean restarts(Connection c, LabDatabaseSpec spec, String service) {
        return services(c, spec).contains(service) && !marked(c, DISABLED, service);
    }

    /** Instances that start take with them what is not disabled, and under Oracle Restart only what it knows. */
    static void started(Connection c, LabDatabaseSpec spec) {
        Rows.run(
                c,
                "delete from LAB$JOBS where owner_name = ? and job_name not in (select job_name from LAB$JOBS where owner_name ="
                        + " ?)",
                LabCommands.STOPPED,
                DISABLED);
        if (spec.has(FEATURE)) {
            Rows.texts(c, "select job_name from LAB$JOBS where owner_name = ?", UNKNOWN)
                    .forEach(service -> mark(c, LabCommands.STOPPED, service, true));
            Rows.texts(c, "select job_name from LAB$JOBS where owner_name = ?", ADDED).stream()
                    .filter(service -> !marked(c, DISABLED, service))
                    .forEach(service -> first(c, service));
        }
    }

    /** What was added comes into the dictionary, by its own name and the domain of the database. */
    private static void first(Connection c, String service) {
        if (marked(c, ADDED, service)) {
            mark(c, ADDED, service, false);
            String domain = Rows.texts(c, "select \"VALUE\" from GV$PARAMETER where name = 'db_domain'").stream()
                    .filter(value -> value != null && !value.isEmpty())
                    .findFirst()
                    .map(value -> "." + value)
                    .orElse("");
            Rows.insert(
                    c,
                    "DBA_SERVICES",
                    Rows.row(
                            "service_id",
                            Rows.number(c, "select max(service_id) + 1 from DBA_SERVICES"),
                            "name",
                            service,
                            "network_name",
                            service + domain));
        }
    }

    private static boolean marked(Connection c, String kind, String service) {
        return Rows.number(c, "select count(*) from LAB$JOBS where owner_name = ? and job_name = ?", kind, service) > 0;
    }

    private static void mark(Connection c, String kind, String service, boolean marked) {
        Rows.run(c, "delete from LAB$JOBS where owner_name = ? and job_name = ?", kind, service);
        if (marked) {
            Rows.run(
                    c,
                    "insert into LAB$JOBS (owner_name, job_name, request, progress) values (?, ?, '', '')",
                    kind,
                    service);
        }
    }

    /** What srvctl calls the database: a pluggable one is within that of its container. */
    private static String unique(LabDatabaseSpec spec) {
        return spec.setting("container").orElse(spec.name());
    }

    /** What srvctl does with databases and services; its exit code. */
    int run(ProgramCall call, int major) {
        List<String> words = call.arguments();
        if (words.size() < 2 || !VERBS.contains(words.get(0))) {
            return unplayed(call, "srvctl " + String.join(" ", words));
        }
        if (!List.of("database", "service").contains(words.get(1))) {
            call.print("PRKO-2011 : Invalid object specified on command line: " + words.get(1));
            return 1;
        }
        Map<String, String> options = new HashMap<>();
        List<String> unknown = new ArrayList<>();
        for (int i = 2; i < words.size(); i++) {
            String option = words.get(i);
            String value = i + 1 < words.size() && !words.get(i + 1).startsWith("-") ? words.get(++i) : null;
            if (!known(option, major, words.get(0), words.get(1))) {
                unknown.add(option);
            } else if (value == null) {
                return incomplete(call);
            } else {
                options.put(option.equals("-pdb") ? "pdb" : option.startsWith("-d") ? "db" : "service", value);
            }
        }
        if (!unknown.isEmpty()) {
            unknown.forEach(option -> call.print("PRKO-2002 : Invalid command line option: " + option));
            return 1;
        }
        List<LabDatabaseSpec> registered = oracle.databases().stream()
                .filter(spec -> spec.host().equals(call.host()) && spec.has(FEATURE))
                .toList();
        String unique = options.get("db");
        if (unique == null) {
            if (!words.get(0).equals("config") || words.get(1).equals("service")) {
                return incomplete(call);
            }
            registered.stream().map(LabRestart::unique).distinct().forEach(call::print);
            return 0;
        }
        List<LabDatabaseSpec> members = registered.stream()
                .filter(one -> unique(one).equalsIgnoreCase(unique))
                .toList();
        if (members.isEmpty()) {
            call.print("PRCD-1120 : The resource for database " + unique + " could not be found.");
            call.print("PRCR-1001 : Resource ora." + unique.toLowerCase(Locale.ROOT) + ".db does not exist");
            return 1;
        }
        try {
            return words.get(1).equals("database")
                    ? database(call, words.get(0), unique(members.get(0)))
                    : services(call, words.get(0), members, options, major);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean known(String option, int major, String verb, String object) {
        return option.equals("-d")
                || option.equals("-s") && object.equals("service")
                || major >= 12
                        && (option.equals("-db")
                                || object.equals("service")
                                        && (option.equals("-service") || option.equals("-pdb") && verb.equals("add")));
    }

    /** An option that must be there is not. */
    private static int incomplete(ProgramCall call) {
        call.print("PRKO-2000 : Invalid command line syntax for a single instance database");
        return 1;
    }

    private static int unplayed(ProgramCall call, String what) {
        call.print("LAB-00007: the lab does not play " + what);
        return 1;
    }

    private static int database(ProgramCall call, String verb, String unique) {
        if (!verb.equals("config")) {
            return unplayed(call, "srvctl " + verb + " database");
        }
        for (String line : List.of(
                "Database unique name: " + unique,
                "Oracle user: oracle",
                "Start options: open",
                "Database role: PRIMARY",
                "Management policy: AUTOMATIC",
                "Database is enabled",
                "Database instance: " + unique)) {
            call.print(line);
        }
        return 0;
    }

    /** @param members the root and the pluggable databases that the lab has of it, or the one database */
    private int services(
            ProgramCall call, String verb, List<LabDatabaseSpec> members, Map<String, String> options, int major)
            throws SQLException {
        String one = options.get("service");
        if (one == null && !verb.equals("config") && !verb.equals("status")) {
            return incomplete(call);
        }
        SortedMap<String, LabDatabaseSpec> all = new TreeMap<>();
        for (LabDatabaseSpec member : members) {
            try (Connection c = connect(member)) {
                services(c, member).forEach(service -> all.put(service, member));
            }
        }
        if (verb.equals("add")) {
            return add(call, members, String.valueOf(one), options.get("pdb"), all.containsKey(one));
        }
        if (one != null && !all.containsKey(one)) {
            call.print("PRCR-1001 : Resource " + resource(members.get(0), one) + " does not exist");
            return 1;
        }
        int code = 0;
        for (String service : one == null ? all.keySet() : Set.of(one)) {
            LabDatabaseSpec member = all.get(service);
            try (Connection c = connect(member)) {
                code = Math.max(code, service(call, verb, member, c, service, major));
            }
        }
        return code;
    }

    private Connection connect(LabDatabaseSpec spec) throws SQLException {
        return oracle.find(spec.host(), spec.service()).orElseThrow().connect();
    }

    /** Without the name of a pluggable database the service is the root's. */
    private int add(
            ProgramCall call, List<LabDatabaseSpec> members, String service, @Nullable String pdb, boolean known)
            throws SQLException {
        if (known) {
            call.print("PRKO-3117 : Service " + service + " already exists in database " + unique(members.get(0)));
            return 1;
        }
        Optional<LabDatabaseSpec> of = members.stream()
                .filter(member -> pdb == null
                        ? member.kind() != LabDatabaseSpec.Kind.PDB
                        : member.kind() == LabDatabaseSpec.Kind.PDB
                                && member.name().equalsIgnoreCase(pdb))
                .findFirst();
        if (of.isEmpty()) {
            return unplayed(call, "services of " + (pdb == null ? "a root that it does not have" : pdb));
        }
        try (Connection c = connect(of.get())) {
            if (marked(c, UNKNOWN, service)) {
                mark(c, UNKNOWN, service, false);
            } else {
                mark(c, ADDED, service, true);
            }
        }
        return done(of.get(), "add", service, Effect.CREATED);
    }

    /** What started once stays in the dictionary. */
    private int remove(ProgramCall call, LabDatabaseSpec spec, Connection c, String service) {
        if (!marked(c, ADDED, service) && !marked(c, LabCommands.STOPPED, service)) {
            return unplayed(call, "the words in which srvctl keeps a service that runs: stop " + service + " first");
        }
        mark(c, DISABLED, service, false);
        if (marked(c, ADDED, service)) {
            mark(c, ADDED, service, false);
        } else {
            mark(c, UNKNOWN, service, true);
        }
        return done(spec, "remove", service, Effect.DELETED);
    }

    private static String resource(LabDatabaseSpec spec, String service) {
        return ("ora." + unique(spec) + "." + service + ".svc").toLowerCase(Locale.ROOT);
    }

    private int service(ProgramCall call, String verb, LabDatabaseSpec spec, Connection c, String service, int major) {
        boolean disabled = marked(c, DISABLED, service);
        boolean stopped = marked(c, LabCommands.STOPPED, service) || marked(c, ADDED, service);
        switch (verb) {
            case "config":
                call.print("Service name: " + service);
                call.print("Cardinality: SINGLETON");
                call.print("Management policy: AUTOMATIC");
                if (major >= 12) {
                    call.print(
                            "Pluggable database name: " + (spec.kind() == LabDatabaseSpec.Kind.PDB ? spec.name() : ""));
                }
                call.print(disabled ? "Service is disabled" : "Service is enabled");
                return 0;
            case "status":
                call.print("Service " + service + (stopped ? " is not running." : " is running"));
                return 0;
            case "stop":
                if (stopped) {
                    return refused(
                            call,
                            "PRCC-1016 : " + service + " was already stopped",
                            "PRCR-1005",
                            spec,
                            service,
                            "stopped");
                }
                mark(c, LabCommands.STOPPED, service, true);
                return done(spec, verb, service, Effect.STOPPED);
            case "start":
                if (disabled) {
                    call.print("PRCD-1133 : failed to start services " + service + " for database " + unique(spec));
                    call.print("PRCR-1095 : Failed to start resources using filter ((NAME == " + resource(spec, service)
                            + ") AND (TYPE == ora.service.type))");
                    call.print("CRS-2501: Resource '" + resource(spec, service) + "' is disabled");
                    return 1;
                }
                if (!stopped) {
                    return refused(
                            call,
                            "PRCC-1014 : " + service + " was already running",
                            "PRCR-1004",
                            spec,
                            service,
                            "running");
                }
                mark(c, LabCommands.STOPPED, service, false);
                first(c, service);
                return done(spec, verb, service, Effect.STARTED);
            case "remove":
                return remove(call, spec, c, service);
            case "enable":
                if (!disabled) {
                    return refused(
                            call,
                            "PRCC-1010 : " + service + " was already enabled",
                            "PRCR-1002",
                            spec,
                            service,
                            "enabled");
                }
                mark(c, DISABLED, service, false);
                return done(spec, verb, service, Effect.CHANGED);
            default:
                if (disabled) {
                    return refused(
                            call,
                            "PRCC-1012 : " + service + " was already disabled",
                            "PRCR-1003",
                            spec,
                            service,
                            "disabled");
                }
                mark(c, DISABLED, service, true);
                return done(spec, verb, service, Effect.CHANGED);
        }
    }

    private static int refused(
            ProgramCall call, String told, String by, LabDatabaseSpec spec, String service, String state) {
        call.print(told);
        call.print(by + " : Resource " + resource(spec, service) + " is already " + state);
        return REFUSED;
    }

    private int done(LabDatabaseSpec spec, String verb, String service, Effect effect) {
        context.ledger().record(spec.system(), verb + "-service", service, "srvctl", effect, Map.of());
        return 0;
    }
}
