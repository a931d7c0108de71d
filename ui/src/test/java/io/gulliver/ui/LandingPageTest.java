package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** Where a cluster is not built, each of the offers can be chosen: by page and by call. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class LandingPageTest {
    private static final String AT = "/programs/northmoor/databases/";
    private static final String CALLS = "/api/v1/programs/northmoor/";

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private BuiltServers servers;

    @BeforeEach
    void servers() {
        servers = new BuiltServers(northmoor.stores());
    }

    private String answer(int status, MockHttpServletRequestBuilder request, String role) throws Exception {
        MockHttpServletResponse response = mvc.perform(
                        request.with(user("mia").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
        return response.getContentAsString();
    }

    private Document page(String address, String role) throws Exception {
        Document page = Jsoup.parse(answer(200, get(address), role));
        assertThat(page.text()).doesNotContain("??");
        return page;
    }

    private static MockHttpServletRequestBuilder handed(String database, String name, String nodes, String databases) {
        return post(AT + database + "/landing/cluster")
                .param("name", name)
                .param("nodes", nodes)
                .param("scan", name + "-scan.example.com")
                .param("scanPort", "1521")
                .param("port", "1521")
                .param("gridHome", "/u01/app/19c/grid")
                .param("oracleHome", "/u01/app/oracle/product/19c/dbhome_1")
                .param("diskGroups", "DATA, FRA")
                .param("databases", databases)
                .param("management", "POLICY");
    }

    @Test
    void aClusterIsRegisteredAndChosenAndStandsOnTheBuildOfItsNodes() throws Exception {
        servers.lands("INTRAP", "raca1");
        assertThat(page(AT + "INTRAP/landing", "PM").select("#clusters").text()).contains("Registered clusters");
        answer(302, handed("INTRAP", "raca", "raca1 10.20.0.71\nraca2 = 10.20.0.72\n", "INTRAPZ, OTHER"), "PM");
        answer(302, post(AT + "INTRAP/landing").param("way", "CLUSTER").param("where", "raca"), "PM");
        Document page = page(AT + "INTRAP/landing", "VIEWER");
        assertThat(page.select(".lead").text())
                .isEqualTo("INTRAP lands on raca1, raca2, which is a cluster of 2 servers.");
        assertThat(page.select("form[action*=/landing]"))
                .as("a viewer chooses nothing")
                .isEmpty();
        Document build = page("/programs/northmoor/servers/raca2/build", "VIEWER");
        assertThat(build.select(".lead").text())
                .isEqualTo("raca2 is a node of cluster raca, which mia registered. Nothing is built there.");
        assertThat(build.select("#cluster").text())
                .contains("registered by mia, ", "raca1 10.20.0.71", "raca-scan.example.com:1521", "Policy-managed")
                .contains("/u01/app/19c/grid", "DATA, FRA", "No run has looked at it yet");
        answer(302, post(AT + "INTRAP/landing").param("way", "SINGLE").param("where", "raca9"), "PM");
        assertThat(page(AT + "INTRAP/landing", "VIEWER").select(".lead").text()).isEqualTo("INTRAP lands on raca9.");
    }

    @Test
    void whatDoesNotFitIsSaidInASentence() throws Exception {
        servers.lands("PENSP", "racb1");
        assertThat(answer(422, handed("PENSP", "racb", "racb1 10.20.0.81", "PENSP"), "PM"))
                .contains("Cluster racb has 1 node, wanted two or more");
        assertThat(answer(422, handed("PENSP", "racb", "racb1 10.20.0.81\nracb2", "PENSP"), "PM"))
                .contains("The address of node racb2 is");
        assertThat(answer(
                        422, post(AT + "PENSP/landing").param("way", "RESTART").param("where", "racb1"), "PM"))
                .contains("has no Oracle Restart by what the program says of it");
        answer(404, post(AT + "PENSP/landing").param("way", "CLUSTER").param("where", "nowhere"), "PM");
    }

    @Test
    void theCallsSayAndDoTheSame() throws Exception {
        servers.lands("RACC", "racc1");
        String cluster = """
                {"nodes": [{"name": "racc1", "address": "10.20.0.91"}, {"name": "racc2", "address": "10.20.0.92"}],
                 "scan": "racc-scan", "gridHome": "/u01/app/19c/grid", "oracleHome": "/u01/app/oracle/product/19c/dbhome_1",
                 "diskGroups": ["DATA"], "databases": ["RACCZ"], "management": "ADMINISTRATOR"}
                """;
        assertThat(answer(
                        200,
                        put(CALLS + "clusters/racc")
                                .contentType(MediaType.APPLICATION_JSON)
                                .content(cluster),
                        "PM"))
                .contains("\"by\":\"mia\"", "\"scanPort\":1521", "\"looks\":[]");
        MockHttpServletRequestBuilder land = post(CALLS + "databases/RACC/landing")
                .header("Idempotency-Key", "land-racc-1")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"way\": \"CLUSTER\", \"where\": \"racc\"}");
        assertThat(answer(200, land, "PM")).contains("\"servers\":[\"racc1\",\"racc2\"]");
        assertThat(answer(200, get(CALLS + "clusters"), "VIEWER"))
                .contains("\"name\":\"racc\"", "\"landing\":[\"RACC\"]");
        assertThat(answer(422, delete(CALLS + "clusters/racc"), "PM")).contains("On cluster racc land RACC");
        MockHttpServletRequestBuilder away = post(CALLS + "databases/RACC/landing")
                .header("Idempotency-Key", "land-racc-2")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"way\": \"SINGLE\", \"where\": \"racc9\"}");
        answer(200, away, "PM");
        answer(204, delete(CALLS + "clusters/racc"), "PM");
        answer(404, delete(CALLS + "clusters/racc"), "PM");
    }
}
