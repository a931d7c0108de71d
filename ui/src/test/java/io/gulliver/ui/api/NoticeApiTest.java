package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.service.notice.NoticeRecipients;
import io.gulliver.service.notice.NoticeService;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A person says how to be told; who is told is who has the function in the program now, and an address. */
class NoticeApiTest extends ServerCase {
    private static final String PATH = "/api/v1/me/notices";

    @Autowired
    private NoticeService notices;

    private HttpResponse<String> put(String who, @Nullable String version, String body) throws Exception {
        HttpRequest.Builder request = request(who, PATH)
                .header("Idempotency-Key", key())
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body));
        if (version != null) {
            request.header("If-Match", version);
        }
        return send(request.build());
    }

    private static String wish(String quiet, String zone) {
        return "{\"mail\":true,\"digestMinutes\":30," + quiet + "\"zone\":\"" + zone + "\",\"urgentAtOnce\":true}";
    }

    @Test
    void eachSaysItForOneselfAndByTheVersionThatWasRead() throws Exception {
        HttpResponse<String> usual = get("dba", PATH);
        assertThat(usual.statusCode()).isEqualTo(200);
        assertThat(usual.headers().firstValue("ETag")).contains("\"0\"");
        assertThat(read(usual).path("wish").path("digestMinutes").asInt()).isZero();

        String quiet = "\"quietFrom\":\"22:00\",\"quietTo\":\"07:00\",";
        assertThat(put("dba", null, wish(quiet, "Europe/Berlin")).statusCode()).isEqualTo(428);
        HttpResponse<String> kept = put("dba", "\"0\"", wish(quiet, "Europe/Berlin"));
        assertThat(kept.statusCode()).as(kept.body()).isEqualTo(200);
        assertThat(kept.headers().firstValue("ETag")).contains("\"1\"");
        assertThat(read(kept).path("wish").path("quietFrom").asString()).isEqualTo("22:00");
        assertThat(put("dba", "\"0\"", wish(quiet, "Europe/Berlin")).statusCode())
                .as("somebody was faster")
                .isIn(409, 412);
        assertThat(read(get("viewer", PATH)).path("version").asLong())
                .as("of another person")
                .isZero();
    }

    @Test
    void whatCannotBeIsNamedWithItsPart() throws Exception {
        assertThat(put("cutover", "\"0\"", wish("", "Mars/Olympus")).body()).contains("/zone", "Europe/Berlin");
        assertThat(put("cutover", "\"0\"", wish("\"quietFrom\":\"22:00\",", "UTC"))
                        .body())
                .contains("/quietTo", "a begin and an end");
        assertThat(put("cutover", "\"0\"", wish("\"quietFrom\":\"25:00\",\"quietTo\":\"07:00\",", "UTC"))
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void whoHasTheFunctionNowAndAnAddressIsTold() throws Exception {
        program("told-1");
        String person = "\"administrator\":false,\"disabled\":false,\"deputies\":[],"
                + "\"rights\":[{\"program\":\"told-1\",\"right\":\"WORK\"}],\"functions\":[{\"program\":\"told-1\",";
        for (String line : new String[] {
            "{\"name\":\"t-ana\",\"person\":{\"title\":\"Ana\",\"email\":\"ana@told.example\"," + person
                    + "\"function\":\"DBA\"}]}}",
            "{\"name\":\"t-ben\",\"person\":{\"title\":\"Ben\"," + person + "\"function\":\"DBA\"}]}}",
            "{\"name\":\"t-cy\",\"person\":{\"title\":\"Cy\",\"email\":\"cy@told.example\"," + person
                    + "\"function\":\"DBA\",\"endsAt\":\"2026-01-01T00:00:00Z\"}]}}",
            "{\"name\":\"t-dot\",\"person\":{\"title\":\"Dot\",\"email\":\"dot@told.example\"," + person
                    + "\"function\":\"STORAGE\"}]}}"
        }) {
            HttpResponse<String> made = json("admin", "/api/v1/people", line);
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        }
        assertThat(notices.of("told-1", "dba"))
                .containsExactly(new NoticeRecipients.Recipient("t-ana", "ana@told.example"));
        assertThat(notices.of("told-1", "storage"))
                .extracting(NoticeRecipients.Recipient::name)
                .containsExactly("t-dot");
        assertThat(notices.of("elsewhere", "dba")).isEmpty();
        assertThat(notices.whose("Ana@Told.example")).containsExactly("t-ana");
        assertThat(notices.whose("nobody@told.example")).isEmpty();
        assertThat(notices.sees("t-ana", "told-1")).isTrue();
        assertThat(notices.sees("t-ana", "elsewhere")).isFalse();
        assertThat(notices.sees("t-cy", "told-1"))
                .as("the function is over, the right is not")
                .isTrue();
    }
}
