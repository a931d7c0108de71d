package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;

import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.persistence.wiring.Stores;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.request.MockMultipartHttpServletRequestBuilder;

/** An inventory by the form: looked at, refused with its rows named, taken in, and shown again. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class InventoryPageTest {
    private static final List<String> DATABASES =
            List.of("database,application,environment", "PAY,Payroll,production", "PAYT,Payroll,test");
    private static final List<String> PEOPLE =
            List.of("application,business owner,technical owner,on-call", "Payroll,Ann,Bob,+49 170");

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private String program = "";

    private Stores stores() {
        return northmoor.stores();
    }

    @BeforeEach
    void freshProgram() {
        program = "i" + UUID.randomUUID().toString().substring(0, 12);
        stores().programs().create(program, "Fresh", ZoneId.of("Europe/Berlin"), Map.of(), "pm");
    }

    private MockMultipartHttpServletRequestBuilder sending(String path, byte[] file) {
        return multipart("/programs/" + program + "/inventory" + path)
                .file(new MockMultipartFile("file", "estate.xlsx", Workbooks.XLSX, file));
    }

    private MockHttpServletResponse send(MockMultipartHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.with(user("pm").roles("PM")).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private static Document page(MockHttpServletResponse response) throws Exception {
        return Jsoup.parse(response.getContentAsString());
    }

    @Test
    void showsWhatAWorkbookWouldChangeAndWritesNothing() throws Exception {
        Document shown = page(send(sending("/preview", Workbooks.of(DATABASES, PEOPLE))));
        assertThat(shown.select("#found").text()).contains("2 databases new", "people of one application new", "PAYT");
        assertThat(stores().databases().list(program)).isEmpty();
        assertThat(stores().people().list(program)).isEmpty();
    }

    @Test
    void answersAScriptWithTheDifferenceAlone() throws Exception {
        MockHttpServletResponse response =
                send(sending("/preview", Workbooks.of(DATABASES, PEOPLE)).header("HX-Request", "true"));
        assertThat(response.getContentAsString()).contains("PAYT").doesNotContain("<main", "<html");
    }

    @Test
    void takesDatabasesAndPeopleInOnceAndSaysWhatItDid() throws Exception {
        byte[] file = Workbooks.of(DATABASES, PEOPLE);
        MvcResult taken = mvc.perform(
                        sending("", file).with(user("pm").roles("PM")).with(csrf()))
                .andReturn();
        assertThat(taken.getResponse().getStatus()).isEqualTo(302);
        assertThat(taken.getFlashMap().get("said"))
                .isEqualTo(
                        "2 databases are added, 0 changed; people of one application are added or changed; no problem"
                                + " was left out.");
        assertThat(stores().databases().list(program)).hasSize(2);
        assertThat(stores().people().list(program))
                .containsExactly(new ApplicationPeople("Payroll", "Ann", "Bob", null, "+49 170", null));
        assertThat(page(send(sending("/preview", file))).select("#found").text())
                .contains("everything in the file is known already");
    }

    @Test
    void namesSheetRowAndColumnOfEachProblemAndWritesNothing() throws Exception {
        byte[] file = Workbooks.of(
                List.of("database,application,environment", "PAY,Payroll,production", "CRM,Crm,moon"),
                List.of("application,deputy,shoe size", "Payroll,Ann,44"));
        MockHttpServletResponse refused = send(sending("", file));
        assertThat(refused.getStatus()).isEqualTo(422);
        assertThat(page(refused).select("#found tbody tr").eachText())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("Databases, row 3 environment moon"),
                        two -> assertThat(two).startsWith("People, row 1 shoe_size – the sheet of people has no such"));
        assertThat(stores().databases().list(program)).isEmpty();
        assertThat(send(sending("", file).param("partial", "true")).getStatus()).isEqualTo(302);
        assertThat(stores().databases().list(program)).hasSize(1);
    }

    @Test
    void asksForEachColumnThatNobodyKnowsWhetherItIsATag() throws Exception {
        byte[] file = Workbooks.of(
                List.of("database,application,environment,oracle verison,rack", "PAY,Payroll,production,19,R7"),
                PEOPLE);
        Document shown = page(send(sending("/preview", file)));
        assertThat(shown.select("#found input[name=tags][form=inventory-form]").eachAttr("value"))
                .containsExactly("oracle_verison", "rack");
        assertThat(shown.select("#found tbody tr").eachText().get(0)).startsWith("oracle_verison oracle_version");
        assertThat(shown.select("form#inventory-form")).hasSize(1);
        assertThat(send(sending("", file).param("tags", "rack")).getStatus()).isEqualTo(422);
        assertThat(stores().databases().list(program)).isEmpty();
        assertThat(send(sending("", file).param("tags", "rack", "oracle_verison"))
                        .getStatus())
                .isEqualTo(302);
        assertThat(stores().databases().list(program)).hasSize(1);
    }

    @Test
    void asksForAFileWhereNoneIsChosen() throws Exception {
        MockHttpServletResponse response = send(multipart("/programs/" + program + "/inventory"));
        assertThat(response.getStatus()).isEqualTo(422);
        assertThat(response.getContentAsString()).contains("Choose a file, XLSX or CSV.");
    }

    @Test
    void isOfferedToProgramManagersAlone() throws Exception {
        assertThat(mvc.perform(get("/programs/" + program + "/databases")
                                .with(user("pm").roles("PM")))
                        .andReturn()
                        .getResponse()
                        .getContentAsString())
                .contains("/programs/" + program + "/inventory");
        assertThat(mvc.perform(get("/programs/" + program + "/databases")
                                .with(user("viewer").roles("VIEWER")))
                        .andReturn()
                        .getResponse()
                        .getContentAsString())
                .doesNotContain("/inventory");
    }
}
