package io.gulliver.lab.oracle;

import io.gulliver.lab.HostLoad;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPython;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.oracle.driver.LabDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The Oracle databases of the lab, their listeners and the Oracle programs of their hosts.
 *
 * <p>Hosts are registered first, then databases are put on them; both are found again after a restart when registered
 * again with the same names. Everything listens on loopback only.
 */
public final class LabOracle implements AutoCloseable {

    static final String SYSTEM = "oracle";

    /** Right of a user in the network, as the carry-over list names it. */
    private static final Pattern NETWORK_RIGHT = Pattern.compile(
            "EXECUTE DBMS_NETWORK_ACL_ADMIN\\.APPEND_HOST_ACE\\(host => '([a-zA-Z0-9_.*-]+)'(?:, lower_port =>"
                    + " (\\d+), upper_port => (\\d+))?, ace => xs\\$ace_type\\(privilege_list =>"
                    + " xs\\$name_list\\('([a-z_]+)'\\), principal_name => '([A-Z0-9_$#]+)', principal_type =>"
                    + " xs_acl\\.ptype_db\\)\\)");

    private static final Pattern SYS_GRANT = Pattern.compile(
            "GRANT ([A-Z ]+) ON (SYS\\.|USER )([A-Z0-9_$#]+) TO ([A-Z0-9_$#]+)( WITH GRANT OPTION)?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SYS_REVOKE =
            Pattern.compile("REVOKE ([A-Z ]+) ON SYS\\.([A-Z0-9_$#]+) FROM ([A-Z0-9_$#]+)", Pattern.CASE_INSENSITIVE);

    private static final Pattern SYS_FUNCTION =
            Pattern.compile("CREATE FUNCTION SYS\\.([A-Z0-9_$#]+)", Pattern.CASE_INSENSITIVE);

    /** A new password for an account, as the carry-over list asks for it; what it is stays with whoever typed it. */
    private static final Pattern PASSWORD = Pattern.compile("password ([A-Z0-9_$#]+)");

    /** What closes a database again whose instance was restarted. */
    private static final Pattern FENCE = Pattern.compile(
            "ALTER SYSTEM ENABLE RESTRICTED SESSION|BEGIN dbms_service\\.stop_service\\('[^']+'\\); END;",
            Pattern.CASE_INSENSITIVE);

    /** Homes that installers made. */
    private static final String HOMES = "home";

    /** Beside each program of the lab: how it reaches it. */
    static final String KEY = ".lab-oracle";

    /** A host with Oracle on it. */
    record Host(String name, LabPlatform platform, LabListener listener, SortedMap<Path, String> homes) {}

    private final LabContext context;
    private final LabCatalogue catalogue = LabCatalogue.load();
    private final SortedMap<String, Host> hosts = new ConcurrentSkipListMap<>();
    private final SortedMap<String, LabDatabase> databases = new ConcurrentSkipListMap<>();
    private final SortedMap<String, LabDatabaseSpec> offered = new ConcurrentSkipListMap<>();
    private final SortedMap<String, HostLoad> loads = new ConcurrentSkipListMap<>();
    private final SortedMap<String, HostProgram> hostPrograms = new ConcurrentSkipListMap<>();
    private final Map<String, Path> listenerLogs = new ConcurrentSkipListMap<>();
    private final Set<String> restarts = new ConcurrentSkipListSet<>();
    private final SortedMap<String, IntSupplier> hugePages = new ConcurrentSkipListMap<>();
    private final SortedMap<String, LabStorage> storages = new ConcurrentSkipListMap<>();
    private final ListenerRegistration registration;
    private final LabPrograms programs;
    private final Path directory;
    private BiConsumer<Path, String> gridPrograms = (home, version) -> {};

    /** Starts without hosts. */
    public LabOracle(LabContext context) {
        this.context = context;
        this.registration = new ListenerRegistration(this, context.kindnesses());
        this.directory = context.dataDirectory().resolve("oracle");
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("Lab folder " + directory + " cannot be made", e);
        }
        this.programs = new LabPrograms(this, context, catalogue);
    }

    /**
     * Registers a host and starts its listener; databases made on it by an earlier lab are opened again.
     *
     * @return the listener's port on loopback; the same after a restart when it is free
     */
    public int registerHost(String name, LabPlatform platform) {
        int before = context.documents()
                .find(SYSTEM, "listener", name)
                .map(document -> document.get("port").asInt())
                .orElse(0);
        LabListener.Logon logon = (request, user, password, sysdba) -> {
            ListenerRegistration.Handed handed = registration.hand(name, request);
            refuseOldServer(handed.database());
            return logon(handed, user, password, sysdba);
        };
        LabListener listener;
        try {
            listener = new LabListener(before, logon);
        } catch (UncheckedIOException e) {
            if (before == 0) {
                throw e;
            }
            listener = new LabListener(0, logon); // somebody else has taken the port meanwhile
        }
        context.documents()
                .put(SYSTEM, "listener", name, JsonMapper.shared().valueToTree(Map.of("port", listener.port())));
        hosts.put(name, new Host(name, platform, listener, new ConcurrentSkipListMap<>()));
        context.documents().list(SYSTEM, "database").forEach((key, document) -> {
            if (document.get("host").asString().equals(name)) {
                open(JsonMapper.shared().treeToValue(document, LabDatabaseSpec.class));
            }
        });
        return listener.port();
    }

