package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.HostDependency.Kind;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.service.collection.ConnectionService;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.AbstractMockHttpServletRequestBuilder;

/** The page of a database's connections: seen, set by a person, refused when somebody else was faster. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class ConnectionsPageTest {
    private static final String PAGE = "/programs/northmoor/databases/CARDISS/connections";

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String id = "";

    @BeforeEach
    void seenClient() {
        ConnectionService service = northmoor.connections();
        service.seen(
                "northmoor",
                "CARDISS",
                List.of(new ClientSighting(
                        ClientDirection.INBOUND,
                        "sessions",
                        "<b>app01</b>",
                        "sqlplus",
                        "SCOTT",
                        "pens",
                        null,
                        "jdbcthin 19",
                        Northmoor.NOW.minus(Duration.ofDays(3)),
                        Northmoor.NOW,
                        4)));
        service.runs(
                "northmoor",
                "CARDISS",
                List.of(new HostProgram("vmtoolsd", Kind.PROCESS, "root")),
                "ps.txt",
                Northmoor.NOW);
        id = northmoor
                .stores()
                .connections()
                .list("northmoor", "CARDISS")
                .get(0)
                .id();
    }

    private Document page(String who, String role) throws Exception {
        MockHttpServletResponse response =
                mvc.perform(get(PAGE).with(user(who).roles(role))).andReturn().getResponse();
        assertThat(response.getStatus()).isEqualTo(200);
        return Jsoup.parse(response.getContentAsString());
    }

    private ClientConnection stored() {
        return northmoor.stores().connections().list("northmoor", "CARDISS").get(0);
    }

    @Test
    void showsClientsAndProgramsAndLetsOnlySomeRolesSetThem() throws Exception {
        Document viewed = page("viewer", "VIEWER");

        Element row = viewed.getElementById("client-" + id);
        assertThat(row).isNotNull();
        assertThat(row.text()).contains("<b>app01</b>", "sqlplus", "jdbcthin 19", "SCOTT", "pens");
        assertThat(viewed.select("#main form[method=post]")).isEmpty();
        assertThat(viewed.select("#map svg.cn > svg > text").eachText()).contains("<b>app01</b>", "pens", "CARDISS");
        assertThat(viewed.getElementById("dependencies").text()).contains("vmtoolsd", "VMware Tools");
        assertThat(viewed.select("nav.tabs a[aria-current=page]").text()).isEqualTo("Connections");
        assertThat(page("pm", "PM").select("form[action$='/connections/" + id + "']"))
                .hasSize(1);
    }

    @Test
    void setsOwnerAndRedirectOnceAndRefusesAStalePage() throws Exception {
        long version = stored().version();
        MockHttpServletResponse set = send(version, "Ann", "PROXY");

        assertThat(set.getRedirectedUrl()).isEqualTo(PAGE);
        assertThat(stored().owner()).isEqualTo("Ann");
        assertThat(stored().redirect()).isEqualTo(RedirectMethod.PROXY);
        assertThat(page("pm", "PM").getElementById("client-" + id).text()).contains("Ann", "Connection Manager");

        MockHttpServletResponse stale = send(version, "Eve", "");
        assertThat(stale.getStatus()).isEqualTo(422);
        assertThat(stale.getContentAsString()).contains("Somebody else changed this client");
        assertThat(send(version + 1, "Eve", "PIGEON").getStatus()).isEqualTo(422);
        assertThat(stored().owner()).isEqualTo("Ann");
    }

    private MockHttpServletResponse sent(AbstractMockHttpServletRequestBuilder<?> request, String role)
            throws Exception {
        return mvc.perform(request.with(user("pm").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    @Test
    void takesAListOfManyClientsPagesThemAndAssignsAllThatWereFoundAtOnce() throws Exception {
        StringBuilder csv = new StringBuilder("machine;program;service\n");
        IntStream.range(0, 5000)
                .forEach(n ->
                        csv.append("till").append(String.format("%04d", n)).append(".shop.example;pos.exe;pens\n"));
        MockMultipartFile file = new MockMultipartFile(
                "file", "tills.csv", "text/csv", csv.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(sent(multipart(PAGE + "/list").file(file), "VIEWER").getStatus())
                .isEqualTo(403);
        assertThat(sent(multipart(PAGE + "/list").file(file), "PM").getRedirectedUrl())
                .isEqualTo(PAGE);
        page("pm", "PM");
        long begun = System.nanoTime();
        Document first = page("pm", "PM");
        System.out.println("connections of 5,001 clients: " + (System.nanoTime() - begun) / 1_000_000 + " ms");
        assertThat(first.select("tr[id^=client-]")).hasSize(100);
        assertThat(first.select(".lead").text()).containsPattern("5\\D?001");
        assertThat(first.select(".pager a").text()).isEqualTo("Later");
        Document found =
                Jsoup.parse(sent(get(PAGE + "?q=TILL49&unknown=true"), "PM").getContentAsString());
        assertThat(found.select(".filters .dim").text()).isEqualTo("1 to 100 of 100");

        assertThat(sent(post(PAGE + "/assign").param("every", "true").param("q", "till49"), "PM")
                        .getContentAsString())
                .contains("Give an owner");
        assertThat(sent(post(PAGE + "/assign").param("owner", "Till team"), "PM")
                        .getContentAsString())
                .contains("Tick the clients");
        sent(
                post(PAGE + "/assign")
                        .param("every", "true")
                        .param("q", "till49")
                        .param("owner", "Till team")
                        .param("redirect", "CONNECTION_STRING"),
                "NETWORK");
        assertThat(northmoor.stores().connections().list("northmoor", "CARDISS").stream()
                        .filter(client -> "Till team".equals(client.owner())))
                .hasSize(100)
                .allSatisfy(client -> assertThat(client.unknown()).isFalse());
        assertThat(Jsoup.parse(sent(get(PAGE + "?q=till49&unknown=true"), "PM").getContentAsString())
                        .select("tr[id^=client-]"))
                .isEmpty();
    }

    @Test
    void refusesAListWithEveryProblemAndTakesNothingOfIt() throws Exception {
        MockMultipartFile file = new MockMultipartFile(
                "file",
                "list.csv",
                "text/csv",
                "machine,redirect\nnewhost,dns_alias\n,proxy\nother,pigeon\n".getBytes(StandardCharsets.UTF_8));
        MockHttpServletResponse refused = sent(multipart(PAGE + "/list").file(file), "PM");
        assertThat(refused.getStatus()).isEqualTo(422);
        assertThat(refused.getContentAsString())
                .contains("Line 3, machine: is empty")
                .contains("Line 4, redirect: &#39;pigeon&#39; is none of SAME_SERVICE_NAME");
        assertThat(northmoor.stores().connections().list("northmoor", "CARDISS"))
                .noneMatch(client -> client.machine().equals("newhost"));
    }

    private MockHttpServletResponse send(long version, String owner, String redirect) throws Exception {
        return mvc.perform(post(PAGE + "/" + id)
                        .param("version", String.valueOf(version))
                        .param("owner", owner)
                        .param("redirect", redirect)
                        .with(user("pm").roles("PM"))
                        .with(csrf()))
                .andReturn()
                .getResponse();
    }
}
