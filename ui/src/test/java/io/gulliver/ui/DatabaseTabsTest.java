package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.service.collection.IntakeGate;
import jakarta.servlet.MultipartConfigElement;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockMultipartFile;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The pages of a database beside its run: facts and evidence, charts, sizing, methods. */
@SpringBootTest(
        classes = FaceApplication.class,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class DatabaseTabsTest {
    private static final Instant THEN = Instant.parse("2026-06-01T10:00:00Z");

    @Autowired
    private MockMvc mvc;

    @Autowired
    private Northmoor northmoor;

    @Autowired
    private MultipartConfigElement uploads;

    private static String at(String database, String tab) {
        return "/programs/northmoor/databases/" + database + "/" + tab;
    }

    private Document page(int status, MockHttpServletRequestBuilder request, String role) throws Exception {
        MockHttpServletResponse response =
                mvc.perform(request.with(user("mia").roles(role))).andReturn().getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
        Document document = Jsoup.parse(response.getContentAsString());
        assertThat(document.text()).doesNotContain("??");
        return document;
    }

    private Document page(String database, String tab) throws Exception {
        return page(200, get(at(database, tab)), "PM");
    }

    private void isThere(String database) {
        northmoor
                .stores()
                .databases()
                .add("northmoor", List.of(DatabaseProfile.of(database, "Payments", Environment.PRODUCTION)), "pm");
    }

    private void know(String database, Fact... facts) {
        northmoor.stores().facts().put("northmoor", database, List.of(facts), "test");
    }

    private static Fact fact(String name, Object value, String unit, String source, Instant at) {
        return new Fact(name, value, unit, source, at, Confidence.MEASURED);
    }

    /** Hourly rows of one instance; the hours of {@code gap} are missing. */
    private static byte[] capture(int hours, int gap, int peak) {
        StringBuilder rows = new StringBuilder("""
                ~~BEGIN-OS-INFORMATION~~
                STAT_NAME                      STAT_VALUE
                ------------------------------ ------------------------------
                NUM_CPU_CORES                  8
                DB_NAME                        ORDERS
                INSTANCES                      1
                VERSION                        19.21.0.0.0
                PHYSICAL_MEMORY_GB             128
                ~~END-OS-INFORMATION~~
                ~~BEGIN-MEMORY~~

                   SNAP_ID INSTANCE_NUMBER        SGA        PGA      TOTAL
                ---------- --------------- ---------- ---------- ----------
                """);
        for (int hour = 1; hour <= hours; hour++) {
            rows.append(String.format(Locale.ROOT, "%10d %15d %10.1f %10.1f %10.1f%n", hour, 1, 64.0, 8.0, 72.0));
        }
        rows.append("""

                ~~END-MEMORY~~
                ~~BEGIN-MAIN-METRICS~~

                      snap      dur_m end                  inst     os_cpu  read_iops write_iops  read_mb_s write_mb_s
                ---------- ---------- -------------- ---------- ---------- ---------- ---------- ---------- ----------
                """);
        for (int hour = 1; hour <= hours; hour++) {
            if (hour == gap || hour == gap + 1) {
                continue;
            }
            rows.append(String.format(
                    Locale.ROOT,
                    "%10d %10d 26/05/%02d %02d:00 %10d %10.1f %10.1f %10.1f %10.1f %10.1f%n",
                    hour,
                    60,
                    1 + hour / 24,
                    hour % 24,
                    1,
                    hour == peak ? 90.0 : 10.0,
                    1000.0,
                    500.0,
                    20.0,
                    10.0));
        }
        return rows.append("\n~~END-MAIN-METRICS~~\n~~BEGIN-STRANGE~~\ntext\n~~END-STRANGE~~\n")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private String given(String database, byte[] content, String role) throws Exception {
        MvcResult sent = mvc.perform(multipart(at(database, "evidence"))
                        .file(new MockMultipartFile("file", "orders.out", "text/plain", content))
                        .param("key", UUID.randomUUID().toString())
                        .param("confirm", "ORDERS is its name on the host")
                        .with(user("mia").roles(role))
                        .with(csrf()))
                .andReturn();
        assertThat(sent.getResponse().getStatus())
                .as(sent.getResponse().getContentAsString())
                .isEqualTo(302);
        assertThat(sent.getResponse().getRedirectedUrl()).isEqualTo(at(database, "facts#given"));
        return sent.getFlashMap().values().toString();
    }

    @Test
    void factsAreFoundByNameValueAndSourceAndFoldByGroup() throws Exception {
        know(
                "KYCP",
                fact("sga_mb", 65536L, "MB", "dictionary of run 7", THEN),
                fact("host.cores", 32L, "cores of one host", "lscpu", THEN),
                new Fact("storage.sizeGb.last", 2400.0, "GB", "inventory", THEN, Confidence.ASSUMED));
        know("KYCP", fact("host.cores", 16L, "cores of one host", "orders.out", THEN.plusSeconds(86_400)));
        Document all = page("KYCP", "facts");
        int facts = all.select("table.facts tbody tr").size();
        assertThat(all.select("main .result-line").text()).startsWith(facts + " of " + facts + " facts");
        assertThat(all.select("section details.fold[open] > summary h2").eachText())
                .contains("Host", "Load", "Size");

        Document named = page("KYCP", "facts?q=sga TARGET");
        assertThat(named.select("table.facts tbody tr th").eachText())
                .contains("SGA target, or what is in use where there is none");
        assertThat(named.select("table.facts tbody tr"))
                .allSatisfy(row -> assertThat(row.text().toLowerCase(java.util.Locale.ROOT))
                        .contains("sga", "target"));
        assertThat(named.select("main input[name=q]").val()).isEqualTo("sga TARGET");
        assertThat(named.select("main form.filters a").attr("href")).isEqualTo(at("KYCP", "facts"));

        Document guessed = page("KYCP", "facts?only=ASSUMED");
        assertThat(guessed.select("table.facts tbody tr"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.text()).contains("assumed"));

        assertThat(page("KYCP", "facts?only=CONTRADICTED")
                        .select("table.facts tbody th")
                        .eachText())
                .contains("Cores of the host")
                .doesNotContain("SGA target, or what is in use where there is none");

        String source =
                all.select("main select[name=source] option:nth-child(2)").val();
        Document told = page("KYCP", "facts?source=" + source);
        assertThat(told.select("table.facts tbody tr")).isNotEmpty().hasSizeLessThanOrEqualTo(facts);
        assertThat(told.select("table.facts tbody td.src").eachText()).containsOnly(source);

        Document none = page("KYCP", "facts?q=nothing-has-this-name");
        assertThat(none.select("table.facts")).isEmpty();
        assertThat(none.select("main .result-line").text()).startsWith("0 of ");
        assertThat(page(422, get(at("KYCP", "facts") + "?only=SOME"), "PM")).isNotNull();
    }

    @Test
    void aDatabaseOfWhichNothingIsKnownSaysWhatToGive() throws Exception {
        // Of its own: other tests of the run give facts to the others.
        northmoor
                .stores()
                .databases()
                .add("northmoor", List.of(DatabaseProfile.of("SWIFTGW", "Payments", Environment.PRODUCTION)), "pm");
        Document document = page("SWIFTGW", "facts");
        assertThat(document.select("p.lead").text()).contains("Nothing has been collected of SWIFTGW");
        assertThat(document.select("#missing li")).isNotEmpty();
        assertThat(document.select("#missing").text()).contains("run discovery");
        assertThat(page("SWIFTGW", "charts").select("p.lead").text()).contains("No measurements over time");
        assertThat(page("SWIFTGW", "sizing").select("p.lead").text()).contains("an open number of");
        page("SWIFTGW", "methods");
        page(404, get(at("NOWHERE", "facts")), "PM");
    }

    @Test
    void groupsFactsWithAgeSourceAndConfidenceAndShowsWhereSourcesDiffer() throws Exception {
        know(
                "KYCP",
                fact("sga_mb", 65536L, "MB", "dictionary of run 7", THEN),
                fact("host.cores", 32L, "cores of one host", "lscpu", THEN),
                new Fact("storage.sizeGb.last", 2400.0, "GB", "inventory", THEN, Confidence.ASSUMED));
        know("KYCP", fact("host.cores", 16L, "cores of one host", "orders.out", THEN.plusSeconds(86_400)));
        Document document = page("KYCP", "facts");
        assertThat(document.select("#facts-host").text())
                .contains("Cores of the host", "16 cores of one host", "orders.out", "9 d", "measured")
                .contains("32 cores of one host by lscpu");
        assertThat(document.select("#facts-load").text()).contains("SGA target", "65,536 MB");
        assertThat(document.select("#facts-size").text()).contains("2,400 GB", "assumed");
        assertThat(document.select("p.lead").text()).contains("sources differ on one fact");
        assertThat(document.select(".tabs a[aria-current]").text()).isEqualTo("Facts");
    }

    @Test
    void takesEvidenceAndSaysWhatCameOutOfIt() throws Exception {
        assertThat(given("CARDISS", capture(48, 20, 30), "DBA"))
                .contains(
                        "orders.out is recognised: AWR Miner capture",
                        "new facts",
                        "Busy cores of the hosts, 95th percentile")
                .contains("Sections that were kept and not understood: STRANGE");
        Document document = page("CARDISS", "facts");
        assertThat(document.select("#given li a").text()).isEqualTo("orders.out");
        assertThat(document.select("#given li").text()).contains("% of what such a file can tell", "given by mia");
        String file = document.select("#given li a").attr("href");
        MockHttpServletResponse download = mvc.perform(get(file).with(user("v").roles("VIEWER")))
                .andReturn()
                .getResponse();
        assertThat(download.getContentAsByteArray()).isEqualTo(capture(48, 20, 30));
        assertThat(download.getHeader("Content-Disposition")).startsWith("attachment");
        assertThat(given("CARDISS", "a list of groceries".getBytes(StandardCharsets.UTF_8), "DBA"))
                .contains("nothing was kept", "Do: upload the file as the tool wrote it");
        page(422, post(at("CARDISS", "evidence")).param("key", "k").with(csrf()).accept("text/html"), "DBA");
    }

    @Test
    void drawsMeasurementsWithPercentilesAndGaps() throws Exception {
        given("CARDISS", capture(48, 20, 30), "DBA");
        Document document = page("CARDISS", "charts");
        assertThat(document.select("p.lead").text()).startsWith("Busy cores of the hosts: 0.80 cores");
        var busy = document.selectFirst("#trace-cpu-busyCores");
        assertThat(busy.select("path.ln-trace"))
                .as("two hours without a row part the curve")
                .hasSize(2);
        assertThat(busy.select("svg[role=img] > title").text())
                .isEqualTo("Busy cores of the hosts over time, cores of the source model");
        assertThat(busy.select("desc").text()).contains("46 figures", "maximum 7.20", "one gap");
        assertThat(busy.select(".lv-t").eachText()).containsExactly("max 7.20", "p95 0.80", "p50 0.80");
        assertThat(busy.select("table tbody tr")).hasSizeBetween(2, 3);
        assertThat(busy.select("caption").text()).contains("linear interpolation between closest ranks");
        assertThat(document.select("section[id^=trace-]").eachAttr("id"))
                .containsSubsequence("trace-cpu-busyCores", "trace-memory-sgaGb", "trace-io-iops");
        page(404, get(at("CARDISS", "charts") + "?file=0000"), "PM");
    }

    @Test
    void showsThePieceOfTimeThatTheAddressAsksForAndLeadsToThoseBesideIt() throws Exception {
        isThere("ATMSWP");
        given("ATMSWP", capture(48, 20, 30), "DBA");
        Document whole = page("ATMSWP", "charts");
        assertThat(whole.select(".trace-range a").eachText())
                .as("of everything nothing lies beside")
                .containsExactly("Closer");
        String base = whole.select(".trace-range a").attr("href").replaceAll("&.*", "");
        assertThat(base).contains("file=");
        // the capture has hours that end at 01:00 of 1 May to 00:00 of 3 May, by the clock of the program's zone
        List<String> ends = whole.select(".trace-range time").eachAttr("datetime");
        Instant first = Instant.parse(ends.get(0));
        assertThat(Duration.between(first, Instant.parse(ends.get(1)))).isEqualTo(Duration.ofHours(48));

        String asked = base + "&from=" + first.plusSeconds(27 * 3600) + "&to=" + first.plusSeconds(33 * 3600);
        Document piece = page(200, get(URI.create(asked)), "VIEWER");
        var busy = piece.selectFirst("#trace-cpu-busyCores");
        assertThat(busy.select("desc").text()).contains("6 figures", "maximum 7.20", "no gap");
        assertThat(busy.select("caption").text()).contains("max 7.20");
        assertThat(busy.select("tbody tr td:nth-child(2)").eachText())
                .as("the table follows: a row a part of an hour or longer")
                .hasSize(6)
                .containsOnly("1");
        assertThat(piece.select("p.lead").text()).contains("6 figures", "6 h");
        assertThat(piece.select(".trace-range a").eachText())
                .containsExactly("Earlier", "Later", "Closer", "Wider", "Whole");
        assertThat(busy.select("figure").attr("data-trace").split(";"))
                .hasSize(6)
                .contains(3 * 3600 + " 7.20");
        assertThat(page(200, get(URI.create(asked)), "VIEWER")
                        .select("#trace-cpu-busyCores")
                        .html())
                .as("a bookmark gives the same picture")
                .isEqualTo(busy.html());

        Document earlier = followed(piece, "Earlier");
        assertThat(earlier.select(".trace-range time").eachAttr("datetime"))
                .containsExactly(
                        first.plusSeconds(24 * 3600).toString(),
                        first.plusSeconds(30 * 3600).toString());
        assertThat(followed(piece, "Closer").select(".trace-range time").eachAttr("datetime"))
                .containsExactly(
                        first.plusSeconds(28 * 3600 + 1800).toString(),
                        first.plusSeconds(31 * 3600 + 1800).toString());
        assertThat(followed(piece, "Wider").select("#trace-cpu-busyCores desc").text())
                .contains("12 figures");
        assertThat(followed(piece, "Whole").select("#trace-cpu-busyCores").html())
                .isEqualTo(whole.select("#trace-cpu-busyCores").html());
        assertThat(page(
                                200,
                                get(URI.create(whole.select("#trace-cpu-busyCores tbody a")
                                        .get(0)
                                        .attr("href"))),
                                "PM")
                        .select("#trace-cpu-busyCores desc")
                        .text())
                .as("a row of the table is a way in")
                .contains(whole.select("#trace-cpu-busyCores tbody td").get(0).text() + " figures");
        Document nothing =
                page(200, get(URI.create(base + "&from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z")), "PM");
        assertThat(nothing.select("p.lead").text()).contains("no measurement");
        assertThat(nothing.select(".trace-range a").eachText())
                .contains("Whole")
                .doesNotContain("Earlier");
        assertThat(whole.select("[style], main script")).isEmpty();
    }

    private Document followed(Document page, String link) throws Exception {
        return page(
                200,
                get(URI.create(
                        page.select(".trace-range a:contains(" + link + ")").attr("href"))),
                "VIEWER");
    }

    @Test
    void refusesAPieceOfTimeThatIsNoneAndSaysHowToWriteOne() throws Exception {
        isThere("LOYALP");
        given("LOYALP", capture(48, 20, 30), "DBA");
        for (String unfit : List.of(
                "from=yesterday",
                "from=2026-05-01",
                "to=%2B99999-01-01T00:00:00Z",
                "from=2026-05-02T00:00:00Z&to=2026-05-02T00:00:00Z",
                "from=2026-05-03T00:00:00Z&to=2026-05-02T00:00:00Z",
                "from=2099-01-01T00:00:00Z")) {
            Document refused = page(
                    400, get(URI.create(at("LOYALP", "charts") + "?" + unfit)).accept("text/html"), "PM");
            assertThat(refused.text()).as(unfit).containsAnyOf("2026-03-01T10:00:00Z", "later than the beginning");
        }
    }

    @Test
    void tellsRequirementAndChosenCapacityApartAndWhy() throws Exception {
        given("LOANP", capture(48, 20, 30), "DBA");
        know(
                "LOANP",
                fact("storage.sizeGb.last", 1200.0, "GB", "orders.out", THEN),
                fact("storage.sizeGb.first", 1180.0, "GB", "orders.out", THEN));
        Document document = page("LOANP", "sizing");
        assertThat(document.select("p.lead").text()).contains("LOANP needs", "1 IFL", "GiB of memory");
        assertThat(document.select("#picture").text())
                .as("demand beside IFLs and memory")
                .contains("required", "IFL", "guest", "GiB");
        var cpu = document.selectFirst("#part-cpu");
        assertThat(cpu.select(".req > div").first().text())
                .startsWith("Required")
                .contains("design point");
        assertThat(cpu.select(".req > div").last().text())
                .startsWith("Chosen capacity")
                .contains("IFLs", "capacity of the chosen IFLs", "utilization");
        assertThat(cpu.select("details.why-d").text()).contains("saturation design point", "SMT factor");
        assertThat(document.select("#part-memory details.why-d").text()).contains("committed memory");
        assertThat(page(200, get(at("LOANP", "sizing")), "VIEWER").select("form[action$=confirm]"))
                .isEmpty();
    }

    @Test
    void drawsUsedSpaceByKindToVolumesAndHasTheSameInATable() throws Exception {
        assertThat(page("SWIFTGW", "sizing").select("#storage-picture"))
                .as("nobody knows its size")
                .isEmpty();
        know(
                "PENSP",
                fact("size_gb", 1000.0, "GB", "discovery", THEN),
                fact("temporary_gb", 40.0, "GB", "discovery", THEN),
                fact("undo_gb", 60.0, "GB", "discovery", THEN),
                fact("redo_peak_mb_s", 2.0, "MB/s", "discovery", THEN));
        Document document = page("PENSP", "sizing");
        var picture = document.selectFirst("#storage-picture");
        List<String> kinds = picture.select("tbody tr:not(.sum) th").eachText();
        assertThat(kinds)
                .containsExactly(
                        "used now",
                        "growth, and the least room",
                        "temporary space",
                        "undo",
                        "recovery area",
                        "redo logs");
        List<String> gib = picture.select("tbody tr:not(.sum) td:nth-child(2)").eachText();
        // 40 and 60 decimal GB
        assertThat(gib).element(2).isEqualTo("37");
        assertThat(gib).element(3).isEqualTo("56");
        List<String> legend = picture.select(".legend li").eachText();
        assertThat(legend).as("the legend says what the table says").hasSize(7);
        for (int i = 0; i < kinds.size(); i++) {
            assertThat(legend.get(i)).isEqualTo(kinds.get(i) + ", " + gib.get(i) + " GiB");
        }
        assertThat(picture.select("rect[class^=sp-][y]")).hasSize(6);
        assertThat(picture.select(".sp-flow")).hasSize(2);
        assertThat(picture.select("tr.sum td:nth-child(3)").eachText())
                .containsOnly("not named in the program’s policy");
        assertThat(picture.select("svg[role=img]").attr("aria-label")).contains("redo logs");
        assertThat(picture.select("[style]")).isEmpty();
    }

    @Test
    void showsTheLoadThatASizingRestsOnAndTakesAPersonsWordOnOtherWorkAndTheSga() throws Exception {
        String text = new String(capture(48, 1000, 30), StandardCharsets.UTF_8)
                .replace("read_mb_s write_mb_s\n", "read_mb_s write_mb_s  cpu_per_s\n")
                .replaceAll("(?m)^((?:---------- |-------------- )+----------)$", "$1 ----------")
                // half a core of its own of 0.8 that are busy in a usual hour
                .replaceAll("(?m)^( +[0-9]+ +60 26/05/.*)$", "$1        0.5");
        know("CARDAUTH", fact("files_gb", 900.0, "GB", "discovery", Instant.parse("2026-05-02T00:00:00Z")));
        given("CARDAUTH", text.getBytes(StandardCharsets.UTF_8), "DBA");
        Document document = page("CARDAUTH", "sizing");
        assertThat(document.select("#load").text())
                .contains("48 snapshots", "rows of 100 %", "busy cores, p95", "linear interpolation")
                .contains("Its own CPU: cpu_per_s + bkgd_t_per_s");
        assertThat(document.select("#sga").text()).contains("SGA of today 65,536 MB", "No SGA advice is known");
        assertThat(document.select("#part-cpu .req > div").last().text()).contains("virtual CPUs");
        assertThat(document.select("#part-storage details.why-d").text()).contains("read requests 1,000 IOPS");
        page(422, post(at("CARDAUTH", "sizing/other-work")).with(csrf()).param("reason", "the agent ends"), "PM");
        MockHttpServletResponse said = mvc.perform(post(at("CARDAUTH", "sizing/other-work"))
                        .with(csrf())
                        .with(user("mia").roles("PM"))
                        .param("moves", "no")
                        .param("reason", "the agent ends"))
                .andReturn()
                .getResponse();
        assertThat(said.getRedirectedUrl()).isEqualTo(at("CARDAUTH", "sizing"));
        assertThat(page("CARDAUTH", "sizing").select("#other-work").text())
                .contains("It stays behind.", "mia", "the agent ends");
        page(
                422,
                post(at("CARDAUTH", "sizing/sga"))
                        .with(csrf())
                        .param("choice", "SIZE")
                        .param("size", "much")
                        .param("reason", "as told"),
                "DBA");
        mvc.perform(post(at("CARDAUTH", "sizing/sga"))
                .with(csrf())
                .with(user("ana").roles("DBA"))
                .param("choice", "SIZE")
                .param("size", "49152")
                .param("reason", "the new guest is small"));
        assertThat(page("CARDAUTH", "sizing").select("#sga").text())
                .contains("planned 49,152 MB", "ana", "the new guest is small");
        assertThat(page("CARDAUTH", "methods").select("#decided").text())
                .contains("Other work of its hosts: stays behind", "SGA: 49152 MB");
        page(403, post(at("CARDAUTH", "sizing/sga")).with(csrf()).param("choice", "CURRENT"), "VIEWER");
    }

    @Test
    void confirmsASizingWithAReasonOnly() throws Exception {
        know("TREASP", fact("sga_mb", 65536L, "MB", "dictionary", THEN.minusSeconds(200L * 86_400)));
        assertThat(page("TREASP", "sizing").select("#built").text())
                .contains("Nobody has accepted a sizing yet", "SGA of an instance")
                .doesNotContain("not as sized now");
        page(422, post(at("TREASP", "sizing/confirm")).with(csrf()).param("reason", " "), "PM");
        MockHttpServletResponse confirmed = mvc.perform(post(at("TREASP", "sizing/confirm"))
                        .with(csrf())
                        .with(user("mia").roles("PM"))
                        .param("reason", "measured again by hand"))
                .andReturn()
                .getResponse();
        assertThat(confirmed.getRedirectedUrl()).isEqualTo(at("TREASP", "sizing"));
        mvc.perform(post(at("TREASP", "sizing/sga"))
                .with(csrf())
                .with(user("ana").roles("DBA"))
                .param("choice", "SIZE")
                .param("size", "49152")
                .param("reason", "the new guest is small"));
        assertThat(page("TREASP", "sizing").select("#built").text())
                .as("what was accepted stays until somebody accepts anew")
                .contains("mia", "measured again by hand", "49,152 MB 65,536 MB, not as sized now");
        assertThat(page("TREASP", "methods").select("#decided").text())
                .contains("Sizing confirmed", "mia", "measured again by hand");
    }

    @Test
    void comparesTheWaysAndTakesOneByAPersonsWord() throws Exception {
        know(
                "TREASP",
                fact("source_release", "19.22", null, "dictionary", THEN),
                fact("source_edition", "enterprise", null, "dictionary", THEN),
                fact("data_gb", 200L, "GB", "dictionary", THEN),
                fact("files_gb", 300L, "GB", "dictionary", THEN),
                fact("objects", 5000L, null, "dictionary", THEN));
        Document before = page("TREASP", "methods");
        assertThat(before.select(".ways tbody tr")).hasSize(6);
        assertThat(before.select(".ways").text())
                .contains(
                        "Data Pump, dump files",
                        "GoldenGate",
                        "source and target differ in byte order, so every data file is converted");
        assertThat(before.select("#why").text())
                .as("what stands against a way is said once, in the table")
                .isNotEmpty()
                .doesNotContain("is closed:");
        assertThat(before.select("#outages svg g").eachText())
                .as("ways whose outage is drawn")
                .hasSizeBetween(1, 6)
                .allMatch(said -> said.matches(".+ \\d.*(s|min|h|d).*"));
        String seen =
                before.select("form[action$=choice] input[name=decisions]").val();
        assertThat(seen).isEqualTo("0");
        page(
                422,
                post(at("TREASP", "methods/choice"))
                        .with(csrf())
                        .param("method", "FULL_TRANSPORTABLE")
                        .param("decisions", seen),
                "PM");
        mvc.perform(post(at("TREASP", "methods/choice"))
                .with(csrf())
                .with(user("mia").roles("PM"))
                .param("method", "FULL_TRANSPORTABLE")
                .param("decisions", seen)
                .param("reason", "the team knows it"));
        Document after = page("TREASP", "methods");
        assertThat(after.select("p.lead").text()).contains("A person chose Full transportable");
        assertThat(after.select("#choice").text()).contains("the team knows it", "mia");
        assertThat(after.select("#outages g.s-done").text())
                .as("a way that is closed and was chosen is drawn as the one to take")
                .contains("Full transportable");
        Document late = page(
                409,
                post(at("TREASP", "methods/choice"))
                        .with(csrf())
                        .param("method", "DATA_PUMP")
                        .param("decisions", seen)
                        .param("reason", "no"),
                "PM");
        assertThat(late.text()).contains("Somebody decided on this database meanwhile");
        mvc.perform(post(at("TREASP", "methods/withdraw"))
                .with(csrf())
                .with(user("mia").roles("PM"))
                .param("decisions", "1")
                .param("reason", "not after all"));
        assertThat(page("TREASP", "methods").select("#choice").text()).contains("Nobody chose");
        assertThat(page(200, get(at("TREASP", "methods")), "VIEWER").select("form[action$=choice]"))
                .isEmpty();
    }

    @Test
    void whatHasNoPlaybookWaitsVisiblyAndAStartAgainstTheRulesIsAgreedToByAnother() throws Exception {
        northmoor
                .stores()
                .databases()
                .add("northmoor", List.of(DatabaseProfile.of("FXDEAL", "Dealing", Environment.PRODUCTION)), "test");
        know(
                "FXDEAL",
                fact("source_release", "19.22", null, "dictionary", THEN),
                fact("data_gb", 200L, "GB", "dictionary", THEN),
                fact("files_gb", 300L, "GB", "dictionary", THEN));
        mvc.perform(post(at("FXDEAL", "methods/choice"))
                .with(csrf())
                .with(user("mia").roles("PM"))
                .param("method", "XTTS_INCREMENTAL")
                .param("decisions", "0")
                .param("reason", "it grows"));
        assertThat(page("FXDEAL", "methods").select("#start").text())
                .contains("There is no playbook for Transportable tablespaces with incrementals yet");
        Document program = page(200, get("/programs/northmoor"), "VIEWER");
        assertThat(program.select("#methods").text())
                .contains("Transportable tablespaces with incrementals", "No playbook yet");
        assertThat(program.select("#methods a[href$=method=XTTS_INCREMENTAL]")).hasSize(1);
        assertThat(page(200, get("/programs/northmoor/databases?q=FXDEAL"), "VIEWER")
                        .select("#db-FXDEAL")
                        .text())
                .contains("no playbook yet");
        northmoor
                .stores()
                .decisions()
                .add(
                        new DecisionStore.NewDecision(
                                "northmoor",
                                "FXDEAL",
                                DecisionRow.Kind.START,
                                "ASKED",
                                "the owner wants it now",
                                "mia",
                                1,
                                "0".repeat(64),
                                Map.of(
                                        "playbook", "data-pump",
                                        "carries", "data-pump",
                                        "waived", List.of("instead-of:XTTS_INCREMENTAL"),
                                        "askedBy", "mia",
                                        "askedAt", THEN.toString(),
                                        "reason", "the owner wants it now")),
                        0);
        Document asked = page("FXDEAL", "methods");
        assertThat(asked.select("#start").text())
                .contains("the owner wants it now", "Waits for a second person", "Agree as second person");
        assertThat(asked.select("#decided").text()).contains("Start against the rules: asked for");
        assertThat(page(
                                403,
                                post(at("FXDEAL", "methods/start/agree"))
                                        .with(csrf())
                                        .param("number", "1"),
                                "PM")
                        .text())
                .contains("a second person must approve it");
        assertThat(page(200, get(at("FXDEAL", "methods")), "VIEWER").select("#start form"))
                .isEmpty();
    }

    @Test
    void showsWhatChangedBetweenTwoDays() throws Exception {
        know("KYCP", fact("files_gb", 1000.0, "GB", "dictionary", Instant.parse("2026-05-01T10:00:00Z")));
        know("KYCP", fact("files_gb", 1250.0, "GB", "dictionary", Instant.parse("2026-06-05T10:00:00Z")));
        Document document = page(200, get(at("KYCP", "changes") + "?from=2026-05-10&to=2026-06-10"), "VIEWER");
        assertThat(document.select("p.lead").text()).contains("of KYCP between 10 May and 10 Jun");
        assertThat(document.select("#changes-SIZE").text())
                .contains("Used part of the data files", "1,000 GB", "1,250 GB", "+25.0 %");
        assertThat(document.select("input[name=from]").val()).isEqualTo("2026-05-10");
        assertThat(page(200, get(at("KYCP", "changes") + "?from=2026-05-10&to=2026-05-11"), "VIEWER")
                        .select("#changes-SIZE table"))
                .isEmpty();
        page(422, get(at("KYCP", "changes") + "?from=2026-06-10&to=2026-05-10"), "VIEWER");
        page("KYCP", "changes");
    }

    @Test
    void answersTheFiveQuestionsAndSaysWhereNoPriceIsSet() throws Exception {
        Document document = page("PENSP", "assessment");
        assertThat(document.select(".fiveq > section")).hasSize(5);
        assertThat(document.select(".fiveq .q-a b").eachText()).hasSize(5).doesNotContain("");
        assertThat(document.select("#cost").text()).contains("no price set");
        assertThat(document.select("#cost td, #cost .q-a").eachText())
                .as("what has no price is never zero")
                .noneMatch(text -> text.matches("0(\\.0+)?( [A-Z]{3})?"));
        Document all = page(200, get("/programs/northmoor/assessment"), "VIEWER");
        assertThat(all.select(".fiveq > section")).hasSize(5);
        assertThat(all.select("#databases tbody th").eachText()).contains("PENSP", "CARDAUTH");
        assertThat(page(200, get("/programs/northmoor"), "VIEWER").select("a[href$=/assessment]"))
                .hasSize(1);
    }

    @Test
    void writesTheAssessmentAsAPdfWithTextAndWithoutAnythingFromElsewhere() throws Exception {
        for (String path : List.of(at("PENSP", "assessment.pdf"), "/programs/northmoor/assessment.pdf")) {
            MockHttpServletResponse response = mvc.perform(
                            get(path).with(user("v").roles("VIEWER")))
                    .andReturn()
                    .getResponse();
            assertThat(response.getStatus()).as(path).isEqualTo(200);
            assertThat(response.getContentType()).startsWith("application/pdf");
            byte[] content = response.getContentAsByteArray();
            assertThat(response.getContentLength()).isEqualTo(content.length);
            try (var pdf = org.apache.pdfbox.Loader.loadPDF(content)) {
                String text = new org.apache.pdfbox.text.PDFTextStripper().getText(pdf);
                assertThat(text).as(path).contains("Assessment of", "PENSP");
                assertThat(pdf.getDocumentCatalog().getDocumentOutline().children())
                        .as("bookmarks")
                        .hasSizeGreaterThanOrEqualTo(6);
                for (var page : pdf.getPages()) {
                    assertThat(page.getAnnotations()).as("links and forms").isEmpty();
                }
            }
        }
    }

    @Test
    void theJsonOfThePageIsTheRecordOfTheApi() throws Exception {
        MockHttpServletResponse json = mvc.perform(
                        get(at("PENSP", "assessment.json")).with(user("v").roles("VIEWER")))
                .andReturn()
                .getResponse();
        assertThat(json.getContentType()).startsWith("application/json");
        assertThat(json.getContentAsString()).contains("\"database\":\"PENSP\"", "\"answers\":[");
        MockHttpServletResponse all = mvc.perform(get("/programs/northmoor/assessment.json")
                        .with(user("v").roles("VIEWER")))
                .andReturn()
                .getResponse();
        assertThat(all.getContentAsString()).contains("\"databases\":[");
    }

    @Test
    void aPageTakesAFileAsLargeAsTheApiDoesAndKeepsNoneInMemory() throws Exception {
        assertThat(uploads.getMaxFileSize()).isEqualTo(IntakeGate.Limits.DEFAULT.bytes());
        assertThat(uploads.getMaxRequestSize()).isGreaterThan(IntakeGate.Limits.DEFAULT.bytes());
        assertThat(uploads.getFileSizeThreshold()).isZero();
        assertThat(page("PENSP", "facts").select("form.ev").text()).contains("up to 200 MB");
    }
}
