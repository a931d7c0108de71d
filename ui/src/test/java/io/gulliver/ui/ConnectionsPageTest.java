package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.control.ConnectionService;
import io.gulliver.control.RuleTables;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.HostDependency.Kind;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.persistence.Stores;
import java.time.Duration;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;

/** The page of a database's connections: seen, set by a person, refused when somebody else was faster. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
class ConnectionsPageTest {
    private static final String PAGE = "/programs/northmoor/databases/CARDISS/connections";

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String id = "";

    @BeforeEach
    void seenClient() {
        Stores stores = northmoor.stores();
        ConnectionService service = new ConnectionService(
                stores.database(),
                stores.connections(),
                stores.databases(),
                stores.facts(),
                RuleTables.shipped().dependencies());
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
        id = stores.connections().list("northmoor", "CARDISS").get(0).id();
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
        assertThat(viewed.select("#main form")).isEmpty();
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
