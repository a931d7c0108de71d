package io.gulliver.ui.api;

import static io.gulliver.ui.Someone.holding;
import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.RiskService;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.ui.PageWords;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.request.RequestPostProcessor;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/**
 * Opens every link of every page as each kind of person: no page leads to an address that is refused, does not exist or breaks,
 * nor to a place that the page it leads to does not have. The estate has what an inventory allows and an address does not
 * like: names with {@code #} and {@code $}, a run that needs attention as a whole, more runs than a page lists, and a program
 * without anything in it.
 */
class CrawlTest extends ServerCase {
    private static final String PROGRAM = "crawled";
    private static final String EMPTY = "crawled-empty";
    private static final List<String> DATABASES = List.of("SHOP", "HR#1", "PAY$X");
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MICROS);
    /** How often one shape of an address is opened by one person. */
    private static final int EACH = 2;
    /** Streams, which do not end, and what logs out. */
    private static final Pattern NEVER = Pattern.compile(".*/events|/logout");
    /** Parts of an address that name one of many alike. */
    private static final Pattern ONE_OF_MANY =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|[^/=&?]*\\.[0-9]+|[0-9]+|R-[0-9]+");

    private static final String NOBODY = "NOBODY";
    private static final Map<String, Walk> WALKS = new HashMap<>();

    private static boolean made;
    private static String oldest = "";

    @Autowired
    private WebApplicationContext context;

    @Autowired
    private Stores stores;

    @Autowired
    private RiskService risks;

    private MockMvc mvc;

    @BeforeEach
    void estate() throws Exception {
        mvc = MockMvcBuilders.webAppContextSetup(context)
                .apply(springSecurity())
                .build();
        if (made) {
            return;
        }
        program(PROGRAM);
        program(EMPTY);
        HttpResponse<String> imported = post(
                "pm",
                "/api/v1/programs/" + PROGRAM + "/inventory",
                key(),
                "text/csv",
                "database,application,environment,source_host,size_gb,outage_window_minutes,oracle_version,owner,"
                        + "target_server,target_kind\n"
                        + "SHOP,shop,production,lin1,300,240,19,Ada,lnx1,zvm\n"
                        + "HR#1,people,production,lin2,1975,600,19,Bea,lnx2,zvm\n"
                        + "PAY$X,payments,test,lin3,200,240,19,Ada,lnx3,zvm\n");
        assertThat(imported.statusCode()).as(imported.body()).isEqualTo(200);
        Program before = stores.programs().require(PROGRAM);
        Map<String, Object> policy = new HashMap<>(before.policy());
        policy.put(
                "shared",
                Map.of(
                        "server",
                        Map.of(
                                "lnx1",
                                Map.of(
                                        "playbook",
                                        "dpm-server",
                                        "facts",
                                        Map.of("server.name", "lnx1", "server.cpc", "CPC1", "server.hmc", "hmc1")))));
        stores.programs().update(PROGRAM, before.version(), before.title(), before.zone(), policy, "pm");
        stores.plans().add(PROGRAM, 1, "First", NOW.plus(Duration.ofDays(20)), List.of(), "pm");
        DATABASES.forEach(database -> stores.plans().place(new WaveMember(PROGRAM, 1, database, null), "pm"));
        for (int i = 0; i < 3; i++) {
            risks.add(
                    PROGRAM,
                    new RiskStatement(
                            "Risk " + i,
                            "",
                            "",
                            4,
                            4,
                            null,
                            RiskResponse.REDUCE,
                            "",
                            null,
                            "",
                            RiskState.OPEN,
                            DATABASES),
                    key(),
                    "pm");
        }
        known();
        for (String database : DATABASES) {
            failed(start(database, Purpose.REHEARSAL, false));
            stores.tasks()
                    .askAttention(
                            start(database, Purpose.PRODUCTION, false).id(),
                            "dba",
                            "Engine has lost the run of " + database,
                            "It is carried by nobody.");
        }
        Migration first = start("PAY$X", Purpose.DISCOVERY, true);
        oldest = first.id().value();
        stores.tasks().askAttention(first.id(), "dba", "An old run of PAY$X is stuck", "It is carried by nobody.");
        for (int i = 0; i < 60; i++) {
            start("PAY$X", Purpose.DISCOVERY, true);
        }
        made = true;
    }

    /** What discovery and people said of the databases: as it is stored, with the names that rules and steps use. */
    private void known() throws Exception {
        told(
                "SHOP",
                "D01 of live discovery",
                new Told("platform", "Linux x86 64-bit", null),
                new Told("endian", "Little", null));
        told(
                "SHOP",
                "D14 of live discovery",
                new Told("data_gb", 150.0, "GB"),
                new Told("index_gb", 50.0, "GB"),
                new Told("largest_lob_gb", 12.0, "GB"),
                new Told("tables_without_key", 14L, null));
        told(
                "SHOP",
                "D02, D03 of live discovery",
                new Told("source_release", "19.22", null),
                new Told("source_edition", "standard", null),
                new Told("source_topology", "rac", null));
        told(
                "SHOP",
                "D11 of live discovery",
                new Told("archivelog", false, null),
                new Told("sga_mb", 16_384L, "MB"),
                new Told("pga_mb", 4096L, "MB"),
                new Told("tde_tablespace", true, null),
                new Told("not_learned", List.of("D44: ORA-00942, no such table. Grant SELECT on DBA_SEGMENTS."), null));
        told(
                "SHOP",
                "D31 of live discovery",
                new Told("host.cores", 16L, "cores"),
                new Told("cpu.busyCores.p95", 4.25, "cores"),
                new Told("cpu.busyCores.p99", 5.5, "cores"),
                new Told("redo_peak_gb_hour", 36.0, "GB/h"),
                new Told("files_gb", 260.0, "GB"),
                new Told("incremental_gb", 5.0, "GB"),
                new Told("objects", 9000L, null));
        told("SHOP", "orders.out (sha256 " + "0a".repeat(32) + ")", new Told("host.cores", 32L, "cores"));
        told("HR#1", "D14 of live discovery", new Told("data_gb", 6000.0, "GB"), new Told("files_gb", 7777.0, "GB"));
        answered("/sizing/confirm", json("pm", at("SHOP", "/sizing/confirm"), "{\"reason\":\"agreed on Monday\"}"));
        for (String database : List.of("SHOP", "HR%231")) {
            String method = database.equals("SHOP") ? "DATA_PUMP" : "GOLDENGATE";
            answered(
                    "/methods/choice",
                    send(request("pm", at(database, "/methods/choice"))
                            .header("Content-Type", "application/json")
                            .header("If-Match", "\"0\"")
                            .PUT(HttpRequest.BodyPublishers.ofString(
                                    "{\"method\":\"" + method + "\",\"reason\":\"the owner agreed\"}"))
                            .build()));
        }
    }

    private static String at(String database, String call) {
        return "/api/v1/programs/" + PROGRAM + "/databases/" + database + call;
    }

    private static void answered(String call, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(call + ": " + answer.body()).isEqualTo(200);
    }

    /** A fact without its source. */
    private record Told(String name, Object value, @Nullable String unit) {}

    private void told(String database, String question, Told... facts) {
        String source =
                question.contains("discovery") ? question + ", step keep-facts of " + UUID.randomUUID() : question;
        stores.facts()
                .put(
                        PROGRAM,
                        database,
                        Arrays.stream(facts)
                                .map(one -> new Fact(
                                        one.name(),
                                        one.value(),
                                        one.unit(),
                                        source,
                                        NOW.minus(Duration.ofMinutes(75)),
                                        Confidence.MEASURED))
                                .toList(),
                        "test");
    }

    private Migration start(String database, Purpose purpose, boolean discovery) {
        String hash = stores.playbooks().list().stream()
                .filter(row -> row.name().equals(discovery ? "discovery" : "data-pump"))
                .findFirst()
                .orElseThrow()
                .hash();
        Migration run = stores.migrations()
                .create(new NewMigration(key(), PROGRAM, database, purpose, hash, null, false, null, null, "pm"));
        if (discovery) {
            ended(run);
        }
        return run;
    }

    /** Only one of each purpose is at work. */
    private void ended(Migration run) {
        stores.database()
                .jdbc()
                .sql("update migrations set mode = 'ENDED', outcome = 'COMPLETED', active_key = null where id = :id")
                .param("id", run.id().value())
                .update();
    }

    /** A step failed, the next one waits for a person, and both have what steps have. */
    private void failed(Migration run) throws IOException {
        List<StepRow> steps = stores.migrations().steps(run.id());
        StepKey action = first(steps, StepKind.ACTION);
        StepKey task = first(steps, StepKind.TASK);
        StepKey gate = first(steps, StepKind.GATE);
        List<JournalEntry> lines = new ArrayList<>();
        lines.add(line(
                1,
                action,
                StepState.PARKED,
                FailureCode.CAPACITY_EXHAUSTED.with("The pool is full.", "Storage frees space; then retry the step.")));
        lines.add(line(2, task, StepState.WAITING_PERSON, null));
        lines.add(line(3, gate, StepState.WAITING_PERSON, null));
        stores.journal().flush(new JournalBatch(run.id(), 1, lines));
        for (StepKey step : List.of(action, task, gate)) {
            EvidenceRef script = stores.evidence()
                    .keep(
                            "step.sql",
                            "script",
                            new ByteArrayInputStream(("-- " + run.id() + step).getBytes(StandardCharsets.UTF_8)));
            stores.evidence().attach(run.id(), step, script, null);
        }
    }

    private static StepKey first(List<StepRow> steps, StepKind kind) {
        return steps.stream()
                .filter(step -> step.kind() == kind)
                .findFirst()
                .orElseThrow()
                .run()
                .key();
    }

    static JournalEntry line(long seq, StepKey step, StepState state, @Nullable StepFailure failure) {
        Instant at = NOW.minus(Duration.ofHours(2)).plusSeconds(seq);
        StepRun run = new StepRun(
                step,
                state,
                1,
                1,
                1,
                failure == null ? 0 : 1,
                seq,
                Map.of(),
                Map.of(),
                null,
                null,
                failure,
                null,
                null,
                null,
                at,
                null,
                state == StepState.WAITING_PERSON ? at : null,
                0,
                1,
                0,
                null,
                null);
        return new JournalEntry(seq, at, "line " + seq, run, null, null, List.of(), null);
    }

    /** What one person found. */
    private final class Walk {
        private final RequestPostProcessor who;
        private final Deque<String> next = new ArrayDeque<>();
        private final Map<String, Integer> shapes = new HashMap<>();
        private final Set<String> seen = new HashSet<>();
        /** Pages by their address, and the places that others lead to within them. */
        private final Map<String, Document> pages = new LinkedHashMap<>();

        private final Map<String, String> from = new HashMap<>();
        private final Map<String, String> places = new LinkedHashMap<>();
        private final Set<String> wrong = new TreeSet<>();

        private Walk(RequestPostProcessor who) {
            this.who = who;
        }

        private Walk from(String first) throws Exception {
            next.add(first);
            while (!next.isEmpty()) {
                open(next.poll());
            }
            places.forEach((place, page) -> {
                Document there = pages.get(place.substring(0, place.indexOf('#')));
                String id = URLDecoder.decode(place.substring(place.indexOf('#') + 1), StandardCharsets.UTF_8);
                if (there != null && there.getElementById(id) == null) {
                    wrong.add("no place " + place + ", from " + page);
                }
            });
            return this;
        }

        private void open(String path) throws Exception {
            MockHttpServletResponse answer = mvc.perform(
                            MockMvcRequestBuilders.get(URI.create(path)).with(who))
                    .andReturn()
                    .getResponse();
            String led = path + ", from " + from.get(path);
            if (answer.getStatus() == 302) {
                follow(path, answer.getHeader("Location"));
                return;
            }
            if (answer.getStatus() != 200) {
                wrong.add(answer.getStatus() + " " + led);
                return;
            }
            if (answer.getContentType() == null || !answer.getContentType().startsWith("text/html")) {
                return;
            }
            Document page = Jsoup.parse(answer.getContentAsString(), "http://127.0.0.1" + path);
            pages.put(path, page);
            for (Element link : page.select("a[href]")) {
                follow(path, link.absUrl("href"));
            }
            for (Element live : page.select("[data-live-src], [hx-get]")) {
                follow(path, live.absUrl(live.hasAttr("hx-get") ? "hx-get" : "data-live-src"));
            }
            for (Element form : page.select("form[action]")) {
                names(path, form.absUrl("action"));
                if (!form.attr("method").equalsIgnoreCase("post")) {
                    follow(path, form.absUrl("action"));
                }
            }
        }

        private void follow(String page, String address) {
            String to = address.replaceFirst("^http://127\\.0\\.0\\.1(:\\d+)?", "");
            if (!to.startsWith("/")) {
                return;
            }
            names(page, to);
            int hash = to.indexOf('#');
            String path = hash < 0 ? to : to.substring(0, hash);
            if (hash >= 0 && hash < to.length() - 1) {
                places.putIfAbsent(to, page);
            }
            // tasks differ in what they lead to, as other pages of one shape do not
            String task = page.contains("?task=") ? page : "";
            String shape =
                    task + ONE_OF_MANY.matcher(path.replaceAll("=[^&]*", "=")).replaceAll("{}");
            if (path.endsWith(".pdf")) {
                // a document costs more than all pages: one for each person
                shape = ".pdf";
            }
            int most = path.startsWith("/tasks?task=") ? Integer.MAX_VALUE : EACH;
            if (!NEVER.matcher(path).matches() && seen.add(path) && shapes.merge(shape, 1, Integer::sum) <= most) {
                from.put(path, page);
                next.add(path);
            }
        }

        /** A name that is cut where it becomes an address names another database, or none. */
        private void names(String page, String address) {
            Matcher database = Pattern.compile("/programs/([^/?#]+)/(?:plan/)?databases/([^/?#]+)")
                    .matcher(address);
            if (database.find()) {
                String name = URLDecoder.decode(database.group(2).replace("+", "%2B"), StandardCharsets.UTF_8);
                if (database.group(1).equals(PROGRAM) && !DATABASES.contains(name)) {
                    wrong.add("no database " + name + " in " + address + ", from " + page);
                }
            }
        }
    }

    /** Walks as somebody once, whichever test asks first. */
    private Walk walked(String somebody) throws Exception {
        Walk walk = WALKS.get(somebody);
        if (walk == null) {
            walk = new Walk(
                            somebody.equals(NOBODY)
                                    ? holding("nobody-yet", false, List.of(), List.of())
                                    : user(somebody.toLowerCase(Locale.ROOT)).roles(somebody))
                    .from("/");
            WALKS.put(somebody, walk);
        }
        return walk;
    }

    private Walk walk(String somebody) throws Exception {
        Walk walk = walked(somebody);
        assertThat(walk.wrong).as("links that lead nowhere").isEmpty();
        return walk;
    }

    private void everywhere(Walk walk) {
        for (String database : List.of("SHOP", "HR%231", "PAY$X")) {
            String home = "/programs/" + PROGRAM + "/databases/" + database;
            assertThat(walk.pages.keySet()).contains(home, home + "/facts", home + "/assessment");
        }
        assertThat(walk.pages.keySet()).contains("/programs/" + EMPTY, "/programs/" + EMPTY + "/plan", "/sessions");
        assertThat(walk.pages.keySet()).anyMatch(path -> path.startsWith("/tasks?"));
    }

    @Test
    void everyLinkOpensForAProgramManager() throws Exception {
        Walk walk = walk("PM");
        everywhere(walk);
        assertThat(walk.pages.keySet()).contains("/programs/" + EMPTY + "/inventory", "/audit");
    }

    @Test
    void everyLinkOpensForADba() throws Exception {
        Walk walk = walk("DBA");
        everywhere(walk);
        assertThat(walk.pages.keySet())
                .as("the oldest run stands on no list but in its task")
                .anyMatch(path -> path.endsWith("?run=" + oldest));
    }

    @Test
    void everyLinkOpensForACutoverManager() throws Exception {
        everywhere(walk("CUTOVER"));
    }

    @Test
    void everyLinkOpensForAViewer() throws Exception {
        everywhere(walk("VIEWER"));
    }

    @Test
    void everyLinkOpensForAnAdministrator() throws Exception {
        Walk walk = walk("ADMIN");
        assertThat(walk.pages.keySet()).contains("/people", "/settings", "/settings/preflight");
    }

    @Test
    void everyLinkOpensForSomebodyWithoutRights() throws Exception {
        Walk walk = walk(NOBODY);
        assertThat(walk.pages.keySet()).contains("/tasks", "/sessions");
    }

    /** Of all who may log in two, whom the commit's hash chooses. */
    static List<String> people() {
        return MatrixSlice.of(
                "readers of pages", List.of("PM", "DBA", "CUTOVER", "VIEWER", "ADMIN", NOBODY), name -> name, 2);
    }

    @ParameterizedTest
    @MethodSource("people")
    void everyPageReadsAsPeopleSpeak(String somebody) throws Exception {
        // programs of other tests of this server are there or not, by the order of classes
        Map<String, Document> own = new LinkedHashMap<>(walked(somebody).pages);
        own.keySet().removeIf(path -> path.matches("/programs/(?!" + PROGRAM + "(-empty)?(/|\\?|$)).+"));
        assertThat(PageWords.report(own, Set.copyOf(DATABASES)))
                .as("what only programs say, with the first page that shows it")
                .isEmpty();
    }

    @Test
    void whatIsRefusedIsSaidAsPeopleSpeak() throws Exception {
        Map<String, Document> refused = new LinkedHashMap<>();
        for (String path : List.of("/databases/NOPE", "/databases/NOPE/facts", "/risks/R-77", "/plan/waves/77")) {
            refused(refused, MockMvcRequestBuilders.get("/programs/" + PROGRAM + path));
        }
        refused(refused, MockMvcRequestBuilders.get("/programs/nowhere"));
        refused(refused, MockMvcRequestBuilders.get("/tasks?task=77"));
        refused(
                refused,
                MockMvcRequestBuilders.post("/programs/" + PROGRAM + "/risks")
                        .param("event", "")
                        .param("probability", "9")
                        .param("impact", "x")
                        .param("databases", "NOPE")
                        .param("due", "tomorrow"));
        refused(
                refused,
                MockMvcRequestBuilders.post("/programs/" + PROGRAM + "/plan/waves/1")
                        .param("start", "x"));
        refused(
                refused,
                MockMvcRequestBuilders.post("/programs/" + PROGRAM + "/databases/SHOP/methods/choice")
                        .param("method", "TELEPORT")
                        .param("decisions", "many"));
        assertThat(PageWords.report(refused, Set.of("NOPE"))).isEmpty();
    }

    private void refused(Map<String, Document> pages, MockHttpServletRequestBuilder request) throws Exception {
        MockHttpServletResponse answer = mvc.perform(
                        request.with(user("pm").roles("PM")).with(csrf()).accept("text/html"))
                .andReturn()
                .getResponse();
        assertThat(answer.getStatus()).isBetween(400, 499);
        Document page = Jsoup.parse(answer.getContentAsString());
        pages.put(answer.getStatus() + " " + pages.size() + " " + page.title(), page);
    }
}
