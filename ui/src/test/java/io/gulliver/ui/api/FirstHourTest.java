package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.ui.Previewed;
import java.io.ByteArrayOutputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** From nothing to the first rehearsal by forms alone, as a browser without JavaScript sends them. */
class FirstHourTest extends ServerCase {
    private static final List<Object> SEEN = List.of(
            "source_release",
            "19.22",
            "source_edition",
            "enterprise",
            "data_gb",
            150.0,
            "index_gb",
            50.0,
            "files_gb",
            260.0,
            "incremental_gb",
            5.0,
            "objects",
            9000L,
            "archivelog",
            true,
            "sga_mb",
            16384L,
            "pga_mb",
            4096L,
            "processes",
            600L,
            "cores",
            16L,
            "redo_peak_gb_hour",
            36.0);

    @Autowired
    private FactStore facts;

    private final HttpClient browser = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    private int status;

    private Document page(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = browser.send(
                request.timeout(Duration.ofMinutes(5))
                        .header("Accept", "text/html")
                        .build(),
                BodyHandlers.ofString());
        status = answer.statusCode();
        Document page = Jsoup.parse(answer.body(), answer.uri().toString());
        assertThat(page.text()).doesNotContain("??");
        return page;
    }

    private Document open(String path) throws Exception {
        Document page = page(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)));
        assertThat(status).as(path).isEqualTo(200);
        return page;
    }

    /** Sends a form with what stands in it and what is typed. */
    private Document send(Document page, String form, Map<String, String> typed) throws Exception {
        Element found = page.expectFirst(form);
        Map<String, String> all = new LinkedHashMap<>();
        found.select("input[name]:not([type=checkbox]):not([type=file]), textarea[name]")
                .forEach(field -> all.put(field.attr("name"), field.val()));
        found.select("select[name]").forEach(select -> {
            Element chosen = select.selectFirst("option[selected]");
            all.put(
                    select.attr("name"),
                    Objects.requireNonNullElseGet(chosen, () -> select.expectFirst("option"))
                            .val());
        });
        assertThat(all.keySet()).as("fields of %s", form).containsAll(typed.keySet());
        all.putAll(typed);
        return page(HttpRequest.newBuilder(URI.create(found.absUrl("action")))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(all.entrySet().stream()
                        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                        .collect(Collectors.joining("&")))));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Document give(Document page, String action, byte[] file) throws Exception {
        Element form = page.expectFirst("#inventory-form");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("--part\r\nContent-Disposition: form-data; name=\"_csrf\"\r\n\r\n"
                        + form.expectFirst("[name=_csrf]").val() + "\r\n--part\r\nContent-Disposition: form-data;"
                        + " name=\"file\"; filename=\"mine.xlsx\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(file);
        body.writeBytes("\r\n--part--\r\n".getBytes(StandardCharsets.UTF_8));
        return page(HttpRequest.newBuilder(URI.create(form.absUrl("action") + action))
                .header("Content-Type", "multipart/form-data; boundary=part")
                .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    }

    private byte[] download(Element link) throws Exception {
        HttpResponse<byte[]> file = browser.send(
                HttpRequest.newBuilder(URI.create(link.absUrl("href")))
                        .timeout(Duration.ofMinutes(5))
                        .build(),
                BodyHandlers.ofByteArray());
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Content-Disposition").orElse("")).startsWith("attachment; filename=");
        return file.body();
    }

    private static List<String> marks(Document page) {
        return page.select("#path .fh-mark svg").eachAttr("aria-label");
    }

    private static String next(Document page) {
        return page.expectFirst("#path li[aria-current] a.go").attr("href");
    }

    private void enter(String who) throws Exception {
        send(open("/login"), "form.login", Map.of("username", who, "password", "lilliput"));
        assertThat(status).isEqualTo(200);
    }

    @Test
    void leadsFromAnEmptyProgramToTheFirstRehearsalWithoutAShell() throws Exception {
        enter("pm");
        Document program = send(
                open("/programs"),
                "form[action=/programs]",
                Map.of("key", "mine", "title", "My program", "zone", "Europe/Zurich"));
        assertThat(program.location()).endsWith("/programs/mine");
        assertThat(program.select(".flash").text()).isEqualTo("My program is made.");
        assertThat(marks(program))
                .containsExactly("Ready", "Not started", "Not started", "Not started", "Not started", "Not started");
        assertThat(next(program)).isEqualTo("/programs/mine/inventory");

        Document inventory = open(next(program));
        assertThat(inventory.select(".fh-words").text()).contains("production, test, development", "none, standby");
        assertThat(new String(download(inventory.expectFirst("a[href$=template.csv]")), StandardCharsets.UTF_8))
                .startsWith("database,application,environment,");
        byte[] file = download(inventory.expectFirst("a[href$=template.xlsx]"));
        assertThat(give(inventory, "/preview", file).select("#found").text()).contains("PAYROLL", "PAYTEST");
        Document taken = give(inventory, "", file);
        assertThat(taken.select(".flash").text()).contains("2 databases are added");
        assertThat(marks(taken).subList(0, 2)).containsExactly("Done", "Ready");
        assertThat(next(taken)).isEqualTo("/programs/mine/access");
        assertThat(open("/programs/mine/inventory").select("#path"))
                .as("only after an import")
                .isEmpty();

        Document plan = open("/programs/mine/plan");
        assertThat(plan.select(".empty a.go").attr("href")).isEqualTo("/programs/mine/plan/edit#propose");
        assertThat(plan.select(".empty a:not(.go)").attr("href")).isEqualTo("/programs/mine/plan/edit");
        Document proposed = send(
                open("/programs/mine/plan/edit"),
                "#propose form",
                Map.of("start", "2027-03-01T08:00", "pilot", "1", "most", "8"));
        assertThat(status).as(proposed.text()).isEqualTo(200);
        assertThat(proposed.select("#added tbody tr").eachText())
                .containsExactly("W1 Pilot 1 Mar 2027 08:00 1 PAYTEST", "W2 Production 1 8 Mar 2027 08:00 1 PAYROLL");
        Document wave = send(
                open("/programs/mine/plan/edit"),
                "form[action=/programs/mine/plan/waves]",
                Map.of("number", "1", "title", "Pilot"));
        assertThat(status).as(wave.text()).isEqualTo(200);
        assertThat(Previewed.is(wave)).as("looked at before it is saved").isTrue();
        send(wave, "#save", Map.of());
        assertThat(status).isEqualTo(200);
        Document placed = send(
                open("/programs/mine/plan/waves/1"),
                "form.edit[action$=/waves/1/members]",
                Map.of("databases", "PAYROLL PAYTEST"));
        send(placed, "#save", Map.of());
        assertThat(status).isEqualTo(200);
        Document planned = open("/programs/mine");
        assertThat(planned.select("#path li").last().text()).contains("Start the first run", "Go to the start");
        Document database = open(
                URI.create(planned.select("#path li").last().expectFirst("a").attr("href"))
                        .getPath());
        assertThat(database.select(".starts summary").eachText())
                .satisfiesExactly(
                        one -> assertThat(one).isEqualTo("Discovery may start"),
                        one -> assertThat(one).startsWith("Evaluation"),
                        one -> assertThat(one).startsWith("Rehearsal"),
                        one -> assertThat(one).startsWith("Production run"));
        assertThat(database.text()).doesNotContain("POST /api");

        Document looking = send(database, "#start-DISCOVERY form", Map.of());
        assertThat(looking.select(".flash").text()).isEqualTo("Discovery is started.");
        assertThat(looking.select("#start")).as("while a run is open").isEmpty();

        List<Fact> seen = new ArrayList<>();
        for (int i = 0; i < SEEN.size(); i += 2) {
            seen.add(new Fact(
                    (String) SEEN.get(i),
                    SEEN.get(i + 1),
                    null,
                    "capture.txt",
                    Instant.parse("2026-06-01T10:00:00Z"),
                    Confidence.MEASURED));
        }
        facts.put("mine", "PAYROLL", seen, "test");
        Document methods = open("/programs/mine/databases/PAYROLL/methods");
        assertThat(methods.select("#start-DISCOVERY").text()).contains("One of the kind is open");
        assertThat(methods.select("#start-DISCOVERY form")).isEmpty();
        assertThat(methods.select("#start-PRODUCTION .rows").text()).contains("has reached its end. Rehearse it.");
        assertThat(methods.select("#start-PRODUCTION form")).isEmpty();

        Document refused = send(methods, "#start-REHEARSAL form", Map.of("source", "COPY"));
        assertThat(status).isEqualTo(422);
        assertThat(refused.text()).contains("name the host that it is opened on");
        Document rehearsal = send(
                methods,
                "#start-REHEARSAL form",
                Map.of("source", "COPY", "host", "copy-1", "port", "", "service", "PAYCOPY"));
        assertThat(status).as(rehearsal.text()).isEqualTo(200);
        assertThat(rehearsal.select(".flash").text()).isEqualTo("Rehearsal is started.");
        assertThat(read(get("pm", "/api/v1/programs/mine/migrations?purpose=REHEARSAL"))
                        .at("/items/0/source/host")
                        .asString())
                .isEqualTo("copy-1");
        assertThat(open("/programs/mine").select("#path"))
                .as("it was walked to its end")
                .isEmpty();

        String start = "/programs/mine/databases/PAYROLL/start";
        Element token = methods.expectFirst("#start-REHEARSAL form [name=_csrf]");
        for (String confirm : List.of("", "payroll")) {
            assertThat(production(start, token.val(), confirm).text()).contains("PAYROLL");
            assertThat(status).as("typed '%s'", confirm).isEqualTo(422);
        }
        assertThat(production(start, token.val(), "PAYROLL").text()).contains("Rehearse it.");
        assertThat(status).as("what stands against it").isEqualTo(409);
    }

    private Document production(String path, String token, String confirm) throws Exception {
        return page(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(
                        "_csrf=" + encoded(token) + "&key=first-hour-1&what=PRODUCTION&confirm=" + confirm)));
    }

    @Test
    void whoeverMayOnlyReadIsOfferedNoStart() throws Exception {
        program("shown");
        post("pm", "/api/v1/programs/shown/inventory", key(), "text/csv", HEADER + "PAY,Payroll,production\n");
        enter("viewer");
        Document database = open("/programs/shown/databases/PAY");
        assertThat(database.select(".starts, main form")).isEmpty();
        assertThat(database.text()).contains("Whoever decides in the program starts it on this page");
        assertThat(open("/programs").select("#new")).isEmpty();
        assertThat(open("/programs/shown").select("#path a[href$=/inventory]")).isEmpty();
    }
}
