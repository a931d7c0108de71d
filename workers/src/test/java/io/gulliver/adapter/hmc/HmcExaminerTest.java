package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.hmc.model.Nic;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.CannedSystem.Received;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client against an HMC that answers otherwise than the lab's where the public client zhmcclient expects it to: properties that
 * only later levels have are absent or refused, what was listed has gone when it is read, and errors have other clothes.
 */
class HmcExaminerTest {
    private static final String CPC = "/api/cpcs/c1";
    private static final String GONE =
            "{\"http-status\": 404, \"reason\": 1, \"message\": \"no such object\", \"request-uri\": \"/x\"}";

    private static final Canned AS_USUAL = new Canned(0, "");

    @TempDir
    private Path directory;

    private LabBench bench;
    private CannedSystem hmc;
    private HttpHmcClient client;

    @BeforeEach
    void start() {
        bench = new LabBench(directory);
        hmc = new CannedSystem(bench.context, this::answerOfThisTest);
        client = LabBench.client(hmc.uri(), bench.context.certificates().caFile(), LabBench.PASSWORD, bench.calls::add);
    }

    @AfterEach
    void stop() {
        client.close();
        hmc.close();
        bench.close();
    }

    /** What this test has it answer instead; by method and path, an answer a call, the last of them for good. */
    private final Map<String, Deque<Canned>> instead = new ConcurrentHashMap<>();

    private void answers(String call, Canned... answers) {
        instead.put(call, new ConcurrentLinkedDeque<>(List.of(answers)));
    }

    private Canned answerOfThisTest(Received asked) {
        Deque<Canned> told = instead.get(asked.method() + " " + asked.path());
        if (told == null) {
            return answer(asked);
        }
        Canned next = told.size() > 1 ? told.poll() : told.peek();
        return next == AS_USUAL ? answer(asked) : next;
    }

    private long received(String call) {
        return hmc.received().stream()
                .filter(asked -> (asked.method() + " " + asked.path()).equals(call))
                .count();
    }

    /** Of API 2.23 (z14). */
    private static Canned answer(Received asked) {
        return switch (asked.method() + " " + asked.path()) {
            case "POST /api/sessions" -> new Canned(200, "{\"api-session\": \"s1\"}");
            case "DELETE /api/sessions/this-session" -> new Canned(204, "");
            case "GET " + CPC ->
                new Canned(
                        200,
                        "{\"object-uri\": \"/api/cpcs/c1\", \"name\": \"LAPUTA\", \"status\": \"active\", \"dpm-enabled\": true,"
                                + " \"processor-count-ifl\": 20, \"storage-customer\": 65536, \"a-later-one\": {}}");
            case "GET " + CPC + "/partitions" ->
                new Canned(200, "{\"partitions\": [" + partition("p1", "ONE") + ", " + partition("p2", "TWO") + "]}");
            case "GET /api/partitions/p1" ->
                new Canned(
                        200,
                        "{\"object-uri\": \"/api/partitions/p1\", \"name\": \"ONE\", \"status\": \"active\", \"ifl-processors\": 4,"
                                + " \"processor-mode\": \"dedicated\", \"initial-memory\": 16384}");
            case "GET /api/storage-groups" ->
                new Canned(
                        200,
                        "{\"storage-groups\": [{\"object-uri\": \"/api/storage-groups/g1\", \"name\": \"G\", \"type\": \"fcp\"}]}");
            default -> new Canned(404, GONE);
        };
    }

    private static String partition(String id, String name) {
        return "{\"object-uri\": \"/api/partitions/" + id + "\", \"name\": \"" + name
                + "\", \"status\": \"active\", \"type\": \"linux\"}";
    }

    @Test
    void aMachineThatDoesNotSayHowManyPartitionsItMayHaveHasRoom() {
        Capacity capacity = client.capacity(CPC);

        assertThat(capacity.maximumPartitions()).isNull();
        assertThat(capacity.freeIfls()).isEqualTo(16);
        assertThat(capacity.freeMemoryMib())
                .as("nobody says what is free: by its partitions")
                .isEqualTo(65_536 - 16_384);
    }

