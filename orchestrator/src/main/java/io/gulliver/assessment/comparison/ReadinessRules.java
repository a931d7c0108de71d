package io.gulliver.assessment.comparison;

import io.gulliver.assessment.comparison.ReadinessCriterion.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a target that is still empty will take the load and serve the application: check V12 of {@code
 * docs/domain/validation.md}, days before the outage. Whatever is wrong here cannot be mended while users wait.
 */
public final class ReadinessRules {
    /** A target has this much of what the source uses: {@code docs/domain/data-pump.md}, 1.4. */
    static final double ROOM = 1.3;

    /** Preference of DBMS_STATS, among the properties of a target: OFF, MANUAL, AUTOMATIC, ALL; in 11.2 FALSE or TRUE. */
    public static final String CONCURRENT = "CONCURRENT";

    /** Among the properties of a target: STATUS of V$ENCRYPTION_WALLET. */
    public static final String KEYSTORE = "KEYSTORE";

    private static final String ENCRYPTION = "tablespace encryption";

    private static final String MISSING = "missing";

    /** What belongs to a host, an instance or the way the target was built; the rest must be equal or approved. */
    private static final List<String> OWN = List.of(
            "audit_file_dest",
            "cluster_database",
            "cluster_database_instances",
            "control_files",
            "db_create_file_dest",
            "db_name",
            "db_recovery_file_dest",
            "db_recovery_file_dest_size",
            "db_unique_name",
            "diagnostic_dest",
            "dispatchers",
            "fal_client",
            "fal_server",
            "instance_name",
            "instance_number",
            "local_listener",
            "log_archive_config",
            "log_archive_dest",
            "memory_target",
            "pga_aggregate_limit",
            "pga_aggregate_target",
            "remote_listener",
            "sga_max_size",
            "sga_target",
            "thread",
            "undo_tablespace",
            "use_large_pages");

    /** What the instance has once for all, so that a pluggable database takes its container's. */
    private static final List<String> OF_THE_INSTANCE =
            List.of("db_files", "open_links", "parallel_max_servers", "processes", "sessions", "transactions");

    private final ReadinessSide source;
    private final ReadinessSide target;
    private final ReadinessDemand demand;
    private final List<ReadinessCriterion> found = new ArrayList<>();

    private ReadinessRules(ReadinessSide source, ReadinessSide target, ReadinessDemand demand) {
        this.source = source;
        this.target = target;
        this.demand = demand;
    }

    /** Judges everything; what is alike is in the list too. */
    public static List<ReadinessCriterion> judge(ReadinessSide source, ReadinessSide target, ReadinessDemand demand) {
        ReadinessRules rules = new ReadinessRules(source, target, demand);
        rules.making();
        rules.components();
        rules.options();
        rules.parameters();
        rules.violations();
        rules.statistics();
        rules.jobs();
        rules.tablespaces();
        rules.space();
        rules.names();
        return List.copyOf(rules.found);
    }

    private void add(
            String criterion,
            String what,
            String here,
            @Nullable String there,
            Verdict verdict,
            String rule,
            String todo) {
        found.add(new ReadinessCriterion(
                criterion,
                what,
                here,
                there == null ? MISSING : there,
                verdict,
                rule,
                verdict == Verdict.BLOCKS ? todo : ""));
    }

    /** Blocks, unless somebody approved that it differs. */
    private void blocks(String criterion, String what, String here, @Nullable String there, String rule, String todo) {
        boolean approved = demand.approved().contains(what);
        add(
                criterion,
                what,
                here,
                there,
                approved ? Verdict.ALLOWED : Verdict.BLOCKS,
                approved ? "approved change" : rule,
                todo);
    }

    private void equal(
            String criterion, String what, @Nullable String here, @Nullable String there, String rule, String todo) {
        if (here == null) {
            return;
        }
        if (here.equals(there)) {
            add(criterion, what, here, there, Verdict.ALIKE, rule, "");
        } else {
            blocks(criterion, what, here, there, rule, todo);
        }
    }

    private void notLower(String criterion, String what, String here, String there, String rule, String todo) {
        int order = release(there, here);
        if (order < 0) {
            blocks(criterion, what, here, there, rule, todo);
        } else {
            add(criterion, what, here, there, order == 0 ? Verdict.ALIKE : Verdict.BETTER, rule, "");
        }
    }

    /**
     * Character sets and time zone file alone, which are looked at as soon as the target is made.
     *
     * @param source by parameter of NLS_DATABASE_PARAMETERS
     * @param approved parameters that may differ; a time zone file never
     */
    public static List<ReadinessCriterion> judgeSets(
            SortedMap<String, String> source,
            int sourceTimeZoneFile,
            SortedMap<String, String> target,
            int targetTimeZoneFile,
            Set<String> approved) {
        ReadinessRules rules = new ReadinessRules(
                ReadinessSide.ofSets(source, sourceTimeZoneFile),
                ReadinessSide.ofSets(target, targetTimeZoneFile),
                ReadinessDemand.approving(approved));
        rules.sets();
        return List.copyOf(rules.found);
    }

