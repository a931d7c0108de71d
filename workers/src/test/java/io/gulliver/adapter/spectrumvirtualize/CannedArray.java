package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabDialect;
import io.gulliver.lab.LabHttp;
import io.gulliver.lab.LabRequest;
import io.gulliver.lab.LabResponse;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** An HTTPS server that remembers what it was sent and answers what it was told. */
final class CannedArray implements AutoCloseable {

    record Received(String method, String path, String body, String token) {}

    record Canned(int status, String body) {}

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final LabHttp http;
    private final List<Received> received = new CopyOnWriteArrayList<>();

    CannedArray(LabContext lab, Function<Received, Canned> answers) {
        http = LabHttp.https(lab, "canned-" + NUMBER.incrementAndGet(), new NoDialect());
        for (String pattern : List.of("/rest/{command}", "/rest/{command}/{object}", "/rest/v1/{command}/{object}")) {
            http.read("POST", pattern, "canned", request -> {
                Received heard = new Received(
                        request.method(),
                        request.path(),
                        new String(request.body(), StandardCharsets.UTF_8),
                        request.header("X-Auth-Token").orElse(""));
                received.add(heard);
                Canned canned = answers.apply(heard);
                return LabResponse.text(canned.status(), "application/json", canned.body());
            });
        }
        http.start();
    }

    /** Everything received so far, oldest first. */
    List<Received> received() {
        return received;
    }

    URI uri() {
        return http.uri();
    }

    @Override
    public void close() {
        http.close();
    }

    private static final class NoDialect implements LabDialect {

        @Override
        public String caller(LabRequest request) {
            return "anonymous";
        }

        @Override
        public LabResponse fault(LabRequest request, FaultKind kind) {
            return LabResponse.empty(500);
        }

        @Override
        public LabResponse problem(LabRequest request, int status, String message) {
            return LabResponse.empty(status);
        }
    }
}