    /**
     * The driver of today speaks to 11.2 and later; it says so before it sends a password.
     *
     * @throws OraError 3134 for an older server
     */
    private void refuseOldServer(LabDatabase database) {
        if (!context.kindnesses().has(Kindness.DRIVER_SPEAKS_WITH_ALL)
                && LabSession.compare(database.spec().version(), "11.2") < 0) {
            throw new OraError(3134, "Connections to this server version are no longer supported.");
        }
    }

    /** Says what a host is made of and how busy it is; one nobody describes has eight cores and 64 GiB. */
    public void describe(HostLoad load) {
        loads.put(load.host(), load);
    }

    /** Says how many huge pages of 1 MB a host has at a moment; instances on one of which nobody says it find enough. */
    public void hugePages(String host, IntSupplier pages) {
        hugePages.put(host, pages);
    }

    /** Says where the files of a host's databases lie: below the top of its tree. On others any directory will do. */
    public void files(String host, Path root) {
        storages.put(host, new LabStorage(root, group -> used(host, group)));
    }

    /** Bytes that the databases of a host have in a disk group. */
    private long used(String host, String group) {
        long bytes = 0;
        for (LabDatabase database : List.copyOf(databases.values())) {
            if (!database.spec().host().equals(host)) {
                continue;
            }
            try (Connection c = database.connect()) {
                String within = "+" + group + "/%";
                bytes += Rows.number(
                        c, "select coalesce(sum(bytes), 0) from DBA_DATA_FILES where file_name like ?", within);
                bytes += Rows.number(
                        c, "select coalesce(sum(bytes), 0) from DBA_TEMP_FILES where file_name like ?", within);
                bytes += LabLogs.bytes(c, "+" + group + "/");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
        return bytes;
    }

    Optional<LabStorage> storage(String host) {
        return Optional.ofNullable(storages.get(host));
    }

    /** Whether a further SGA finds room in the huge pages of a host, beside those of the databases there. */
    boolean fitsHugePages(String host, long sgaBytes) {
        IntSupplier pages = hugePages.get(host);
        if (pages == null) {
            return true;
        }
        long taken = databases.values().stream()
                .map(LabDatabase::spec)
                .filter(spec -> spec.host().equals(host) && spec.kind() != LabDatabaseSpec.Kind.PDB)
                .mapToLong(spec -> Long.parseLong(spec.parameters().getOrDefault("sga_max_size", "0")))
                .sum();
        return taken + sgaBytes <= (long) pages.getAsInt() << 20;
    }

    /** MB of the SGA that lie in huge pages, by SID, of each instance on a host. */
    public SortedMap<String, Long> inHugePages(String host) {
        SortedMap<String, Long> instances = new TreeMap<>();
        databases.values().stream()
                .map(LabDatabase::spec)
                .filter(spec -> spec.host().equals(host) && spec.kind() != LabDatabaseSpec.Kind.PDB)
                .forEach(spec -> instances.put(
                        spec.sid(),
                        spec.parameters()
                                        .getOrDefault("use_large_pages", "TRUE")
                                        .equals("FALSE")
                                ? 0L
                                : Long.parseLong(spec.parameters().getOrDefault("sga_max_size", "0")) >> 20));
        return instances;
    }

    HostLoad load(LabDatabaseSpec spec) {
        HostLoad load = loads.get(spec.host());
        return load == null ? HostLoad.plain(spec.host(), spec.seed(), spec.name(), spec.sizeGb()) : load;
    }

    /**
     * Lays an Oracle home on a host: the programs expdp, impdp, sqlplus, dbca, rman, lsnrctl, srvctl and netca in its {@code bin}, and its OPatch.
     *
     * @param home a real path inside the host's directory tree
     * @param version release of the programs, for example {@code 19.24.0.0.0}
     */
    public void installHome(String host, Path home, String version) {
        requireHost(host).homes().put(home.toAbsolutePath(), version);
        LabPrograms.NAMES.forEach(program -> lay(host, home.resolve("bin"), program));
        lay(host, home.resolve("OPatch"), "opatch");
        lay(host, home.resolve("OPatch"), "datapatch");
        try {
            // A directory for each patch that has SQL for databases.
            Path patched = home.resolve(LabSoftware.PATCHES);
            for (String line : Files.exists(patched)
                    ? Files.readAllLines(patched)
                    : List.of(LabDatabase.UPDATE + ";of " + version)) {
                Files.createDirectories(home.resolve("sqlpatch").resolve(line.replaceFirst(";.*", "")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Patches of home " + home + " cannot be laid", e);
        }
    }

    /** Programs of a Grid home of a release, by their names in its {@code bin}: who lays them. */
    public void gridPrograms(BiConsumer<Path, String> lay) {
        this.gridPrograms = lay;
    }

    /** A home that an installer has made: there from now on, after a restart of the lab too. */
    void settle(String host, Path home, String version, boolean grid) {
        context.documents()
                .put(
                        SYSTEM,
                        HOMES,
                        host + ":" + home,
                        JsonMapper.shared()
                                .valueToTree(Map.of(
                                        "host", host, "home", home.toString(), "version", version, "grid", grid)));
        layHome(host, home, version, grid);
    }

    private void layHome(String host, Path home, String version, boolean grid) {
        installHome(host, home, version);
        lay(host, home.resolve("oui/bin"), "runInstaller");
        if (grid) {
            lay(host, home.resolve("crs/install"), "roothas.sh");
            gridPrograms.accept(home, version);
        }
    }

    /** One that was detached. */
    void unsettle(String host, Path home) {
        requireHost(host).homes().remove(home.toAbsolutePath());
        context.documents().delete(SYSTEM, HOMES, host + ":" + home);
    }

    /** What an installer made on a host that starts for the first time again is gone. */
    public void forgetHomes(String host) {
        context.documents().list(SYSTEM, HOMES).forEach((key, document) -> {
            if (document.get("host").asString().equals(host)) {
                unsettle(host, Path.of(document.get("home").asString()));
            }
        });
    }

    /** Homes that installers made before the lab was started again. */
    public void layHomes(String host) {
        context.documents().list(SYSTEM, HOMES).forEach((key, document) -> {
            if (document.get("host").asString().equals(host)) {
                layHome(
                        host,
                        Path.of(document.get("home").asString()),
                        document.get("version").asString(),
                        document.get("grid").asBoolean());
            }
        });
    }

    /**
     * Whether a program of a home runs on a host, as {@code fuser} tells it.
     *
     * @param file {@code bin/oracle} or {@code bin/tnslsnr} of the home
     */
    public boolean runs(String host, Path file) {
        Path home = file.toAbsolutePath().getParent().getParent();
        String version = requireHost(host).homes().get(home);
        if (version == null) {
            return false;
        }
        boolean ofRestart = hasRestart(host) && Files.exists(home.resolve("bin/asmcmd"));
        boolean listens = (ofRestart || Files.exists(home.resolve("network/admin/listener.ora")))
                && requireHost(host).listener().running();
        boolean instance = databases.values().stream()
                .anyMatch(database -> database.spec().host().equals(host)
                        && database.up()
                        && database.spec().version().equals(version));
        return file.endsWith("bin/tnslsnr") ? listens : instance;
    }

    /** What a program of the lab needs to reach it: port, token and host. */
    String key(String host) {
        return programs.port() + " " + programs.token() + " " + host + "\n";
    }

    /** The program itself, whichever of Oracle's it plays. */
    static String program() {
        return LabPython.program(LabDatabase.resource("oracle-program.py"));
    }

    /** Oracle Restart is there on a host: DBCA registers with it what it makes from now on (Administrator's Guide 11.2, 4). */
    public void installRestart(String host) {
        restarts.add(requireHost(host).name());
    }

    /** Oracle Restart is not there, or no longer. */
    public void removeRestart(String host) {
        restarts.remove(host);
    }

    /** Whether Oracle Restart is there. */
    public boolean hasRestart(String host) {
        return restarts.contains(host);
    }

    /** Features of a database that DBCA makes on a host. */
    List<String> made(String host) {
        return hasRestart(host) ? List.of(LabRestart.FEATURE) : List.of();
    }

    /** Where the listener of a host writes who calls; {@code lsnrctl status} names it. */
    public void logListener(String host, Path log) {
        listenerLogs.put(host, log);
    }

    Optional<Path> listenerLog(String host) {
        return Optional.ofNullable(listenerLogs.get(host));
    }

    /** A program of a host that the lab itself answers for. */
    @FunctionalInterface
    public interface HostProgram {
        /**
         * Runs it.
         *
         * @param out takes its output line by line
         * @return its exit code
         */
        int run(List<String> arguments, java.util.function.Consumer<String> out);
    }

    /** Lays a program into a folder of a host; whoever runs it there gets what {@code answer} says. */
    public void installProgram(String host, Path bin, String name, HostProgram answer) {
        hostPrograms.put(host + "/" + name, answer);
        lay(host, bin, name);
    }

    Optional<HostProgram> hostProgram(String host, String name) {
        return Optional.ofNullable(hostPrograms.get(host + "/" + name));
    }

    private void lay(String host, Path bin, String program) {
        try {
            Files.createDirectories(bin);
            Path key = bin.resolve(KEY);
            Files.writeString(key, key(host), StandardCharsets.UTF_8);
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            Path file = bin.resolve(program);
            Files.writeString(file, program(), StandardCharsets.UTF_8);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException("Program " + program + " cannot be laid into " + bin, e);
        }
    }

    /** Makes a database on a registered host, or opens it when it was made before. */
    public void create(LabDatabaseSpec spec) {
        String key = key(spec.host(), spec.service());
        if (databases.containsKey(key)) {
            return;
        }
        open(spec);
        spec.setting("disk-groups")
                .map(groups -> groups.split(","))
                .ifPresent(groups ->
                        layOut(spec.host(), spec.service(), "+" + groups[0], "+" + groups[groups.length - 1]));
        context.documents().put(SYSTEM, "database", key, JsonMapper.shared().valueToTree(spec.withoutAccounts()));
        context.ledger()
                .record(
                        spec.system(),
                        "create-database",
                        spec.service(),
                        "lab",
                        Effect.CREATED,
                        Map.of(
                                "host",
                                spec.host(),
                                "version",
                                spec.version(),
                                "kind",
                                spec.kind().name()));
    }

    /**
     * The files of DBCA's template: redo logs with one member each beside the data files; in a disk group all of them by names of
     * Oracle's own, and a second member of each redo log in the recovery area.
     */
    void layOut(String host, String service, String directory, String recovery) {
        LabDatabase made = require(host, service);
        String name = made.spec().name();
        try (Connection c = made.connect()) {
            Rows.run(c, "update V$RECOVERY_FILE_DEST set name = ?", recovery);
            if (LabStorage.inGroup(directory)) {
                for (String table : List.of("DBA_DATA_FILES", "DBA_TEMP_FILES")) {
                    Rows.run(
                            c,
                            "update " + table + " set file_name = ? || lower(tablespace_name) || '.' || (256 +"
                                    + " coalesce(file_id, 0)) || '.1'",
                            "+" + LabStorage.group(directory) + "/" + name
                                    + (table.equals("DBA_DATA_FILES") ? "/DATAFILE/" : "/TEMPFILE/"));
                }
                storage(host).ifPresent(storage -> {
                    storage.enter(LabStorage.group(directory), name);
                    storage.enter(LabStorage.group(recovery), name);
                });
            }
            for (String group : Rows.texts(c, "select \"GROUP#\" from V$LOG order by \"GROUP#\"")) {
                int number = Integer.parseInt(group);
                LabLogs.keep(
                        c,
                        number,
                        LabStorage.inGroup(directory)
                                ? Stream.of(directory, recovery)
                                        .map(place -> LabStorage.managed(
                                                        place, name, "ONLINELOG", "group_" + group, 290 + number)
                                                .orElseThrow())
                                        .toList()
                                : List.of(directory + "/" + name + "/redo0" + group + ".log"));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a database on a registered host when somebody first asks for it, or at {@link #makeOffered}. */
    public void offer(LabDatabaseSpec spec) {
        String key = key(spec.host(), spec.service());
        if (!databases.containsKey(key)) {
            offered.put(key, spec);
        }
    }

    /** Makes one of the offered databases now; false when none is left. */
    public boolean makeOffered() {
        Map.Entry<String, LabDatabaseSpec> next =
                ((ConcurrentSkipListMap<String, LabDatabaseSpec>) offered).firstEntry();
        if (next == null) {
            return false;
        }
        make(next.getKey());
        return true;
    }

    /** One at a time: whoever asks for the same database meanwhile waits for it. */
    private synchronized void make(String key) {
        LabDatabaseSpec spec = offered.get(key);
        if (spec != null) {
            create(spec);
            offered.remove(key);
        }
    }

    private void open(LabDatabaseSpec spec) {
        String key = key(spec.host(), spec.service());
        if (databases.containsKey(key)) {
            return;
        }
        Path file = directory.resolve(key.replaceAll("[^A-Za-z0-9._-]", "_"));
        LabDatabase database = LabDatabase.open(
                file, spec, requireHost(spec.host()).platform(), context.clock().instant(), context.kindnesses());
        database.on(() -> storage(spec.host()));
        spec.setting("container")
                .ifPresent(
                        sid -> database.within(() -> findBySid(spec.host(), sid).orElse(database)));
        DataPumpJob.restore(database, context, this::follow);
        databases.put(key, database);
    }

    /** Takes a database away with its file. */
    void drop(String host, String service) {
        String key = key(host, service);
        LabDatabase database = databases.remove(key);
        if (database == null) {
            return;
        }
        database.close();
        if (database.spec().kind() != LabDatabaseSpec.Kind.PDB) {
            storage(host).ifPresent(storage -> storage.leave(database.spec().name()));
        }
        context.documents().delete(SYSTEM, "database", key);
        try {
            Files.deleteIfExists(directory.resolve(key.replaceAll("[^A-Za-z0-9._-]", "_") + ".mv.db"));
        } catch (IOException e) {
            throw new UncheckedIOException("Lab database " + key + " cannot be removed", e);
        }
    }

    /** SYS and SYSTEM are the same users in a container and in its pluggable databases. */
    void commonUsers(String host, String container, String pluggable) {
        try (Connection from = require(host, container).connect();
                Connection to = require(host, pluggable).connect()) {
            for (String user : List.of("SYS", "SYSTEM")) {
                for (String digest : Rows.texts(from, "select digest from LAB$SECRETS where username = ?", user)) {
                    Rows.run(to, "update LAB$SECRETS set digest = ? where username = ?", digest, user);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String key(String host, String service) {
        return host + "/" + service.toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * What is in a database's application tables, read past every product: for assertions that rows really arrived.
     *
     * @return by {@code OWNER.TABLE} its rows and the sum of their hashes, which no order of rows changes
     * @throws IllegalArgumentException when there is no such database
     */
    public SortedMap<String, TableContent> content(String host, String service) {
        LabDatabase database = databases.get(key(host, service));
        if (database == null) {
            throw new IllegalArgumentException("The lab has no database " + service + " on " + host);
        }
        SortedMap<String, TableContent> content = new TreeMap<>();
        try (Connection c = database.connect()) {
            for (Map<String, @Nullable Object> table : Rows.query(c, """
                    select table_schema, table_name from INFORMATION_SCHEMA.TABLES i
                    where table_type = 'BASE TABLE' and not exists (select 1 from DBA_TABLES t where t.owner = i.table_schema
                      and t.table_name = i.table_name and not (%s))
                      and table_schema not in ('INFORMATION_SCHEMA', 'PUBLIC', 'SYS', 'SYSTEM')
                      and table_schema not like 'GULLIVER%%' order by 1, 2
                    """.formatted(LabSchemas.OWN_ROWS))) {
                String owner = String.valueOf(table.get("TABLE_SCHEMA"));
                String name = String.valueOf(table.get("TABLE_NAME"));
                content.put(owner + "." + name, content(c, LabSchemas.stored(c, owner, name), Rows.quote(owner, name)));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Rows of " + service + " on " + host + " cannot be read", e);
        }
        return content;
    }

    /**
     * Who exists in a database and who may do what there, read past every product: for assertions that all of it arrived.
     *
     * @param without accounts of programs that move databases
     * @return accounts, roles, limits of profiles, privileges, memberships, rights, quotas and synonyms, a line each, sorted
     * @throws IllegalArgumentException when there is no such database
     */
    public List<String> people(String host, String service, String... without) {
        try (Connection c = require(host, service).connect()) {
            return LabPeople.told(c, List.of(without));
        } catch (SQLException e) {
            throw new IllegalStateException("Accounts of " + service + " on " + host + " cannot be read", e);
        }
    }

    /**
     * Who was given a system privilege in a database, read past every product.
     *
     * @throws IllegalArgumentException when there is no such database
     */
    public List<String> holders(String host, String service, String privilege) {
        try (Connection c = require(host, service).connect()) {
            return Rows.texts(
                    c, "select distinct grantee from DBA_SYS_PRIVS where privilege = ? order by grantee", privilege);
        } catch (SQLException e) {
            throw new IllegalStateException("Privileges of " + service + " on " + host + " cannot be read", e);
        }
    }

    /**
     * What applications have in one database and lack in another, as somebody sees who lays both dictionaries side by side:
     * accounts, whatever their state, and what {@link #people} tells of them, and objects.
     *
     * @return a line each, sorted: a kind and names
     */
    public List<String> missing(String fromHost, String fromService, String toHost, String toService) {
        Set<String> missing = had(fromHost, fromService);
        missing.removeAll(had(toHost, toService));
        return List.copyOf(missing);
    }

    private Set<String> had(String host, String service) {
        Set<String> had = new TreeSet<>();
        people(host, service)
                .forEach(line ->
                        had.add(line.startsWith("account ") ? line.replaceFirst("^(account \\S+).*", "$1") : line));
        try (Connection c = require(host, service).connect()) {
            had.addAll(Rows.texts(
                    c,
                    "select object_type || ' ' || owner || ' ' || object_name from DBA_OBJECTS where owner in (select username"
                            + " from DBA_USERS where oracle_maintained = 'N')"));
        } catch (SQLException e) {
            throw new IllegalStateException("Objects of " + service + " on " + host + " cannot be read", e);
        }
        return had;
    }

    /**
     * Rows of one table.
     *
     * @param rows how many
     * @param hash sum of the rows' hashes, in hexadecimal
     */
    public record TableContent(long rows, String hash) {}

    private static TableContent content(Connection c, String columns, String table) throws SQLException {
        long rows = 0;
        BigInteger sum = BigInteger.ZERO;
        try (Statement statement = c.createStatement();
                ResultSet result = statement.executeQuery("select " + columns + " from " + table)) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                for (int i = 1; i <= width; i++) {
                    String cell = result.getString(i);
                    digest.update((cell == null ? "n" : "v" + cell + "\u001f").getBytes(StandardCharsets.UTF_8));
                }
                sum = sum.add(new BigInteger(1, digest.digest()));
                rows++;
            }
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
        return new TableContent(rows, sum.toString(16));
    }

    /** Machine, program and operating-system user of whoever is connected to a service in an hour of the day. */
    public static List<String[]> clients(String service, int hour) {
        return LabClients.at(service, hour);
    }

    /** Stops the application of a database: its sessions end and with them their transactions. */
    public void stopApplication(String host, String service) {
        try (Connection c = require(host, service).connect()) {
            Rows.run(c, "delete from GV$TRANSACTION");
            Rows.run(c, "delete from GV$SESSION");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * What a DBA at the host's keyboard types into {@code sqlplus / as sysdba}: rights on objects of SYS, given and taken, password
     * functions, rights in the network, new passwords, what is audited, and what closes a database to its users; nothing else.
     *
     * @throws OraError when the database would refuse the statement
     */
    public void sysdba(String host, String service, String statement) {
        String words = statement.strip();
        LabDatabase database = require(host, service);
        if (FENCE.matcher(words).matches()) {
            LabSession.local(database, catalogue, context.ledger(), context.clock(), load(database.spec()))
                    .execute(words, false, List.of());
            return;
        }
        for (Typed typed : TYPED) {
            Matcher matcher = typed.words().matcher(words);
            if (matcher.matches()) {
                try (Connection c = database.connect()) {
                    Effect effect = typed.act().by(this, database, c, matcher);
                    Map<String, Object> where = Map.of("host", host, "service", service);
                    context.ledger().record(database.spec().system(), typed.told(), words, "SYS", effect, where);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
                return;
            }
        }
        throw new OraError(900, "invalid SQL statement: " + statement);
    }

    /** What a DBA types does. */
    @FunctionalInterface
    private interface Act {
        Effect by(LabOracle oracle, LabDatabase database, Connection c, Matcher words);
    }

    /** Words that a DBA may type. @param told what the ledger has of them */
    private record Typed(Pattern words, String told, Act act) {}

    private static final List<Typed> TYPED = List.of(
            new Typed(SYS_GRANT, "grant-as-sys", LabOracle::grantAsSys),
            new Typed(SYS_REVOKE, "revoke-as-sys", LabOracle::revokeAsSys),
            new Typed(SYS_FUNCTION, "function-of-sys", LabOracle::functionOfSys),
            new Typed(NETWORK_RIGHT, "network-right", LabOracle::networkRight),
            new Typed(PASSWORD, "new-password", LabOracle::newPassword),
            new Typed(
                    LabAudit.POLICY,
                    "audit-policy",
                    (oracle, database, c, words) -> LabAudit.createPolicy(c, database.spec(), words)),
            new Typed(
                    LabAudit.ENABLE, "enable-audit-policy", (oracle, database, c, words) -> LabAudit.enable(c, words)),
            new Typed(
                    LabAudit.OPTION,
                    "audit-option",
                    (oracle, database, c, words) -> LabAudit.option(c, database.spec(), words)));

    private Effect grantAsSys(LabDatabase database, Connection c, Matcher words) {
        LabCommands sys = new LabCommands(c, database, context.clock(), true, 1);
        return words.group(2).equals("USER ")
                ? sys.grantOnUser(words.group(1), words.group(3), words.group(4))
                : sys.grantObject(words.group(1), words.group(3), words.group(4), words.group(5) != null);
    }

    private Effect revokeAsSys(LabDatabase database, Connection c, Matcher words) {
        if (LabPeople.takeBack(c, words.group(2), words.group(1), words.group(3)) == 0) {
            return Effect.REFUSED; // ORA-01927: a person who types it twice sees that it is gone
        }
        return Effect.CHANGED;
    }

    private Effect functionOfSys(LabDatabase database, Connection c, Matcher words) {
        if (Rows.number(
                        c,
                        "select count(*) from DBA_OBJECTS where owner = 'SYS' and object_type = 'FUNCTION' and"
                                + " object_name = ?",
                        words.group(1))
                > 0) {
            return Effect.REFUSED; // a person who types it twice sees that it is there, and leaves it
        }
        LabPeople.function(
                c,
                words.group(1),
                LabDatabase.timestamp(context.clock().instant()).toLocalDateTime());
        return Effect.CREATED;
    }

    private Effect networkRight(LabDatabase database, Connection c, Matcher words) {
        if (!LabCommands.grantable(c, words.group(5))) {
            return Effect.REFUSED; // ORA-44416: nobody of this name is there yet
        }
        if (Rows.number(
                        c,
                        "select count(*) from LAB$JOBS where owner_name = 'NETWORK RIGHT' and job_name = ?",
                        words.group())
                > 0) {
            return Effect.CHANGED; // an entry that is there is appended to, and nothing is new
        }
        String ports = words.group(2) == null ? "- -" : words.group(2) + " " + words.group(3);
        Rows.insert(
                c,
                "LAB$JOBS",
                Rows.row(
                        "owner_name",
                        "NETWORK RIGHT",
                        "job_name",
                        words.group(),
                        "request",
                        words.group(5) + " " + words.group(4).toUpperCase(Locale.ROOT) + " " + words.group(1) + " "
                                + ports));
        return Effect.CREATED;
    }

    private Effect newPassword(LabDatabase database, Connection c, Matcher words) {
        return Rows.count(
                                c,
                                "update DBA_USERS set password_versions = ? where username = ?",
                                LabDatabase.passwordVersions(database.spec().major()),
                                words.group(1))
                        == 0
                ? Effect.REFUSED // ORA-01918: the account comes with the load
                : Effect.CHANGED;
    }

    /** Somebody set up a keystore and opened it. */
    public void openKeystore(String host, String service) {
        disturb(host, service, "update V$ENCRYPTION_WALLET set status = 'OPEN'");
    }

    /** Somebody encrypted, while they were empty, those tablespaces that the other database has encrypted. */
    public void encrypt(String fromHost, String fromService, String toHost, String toService) {
        try (Connection from = require(fromHost, fromService).connect()) {
            Rows.texts(from, "select tablespace_name from DBA_TABLESPACES where encrypted = 'YES'")
                    .forEach(name -> disturb(
                            toHost,
                            toService,
                            "update DBA_TABLESPACES set encrypted = 'YES' where tablespace_name = '" + name + "'"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Plan baselines of one database are packed, go by Data Pump and are unpacked in the other, as a DBA does it. */
    public void carryPlans(String fromHost, String fromService, String toHost, String toService) {
        LabDatabase from = require(fromHost, fromService);
        LabDatabase to = require(toHost, toService);
        LabSession source = LabSession.local(from, catalogue, context.ledger(), context.clock(), load(from.spec()));
        LabSession target = LabSession.local(to, catalogue, context.ledger(), context.clock(), load(to.spec()));
        String plans = "SELECT sql_handle, plan_name FROM dba_sql_plan_baselines ORDER BY sql_handle, plan_name";
        List<List<@Nullable Object>> there = target.query(plans).rows();
        try (Connection c = to.connect()) {
            for (List<@Nullable Object> plan : source.query(plans).rows()) {
                if (!there.contains(plan)) {
                    Rows.insert(
                            c,
                            "LAB$JOBS",
                            Rows.row(
                                    "owner_name",
                                    "PLAN BASELINE",
                                    "job_name",
                                    plan.get(0),
                                    "request",
                                    plan.get(1),
                                    "progress",
                                    ""));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Plans of " + fromService + " cannot be carried", e);
        }
        context.ledger().record(to.spec().system(), "unpack-plans", fromService, "person", Effect.CHANGED, Map.of());
    }

    /**
     * Copies the rows of one table anew, as a person does who reloads a table that arrived wrong.
     *
     * @param table {@code OWNER.TABLE}
     */
    public void reload(String fromHost, String fromService, String toHost, String toService, String table) {
        int dot = table.indexOf('.');
        String name = Rows.quote(table.substring(0, dot), table.substring(dot + 1));
        try (Connection from = require(fromHost, fromService).connect();
                Connection to = require(toHost, toService).connect();
                Statement read = from.createStatement();
                ResultSet rows = read.executeQuery(
                        "select " + LabSchemas.stored(from, table.substring(0, dot), table.substring(dot + 1))
                                + " from " + name)) {
            String stored = LabSchemas.stored(to, table.substring(0, dot), table.substring(dot + 1));
            Rows.run(to, "delete from " + name);
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                @Nullable Object[] row = new Object[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = rows.getObject(i + 1);
                }
                Rows.run(
                        to,
                        "insert into " + name + " (" + stored + ") values (?" + ", ?".repeat(columns - 1) + ")",
                        row);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Table " + table + " cannot be reloaded", e);
        }
        context.ledger().record(toService + "@" + toHost, "reload-table", table, "person", Effect.CHANGED, Map.of());
    }

    /** Makes a type of one database in SYSTEM of another, with the same identifier, as a person may who tries it out. */
    public void copyType(
            String fromHost, String fromService, String toHost, String toService, String owner, String type) {
        try (Connection from = require(fromHost, fromService).connect();
                Connection to = require(toHost, toService).connect()) {
            for (Map<String, @Nullable Object> row :
                    Rows.query(from, "select * from DBA_TYPES where owner = ? and type_name = ?", owner, type)) {
                row.put("OWNER", "SYSTEM");
                Rows.insert(to, "DBA_TYPES", row);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes a database behind everybody's back, in the words of the store beneath: something went wrong there. */
    public void disturb(String host, String service, String change) {
        try (Connection c = require(host, service).connect()) {
            Rows.run(c, change);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Services that a host's databases offer, sorted. */
    public List<String> services(String host) {
        return java.util.stream.Stream.concat(
                        databases.values().stream().map(LabDatabase::spec), offered.values().stream())
                .filter(spec -> spec.host().equals(host))
                .map(LabDatabaseSpec::service)
                .distinct()
                .sorted()
                .toList();
    }

    /** Bytes a second that one worker of an export moves in a data centre; the lab's pace comes on top. */
    public static double exportRate() {
        return DataPumpJob.EXPORT_RATE;
    }

    /** Bytes a second that one worker of an import moves in a data centre; the lab's pace comes on top. */
    public static double importRate() {
        return DataPumpJob.IMPORT_RATE;
    }

    /** The bytes of the tables in a dump file, by which it is exported and copied; 0 where it is none. */
    public static long dumpBytes(Path file) {
        return DumpSet.bytes(file);
    }

    /** Port of a host's listener. */
    public int port(String host) {
        return requireHost(host).listener().port();
    }

    Host requireHost(String name) {
        Host host = hosts.get(name);
        if (host == null) {
            throw new IllegalArgumentException("The lab has no Oracle host " + name);
        }
        return host;
    }

    SortedMap<String, Host> hosts() {
        return hosts;
    }

    Optional<LabDatabase> find(String host, String service) {
        make(key(host, service));
        return Optional.ofNullable(databases.get(key(host, service)));
    }

    /** The database that offers a service at a host's listener: by its own name, or one that somebody made there. */
    Optional<LabDatabase> offering(String host, String service) {
        Optional<LabDatabase> named = find(host, service);
        return named.isPresent()
                ? named.filter(database -> database.offers(service))
                : databases.values().stream()
                        .filter(database -> database.spec().host().equals(host) && database.offers(service))
                        .findFirst();
    }

    /** The database of this SID on a host; of a CDB its root. */
    Optional<LabDatabase> findBySid(String host, String sid) {
        offered.forEach((key, spec) -> {
            if (spec.host().equals(host) && spec.sid().equalsIgnoreCase(sid)) {
                make(key);
            }
        });
        return databases.values().stream()
                .filter(database -> database.spec().host().equals(host)
                        && database.spec().sid().equalsIgnoreCase(sid)
                        && database.spec().kind() != LabDatabaseSpec.Kind.PDB)
                .findFirst();
    }

    LabDatabase require(String host, String service) {
        return find(host, service)
                .orElseThrow(() -> new IllegalArgumentException("The lab has no database " + service + " on " + host));
    }

    /** What is registered with the listeners of the hosts. */
    ListenerRegistration registration() {
        return registration;
    }

    /** Logs on at an instance that a listener handed the request to. */
    LabSession logon(ListenerRegistration.Handed handed, String user, String password, boolean sysdba) {
        LabDatabase database = handed.database();
        return LabSession.logon(
                        database,
                        catalogue,
                        context.ledger(),
                        context.clock(),
                        handed.instance(),
                        user,
                        password,
                        sysdba,
                        load(database.spec()))
                .under(context, restarting(database))
                .waiting(!context.kindnesses().has(Kindness.READ_ONLY_NEVER_WAITS))
                .linking(this::follow);
    }

    /** What restarts the instance of a database. */
    Runnable restarting(LabDatabase database) {
        return () -> restart(database.spec().host(), database.spec().service());
    }

    /**
     * The instance of a database goes away and comes back, and with it every database that it has open, as after a crash or
     * a start of its host: see {@link LabDatabase#restart}. Nothing happens where instances are kind enough not to.
     */
    public void restart(String host, String service) {
        LabDatabaseSpec spec = require(host, service).spec();
        if (context.kindnesses().has(Kindness.INSTANCE_NEVER_RESTARTS)) {
            return;
        }
        String instance = instance(spec);
        of(spec).forEach(one ->
                one.restart(context.clock().instant(), !context.kindnesses().has(Kindness.SERVICES_STAY_STOPPED)));
        context.ledger()
                .record(spec.system(), "restart-instance", instance, "lab", Effect.CHANGED, Map.of("host", host));
    }

    /**
     * The instance of a database goes away until somebody calls {@link #restart}: its listener forgets its services
     * (ORA-12514), whoever is logged on loses the session (ORA-03113), and the host itself finds no instance (ORA-01034).
     */
    public void shut(String host, String service) {
        LabDatabaseSpec spec = require(host, service).spec();
        of(spec).forEach(LabDatabase::shut);
        context.ledger()
                .record(spec.system(), "shut-instance", instance(spec), "lab", Effect.STOPPED, Map.of("host", host));
    }

    /** A host's listener takes no more connections, as after {@code lsnrctl stop}; those that stand go on. */
    public void stopListener(String host) {
        requireHost(host).listener().stop();
    }

    /** A host's listener takes connections again, on its port. */
    public void startListener(String host) {
        requireHost(host).listener().start();
    }

    /** Every database of the instance that has this one open. */
    private List<LabDatabase> of(LabDatabaseSpec spec) {
        String instance = instance(spec);
        return databases.values().stream()
                .filter(one -> one.spec().host().equals(spec.host())
                        && instance(one.spec()).equalsIgnoreCase(instance))
                .toList();
    }

    private static String instance(LabDatabaseSpec spec) {
        return spec.setting("container").orElse(spec.name());
    }

    /**
     * Logs on where a database link leads, as the server behind a job or a query does.
     *
     * @param owner whose link it is; a public one serves everybody
     * @throws OraError 2019 when there is no such link, 2085 when GLOBAL_NAMES wants another name, or what the listener and
     *     the database behind it say
     */
    LabSession follow(LabDatabase from, String owner, String link) {
        String name = link.toUpperCase(Locale.ROOT);
        try (Connection c = from.connect()) {
            List<Map<String, @Nullable Object>> rows = Rows.query(
                    c,
                    "select l.owner, l.username, l.host, j.request from DBA_DB_LINKS l left join LAB$JOBS j on j.owner_name ="
                            + " 'DB LINK' and j.job_name = l.owner || '.' || l.db_link where l.db_link = ? and l.owner in"
                            + " (?, 'PUBLIC') order by case l.owner when 'PUBLIC' then 1 else 0 end",
                    name,
                    owner);
            if (rows.isEmpty()) {
                throw new OraError(2019, "connection description for remote database not found");
            }
            LabDescriptor descriptor =
                    LabDescriptor.parse(String.valueOf(rows.get(0).get("HOST")));
            for (LabDescriptor.Endpoint endpoint : descriptor.endpoints()) {
                if (!hosts.containsKey(endpoint.host())) {
                    throw new OraError(12545, "Connect failed because target host or object does not exist");
                }
            }
            if (Rows.texts(c, "select upper(\"VALUE\") from GV$PARAMETER where name = 'global_names'")
                    .contains("TRUE")) {
                throw new OraError(2085, "database link " + name + " connects to another global name");
            }
            Object secret = rows.get(0).get("REQUEST");
            return logon(
                    programs.reach(descriptor),
                    String.valueOf(rows.get(0).get("USERNAME")),
                    secret == null ? "" : String.valueOf(secret),
                    false);
        } catch (IllegalArgumentException e) {
            throw new OraError(12154, "TNS:could not resolve the connect identifier specified");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What keeps people and writers out of a database, a line each: accounts, services, tablespaces, jobs, log-ons. */
    public List<String> fence(String host, String service) {
        LabDatabase database = require(host, service);
        try (Connection c = database.connect()) {
            List<String> lines = new java.util.ArrayList<>();
            lines.addAll(Rows.texts(
                    c, "select 'account ' || username || ' ' || account_status from DBA_USERS order by username"));
            lines.addAll(Rows.texts(
                    c,
                    "select 'service ' || name from DBA_SERVICES where name not in (select job_name from LAB$JOBS where"
                            + " owner_name = ?) order by name",
                    LabCommands.STOPPED));
            lines.addAll(Rows.texts(
                    c,
                    "select 'disabled service ' || job_name from LAB$JOBS where owner_name = ? order by job_name",
                    LabRestart.DISABLED));
            lines.addAll(
                    Rows.texts(
                            c,
                            "select 'tablespace ' || tablespace_name || ' ' || status from DBA_TABLESPACES order by tablespace_name"));
            lines.addAll(Rows.texts(
                    c,
                    "select 'container without ' || lower(job_name) from LAB$JOBS where owner_name = ?",
                    LabCommands.CONTAINER));
            lines.addAll(Rows.texts(c, "select 'logins ' || logins from GV$INSTANCE order by inst_id"));
            lines.addAll(Rows.texts(
                    c,
                    "select distinct 'jobs ' || p.\"VALUE\" || ', file ' || coalesce(s.\"VALUE\", '-') from GV$PARAMETER p left"
                            + " join V$SPPARAMETER s on s.name = p.name where p.name = 'job_queue_processes'"));
            return lines;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Specs of every database as kept on disk; for the lab's own pages. */
    public List<LabDatabaseSpec> databases() {
        return databases.values().stream().map(LabDatabase::spec).toList();
    }

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Override
    public void close() {
        programs.close();
        hosts.values().forEach(host -> host.listener().close());
        databases.values().forEach(LabDatabase::close);
    }
}
