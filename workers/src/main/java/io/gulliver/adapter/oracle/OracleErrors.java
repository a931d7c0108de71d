package io.gulliver.adapter.oracle;

import static io.gulliver.adapter.oracle.OracleFailure.*;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The one table that says what an ORA- code means for us: its kind and what to do. */
public final class OracleErrors {

    /**
     * The meaning of one code.
     *
     * @param code vendor code without {@code ORA-} and leading zeros
     * @param advice what a person should do next
     */
    public record Meaning(int code, OracleFailure kind, String advice) {}

    private static final String WAYS = "connect with (UR=A) in CONNECT_DATA of a descriptor, as {descriptor} in"
            + " gulliver.landscape.databases.url-template does, locally on the host, or by an entry of the SID in"
            + " listener.ora";
    private static final String RESTRICTED =
            "Sessions are restricted, and the listener lets nobody through: " + WAYS + "; or open the database.";
    private static final String BLOCKED =
            "The database is there and its instance starts, mounts or is not registered yet:" + " wait; or " + WAYS
                    + ".";

    private static final String REGISTERS =
            "up to a minute after a start of instance or listener it is not registered yet: lsnrctl services lists what is.";

    private static final String CLOSED =
            "The other side closed the connection: connect again; where it does so at each logon, see the listener log for"
                    + " valid node checking and processes that ran out, and the firewall.";

    private static final String PLACE =
            "Oracle makes no directory for a file that it is told by name, and a disk group has to be mounted: see to it, or"
                    + " correct the destination in the program's parameters.";

    private static final Map<Integer, Meaning> TABLE = new TreeMap<>();

