package io.gulliver.ui.api;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;

import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.service.collection.ConnectionService;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** The plan as a page: near and far, folded, in groups, with what decides its end. */
class PlanPageTest extends ServerCase {
    private static final AtomicInteger PROGRAMS = new AtomicInteger();
    private static final Instant NOW = Instant.parse("2027-01-04T08:00:00Z");

    @Autowired
    private WebApplicationContext context;

    @Autowired
    private ConnectionService connections;

    private final String program = "looked-at-" + PROGRAMS.incrementAndGet();
    private MockMvc mvc;

    @BeforeEach
    void planned() throws Exception {
        mvc = MockMvcBuilders.webAppContextSetup(context)
                .apply(springSecurity())
                .build();
        made(json(
                "pm",
                "/api/v1/programs",
                "{\"key\":\"%s\",\"title\":\"Looked at\",\"zone\":\"Europe/Berlin\",\"policy\":{\"collection\":{\"sizing_waits\":false}}}"
                        .formatted(program)));
        String home = "/api/v1/programs/" + program;
        made(post("pm", home + "/inventory", key(), "text/csv", HEADER + "A,shop,production\nB,shop,production\n"));
        made(json(
                "pm",
                home + "/waves",
                "{\"number\":1,\"title\":\"Pilot\",\"start\":\"2027-01-11T07:00:00Z\",\"databases\":[\"A\",\"B\"]}"));
        made(json("pm", home + "/waves", "{\"number\":2,\"title\":\"Second\",\"after\":[1]}"));
    }

    private static void made(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    private Document plan(String query) throws Exception {
        MockHttpServletResponse answer = mvc.perform(
                        MockMvcRequestBuilders.get(URI.create("/programs/" + program + "/plan" + query))
                                .with(user("pm").roles("PM")))
                .andReturn()
                .getResponse();
        assertThat(answer.getStatus()).as(answer.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(answer.getContentAsString());
    }

    @Test
    void zoomFoldsAndGroupsStandInTheAddressAndAreKeptByEachOther() throws Exception {
        Document whole = plan("");
        assertThat(whole.select("#W2 th").text()).contains("after W1");
        assertThat(whole.select("#plan-A .mile, #plan-B .mile")).as("users out").hasSize(2);
        assertThat(whole.select("#plan-A th, #plan-B th").text()).contains("decides the end");
        Document month = plan("?zoom=month&from=2027-01-10&fold=W1");
        assertThat(month.select("#plan-A")).as("folded").isEmpty();
        assertThat(month.select("#W1 .fold").attr("aria-expanded")).isEqualTo("false");
        assertThat(month.select("#W1 .fold").attr("href")).endsWith("/plan?zoom=month&from=2027-01-10");
        assertThat(month.select(".seg a[aria-current]").eachText()).containsExactly("Month", "Wave");
        assertThat(month.select("#plan").attr("data-live-src")).endsWith("?zoom=month&from=2027-01-10&fold=W1");
        assertThat(month.select("thead .bars text").first().text()).startsWith("10 Jan");
        assertThat(month.select(".seg a").eachAttr("href"))
                .anyMatch(link -> link.endsWith("/plan?zoom=week&fold=W1"))
                .anyMatch(link -> link.endsWith("/plan?zoom=month&from=2027-02-10&fold=W1"))
                .anyMatch(link -> link.endsWith("/plan?zoom=month&from=2027-01-10&by=owner"));
        Document apps = plan("?by=application");
        assertThat(apps.select("tr.wave th").eachText()).containsExactly("shop");
        assertThat(apps.select("#plan-A, #plan-B")).hasSize(2);
        assertThat(plan("?by=owner").select("tr.wave th").eachText()).containsExactly("not said");
        assertThat(plan("?zoom=never&by=nothing&fold=%20,").select("#plan-A")).hasSize(1);
    }

    @Test
    void whatDependsOnAnotherIsDrawnBetweenTheBarsAndSaidBesideThem() throws Exception {
        String home = "/api/v1/programs/" + program;
        made(post(
                "pm",
                home + "/inventory",
                key(),
                "text/csv",
                "database,application,environment,move_group\nC,shop,production,\nD,shop,production,till\n"
                        + "E,shop,production,till\n"));
        made(json("pm", home + "/waves/2/members", "{\"databases\":[\"C\",\"D\",\"E\"]}"));
        connections.seen(
                program,
                "A",
                List.of(new ClientSighting(
                        ClientDirection.OUTBOUND_LINK, "links", "C", "TO_C", "APP", "svc", null, null, NOW, NOW, 1)));
        Document drawn = plan("");
        assertThat(drawn.select("#W1 .dp-after, #W2 .dp-after"))
                .as("W2 after W1")
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(drawn.select("#W2 .dp-head")).hasSize(1);
        assertThat(drawn.select("#plan-A .dp-after"))
                .as("the line crosses the row between")
                .hasSize(1);
        assertThat(drawn.select("#plan-A .dp-link")).hasSize(1);
        assertThat(drawn.select("#plan-C .dp-link")).isNotEmpty();
        assertThat(drawn.select("#plan-D .dp-together, #plan-E .dp-together")).hasSizeGreaterThanOrEqualTo(2);
        assertThat(drawn.select("#plan-A th").text()).contains("linked with C in W2");
        assertThat(drawn.select("#plan-C th").text()).contains("linked with A in W1");
        assertThat(drawn.select("#plan-D th").text()).contains("goes with till");
        assertThat(drawn.select("ul.legend").text())
                .contains("a wave after another", "move group: at one moment", "database link");
        assertThat(plan("?fold=W2").select("#plan-A .dp-link"))
                .as("its other end is folded")
                .isEmpty();
        assertThat(plan("?by=application").select(".dp-after"))
                .as("groups are no waves")
                .isEmpty();
    }

    @Test
    void whoDecidesMovesBarsByTheFormsThatChangeTheSame() throws Exception {
        Document mine = plan("");
        Element wave = mine.select("#W1 .grab").first();
        assertThat(wave.attr("data-to")).isEqualTo("/programs/" + program + "/plan/waves/1");
        assertThat(wave.attr("data-dates")).as("in the program's zone").isEqualTo("start=2027-01-11T08:00");
        assertThat(wave.attr("data-fields")).contains("title=Pilot", "version=1", "number=1");
        assertThat(wave.attr("role")).isEqualTo("slider");
        assertThat(wave.attr("aria-label")).contains("W1", "11 Jan 2027");
        Element database = mine.select("#plan-A .grab").first();
        assertThat(database.attr("data-to")).isEqualTo("/programs/" + program + "/plan/databases/A");
        assertThat(database.attr("data-fields")).isEqualTo("wave=1");
        assertThat(database.attr("data-dates")).startsWith("cutover=2027-");
        assertThat(plan("?by=application").select("tr.wave .grab"))
                .as("a group is no wave")
                .isEmpty();
        MockHttpServletResponse others = mvc.perform(
                        MockMvcRequestBuilders.get(URI.create("/programs/" + program + "/plan"))
                                .with(user("vic").roles("VIEWER")))
                .andReturn()
                .getResponse();
        assertThat(Jsoup.parse(others.getContentAsString()).select("#plan-A")).hasSize(1);
        assertThat(Jsoup.parse(others.getContentAsString()).select(".grab, #move"))
                .isEmpty();
    }
}