    private void sets() {
        for (String set : List.of("NLS_CHARACTERSET", "NLS_NCHAR_CHARACTERSET")) {
            equal(
                    "character set",
                    set,
                    source.properties().get(set),
                    target.properties().get(set),
                    "C04, R07, R08",
                    "Create the target anew with the source's set. Where it is meant to differ, have the source scanned"
                            + " (DMU, CSSCAN), for text grows or is lost, and approve " + set + ".");
        }
        // No approval helps here: the import ends before its first row.
        if (target.timeZoneFile() < source.timeZoneFile()) {
            add(
                    "time zone file",
                    "version",
                    Integer.toString(source.timeZoneFile()),
                    Integer.toString(target.timeZoneFile()),
                    Verdict.BLOCKS,
                    "R17, ORA-39405",
                    "Install the source's time zone file on the target (DBMS_DST), then retry.");
        } else {
            add(
                    "time zone file",
                    "version",
                    Integer.toString(source.timeZoneFile()),
                    Integer.toString(target.timeZoneFile()),
                    target.timeZoneFile() == source.timeZoneFile() ? Verdict.ALIKE : Verdict.BETTER,
                    "R17",
                    "");
        }
    }

    /** What is decided when a database is made, or can only be changed while it is empty. */
    private void making() {
        sets();
        equal(
                "length semantics",
                "NLS_LENGTH_SEMANTICS",
                source.properties().get("NLS_LENGTH_SEMANTICS"),
                target.properties().get("NLS_LENGTH_SEMANTICS"),
                "V12",
                "Create the target anew with it, or approve that it differs.");
        clock();
        notLower(
                "release",
                "release",
                source.release(),
                target.release(),
                "C03, R03",
                "Put the target's Oracle home on the source's release update or a later one, run datapatch, then retry.");
        notLower(
                "parameter",
                "compatible",
                source.parameters().getOrDefault("compatible", "0"),
                target.parameters().getOrDefault("compatible", "0"),
                "C04, R06",
                "Raise COMPATIBLE in the target's server parameter file and restart it while it is empty; it never goes down"
                        + " again.");
        String here = source.parameters().getOrDefault("max_string_size", "STANDARD");
        String there = target.parameters().getOrDefault("max_string_size", "STANDARD");
        if (here.equals("STANDARD") && there.equals("EXTENDED")) {
            add("parameter", "max_string_size", here, there, Verdict.BETTER, "MAX_STRING_SIZE, S-O4", "");
        } else {
            equal(
                    "parameter",
                    "max_string_size",
                    here,
                    there,
                    "MAX_STRING_SIZE, S-O4",
                    "Tables with longer columns would fail with ORA-00910. While the target is empty: STARTUP UPGRADE, ALTER"
                            + " SYSTEM SET max_string_size=EXTENDED, run utl32k.sql, restart; there is no way back.");
        }
    }

    /** A column with local time stamps is kept in DBTIMEZONE, which no longer changes once such rows are there. */
    private void clock() {
        String here = source.properties().get("DBTIMEZONE");
        String there = target.properties().get("DBTIMEZONE");
        if (!demand.localTimeStamps() && !Objects.equals(here, there) && here != null) {
            add(
                    "time zone",
                    "DBTIMEZONE",
                    here,
                    there,
                    Verdict.ALLOWED,
                    "no column of the source is TIMESTAMP WITH LOCAL TIME ZONE (R18)",
                    "");
            return;
        }
        equal(
                "time zone",
                "DBTIMEZONE",
                here,
                there,
                "C04, R18",
                "Now, while the target holds no such column: ALTER DATABASE SET TIME_ZONE = '" + here
                        + "' and restart it; later that is refused with ORA-30079.");
    }

    /** A component that was used must be there and valid. */
    private void components() {
        source.components().forEach((name, state) -> {
            if (!state.equals("VALID")) {
                return;
            }
            equal(
                    "component",
                    name,
                    state,
                    target.components().get(name),
                    "D06",
                    "Install it on the target, or run utlrp.sql there where it is INVALID; or approve that " + name
                            + " is left behind.");
        });
    }

