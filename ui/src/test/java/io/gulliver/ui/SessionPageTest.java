package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.persistence.view.AuditRow;
import io.gulliver.service.people.AccountService;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Over real HTTP, because sessions are the server's. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("store")
@Timeout(120)
class SessionPageTest {
    @LocalServerPort
    private int port;

    @Autowired
    private Northmoor northmoor;

    @Autowired
    private AccountService accounts;

    @Autowired
    private PasswordEncoder encoder;

    private Connection at(String path, Map<String, String> cookies) {
        return Jsoup.connect("http://127.0.0.1:" + port + path)
                .cookies(cookies)
                .header("Accept", "text/html")
                .ignoreContentType(true)
                .ignoreHttpErrors(true);
    }

    private Map<String, String> logIn(String who) throws IOException {
        return logIn(who, "lilliput");
    }

    private Map<String, String> logIn(String who, String password) throws IOException {
        Connection.Response form = at("/login", Map.of()).execute();
        Connection.Response in = at("/login", form.cookies())
                .data("username", who, "password", password)
                .data("_csrf", form.parse().select("input[name=_csrf]").attr("value"))
                .method(Connection.Method.POST)
                .followRedirects(false)
                .execute();
        Map<String, String> cookies = new HashMap<>(form.cookies());
        cookies.putAll(in.cookies());
        return cookies;
    }

    private Document page(Map<String, String> cookies) throws IOException {
        return at("/sessions", cookies).execute().parse();
    }

    private static List<Element> rows(Document page) {
        return page.select("table.tbl tbody tr");
    }

    private Connection.Response end(Map<String, String> cookies, String address) throws IOException {
        return at(address, cookies)
                .data("_csrf", page(cookies).select("input[name=_csrf]").attr("value"))
                .method(Connection.Method.POST)
                .execute();
    }

    private boolean in(Map<String, String> cookies) throws IOException {
        return at("/audit", cookies).execute().url().getPath().equals("/audit");
    }

    @Test
    void oneSeesOnesOwnLogInsAndEndsTheOneThatWasForgotten() throws Exception {
        Map<String, String> forgotten = logIn("cutover");
        int before = rows(page(forgotten)).size();
        String address = page(forgotten).select("tr:has(.tag) form").attr("action");
        Map<String, String> here = logIn("cutover");
        Map<String, String> another = logIn("approver");

        Document page = page(here);

        assertThat(rows(page))
                .hasSize(before + 1)
                .allSatisfy(row -> assertThat(row.text()).contains("cutover"));
        assertThat(page.select("tr:has(.tag)")).hasSize(1);
        assertThat(page.html())
                .as("what opens a session is not shown")
                .doesNotContain(Stream.of(forgotten, here)
                        .flatMap(cookies -> Stream.of(cookies.get("JSESSIONID"), decoded(cookies.get("JSESSIONID"))))
                        .toList());

        end(here, address);

        assertThat(in(forgotten)).isFalse();
        assertThat(in(here)).isTrue();
        assertThat(in(another)).isTrue();
        assertThat(northmoor
                        .stores()
                        .audit()
                        .list(null, "person/cutover", null, 5)
                        .rows())
                .extracting(AuditRow::event)
                .anySatisfy(event -> {
                    assertThat(event.action()).isEqualTo("session.ended");
                    assertThat(event.actor()).isEqualTo("cutover");
                });
    }

    private static String decoded(String cookie) {
        return new String(Base64.getDecoder().decode(cookie), StandardCharsets.UTF_8);
    }

