package io.gulliver.lab.oracle;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Faults;
import io.gulliver.lab.HostLoad;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabTime;
import io.gulliver.lab.Ledger;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.oracle.driver.Wire;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Someone logged on to a lab database: recognises statements, checks rights, answers or acts. */
final class LabSession {

    /** An answer; no columns when the statement was a command. */
    record Answer(List<String> names, List<Character> types, List<List<@Nullable Object>> rows) {

        static final Answer DONE = new Answer(List.of(), List.of(), List.of());
    }

    /** FAILED_LOGIN_ATTEMPTS of the DEFAULT profile. */
    private static final int FAILED_LOGINS = 10;

    /** MAX_ENABLED_ROLES at its most (ORA-28031). */
    private static final int MOST_ROLES = 148;

    private static final Set<String> CATALOGUE_ROLES = Set.of(
            "DBA",
            "SELECT_CATALOG_ROLE",
            "DATAPUMP_EXP_FULL_DATABASE",
            "DATAPUMP_IMP_FULL_DATABASE",
            "EXP_FULL_DATABASE",
            "IMP_FULL_DATABASE");

    /** Statements that ask what everybody may. */
    private static final Set<String> OPEN_TO_ALL = Set.of("character-sets", "database-time-zone");

    private static final java.util.regex.Pattern CONTAINER =
            java.util.regex.Pattern.compile("(?i)SYS_CONTEXT\\s*\\(\\s*'USERENV'\\s*,\\s*'CON_NAME'\\s*\\)");

    private final LabDatabase database;
    private final LabCatalogue catalogue;
    private final Ledger ledger;
    private final Clock clock;
    private final String user;
    private final boolean sysdba;
    private final int instance;
    private final HostLoad load;
    private final List<String> transportViolations = new ArrayList<>();
    private DataPumpJob.Links links = (from, owner, link) -> {
        throw new OraError(2019, "connection description for remote database not found");
    };

    private final long start;
    private Runnable restart = () -> {};
    private BooleanSupplier gone = () -> false;
    private boolean patient = true;
    private Faults faults = new Faults();
    /** Whose time its statements take; none where nobody gave one. */
    private @Nullable LabContext lab;
    /** SADDR of this session while it says by DBMS_APPLICATION_INFO what it does; then it can be seen and killed. */
    private @Nullable String address;

    private String program = "sqlplus";
    private @Nullable String module;
    private @Nullable String action;
    private @Nullable String identifier;
    private boolean informed;
    private boolean killed;

    private LabSession(
            LabDatabase database,
            LabCatalogue catalogue,
            Ledger ledger,
            Clock clock,
            String user,
            boolean sysdba,
            int instance,
            HostLoad load) {
        this.load = load;
        this.database = database;
        this.catalogue = catalogue;
        this.ledger = ledger;
        this.clock = clock;
        this.user = user;
        this.sysdba = sysdba;
        this.instance = instance;
        this.start = database.starts();
    }

