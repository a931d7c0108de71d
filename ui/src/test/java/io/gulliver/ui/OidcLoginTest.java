package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.service.people.AccountService;
import io.gulliver.testing.TestDirectory;
import io.gulliver.ui.security.IdentityProvider;
import io.gulliver.ui.security.IdentityProvider.Spoilt;
import io.gulliver.ui.security.People;
import io.gulliver.ui.security.ShiftedSessions;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.catalina.LifecycleException;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Log-in by a real OpenID Connect provider, over real ports on both sides. */
@SpringBootTest(
        classes = {FaceApplication.class, ShiftedSessions.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "gulliver.lab.users=true",
            "server.address=127.0.0.1",
            "gulliver.web.oidc.client-id=" + IdentityProvider.CLIENT,
            "gulliver.web.oidc.title=Blefuscu ID",
            "gulliver.web.oidc.groups-claim=groups",
            "gulliver.web.oidc.grants[0].group=Night shift",
            "gulliver.web.oidc.grants[0].program=northmoor",
            "gulliver.web.oidc.grants[0].right=decide",
            "gulliver.web.oidc.grants[0].functions=cutover-manager"
        })
@Tag("store")
@Timeout(180)
class OidcLoginTest {
    private static final IdentityProvider PROVIDER = provider();
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(20))
            .build();

    @LocalServerPort
    private int port;

    @Autowired
    private AccountService accounts;

    @Autowired
    private People people;

    @Autowired
    private Northmoor northmoor;

    @Autowired
    private PasswordEncoder encoder;

    private static IdentityProvider provider() {
        try {
            return new IdentityProvider();
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) throws IOException {
        Path secret = TestDirectory.untilTheEnd("oidc").resolve("secret");
        Files.createDirectories(Objects.requireNonNull(secret.getParent()));
        Files.createFile(secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, IdentityProvider.SECRET + "\n");
        registry.add("gulliver.web.oidc.issuer", PROVIDER::issuer);
        registry.add("gulliver.web.oidc.client-secret", () -> "file:" + secret);
    }

    @AfterAll
    static void stop() throws LifecycleException {
        PROVIDER.close();
    }

    @BeforeEach
    void asItWas() {
        PROVIDER.spoil(Spoilt.NOT);
        PROVIDER.back("http://127.0.0.1:" + port + "/login?left");
    }

    /** A browser: cookies of Gulliver and of the provider, one step at a time. */
    private final class Browser {
        private final Map<String, String> here = new TreeMap<>();
        private final Map<String, String> there = new TreeMap<>();

        HttpResponse<String> get(String address) throws IOException, InterruptedException {
            return send(address, null);
        }

        HttpResponse<String> post(String address, Map<String, String> form) throws IOException, InterruptedException {
            return send(
                    address,
                    form.entrySet().stream()
                            .map(field ->
                                    field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                            .collect(Collectors.joining("&")));
        }

        private HttpResponse<String> send(String address, @Nullable String form)
                throws IOException, InterruptedException {
            URI uri = URI.create(address.startsWith("/") ? "http://127.0.0.1:" + port + address : address);
            Map<String, String> cookies = uri.getPort() == port ? here : there;
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).header("Accept", "text/html");
            if (!cookies.isEmpty()) {
                request.header(
                        "Cookie",
                        cookies.entrySet().stream()
                                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                                .collect(Collectors.joining("; ")));
            }
            if (form != null) {
                request.header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form));
            }
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            for (String cookie : response.headers().allValues("Set-Cookie")) {
                String pair = cookie.split(";", 2)[0];
                String value = pair.substring(pair.indexOf('=') + 1);
                if (value.isEmpty()) {
                    cookies.remove(pair.substring(0, pair.indexOf('=')));
                } else {
                    cookies.put(pair.substring(0, pair.indexOf('=')), value);
                }
            }
            return response;
        }

        /** Begins a log-in; where the browser is sent. */
        String begin() throws IOException, InterruptedException {
            return location(get("/oauth2/authorization/oidc"));
        }

        /** Logs in at the provider; where the browser is sent back to. */
        String through(String subject) throws IOException, InterruptedException {
            HttpResponse<String> asked = get(begin());
            if (location(asked).contains("/login/oauth2/code/")) {
                return location(asked); // still logged in there
            }
            HttpResponse<String> form = get(location(asked));
            HttpResponse<String> in = post(
                    PROVIDER.issuer() + "/login",
                    Map.of(
                            "username",
                            subject,
                            "password",
                            IdentityProvider.PASSWORD,
                            "_csrf",
                            Jsoup.parse(form.body()).select("input[name=_csrf]").attr("value")));
            return location(get(location(in)));
        }

        /** The whole way in; where the browser ends. */
        String logIn(String subject) throws IOException, InterruptedException {
            return location(get(through(subject)));
        }

        /** Logs in by a password, as the form of the log-in page does. */
        void passwordIn(String name, String password) throws IOException, InterruptedException {
            String form = get("/login").body();
            post(
                    "/login",
                    Map.of(
                            "username",
                            name,
                            "password",
                            password,
                            "_csrf",
                            Jsoup.parse(form).select("input[name=_csrf]").attr("value")));
        }

        boolean in() throws IOException, InterruptedException {
            return get("/audit").statusCode() == 200;
        }

        String logOut() throws IOException, InterruptedException {
            String page = get("/audit").body();
            return location(post(
                    "/logout",
                    Map.of(
                            "_csrf",
                            Jsoup.parse(page)
                                    .select("form.who input[name=_csrf]")
                                    .attr("value"))));
        }
    }

    /** Where an answer leads: as Gulliver says it, and whole of the provider. */
    private String location(HttpResponse<String> response) {
        String said = response.headers()
                .firstValue("Location")
                .orElseThrow(() -> new AssertionError(response.uri() + " answered " + response.statusCode()
                        + " without a redirect: " + response.body()));
        return response.uri().getPort() == port
                ? said
                : response.uri().resolve(said).toString();
    }

    private static Map<String, String> query(String address) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String pair : URI.create(address).getRawQuery().split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    private static void person(String subject, String name, String... groups) {
        PROVIDER.says(subject, "preferred_username", name);
        PROVIDER.says(subject, "name", name.toUpperCase(Locale.ROOT) + " of Blefuscu");
        PROVIDER.says(subject, "groups", List.of(groups));
    }

    private String audit(String object) throws IOException, InterruptedException {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://127.0.0.1:" + port + "/api/v1/audit?limit=1000&object=" + object))
                                .header(
                                        "Authorization",
                                        "Basic "
                                                + Base64.getEncoder()
                                                        .encodeToString(
                                                                "admin:lilliput".getBytes(StandardCharsets.UTF_8)))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void aPersonComesInByTheCodeFlowAndHasWhatTheGroupsGive() throws Exception {
        person(
                "u-17",
                "ana",
                "gulliver:northmoor:work",
                "gulliver:northmoor:dba",
                "Night shift",
                "gulliver:nowhere:administer",
                "gulliver:*:administrator",
                "another:northmoor:administer");
        Browser browser = new Browser();
        HttpResponse<String> login = browser.get("/login");
        assertThat(Jsoup.parse(login.body())
                        .select("a[href=/oauth2/authorization/oidc]")
                        .text())
                .isEqualTo("Log in with Blefuscu ID");
        browser.get("/programs/northmoor/risks"); // the page that was wanted

        String begun = browser.begin();
        assertThat(begun).startsWith(PROVIDER.issuer() + "/oauth2/authorize?");
        assertThat(query(begun))
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("response_type", "code")
                .containsKeys("state", "nonce", "code_challenge");
        assertThat(browser.here)
                .as("no session before the log-in, and nothing to read in the cookie")
                .doesNotContainKey("JSESSIONID")
                .containsKey("gulliver-oidc");
        assertThat(browser.here.get("gulliver-oidc"))
                .doesNotContain(query(begun).get("state"));

        assertThat(browser.logIn("u-17")).isEqualTo("/programs/northmoor/risks");
        assertThat(browser.get("/programs/northmoor/risks").body()).contains("ana");
        assertThat(browser.here).doesNotContainKey("gulliver-oidc");

        Account ana = accounts.find("ana").orElseThrow();
        assertThat(List.of(ana.issuer(), ana.subject(), ana.title()))
                .containsExactly(PROVIDER.issuer(), "u-17", "ANA of Blefuscu");
        assertThat(ana.administrator()).as("never claimed").isFalse();
        assertThat(ana.rights())
                .singleElement()
                .satisfies(
                        held -> assertThat(held.endsAt()).as("ends by itself").isNotNull());
        Access access = accounts.access("ana");
        assertThat(access.right("northmoor")).isEqualTo(Right.DECIDE);
        assertThat(access.functions("northmoor")).containsExactly("cutover-manager", "dba");
        assertThat(access.seesAll()).isFalse();
        assertThat(audit("person/ana"))
                .contains("person.added", "claims of " + PROVIDER.issuer(), "\"login\"", "127.0.0.1");

        // a second session of the same issuer and subject is the same person, whatever it is called there by now
        person("u-17", "anna-with-another-name", "gulliver:northmoor:read");
        Browser second = new Browser();
        assertThat(second.logIn("u-17")).startsWith("/");
        assertThat(second.get("/sessions").body()).contains(">ana<").doesNotContain("anna-with-another-name");
        assertThat(accounts.find("anna-with-another-name")).isEmpty();
        assertThat(accounts.access("ana").right("northmoor"))
                .as("what the groups gave is gone with them, in the first session too")
                .isEqualTo(Right.READ);
        assertThat(accounts.access("ana").functions("northmoor")).isEmpty();
    }

    @Test
    void refusesWhatIsNotToBeBelieved() throws Exception {
        person("u-20", "bel", "gulliver:northmoor:read");
        for (Spoilt how : Spoilt.values()) {
            if (how == Spoilt.NOT) {
                continue;
            }
            PROVIDER.spoil(how);
            Browser browser = new Browser();
            assertThat(browser.logIn("u-20")).as("%s", how).isEqualTo("/login?issuer=untrue");
            assertThat(browser.in()).as("%s", how).isFalse();
            assertThat(browser.here).as("%s", how).doesNotContainKey("JSESSIONID");
        }
        assertThat(accounts.find("bel")).isEmpty();
        assertThat(Jsoup.parse(new Browser().get("/login?issuer=untrue").body())
                        .select("[role=alert]")
                        .text())
                .contains("Blefuscu ID", "not to be believed");
        assertThat(audit("person/unknown")).contains("login.failed", "untrue", PROVIDER.issuer());
    }

    @Test
    void takesAnAnswerOnceAndInTheBrowserThatAsked() throws Exception {
        person("u-21", "cal", "gulliver:northmoor:read");
        Browser browser = new Browser();
        String answer = browser.through("u-21");
        Map<String, String> asked = Map.copyOf(browser.here);

        Browser stranger = new Browser();
        assertThat(location(stranger.get(answer)))
                .as("a code that somebody slipped to another browser")
                .isEqualTo("/login?issuer=over");
        stranger.begin();
        assertThat(location(stranger.get(answer)))
                .as("a log-in of its own is under way there")
                .isEqualTo("/login?issuer=over");
        assertThat(location(browser.get(answer.replace("state=", "state=x")))).isEqualTo("/login?issuer=over");

        browser.here.putAll(asked);
        assertThat(location(browser.get(answer))).isEqualTo("/");
        Browser thief = new Browser();
        thief.here.putAll(asked);
        assertThat(location(thief.get(answer)))
                .as("the same state again, with a copy of the cookie")
                .isEqualTo("/login?issuer=over");
        assertThat(thief.in()).isFalse();

        Browser forger = new Browser();
        forger.begin();
        forger.here.computeIfPresent(
                "gulliver-oidc", (name, value) -> value.substring(0, 20) + "AAAA" + value.substring(24));
        assertThat(location(forger.get("/login/oauth2/code/oidc?code=x&state=y")))
                .isEqualTo("/login?issuer=over");
        assertThat(location(new Browser().get("/login/oauth2/code/oidc?error=access_denied&state=y")))
                .isEqualTo("/login?issuer=over");
    }

    @Test
    void refusesWhoeverIsNotToldWhole() throws Exception {
        person("u-22", "dora", "gulliver:northmoor:read");
        PROVIDER.says("u-22", "groups", null);
        assertThat(new Browser().logIn("u-22")).as("no groups").isEqualTo("/login?issuer=claims");
        person("u-22", "dora");
        PROVIDER.says("u-22", "preferred_username", null);
        assertThat(new Browser().logIn("u-22")).as("no name").isEqualTo("/login?issuer=claims");
        for (String name : List.of("DBA", "evil\u0000name", "x\u200by", "a:b")) {
            person("u-22", name);
            assertThat(new Browser().logIn("u-22")).as(name).isEqualTo("/login?issuer=name");
        }
        assertThat(accounts.list()).noneMatch(one -> one.subject().equals("u-22"));
        person("u-22", "dora");
        Browser browser = new Browser();
        assertThat(browser.logIn("u-22")).startsWith("/");
        assertThat(accounts.access("dora").anywhere())
                .as("in no group that gives anything")
                .isEqualTo(Right.NONE);
        assertThat(browser.get("/programs/northmoor/risks").statusCode()).isEqualTo(404);
    }

    @Test
    void aClosedAccountIsRefusedAndItsSessionEnds() throws Exception {
        person("u-23", "eda", "gulliver:northmoor:read");
        Browser browser = new Browser();
        browser.logIn("u-23");
        assertThat(browser.in()).isTrue();
        Account eda = accounts.find("eda").orElseThrow();
        accounts.change(
                new Account(
                        eda.name(),
                        eda.title(),
                        eda.email(),
                        eda.issuer(),
                        eda.subject(),
                        false,
                        Instant.now(),
                        null,
                        eda.rights(),
                        eda.functions(),
                        List.of(),
                        eda.version()),
                "admin");
        people.changed();
        assertThat(browser.in()).as("at the next click").isFalse();
        assertThat(new Browser().logIn("u-23")).isEqualTo("/login?issuer=closed");
    }

    /** Kim works here with a password, and gets an account at the provider later, by another name: she stays one. */
    @Test
    void anAccountOfThisInstallationIsBoundToASubject() throws Exception {
        northmoor.person(
                "kim",
                String.valueOf(encoder.encode("orbit-velvet-canyon")),
                List.of(new Account.HeldRight("northmoor", Right.WORK, null)),
                List.of(new Account.HeldFunction("northmoor", Function.DBA, null)));
        person("u-41", "kim", "gulliver:northmoor:work", "gulliver:northmoor:dba");
        assertThat(new Browser().logIn("u-41"))
                .as("a name that is the same is nobody's proof")
                .isEqualTo("/login?issuer=name");
        Browser before = new Browser();
        before.passwordIn("kim", "orbit-velvet-canyon");
        assertThat(before.in()).isTrue();

        assertThat(api("kim:orbit-velvet-canyon", "PUT", "/people/kim/subject", "{\"subject\":\"u-41\"}")
                        .statusCode())
                .as("no administrator")
                .isEqualTo(403);
        assertThat(api("admin:lilliput", "PUT", "/people/pm/subject", "{\"subject\":\"u-41\"}")
                        .statusCode())
                .as("of the lab")
                .isEqualTo(409);
        assertThat(api("admin:lilliput", "PUT", "/people/kim/subject", "{\"subject\":\" \"}")
                        .statusCode())
                .isEqualTo(422);
        HttpResponse<String> bound = api("admin:lilliput", "PUT", "/people/kim/subject", "{\"subject\":\"u-41\"}");
        assertThat(bound.statusCode()).as(bound.body()).isEqualTo(200);
        assertThat(bound.body()).contains(PROVIDER.issuer(), "u-41");

        assertThat(before.in()).as("log-ins by the password are over").isFalse();
        Browser guess = new Browser();
        guess.passwordIn("kim", "orbit-velvet-canyon");
        assertThat(guess.in()).as("and so is the password").isFalse();
        person("u-41", "kim.keller", "gulliver:northmoor:work", "gulliver:northmoor:dba");
        Browser browser = new Browser();
        browser.logIn("u-41");
        assertThat(browser.get("/sessions").body()).contains(">kim<");
        assertThat(accounts.find("kim.keller")).as("no second account").isEmpty();
        assertThat(accounts.access("kim").right("northmoor")).isEqualTo(Right.WORK);
        assertThat(accounts.access("kim").functions("northmoor")).containsExactly("dba");
        assertThat(audit("person/kim")).contains("person.bound", "u-41", PROVIDER.issuer());

        person("u-42", "lou", "gulliver:northmoor:read");
        new Browser().logIn("u-42");
        HttpResponse<String> taken = api("admin:lilliput", "PUT", "/people/lou/subject", "{\"subject\":\"u-41\"}");
        assertThat(taken.statusCode()).isEqualTo(409);

        // the page does the same, and gives the link for a password with it
        Browser admin = new Browser();
        admin.passwordIn("admin", "lilliput");
        HttpResponse<String> page = admin.get("/people/person?name=kim");
        HttpResponse<String> unbound = admin.post(
                "/people/unbind",
                Map.of(
                        "name",
                        "kim",
                        "_csrf",
                        Jsoup.parse(page.body())
                                .select("form[action=/people/unbind] input[name=_csrf]")
                                .attr("value")));
        String after = unbound.body();
        assertThat(after).contains("/join?token=");
        assertThat(Jsoup.parse(after).select("form[action=/people/bind] input[name=subject]"))
                .hasSize(1);
        assertThat(accounts.find("kim")).map(Account::issuer).contains(Account.LOCAL);
        assertThat(browser.in()).as("log-ins by the provider are over").isFalse();
        assertThat(api("admin:lilliput", "DELETE", "/people/lou/subject", null).statusCode())
                .isEqualTo(200);
        assertThat(audit("person/kim")).contains("person.unbound");
    }

    private HttpResponse<String> api(String who, String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                        .header(
                                "Authorization",
                                "Basic " + Base64.getEncoder().encodeToString(who.getBytes(StandardCharsets.UTF_8)))
                        .header("Content-Type", "application/json")
                        .method(
                                method,
                                body == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** As the console or another web process would: nobody tells this process of it. */
    @Test
    void whatIsTakenHereIsGoneWithinSecondsInSessionsAndTokens() throws Exception {
        person("u-31", "gus", "gulliver:northmoor:work");
        Browser browser = new Browser();
        browser.logIn("u-31");
        String token = accounts.makeToken(
                        "gus", "for scripts", Right.WORK, null, Instant.now().plus(Duration.ofDays(1)))
                .secret();
        assertThat(browser.get("/programs/northmoor/risks").statusCode()).isEqualTo(200);
        assertThat(bearer(token, "/programs/northmoor")).isEqualTo(200);

        Account gus = accounts.find("gus").orElseThrow();
        Account less = accounts.change(changed(gus, List.of(), null), "admin");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(List.of(
                                browser.get("/programs/northmoor/risks").statusCode(),
                                bearer(token, "/programs/northmoor")))
                        .containsExactly(404, 404));
        assertThat(browser.get("/sessions").statusCode()).as("still somebody").isEqualTo(200);

        accounts.change(changed(less, gus.rights(), Instant.now()), "admin");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(List.of(
                                browser.get("/programs/northmoor/risks").statusCode(),
                                bearer(token, "/programs/northmoor")))
                        .containsExactly(302, 401));
    }

    private static Account changed(Account of, List<Account.HeldRight> rights, @Nullable Instant disabledAt) {
        return new Account(
                of.name(),
                of.title(),
                of.email(),
                of.issuer(),
                of.subject(),
                of.administrator(),
                disabledAt,
                of.endsAt(),
                rights,
                of.functions(),
                of.deputies(),
                of.version());
    }

    private int bearer(String token, String path) throws IOException, InterruptedException {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    /** What groups give is heard at a log-in: one that is old is made anew, without a word while the provider knows who it is. */
    @Test
    void anOldLogInIsRenewedAtTheProviderAndHearsTheGroupsAnew() throws Exception {
        person("u-32", "ida", "gulliver:northmoor:work");
        Browser browser = new Browser();
        browser.logIn("u-32");
        assertThat(browser.get("/programs/northmoor/risks").statusCode()).isEqualTo(200);
        person("u-32", "ida", "gulliver:northmoor:read");
        HttpResponse<String> old;
        ShiftedSessions.shift(Duration.ofHours(2).plusMinutes(1));
        try {
            old = browser.get("/programs/northmoor/risks");
        } finally {
            ShiftedSessions.shift(Duration.ZERO);
        }
        assertThat(location(old)).endsWith("/oauth2/authorization/oidc");
        assertThat(browser.in()).as("the old log-in is over").isFalse();
        browser.get("/programs/northmoor/risks"); // the page that was wanted
        String back = location(browser.get(browser.begin()));
        assertThat(back).as("the provider asks nothing").contains("/login/oauth2/code/");
        assertThat(location(browser.get(back))).isEqualTo("/programs/northmoor/risks");
        assertThat(accounts.access("ida").right("northmoor")).isEqualTo(Right.READ);

        browser.get("/programs/northmoor/risks");
        ShiftedSessions.shift(Duration.ofHours(9));
        try {
            assertThat(location(browser.get("/programs/northmoor/risks")))
                    .as("whoever was away for long is asked")
                    .endsWith("/login");
        } finally {
            ShiftedSessions.shift(Duration.ZERO);
        }
    }

    @Test
    void logOutReachesTheProvider() throws Exception {
        person("u-24", "fay", "gulliver:northmoor:read");
        Browser browser = new Browser();
        browser.logIn("u-24");
        assertThat(browser.get("/audit").headers().firstValue("Content-Security-Policy"))
                .as("browsers let the form lead there")
                .hasValueSatisfying(policy -> assertThat(policy).contains("form-action 'self' " + PROVIDER.issuer()));
        int before = PROVIDER.logouts();
        String left = browser.logOut();
        assertThat(left).startsWith(PROVIDER.issuer() + "/connect/logout?");
        assertThat(query(left)).containsKey("id_token_hint");
        assertThat(location(browser.get(left))).isEqualTo("http://127.0.0.1:" + port + "/login?left");
        assertThat(PROVIDER.logouts()).isEqualTo(before + 1);
        assertThat(browser.in()).isFalse();
        assertThat(location(browser.get(browser.begin())))
                .as("logged out there too: it asks for the password")
                .endsWith("/login");
        assertThat(audit("person/fay")).contains("\"logout\"");
    }

    @Test
    void passwordsLogInWhileTheProviderIsAway() throws Exception {
        person("u-25", "gil", "gulliver:northmoor:read");
        Browser browser = new Browser();
        browser.logIn("u-25");
        PROVIDER.goAway();
        try {
            // what was heard of it is good for some seconds
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> new Browser().begin(), "/login?issuer=away"::equals);
            assertThat(Jsoup.parse(new Browser().get("/login?issuer=away").body())
                            .select("[role=alert]")
                            .text())
                    .contains("Blefuscu ID does not answer", "Passwords of Gulliver log in as always");
            Browser password = new Browser();
            String form = password.get("/login").body();
            assertThat(location(password.post(
                            "/login",
                            Map.of(
                                    "username",
                                    "viewer",
                                    "password",
                                    "lilliput",
                                    "_csrf",
                                    Jsoup.parse(form)
                                            .select("input[name=_csrf]")
                                            .attr("value")))))
                    .isEqualTo("/");
            assertThat(password.in()).isTrue();
            assertThat(browser.in()).as("whoever is in stays in").isTrue();
        } finally {
            PROVIDER.comeBack();
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> new Browser().begin(), to -> to.startsWith(PROVIDER.issuer()));
        }
    }

    /** What only a browser shows: the page's policy lets the form of the log-out lead to the provider. */
    @Test
    @Tag("process")
    void aBrowserGoesTheWholeWayInAndOut() throws Exception {
        person("u-26", "hal", "gulliver:northmoor:read");
        ChromeDriver browser = Browsers.open();
        try {
            WebDriverWait patience = new WebDriverWait(browser, Duration.ofSeconds(60));
            browser.get("http://127.0.0.1:" + port + "/login");
            assertThat(Axe.violations(browser)).isEmpty();
            browser.findElement(By.linkText("Log in with Blefuscu ID")).click();
            patience.until(page -> !page.findElements(By.name("username")).isEmpty()
                    && page.getCurrentUrl().startsWith(PROVIDER.issuer()));
            browser.findElement(By.name("username")).sendKeys("u-26");
            browser.findElement(By.name("password")).sendKeys(IdentityProvider.PASSWORD, Keys.ENTER);
            patience.until(page -> page.getCurrentUrl().contains("/programs/northmoor"));
            int before = PROVIDER.logouts();
            browser.findElement(By.cssSelector("form.who button")).click();
            patience.until(page -> page.getCurrentUrl().endsWith("/login?left"));
            assertThat(PROVIDER.logouts()).isEqualTo(before + 1);
            browser.findElement(By.linkText("Log in with Blefuscu ID")).click();
            patience.until(page -> page.getCurrentUrl().startsWith(PROVIDER.issuer() + "/login"));
        } finally {
            browser.quit();
        }
    }
}