    /** Whoever ends the very log-in that asks is a stranger at the next click. */
    @Test
    void endingTheLogInThatAsksIsLoggingOut() throws Exception {
        Map<String, String> here = logIn("cutover");

        Connection.Response answer =
                end(here, page(here).select("tr:has(.tag) form").attr("action"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.url().getPath()).isEqualTo("/login");
        assertThat(in(here)).isFalse();
    }

    @Test
    void aStreamOfChangesEndsWithItsSession() throws Exception {
        Map<String, String> here = logIn("cutover");
        // The answer has begun when this returns, so the stream is open before its session ends.
        HttpResponse<InputStream> stream = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/programs/northmoor/events"))
                                .header("Accept", "text/event-stream")
                                .header("Cookie", "JSESSIONID=" + here.get("JSESSIONID"))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        assertThat(stream.statusCode()).isEqualTo(200);

        end(here, page(here).select("tr:has(.tag) form").attr("action"));

        // Returns at the end of the stream alone; without one the class's time runs out.
        assertThat(new String(stream.body().readAllBytes(), StandardCharsets.UTF_8))
                .contains("beat");
    }

    @Test
    void onlyAnAdministratorSeesAndEndsThoseOfOthers() throws Exception {
        Map<String, String> dba = logIn("dba");
        Map<String, String> viewer = logIn("viewer");
        Map<String, String> admin = logIn("admin");
        String address = rows(page(admin)).stream()
                .filter(row -> row.select("th span").first().text().equals("dba"))
                .findFirst()
                .orElseThrow()
                .select("form")
                .attr("action");

        assertThat(rows(page(viewer))).allSatisfy(row -> assertThat(row.text()).contains("viewer"));
        assertThat(end(viewer, address).statusCode()).isEqualTo(404);
        assertThat(in(dba)).isTrue();

        end(admin, address);

        assertThat(in(dba)).isFalse();
        assertThat(in(admin)).isTrue();
    }

    private Connection.Response change(Map<String, String> cookies, String old, String password, String again)
            throws IOException {
        return at("/sessions/password", cookies)
                .data("_csrf", page(cookies).select("input[name=_csrf]").attr("value"))
                .data("old", old, "password", password, "again", again)
                .method(Connection.Method.POST)
                .execute();
    }

    @Test
    void aChangedPasswordEndsAllLogInsOfItsPersonAndNobodyElses() throws Exception {
        northmoor.person("kim", String.valueOf(encoder.encode("orbit-velvet-canyon")), List.of(), List.of());
        Map<String, String> here = logIn("kim", "orbit-velvet-canyon");
        Map<String, String> elsewhere = logIn("kim", "orbit-velvet-canyon");
        Map<String, String> another = logIn("approver");
        assertThat(page(here).select("form[action=/sessions/password] input[type=password]"))
                .hasSize(3);

        for (String[] wrong : new String[][] {
            {"not-the-old-one", "piano-harbour-linen", "piano-harbour-linen", "not your current password"},
            {"", "piano-harbour-linen", "piano-harbour-linen", "not your current password"},
            {"orbit-velvet-canyon", "piano-harbour-linen", "piano-harbour-linem", "two passwords differ"},
            {"orbit-velvet-canyon", "short", "short", "at least 12"},
            {"orbit-velvet-canyon", "Password1234", "Password1234", "tried first"}
        }) {
            Connection.Response refused = change(here, wrong[0], wrong[1], wrong[2]);
            assertThat(refused.statusCode()).as(wrong[3]).isEqualTo(422);
            assertThat(refused.body()).contains(wrong[3]).doesNotContain(wrong[1]);
        }
        assertThat(in(here)).isTrue();
        assertThat(in(elsewhere)).isTrue();
        assertThat(at("/sessions/password", here)
                        .data("old", "orbit-velvet-canyon", "password", "piano-harbour-linen")
                        .data("again", "piano-harbour-linen")
                        .method(Connection.Method.POST)
                        .execute()
                        .statusCode())
                .as("without the token of the form")
                .isEqualTo(403);

        Connection.Response changed = change(here, "orbit-velvet-canyon", "piano-harbour-linen", "piano-harbour-linen");

        assertThat(changed.url().getPath()).isEqualTo("/login");
        assertThat(in(here)).as("this log-in too").isFalse();
        assertThat(in(elsewhere)).isFalse();
        assertThat(in(another)).isTrue();
        assertThat(in(logIn("kim", "orbit-velvet-canyon")))
                .as("the old one, at once")
                .isFalse();
        assertThat(in(logIn("kim", "piano-harbour-linen"))).isTrue();
        assertThat(northmoor.stores().audit().list(null, "person/kim", null, 20).rows())
                .extracting(AuditRow::event)
                .anySatisfy(event -> {
                    assertThat(event.action()).isEqualTo("person.password");
                    assertThat(event.actor()).isEqualTo("kim");
                })
                .allSatisfy(event ->
                        assertThat(event.toString()).doesNotContain("orbit-velvet-canyon", "piano-harbour-linen"));
    }

    /** A log-in that was left open is no faster way to guess, and what is guessed there stands in the record. */
    @Test
    void aWrongOldPasswordIsCountedAsAtTheDoorAndTold() throws Exception {
        northmoor.person("lee", String.valueOf(encoder.encode("orbit-velvet-canyon")), List.of(), List.of());
        Map<String, String> here = logIn("lee", "orbit-velvet-canyon");
        // as another person's browser behind the same address: one that knows nobody
        here.remove("gulliver-browser");

        for (int i = 0; i < 5; i++) {
            assertThat(change(here, "guess-number-" + i, "piano-harbour-linen", "piano-harbour-linen")
                            .statusCode())
                    .isEqualTo(422);
            assertThat(in(logIn("lee", "guess-at-the-door-" + i))).isFalse();
        }

        Connection.Response closed = change(here, "orbit-velvet-canyon", "piano-harbour-linen", "piano-harbour-linen");
        assertThat(closed.statusCode()).as("even the right one").isEqualTo(429);
        assertThat(closed.header("Retry-After")).isNotNull();
        assertThat(in(logIn("lee", "orbit-velvet-canyon"))).as("the same count").isFalse();
        assertThat(in(here)).as("the log-in that is there goes on").isTrue();
        assertThat(northmoor.stores().audit().list(null, "person/lee", null, 20).rows())
                .extracting(AuditRow::event)
                .filteredOn(event -> event.action().equals("person.password.refused"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.actor()).isEqualTo("lee");
                    assertThat(event.details()).containsEntry("address", "127.0.0.1");
                    assertThat(event.toString()).doesNotContain("guess-number");
                });
    }

