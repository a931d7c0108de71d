package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.persistence.program.ProgramStore;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The page of all programs: who may put one aside, and what a deletion asks for. */
// A store of its own, by a property that no other class has: it asks which program is the only one.
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1", "test.store=programs"})
@AutoConfigureMockMvc
@Tag("store")
class ProgramListTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private ProgramStore programs;

    @BeforeEach
    void aSecondProgram() {
        programs.create("aside", "Put aside", ZoneId.of("UTC"), Map.of(), "Ada");
    }

    @AfterEach
    void withoutIt() {
        if (programs.find("aside").isPresent()) {
            programs.archive("aside", "Ada");
            programs.delete("aside", "end of the test", "Ada");
        }
    }

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request, String role) throws Exception {
        return mvc.perform(request.header("Accept", "text/html")
                        .with(user("somebody").roles(role))
                        .with(csrf()))
                .andReturn()
                .getResponse();
    }

    private Document page(String role) throws Exception {
        MockHttpServletResponse response = answer(get("/programs"), role);
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        Document page = Jsoup.parse(response.getContentAsString());
        assertThat(page.text()).doesNotContain("??").contains("Put aside");
        return page;
    }

    @Test
    void anAdministratorArchivesTakesUpAgainAndDeletes() throws Exception {
        assertThat(page("ADMIN").select("form[action=/programs/aside/archive]")).hasSize(1);
        assertThat(answer(post("/programs/aside/archive"), "ADMIN").getRedirectedUrl())
                .isEqualTo("/programs");
        assertThat(page("ADMIN").select("section.after").text()).contains("Put aside", "by somebody");
        assertThat(answer(get("/"), "ADMIN").getRedirectedUrl())
                .as("the only program at work")
                .isEqualTo("/programs/northmoor");
        assertThat(answer(get("/programs/aside"), "ADMIN").getStatus())
                .as("what is archived can be read")
                .isEqualTo(200);

        assertThat(answer(post("/programs/aside/restore"), "ADMIN").getStatus()).isEqualTo(302);
        assertThat(programs.archived("aside")).isEmpty();
        answer(post("/programs/aside/archive"), "ADMIN");

        assertThat(answer(
                                post("/programs/aside/delete")
                                        .param("reason", "ended")
                                        .param("confirm", "Aside"),
                                "ADMIN")
                        .getStatus())
                .as("another name")
                .isEqualTo(422);
        assertThat(answer(post("/programs/aside/delete").param("reason", " ").param("confirm", "aside"), "ADMIN")
                        .getStatus())
                .as("no reason")
                .isEqualTo(422);
        assertThat(programs.find("aside")).isPresent();
        assertThat(answer(
                                post("/programs/aside/delete")
                                        .param("reason", "ended")
                                        .param("confirm", "aside"),
                                "ADMIN")
                        .getStatus())
                .isEqualTo(302);
        assertThat(programs.find("aside")).isEmpty();
    }

    private MockHttpServletRequestBuilder made(String key, String title, String zone) {
        return post("/programs").param("key", key).param("title", title).param("zone", zone);
    }

    @Test
    void whoeverMayMakesAProgramByAForm() throws Exception {
        for (String role : new String[] {"VIEWER", "DBA", "CUTOVER", "APPROVER"}) {
            assertThat(answer(made("second", "Second", "UTC"), role).getStatus())
                    .as(role)
                    .isEqualTo(403);
        }
        MockHttpServletResponse wrong = answer(made("Second Try", " ", "Moon/Base"), "PM");
        assertThat(wrong.getStatus()).isEqualTo(422);
        assertThat(Jsoup.parse(wrong.getContentAsString()).text())
                .contains("Key 1 to 40 lower-case letters", "Title This is needed", "A time zone as Europe/Berlin");
        assertThat(programs.find("second")).isEmpty();
        try {
            assertThat(answer(made(" second ", " Second & more ", "Europe/Zurich"), "PM")
                            .getRedirectedUrl())
                    .isEqualTo("/programs/second");
            assertThat(programs.require("second").title()).isEqualTo("Second & more");
            assertThat(programs.require("second").zone()).isEqualTo(ZoneId.of("Europe/Zurich"));
            MockHttpServletResponse taken = answer(made("second", "Another", "UTC"), "PM");
            assertThat(taken.getStatus()).isEqualTo(409);
            assertThat(taken.getContentAsString()).contains("Choose another key");
            assertThat(page("ADMIN").select("#new option[value=Europe/Zurich], #new option[value=UTC]"))
                    .hasSize(2);
        } finally {
            if (programs.find("second").isPresent()) {
                programs.archive("second", "Ada");
                programs.delete("second", "end of the test", "Ada");
            }
        }
    }

    @Test
    void nobodyElseSeesOrUsesThoseForms() throws Exception {
        for (String role : new String[] {"VIEWER", "PM", "DBA", "CUTOVER", "APPROVER"}) {
            assertThat(page(role).select("main form").eachAttr("action"))
                    .as(role)
                    .isEqualTo(role.equals("PM") ? List.of("/programs") : List.of());
            for (String verb : new String[] {"archive", "restore", "delete"}) {
                assertThat(answer(post("/programs/aside/" + verb).param("confirm", "aside"), role)
                                .getStatus())
                        .as("%s %s", role, verb)
                        .isEqualTo(403);
            }
        }
        assertThat(programs.archived("aside")).isEmpty();
    }
}
