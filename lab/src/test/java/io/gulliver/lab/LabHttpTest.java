package io.gulliver.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabHttpTest {

    @TempDir
    Path directory;

    private LabContext context;
    private LabHttp http;
    private final AtomicInteger handled = new AtomicInteger();
    private final CyclicBarrier meeting = new CyclicBarrier(2);

    @BeforeEach
    void start() {
        context = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
        http = server();
    }

    @AfterEach
    void stop() {
        http.close();
        context.close();
    }

    private LabHttp server() {
        return LabHttp.https(context, "toy-1", new PlainDialect())
                .route("POST", "/things/{name}", "make-thing", request -> {
                    if (request.pathParameter("name").equals("taken")) {
                        throw new LabRefusal(LabResponse.text(409, "text/plain", "taken"));
                    }
                    handled.incrementAndGet();
                    if (request.pathParameter("name").startsWith("meeting-")) {
                        meet();
                    }
                    return LabResponse.text(201, "text/plain", request.pathParameter("name"));
                })
                .read(
                        "GET",
                        "/things",
                        "list-things",
                        request -> LabResponse.text(
                                200, "text/plain", request.query("filter").orElse("none")))
                .start();
    }

    @Test
    void answersAClientThatTrustsTheLabsAuthority() throws Exception {
        assertThat(get("/things?filter=a%20b").body()).isEqualTo("a b");
        assertThat(post("/things/one").body()).isEqualTo("one");
    }

    @Test
    void isRefusedByAClientThatDoesNotKnowTheAuthority() {
        HttpClient stranger = HttpClient.newHttpClient();

        assertThatThrownBy(() -> stranger.send(
                        HttpRequest.newBuilder(http.uri().resolve("/things")).build(), BodyHandlers.ofString()))
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void keepsItsPortAndCertificateOverARestart() throws Exception {
        HttpClient client = client();
        URI before = http.uri();
        http.close();
        context.close();

        context = LabContext.open(directory, LabPace.max(), Clock.systemUTC());
        http = server();

        assertThat(http.uri()).isEqualTo(before);
        assertThat(client.send(HttpRequest.newBuilder(before.resolve("/things")).build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    /** Two callers wait here for each other. */
    private void meet() {
        try {
            meeting.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void countsHowManyChangingCallsAreUnderWayAtOnce() throws Exception {
        post("/things/one");
        post("/things/taken");
        get("/things");
        assertThat(context.inFlight().most()).containsOnly(Map.entry("toy-1", 1), Map.entry("toy-1 make-thing", 1));

        CompletableFuture<Integer> other = client().sendAsync(
                        HttpRequest.newBuilder(http.uri().resolve("/things/meeting-1"))
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .thenApply(HttpResponse::statusCode);
        assertThat(post("/things/meeting-2").statusCode()).isEqualTo(201);
        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo(201);
        post("/things/three");

        assertThat(context.inFlight().most()).containsOnly(Map.entry("toy-1", 2), Map.entry("toy-1 make-thing", 2));
    }

    @Test
    void breaksTheConnectionBeforeTheWork() {
        context.faults().arm("toy-1", "make-thing", FaultKind.RESET_BEFORE, 1);

        assertThatThrownBy(() -> post("/things/one")).isInstanceOf(IOException.class);
        assertThat(handled).hasValue(0);
    }

    @Test
    void breaksTheConnectionAfterTheWork() {
        context.faults().arm("toy-1", "make-thing", FaultKind.RESET_AFTER, 1);

        assertThatThrownBy(() -> post("/things/one")).isInstanceOf(IOException.class);
        assertThat(handled).hasValue(1);
    }

    @Test
    void hangsWithTheWorkDone() {
        context.faults().arm("toy-1", "make-thing", FaultKind.HANG, 1);

        assertThatThrownBy(() -> post("/things/one")).isInstanceOf(HttpTimeoutException.class);
        assertThat(handled).hasValue(1);
    }

    @Test
    void answers500WithTheWorkDone() throws Exception {
        context.faults().arm("toy-1", "make-thing", FaultKind.STATUS_500_AFTER, 1);

        assertThat(post("/things/one").statusCode()).isEqualTo(500);
        assertThat(handled).hasValue(1);
    }

    @Test
    void playsAnAnswerFaultInTheProductsOwnWords() throws Exception {
        context.faults().arm("toy-1", "make-thing", FaultKind.STATUS_503, 1);

        HttpResponse<String> answer = post("/things/one");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("fault STATUS_503");
        assertThat(handled).hasValue(0);
    }

    @Test
    void recordsARefusalOfAMutatingCall() throws Exception {
        assertThat(post("/things/taken").statusCode()).isEqualTo(409);

        assertThat(context.ledger().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.effect()).isEqualTo(Effect.REFUSED);
            assertThat(entry.operation()).isEqualTo("make-thing");
            assertThat(entry.caller()).isEqualTo("somebody");
            assertThat(entry.details()).isEqualTo(Map.of("status", 409));
        });
    }

    @Test
    void tellsAnUnknownPathFromAWrongMethod() throws Exception {
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
        assertThat(get("/things/one").statusCode()).isEqualTo(405);
    }

    @Test
    void refusesABodyThatIsTooLarge() throws Exception {
        HttpResponse<String> answer = client().send(
                        HttpRequest.newBuilder(http.uri().resolve("/things/one"))
                                .POST(BodyPublishers.ofByteArray(new byte[LabHttp.MAX_BODY_BYTES + 1]))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(handled).hasValue(0);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client().send(HttpRequest.newBuilder(http.uri().resolve(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path) throws Exception {
        return client().send(
                        HttpRequest.newBuilder(http.uri().resolve(path))
                                .POST(BodyPublishers.noBody())
                                .timeout(Duration.ofSeconds(2))
                                .build(),
                        BodyHandlers.ofString());
    }

    private HttpClient client() {
        return HttpClient.newBuilder()
                .sslContext(context.certificates().clientContext())
                .build();
    }

    private static final class PlainDialect implements LabDialect {

        @Override
        public String caller(LabRequest request) {
            return "somebody";
        }

        @Override
        public LabResponse fault(LabRequest request, FaultKind kind) {
            return LabResponse.text(kind == FaultKind.STATUS_503 ? 503 : 500, "text/plain", "fault " + kind);
        }

        @Override
        public LabResponse problem(LabRequest request, int status, String message) {
            return LabResponse.text(status, "text/plain", message);
        }
    }
}