    private void options() {
        for (String option : source.options()) {
            if (target.options().contains(option)) {
                add("option", option, "TRUE", "TRUE", Verdict.ALIKE, "D04", "");
            } else if (option.equals("Real Application Clusters")) {
                add(
                        "option",
                        option,
                        "TRUE",
                        "FALSE",
                        Verdict.ALLOWED,
                        "how many instances there are is the landing's",
                        "");
            } else if (used(option).isEmpty()) {
                add("option", option, "TRUE", "FALSE", Verdict.ALLOWED, "never seen in use at the source (D05)", "");
            } else {
                blocks(
                        "option",
                        option,
                        "TRUE, used by " + String.join(", ", used(option)),
                        "FALSE",
                        "D04, D05",
                        "Relink the target's Oracle home with it where it is licensed, or take another edition; where the use"
                                + " has ended, approve \"" + option + "\".");
            }
        }
    }

    private SortedSet<String> used(String option) {
        SortedSet<String> used = new TreeSet<>();
        Stream.concat(demand.features().stream(), demand.products().stream())
                .filter(name -> alike(name, option))
                .forEach(used::add);
        return used;
    }

    /** Features are called after their option, with words behind; some options have <i>Oracle</i> before their name. */
    private static boolean alike(String feature, String option) {
        UnaryOperator<String> bare = name -> name.replaceFirst("^Oracle ", "").toLowerCase(Locale.ROOT);
        return bare.apply(feature).startsWith(bare.apply(option));
    }

    /** Parameters that somebody set on the source. */
    private void parameters() {
        source.parameters().forEach((name, value) -> {
            String now = target.parameters().get(name);
            if (name.equals("compatible") || name.equals("max_string_size")) {
                return;
            }
            String rule = explanation(name, now);
            if (!value.equals(now) && rule != null) {
                add("parameter", name, value, now == null ? "default" : now, Verdict.ALLOWED, rule, "");
            } else {
                equal(
                        "parameter",
                        name,
                        value,
                        now == null ? "default" : now,
                        "D11",
                        "Set it on the target as at the source, or approve that " + name + " differs.");
            }
        });
    }

    /** Why a parameter may differ without anybody's approval, or null. */
    private @Nullable String explanation(String name, @Nullable String now) {
        if (name.startsWith("_")) {
            return "hidden parameter of the old release and machine, not carried over";
        }
        if (OWN.contains(name) || name.matches("log_archive_dest_(state_)?\\d+")) {
            return "belongs to the host, the instance or the standby of the target";
        }
        if (target.contained() && OF_THE_INSTANCE.contains(name)) {
            return "the container's, for all that live there";
        }
        return name.equals("job_queue_processes") && "0".equals(now)
                ? "the fence holds jobs until the target is opened"
                : null;
    }

    /** While one stands, a pluggable database stays restricted whatever is said to it. */
    private void violations() {
        for (String violation : target.violations()) {
            add(
                    "plug-in violation",
                    violation,
                    "none",
                    "unresolved error",
                    Verdict.BLOCKS,
                    "ORA-65144",
                    "DISABLE RESTRICTED SESSION would be refused at the opening. Do what its ACTION says, then ALTER PLUGGABLE"
                            + " DATABASE ... CLOSE IMMEDIATE and OPEN, and retry.");
        }
    }

    /** While the fence stands, nothing that is to be done by jobs is done; UTL_RECOMP gathers statistics of its own tables. */
    private void statistics() {
        String preference = target.properties().get(CONCURRENT);
        if (preference == null) {
            return;
        }
        boolean off = List.of("OFF", "FALSE", "AUTOMATIC").contains(preference);
        add(
                "statistics preference",
                CONCURRENT,
                "OFF until the opening",
                preference,
                off ? Verdict.ALIKE : Verdict.BLOCKS,
                "DP11, DP12, ORA-20000",
                "While the fence holds JOB_QUEUE_PROCESSES at 0, recompiling and statistics end with *Unable to gather statistics"
                        + " concurrently*. EXEC DBMS_STATS.SET_GLOBAL_PREFS('CONCURRENT', 'OFF') at the target now, and set it"
                        + " back after the opening.");
    }

    /** In a pluggable database of 12.1 JOB_QUEUE_PROCESSES 0 stops the whole container, so the fence leaves it alone. */
    private void jobs() {
        for (String job : demand.goingOn()) {
            blocks(
                    "job of DBMS_JOB",
                    job,
                    "runs behind the fence",
                    "nobody was told",
                    "DP03, My Oracle Support 2175443.1",
                    "In a pluggable database of 12.1 nobody can stop it but its owner. Make it a job of the scheduler, which the"
                            + " fence disables, or have the owner at hand when the outage begins, for whom the step *Break the"
                            + " jobs that no fence stops* waits then, and approve \"" + job + "\".");
        }
    }