    @Test
    void whatWasListedAndIsGoneWhenItIsReadIsNotThere() {
        assertThat(client.capacity(CPC).partitions()).isEqualTo(1);
        assertThat(client.findPartition(CPC, "TWO")).isEmpty();
        assertThat(client.findStorageGroup(CPC, "G")).isEmpty();
        assertThat(client.storageGroups(CPC)).isEqualTo(List.of());
    }

    private static Canned refused(int status, int reason, String message) {
        return new Canned(
                status,
                "{\"http-status\": " + status + ", \"reason\": " + reason + ", \"message\": \"" + message
                        + "\", \"request-uri\": \"/x\"}");
    }

    /** zhmcclient 1.26, {@code _session.py}: both reasons are worth one logon. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void aSessionThatTheHmcDoesNotSeeIsRenewedOnce(int reason) {
        answers("GET " + CPC, refused(403, reason, "no session"), AS_USUAL);
        assertThat(client.capacity(CPC).ifls()).isEqualTo(20);
        assertThat(received("POST /api/sessions")).isEqualTo(2);

        answers("GET " + CPC, refused(403, reason, "no session"));
        HmcException failure = catchThrowableOfType(HmcException.class, () -> client.capacity(CPC));

        assertThat(failure.is(403, reason)).isTrue();
        assertThat(received("POST /api/sessions")).as("one logon a call").isEqualTo(3);
        assertThat(failure.kind()).isNotEqualTo(Kind.BUG);
    }

    /** zhmcclient 1.26, {@code _resource.py}: 400.1 of a level without the query, 400.14 of a machine without the property. */
    @Test
    void aMachineThatLacksAPropertyIsAskedForFewerAndThenForAll() {
        answers("GET " + CPC, refused(400, 14, "maximum-partitions is not a property of it"), AS_USUAL);
        assertThat(client.capacity(CPC).ifls()).isEqualTo(20);

        answers("GET " + CPC, refused(400, 1, "unrecognized query parameter"), refused(400, 1, "again"), AS_USUAL);
        assertThat(client.capacity(CPC).ifls()).isEqualTo(20);

        assertThat(hmc.received().stream()
                        .filter(asked -> asked.path().equals(CPC))
                        .map(asked -> asked.query().isEmpty()
                                ? "all"
                                : asked.query().contains("maximum-partitions") ? "later" : "earlier"))
                .containsExactly("later", "earlier", "later", "earlier", "all");

        answers("GET " + CPC, refused(400, 7, "no"));
        assertThatThrownBy(() -> client.capacity(CPC))
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.is(400, 7)).isTrue());
    }

    /** zhmcclient 1.26, {@code Job.check_for_completion}: the text is in {@code message}, else in {@code error}. */
    @ParameterizedTest
    @ValueSource(strings = {"message", "error"})
    void aFailedJobSaysWhyWhereverItSaysIt(String member) {
        answers(
                "GET /api/jobs/j1",
                new Canned(
                        200,
                        "{\"status\": \"complete\", \"job-status-code\": 500, \"job-reason-code\": 263, \"job-results\": {\""
                                + member + "\": \"the node is reserved\"}}"));

        JobObservation job = client.observe(new HmcJob("/api/jobs/j1", "start-partition"));

        assertThat(job.state()).isEqualTo(JobObservation.State.FAILED);
        assertThat(job.reasonCode()).isEqualTo(263);
        assertThat(job.message()).isEqualTo("the node is reserved");
    }

    @Test
    void aJobThatEndedWithoutResultsFailedWithoutWords() {
        answers(
                "GET /api/jobs/j1",
                new Canned(200, "{\"status\": \"complete\", \"job-status-code\": 409, \"job-reason-code\": 1}"),
                new Canned(200, "{\"status\": \"cancel-pending\"}"));
        HmcJob job = new HmcJob("/api/jobs/j1", "start-partition");

        assertThat(client.observe(job)).isEqualTo(new JobObservation(JobObservation.State.FAILED, 409, 1, ""));
        assertThat(client.observe(job).state()).isEqualTo(JobObservation.State.RUNNING);
    }

    @Test
    void aCardOrAPathThatHasGoneSinceItWasListedIsLeftOut() {
        answers(
                "GET /api/partitions/p1",
                new Canned(
                        200,
                        "{\"object-uri\": \"/api/partitions/p1\", \"name\": \"ONE\", \"status\": \"stopped\","
                                + " \"nic-uris\": [\"/api/partitions/p1/nics/n1\", \"/api/partitions/p1/nics/n2\"]}"));
        answers(
                "GET /api/partitions/p1/nics/n2",
                // Of z17: no switch, a port; and properties that we do not know.
                new Canned(
                        200,
                        "{\"element-uri\": \"/api/partitions/p1/nics/n2\", \"name\": \"B\", \"device-number\": \"0a00\","
                                + " \"network-adapter-port-uri\": \"/api/adapters/a1/network-ports/0\", \"type\": \"neth\","
                                + " \"function-number\": 4096, \"function-range\": 1, \"vlan-id\": null}"));
        answers(
                "GET /api/storage-groups/g1/virtual-storage-resources",
                new Canned(
                        200,
                        "{\"virtual-storage-resources\": [{\"element-uri\":"
                                + " \"/api/storage-groups/g1/virtual-storage-resources/v1\", \"name\": \"V\"}]}"));

        assertThat(client.nics("/api/partitions/p1")).extracting(Nic::name).containsExactly("B");
        assertThat(client.virtualStorageResources("/api/storage-groups/g1")).isEmpty();
    }

    /** zhmcclient 1.26, {@code _virtual_switch.py}: none from z17 on, and the list still succeeds; 404.4 is the API's word for "not here". */
    @Test
    void aMachineWithoutVirtualSwitchesHasNone() {
        answers(
                "GET " + CPC + "/virtual-switches",
                new Canned(200, "{\"virtual-switches\": []}"),
                refused(404, 4, "not supported"),
                refused(404, 1, "no object-access permission"));

        assertThat(client.virtualSwitches(CPC)).isEmpty();
        assertThat(client.virtualSwitches(CPC)).isEmpty();
        assertThatThrownBy(() -> client.virtualSwitches(CPC))
                .isInstanceOfSatisfying(
                        HmcException.class, e -> assertThat(e.is(404, 1)).isTrue());
    }

    /** zhmcclient 1.26, {@code StorageGroup.delete}: a body without members where nobody is to be told by mail. */
    @Test
    void aStorageGroupIsDeletedWithAnEmptyBodyAndAStartHasNone() {
        answers("POST /api/storage-groups/g1/operations/delete", new Canned(204, ""));
        answers("POST /api/partitions/p1/operations/start", new Canned(202, "{\"job-uri\": \"/api/jobs/j1\"}"));
        client.deleteStorageGroup("/api/storage-groups/g1");
        client.startPartition("/api/partitions/p1");

        assertThat(hmc.received())
                .filteredOn(asked -> asked.path().endsWith("/delete"))
                .singleElement()
                .satisfies(asked -> assertThat(asked.body()).isEqualTo("{}"))
                .satisfies(asked ->
                        assertThat(asked.headers().getFirst("Content-Type")).isEqualTo("application/json"));
        assertThat(hmc.received())
                .filteredOn(asked -> asked.path().endsWith("/start"))
                .singleElement()
                // 400.4: a body, and even an empty one, where none is expected.
                .satisfies(asked -> assertThat(asked.body()).isEmpty())
                .satisfies(asked ->
                        assertThat(asked.headers().containsKey("Content-Type")).isFalse());
    }

    /** The page as zhmcclient 1.26 recognises it; its task is of its documentation, security. */
    @Test
    void aConsoleThatDoesNotServeProgramsSaysWhoEnablesIt() {
        answers(
                "POST /api/sessions",
                new Canned(
                        500,
                        "<!doctype html><html><head><title>Console Internal Error</title></head><body>\n<h1>Console Internal"
                                + " Error</h1><br><hr size=\"1\" noshade>\n<h2>Details:</h2>\n<p>HTTP status code: 500\n<p>The server"
                                + " encountered an internal error that prevented it from fulfilling this request.\n<p><br>\n<pre>"
                                + "javax.servlet.ServletException: Web Services are not enabled.\n\tat com.ibm.hwmca.x(Y.java:1)\n"
                                + "</pre><hr size=\"1\" noshade></body></html>"));

        HmcException failure = catchThrowableOfType(HmcException.class, () -> client.cpcs());

        assertThat(failure.operation()).isEqualTo("logon");
        assertThat(failure)
                .hasMessageContaining("Web Services are not enabled")
                .hasMessageContaining("Customize API Settings")
                .hasMessageNotContaining("<");
    }

    @Test
    void aPageOfHtmlWithoutAReasonIsReadByItsStatus() {
        answers("GET " + CPC, new Canned(503, "<html><body><h1>Service Unavailable</h1></body></html>"));

        HmcException failure = catchThrowableOfType(HmcException.class, () -> client.capacity(CPC));

        assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(failure.reason()).isEqualTo(HmcException.NO_REASON);
        assertThat(failure).hasMessageContaining("Service Unavailable").hasMessageNotContaining("<");
    }

    /** What answers "done" in another shape is no HMC, or one that we do not know: a sentence, and never an empty list. */
    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "\"\"", "{\"partitions\": {}}", "{\"partitions\": [1]}", ""})
    void aListInAnotherShapeIsNotAnEmptyOne(String body) {
        answers("GET " + CPC + "/partitions", new Canned(200, body));

        HmcException failure = catchThrowableOfType(HmcException.class, () -> client.partitions(CPC));

        assertThat(failure).isNotNull().hasMessageContaining("not what this operation answers");
        assertThat(failure.mayHaveHappened()).isFalse();
    }

    /** Volumes that nobody sees would be made once more. */
    @Test
    void volumesInAnotherShapeAreNotNone() {
        answers("GET /api/storage-groups/g1/storage-volumes", new Canned(200, "{}"));

        assertThat(catchThrowableOfType(HmcException.class, () -> client.storageVolumes("/api/storage-groups/g1")))
                .isNotNull()
                .hasMessageContaining("wanted a list of storage-volumes");
    }

    @Test
    void aCreationThatNamesNothingMayHaveHappened() {
        answers("POST " + CPC + "/partitions", new Canned(201, "{}"));
        answers("POST /api/partitions/p1/operations/start", new Canned(202, ""));

        for (HmcException failure : List.of(
                catchThrowableOfType(
                        HmcException.class,
                        () -> client.createPartition(CPC, PartitionSpec.linux("ONE", "ours", 1, 1024))),
                catchThrowableOfType(HmcException.class, () -> client.startPartition("/api/partitions/p1")))) {
            assertThat(failure.mayHaveHappened()).isTrue();
            assertThat(failure).hasMessageContaining("-uri");
        }
    }

    /** {@link HmcRealConsoleTest} does the same with an HMC that somebody names. */
    @Test
    void theLabAnswersAsAnyHmcDoes() {
        HmcScenario.readsWhatIsThere(bench.client);
        HmcScenario.makesAPartitionAndDeletesItAgain(bench.client, "A1", "GLVTRIAL", null);
        assertThat(bench.client.partitions(bench.cpc())).isEmpty();
    }
}
