package io.gulliver.lab.oracle;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Oracle Restart of a host, as srvctl shows it: databases that are registered (feature {@code oracle-restart}) and their
 * services. Its agent starts again what was stopped past srvctl and is not disabled. Codes are those of Database Error Messages (PRCC-01000,
 * PRCD-01000, PRCR-01000, PRKO-03117); options are {@code -d} and {@code -s}, from 12.1 on {@code -db}, {@code -service} and
 * {@code -pdb} too. What DBMS_SERVICE made it does not know until somebody adds it, and that does not start with the instance; what
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

    /** What srvctl does with databases and services; its exit code. */
    int run(ProgramCall call, int major) {
        List<String> words = call.arguments();
        if (words.size() < 2
                || !VERBS.contains(words.get(0))
                || !List.of("database", "service").contains(words.get(1))) {
            call.print("PRKO-2001: invalid command syntax");
            return 1;
        }
        Map<String, String> options = new HashMap<>();
        for (int i = 2; i < words.size(); i += 2) {
            String option = words.get(i);
            boolean known = option.equals("-d")
                    || option.equals("-s")
                    || major >= 12
                            && (option.equals("-db")
                                    || option.equals("-service")
                                    || option.equals("-pdb") && words.get(0).equals("add"));
            if (!known || i + 1 == words.size()) {
                call.print("PRKO-2002 : Invalid command line option: " + option);
                return 1;
            }
            options.put(option.equals("-pdb") ? "pdb" : option.startsWith("-d") ? "db" : "service", words.get(i + 1));
        }
        List<LabDatabaseSpec> registered = oracle.databases().stream()
                .filter(spec -> spec.host().equals(call.host()) && spec.has(FEATURE))
                .toList();
        String unique = options.get("db");
        if (unique == null) {
            if (!words.get(0).equals("config") || words.get(1).equals("service")) {
                call.print("PRKO-2001: invalid command syntax");
                return 1;
            }
            registered.forEach(spec -> call.print(spec.name()));
            return 0;
        }
        Optional<LabDatabaseSpec> spec = registered.stream()
                .filter(one -> one.name().equalsIgnoreCase(unique))
                .findFirst();
        if (spec.isEmpty()) {
            call.print("PRCD-1120 : The resource for database " + unique + " could not be found.");
            call.print("PRCR-1001 : Resource ora." + unique.toLowerCase(Locale.ROOT) + ".db does not exist");
            return 1;
        }
        LabDatabase database = oracle.find(call.host(), spec.get().service()).orElseThrow();
        try (Connection c = database.connect()) {
            return words.get(1).equals("database")
                    ? database(call, words.get(0), spec.get())
                    : services(call, words.get(0), spec.get(), c, options.get("service"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int database(ProgramCall call, String verb, LabDatabaseSpec spec) {
        if (!verb.equals("config")) {
            call.print("PRKO-2001: invalid command syntax");
            return 1;
        }
        for (String line : List.of(
                "Database unique name: " + spec.name(),
                "Oracle user: oracle",
                "Start options: open",
                "Database role: PRIMARY",
                "Management policy: AUTOMATIC",
                "Database is enabled",
                "Database instance: " + spec.name())) {
            call.print(line);
        }
        return 0;
    }

    private int services(ProgramCall call, String verb, LabDatabaseSpec spec, Connection c, String one) {
        List<String> all = services(c, spec);
        if (one == null && !verb.equals("config") && !verb.equals("status")) {
            call.print("PRKO-2001: invalid command syntax");
            return 1;
        }
        if (verb.equals("add")) {
            return add(call, spec, c, String.valueOf(one), all.contains(one));
        }
        if (one != null && !all.contains(one)) {
            call.print("PRCR-1001 : Resource " + resource(spec, one) + " does not exist");
            return 1;
        }
        int code = 0;
        for (String service : one == null ? all : List.of(one)) {
            code = Math.max(code, service(call, verb, spec, c, service));
        }
        return code;
    }

    private int add(ProgramCall call, LabDatabaseSpec spec, Connection c, String service, boolean known) {
        if (known) {
            call.print("PRKO-3117 : Service " + service + " already exists in database " + spec.name());
            return 1;
        }
        if (marked(c, UNKNOWN, service)) {
            mark(c, UNKNOWN, service, false);
        } else {
            mark(c, ADDED, service, true);
        }
        return done(spec, "add", service, Effect.CREATED);
    }

    /** What started once stays in the dictionary. */
    private int remove(ProgramCall call, LabDatabaseSpec spec, Connection c, String service) {
        if (!marked(c, ADDED, service) && !marked(c, LabCommands.STOPPED, service)) {
            call.print("PRCR-1025 : Resource " + resource(spec, service) + " is still running");
            return 1;
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
        return ("ora." + spec.name() + "." + service + ".svc").toLowerCase(Locale.ROOT);
    }

    private int service(ProgramCall call, String verb, LabDatabaseSpec spec, Connection c, String service) {
        boolean disabled = marked(c, DISABLED, service);
        boolean stopped = marked(c, LabCommands.STOPPED, service) || marked(c, ADDED, service);
        switch (verb) {
            case "config":
                call.print("Service name: " + service);
                call.print(disabled ? "Service is disabled" : "Service is enabled");
                call.print("Cardinality: SINGLETON");
                call.print("Management policy: AUTOMATIC");
                return 0;
            case "status":
                call.print("Service " + service + (stopped ? " is not running." : " is running"));
                return 0;
            case "stop":
                if (stopped) {
                    return refused(call, 1016, service + " was already stopped", 1005, spec, service, "stopped");
                }
                mark(c, LabCommands.STOPPED, service, true);
                return done(spec, verb, service, Effect.STOPPED);
            case "start":
                if (disabled) {
                    call.print("PRCD-1133 : failed to start services " + service + " for database " + spec.name());
                    call.print("PRCR-1095 : Failed to start resources using filter");
                    call.print("CRS-2501: Resource '" + resource(spec, service) + "' is disabled");
                    return 1;
                }
                if (!stopped) {
                    return refused(call, 1014, service + " was already running", 1004, spec, service, "running");
                }
                mark(c, LabCommands.STOPPED, service, false);
                first(c, service);
                return done(spec, verb, service, Effect.STARTED);
            case "remove":
                return remove(call, spec, c, service);
            case "enable":
                if (!disabled) {
                    return refused(call, 1010, service + " is already enabled", 1002, spec, service, "enabled");
                }
                mark(c, DISABLED, service, false);
                return done(spec, verb, service, Effect.CHANGED);
            default:
                if (disabled) {
                    return refused(call, 1012, service + " is already disabled", 1003, spec, service, "disabled");
                }
                mark(c, DISABLED, service, true);
                return done(spec, verb, service, Effect.CHANGED);
        }
    }

    private static int refused(
            ProgramCall call, int code, String told, int by, LabDatabaseSpec spec, String service, String state) {
        call.print("PRCC-" + code + " : " + told);
        call.print("PRCR-" + by + " : Resource " + resource(spec, service) + " is already " + state);
        return REFUSED;
    }

    private int done(LabDatabaseSpec spec, String verb, String service, Effect effect) {
        context.ledger().record(spec.system(), verb + "-service", service, "srvctl", effect, Map.of());
        return 0;
    }
}
