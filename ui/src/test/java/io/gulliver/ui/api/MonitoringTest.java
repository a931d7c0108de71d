package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalManagementPort;

/** What a machine's supervisor and a monitoring system read. */
class MonitoringTest extends ServerCase {
    @LocalManagementPort
    int management;

    private HttpResponse<String> ask(String who, String path) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + management + "/actuator/" + path))
                .timeout(Duration.ofSeconds(60));
        if (!who.isEmpty()) {
            request.header(
                    "Authorization", "Basic " + Base64.getEncoder().encodeToString((who + ":lilliput").getBytes()));
        }
        return send(request.build());
    }

    @ParameterizedTest
    @CsvSource({"health/liveness,'',200", "prometheus,'',401", "info,'',401", "prometheus,viewer,403", "info,admin,200"
    })
    void aMonitoringSystemIsAnsweredByStatusAndNeverSentToALogInForm(String path, String who, int status)
            throws Exception {
        HttpResponse<String> answer = ask(who, path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        if (status == 401) {
            assertThat(answer.headers().firstValue("WWW-Authenticate").orElse(""))
                    .startsWith("Basic");
        }
    }

    @Test
    void passwordsAreGuessedNoFasterOnThePortOfHealth() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(ask("guessed-at", "info").statusCode()).isEqualTo(401);
        }
        HttpResponse<String> closed = ask("guessed-at", "info");
        assertThat(closed.statusCode()).as(closed.body()).isEqualTo(429);
        assertThat(closed.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void metricsNameRoutesByTheirPatternAndNothingThatWasSent() throws Exception {
        get("admin", "/api/v1/programs/canary-of-a-name");
        HttpResponse<String> metrics = ask("admin", "prometheus");
        assertThat(metrics.statusCode()).isEqualTo(200);
        assertThat(metrics.body())
                .contains("uri=\"/api/v1/programs/{program}\"", "jvm_memory_used_bytes")
                .doesNotContain("canary-of-a-name");
    }
}