    static {
        // Connection. Source: Oracle Database Error Messages; 17xxx are the JDBC driver's own codes.
        add(17, EXTERNAL, "Ask the DBA why the session was ended."); // session requested to set trace event
        add(18, CAPACITY, "Raise SESSIONS or end idle sessions."); // maximum number of sessions exceeded
        add(20, CAPACITY, "Raise PROCESSES or end idle sessions."); // maximum number of processes exceeded
        add(28, TRANSIENT, "The session was killed; connect again."); // your session has been killed
        add(257, CAPACITY, "Make room for archived redo: the archiver is stuck."); // archiver error
        add(603, TRANSIENT, "See the alert log: the server process died."); // session terminated by fatal error
        add(1012, TRANSIENT, "Connect again."); // not logged on
        add(1017, EXTERNAL, "Check user and password reference; further tries may lock the account."); // invalid logon
        add(1033, TRANSIENT, "Wait until the instance is open."); // initialization or shutdown in progress
        add(1034, TRANSIENT, "Start the instance."); // ORACLE not available
        // Behind the listener, where the right does help.
        add(1035, EXTERNAL, "Sessions are restricted; grant RESTRICTED SESSION or open the database."); // restricted
        add(1045, EXTERNAL, "Grant CREATE SESSION to the user."); // user lacks CREATE SESSION
        add(1089, TRANSIENT, "Wait for the restart."); // immediate shutdown in progress
        add(1092, TRANSIENT, "Wait until the instance is open again."); // instance terminated, disconnection forced
        add(1109, TRANSIENT, "Open the database."); // database not open
        add(2396, TRANSIENT, "Connect again; the profile ends idle sessions."); // exceeded maximum idle time
        add(2399, TRANSIENT, "Connect again; the profile ends long sessions."); // exceeded maximum connect time
        add(3113, TRANSIENT, "See the alert log; the instance or the network went away."); // end-of-file on channel
        add(3114, TRANSIENT, "Connect again."); // not connected
        add(3135, TRANSIENT, "Connect again; a firewall may cut idle connections."); // connection lost contact
        add(3134, EXTERNAL, "The driver does not speak with so old a release; use SQL*Plus on its host."); // too old
        add(12154, REQUEST, "Check the connect name in the landscape."); // could not resolve connect identifier
        add(12170, TRANSIENT, "Check network and firewall between worker and listener."); // connect timeout
        add(12504, REQUEST, "The address names no service: name one in the inventory."); // no SERVICE_NAME was given
        add(
                12505,
                TRANSIENT,
                "Check the SID, or name the service instead; " + REGISTERS); // listener does not know the SID
        add(12521, EXTERNAL, "Check the instance's name in GV$INSTANCE and that it is started."); // no such instance
        add(
                12514,
                TRANSIENT,
                "Check the service name and that it is started; " + REGISTERS); // not known to the listener
        add(12516, CAPACITY, "Raise PROCESSES, or wait."); // no handler with matching protocol
        add(12518, CAPACITY, "The host is short of memory or processes."); // could not hand off the connection
        add(12519, CAPACITY, "Raise PROCESSES, or wait."); // no appropriate handler
        add(12520, CAPACITY, "Raise PROCESSES, or wait."); // no handler for the server type
        // The listener itself refuses these three: no right of the user helps.
        add(12526, EXTERNAL, RESTRICTED); // all instances are restricted
        add(12527, TRANSIENT, RESTRICTED); // all instances are restricted or block, at shutdown as well
        add(12528, TRANSIENT, BLOCKED); // all instances block new connections
        add(12537, TRANSIENT, "Check valid node checking and the alert log."); // connection closed
        add(12541, TRANSIENT, "Start the listener; check host and port."); // no listener
        add(12543, TRANSIENT, "Check the network route to the host."); // destination host unreachable
        add(12545, REQUEST, "Check the host name in the landscape."); // host or object does not exist
        add(12547, TRANSIENT, "See the listener log."); // lost contact
        add(12560, TRANSIENT, "Check that listener and instance run."); // protocol adapter error
        add(12570, TRANSIENT, "Connect again."); // packet reader failure
        add(17002, TRANSIENT, "Check listener, host, port and firewall."); // I/O error of the driver
        add(17008, TRANSIENT, "Connect again."); // closed connection
        add(17410, TRANSIENT, CLOSED); // no more data to read from socket
        add(17800, TRANSIENT, CLOSED); // got minus one from a read call
        add(17868, REQUEST, "Check the host name in the inventory."); // driver: unknown host specified
        add(28000, EXTERNAL, "Unlock the account: ALTER USER ... ACCOUNT UNLOCK."); // account is locked
        add(28001, EXTERNAL, "Set a new password and update the secret."); // password has expired
        add(28002, EXTERNAL, "Set a new password soon."); // password will expire
        add(28040, EXTERNAL, "The driver does not speak with so old a release; use SQL*Plus on its host."); // protocol
        // Statements.
        add(1, CONFLICT, "Someone else wrote the row, or it was loaded twice."); // unique constraint violated
        add(54, CONFLICT, "Find who holds the lock, then retry."); // resource busy
        add(60, CONFLICT, "Retry the statement."); // deadlock
        add(900, REQUEST, "The statement is not understood by this release."); // invalid SQL statement
        add(904, REQUEST, "The column does not exist in this release."); // invalid identifier
        add(911, REQUEST, "The statement holds a character it may not."); // invalid character
        add(922, REQUEST, "The statement is not understood by this release."); // missing or invalid option
        add(933, REQUEST, "The statement is not understood by this release."); // not properly ended
        add(942, EXTERNAL, "Grant SELECT_CATALOG_ROLE, or the view is not in this release."); // no such table or view
        add(955, CONFLICT, "The object exists already; compare it before going on."); // name is already used
        add(959, CONFLICT, "Create the tablespace first or remap it."); // tablespace does not exist
        // Not open: V$ views answer, the dictionary does not.
        add(1219, EXTERNAL, "Ask an open database: the primary, or the standby open read only."); // database not open
        add(1013, TRANSIENT, "The statement ran into its time limit; retry off peak."); // cancelled by user or time-out
        add(1031, EXTERNAL, "Grant the privilege that the statement's catalogue entry names."); // no privilege
        add(301, EXTERNAL, PLACE); // error in adding log file: file cannot be created
        add(1119, EXTERNAL, PLACE); // error in creating database file
        add(15001, EXTERNAL, "Mount the disk group (srvctl start diskgroup), or correct its name."); // not mounted
        add(15041, CAPACITY, "Give the disk group more disks, or take away what it need not hold."); // space exhausted
        add(27040, EXTERNAL, PLACE); // file create error
        add(1403, CONFLICT, "The row is gone; look again."); // no data found
        add(1536, CAPACITY, "Raise the quota on the tablespace."); // space quota exceeded
        add(1543, CONFLICT, "The tablespace exists already."); // tablespace already exists
        add(1555, CAPACITY, "Raise UNDO_RETENTION and undo space, or quiesce the source."); // snapshot too old
        add(1652, CAPACITY, "Add temporary space."); // unable to extend temp segment
        add(1653, CAPACITY, "Add a data file."); // unable to extend table
        add(1654, CAPACITY, "Add a data file."); // unable to extend index
        add(1691, CAPACITY, "Add a data file."); // unable to extend LOB segment
        add(1917, CONFLICT, "The user or role does not exist; create it first."); // user or role does not exist
        add(1918, CONFLICT, "The user is already gone."); // user does not exist
        add(1919, CONFLICT, "Create the role first."); // role does not exist
        add(1920, CONFLICT, "The user exists already."); // user name conflicts
        add(1940, CONFLICT, "End the user's sessions, then drop it."); // cannot drop a connected user
        add(2291, CONFLICT, "The parent row is missing; check the load order."); // parent key not found
        add(1489, REQUEST, "Report it: a row is longer than a text can be."); // string concatenation too long
        add(1882, REQUEST, "Report it: the driver's time zone is unknown to the database."); // region not found
        add(2030, EXTERNAL, "Log on as a user who may read V$ views."); // can only select from fixed tables/views
        add(2391, CAPACITY, "Raise SESSIONS_PER_USER of the user's profile."); // too many sessions of the user
        add(4031, CAPACITY, "The shared pool is too small."); // unable to allocate shared memory
        add(4043, CONFLICT, "The object is already gone."); // object does not exist
        add(6550, EXTERNAL, "Grant what the statement's catalogue entry names; the words name the object."); // PL/SQL
        add(16000, EXTERNAL, "Ask the primary: the database is open read only."); // open for read-only access
        add(19502, CAPACITY, "See that the file system has room (df) and its disks are well."); // write error on file
        add(19804, CAPACITY, "Enlarge the recovery area or remove old backups."); // cannot reclaim space
        add(27072, CAPACITY, "See that the file system has room (df) and its disks are well."); // file I/O error
        add(19809, CAPACITY, "Enlarge the recovery area or remove old backups."); // limit exceeded for recovery files
        add(38760, EXTERNAL, "Turn on ARCHIVELOG; flashback needs it."); // database cannot go to flashback
        add(38778, CONFLICT, "The restore point exists already."); // restore point already exists
        add(38780, CONFLICT, "The restore point is already gone."); // restore point does not exist
        add(38784, EXTERNAL, "Turn on ARCHIVELOG and set a recovery area."); // cannot create restore point
        // Data Pump: docs/domain/data-pump.md, 2.7.
        add(31626, CONFLICT, "Attach to the job by its stored name; do not start a second."); // job does not exist
        add(31633, CONFLICT, "The control table exists: attach to that job."); // unable to create control table
        add(31634, CONFLICT, "The job exists: attach to it."); // job already exists
        add(31679, EXTERNAL, "Move the object by dump file."); // cannot be moved over a link
        add(31693, CAPACITY, "Reload the table; see the nested code."); // table data failed
        add(39001, REQUEST, "Correct the parameter file."); // invalid argument value
        add(39002, REQUEST, "Correct the parameter file; see the codes below."); // invalid operation
        add(39070, EXTERNAL, "Check the directory object, its path and its rights."); // cannot open the log file
        add(39087, EXTERNAL, "Create the directory object and grant READ, WRITE."); // directory name is invalid
        add(39112, EXTERNAL, "Create the base object, then its dependents."); // base object failed
        add(39115, EXTERNAL, "Move the object by dump file."); // not possible over a link
        add(39123, EXTERNAL, "Use another way: character sets differ."); // transportable job aborted
        add(39126, BUG, "Collect the worker's trace and open a service request."); // worker internal error
        add(39151, CONFLICT, "Truncate and reload the table: rows may be missing."); // table exists, skipped
        add(39171, CAPACITY, "Add space; the job goes on by itself."); // job is in resumable wait
        add(39185, EXTERNAL, "Set the tablespaces READ ONLY first."); // transportable set not read-only
        add(39346, EXTERNAL, "Character data would be lost: choose a wider character set."); // data loss in conversion
        add(39357, REQUEST, "A warning: the job works on the root. Connect to the pluggable database."); // at the root
        add(39405, EXTERNAL, "Install the newer time zone file on the target."); // DST file of source is newer
        add(
                65144,
                CONFLICT,
                "The pluggable database has unresolved errors in PDB_PLUG_IN_VIOLATIONS: do what ACTION says there, then ALTER"
                        + " PLUGGABLE DATABASE ... CLOSE IMMEDIATE and OPEN."); // disabling restricted session is
        // refused
        // Corruption and bugs.
        add(600, BUG, "Collect the trace file and open a service request."); // internal error code
        add(1578, EXTERNAL, "Repair the block before going on."); // data block corrupted
        add(7445, BUG, "Collect the trace file and open a service request."); // exception encountered: core dump
    }

