package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.migration.MadeThings;
import io.gulliver.service.migration.MadeThings.Made;
import io.gulliver.service.migration.MadeThings.State;
import java.time.Instant;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.web.servlet.MockMvc;

/** What was made at outer systems, with what is left over first, and the way to the step that made it. */
@SpringBootTest(
        classes = {FaceApplication.class, MadePageTest.Records.class},
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class MadePageTest {
    @Autowired
    private MockMvc mvc;

    static class Records {
        @Bean
        @Primary
        MadeThings recorded(Stores stores, PlaybookLibrary library) {
            return new MadeThings(stores.migrations(), library.actions()) {
                @Override
                public List<Made> list(String program) {
                    return List.of(
                            made("fs-1", "volume", "GVP0311_data01", State.STANDS),
                            made("fs-1", "volume", "GVP0311_data02", State.LEFT_OVER),
                            made("blefuscu-01", "listener", "LISTENER", State.STANDS),
                            made("hmc-1", "partition", "GVP0311", State.UNSURE),
                            made("hmc-1", "storage group", "GVP0311", State.STANDS));
                }
            };
        }

        private static Made made(String system, String kind, String name, State state) {
            return new Made(
                    system,
                    kind,
                    name,
                    "server:gvp0311",
                    new MigrationId("northmoor/gvp0311/1"),
                    StepKey.parse("data-volumes[data01]"),
                    "Create its volumes for data: data01",
                    Instant.parse("2026-06-01T10:00:00Z"),
                    state);
        }
    }

    @Test
    void whatIsLeftOverIsToldFirstAndLeadsToItsStep() throws Exception {
        Document page = Jsoup.parse(
                mvc.perform(get("/programs/northmoor/made").with(user("viewer").roles("VIEWER")))
                        .andReturn()
                        .getResponse()
                        .getContentAsString());
        assertThat(page.select(".lead").text())
                .contains("5 things made at 3 systems; one is left over, one is not certain");
        assertThat(page.select("section h2").eachText()).containsExactly("fs-1", "hmc-1", "blefuscu-01");
        assertThat(page.select("section:contains(fs-1) tbody tr").eachText())
                .satisfiesExactly(
                        left -> assertThat(left)
                                .startsWith("GVP0311_data02 volume gvp0311")
                                .contains("Left over"),
                        stands ->
                                assertThat(stands).startsWith("GVP0311_data01").contains("Stands"));
        assertThat(page.select("a:contains(Create its volumes)").first().attr("href"))
                .contains("/programs/northmoor/databases/server:gvp0311/step")
                .contains("run=northmoor/gvp0311/1")
                .contains("step=data-volumes%5Bdata01%5D");
    }
}
