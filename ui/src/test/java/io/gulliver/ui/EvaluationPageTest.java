package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepState;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An evaluation answers first whether it would run, then what stops it, then what is unknown; on its page and in the API. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class EvaluationPageTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private Migration evaluation(String database) {
        return northmoor
                .stores()
                .migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        Northmoor.PROGRAM,
                        database,
                        Purpose.PRODUCTION,
                        Northmoor.HASH,
                        4,
                        true,
                        null,
                        null,
                        "pm"));
    }

    private MockHttpServletResponse send(String address) throws Exception {
        return mvc.perform(get(address).with(user("viewer").roles("VIEWER")))
                .andReturn()
                .getResponse();
    }

    @Test
    void answersInTheOrderInWhichAPersonAsks() throws Exception {
        Migration run = evaluation(Northmoor.NAMES[20]);
        northmoor.play(
                run,
                Northmoor.entry(
                        1,
                        Northmoor.step("create-volumes", StepState.DONE)
                                .failure(FailureCode.INPUT_INVALID.with(
                                        "Step create-volumes: input host: the fact landing.server has not been collected",
                                        "Say where it lands"))
                                .run(),
                        "step evaluated",
                        null));
        JsonNode api = JsonMapper.shared()
                .readTree(send("/api/v1/programs/" + Northmoor.PROGRAM + "/migrations/" + run.number() + "/evaluation")
                        .getContentAsString());
        assertThat(api.get("verdict").asString())
                .isEqualTo("it would not run: one thing stops it: the fact landing.server has not been collected.");
        assertThat(api.get("answer").asString()).isEqualTo("stopped");
        assertThat(api.get("stops").get(0).get("advice").asString()).isEqualTo("Say where it lands");
        assertThat(api.get("stops").get(0).get("steps").get(0).asString()).isEqualTo("create-volumes");

        Document page =
                Jsoup.parse(send("/programs/" + Northmoor.PROGRAM + "/databases/" + run.database() + "?run=" + run.id())
                        .getContentAsString());
        assertThat(page.select("p.lead").text())
                .isEqualTo(
                        run.database() + ": it would not run: one thing stops it: the fact landing.server has not been"
                                + " collected.");
        assertThat(page.select("#evaluation h2").eachText())
                .containsExactly("What stops it", "What is unknown until it runs");
        assertThat(page.select("#evaluation tbody tr").first().text())
                .isEqualTo("the fact landing.server has not been collected Say where it lands create-volumes");
    }

    @Test
    void aRunThatIsCarriedOutHasNoVerdict() throws Exception {
        Migration run = northmoor.start(Northmoor.NAMES[21]);
        assertThat(send("/api/v1/programs/" + Northmoor.PROGRAM + "/migrations/" + run.number() + "/evaluation")
                        .getContentAsString())
                .contains("is carried out, not evaluated");
        assertThat(Jsoup.parse(send("/programs/" + Northmoor.PROGRAM + "/databases/" + run.database())
                                .getContentAsString())
                        .select("#evaluation"))
                .isEmpty();
    }
}
