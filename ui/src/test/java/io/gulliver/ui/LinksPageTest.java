package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.collection.ConnectionService;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;

/** Who calls whom in a program: from what sources saw to what must cross together. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class LinksPageTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private Document page() throws Exception {
        MockHttpServletResponse response = mvc.perform(get("/programs/northmoor/connections")
                        .with(user("viewer").roles("VIEWER")))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).isEqualTo(200);
        return Jsoup.parse(response.getContentAsString());
    }

    @Test
    void aLinkBetweenTwoWavesIsToldWithItsDatabasesAndDrawn() throws Exception {
        Stores stores = northmoor.stores();
        List<String> free = stores.databases().list("northmoor").stream()
                .filter(one -> one.profile().moveGroup() == null)
                .map(SourceDatabase::name)
                .toList();
        String from = free.get(0);
        String to = free.get(1);
        stores.plans().add("northmoor", 5, "Later", null, List.of(), "pm");
        stores.plans().place(new WaveMember("northmoor", 4, from, null), "pm");
        stores.plans().place(new WaveMember("northmoor", 5, to, null), "pm");
        ConnectionService service = northmoor.connections();
        service.seen("northmoor", from, List.of(sighting(to, "TO_IT"), sighting("oldhost", "TO_OLD")));

        Document shown = page();

        assertThat(shown.select(".lead").text()).contains("2 databases", "one runs between two waves");
        assertThat(shown.select("main section .note.s-warn").text()).startsWith("One link runs between two waves.");
        assertThat(shown.select("main .lk tbody tr").eachText())
                .singleElement()
                .asString()
                .contains(from, to, "to_it", "in two waves", "no owner or not chosen");
        assertThat(shown.select("main .lk svg path.cn-c")).hasSize(1);
        assertThat(shown.getElementById("outside").text()).contains("oldhost", "to_old");
        assertThat(shown.select("main a[href$='/databases/" + to + "/connections']"))
                .isNotEmpty();
    }

    private static ClientSighting sighting(String to, String link) {
        return new ClientSighting(
                ClientDirection.OUTBOUND_LINK,
                "links",
                to,
                link,
                "APP",
                "svc",
                null,
                null,
                Northmoor.NOW,
                Northmoor.NOW,
                1);
    }
}
