package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SpringBootTest(
        classes = {FaceApplication.class, BreakingRoutes.class},
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class ProblemsTest {
    @Autowired
    private MockMvc mvc;

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.with(user("viewer").roles("VIEWER")))
                .andReturn()
                .getResponse();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 409, 422, 429, 500, 503})
    void saysWhatWhyAndWhatToDoOnAPageInAPartAndInTheApi(int status) throws Exception {
        MockHttpServletResponse page = answer(get("/break/" + status).header("Accept", "text/html"));
        assertThat(page.getStatus()).isEqualTo(status);
        assertThat(page.getContentAsString())
                .contains("<html", "Request " + page.getHeader("X-Request-Id"), "Answer " + status)
                .doesNotContain("secret", "Exception", "at io.gulliver", "??");

        MockHttpServletResponse part = answer(get("/break/" + status).header("HX-Request", "true"));
        assertThat(part.getStatus()).isEqualTo(status);
        assertThat(part.getContentAsString())
                .contains("role=\"alert\"", String.valueOf(part.getHeader("X-Request-Id")))
                .doesNotContain("<html", "secret", "??");
        assertThat(part.getHeaders("Vary")).contains("HX-Request");

        MockHttpServletResponse api = answer(get("/api/v1/break/" + status));
        assertThat(api.getStatus()).isEqualTo(status);
        assertThat(api.getContentType()).startsWith("application/problem+json");
        JsonNode body = JsonMapper.builder().build().readTree(api.getContentAsString());
        assertThat(body.get("status").asInt()).isEqualTo(status);
        assertThat(body.get("title").asString()).isNotBlank();
        assertThat(body.get("detail").asString()).isNotBlank().doesNotContain("secret");
        assertThat(body.get("advice").asString()).isNotBlank();
        assertThat(body.get("requestId").asString()).isEqualTo(api.getHeader("X-Request-Id"));
    }

    @Test
    void pointsAtTheFieldThatIsWrong() throws Exception {
        assertThat(answer(get("/api/v1/break/422")).getContentAsString())
                .contains("\"errors\":[{", "\"pointer\":\"/owner\"");
        assertThat(answer(get("/break/429").header("Accept", "text/html")).getHeader("Retry-After"))
                .isEqualTo("42");
        assertThat(answer(get("/api/v1/break/410")).getContentAsString()).contains("Changed by Ben at noon.");
    }

    @Test
    void answersAnUnknownAddressInTheSameWay() throws Exception {
        assertThat(answer(get("/nowhere").header("Accept", "text/html")).getContentAsString())
                .contains("Nothing is here");
        MockHttpServletResponse api = answer(get("/api/v1/nowhere"));
        assertThat(api.getStatus()).isEqualTo(404);
        assertThat(api.getContentType()).startsWith("application/problem+json");
    }

    @Test
    void keepsTheRequestIdThatACallerGave() throws Exception {
        assertThat(answer(get("/break/404").header("X-Request-Id", "caller-4711.a"))
                        .getHeader("X-Request-Id"))
                .isEqualTo("caller-4711.a");
        assertThat(answer(get("/break/404").header("X-Request-Id", "<script>")).getHeader("X-Request-Id"))
                .matches("[0-9a-f]{16}");
    }

    @Test
    void asksForTheIdempotencyKeyByName() throws Exception {
        MockHttpServletResponse response = mvc.perform(post("/api/v1/programs")
                        .with(user("pm").roles("PM"))
                        .contentType("application/json")
                        .content("{\"key\":\"a\",\"title\":\"A\",\"zone\":\"UTC\"}"))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(response.getContentAsString()).contains("Idempotency-Key");
    }
}
