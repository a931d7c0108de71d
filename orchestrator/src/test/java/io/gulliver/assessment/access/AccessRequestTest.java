package io.gulliver.assessment.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessReach;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.access.DatabaseAccessState;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccessRequestTest {
    private static DatabaseAccessState state(String database, List<String> missing, AccessFinding... findings) {
        Map<AccessItem, AccessFinding> all = new EnumMap<>(AccessItem.class);
        for (AccessItem item : AccessItem.values()) {
            all.put(item, AccessFinding.good(item, "fine"));
        }
        for (AccessFinding finding : findings) {
            all.put(finding.item(), finding);
        }
        return new DatabaseAccessState(database, all, missing, "dmz", "w1", Instant.EPOCH, false);
    }

    private static AccessLine line(String database, @Nullable String user, DatabaseAccessState state) {
        return new AccessLine(
                database,
                "host-" + database.toLowerCase(java.util.Locale.ROOT),
                1521,
                "svc",
                user,
                new AccessLine.Shell("10.0.0.7", 2222, "gulliver"),
                state);
    }

    private static AccessRequest of(AccessLine... lines) {
        return new AccessRequest("Northmoor", "dmz", List.of(lines));
    }

    @Test
    void asksForConnectionsThatAreNotOpenOnceForAllTheirDatabases() {
        AccessFinding closed = AccessFinding.bad(AccessItem.PORT, "no answer", "Open it.");
        AccessRequest request = of(
                line("A", "READER", state("A", List.of(), closed)),
                line("B", "READER", DatabaseAccessState.untried("B", false)));
        assertThat(request.flows(false))
                .containsExactly(
                        flow("w1", "host-a", 1521, "Oracle Net", "A", "closed"),
                        flow("", "host-b", 1521, "Oracle Net", "B", "not tried"));
        assertThat(request.flows(true)).contains(flow("w1", "10.0.0.7", 2222, "SSH", "A B", "open"));
    }

    private static AccessRequest.Flow flow(
            String worker, String host, int port, String purpose, String databases, String state) {
        boolean open = state.equals("open");
        return new AccessRequest.Flow(
                "dmz",
                worker,
                "",
                host,
                "",
                port,
                "tcp",
                purpose,
                databases,
                state,
                open ? "" : "network",
                open ? "" : "Open tcp " + host + ":" + port + " in the firewalls between the workers and the host.");
    }

    @Test
    void namesBothEndsOfEachListenerOfAClusterAndWhoMustDoWhat() {
        DatabaseAccessState tried = new DatabaseAccessState(
                "RAC",
                Map.of(),
                List.of(),
                "dmz",
                "w1",
                Instant.EPOCH,
                List.of(
                        new AccessReach(
                                "node1", 1521, "Oracle Net", AccessState.GOOD, "10.9.0.1", "10.0.0.11", null, null),
                        new AccessReach(
                                "scan",
                                1522,
                                "Oracle Net",
                                AccessState.BAD,
                                "10.9.0.1",
                                "10.0.0.20",
                                "Start the listener on scan:1522.",
                                "dba")),
                false);
        AccessRequest request = of(line("RAC", "READER", tried));
        assertThat(request.flows(true))
                .extracting(AccessRequest.Flow::host, AccessRequest.Flow::port, AccessRequest.Flow::state)
                .containsExactly(
                        Tuple.tuple("node1", 1521, "open"),
                        Tuple.tuple("scan", 1522, "closed"),
                        Tuple.tuple("10.0.0.7", 2222, "not tried"));
        assertThat(request.flows(false).get(0)).satisfies(flow -> {
            assertThat(flow.from()).isEqualTo("10.9.0.1");
            assertThat(flow.to()).isEqualTo("10.0.0.20");
            assertThat(flow.role()).isEqualTo("dba");
            assertThat(flow.action()).isEqualTo("Start the listener on scan:1522.");
        });
        assertThat(request.words(Map.of())).contains("tcp from 10.9.0.1 to scan (10.0.0.20):1522  Oracle Net, closed");
    }

    @Test
    void asksForNoListenerWhereScriptsReadTheDatabase() {
        AccessFinding script = AccessFinding.needless(AccessItem.PORT, "before 11.2.0.4");
        AccessFinding login = AccessFinding.needless(AccessItem.LOGIN, "before 11.2.0.4");
        AccessRequest request = of(line("OLD", null, state("OLD", List.of(), script, login)));
        assertThat(request.flows(true)).extracting(AccessRequest.Flow::purpose).containsExactly("SSH");
        assertThat(request.grants()).isEmpty();
    }

    @Test
    void writesTheGrantsThatEachDatabaseLacks() {
        AccessRequest request = of(
                line("GOOD", "READER", state("GOOD", List.of())),
                line("SOME", "reader", state("SOME", List.of("AUDIT_VIEWER", "EXECUTE ON SYS.DBMS_CRYPTO"))),
                line("NEW", null, DatabaseAccessState.untried("NEW", false)));
        assertThat(request.grants()).isEqualTo("""
                -- Database SOME, service svc on host-some:1521
                -- Run there as SYSDBA. Rights to read and nothing more; no password stands here.
                GRANT AUDIT_VIEWER TO READER;
                GRANT EXECUTE ON SYS.DBMS_CRYPTO TO READER;

                -- Database NEW, service svc on host-new:1521
                -- Run there as SYSDBA. Rights to read and nothing more; no password stands here.
                -- Where the user is not there yet, make it first and hand its password over as agreed:
                -- CREATE USER GULLIVER_READER IDENTIFIED BY "&password";
                GRANT CREATE SESSION TO GULLIVER_READER;
                GRANT SELECT_CATALOG_ROLE TO GULLIVER_READER;

                """);
    }

    @Test
    void letsNothingOfAnInventoryOutOfItsCommentAndNoOddRightIntoAGrant() {
        AccessLine odd = new AccessLine(
                "X\nDROP USER SYS;",
                "h\r\nDROP TABLE t;",
                1521,
                "s",
                "a\"b",
                null,
                state("X", List.of("DBA TO PUBLIC; DROP USER X", "AUDIT_VIEWER")));
        String script = of(odd).grants();
        assertThat(script.lines().filter(line -> !line.startsWith("--") && !line.isBlank()))
                .containsExactly("GRANT AUDIT_VIEWER TO \"ab\";");
    }

    @Test
    void tellsEachTeamInWordsWhatItMustDoForWhichDatabases() {
        AccessFinding closed = AccessFinding.bad(AccessItem.PORT, "no answer", "Open the port.");
        AccessFinding role = AccessFinding.bad(AccessItem.CATALOGUE, "lacks it", "Run the grants.");
        AccessRequest request = of(
                line("A", "READER", state("A", List.of("SELECT_CATALOG_ROLE"), closed, role)),
                line("B", "READER", state("B", List.of(), closed)),
                line("C", "READER", DatabaseAccessState.untried("C", false)));
        assertThat(request.words(Map.of("network", "Network team", "dba", "DBA")))
                .contains("workers of zone dmz (w1) read 3 databases")
                .contains("Network team\n  - Open the port.\n    for A, B\n")
                .contains("DBA\n  - Run the grants.\n    for A\n")
                .contains("tcp host-a:1521  Oracle Net, closed  for A")
                .contains("holds the grants for 2 databases")
                .contains("1 databases were not tried yet")
                .contains("GRANT SELECT_CATALOG_ROLE TO READER;");
    }
}