    private OracleErrors() {}

    private static void add(int code, OracleFailure kind, String advice) {
        Meaning earlier = TABLE.put(code, new Meaning(code, kind, advice));
        if (earlier != null) {
            throw new IllegalStateException("ORA-" + code + " stands twice in the table");
        }
    }

    /** What a code means; a code that nobody listed counts as a bug of ours until someone has looked at it. */
    public static Meaning meaning(int code) {
        Meaning known = TABLE.get(code);
        return known != null ? known : new Meaning(code, BUG, "Look the code up and add it to the table of codes.");
    }

    /**
     * Whether a code is told before anybody looked at user and password: by listener and network (ORA-12150 to 12699), by the
     * driver (17000 to 17999), or because driver and release do not speak with each other.
     */
    public static boolean beforeLogon(int code) {
        return code >= 12_150 && code <= 12_699 || code >= 17_000 && code <= 17_999 || tooOld(code);
    }

    /** What server and driver say where the release is too old for the driver. */
    private static final Set<Integer> TOO_OLD = Set.of(3134, 28_040);

    /** Whether a logon failed because driver and release do not speak with each other. */
    public static boolean tooOld(int code) {
        return TOO_OLD.contains(code);
    }

    /** Codes after which the session is gone, whatever it was doing. */
    private static final Set<Integer> SESSION_ENDED = Set.of(
            28, 603, 1012, 1033, 1034, 1089, 1092, 2396, 2399, 3113, 3114, 3135, 12537, 12547, 12570, 17002, 17008,
            17410, 17800);

    /** Whether the session is gone after this code, so that nothing more can be asked on its connection. */
    static boolean endsSession(int code) {
        return SESSION_ENDED.contains(code);
    }

    private static final Pattern CODE = Pattern.compile("\\b(?:ORA|TNS)-(\\d{4,5})\\b");

    /**
     * What to do about what a program of Oracle's printed: by the last code in it that the table has, for the cause stands
     * below what it led to.
     *
     * @return a sentence, a general one where no code is known
     */
    public static String advice(String words) {
        return CODE.matcher(words)
                .results()
                .map(found -> TABLE.get(Integer.valueOf(found.group(1))))
                .filter(Objects::nonNull)
                .map(Meaning::advice)
                .reduce((above, below) -> below)
                .orElse("Mend the cause.");
    }

    /** Whether the table has the code. */
    static boolean isKnown(int code) {
        return TABLE.containsKey(code);
    }

    /** The code as Oracle prints it: {@code ORA-00942}. */
    public static String name(int code) {
        return String.format("ORA-%05d", code);
    }
}
