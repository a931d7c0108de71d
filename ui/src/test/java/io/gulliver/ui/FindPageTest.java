package io.gulliver.ui;

import static io.gulliver.ui.Someone.holding;
import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Right;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.RequestPostProcessor;

/** The search page without any script, and what the palette is given. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class FindPageTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private MockHttpServletResponse answer(String words, RequestPostProcessor who) throws Exception {
        return mvc.perform(get("/find")
                        .param("q", words)
                        .param("program", "northmoor")
                        .with(who))
                .andReturn()
                .getResponse();
    }

    private Document page(String words, RequestPostProcessor who) throws Exception {
        MockHttpServletResponse response = answer(words, who);
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        return Jsoup.parse(response.getContentAsString());
    }

    private Document options(String words, RequestPostProcessor who) throws Exception {
        return Jsoup.parse(mvc.perform(get("/find")
                        .param("q", words)
                        .param("program", "northmoor")
                        .header("HX-Request", "true")
                        .with(who))
                .andReturn()
                .getResponse()
                .getContentAsString());
    }

    private static List<String> links(Document page) {
        return page.select("ul.found a").eachAttr("href");
    }

    @Test
    void theSearchFieldOfEveryPageLeadsHere() throws Exception {
        for (String path : List.of("/audit", "/programs/northmoor/risks")) {
            Document page = Jsoup.parse(mvc.perform(get(path).with(user("dba").roles("DBA")))
                    .andReturn()
                    .getResponse()
                    .getContentAsString());
            Element form = page.selectFirst("header form[role=search]");
            assertThat(form.attr("action")).isEqualTo("/find");
            assertThat(form.select("[name=program]").val())
                    .isEqualTo(page.selectFirst("header a.program").attr("href").replace("/programs/", ""));
            assertThat(page.select("script:not([src])")).isEmpty();
        }
    }

    @Test
    void groupsWhatItFindsUnderHeadings() throws Exception {
        Document page = page("card", user("dba").roles("DBA"));
        assertThat(page.select("main h2").eachText()).startsWith("Databases").contains("Tasks");
        assertThat(links(page))
                .contains("/programs/northmoor/databases/CARDAUTH", "/programs/northmoor/databases/CARDISS");
        assertThat(page.select("p.lead").text()).matches("\\d+ lines have these words\\.");
    }

    @Test
    void oneThingIsOpenedAtOnce() throws Exception {
        MockHttpServletResponse response = answer("loanp", user("dba").roles("DBA"));
        assertThat(response.getStatus()).isEqualTo(302);
        assertThat(response.getRedirectedUrl()).isEqualTo("/programs/northmoor/databases/LOANP");
    }

    @Test
    void aNameAndTheWordOfAPageLeadToThatPage() throws Exception {
        assertThat(links(page("cardauth siz", user("dba").roles("DBA"))))
                .contains("/programs/northmoor/databases/CARDAUTH/sizing");
        assertThat(options("loanp", user("dba").roles("DBA"))
                        .select("[data-group=tabs] a")
                        .eachAttr("href"))
                .contains("/programs/northmoor/databases/LOANP/methods");
    }

    @Test
    void onlyWhatAPersonMayDoIsOffered() throws Exception {
        String plan = "/programs/northmoor/plan/edit";
        assertThat(links(page(">", user("pm").roles("PM")))).contains(plan, "/programs/northmoor/inventory");
        assertThat(links(page(">", user("viewer").roles("VIEWER"))))
                .doesNotContain(plan, "/programs/northmoor/inventory", "/programs/northmoor/risks/new")
                .contains("/programs/northmoor/assessment.pdf");
        assertThat(links(page("people rights", user("pm").roles("PM")))).doesNotContain("/people");
        assertThat(links(page("people rights", user("admin").roles("ADMIN")))).contains("/people");
    }

    @Test
    void anotherProgramIsNotThereForSomebodyWithoutRightsInIt() throws Exception {
        northmoor.stores().programs().create("elsewhere", "Elsewhere", ZoneId.of("UTC"), Map.of(), "pm");
        try {
            RequestPostProcessor stranger =
                    holding("finder", false, List.of(new Account.HeldRight("elsewhere", Right.READ, null)), List.of());
            assertThat(links(page("card", stranger)))
                    .noneMatch(link -> link.contains("northmoor") || link.startsWith("/tasks?"));
            assertThat(links(page("", stranger)))
                    .noneMatch(link -> link.contains("northmoor"))
                    .contains("/programs/elsewhere/plan", "/tasks");
            assertThat(links(page("", holding("finder-of-nothing", false, List.of(), List.of()))))
                    .contains("/tasks", "/sessions")
                    .noneMatch(link -> link.startsWith("/programs/"));
        } finally {
            northmoor.stores().programs().archive("elsewhere", "pm");
            northmoor.stores().programs().delete("elsewhere", "end of the test", "pm");
        }
    }

    @Test
    void signsAskForOneKind() throws Exception {
        assertThat(options("# card", user("dba").roles("DBA"))
                        .select("[data-group]")
                        .eachAttr("data-group"))
                .containsExactly("tasks");
        assertThat(options("> theme", user("dba").roles("DBA"))
                        .select("[data-theme-choice]")
                        .eachAttr("data-theme-choice"))
                .containsExactly("light", "dark", "system");
        assertThat(page("theme", user("dba").roles("DBA")).select("main [data-theme-choice]"))
                .as("nothing that only a script does")
                .isEmpty();
    }

    @Test
    void whateverIsTypedIsAnswered() throws Exception {
        for (String typed :
                List.of("\u0000", "%", "_", "!", "'\"<b>", "a ".repeat(500), "x".repeat(9000), "\\", "#", ">")) {
            Document page = page(typed, user("dba").roles("DBA"));
            assertThat(page.select("main b:not(.lead b)")).as(typed).isEmpty();
        }
    }

    @Test
    void theListOfKeysNamesALetterForEachPlaceOfTheNavigation() throws Exception {
        Document page = Jsoup.parse(mvc.perform(get("/keys").with(user("pm").roles("PM")))
                .andReturn()
                .getResponse()
                .getContentAsString());
        List<String> letters = page.select(".nav [data-go]").eachAttr("data-go");
        assertThat(letters).hasSizeGreaterThan(8).doesNotHaveDuplicates();
        assertThat(page.select("main .pl-keys dt").eachText())
                .containsAll(letters.stream().map(letter -> "g " + letter).toList())
                .contains("j", "k", "x", "Enter", "Ctrl K", "?", "/", "Esc");
    }
}
