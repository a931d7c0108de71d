package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.HmcProperties;
import io.gulliver.adapter.hmc.HttpHmcClient;
import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A partition goes away on an HMC that deletes it in {@code reservation-error}, and on one that wants a stop before. */
class PartitionRemovalTest {
    private static final String URI = "/api/partitions/p1";
    private static final Canned WRONG_STATUS = new Canned(
            409,
            "{\"http-status\": 409, \"reason\": 1, \"message\": \"The partition is not in a valid state to perform the operation\"}");
    private static final Canned GONE =
            new Canned(404, "{\"http-status\": 404, \"reason\": 1, \"message\": \"no such partition\"}");

    @TempDir
    private Path directory;

    private LabContext lab;
    private volatile String status;
    private Set<String> stopped;
    private Set<String> deleted;

    @BeforeEach
    void start() {
        lab = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        lab.close();
    }

    private Canned answer(Received asked) {
        switch (asked.method() + " " + asked.path()) {
            case "POST /api/sessions":
                return new Canned(200, "{\"api-session\": \"s1\"}");
            case "GET " + URI:
                return status.isEmpty()
                        ? GONE
                        : new Canned(
                                200,
                                "{\"object-uri\": \"" + URI + "\", \"name\": \"DB01\", \"status\": \"" + status
                                        + "\"}");
            case "POST " + URI + "/operations/stop":
                if (!stopped.contains(status)) {
                    return WRONG_STATUS;
                }
                status = "stopped";
                return new Canned(202, "{\"job-uri\": \"/api/jobs/j1\"}");
            case "DELETE " + URI:
                if (status.isEmpty()) {
                    return GONE;
                }
                if (!deleted.contains(status)) {
                    return WRONG_STATUS;
                }
                status = "";
                return new Canned(204, "");
            default:
                return new Canned(204, "");
        }
    }

    /** @return what was sent beside looks */
    private List<String> removed(String before, Set<String> stops, Set<String> deletes) {
        status = before;
        stopped = stops;
        deleted = deletes;
        try (CannedSystem hmc = new CannedSystem(lab, this::answer);
                HttpHmcClient client = new HttpHmcClient(
                        HmcProperties.of(
                                "hmc-1",
                                hmc.uri(),
                                "gulliver",
                                lab.certificates().caFile()),
                        () -> "word",
                        CallLog.none())) {
            PartitionLifecycle.remove(client, URI, new KeptContext());
            return hmc.received().stream()
                    .filter(asked ->
                            asked.path().startsWith(URI) && !asked.method().equals("GET"))
                    .map(asked -> asked.method() + asked.path().substring(URI.length()))
                    .toList();
        }
    }

    /** zhmc-ansible-modules, issue 474: the HMC refuses the stop. */
    @Test
    void isDeletedAsItIsWhereNoStopIsTaken() {
        assertThat(removed("reservation-error", Set.of("active"), Set.of("stopped", "reservation-error")))
                .containsExactly("DELETE");
        assertThat(status).isEmpty();
    }

    /** zhmc-ansible-modules, pull request 476: it was stopped. */
    @Test
    void isStoppedWhereItIsNotDeletedAsItIs() {
        assertThat(removed("reservation-error", Set.of("active", "reservation-error"), Set.of("stopped")))
                .containsExactly("DELETE", "POST/operations/stop", "DELETE");
        assertThat(status).isEmpty();
    }

    @Test
    void oneThatRunsIsStoppedFirst() {
        assertThat(removed("active", Set.of("active"), Set.of("stopped")))
                .containsExactly("POST/operations/stop", "DELETE");
    }

    @Test
    void oneThatNothingTakesAwayIsToldAsTheConsoleTellsIt() {
        assertThatThrownBy(() -> removed("stopped", Set.of(), Set.of()))
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.is(409, 1)).isTrue())
                .hasMessageContaining("not in a valid state");
        assertThat(status).isEqualTo("stopped");
    }

    @Test
    void oneThatHasGoneMeanwhileIsGone() {
        assertThat(removed("", Set.of(), Set.of())).containsExactly("DELETE");
    }
}
