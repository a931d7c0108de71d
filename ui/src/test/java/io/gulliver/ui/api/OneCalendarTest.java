package io.gulliver.ui.api;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.ui.Previewed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** A program whose calendar is not the wall clock: its pages age what happened in it by its own time, and by no other. */
class OneCalendarTest extends ServerCase {
    private static final String PROGRAM = "calendar";
    private static final String HOME = "/programs/" + PROGRAM;
    private static final Instant EVE = Instant.parse("2031-01-15T18:00:00Z");

    @Autowired
    private WebApplicationContext context;

    @Autowired
    private Stores stores;

    private MockMvc mvc;

    @BeforeEach
    void server() {
        mvc = MockMvcBuilders.webAppContextSetup(context)
                .apply(springSecurity())
                .build();
    }

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.with(user("pm").roles("PM", "DBA")).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private Document page(String path) throws Exception {
        MockHttpServletResponse answer = answer(MockMvcRequestBuilders.get(path));
        assertThat(answer.getStatus()).as(path).isEqualTo(200);
        return Jsoup.parse(answer.getContentAsString().replace('\u00a0', ' '));
    }

    private MockHttpServletRequestBuilder risk(String path, String title, String version) {
        return MockMvcRequestBuilders.post(HOME + path)
                .param("key", key())
                .param("title", title)
                .param("probability", "3")
                .param("impact", "3")
                .param("response", "REDUCE")
                .param("state", "OPEN")
                .param("version", version);
    }

    private static MockHttpServletRequestBuilder wave(String title) {
        return MockMvcRequestBuilders.post(HOME + "/plan/waves/1")
                .param("number", "1")
                .param("title", title)
                .param("state", "PROPOSED")
                .param("version", "1");
    }

    private void done(MockHttpServletRequestBuilder form) throws Exception {
        MockHttpServletResponse answer = answer(form);
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(302);
    }

    /** Its calendar stands, so that no test waits. */
    private void itIs(long piece, Instant now) {
        stores.clocks().append(PROGRAM, piece, now, 0, null, "keeper");
    }

    private Task stuck(String program) {
        String hash = stores.playbooks().list().stream()
                .filter(row -> row.name().equals("data-pump"))
                .findFirst()
                .orElseThrow()
                .hash();
        Migration run = stores.migrations()
                .create(new NewMigration(
                        key(), program, "CRM", Purpose.REHEARSAL, hash, null, false, null, null, "pm"));
        return stores.tasks().askAttention(run.id(), "dba", "It is stuck", "It is carried by nobody.");
    }

    @Test
    void whatHappenedThreeHoursAgoIsThreeHoursOldEverywhere() throws Exception {
        program(PROGRAM);
        assertThat(post("pm", "/api/v1" + HOME + "/inventory", key(), "text/csv", HEADER + "CRM,crm,production\n")
                        .statusCode())
                .isEqualTo(200);
        itIs(0, EVE);
        stores.plans().add(PROGRAM, 1, "First", null, List.of(), "pm");
        List<String> seen = Previewed.saves(answer(wave("The first")).getContentAsString());
        done(wave("The first").param("seen", seen.get(seen.indexOf("seen") + 1)));
        done(risk("/risks", "The pool is full", "0"));
        done(risk("/risks/R-1", "The pool is nearly full", "1"));
        Task task = stuck(PROGRAM);
        itIs(1, EVE.plus(Duration.ofHours(3)));

        assertThat(page(HOME + "/plan/waves/1").select("p.sub").text()).contains("3 h 00 ago");
        assertThat(page("/tasks?task=" + task.id()).select("#task dl").text()).contains("for 3 h 00");
        assertThat(conflict(wave("Another"))).contains("3 h 00 ago");
        assertThat(conflict(risk("/risks/R-1", "Another", "1"))).contains("3 h 00 ago");
    }

    private String conflict(MockHttpServletRequestBuilder form) throws Exception {
        MockHttpServletResponse answer = answer(form);
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(409);
        return answer.getContentAsString().replace('\u00a0', ' ');
    }

    @Test
    void aTaskThatWasHiddenByTheWallClockCanBeShownAgain() throws Exception {
        String program = PROGRAM + "-hidden";
        program(program);
        assertThat(post(
                                "pm",
                                "/api/v1/programs/" + program + "/inventory",
                                key(),
                                "text/csv",
                                HEADER + "CRM,crm,production\n")
                        .statusCode())
                .isEqualTo(200);
        stores.clocks().append(program, 0, EVE, 0, null, "keeper");
        Task task = stuck(program);
        done(MockMvcRequestBuilders.post("/tasks/" + task.id() + "/snooze")
                .param("version", Long.toString(task.version()))
                .param("minutes", "720"));
        Document hidden = page("/tasks?task=" + task.id());
        assertThat(hidden.select("form[action$=/snooze] input[name=minutes]").attr("value"))
                .as("it is offered to show it again")
                .isEqualTo("0");
    }
}
