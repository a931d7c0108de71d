package io.gulliver.ui.api;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;

import java.net.URI;
import java.net.http.HttpResponse;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
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
    private static final String PROGRAM = "looked-at";

    @Autowired
    private WebApplicationContext context;

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
                        .formatted(PROGRAM)));
        String home = "/api/v1/programs/" + PROGRAM;
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
                        MockMvcRequestBuilders.get(URI.create("/programs/" + PROGRAM + "/plan" + query))
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
}
