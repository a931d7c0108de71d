package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import java.time.Instant;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The page of what-if: typed, pasted, filled from a database or an example; the result first, then why. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class WhatIfPageTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    private Document page(int status, MockHttpServletRequestBuilder request) throws Exception {
        MockHttpServletResponse response = mvc.perform(
                        request.with(user("viewer").roles("VIEWER")))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
        Document document = Jsoup.parse(response.getContentAsString());
        assertThat(document.text()).doesNotContain("??");
        return document;
    }

    private Document asked(int status, String question, String... pairs) throws Exception {
        MockHttpServletRequestBuilder request = post("/what-if/" + question).with(csrf());
        for (int i = 0; i < pairs.length; i += 2) {
            request.param(pairs[i], pairs[i + 1]);
        }
        return page(status, request);
    }

    private static String said(Document document, String field) {
        return document.select("[name=" + field + "] ~ .wi-said, [name=" + field + "] + .wi-said")
                .text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/memory", "/cpu", "/storage", "/method"})
    void opensEveryQuestionWithItsForm(String question) throws Exception {
        Document document = page(200, get("/what-if" + question));
        assertThat(document.select("p.lead").text()).endsWith(".");
        assertThat(document.select("form.wi input, form.wi select")).hasSizeGreaterThan(8);
        assertThat(document.select(".views a")).hasSize(4);
        assertThat(document.select("#why")).isEmpty();
    }

    @Test
    void saysWhyEightServersNeedFiveIfls() throws Exception {
        Document document = page(200, get("/what-if/cpu?example=eight-servers"));
        assertThat(document.select("p.lead").text())
                .isEqualTo("5 IFLs: 9,936 MIPS are required, 11,040 MIPS at the design point; 5 IFLs have a capacity of"
                        + " 11,888 MIPS and are 83.6 % used.");
        assertThat(document.select("#why .first").text())
                .startsWith("IFLs 5")
                .contains("required capacity at the design point 11,040", "4.643, up to whole", "2,377.6");
        assertThat(document.select("#why").text())
                .contains("saturation design point 0.9", "9,647", "busy cores of PRPPR1", "11,888")
                .contains("calibrated from one published sizing");
        assertThat(document.select("input[name=/servers/7/peakPercent]").val()).isEqualTo("9.5");
    }

    @Test
    void explainsAFigureOnceAndLeadsThereFromWhereItWentIn() throws Exception {
        Document document = page(200, get("/what-if/cpu?example=eight-servers"));
        assertThat(document.select("#why .first a").attr("href")).isEqualTo("#fig-1");
        assertThat(document.select("#fig-1").text()).startsWith("required capacity at the design point");
        assertThat(document.select("#why").text().split("busy cores of PRPPR1 1.824", -1))
                .as("each server is explained once")
                .hasSize(2);
    }

    @Test
    void takesServersThatWerePastedFromASheetWithHeadingsInAnotherOrder() throws Exception {
        String sheet = "Server\tCores\tPeak %\tHardware\nA\t24\t7,6 %\tXeon E5-2697v2 2.7 GHz\n"
                + "B\t36\t9.5\tXeon E5-2699v3 2.3 GHz\n";
        Document document = asked(200, "cpu", "paste/servers", sheet);
        assertThat(document.select("input[name=/servers/0/peakPercent]").val()).isEqualTo("7,6 %");
        assertThat(document.select("input[name=/servers/1/cores]").val()).isEqualTo("36");
        assertThat(document.select("#why").text()).contains("busy cores of A 1.824", "busy cores of B 3.42");
    }

    @Test
    void takesTheAdviceAsSqlPlusPrintsIt() throws Exception {
        String output = """
                  SGA_SIZE SGA_SIZE_FACTOR ESTD_DB_TIME ESTD_DB_TIME_FACTOR ESTD_PHYSICAL_READS
                ---------- --------------- ------------ ------------------- -------------------
                    143360               1      2804128                   1          1286111932
                    152320            1.06      2792632               .9959          1286111932
                    161280            1.13      2764310               .9858          1241612459
                    170240            1.19      2741036               .9775          1206501603
                """;
        Document document = asked(
                200,
                "memory",
                "/instances/0/sgaMb",
                "143,360",
                "/instances/0/pgaMb",
                "40960",
                "/currentSgaMb",
                "143360",
                "paste/advice",
                output,
                "/production",
                "on");
        assertThat(document.select(".head").text()).contains("an SGA of 170,240 MB: 6.19 % fewer physical reads");
        assertThat(document.select(".steps-n li")).hasSize(3);
        assertThat(document.select("input[name=/advice/3/physicalReads]").val()).isEqualTo("1206501603");
    }

    @Test
    void hostsOverTimeArePastedAsAColumnWithGaps() throws Exception {
        Document document = asked(
                200,
                "cpu",
                "/hosts/0/host",
                "h1",
                "/hosts/0/model",
                "Xeon E5-2697v2 2.7 GHz",
                "/hosts/0/cores",
                "10",
                "/hosts/0/busyPercent",
                "10\n-\n50\n20",
                "/percentile",
                "100",
                "/unitsPerIfl",
                "1000");
        assertThat(document.select("#why").text()).contains("2,509");
    }

    @Test
    void standsBesideEachFieldWhatIsWrongWithItAndKeepsWhatWasTyped() throws Exception {
        Document document = asked(
                422,
                "cpu",
                "/servers/0/name",
                "A",
                "/servers/0/model",
                "Pentium",
                "/servers/0/cores",
                "many",
                "/servers/0/peakPercent",
                "170");
        assertThat(document.select("p.lead").text()).contains("missing or cannot be");
        assertThat(said(document, "/servers/0/cores")).contains("is 'many', wanted a number");
        assertThat(document.select("input[name=/servers/0/cores]").val()).isEqualTo("many");
        assertThat(document.select("input[name=/servers/0/cores]").attr("aria-invalid"))
                .isEqualTo("true");
        Document second = asked(
                422, "cpu", "/servers/0/model", "Pentium", "/servers/0/cores", "4", "/servers/0/peakPercent", "170");
        assertThat(said(second, "/servers/0/peakPercent")).contains("wanted 0 to 100");
        assertThat(second.select("#why")).isEmpty();
    }

    @Test
    void saysFirstThatSomethingDoesNotFit() throws Exception {
        Document document = asked(200, "cpu", "/demand", "400000");
        assertThat(document.select("p.lead").text()).startsWith("This does not fit");
        assertThat(document.text()).contains("a guest of z/VM has at most 64");
    }

    @Test
    void saysForTheWholeFormWhatBelongsToNoField() throws Exception {
        assertThat(asked(422, "cpu").select("form.wi [role=alert]").text()).contains("wanted one");
        assertThat(asked(422, "memory").select("form.wi .err").text()).contains("0 entries, wanted 1");
        Document storage = asked(422, "storage", "/usedGb", "", "/array", "FS9110 (AF7)");
        assertThat(said(storage, "/usedGb")).contains("is missing");
    }

    @Test
    void comparesTheWaysAcrossForTypedFacts() throws Exception {
        Document document = page(200, get("/what-if/method?example=small-database"));
        assertThat(document.select("p.lead").text()).startsWith("Data Pump").contains("users are out");
        assertThat(document.select(".ways tbody tr")).hasSize(6);
        assertThat(document.select(".ways tbody tr").first().text()).contains("1", "Open", "export");
        assertThat(document.select("#way-data-pump .ways-why li:contains(quiesce)")
                        .text())
                .contains("quiesce-seconds 900, 300 to 900 (docs/domain/methods.md, 1.3)")
                .contains("5 min");
        Document wrong =
                asked(422, "method", "/facts/0/name", "data_gb", "/facts/0/value", "-5", "/facts/1/name", "archivelog");
        assertThat(said(wrong, "/facts/0/value")).contains("wanted 0 to 1e9");
    }

    @Test
    void saysWhichTimeToTrimWhereFixedTimesAloneAreTooLong() throws Exception {
        Document document =
                asked(200, "method", "/windowMinutes", "60", "/facts/0/name", "data_gb", "/facts/0/value", "40");
        assertThat(document.select("p.lead").text()).startsWith("No way across fits with room to spare");
        assertThat(document.select("#way-data-pump").text()).contains("Open", "trim checks from 1800 to 1566 s");
    }

    @Test
    void everyQuestionIsReachedFromEveryOtherWithoutADatabase() throws Exception {
        for (Element question : page(200, get("/what-if")).select(".views a")) {
            Document reached = page(200, get(question.attr("href")));
            assertThat(reached.select(".views a[aria-current=page]").text()).isEqualTo(question.text());
        }
        page(200, get("/what-if/method?program=&database="));
    }

    @Test
    void fillsTheFormFromWhatIsKnownOfTheDatabaseOneComesFrom() throws Exception {
        Instant at = Instant.parse("2026-06-10T10:00:00Z");
        northmoor
                .stores()
                .facts()
                .put(
                        "northmoor",
                        "CARDISS",
                        List.of(
                                new Fact("memory.sgaGb.max", 64.0, "GB", "capture.out", at, Confidence.MEASURED),
                                new Fact("memory.pgaGb.max", 12.5, "GB", "capture.out", at, Confidence.MEASURED),
                                new Fact("storage.sizeGb.last", 1200.0, "GB", "capture.out", at, Confidence.MEASURED),
                                new Fact("archivelog", true, null, "dictionary", at, Confidence.MEASURED)),
                        "test");
        Document memory = page(200, get("/what-if?program=northmoor&database=CARDISS"));
        assertThat(memory.select("input[name=/instances/0/sgaMb]").val()).isEqualTo("65536");
        assertThat(said(memory, "/instances/0/sgaMb"))
                .contains("SGA of all instances, in GB of 1,073,741,824 bytes, capture.out");
        assertThat(memory.select("p.lead").text()).startsWith("The guest needs");
        assertThat(memory.select(".views a").last().attr("href")).contains("database=CARDISS");
        Document storage = page(200, get("/what-if/storage?program=northmoor&database=CARDISS"));
        assertThat(storage.select("input[name=/usedGb]").val()).isEqualTo("1200");
        Document method = page(200, get("/what-if/method?program=northmoor&database=CARDISS"));
        assertThat(method.select("form.wi").html()).contains("archivelog", "dictionary");
        assertThat(method.select("input[value=size_gb]")
                        .parents()
                        .first()
                        .nextElementSibling()
                        .text())
                .as("a capture's size stands in under the rules' name")
                .contains("Size on disk at the last snapshot of a capture, ");
        Document cpu = page(200, get("/what-if/cpu?program=northmoor&database=PENSP"));
        assertThat(cpu.select("p.lead").text()).contains("figures more", "PENSP");
        page(404, get("/what-if?program=northmoor&database=NOWHERE"));
        page(404, get("/what-if/weather"));
        page(404, get("/what-if/cpu?example=none"));
    }
}
