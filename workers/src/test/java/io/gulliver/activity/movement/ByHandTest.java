package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.testing.TakesTurns;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database is carried across by what <i>By hand</i> prints alone: its statements by SQL*Plus, its files and scripts by SSH, and
 * what an earlier step found put in where it stands in guillemets. No action of Gulliver's moves anything here.
 */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class ByHandTest {
    private static final Duration LONGEST = Duration.ofMinutes(3);

    /** A line that says where, and the block below it. */
    private static final Pattern BLOCK = Pattern.compile("(?ms)^([^\\n]*):?\\n\\n```(\\w+)\\n(.*?)\\n```$");

    private static final Pattern DATABASE =
            Pattern.compile("at (\\S+) on (\\S+):(\\d+) \\(credential (\\S+)\\), with SQL\\*Plus:");
    private static final Pattern FILE = Pattern.compile("On `([^`]+)`, save as `([^`]+)`( and run `sh [^`]+`)?:");
    private static final Pattern COPY = Pattern.compile("scp -3 (\\w+):(\\S+) (\\w+):(\\S+)");

    /** What the script before it printed. */
    private static final String KEY = "«type and key that copy-key.sh printed»";

    private static final String EACH_SESSION = "«sid,serial#,@inst_id of each application session»";

    @TempDir
    Path root;

    private MigrationBench bench;
    private final SshClient ssh = SshClient.setUpDefaultClient();
    private final Map<LabHost, ClientSession> sessions = new HashMap<>();

    /** What the person found, by what stands for it in the text. */
    private final Map<String, String> found = new LinkedHashMap<>();

    /** What was printed by the hosts, block by block, of the last step. */
    private final List<String> said = new ArrayList<>();

    private final List<String> leftOut = new ArrayList<>();

    private List<String> dumps = List.of();

    /** Lines for accounts and services, kept from before the fence of the source until the opening. */
    private final List<String> opening = new ArrayList<>();

    private final Map<String, String> sums = new LinkedHashMap<>();

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        bench.copyWay = "auto";
        ssh.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
        ssh.start();
        found.put("«password»", "mover-secret");
        found.put(
                "«public host key of " + MigrationBench.SOURCE + ", " + bench.source.hostKeyFingerprint() + "»",
                bench.source.hostKeyLine());
        found.put("«folder of the files of SYSTEM»", "/u02/oradata/ORDERS");
        // As the first block of quiesce prints both.
        // Nobody has registered this one with Oracle Restart.
        found.put("«DB_UNIQUE_NAME»", "ORDERS");
        found.put("«name, enabled or disabled, running or stopped, of each service that srvctl showed»", "");
        found.put("«job_queue_processes now»", "40");
        found.put("«job_queue_processes in the file, or none»", "40");
    }

    @AfterEach
    void close() throws Exception {
        ssh.stop();
        bench.close();
    }

    /** As the check of the page says of what both looks printed. */
    private void bothMayTheSame() {
        List<String> here = ofPublic(MigrationBench.SOURCE, "orders");
        List<String> there = ofPublic(MigrationBench.TARGET, "CRM");
        for (String right : here) {
            if (!there.contains(right)) {
                bench.oracle.sysdba(MigrationBench.TARGET, "CRM", "GRANT " + right + " TO PUBLIC");
            }
        }
        for (String right : there) {
            if (!here.contains(right)) {
                bench.oracle.sysdba(MigrationBench.TARGET, "CRM", "REVOKE " + right + " FROM PUBLIC");
            }
        }
    }

    /** As the check of the page says of public synonyms that somebody made. */
    private void synonymsOfSys() throws Exception {
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "sys")) {
            target.execute("create-public-synonym", Map.of("synonym", "LOCKS", "owner", "SYS", "object", "DBMS_LOCK"));
        }
    }

    private List<String> ofPublic(String host, String service) {
        return bench.oracle.people(host, service).stream()
                .filter(line -> line.startsWith("right PUBLIC ") && line.contains(" SYS."))
                .map(line -> line.split(" ")[2] + " ON " + line.split(" ")[3])
                .toList();
    }

    @Test
    void aDatabaseCrossesByWhatIsPrintedAndIsIdentical() throws Exception {
        // Gulliver found out what there is and built an empty target; from here on it is gone.
        bench.runTo("restore-point");
        List<String> left = bench.leftByHand();
        assertThat(left)
                .as("nothing is left out, and it goes in this order")
                .containsExactly(
                        "tablespaces",
                        "accounts",
                        "accounts-ready",
                        "around",
                        "files",
                        "files-done",
                        "prepare-target",
                        "prepare-source",
                        "check-export",
                        "probe-transfer",
                        "source-dictionary",
                        "rehearse-export",
                        "rehearse-checksum",
                        "rehearse-transfer",
                        "target-dictionary",
                        "readiness",
                        "rehearse-import",
                        "rehearse-clean-target",
                        "rehearse-clean-source",
                        "source-state",
                        "quiesce",
                        "read-only",
                        "point",
                        "export",
                        "checksum",
                        "transfer",
                        "import",
                        "rights",
                        "grants",
                        "grants-given",
                        "around-done",
                        "compile",
                        "statistics",
                        "source-still-quiet",
                        "lock-accounts",
                        "fence-again",
                        "dictionary",
                        "content",
                        "content-again",
                        "pre-open",
                        "drop-start",
                        "callers",
                        "fence-at-opening",
                        "open",
                        "stragglers",
                        "jobs",
                        "level-0",
                        "restore-test",
                        "source-closed",
                        "drop-pre-open",
                        "clean-target",
                        "clean-source",
                        "clean-target-staging",
                        "clean-source-staging");
        List<String> people = bench.oracle.people(MigrationBench.SOURCE, "orders", "MOVER", "GULLIVER_ADM");
        SortedMap<String, LabOracle.TableContent> before = bench.oracle.content(MigrationBench.SOURCE, "orders");
        for (String step : left) {
            // no table differed, and there was no backup before users came
            if (!Set.of("content-again", "restore-test").contains(step)) {
                work(step);
                switch (step) {
                    case "around" -> bothMayTheSame();
                    case "rights" -> synonymsOfSys();
                    default -> {}
                }
                found(step);
            }
        }

        assertThat(leftOut)
                .as(
                        "what the person had nothing to do for: no tablespace was there, no right was missing, no restore point was left")
                .containsExactly(
                        "ALTER TABLESPACE «tablespace» AUTOEXTEND ON NEXT «next»M MAXSIZE UNLIMITED;",
                        "ALTER TABLESPACE «tablespace» ADD DATAFILE '«file»' SIZE «megabytes»M AUTOEXTEND ON NEXT «next»M"
                                + " MAXSIZE UNLIMITED;",
                        "GRANT EXECUTE ON \"SYS\".«object» TO «user»;",
                        "GRANT SELECT ON \"SYS\".«object» TO «user»;",
                        "GRANT «privilege» ON «owner».«object» TO «user»;",
                        "GRANT «user_privilege» ON USER «account» TO «user»;",
                        "DROP RESTORE POINT «name»;");
        assertThat(bench.oracle.people(MigrationBench.TARGET, "CRM", "MOVER", "GULLIVER_ADM"))
                .as("accounts, profiles, roles and rights, read past every product")
                .isEqualTo(people);
        assertThat(bench.oracle.fence(MigrationBench.SOURCE, "orders"))
                .as("the source stays closed")
                .contains("account SHOP_WEB LOCKED", "tablespace APP_DATA READ ONLY", "logins RESTRICTED")
                .doesNotContain("service orders_app", "tablespace GULLIVER_MIG ONLINE");
        assertThat(bench.oracle.fence(MigrationBench.TARGET, "CRM")).contains("service orders_app", "logins ALLOWED");
        SortedMap<String, LabOracle.TableContent> after = bench.oracle.content(MigrationBench.TARGET, "CRM");
        assertThat(after)
                .as("rows and their hashes, read past every product")
                .isEqualTo(before)
                .hasSize(16);
        assertThat(bench.oracle.content(MigrationBench.SOURCE, "orders"))
                .as("the source is as it was")
                .isEqualTo(before);
    }

    /** What a person notes down of a step for those after it, and the check that it asks for. */
    private void found(String step) throws Exception {
        switch (step) {
            case "check-export" -> {
                found.put("«2, or 1 on Standard Edition»", "2");
                found.put(
                        "«ALLOCATE CHANNEL c1 DEVICE TYPE DISK; and so on to c2, or c1 alone on Standard Edition»",
                        "ALLOCATE CHANNEL c1 DEVICE TYPE DISK;\nALLOCATE CHANNEL c2 DEVICE TYPE DISK;");
            }
            case "accounts" -> {
                // The password functions, which a person reads before SYS has them: there is none here.
                assertThat(statements(printed(3))).isEmpty();
                runPrinted("CREATE TEMPORARY TABLESPACE", printed(4));
                runPrinted("CREATE PROFILE", printed(2));
                runPrinted("CREATE ROLE", printed(1));
            }
            case "around" -> {
                runPrinted("CREATE OR REPLACE CONTEXT", printed(3));
                // Directories of an installation are its own, and no job of these applications names a class.
                assertThat(statements(printed(2))).isEmpty();
                assertThat(statements(printed(1))).isEmpty();
            }
            case "rights" -> {
                runPrinted("CREATE PUBLIC SYNONYM", printed(3));
                runPrinted("GRANT SELECT", printed(2));
                assertThat(printed(1)).contains("GRANT CONNECT THROUGH");
                runPrinted("ALTER USER", printed(1));
            }
            case "source-state" -> {
                opening.add(printed(4));
                opening.add(printed(3));
            }
            case "quiesce" -> {
                found.put("«job_queue_processes of quiesce»", lastNumber(said.get(2), "job_queue_processes +(\\d+)"));
                runPrintedAtTheSource("ALTER USER", said.get(5));
                runPrintedAtTheSource("EXECUTE dbms_service.stop_service", said.get(6));
            }
            case "read-only" -> runPrintedAtTheSource("ALTER TABLESPACE", said.get(1));
            // The import brought them locked.
            case "lock-accounts" -> assertThat(statements(printed(1))).isEmpty();
            case "open" -> {
                runPrinted("ALTER USER", opening.get(0));
                runPrinted("EXECUTE dbms_service.start_service", opening.get(1));
            }
            case "point" -> found.put("«scn of point»", lastNumber(said.get(said.size() - 1), "\\b(\\d{4,})\\b"));
            case "rehearse-import" ->
                assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM"))
                        .as("what the rehearsal made is dropped by what is printed")
                        .isEmpty();
            case "probe-transfer" ->
                assertThat(String.join("\n", said))
                        .contains("seen from 127.0.0.1")
                        .containsPattern("copied in \\d+ ns");
            case "export", "rehearse-export" -> {
                dumps = MigrationBench.files(MigrationBench.staging(bench.source)).stream()
                        .filter(name -> name.endsWith(".dmp"))
                        .toList();
                assertThat(dumps).isNotEmpty();
                found.put("«dump_files of " + step + "»", String.join("\n", dumps));
            }
            case "checksum", "rehearse-checksum" -> {
                sums.clear();
                sums.putAll(sums(String.join("\n", said)));
                assertThat(sums).containsOnlyKeys(dumps);
            }
            case "source-still-quiet", "source-closed" ->
                assertThat(said.get(0))
                        .contains("RESTRICTED", "no rows selected")
                        .containsPattern("TRANSACTIONS\\s+-+\\s+0\\s")
                        .containsPattern("PENDING\\s+-+\\s+0\\s");
            case "content" -> countsAreAlike(said.get(said.size() - 1));
            default -> {}
        }
    }

    /** What the last block but so many printed; the last one is 1. */
    private String printed(int fromTheEnd) {
        return said.get(said.size() - fromTheEnd);
    }

    private static List<String> statements(String printed) {
        return printed.lines()
                .map(String::strip)
                .filter(line -> line.endsWith(";"))
                .toList();
    }

    /** What a query printed, run at the target line by line; what is there already says so. */
    private void runPrinted(String among, String printed) throws Exception {
        runPrinted(
                among, printed, MigrationBench.TARGET + ":" + bench.oracle.port(MigrationBench.TARGET) + "/CRM", true);
    }

    private void runPrintedAtTheSource(String among, String printed) throws Exception {
        runPrinted(
                among,
                printed,
                MigrationBench.SOURCE + ":" + bench.oracle.port(MigrationBench.SOURCE) + "/orders",
                false);
    }

    private void runPrinted(String among, String printed, String where, boolean sys) throws Exception {
        List<String> statements = statements(printed);
        assertThat(statements).as(printed).anyMatch(line -> line.startsWith(among));
        String said = sqlPlus(where, sys, String.join("\n", statements));
        assertThat(said.replaceAll("ORA-(00955|01543|01921|02379)", "")).doesNotContain("ORA-", "SP2-");
    }

    /** Sessions that a query listed, as the next statement names them. */
    private static List<String> sessions(String printed) {
        List<String> sessions = new ArrayList<>();
        Matcher row = Pattern.compile("(?m)^ +(\\d+) +(\\d+) +(\\d+) ").matcher(printed);
        while (row.find()) {
            sessions.add(row.group(2) + "," + row.group(3) + ",@" + row.group(1));
        }
        assertThat(sessions).as(printed).isNotEmpty();
        return sessions;
    }

    /** The queries that a query printed, at both. */
    private void countsAreAlike(String printed) throws Exception {
        String queries = printed.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("SELECT '"))
                .collect(Collectors.joining("\n"));
        assertThat(queries.lines()).hasSize(16);
        String source =
                sql(MigrationBench.SOURCE + ":" + bench.oracle.port(MigrationBench.SOURCE) + "/orders", false, queries);
        String target =
                sql(MigrationBench.TARGET + ":" + bench.oracle.port(MigrationBench.TARGET) + "/CRM", true, queries);
        assertThat(target).isEqualTo(source).contains("SHOP.", "STOCK.");
    }

    /** Does what is printed of a step, block by block, in its order. */
    private void work(String step) throws Exception {
        said.clear();
        if (Set.of("transfer", "rehearse-transfer").contains(step)) {
            String files = "«dump_files of " + step.replace("transfer", "export") + "»";
            for (String dump : dumps) {
                found.put(files, dump);
                said.clear();
                blocks(step);
                assertThat(sums(String.join("\n", said))).containsEntry(dump, sums.get(dump));
            }
            found.put(files, String.join(",", dumps));
        } else {
            blocks(step);
        }
    }

    private void blocks(String step) throws Exception {
        String text = bench.byHand(StepKey.of(step));
        for (Map.Entry<String, String> one : found.entrySet()) {
            text = text.replace(one.getKey(), one.getValue());
        }
        Matcher block = BLOCK.matcher(text);
        int blocks = 0;
        while (block.find()) {
            blocks++;
            String where = block.group(1);
            String content = block.group(3)
                    .replace(
                            KEY,
                            said.isEmpty() ? KEY : said.get(said.size() - 1).strip());
            Matcher database = DATABASE.matcher(where);
            Matcher file = FILE.matcher(where);
            if (content.contains(EACH_SESSION) && database.find()) {
                for (String session : sessions(said.get(said.size() - 1))) {
                    said.add(sql(database, content.replace(EACH_SESSION, session)));
                }
            } else if (content.contains("«")) {
                leftOut.add(content);
            } else if (database.find()) {
                said.add(sql(database, content));
            } else if (file.find()) {
                LabHost host = host(file.group(1));
                String directory = host.root().resolve("by-hand").toString();
                run(
                        host,
                        "mkdir -p '" + directory + "' && cat > '" + directory + "/" + file.group(2) + "'",
                        content + "\n");
                if (file.group(3) != null) {
                    said.add(run(host, "cd '" + directory + "' && sh " + file.group(2), "mover-secret\n"));
                }
            } else {
                Matcher copy = COPY.matcher(content);
                assertThat(copy.find())
                        .as("%s: nobody knows where to do\n%s\n%s", step, where, content)
                        .isTrue();
                copy(copy);
            }
        }
        assertThat(blocks).as("blocks of %s in\n%s", step, text).isPositive();
    }

    private String sql(Matcher where, String statements) throws Exception {
        return sql(
                where.group(2) + ":" + where.group(3) + "/" + where.group(1),
                where.group(4).equals("target"),
                statements);
    }

    private String sql(String address, boolean sys, String statements) throws Exception {
        String printed = sqlPlus(address, sys, "WHENEVER SQLERROR EXIT FAILURE\n" + statements);
        assertThat(printed).as(statements).doesNotContain("ORA-", "SP2-");
        return printed;
    }

    private String sqlPlus(String address, boolean sys, String statements) throws Exception {
        LabHost host = host(address.substring(0, address.indexOf(':')));
        String password = sys ? "sys-secret" : "admin-secret";
        // A listener lets nobody through to a restricted instance who does not say UR=A.
        Address named = new Address(
                host.name(),
                Integer.parseInt(address.substring(address.indexOf(':') + 1, address.indexOf('/'))),
                address.substring(address.indexOf('/') + 1),
                "");
        String names = host.root().resolve("names").toString();
        run(host, "mkdir -p '" + names + "' && cat > '" + names + "/tnsnames.ora'", named.names());
        String connect = (sys ? "SYS" : "GULLIVER_ADM") + "@" + Address.ALIAS + (sys ? " AS SYSDBA" : "");
        String home = MigrationBench.home(host).toString();
        return run(
                host,
                "TNS_ADMIN='" + names + "' ORACLE_HOME='" + home + "' '" + home + "/bin/sqlplus' -S -L '" + connect
                        + "'",
                password + "\n" + statements + "\nEXIT SUCCESS\n");
    }

    /** What {@code scp -3} does: from one host over here to the other. */
    private void copy(Matcher copy) throws Exception {
        byte[] content = bytes(host(copy.group(1)), "cat '" + copy.group(2) + "'", new byte[0]);
        String name = copy.group(2).substring(copy.group(2).lastIndexOf('/') + 1);
        bytes(host(copy.group(3)), "cat > '" + copy.group(4) + name + "'", content);
    }

    private LabHost host(String name) {
        return name.equals(MigrationBench.SOURCE) ? bench.source : bench.target;
    }

    private String run(LabHost host, String command, String input) throws IOException {
        return new String(bytes(host, command, input.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    private byte[] bytes(LabHost host, String command, byte[] input) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChannelExec channel = session(host).createExecChannel(command)) {
            channel.setIn(new ByteArrayInputStream(input));
            channel.setOut(out);
            channel.setErr(out);
            channel.open().verify(LONGEST);
            channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), LONGEST);
            assertThat(channel.getExitStatus())
                    .as("%s on %s: %s", command, host.name(), out.toString(StandardCharsets.UTF_8))
                    .isZero();
        }
        return out.toByteArray();
    }

    /** A person stays logged on: the key exchange of a client as it comes takes a second of a processor. */
    private ClientSession session(LabHost host) throws IOException {
        ClientSession kept = sessions.get(host);
        if (kept == null || !kept.isOpen()) {
            kept = ssh.connect(host.user(), "127.0.0.1", host.port())
                    .verify(LONGEST)
                    .getSession();
            sessions.put(host, kept);
            kept.addPasswordIdentity("ssh-password");
            kept.auth().verify(LONGEST);
        }
        return kept;
    }

    private static String lastNumber(String printed, String pattern) {
        Matcher numbers = Pattern.compile(pattern).matcher(printed);
        String last = "";
        while (numbers.find()) {
            last = numbers.group(1);
        }
        assertThat(last).as(printed).isNotEmpty();
        return last;
    }

    private static Map<String, String> sums(String printed) {
        Map<String, String> sums = new LinkedHashMap<>();
        Matcher line =
                Pattern.compile("(?m)^sha256 ([0-9a-f]{64}) \\d+ (\\S+)$").matcher(printed);
        while (line.find()) {
            sums.put(line.group(2), line.group(1));
        }
        return sums;
    }
}
