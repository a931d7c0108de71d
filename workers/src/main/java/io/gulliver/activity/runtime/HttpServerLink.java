package io.gulliver.activity.runtime;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.CallRecorder;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.EvidenceSink;
import io.gulliver.contract.activity.EvidenceSource;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.LearntHostKeys;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogSink;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.trust.Authorities;
import io.gulliver.trust.UnusableAuthoritiesException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A zone worker's way to the server, which alone touches the store: evidence at once, the call log in batches.
 *
 * <p>{@code POST /internal/evidence/{sha256}?name=&kind=} with the bytes, and {@code GET} of
 * the same address for them;
 * {@code POST /internal/step-log} with a {@link StepLogPiece}, answered by a {@link StepLogState};
 * {@code POST /internal/calls} with a JSON array of {@link OuterCall}; {@code POST /internal/payload-keys} with the id and
 * check value of the sealing key; {@code GET /internal/host-keys/{host}}, answered by a JSON array of fingerprints; all with {@code Authorization: Bearer} and the worker token.
 */
public final class HttpServerLink
        implements EvidenceSink, EvidenceSource, StepLogSink, CallRecorder, LearntHostKeys, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpServerLink.class);
    private static final int WAITING_AT_MOST = 10_000;
    private static final int BATCH = 500;
    private static final TypeReference<SortedMap<String, String>> CHECKS = new TypeReference<>() {};

    private static final TypeReference<List<String>> KEYS = new TypeReference<>() {};

    private final URI server;
    private final Supplier<String> token;
    private final HttpClient http;
    private final JsonMapper json = JsonMapper.builder().build();
    private final BlockingQueue<OuterCall> waiting = new ArrayBlockingQueue<>(WAITING_AT_MOST);
    private final Thread sender;
    private final Map<String, List<String>> hostKeys = new ConcurrentHashMap<>();
    private volatile boolean closing;

    /**
     * @param server for example {@code https://gulliver.example}
     * @param authorities PEM file of the authorities that vouch for it, or null for those that this Java trusts
     * @param token gives the worker token at each call
     */
    public HttpServerLink(URI server, @Nullable Path authorities, Supplier<String> token) {
        this.server = server;
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5));
        if (authorities != null) {
            try {
                builder.sslContext(Authorities.trusting(authorities));
            } catch (UnusableAuthoritiesException e) {
                throw new IllegalStateException("gulliver.workers.authorities: " + e.getMessage(), e);
            }
        }
        this.http = builder.build();
        this.token = token;
        this.sender = new Thread(this::send, "call-log-sender");
        this.sender.setDaemon(true);
        this.sender.start();
    }

    @Override
    public EvidenceRef keep(String name, String kind, byte[] content) {
        String hash = sha256(content);
        String query = "?name=" + encode(name) + "&kind=" + encode(kind);
        int status = post("/internal/evidence/" + hash + query, "application/octet-stream", content);
        if (status / 100 != 2) {
            throw refused("keep evidence '" + name + "'", server, status);
        }
        return new EvidenceRef(name, kind, hash, content.length);
    }

    @Override
    public InputStream open(String sha256) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/internal/evidence/" + encode(sha256)))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token.get())
                .GET()
                .build();
        try {
            HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (answer.statusCode() != 200) {
                answer.body().close();
                throw refused("give evidence " + sha256, server, answer.statusCode());
            }
            return answer.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailedException(FailureCode.WORKER_LOST, "This worker is stopping.", null);
        }
    }

    /** While the server is away, what it said last of the host holds: another key than the right one is refused by the host's own. */
    @Override
    public List<String> fingerprints(String host) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/internal/host-keys/" + encode(host)))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token.get())
                .GET()
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw refused("give the host key of " + host, server, answer.statusCode());
            }
            List<String> keys = json.readValue(answer.body(), KEYS);
            hostKeys.put(host, keys);
            return keys;
        } catch (IOException e) {
            List<String> last = hostKeys.get(host);
            if (last != null) {
                return last;
            }
            throw new StepFailedException(
                    FailureCode.UNREACHABLE.with(
                            "Gulliver's server at " + server + " did not give the host key of " + host + ": "
                                    + e.getClass().getSimpleName(),
                            "Check gulliver.workers.server and the way from this zone to it."),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailedException(FailureCode.WORKER_LOST, "This worker is stopping.", null);
        }
    }

    @Override
    public StepLogState keep(StepLogPiece piece) {
        HttpResponse<String> answer = post(
                "/internal/step-log",
                "application/json",
                json.writeValueAsBytes(piece),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw refused("keep the output of job " + piece.job(), server, answer.statusCode());
        }
        return json.readValue(answer.body(), StepLogState.class);
    }

    @Override
    public void record(OuterCall call) {
        if (!waiting.offer(call)) {
            log.warn("Call log to {} is behind by {} lines; a line is left out", server, WAITING_AT_MOST);
        }
    }

    /**
     * Says with which payload key this worker seals.
     *
     * @return check value by id of every key ever used; empty when the server does not have this one
     * @throws StepFailedException the server does not answer, or refuses the token
     */
    public Optional<SortedMap<String, String>> usePayloadKey(String id, String check) {
        HttpResponse<String> answer = post(
                "/internal/payload-keys",
                "application/json",
                json.writeValueAsBytes(Map.of("id", id, "check", check)),
                HttpResponse.BodyHandlers.ofString());
        return switch (answer.statusCode()) {
            case 200 -> Optional.of(json.readValue(answer.body(), CHECKS));
            case 409 -> Optional.empty();
            default -> throw refused("compare payload keys", server, answer.statusCode());
        };
    }

    private void send() {
        List<OuterCall> batch = new ArrayList<>();
        while (!closing || !waiting.isEmpty()) {
            try {
                if (batch.isEmpty()) {
                    OuterCall first = waiting.poll(500, TimeUnit.MILLISECONDS);
                    if (first == null) {
                        continue;
                    }
                    batch.add(first);
                    waiting.drainTo(batch, BATCH - 1);
                }
                int status = post("/internal/calls", "application/json", json.writeValueAsBytes(batch));
                if (status / 100 == 2) {
                    batch.clear();
                } else if (status / 100 == 4 && status != 401 && status != 403 && status != 429) {
                    log.warn(
                            "Call log: {} refused {} lines with status {}; they are left out",
                            server,
                            batch.size(),
                            status);
                    batch.clear();
                } else {
                    pause();
                }
            } catch (StepFailedException e) {
                pause();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                log.warn("Call log: {} lines cannot be written", batch.size(), e);
                batch.clear();
            }
        }
    }

    private void pause() {
        if (closing) {
            waiting.clear();
            return;
        }
        java.util.concurrent.locks.LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
    }

    private int post(String path, String type, byte[] body) {
        return post(path, type, body, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private <T> HttpResponse<T> post(String path, String type, byte[] body, HttpResponse.BodyHandler<T> reader) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token.get())
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            return http.send(request, reader);
        } catch (IOException e) {
            throw new StepFailedException(
                    FailureCode.UNREACHABLE.with(
                            "Gulliver's server at " + server + " did not take " + path.replaceFirst("\\?.*", "") + ": "
                                    + e.getClass().getSimpleName(),
                            "Check gulliver.workers.server and the way from this zone to it."),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StepFailedException(FailureCode.WORKER_LOST, "This worker is stopping.", null);
        }
    }

    private static StepFailedException refused(String what, URI server, int status) {
        boolean rights = status == 401 || status == 403;
        return new StepFailedException(
                rights ? FailureCode.LOGON_REFUSED : FailureCode.TEMPORARILY_UNAVAILABLE,
                "Gulliver's server at " + server + " refused to " + what + ": status " + status,
                rights ? "Give this worker the token that the server has (gulliver.workers.token)." : null);
    }

    @Override
    public void close() {
        closing = true;
        try {
            sender.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.interrupt();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
