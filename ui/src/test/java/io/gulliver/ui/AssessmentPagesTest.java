package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The assessment as page, PDF and JSON, and the rates beneath its amounts. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class AssessmentPagesTest {
    private static final String RATES = "/programs/northmoor/assessment/rates";

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    @BeforeEach
    void known() {
        Instant then = Instant.parse("2026-06-01T10:00:00Z");
        List<Fact> facts = new ArrayList<>();
        for (Object[] one : new Object[][] {
            {"source_release", "19.22"},
            {"source_edition", "enterprise"},
            {"data_gb", 200.0},
            {"index_gb", 60.0},
            {"files_gb", 300.0},
            {"host.cores", 16L},
            {"host.names", List.of("dbhost1")},
            {"cpu.busyCores.p95", 4.25},
            {"cpu.busyCores.p99", 5.5},
            {"sga_mb", 8192.0},
            {"pga_mb", 2048.0},
            {"options_used", List.of("Partitioning")}
        }) {
            facts.add(new Fact((String) one[0], one[1], null, "discovery", then, Confidence.MEASURED));
        }
        northmoor.stores().facts().put("northmoor", "LOANP", facts, "test");
    }

    private MockHttpServletResponse answer(MockHttpServletRequestBuilder request, String role) throws Exception {
        return mvc.perform(request.with(user("mia").roles(role)).with(csrf()))
                .andReturn()
                .getResponse();
    }

    private Document page(String path) throws Exception {
        MockHttpServletResponse response = answer(get(path), "PM");
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        Document page = Jsoup.parse(response.getContentAsString());
        assertThat(page.text()).doesNotContain("??");
        return page;
    }

    private String pdf(String path) throws Exception {
        byte[] content = answer(get(path), "PM").getContentAsByteArray();
        try (var pdf = Loader.loadPDF(content)) {
            return plain(new PDFTextStripper().getText(pdf));
        }
    }

    private JsonNode json(String path) throws Exception {
        return JsonMapper.shared().readTree(answer(get(path), "PM").getContentAsString());
    }

    /** Words of a table's cell break over lines in a file. */
    private static String plain(String text) {
        return text.replaceAll("[\\s\\u00a0]+", "");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.2f", value).replaceAll("\\.?0+$", "");
    }

    @Test
    void pageFileAndJsonTellTheSameFigures() throws Exception {
        for (String at : List.of("/programs/northmoor/databases/LOANP/assessment", "/programs/northmoor/assessment")) {
            JsonNode json = json(at + ".json");
            String html = plain(page(at).text());
            String pdf = pdf(at + ".pdf");
            assertThat(json.at("/answers").size()).isEqualTo(5);
            json.at("/answers").forEach(answer -> {
                String question = plain(answer.at("/question").asString());
                assertThat(html).as(at).contains(question);
                assertThat(pdf).as(at).contains(question);
            });
            assertThat(json.at("/cost/lines").size()).as(at).isPositive();
            json.at("/cost/lines").forEach(line -> {
                String quantity = number(line.at("/quantity/likely").asDouble());
                String what = plain(line.at("/what").asString());
                assertThat(html).as(at).contains(what).contains(quantity);
                assertThat(pdf).as(at).contains(what).contains(quantity);
            });
            json.at("/cost/licences").forEach(licence -> {
                String product = plain(licence.at("/product").asString());
                assertThat(html).as(at).contains(product);
                assertThat(pdf).as(at).contains(product);
            });
            List<String> missing = new ArrayList<>();
            json.at("/cost/missing").forEach(one -> missing.add(plain(one.asString())));
            assertThat(html).as(at).contains(missing);
            assertThat(pdf).as(at).contains(missing).contains("ProgramNorthmoor", "Evidencefrom");
        }
    }

    @Test
    void aRateSetLaterChangesTheTotalAndSaysWho() throws Exception {
        String at = "/programs/northmoor/databases/LOANP/assessment";
        assertThat(json(at + ".json").at("/cost/total").isNull()).isTrue();
        Document form = page(RATES);
        assertThat(form.select("input[name='rate.ifl.amount']")).hasSize(1);
        MockHttpServletResponse saved = answer(
                post(RATES)
                        .param("version", form.select("input[name=version]").val())
                        .param("currency", "eur")
                        .param("hoursPerDay", "8")
                        .param("rate.ifl.amount", "12.500,50")
                        .param("rate.ifl.source", "offer 7")
                        .param("owned.Partitioning.count", "1 000")
                        .param("owned.Partitioning.metric", "processor")
                        .param("owned.Partitioning.source", "contract 4"),
                "PM");
        assertThat(saved.getStatus()).as(saved.getContentAsString()).isEqualTo(302);
        JsonNode with = json(at + ".json");
        double ifls = 0;
        for (JsonNode line : with.at("/cost/lines")) {
            if (line.at("/item").asString().equals("ifl")) {
                ifls = line.at("/quantity/likely").asDouble();
                assertThat(line.at("/note").asString()).startsWith("offer 7, set by mia on ");
            }
        }
        assertThat(ifls).isPositive();
        assertThat(with.at("/cost/total/likely").asDouble()).isEqualTo(ifls * 12_500.5);
        JsonNode option = with.at("/cost/licences/1");
        assertThat(option.at("/owned/count").asDouble()).isEqualTo(1000);
        assertThat(option.at("/owned/setBy").asString()).isEqualTo("mia");
        assertThat(option.at("/amount/likely").asDouble()).as("enough is owned").isZero();
        assertThat(page(at).select("#cost").text()).contains("offer 7, set by mia", number(ifls * 12_500.5));
        String changed = northmoor
                .stores()
                .database()
                .jdbc()
                .sql("""
                select details from audit_events where program = 'northmoor' and action = 'program.changed'
                order by id desc limit 1
                """)
                .query(String.class)
                .single();
        assertThat(changed).contains("cost.rates.ifl.amount: nothing -> 12500.5");
        answer(
                post(RATES)
                        .param(
                                "version",
                                page(RATES).select("input[name=version]").val())
                        .param("currency", ""),
                "PM");
        assertThat(json(at + ".json").at("/cost/total").isNull())
                .as("taken away again: no price, and no zero")
                .isTrue();
    }

    @Test
    void whatCannotBeReadIsToldByItsFieldAndKept() throws Exception {
        MockHttpServletResponse refused = answer(
                post(RATES)
                        .param(
                                "version",
                                page(RATES).select("input[name=version]").val())
                        .param("currency", "much")
                        .param("rate.ifl.amount", "a lot")
                        .param("rate.storage.amount", "7"),
                "PM");
        assertThat(refused.getStatus()).isEqualTo(422);
        Document page = Jsoup.parse(refused.getContentAsString());
        assertThat(page.select("input[name='rate.ifl.amount']").val()).isEqualTo("a lot");
        assertThat(page.select("input[name='rate.ifl.amount'] + .err").text()).contains("wanted a number");
        assertThat(page.select("input[name=currency] + .err").text()).contains("three letters");
        assertThat(page.select("input[name='rate.storage.source'] + .err").text())
                .contains("say which contract");
        assertThat(answer(post(RATES).param("version", "1"), "DBA").getStatus()).isEqualTo(403);
        assertThat(answer(post(RATES).param("version", "0").param("currency", ""), "PM")
                        .getStatus())
                .as("somebody saved meanwhile")
                .isEqualTo(409);
    }
}