    /** Of one issuer a person has one account, so that nobody is two persons for four eyes: said, and no failure. */
    @Test
    void anEMailOfAnotherAccountIsRefusedInWords() throws Exception {
        northmoor.person("mia", null, List.of(), List.of());
        northmoor.person("noa", null, List.of(), List.of());
        Map<String, String> admin = logIn("admin");
        int[] status = new int[2];
        for (int i = 0; i < 2; i++) {
            String name = i == 0 ? "mia" : "noa";
            Connection.Response answer = at("/people/person", admin)
                    .data("_csrf", page(admin).select("input[name=_csrf]").attr("value"))
                    .data("name", name, "title", name, "email", i == 0 ? "mia@bank.example" : "MIA@bank.example")
                    .data(
                            "version",
                            String.valueOf(accounts.find(name).orElseThrow().version()))
                    .method(Connection.Method.POST)
                    .followRedirects(false)
                    .execute();
            status[i] = answer.statusCode();
            assertThat(answer.body()).doesNotContain("Exception");
            if (i == 1) {
                assertThat(answer.body()).contains("another account");
            }
        }
        assertThat(status).containsExactly(302, 409);
        assertThat(accounts.find("noa").orElseThrow().email()).isNull();
    }

    @Test
    void whosePasswordIsNotKeptHereHasNoFormAndIsRefused() throws Exception {
        Map<String, String> lab = logIn("viewer");
        assertThat(page(lab).select("form[action=/sessions/password]")).isEmpty();
        Connection.Response refused = change(lab, "lilliput", "piano-harbour-linen", "piano-harbour-linen");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("is not kept here");
        assertThat(in(logIn("viewer"))).as("unchanged").isTrue();
    }
}
