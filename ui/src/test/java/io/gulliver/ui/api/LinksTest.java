package io.gulliver.ui.api;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.ui.Previewed;
import io.gulliver.ui.frame.Links;
import jakarta.servlet.http.Cookie;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** Where a single link leads: to the line of a long log, in the frame of the program that it is about, back after a form. */
class LinksTest extends ServerCase {
    private static final AtomicInteger PROGRAMS = new AtomicInteger();
    private static final String NAME = "HR#1";

    @Autowired
    private WebApplicationContext context;

    @Autowired
    private Stores stores;

    private MockMvc mvc;
    private String first;
    private String second;

    @BeforeEach
    void estate() throws Exception {
        mvc = MockMvcBuilders.webAppContextSetup(context)
                .apply(springSecurity())
                .build();
        int number = PROGRAMS.incrementAndGet();
        first = "links-a" + number;
        second = "links-b" + number;
        program(first);
        HttpResponse<String> made = json(
                "pm",
                "/api/v1/programs",
                "{\"key\":\"%s\",\"title\":\"%s\",\"zone\":\"Asia/Tokyo\"}".formatted(second, second));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        HttpResponse<String> imported = post(
                "pm",
                "/api/v1/programs/" + second + "/inventory",
                key(),
                "text/csv",
                HEADER + NAME + ",people,production\n");
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
    }

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.with(user("pm").roles("PM", "DBA")))
                .andReturn()
                .getResponse();
    }

    private Document page(String path, Cookie... cookies) throws Exception {
        MockHttpServletRequestBuilder request = MockMvcRequestBuilders.get(URI.create(path));
        MockHttpServletResponse answer = answer(cookies.length == 0 ? request : request.cookie(cookies));
        assertThat(answer.getStatus()).as(path).isEqualTo(200);
        return Jsoup.parse(answer.getContentAsString(), "http://127.0.0.1" + path);
    }

    private Migration run() {
        String hash = stores.playbooks().list().stream()
                .filter(row -> row.name().equals("data-pump"))
                .findFirst()
                .orElseThrow()
                .hash();
        return stores.migrations()
                .create(new NewMigration(key(), second, NAME, Purpose.REHEARSAL, hash, null, false, null, null, "pm"));
    }

    private static List<String> lines(Document page) {
        return page.select("#log tr[id]").eachAttr("id");
    }

    private static @Nullable Element pager(Document page, String word) {
        return page.select("#log .pager a:contains(" + word + ")").first();
    }

    @Test
    void everyLineOfALongLogHasAnAddressThatLeadsToIt() throws Exception {
        Migration run = run();
        List<StepKey> steps = stores.migrations().steps(run.id()).stream()
                .limit(2)
                .map(step -> step.run().key())
                .toList();
        List<JournalEntry> entries = new ArrayList<>();
        for (int seq = 1; seq <= 1_700; seq++) {
            entries.add(CrawlTest.line(seq, steps.get(seq % 3 == 0 ? 1 : 0), StepState.RUNNING, null));
        }
        stores.journal().flush(new JournalBatch(run.id(), 1, entries));
        String home = Links.database(second, NAME) + "?run=" + run.id();

        assertThat(lines(page(home))).hasSize(500).startsWith("L1201").endsWith("L1700");
        Document ofStep = page(home + "&step=" + steps.get(0));
        assertThat(lines(ofStep)).as("the newest of a step").hasSize(500).endsWith("L1700");

        // what somebody copied while the line was new
        String address = page(home).select("#L1201 a").first().absUrl("href");
        Document there = page(address.replaceAll("^http://127.0.0.1|#.*", ""));
        assertThat(lines(there)).contains("L951", "L1201", "L1450");
        assertThat(page(home + "&at=12").getElementById("L12")).isNotNull();

        // back to the first and forth to the last, each line once at least
        for (String ofWhat : List.of(home, home + "&step=" + steps.get(1))) {
            List<String> seen = new ArrayList<>();
            Document now = page(ofWhat);
            for (Element earlier; (earlier = pager(now, "Earlier")) != null; ) {
                seen.addAll(0, lines(now));
                String to = earlier.absUrl("href");
                now = page(to.replaceAll("^http://127.0.0.1|#.*", ""));
                assertThat(now.getElementById(to.replaceAll(".*#", ""))).as(to).isNotNull();
            }
            seen.addAll(0, lines(now));
            assertThat(seen.stream().distinct())
                    .hasSize(ofWhat.equals(home) ? 1_700 : 566)
                    .contains(ofWhat.equals(home) ? "L1" : "L3", "L1698");
            for (Element later; (later = pager(now, "Later")) != null; ) {
                now = page(later.absUrl("href").replaceAll("^http://127.0.0.1|#.*", ""));
            }
            assertThat(lines(now)).contains(ofWhat.equals(home) ? "L1700" : "L1698");
        }
        assertThat(page(home + "&at=12").select("[data-live-src]").first().attr("data-live-src"))
                .as("a refreshed picture stays where the reader looks")
                .endsWith("at=12");
    }

    @Test
    void aTaskIsShownInTheFrameOfItsProgram() throws Exception {
        // a calendar of its own, which stands: no age changes between two pictures
        stores.clocks().append(second, 0, Instant.parse("2031-01-15T18:00:00Z"), 0, null, "keeper");
        String task = stores.tasks()
                .askAttention(run().id(), "dba", "It is stuck", "It is carried by nobody.")
                .id();
        Cookie last = new Cookie("gulliver-program", first);
        for (String path : List.of("/tasks?task=" + task, "/audit?program=" + second, "/what-if?program=" + second)) {
            Document page = page(path, last);
            assertThat(page.body().attr("data-events")).as(path).isEqualTo("/programs/" + second + "/events");
            assertThat(page.select("header a.program").attr("href")).as(path).isEqualTo("/programs/" + second);
        }
        assertThat(page("/settings", last).body().attr("data-events")).isEqualTo("/programs/" + first + "/events");

        String path = "/tasks?task=" + task;
        String shown = page(path).select("#task dl").text();
        String refreshed = answer(MockMvcRequestBuilders.get(URI.create(path)).header("HX-Request", "true"))
                .getContentAsString();
        assertThat(Jsoup.parse(refreshed).select("#task dl").text())
                .as("a refreshed picture says the same times")
                .isEqualTo(shown);
    }

    @Test
    void everyPageOfAProgramIsRemembered() throws Exception {
        for (String part : List.of("", "/risks", "/databases/HR%231/facts")) {
            MockHttpServletResponse answer =
                    answer(MockMvcRequestBuilders.get(URI.create("/programs/" + second + part)));
            Cookie kept = answer.getCookie("gulliver-program");
            assertThat(kept).as(part).isNotNull();
            assertThat(kept.getValue()).isEqualTo(second);
            assertThat(kept.isHttpOnly()).isTrue();
        }
    }

    /** An API call has no frame: who polls it would have the store count tasks and databases each time. */
    @Test
    void theFrameIsAskedOfTheStoreForPagesAlone() throws Exception {
        String page = "/programs/" + first;
        assertThat(statements(page)).anyMatch(sql -> sql.contains("from tasks"));
        assertThat(statements("/api/v1/programs/" + first))
                .as("the call itself asks the store")
                .isNotEmpty()
                .noneMatch(sql -> sql.contains("from tasks"));
        assertThat(statements("/api/v1/programs/" + first))
                .hasSizeLessThan(statements(page).size());
    }

    private List<String> statements(String path) throws Exception {
        Logger spring = (Logger) LoggerFactory.getLogger(JdbcTemplate.class);
        Level before = spring.getLevel();
        Thread here = Thread.currentThread();
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        spring.addAppender(said);
        spring.setLevel(Level.DEBUG);
        spring.setAdditive(false);
        try {
            assertThat(answer(MockMvcRequestBuilders.get(path)).getStatus())
                    .as(path)
                    .isEqualTo(200);
        } finally {
            spring.setAdditive(true);
            spring.setLevel(before);
            spring.detachAppender(said);
        }
        return said.list.stream()
                .filter(event -> event.getThreadName().equals(here.getName()))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(text -> text.startsWith("Executing prepared SQL statement"))
                .map(text -> text.replaceAll("\\s+", " "))
                .toList();
    }

    @Test
    void aFormLeadsBackToTheDatabaseWhateverItsNameIs() throws Exception {
        Migration run = run();
        stores.plans().add(second, 1, "First", null, List.of(), "pm");
        List<String> seen = Previewed.saves(answer(placed().with(csrf())).getContentAsString());
        for (MockHttpServletRequestBuilder form : List.of(
                MockMvcRequestBuilders.post(URI.create(Links.database(second, NAME) + "/actions"))
                        .param("key", key())
                        .param("run", run.id().value())
                        .param("verb", "PAUSE")
                        .param("reason", "one moment"),
                placed().param("seen", seen.get(seen.indexOf("seen") + 1)))) {
            MockHttpServletResponse answer = answer(form.with(csrf()));
            assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(302);
            assertThat(answer.getHeader("Location")).contains("/databases/HR%231");
            page(answer.getHeader("Location").replaceAll("#.*", ""));
        }
    }

    private MockHttpServletRequestBuilder placed() {
        return MockMvcRequestBuilders.post(URI.create("/programs/" + second + "/plan/databases/HR%231"))
                .param("wave", "1");
    }
}