    /** What an import does not change of a tablespace that is there. */
    private void tablespaces() {
        for (String name : demand.usedMb().keySet()) {
            ReadinessSide.Made here = source.made().get(name);
            ReadinessSide.Made there = target.made().get(name);
            if (here == null || there == null) {
                continue;
            }
            equal(
                    "block size",
                    name,
                    here.blockSize() + " B",
                    there.blockSize() + " B",
                    "DP07, ORA-29339",
                    "While it is empty: drop the tablespace " + name + " at the target, set DB_"
                            + here.blockSize() / 1024
                            + "K_CACHE_SIZE there (in the root, where it is a pluggable database), and retry the step that"
                            + " makes tablespaces; or approve " + name + ".");
            if (here.encrypted()) {
                encryption(name, there.encrypted());
            }
        }
    }

    /** What is encrypted at the source never lands in the clear unless somebody says why. */
    private void encryption(String name, boolean there) {
        String entry = ENCRYPTION + " " + name;
        String reason = demand.leftBehind().get(entry);
        Verdict verdict = there ? Verdict.ALIKE : reason == null ? Verdict.BLOCKS : Verdict.ALLOWED;
        add(
                ENCRYPTION,
                name,
                "encrypted",
                there ? "encrypted" : "not encrypted",
                verdict,
                verdict == Verdict.ALLOWED ? "left behind: " + reason : "D13, D54",
                "Its rows would lie in clear in the target's files. The keystore of the target is "
                        + target.properties().getOrDefault(KEYSTORE, "not there")
                        + ": set one up and open it, then ALTER TABLESPACE " + name
                        + " ENCRYPTION ONLINE ENCRYPT (from 12.2, licensed as Advanced Security); or write into the program's"
                        + " list of what stays behind *" + entry + ": reason*.");
    }

    private void space() {
        double sum = 0;
        for (var one : demand.usedMb().entrySet()) {
            sum += one.getValue();
            Double room = target.roomMb().get(one.getKey());
            if (room != null) {
                long wanted = (long) Math.ceil(one.getValue() * ROOM);
                String here = Math.round(one.getValue()) + " MB used";
                String there = Math.round(room) + " MB can be filled";
                if (room >= wanted) {
                    add("space", one.getKey(), here, there, Verdict.ALIKE, "1.4", "");
                } else {
                    blocks(
                            "space",
                            one.getKey(),
                            here,
                            there,
                            "1.4: " + ROOM + " times, " + wanted + " MB",
                            "Add or enlarge data files of the tablespace " + one.getKey()
                                    + " at the target, or the import waits for room (ORA-39171).");
                }
            }
        }
        // Unless it is told to log all the same, the load writes no redo (DISABLE_ARCHIVE_LOGGING).
        double logged = target.forceLogging() ? sum : 0;
        if (target.recoveryRoomMb() >= 0) {
            String there = Math.round(target.recoveryRoomMb()) + " MB can be filled";
            String here = Math.round(logged) + " MB of redo of the load";
            if (target.recoveryRoomMb() > logged) {
                add("space", "recovery area", here, there, Verdict.ALIKE, "C05", "");
            } else {
                blocks(
                        "space",
                        "recovery area",
                        here,
                        there,
                        target.forceLogging() ? "C05; FORCE LOGGING makes DISABLE_ARCHIVE_LOGGING void" : "C05",
                        "Raise db_recovery_file_dest_size, or ALTER DATABASE NO FORCE LOGGING until the load is over: a full"
                                + " recovery area stops the database.");
            }
        }
    }

    private void names() {
        SortedSet<String> tablespaces = new TreeSet<>(demand.tablespaces());
        tablespaces.addAll(demand.usedMb().keySet());
        present("tablespace", tablespaces, target.roomMb().keySet(), "ORA-00959");
        present("profile", demand.profiles(), target.profiles(), "ORA-02380");
        present("role", demand.roles(), target.roles(), "ORA-01919");
        demand.rights()
                .forEach((object, rights) -> equal(
                        "right on",
                        object,
                        rights,
                        target.objects().contains(object) ? rights : null,
                        "DP10, ORA-00942, ORA-04042",
                        object
                                + " is not there at the target, and a later release may no longer have it: nobody can give the"
                                + " right. Make it there, or ask whether the application does without, and approve "
                                + object
                                + "."));
    }

    private void present(String kind, SortedSet<String> wanted, java.util.Set<String> there, String error) {
        for (String name : wanted) {
            equal(
                    kind,
                    name,
                    "there",
                    there.contains(name) ? "there" : null,
                    "DP07, " + error,
                    "Create the " + kind + " at the target (retry the step that makes it), or approve that " + name
                            + " is left behind.");
        }
    }

    /** Order of two releases, number by number. */
    static int release(String a, String b) {
        int[] left = numbers(a);
        int[] right = numbers(b);
        int length = Math.max(left.length, right.length);
        return Arrays.compare(Arrays.copyOf(left, length), Arrays.copyOf(right, length));
    }

    private static int[] numbers(String release) {
        return Arrays.stream(release.strip().split("\\."))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
