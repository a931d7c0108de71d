package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The access of the whole estate, tried by the workers over real connections, and what is asked of whom. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("process")
@TakesTurns(TakesTurns.Group.RUNS)
class AccessIT {
    private WholeGulliver gulliver;
    private Desk desk;

    @BeforeAll
    void startWithTheEstate(@TempDir Path directory) throws IOException {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        desk = Desk.open(gulliver, "reach");
    }

    @AfterAll
    void stopEverything() {
        if (gulliver != null) {
            gulliver.close();
        }
    }

    /** Where nobody listens. */
    private static final String CLOSED = "CLOSED";

    private int check(List<String> databases) {
        WholeGulliver.Answer answer = gulliver.post("pm", desk.path("/access/check"), Map.of("databases", databases));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
        return answer.body().path("asked").asInt();
    }

    private List<JsonNode> seen() {
        return gulliver.list(desk.path("/access"));
    }

    private JsonNode seen(String database) {
        return seen().stream()
                .filter(one -> one.path("database").asString().equals(database))
                .findFirst()
                .orElseThrow();
    }

    private void awaitChecked(Predicate<JsonNode> wanted) {
        await("those databases were tried")
                .atMost(Desk.SOON)
                .until(() -> seen().stream()
                        .filter(wanted)
                        .noneMatch(one -> one.path("waiting").asBoolean()
                                || one.path("checkedAt").isNull()));
    }

    private static boolean isClosed(JsonNode database) {
        return database.path("database").asString().equals(CLOSED);
    }

    private static JsonNode finding(JsonNode database, String item) {
        for (JsonNode finding : database.path("findings")) {
            if (finding.path("item").asString().equals(item)) {
                return finding;
            }
        }
        throw new AssertionError("No finding of " + item + " in " + database);
    }

    private String request(String query) {
        return new String(gulliver.bytes("viewer", desk.path("/access/request?" + query)), StandardCharsets.UTF_8);
    }

    @Test
    void triesTheWholeEstateAndChangesNothing() {
        int before = desk.ledgerSize();
        int all = seen().size();
        assertThat(all).isGreaterThanOrEqualTo(50);
        assertThat(check(List.of())).isBetween(1, all);
        awaitChecked(database -> true);
        for (JsonNode database : seen()) {
            if (isClosed(database)) {
                continue; // of the other test
            }
            for (String item :
                    List.of("NAME", "PORT", "LOGIN", "CREATE_SESSION", "CATALOGUE", "HOST_KEY", "SSH", "SYSSTAT")) {
                assertThat(finding(database, item).path("state").asString())
                        .as("%s of %s: %s", item, database.path("database"), finding(database, item))
                        .isIn("GOOD", "NEEDLESS");
            }
            assertThat(database.path("worker").asString()).isNotBlank();
        }
        // A host notes each command: the one that looks for sysstat, and the clearing up after it. By the job's name,
        // for the same run is sent again where the host's wrapper was being renewed in that moment.
        Map<String, Set<String>> jobs = desk.ledger(before).stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.path("operation").asString() + " "
                                + entry.path("object").asString().replaceFirst("(access-sysstat)-.*", "$1"),
                        Collectors.mapping(
                                entry -> entry.path("object").asString().replaceFirst(".* ", ""), Collectors.toSet())));
        String job = "command .gulliver/bin/gulliver-job ";
        assertThat(jobs).containsOnlyKeys(job + "run access-sysstat", job + "remove access-sysstat");
        assertThat(jobs.get(job + "remove access-sysstat")).isEqualTo(jobs.get(job + "run access-sysstat"));
    }

    @Test
    void asksTheRightTeamForWhatIsClosed() {
        String csv = "database,application,environment,source_host,source_port,source_service,credential\n"
                + "CLOSED,Walls,test,nobody-listens,1,closed,lab-reader\n";
        WholeGulliver.Answer imported =
                gulliver.post("pm", desk.path("/inventory"), "walls-" + UUID.randomUUID(), "text/csv", csv);
        assertThat(imported.status()).as(imported.toString()).isEqualTo(200);
        check(List.of(CLOSED));
        awaitChecked(AccessIT::isClosed);
        JsonNode closed = seen(CLOSED);
        assertThat(finding(closed, "PORT").path("state").asString()).isEqualTo("BAD");
        assertThat(finding(closed, "PORT").path("role").asString()).isEqualTo("dba");
        assertThat(finding(closed, "SSH").path("role").asString()).isEqualTo("admin");
        assertThat(request("form=csv"))
                .startsWith(
                        "source_zone,source_worker,source_address,destination_host,destination_address,destination_port");
        assertThat(request("form=csv")).contains("127.0.0.1,127.0.0.1,1,tcp,Oracle Net,CLOSED,closed");
        assertThat(request("form=sql&database=CLOSED")).contains("GRANT SELECT_CATALOG_ROLE TO ");
        assertThat(request("form=txt")).contains("Start the listener on ", "for CLOSED");
    }

    @Test
    void isAskedForByManagersAndDbasAlone() {
        assertThat(gulliver.post("viewer", desk.path("/access/check"), Map.of("databases", List.of()))
                        .status())
                .isEqualTo(403);
        assertThat(gulliver.post("dba", desk.path("/access/check"), Map.of("databases", List.of("NOSUCH")))
                        .status())
                .isEqualTo(404);
    }
}
