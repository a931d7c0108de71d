package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
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
import org.springframework.test.web.servlet.request.RequestPostProcessor;

/** What machines and pools have, what is promised of it to which wave, and what nobody has read. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class RoomPageTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    @Autowired
    private NorthmoorRoom room;

    private Map<String, Object> policy = Map.of();

    @BeforeEach
    void rememberWhichServersAreBuilt() {
        policy = northmoor.stores().programs().require(Northmoor.PROGRAM).policy();
    }

    /** What one test has built takes no room in the next. */
    @AfterEach
    void buildNoOthers() {
        Program program = northmoor.stores().programs().require(Northmoor.PROGRAM);
        northmoor
                .stores()
                .programs()
                .update(program.key(), program.version(), program.title(), program.zone(), policy, "Sam");
    }

    private String answer(int status, MockHttpServletRequestBuilder request, RequestPostProcessor who)
            throws Exception {
        MockHttpServletResponse response =
                mvc.perform(request.with(who).with(csrf())).andReturn().getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
        return response.getContentAsString();
    }

    private Document page(RequestPostProcessor who) throws Exception {
        Document page = Jsoup.parse(answer(200, get("/settings/room"), who));
        assertThat(page.text()).doesNotContain("??");
        return page;
    }

    private static Element row(Document page, String part, String kind) {
        for (Element row : page.select("#room tbody tr")) {
            if (row.select("th").text().startsWith(part)
                    && row.select("td").first().text().equals(kind)) {
                return row;
            }
        }
        throw new AssertionError(
                "no " + part + " " + kind + " in " + page.select("#room").text());
    }

    @Test
    void whatIsFreeStandsBesideWhatIsPromisedToWaves() throws Exception {
        BuiltServers servers = new BuiltServers(northmoor.stores());
        servers.sized("roomy", "ROOMA", Map.of());
        northmoor.stores().plans().place(new WaveMember(Northmoor.PROGRAM, 4, "ROOMA", null), "pm");
        Document page = page(user("mia").roles("PM"));
        Element memory = row(page, "CPC1", "Memory");
        assertThat(memory.text())
                .contains("1,024 GiB 1,016 GiB 8 GiB")
                .contains("northmoor, wave 4: ")
                .contains("roomy")
                .contains("Too little");
        assertThat(row(page, "CPC1", "IFLs").text()).contains("20 4 16").doesNotContain("GiB");
        assertThat(row(page, "CPC2", "Memory").text()).contains("– – –", "Not known", "It is not in DPM mode.");
        assertThat(row(page, "pool0", "Space").text()).contains("10,000 GiB 7,000 GiB 3,000 GiB", "Tight");
        assertThat(page.select(".lead").text()).startsWith("One part has less free than is promised, one gets tight; ");
        Element array = page.select("#systems tbody tr").get(1);
        assertThat(array.text()).contains("Connection refused", "The figures above are those of the time beside them");
        assertThat(page.select("#systems tbody tr").get(2).text()).contains("Not read yet");
        assertThat(answer(200, get("/api/v1/landscape/room"), user("mia").roles("VIEWER")))
                .contains("\"part\":\"CPC1\"", "\"verdict\":\"SHORT\"", "\"wave\":4", "\"roomy\"");

        northmoor.stores().programs().create("elsewhere", "Elsewhere", ZoneId.of("UTC"), Map.of(), "pm");
        RequestPostProcessor stranger = Someone.holding(
                "stranger", true, List.of(new Account.HeldRight("elsewhere", Right.READ, null)), List.of());
        Document hidden = page(stranger);
        assertThat(row(hidden, "CPC1", "Memory").text())
                .as("what others are promised counts, and is not named")
                .contains("Too little", "Programs that you do not see: ")
                .doesNotContain("roomy", "northmoor");
        assertThat(answer(200, get("/api/v1/landscape/room"), stranger)).doesNotContain("roomy", "northmoor");
    }

    @Test
    void aGuestTakesOfItsZvmSystemOfItsPoolOfMinidisksAndOfAnArray() throws Exception {
        new BuiltServers(northmoor.stores())
                .sized(
                        "guesty",
                        "GUESTA",
                        Map.of(
                                "server.zvm", "zvm1",
                                "server.userid", "GUESTY",
                                "server.boot.gib", 40.0,
                                "server.pool", "",
                                "server.boot.pool", "ECKD:SYSTEM"));
        Document page = page(user("mia").roles("PM"));

        assertThat(row(page, "z/VM", "Memory").text()).contains("512 GiB 112 GiB 400 GiB", "guesty", "Fits");
        assertThat(row(page, "z/VM", "IFLs").text()).contains("16 0 16", "guesty");
        assertThat(row(page, "ECKD:SYSTEM", "Space").text())
                .as("the boot minidisk of 40 GiB, for which 35 are left")
                .contains("90 GiB 55 GiB 35 GiB 40 GiB", "Too little");
        assertThat(row(page, "Any pool", "Space").text())
                .as("where nobody named the pool, what all of the array have")
                .contains("10,000 GiB 7,000 GiB 3,000 GiB", "guesty");

        answer(302, post("/settings/systems/zvm1/room"), user("mia").roles("DBA"));
        assertThat(room.asked()).endsWith("zvm1 [ECKD:SYSTEM]");
    }

    /** Whole ECKD volumes are those that the landscape or a person names, and no space of a pool; a partition starts from a LUN. */
    @Test
    void ofAServerOnEckdVolumesItsBootVolumeAloneIsSpaceOfAPool() throws Exception {
        BuiltServers servers = new BuiltServers(northmoor.stores());
        servers.sized(
                "eckdguest",
                "ECKDG",
                Map.of("server.zvm", "zvm1", "server.boot.pool", "ECKD:SYSTEM", "server.volumes", "eckd"));
        servers.sized("eckdpart", "ECKDP", Map.of("server.pool", "bootpool", "server.volumes", "eckd"));
        Document page = page(user("mia").roles("PM"));

        assertThat(row(page, "ECKD:SYSTEM", "Space").text()).contains("eckdguest");
        assertThat(row(page, "pool0", "Space").text()).doesNotContain("eckdguest");
        assertThat(row(page, "bootpool", "Space").text()).contains("20 GiB for eckdpart");
    }

    @Test
    void aSystemIsReadWhenSomebodyAsks() throws Exception {
        answer(302, post("/settings/systems/hmc1/room"), user("mia").roles("DBA"));
        assertThat(room.asked()).endsWith("hmc1");
        answer(403, post("/settings/systems/hmc1/room"), user("vic").roles("VIEWER"));
        answer(404, post("/settings/systems/nowhere/room"), user("mia").roles("DBA"));
        assertThat(page(user("vic").roles("VIEWER")).select("#systems form")).isEmpty();
        assertThat(page(user("mia").roles("DBA")).select("#systems form")).hasSize(4);
    }
}