    /** Logs on with a password, behind the listener; ORA-01017, ORA-28000, ORA-01033, ORA-01035 as the real thing. */
    static LabSession logon(
            LabDatabase database,
            LabCatalogue catalogue,
            Ledger ledger,
            Clock clock,
            int instance,
            String name,
            String password,
            boolean sysdba,
            HostLoad load) {
        String user = name.startsWith("\"") ? name.replace("\"", "") : name.toUpperCase(Locale.ROOT);
        try (Connection c = database.connect()) {
            var secret = Rows.query(c, "select digest, failures from LAB$SECRETS where username = ?", user);
            var account = Rows.texts(c, "select account_status from DBA_USERS where username = ?", user);
            if (secret.isEmpty() || account.isEmpty()) {
                throw new OraError(1017, "invalid username/password; logon denied");
            }
            if (!account.get(0).equals("OPEN")) {
                throw new OraError(28000, "The account is locked.");
            }
            if (!LabDatabase.digest(user, password).equals(secret.get(0).get("DIGEST"))) {
                Rows.run(c, "update LAB$SECRETS set failures = failures + 1 where username = ?", user);
                if (Rows.number(c, "select failures from LAB$SECRETS where username = ?", user) >= FAILED_LOGINS) {
                    Rows.run(c, "update DBA_USERS set account_status = 'LOCKED(TIMED)' where username = ?", user);
                }
                throw new OraError(1017, "invalid username/password; logon denied");
            }
            Rows.run(c, "update LAB$SECRETS set failures = 0 where username = ?", user);
            LabSession session = new LabSession(database, catalogue, ledger, clock, user, sysdba, instance, load);
            if (sysdba && !user.equals("SYS")) {
                throw new OraError(1031, "insufficient privileges");
            }
            if (database.archiverStuck() && !sysdba) {
                throw new OraError(257, "archiver error. Connect internal only, until freed.");
            }
            if (!sysdba
                    && LabPeople.enabledRoles(c, user) > MOST_ROLES
                    && !database.kindnesses().has(Kindness.ROLES_COST_NOTHING)) {
                throw new OraError(28031, "maximum of " + MOST_ROLES + " enabled roles exceeded");
            }
            boolean restricted = Rows.number(
                            c, "select count(*) from GV$INSTANCE where logins = 'RESTRICTED' and inst_id = ?", instance)
                    > 0;
            if (restricted
                    && !session.mayAct(c)
                    && Rows.number(
                                    c,
                                    "select count(*) from DBA_SYS_PRIVS where grantee = ? and privilege = 'RESTRICTED SESSION'",
                                    user)
                            == 0) {
                throw new OraError(1035, "ORACLE only available to users with RESTRICTED SESSION privilege");
            }
            return session;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Logs on from the host itself as SYS, as the operating system's dba group may. */
    static LabSession local(LabDatabase database, LabCatalogue catalogue, Ledger ledger, Clock clock, HostLoad load) {
        return new LabSession(database, catalogue, ledger, clock, "SYS", true, 1, load);
    }

    /** The same session, which suffers the lab's faults and takes its time; what restarts its instance is among them. */
    LabSession under(LabContext suffered, Runnable restarts) {
        lab = suffered;
        faults = suffered.faults();
        restart = restarts;
        return this;
    }

    /** The same session, which sees when whoever waits for its answer is gone. */
    LabSession heard(BooleanSupplier left) {
        gone = left;
        return this;
    }

    /** The same session, which makes a tablespace read only whoever writes to it when it does not wait. */
    LabSession waiting(boolean waits) {
        patient = waits;
        return this;
    }

    /** Waits for whoever has a transaction open; ORA-01013 when the client is gone before, and nothing is changed. */
    private void awaitTransactions(Connection c) {
        while (patient && Rows.number(c, "select count(*) from GV$TRANSACTION") > 0) {
            if (gone.getAsBoolean()) {
                throw new OraError(1013, "user requested cancel of current operation");
            }
            if (start != database.starts()) {
                throw new OraError(3113, "end-of-file on communication channel");
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OraError(1089, "immediate shutdown in progress - no operations are permitted");
            }
        }
    }

    /** The same session, whose database links lead somewhere. */
    LabSession linking(DataPumpJob.Links followed) {
        links = followed;
        return this;
    }

    String user() {
        return user;
    }

    /** The instance where it runs: the first is on the host that its database names, the others are on hosts of their own. */
    int instance() {
        return instance;
    }

    /** What a server says of itself at logon; from 18 on the base release, with the one that is installed behind it. */
    String banner() {
        String version = database.spec().version();
        int major = database.spec().major();
        return major < 18
                ? "Oracle Database " + major + (major < 12 ? "g" : "c") + " Release " + version + " - 64bit Production"
                : "Oracle Database " + major + "c Release " + major + ".0.0.0.0 - Production\nVersion " + version;
    }

    /** The same session, of a program. */
    LabSession of(String client) {
        program = client;
        return this;
    }

    /** Client information that came with a statement: seen in GV$SESSION when the statement runs. */
    void inform(String name, String value) {
        switch (name) {
            case "OCSID.MODULE" -> module = value;
            case "OCSID.ACTION" -> action = value;
            case "OCSID.CLIENTID" -> identifier = value;
            default -> {}
        }
        informed = true;
    }

    /** Sessions that say nothing of themselves are not among those the lab lists. */
    private void present(Connection c) {
        informed = false;
        if (address != null) {
            Rows.run(
                    c,
                    "update GV$SESSION set module = ?, action = ?, client_identifier = ? where saddr = ?",
                    module,
                    action,
                    identifier,
                    address);
            return;
        }
        String mine = String.format(
                "%016X", java.util.concurrent.ThreadLocalRandom.current().nextLong());
        address = mine;
        Rows.insert(
                c,
                "GV$SESSION",
                Rows.row(
                        "inst_id",
                        instance,
                        "sid",
                        10_000 + Math.floorMod(mine.hashCode(), 20_000),
                        "serial#",
                        1 + Math.floorMod(mine.hashCode(), 60_000),
                        "saddr",
                        mine,
                        "username",
                        user,
                        "type",
                        "USER",
                        "service_name",
                        database.spec().service(),
                        "machine",
                        database.spec().host(),
                        "program",
                        program,
                        "module",
                        module,
                        "action",
                        action,
                        "client_identifier",
                        identifier));
    }

    private void leave(Connection c) {
        if (address != null) {
            Rows.run(c, "delete from GV$SESSION where saddr = ?", address);
            address = null;
        }
    }

    /** Logs off. */
    void close() {
        if (address == null) {
            return;
        }
        try (Connection c = database.connect()) {
            leave(c);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Works as long as the fault armed for this statement says, and by the lab's time as long as its size asks for; ORA-00028
     * when the session is killed meanwhile, ORA-01013 when its client has had enough.
     *
     * @param limit what the client gives it, by the lab's time; zero for ever
     * @return how long it took by its size
     */
    private Duration work(Connection c, LabCatalogue.Known known, Duration limit) {
        long end = System.nanoTime()
                + faults.takesLong(database.spec().system(), known.id()).toNanos();
        pause(c, () -> System.nanoTime() >= end);
        if (lab == null || lab.kindnesses().has(Kindness.STATEMENTS_TAKE_NO_TIME)) {
            return Duration.ZERO;
        }
        return spend(c, lab, LabWork.of(c, known), limit);
    }

    /** The time that was needed to read the rows from which this answer is. */
    private void read(Connection c, LabCatalogue.Known known, Answer answer, Duration limit) {
        if (lab != null && !lab.kindnesses().has(Kindness.READING_TAKES_NO_TIME)) {
            spend(c, lab, LabWork.reading(c, known, answer), limit);
        }
        if (lab != null && !lab.kindnesses().has(Kindness.COUNTING_TAKES_NO_TIME)) {
            spend(c, lab, LabWork.counting(c, known), limit);
        }
    }

    private Duration spend(Connection c, LabContext context, Duration takes, Duration limit) {
        boolean cut = !limit.isZero() && takes.compareTo(limit) > 0;
        try (LabTime.Wait wait = context.time().begin(context.time().work(cut ? limit : takes))) {
            pause(c, wait::done);
        }
        if (cut) {
            throw new OraError(1013, "user requested cancel of current operation");
        }
        return takes;
    }

    private void pause(Connection c, BooleanSupplier over) {
        while (!over.getAsBoolean()) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OraError(1089, "immediate shutdown in progress - no operations are permitted");
            }
            if (start != database.starts()) {
                throw new OraError(3113, "end-of-file on communication channel");
            }
            if (address != null && Rows.number(c, "select count(*) from GV$SESSION where saddr = ?", address) == 0) {
                throw new OraError(28, "your session has been killed");
            }
        }
    }

    LabDatabase database() {
        return database;
    }

    /** Whether the user holds DBA, or is SYS or SYSTEM. */
    boolean mayAct(Connection c) {
        return user.equals("SYS") || user.equals("SYSTEM") || roles(c).contains("DBA");
    }

    List<String> roles(Connection c) {
        return Rows.texts(c, "select granted_role from DBA_ROLE_PRIVS where grantee = ?", user);
    }

    private static final java.util.regex.Pattern FUNCTION = java.util.regex.Pattern.compile(
            "\\b(" + String.join("|", LabDatabase.OF_PUBLIC) + ")\\s*\\.\\s*(\\w+)",
            java.util.regex.Pattern.CASE_INSENSITIVE);

    /** A function of a package of SYS is no name for whoever may not execute the package. */
    private void executable(Connection c, String sql) {
        if (sysdba || user.equals("SYS") || lab != null && lab.kindnesses().has(Kindness.PACKAGES_OBEY_EVERYBODY)) {
            return;
        }
        Set<String> holders = new TreeSet<>(roles(c));
        holders.add(user);
        holders.add("PUBLIC");
        FUNCTION.matcher(sql).results().forEach(called -> {
            String of = called.group(1).toUpperCase(Locale.ROOT);
            if (Rows.texts(
                            c,
                            "select grantee from DBA_TAB_PRIVS where owner = 'SYS' and table_name = ? and privilege = 'EXECUTE'",
                            of)
                    .stream()
                    .noneMatch(holders::contains)) {
                throw new OraError(
                        904, "\"" + of + "\".\"" + called.group(2).toUpperCase(Locale.ROOT) + "\": invalid identifier");
            }
        });
    }

    private boolean mayRead(Connection c) {
        return mayAct(c)
                || roles(c).stream().anyMatch(CATALOGUE_ROLES::contains)
                || database.kindnesses().has(Kindness.DICTIONARY_IS_OPEN);
    }

    /** Without a limit, as SQL*Plus does. */
    Answer execute(String text, boolean readOnly, List<@Nullable Object> binds) {
        return execute(text, readOnly, binds, Duration.ZERO);
    }

    /** @param limit after which the client cancels it; zero for never */
    Answer execute(String text, boolean readOnly, List<@Nullable Object> binds, Duration limit) {
        LabCatalogue.Known known = catalogue
                .find(text)
                .orElseThrow(() -> new OraError(
                        900, "invalid SQL statement (the lab knows the statements of the catalogue and no others)"));
        begin(known);
        try (Connection c = database.connect()) {
            if (known.id().equals("set-module")) {
                module = String.valueOf(known.slots().get("module"));
                action = "gulliver";
                identifier = String.valueOf(known.slots().get("identifier"));
                present(c);
                return Answer.DONE;
            }
            if (informed) {
                present(c);
            }
            Duration took = work(c, known, limit);
            if (known.mutates()) {
                if (readOnly) {
                    throw new OraError(
                            1456, "may not perform insert/delete/update operation inside a READ ONLY transaction");
                }
                return act(c, known, binds, took);
            }
            if (known.id().equals("session-rights")) {
                return rights(c);
            }
            if (known.id().equals("link-encryption")) {
                return far(String.valueOf(known.slots().get("link")));
            }
            if (!mayRead(c) && !OPEN_TO_ALL.contains(known.id())) {
                throw new OraError(942, "table or view does not exist");
            }
            if (known.id().equals("check-database-link")) {
                follow(String.valueOf(known.slots().get("link")));
                return Answer.DONE;
            }
            if (known.kind().equals("block")) {
                block(c, text, binds);
                return Answer.DONE;
            }
            executable(c, text);
            if (lab == null || !lab.kindnesses().has(Kindness.BINDS_OF_ANY_LENGTH)) {
                fit(binds);
            }
            Answer answer = answer(c, known, text, binds);
            read(c, known, answer, limit);
            return answer;
        } catch (SQLException e) {
            throw translated(known.id(), e);
        }
    }

    /** A text that SQL takes no longer for one. */
    private static void fit(List<@Nullable Object> binds) {
        for (Object bind : binds) {
            if (bind instanceof String text && text.getBytes(StandardCharsets.UTF_8).length > LabSqlPlus.LONGEST) {
                throw new OraError(1461, "can bind a LONG value only for insert into a LONG column");
            }
        }
    }

    /** Refuses what is not of this release, and suffers what is armed for this statement. */
    private void begin(LabCatalogue.Known known) {
        String release = database.spec().version();
        if (compare(release, known.min()) < 0 || !known.max().isEmpty() && compare(release, known.max()) > 0) {
            throw known.kind().equals("query")
                    ? new OraError(904, "invalid identifier (" + known.id() + " is not for release " + release + ")")
                    : new OraError(922, "missing or invalid option (" + known.id() + " is not for " + release + ")");
        }
        if (faults.take(database.spec().system(), known.id(), FaultKind.INSTANCE_RESTARTS)) {
            restart.run();
        }
        if (start != database.starts()) {
            throw new OraError(3113, "end-of-file on communication channel");
        }
        killed |= faults.take(database.spec().system(), known.id(), FaultKind.SESSION_IS_KILLED);
        if (killed) {
            throw new OraError(28, "your session has been killed");
        }
    }

    private void follow(String link) {
        there(link).close();
    }

    private LabSession there(String link) {
        try {
            return links.follow(database, user, link);
        } catch (OraError e) {
            throw e.code() == 2019 || e.code() == 2085 ? e : new OraError(e, "ORA-02063: preceding line from " + link);
        }
    }

    /**
     * What serves the connection of a link at its far end, where its user may read it. The encryption service is linked into
     * every connection, its adapter is there where sqlnet.ora asked for it.
     */
    private Answer far(String link) throws SQLException {
        LabSession far = there(link);
        try (Connection c = far.database.connect()) {
            if (!far.mayRead(c)) {
                throw new OraError(
                        new OraError(942, "table or view does not exist"), "ORA-02063: preceding line from " + link);
            }
            String of = " for Linux: Version " + far.database.spec().version() + " - Production";
            List<List<@Nullable Object>> rows = new ArrayList<>();
            if (far.database.spec().has("network-encryption")) {
                rows.add(List.of("AES256 Encryption service adapter" + of));
            }
            rows.add(List.of("Encryption service" + of));
            rows.add(List.of("TCP/IP NT Protocol Adapter" + of));
            return new Answer(List.of("NETWORK_SERVICE_BANNER"), List.of(Wire.TEXT), rows);
        } finally {
            far.close();
        }
    }

    private static final java.util.regex.Pattern TRANSPORT_CHECK = java.util.regex.Pattern.compile(
            "(?is).*\\bDBMS_TTS\\s*\\.\\s*TRANSPORT_SET_CHECK\\s*\\(\\s*(?:\\w+\\s*=>\\s*)?('(?:[^']|'')*'|\\?)\\s*,.*");

    /** The same for a list that a loop over a query has put together. */
    private static final java.util.regex.Pattern TRANSPORT_CURSOR = java.util.regex.Pattern.compile(
            "(?is)\\s*DECLARE\\b.*\\bFOR\\s+\\w+\\s+IN\\s+\\((SELECT\\s+tablespace_name\\b.*?)\\)\\s+LOOP\\b.*\\bDBMS_TTS"
                    + "\\s*\\.\\s*TRANSPORT_SET_CHECK\\b.*");

    /**
     * A block of PL/SQL that changes nothing which outlives the session: the check of a set for transport, whose findings
     * another statement of the session reads.
     */
    void block(Connection c, String text, List<@Nullable Object> binds) {
        java.util.regex.Matcher check = TRANSPORT_CHECK.matcher(text);
        java.util.regex.Matcher cursor = TRANSPORT_CURSOR.matcher(text);
        Set<String> spaces = new TreeSet<>();
        if (check.matches()) {
            String list = check.group(1).equals("?")
                    ? String.valueOf(binds.get(0))
                    : check.group(1).substring(1, check.group(1).length() - 1);
            for (String space : list.split(",")) {
                spaces.add(space.strip().replace("\"", "").toUpperCase(Locale.ROOT));
            }
        } else if (cursor.matches()) {
            query(cursor.group(1)).rows().forEach(row -> spaces.add(String.valueOf(row.get(0))));
        } else {
            throw new OraError(6550, "line 1, column 1: PLS-00103: the lab does not know this block");
        }
        for (String space : spaces) {
            if (Rows.number(c, "select count(*) from DBA_TABLESPACES where tablespace_name = ?", space) == 0) {
                throw new OraError(29304, "tablespace '" + space + "' does not exist");
            }
        }
        transportViolations.clear();
        transportViolations.addAll(LabTransport.violations(c, spaces));
    }

    /** SESSION_PRIVS and SESSION_ROLES of whoever asks; roles within roles are enabled with them. */
    private Answer rights(Connection c) {
        TreeSet<String> roles = new TreeSet<>(roles(c));
        TreeSet<String> privileges =
                new TreeSet<>(Rows.texts(c, "select privilege from DBA_SYS_PRIVS where grantee = ?", user));
        privileges.add("CREATE SESSION");
        if (mayAct(c)) {
            roles.addAll(List.of("DBA", "EXECUTE_CATALOG_ROLE", "SELECT_CATALOG_ROLE"));
            privileges.add("SELECT ANY DICTIONARY");
        } else if (mayRead(c)) {
            roles.add("SELECT_CATALOG_ROLE");
        }
        for (String exempt : List.of(LabPolicies.ACCESS, LabPolicies.REDACTION)) {
            if (LabPolicies.exempt(c, user, exempt)) {
                privileges.add(exempt);
            }
        }
        if (sysdba) {
            privileges.add("SYSDBA");
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        privileges.forEach(name -> rows.add(List.of("PRIVILEGE", name)));
        roles.forEach(name -> rows.add(List.of("ROLE", name)));
        return new Answer(List.of("KIND", "NAME"), List.of(Wire.TEXT, Wire.TEXT), rows);
    }

    private static OraError translated(String statement, SQLException e) {
        if (e.getCause() instanceof OraError) {
            return (OraError) e.getCause(); // a function refused
        }
        String words = String.valueOf(e.getMessage());
        switch (e.getErrorCode()) {
            case 42102, 42103, 90079:
                return new OraError(942, "table or view does not exist");
            case 42122:
                java.util.regex.Matcher column = java.util.regex.Pattern.compile(
                                "Column \"(?:[^\"]*\\.)?([^\".]+)\" not found")
                        .matcher(words);
                return new OraError(904, "\"" + (column.find() ? column.group(1) : "?") + "\": invalid identifier");
            default:
                return new OraError(600, "internal error code, arguments: [lab], [" + statement + "], [" + words + "]");
        }
    }

    static int compare(String release, String limit) {
        String[] have = release.split("\\.");
        String[] want = limit.split("\\.");
        for (int i = 0; i < want.length; i++) {
            int order = Integer.compare(i < have.length ? Integer.parseInt(have[i]) : 0, Integer.parseInt(want[i]));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private Answer answer(Connection c, LabCatalogue.Known known, String text, List<@Nullable Object> binds)
            throws SQLException {
        if (known.id().equals("table-change")) {
            demandReadable(c, known.slots().get("table"));
            return change(c, seen(c, String.valueOf(known.slots().get("table"))));
        }
        if (known.id().equals("database-time-zone")) {
            return new Answer(List.of("TIME_ZONE"), List.of(Wire.TEXT), List.of(List.of("+00:00")));
        }
        return queried(c, translated(c, known, text), binds);
    }

    /** Queries whose answer the store cannot give by itself. */
    private static final Set<String> MADE_HERE = Set.of("table-change", "database-time-zone");

    /** A query that makes texts of the rows of another. */
    private static final java.util.regex.Pattern WRAPPED = java.util.regex.Pattern.compile(
            "(?is)(\\s*SELECT\\b(?:'(?:[^']|'')*+'|(?!\\bFROM\\b)[^'])*+\\bFROM\\s*\\()\\s*((?:SELECT|WITH)\\b.*?)\\s*(\\)\\s*)");

    /** Large objects by what they hold: as values they are another one each time. */
    private static @Nullable Object[] content(@Nullable Object[] row) {
        @Nullable Object[] content = row.clone();
        try {
            for (int i = 0; i < row.length; i++) {
                if (row[i] instanceof java.sql.Clob text) {
                    content[i] = text.getSubString(1, (int) text.length());
                } else if (row[i] instanceof java.sql.Blob bytes) {
                    content[i] = bytes.getBytes(1, (int) bytes.length());
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return content;
    }

    /** The store keeps no SCN of blocks: what stands for the last one changes with the rows. */
    private static Answer change(Connection c, String table) {
        long[] rows = {0, 0};
        String[] name = table.split("\"\\.\"");
        String columns = table.startsWith("(")
                ? "*"
                : LabSchemas.stored(c, name[0].replace("\"", ""), name[1].replace("\"", ""));
        Rows.each(c, "select " + columns + " from " + table, row -> {
            rows[0]++;
            rows[1] += Integer.toUnsignedLong(
                    java.util.Arrays.deepToString(content(row)).hashCode());
        });
        return new Answer(
                List.of("ROW_COUNT", "LAST_CHANGE"),
                List.of(Wire.NUMBER, Wire.NUMBER),
                List.of(List.of(BigDecimal.valueOf(rows[0]), BigDecimal.valueOf(rows[1]))));
    }

    /** Runs a query of any text, as SQL*Plus may: what the dictionary of this release has, and nothing else. */
    Answer query(String text) {
        return query(text, List.of());
    }

    /**
     * Runs a query of any text, as SQL*Plus may: what the dictionary of this release has, and nothing else. One of the
     * catalogue is known within another that makes texts of its rows.
     */
    Answer query(String text, List<@Nullable Object> binds) {
        java.util.regex.Matcher wrapped = WRAPPED.matcher(text);
        LabCatalogue.Known known =
                wrapped.matches() ? catalogue.find(wrapped.group(2)).orElse(null) : null;
        if (known != null) {
            begin(known);
        } else if (start != database.starts()) {
            throw new OraError(3113, "end-of-file on communication channel");
        }
        try (Connection c = database.connect()) {
            if (known != null) {
                work(c, known, Duration.ZERO);
            }
            if (known != null && known.id().equals("session-rights")) {
                return queried(c, wrapped.group(1) + asQuery(rights(c)) + wrapped.group(3), binds);
            }
            if (!mayRead(c) && (known == null || !OPEN_TO_ALL.contains(known.id()))) {
                throw new OraError(942, "table or view does not exist");
            }
            executable(c, text);
            String plain = text.replace("TO_CLOB(", "(");
            if (known != null && MADE_HERE.contains(known.id())) {
                Answer made = answer(c, known, wrapped.group(2), binds);
                return queried(
                        c, wrapped.group(1).replace("TO_CLOB(", "(") + asQuery(made) + wrapped.group(3), List.of());
            }
            Answer answer = queried(c, known == null ? words(plain) : translated(c, known, plain), binds);
            if (known != null) {
                read(c, known, answer, Duration.ZERO);
            }
            return answer;
        } catch (SQLException e) {
            throw translated("query", e);
        }
    }

    /** An answer of texts and numbers that is there, as a query that gives it. */
    private static String asQuery(Answer answer) {
        return answer.rows().stream()
                .map(row -> java.util.stream.IntStream.range(0, row.size())
                        .mapToObj(i -> (row.get(i) instanceof Number ? row.get(i) : "'" + row.get(i) + "'") + " AS "
                                + answer.names().get(i))
                        .collect(java.util.stream.Collectors.joining(", ", "SELECT ", "")))
                .collect(java.util.stream.Collectors.joining(" UNION ALL "));
    }

    /** The first name after FROM or a comma that is neither a view of this release nor anything else here. */
    String unknown(String sql) {
        java.util.regex.Matcher name = java.util.regex.Pattern.compile(
                        "(?i)(?:FROM|JOIN|,)\\s+(?:\\w+\\.)?([A-Z_][A-Z0-9_$#]*)")
                .matcher(sql);
        try (Connection c = database.connect()) {
            while (name.find()) {
                String word = name.group(1).toUpperCase(Locale.ROOT);
                try {
                    if (LabViews.ALL.asked(word, database.spec().version()).isEmpty()
                            && !word.equals("DUAL")
                            && Rows.number(
                                            c,
                                            "select count(*) from INFORMATION_SCHEMA.TABLES where table_name = ?",
                                            word)
                                    == 0) {
                        return word;
                    }
                } catch (OraError e) {
                    return word;
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return "";
    }

    private Answer queried(Connection c, String sql, List<@Nullable Object> binds) throws SQLException {
        List<LabViews.View> asked = LabViews.ALL.asked(sql, database.spec().version());
        if (asked.stream().anyMatch(view -> view.name().endsWith("V$SESSION"))) {
            LabClients.visit(c, database.spec(), clock.instant());
        }
        if (asked.stream().anyMatch(view -> view.name().equals("DBA_EXTENTS"))) {
            LabRowids.number(c, database.spec());
        }
        LabComputed computed =
                LabComputed.of(c, database, load, clock.instant(), asked, List.copyOf(transportViolations));
        try (computed;
                PreparedStatement statement = c.prepareStatement(sql)) {
            for (int i = 0; i < binds.size(); i++) {
                statement.setObject(i + 1, binds.get(i));
            }
            try (ResultSet answer = statement.executeQuery()) {
                return answer(answer);
            }
        }
    }

    /** In the words of the store; where one is, is known here. */
    private String words(String text) {
        LabDatabaseSpec spec = database.spec();
        String container = spec.kind() == LabDatabaseSpec.Kind.ROOT ? "CDB$ROOT" : spec.name();
        return OracleWords.store(
                        CONTAINER
                                .matcher(text)
                                .replaceAll(java.util.regex.Matcher.quoteReplacement("'" + container + "'")),
                        spec.characterSet())
                .replace(
                        "DBMS_STATS.GET_PREFS('CONCURRENT')",
                        "coalesce((select max(request) from LAB$JOBS where owner_name = 'PREFERENCE' and job_name ="
                                + " 'CONCURRENT'), 'OFF')");
    }

    /** The store's own words for the few of Oracle's that it lacks. */
    private String translated(Connection c, LabCatalogue.Known known, String text) {
        String sql = words(text);
        String table = known.slots().get("table");
        if (table != null && sql.contains("DBMS_CRYPTO.HASH(")) {
            // One Oracle name, two functions of the store: the column's type decides.
            String[] name = table.split("\"\\.\"");
            for (String blob : Rows.texts(
                    c,
                    "select column_name from DBA_TAB_COLUMNS where owner = ? and table_name = ? and data_type = 'BLOB'",
                    name[0].replace("\"", ""),
                    name[1].replace("\"", ""))) {
                sql = sql.replace("DBMS_CRYPTO.HASH(\"" + blob + "\"", "LAB_HASH_BLOB(\"" + blob + "\"");
            }
            sql = sql.replace("DBMS_CRYPTO.HASH(", "LAB_HASH_CLOB(");
        }
        if (table == null) {
            return sql;
        }
        demandReadable(c, table);
        String from = seen(c, table);
        boolean sampled = known.slots().containsKey("percent");
        if (sampled || sql.contains(" ROWID ")) {
            String[] name = table.substring(1, table.length() - 1).split("\"\\.\"");
            boolean query = !from.equals(table);
            String place = "LAB_ROWID(" + LabRowids.dataObject(database.spec(), name[0], name[1]) + ", "
                    + LabRowids.extents(Rows.number(
                            c,
                            "select coalesce(sum(bytes), 0) from DBA_SEGMENTS where owner = ? and segment_name = ?",
                            name[0],
                            name[1]))
                    + (query ? ", LAB$ROW)" : ", _ROWID_)");
            if (Rows.number(
                                    c,
                                    "select count(*) from DBA_TABLES where owner = ? and table_name = ? and iot_type = 'IOT'",
                                    name[0],
                                    name[1])
                            > 0
                    && sql.contains("ROWID ")) {
                // Its rows have no place, and ROWIDs of another type (Database Concepts, Logical Rowids).
                throw new OraError(1410, "invalid ROWID");
            }
            sql = sql.replace("ROWID >=", place + " >=").replace("ROWID <", place + " <");
            if (sampled) {
                // Of some blocks there is no row.
                sql = sql.replace("ROWID AS", place + " AS")
                        .replace(
                                "SAMPLE BLOCK (" + known.slots().get("percent") + ")",
                                "WHERE MOD(" + (query ? "LAB$ROW" : "_ROWID_") + ", 2) = 0");
            }
            from = query ? from.replace("(SELECT ", "(SELECT _ROWID_ AS LAB$ROW, ") : from;
        }
        return sql.replace(table, from);
    }

    /** The overflow of an index-organized table is read by that table alone (Database Error Messages, ORA-25191). */
    private static void demandReadable(Connection c, String table) {
        String[] name = table.substring(1, table.length() - 1).split("\"\\.\"");
        if (Rows.number(
                        c,
                        "select count(*) from DBA_TABLES where owner = ? and table_name = ? and iot_type = 'IOT_OVERFLOW'",
                        name[0],
                        name[1])
                > 0) {
            throw new OraError(25191, "cannot reference overflow table of an index-organized table");
        }
    }

    /** What policies leave to whoever asks of a table, named OWNER.TABLE in quotes. */
    private String seen(Connection c, String table) {
        String[] name = table.split("\"\\.\"");
        return sysdba || lab != null && lab.kindnesses().has(Kindness.POLICIES_HIDE_NOTHING)
                ? table
                : LabPolicies.seen(c, user, name[0].replace("\"", ""), name[1].replace("\"", ""));
    }

    private static Answer answer(ResultSet rows) throws SQLException {
        ResultSetMetaData metadata = rows.getMetaData();
        List<String> names = new ArrayList<>();
        List<Character> types = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            names.add(metadata.getColumnLabel(i));
            types.add(type(metadata.getColumnType(i)));
        }
        List<List<@Nullable Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int i = 1; i <= names.size(); i++) {
                char type = types.get(i - 1);
                row.add(
                        type == Wire.NUMBER
                                ? rows.getBigDecimal(i)
                                : type == Wire.TIME ? rows.getTimestamp(i) : rows.getString(i));
            }
            all.add(row);
        }
        return new Answer(names, types, all);
    }

    private static char type(int jdbc) {
        switch (jdbc) {
            case Types.TIMESTAMP, Types.DATE:
                return Wire.TIME;
            case Types.VARCHAR, Types.CHAR, Types.CLOB, Types.NULL, Types.OTHER, Types.BOOLEAN:
                return Wire.TEXT;
            default:
                return Wire.NUMBER;
        }
    }

    private Answer act(Connection c, LabCatalogue.Known known, List<@Nullable Object> binds, Duration took) {
        boolean ownJob = known.id().endsWith("-datapump-job") && !binds.isEmpty() && user.equals(binds.get(1));
        boolean ownLink = known.id().endsWith("-database-link")
                && !known.id().startsWith("grant-")
                && Rows.number(
                                c,
                                "select count(*) from DBA_SYS_PRIVS where grantee = ? and privilege = 'CREATE DATABASE LINK'",
                                user)
                        > 0;
        if (!mayAct(c) && !ownJob && !ownLink) {
            throw new OraError(1031, "insufficient privileges");
        }
        Map<String, String> slots = known.slots();
        if (known.id().equals("tablespace-read-only")) {
            awaitTransactions(c);
        }
        Effect effect =
                new LabCommands(c, database, clock, sysdba, instance).by(user).run(known.id(), slots, binds);
        Map<String, Object> details = new TreeMap<>(slots);
        details.remove("password");
        if (!took.isZero()) {
            details.put("seconds", took.toSeconds());
        }
        for (int i = 0; i < binds.size(); i++) {
            Object bind = binds.get(i);
            details.put(
                    "bind" + (i + 1),
                    bind instanceof BigDecimal || bind instanceof Timestamp ? bind.toString() : String.valueOf(bind));
        }
        ledger.record(database.spec().system(), known.id(), object(slots, binds), user, effect, details);
        return Answer.DONE;
    }

    private String object(Map<String, String> slots, List<@Nullable Object> binds) {
        for (String slot : List.of(
                "user",
                "role",
                "profile",
                "synonym",
                "directory",
                "tablespace",
                "name",
                "table",
                "session",
                "owner",
                "group",
                "service",
                "job",
                "file")) {
            String value = slots.get(slot);
            if (value != null) {
                return value;
            }
        }
        return binds.isEmpty() ? database.spec().service() : String.valueOf(binds.get(0));
    }
}
