package io.gulliver.ui;

import static io.gulliver.ui.Someone.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.httpBasic;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.multipart;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.request;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.service.people.AccountService;
import io.gulliver.ui.frame.ContentPolicy;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.security.RoleGate;
import jakarta.servlet.http.Cookie;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.request.RequestPostProcessor;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

@SpringBootTest(
        classes = {FaceApplication.class, BreakingRoutes.class},
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@AutoConfigureMockMvc
@Tag("store")
class SecurityTest {
    @Autowired
    private MockMvc mvc;

    @Autowired
    private AccountService accounts;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    private record Route(String path, HttpMethod method, HandlerMethod handler, OpenTo open) {}

    private Stream<Route> routes() {
        return mappings.getHandlerMethods().entrySet().stream()
                .filter(entry -> entry.getValue().getBeanType().getName().startsWith("io.gulliver."))
                .filter(entry -> entry.getValue().getBeanType() != BreakingRoutes.class)
                .flatMap(entry -> paths(entry.getKey())
                        .map(path -> new Route(
                                path,
                                method(entry.getKey()),
                                entry.getValue(),
                                entry.getValue().getMethodAnnotation(OpenTo.class))));
    }

    private static Stream<String> paths(RequestMappingInfo info) {
        return info.getPatternValues().stream().map(pattern -> pattern.replaceAll("\\{[^}]+}", "x-1"));
    }

    private static HttpMethod method(RequestMappingInfo info) {
        Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
        return methods.isEmpty() ? HttpMethod.GET : methods.iterator().next().asHttpMethod();
    }

    @Test
    void everyRouteSaysForWhomItIsOpenAndTheTableSaysTheSame() throws Exception {
        Map<String, String> matrix = new TreeMap<>();
        routes().forEach(route -> {
            assertThat(route.open()).as("%s %s", route.method(), route.path()).isNotNull();
            matrix.put(route.method() + " " + route.path(), words(route.open()));
        });
        Path written = Files.write(
                Path.of("target", "authorization.txt"),
                matrix.entrySet().stream()
                        .map(entry -> String.format("%-34s %s", entry.getValue(), entry.getKey()))
                        .toList());
        List<String> table;
        try (InputStream file = Objects.requireNonNull(SecurityTest.class.getResourceAsStream("/authorization.txt"))) {
            table = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.strip().replaceAll(" +", " "))
                    .sorted()
                    .toList();
        }
        assertThat(Files.readAllLines(written).stream()
                        .map(line -> line.strip().replaceAll(" +", " "))
                        .sorted())
                .as("who may do what, as %s has it and /authorization.txt says it", written)
                .isEqualTo(table);
    }

    private static String words(OpenTo open) {
        return person(open)
                + (open.token() == Right.NONE ? "" : ";token:" + open.token())
                + (open.personally() ? ";personally" : "");
    }

    private static String person(OpenTo open) {
        if (open.strangers()) {
            return "strangers";
        }
        if (open.everybody()) {
            return "everybody";
        }
        String right = open.value() == Right.NONE ? "" : open.value().name();
        String functions =
                Arrays.stream(open.functions()).map(function -> function.key()).collect(Collectors.joining(","));
        return right
                + (functions.isEmpty() ? "" : "+" + functions)
                + (open.administrators() ? (right.isEmpty() ? "" : "|") + "administrators" : "");
    }

    /**
     * Every route × every right × with and without its functions × own program, another program, every one, administrator.
     * What belongs to no program is looked up by whoever sees one, and decided or set up by whoever may in all.
     */
    @Test
    void everyRouteIsClosedToWhoeverItDoesNotName() throws Exception {
        for (Route route : routes().toList()) {
            if (route.open().strangers() || route.path().endsWith("/events")) {
                continue;
            }
            boolean ofProgram = route.path().contains("/programs/x-1");
            for (Right right : Right.values()) {
                for (boolean function : new boolean[] {false, true}) {
                    for (String program : new String[] {"x-1", "northmoor", Account.EVERY}) {
                        for (boolean administrator : new boolean[] {false, true}) {
                            checks(route, right, function, program, administrator, ofProgram);
                        }
                    }
                }
            }
        }
    }

    private void checks(
            Route route, Right right, boolean function, String program, boolean administrator, boolean ofProgram)
            throws Exception {
        OpenTo open = route.open();
        boolean everywhere = program.equals(Account.EVERY);
        boolean there = !ofProgram || program.equals("x-1") || everywhere;
        Right held = there ? right : Right.NONE;
        boolean sees = held != Right.NONE;
        boolean wanted = open.everybody()
                || open.administrators() && administrator
                || open.value() != Right.NONE
                        && held.covers(open.value())
                        && (ofProgram || everywhere || open.value() != Right.ADMINISTER)
                        && (open.functions().length == 0 || function && sees && (ofProgram || everywhere));
        Access access = new Access(
                administrator,
                new TreeMap<>(right == Right.NONE ? Map.of() : Map.of(program, right)),
                new TreeMap<>(
                        function
                                ? Map.of(
                                        program,
                                        new TreeSet<>(Arrays.stream(open.functions())
                                                .map(one -> one.key())
                                                .toList()))
                                : Map.of()));
        Person person = new Person("somebody", access, ofProgram ? "x-1" : null, null);
        assertThat(RoleGate.isOpen(open, person))
                .as(
                        "%s %s for %s%s in %s%s",
                        route.method(),
                        route.path(),
                        right,
                        function ? " with function" : "",
                        program,
                        administrator ? ", administrator" : "")
                .isEqualTo(wanted);
    }

    /** What the gate decides is what is answered: once for each route, over the wire. */
    @Test
    void aProgramThatIsNotThereForAPersonIsNotFoundOnAnyRoute() throws Exception {
        RequestPostProcessor elsewhere = Someone.holding(
                "elsewhere",
                false,
                List.of(),
                List.of(new Account.HeldFunction(Account.EVERY, Function.MIGRATION_MANAGER, null)));
        for (Route route : routes().toList()) {
            if (route.open().strangers() || route.open().everybody()) {
                continue;
            }
            MockHttpServletResponse response = mvc.perform(
                            request(route.method(), route.path().replace("/programs/x-1", "/programs/northmoor"))
                                    .with(elsewhere)
                                    .with(csrf())
                                    .contentType("application/x-nonsense")
                                    .content("nonsense"))
                    .andReturn()
                    .getResponse();
            boolean ofProgram =
                    route.path().contains("/programs/x-1") && route.open().value() != Right.NONE;
            assertThat(response.getStatus())
                    .as("%s %s", route.method(), route.path())
                    .isEqualTo(ofProgram ? 404 : 403);
        }
        for (String path : List.of("/", "/programs", "/tasks?view=all", "/api/v1/programs")) {
            assertThat(mvc.perform(get(path).with(elsewhere))
                            .andReturn()
                            .getResponse()
                            .getContentAsString())
                    .as(path)
                    .doesNotContainIgnoringCase("northmoor");
        }
    }

    /** A token of somebody who may do everything: what is refused is refused to the token. */
    private String token(Right most, List<String> programs) throws Exception {
        mvc.perform(get("/").with(Someone.holding(
                "token-holder",
                true,
                List.of(new Account.HeldRight(Account.EVERY, Right.ADMINISTER, null)),
                Arrays.stream(Function.values())
                        .map(function -> new Account.HeldFunction(Account.EVERY, function, null))
                        .toList())));
        return "Bearer "
                + accounts.makeToken(
                                "token-holder",
                                "test",
                                most,
                                programs,
                                Instant.now().plusSeconds(600))
                        .secret();
    }

    private MockHttpServletResponse nonsense(Route route, String authorization) throws Exception {
        return mvc.perform(request(route.method(), route.path())
                        .header("Authorization", authorization)
                        .header("Idempotency-Key", UUID.randomUUID().toString())
                        .contentType("application/x-nonsense")
                        .content("nonsense"))
                .andReturn()
                .getResponse();
    }

    @Test
    void aTokenForReadingChangesNothingOnAnyRoute() throws Exception {
        String reads = token(Right.READ, List.of());
        for (Route route : routes().toList()) {
            if (!route.path().startsWith("/api/") || route.method().equals(HttpMethod.GET)) {
                continue;
            }
            MockHttpServletResponse response = nonsense(route, reads);
            if (route.open().token() == Right.READ) {
                assertThat(response.getContentAsString())
                        .as("%s %s", route.method(), route.path())
                        .doesNotContain("this one is for reading");
            } else {
                assertThat(response.getStatus())
                        .as("%s %s", route.method(), route.path())
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void aTokenBelowDecidesDecidesNothingAndAgreesToNothing() throws Exception {
        String works = token(Right.WORK, List.of());
        String decides = token(Right.DECIDE, List.of());
        List<String> asked = routes().filter(route ->
                        route.path().startsWith("/api/") && route.open().token() == Right.DECIDE)
                .map(Route::path)
                .sorted()
                .toList();
        assertThat(asked)
                .containsExactly(
                        "/api/v1/gates/x-1/decide",
                        "/api/v1/programs/x-1/databases/x-1/start/agreement",
                        "/api/v1/programs/x-1/migrations/x-1/outage",
                        "/api/v1/programs/x-1/servers/x-1/build/approve",
                        "/api/v1/tasks/x-1/decide");
        for (Route route : routes().filter(one -> asked.contains(one.path())).toList()) {
            MockHttpServletResponse refused = nonsense(route, works);
            assertThat(refused.getStatus()).as(route.path()).isEqualTo(403);
            assertThat(refused.getContentAsString()).as(route.path()).contains("Use a token up to decides");
            assertThat(nonsense(route, decides).getStatus()).as(route.path()).isNotEqualTo(403);
        }
    }

    @Test
    void whatAPersonSaysPersonallyIsForNoToken() throws Exception {
        String all = token(Right.ADMINISTER, List.of());
        assertThat(routes().filter(route ->
                                route.path().startsWith("/api/") && route.open().personally())
                        .map(Route::path))
                .containsExactly("/api/v1/me/password");
        MockHttpServletResponse refused = mvc.perform(put("/api/v1/me/password")
                        .header("Authorization", all)
                        .contentType("application/json")
                        .content("{\"currentPassword\":\"a\",\"newPassword\":\"b\"}"))
                .andReturn()
                .getResponse();
        assertThat(refused.getStatus()).isEqualTo(403);
        assertThat(refused.getContentAsString()).contains("with name and password");
    }

    @Test
    void whatIsAPersonsOwnIsNotForATokenOfSomePrograms() throws Exception {
        String some = token(Right.ADMINISTER, List.of("northmoor"));
        String all = token(Right.WORK, List.of());
        int seen = 0;
        for (Route route : routes().toList()) {
            if (route.path().startsWith("/api/")
                    && !route.method().equals(HttpMethod.GET)
                    && !route.open().personally()
                    && route.open().everybody()) {
                assertThat(nonsense(route, some).getContentAsString())
                        .as("%s %s", route.method(), route.path())
                        .contains("belong to no program");
                assertThat(nonsense(route, all).getStatus())
                        .as("%s %s", route.method(), route.path())
                        .isNotEqualTo(403);
                seen++;
            }
        }
        assertThat(seen).isPositive();
    }

    @Test
    void everyFunctionHasAWord() {
        Words words = Words.standalone();
        for (Function function : Function.values()) {
            assertThat(words.role(function.key())).as("word of %s", function).isNotEqualTo(function.key());
        }
    }

    @Test
    void everyRouteIsClosedToStrangers() throws Exception {
        for (Route route : routes().toList()) {
            if (route.open().strangers()) {
                continue;
            }
            MockHttpServletResponse response = mvc.perform(
                            request(route.method(), route.path()).with(csrf()))
                    .andReturn()
                    .getResponse();
            if (route.path().startsWith("/api/")) {
                assertThat(response.getStatus()).as(route.path()).isEqualTo(401);
                assertThat(response.getHeader("WWW-Authenticate")).startsWith("Basic");
            } else {
                assertThat(response.getStatus()).as(route.path()).isEqualTo(302);
                assertThat(response.getRedirectedUrl()).endsWith("/login");
            }
        }
    }

    @Test
    void aRouteThatNobodyDeclaredIsClosedToAll() throws Exception {
        MockHttpServletResponse response = mvc.perform(
                        get("/break/undeclared").with(user("admin").roles("ADMIN", "PM")))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).isEqualTo(403);
    }

    @Test
    void refusesAChangeWithoutTheTokenOfTheSession() throws Exception {
        for (Route route : routes().toList()) {
            if (route.method().equals(HttpMethod.GET) || route.path().startsWith("/api/")) {
                continue;
            }
            MockHttpServletResponse response = mvc.perform(request(route.method(), route.path())
                            .header("HX-Request", "true")
                            .with(user("pm").roles("PM", "ADMIN", "DBA", "CUTOVER")))
                    .andReturn()
                    .getResponse();
            assertThat(response.getStatus()).as(route.path()).isEqualTo(403);
            assertThat(response.getContentAsString()).contains("did not carry the token");
        }
    }

    @Test
    void theTokenThatPagesGiveToHtmxIsTheOneThatCounts() throws Exception {
        MvcResult page =
                mvc.perform(get("/settings").with(user("admin").roles("ADMIN"))).andReturn();
        String headers = Jsoup.parse(page.getResponse().getContentAsString())
                .selectFirst("body")
                .attr("hx-headers");
        String token = headers.replaceAll(".*\"X-CSRF-TOKEN\":\"([^\"]+)\".*", "$1");
        MockHttpServletResponse response = mvc.perform(post("/settings/systems/hmc-1/test")
                        .cookie(page.getResponse().getCookies())
                        .with(user("admin").roles("ADMIN"))
                        .header("HX-Request", "true")
                        .header("X-CSRF-TOKEN", token))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
        assertThat(response.getContentAsString()).contains("system-hmc-1").doesNotContain("<html");
    }

    @Test
    void returnsToTheDeepLinkAfterLogInWithAFreshSession() throws Exception {
        MockHttpServletResponse asked = mvc.perform(get("/programs/northmoor/databases/CARDAUTH?step=create-volumes")
                        .header("Accept", "text/html"))
                .andReturn()
                .getResponse();
        assertThat(asked.getCookie("JSESSIONID"))
                .as("no session before a log-in")
                .isNull();
        Cookie chosen = new Cookie("JSESSIONID", "Y2hvc2VuLWJ5LXNvbWVib2R5LWVsc2U=");
        MvcResult in = mvc.perform(post("/login")
                        .cookie(chosen, asked.getCookie("gulliver-wanted"))
                        .param("username", "dba")
                        .param("password", "lilliput")
                        .with(csrf()))
                .andReturn();
        assertThat(in.getResponse().getRedirectedUrl())
                .endsWith("/programs/northmoor/databases/CARDAUTH?step=create-volumes");
        assertThat(in.getResponse().getCookie("JSESSIONID").getValue())
                .as("a session of before the log-in does not become one of a person")
                .isNotEqualTo(chosen.getValue());
        MvcResult there = mvc.perform(get(in.getResponse().getRedirectedUrl())
                        .cookie(in.getResponse().getCookie("JSESSIONID"), asked.getCookie("gulliver-wanted")))
                .andReturn();
        assertThat(there.getResponse().getStatus()).isEqualTo(200);
        assertThat(there.getResponse().getCookie("gulliver-wanted").getMaxAge())
                .as("the next log-in leads to the first page again")
                .isZero();
    }

    @Test
    void anAddressWithoutALogInMayAskSoOftenInAMinute() throws Exception {
        RequestPostProcessor stranger = request -> {
            request.setRemoteAddr("192.0.2.7");
            request.setSecure(true);
            return request;
        };
        for (int i = 0; i < 600; i++) {
            assertThat(mvc.perform(get("/").with(stranger))
                            .andReturn()
                            .getResponse()
                            .getStatus())
                    .isEqualTo(302);
        }
        MockHttpServletResponse more =
                mvc.perform(get("/login").with(stranger)).andReturn().getResponse();
        assertThat(more.getStatus()).isEqualTo(429);
        assertThat(more.getHeader("Retry-After")).isNotBlank();
        assertThat(mvc.perform(get("/api/v1/programs").with(stranger))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .as("one count for pages and API")
                .isEqualTo(429);
        assertThat(mvc.perform(get("/css/tokens.css").with(stranger))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .as("what a page needs is not counted")
                .isEqualTo(200);
        assertThat(mvc.perform(get("/login")).andReturn().getResponse().getStatus())
                .as("another address")
                .isEqualTo(200);
    }

    @Test
    void aStrangersFileIsNotReadAtAll() throws Exception {
        assertThat(mvc.perform(multipart("/programs/northmoor/inventory")
                                .file("file", new byte[100])
                                .with(csrf()))
                        .andReturn()
                        .getResponse()
                        .getContentAsString())
                .contains("Files are taken after a log-in");
    }

    @Test
    void aDeepLinkLeadsToNoOtherSite() throws Exception {
        for (String wanted :
                List.of("//evil.example/x", "https://evil.example/", "/\\evil.example", "/a\r\nb", "%%%")) {
            Cookie forged = new Cookie(
                    "gulliver-wanted",
                    Base64.getUrlEncoder().withoutPadding().encodeToString(wanted.getBytes(StandardCharsets.UTF_8)));
            MvcResult in = mvc.perform(post("/login")
                            .cookie(forged)
                            .param("username", "dba")
                            .param("password", "lilliput")
                            .with(csrf()))
                    .andReturn();
            assertThat(in.getResponse().getRedirectedUrl()).as(wanted).isEqualTo("/");
        }
    }

    @Test
    void forbidsInlineCodeFramesAndSniffingOnEveryAnswer() throws Exception {
        for (String path :
                List.of("/login", "/programs/northmoor", "/nowhere", "/css/tokens.css", "/api/v1/programs")) {
            MockHttpServletResponse response = mvc.perform(
                            get(path).with(user("pm").roles("PM")))
                    .andReturn()
                    .getResponse();
            assertThat(response.getHeader("Content-Security-Policy"))
                    .as(path)
                    .isEqualTo(ContentPolicy.HEADER)
                    .doesNotContain("unsafe");
            assertThat(response.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(response.getHeader("X-Frame-Options")).isEqualTo("DENY");
            assertThat(response.getHeader("Referrer-Policy")).isEqualTo("same-origin");
        }
    }

    @Test
    void closesANameForAMinuteAfterTenWrongPasswords() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(mvc.perform(get("/api/v1/programs").with(httpBasic("viewer", "wrong")))
                            .andReturn()
                            .getResponse()
                            .getStatus())
                    .isEqualTo(401);
        }
        MockHttpServletResponse closed = mvc.perform(get("/api/v1/programs").with(httpBasic("viewer", "lilliput")))
                .andReturn()
                .getResponse();
        assertThat(closed.getStatus()).isEqualTo(429);
        assertThat(closed.getHeader("Retry-After")).isNotBlank();
        assertThat(mvc.perform(get("/api/v1/programs").with(httpBasic("dba", "lilliput")))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .isEqualTo(200);
    }

    private static RequestPostProcessor from(String address) {
        return request -> {
            request.setRemoteAddr(address);
            request.setSecure(true);
            return request;
        };
    }

    @Test
    void aHeaderThatIsSpeltAnotherWayIsCountedAndClosedLikeTheOthers() throws Exception {
        int address = 10;
        for (String basic : List.of("Basic ", "basic ", "Basic:", "Basic\t")) {
            RequestPostProcessor here = from("198.51.100." + address++);
            for (int i = 0; i < 10; i++) {
                assertThat(mvc.perform(get("/api/v1/programs")
                                        .with(here)
                                        .header("Authorization", basic + pair("viewer", "wrong")))
                                .andReturn()
                                .getResponse()
                                .getStatus())
                        .as(basic)
                        .isEqualTo(401);
            }
            MockHttpServletResponse closed = mvc.perform(get("/api/v1/programs")
                            .with(here)
                            .header("Authorization", basic + pair("viewer", "lilliput")))
                    .andReturn()
                    .getResponse();
            assertThat(closed.getStatus()).as(basic).isEqualTo(429);
            assertThat(closed.getHeader("Retry-After")).isNotBlank();
        }
    }

    private static String pair(String name, String password) {
        return Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aFormThatIsSpeltAnotherWayIsCountedAndClosedLikeTheOthers() throws Exception {
        int address = 30;
        for (List<String> spelt : List.of(
                List.of("/login", "approver"),
                List.of("/logi%6e", "approver"),
                List.of("/login", "\u0001approver"),
                List.of("/login", "Approver "))) {
            RequestPostProcessor here = from("198.51.100." + address++);
            for (int i = 0; i < 10; i++) {
                assertThat(loggingIn(spelt, "wrong", here).getRedirectedUrl())
                        .as("%s", spelt)
                        .isEqualTo("/login?failed");
            }
            MockHttpServletResponse closed = loggingIn(spelt, "lilliput", here);
            assertThat(closed.getStatus()).as("%s", spelt).isEqualTo(429);
            assertThat(closed.getHeader("Retry-After")).isNotBlank();
            assertThat(closed.getContentAsString()).contains("Too many wrong passwords");
        }
        assertThat(loggingIn(List.of("/login", "approver"), "lilliput", from("198.51.100.99"))
                        .getRedirectedUrl())
                .as("nobody is locked out elsewhere")
                .isEqualTo("/");
    }

    private MockHttpServletResponse loggingIn(List<String> spelt, String password, RequestPostProcessor here)
            throws Exception {
        return mvc.perform(post(URI.create(spelt.get(0)))
                        .with(here)
                        .param("username", spelt.get(1))
                        .param("password", password)
                        .with(csrf()))
                .andReturn()
                .getResponse();
    }

    @Test
    void tokensThatAreNotGoodAreCountedByTheirAddressAndCloseNothingToOneThatIs() throws Exception {
        RequestPostProcessor here = from("198.51.100.50");
        for (int i = 0; i <= 600; i++) {
            assertThat(mvc.perform(get("/api/v1/programs").with(here).header("Authorization", "Bearer gul-nonsense"))
                            .andReturn()
                            .getResponse()
                            .getStatus())
                    .isEqualTo(i < 600 ? 401 : 429);
        }
        assertThat(mvc.perform(get("/login").with(here))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .as("people behind the same address")
                .isEqualTo(200);
        assertThat(mvc.perform(get("/api/v1/programs").with(here).header("Authorization", token(Right.READ, List.of())))
                        .andReturn()
                        .getResponse()
                        .getStatus())
                .isEqualTo(200);
    }

    @Test
    void whatIsShownOnceStandsInTheAnswerAndWaitsInNoSession() throws Exception {
        RequestPostProcessor admin = user("admin").roles("ADMIN");
        for (var asked : List.of(
                post("/tokens").param("title", "once").param("most", "READ"),
                post("/people").param("name", "shown-once"),
                post("/people/link").param("name", "shown-once"))) {
            MvcResult shown = mvc.perform(asked.with(admin).with(csrf())).andReturn();
            assertThat(shown.getResponse().getStatus()).isEqualTo(200);
            assertThat(shown.getFlashMap().keySet()).isEmpty();
            assertThat(Jsoup.parse(shown.getResponse().getContentAsString())
                            .select("#once")
                            .text())
                    .matches("gul_\\S{40,}|\\S+/join\\?token=\\S{40,}");
            assertThat(shown.getResponse().getHeader("Cache-Control")).contains("no-store");
        }
    }

    @Test
    void refusesAChangeThatAnotherSiteStarted() throws Exception {
        MockHttpServletResponse response = mvc.perform(post("/api/v1/programs")
                        .with(httpBasic("pm", "lilliput"))
                        .header("Sec-Fetch-Site", "cross-site")
                        .header("Idempotency-Key", "abcdefgh")
                        .contentType("application/json")
                        .content("{}"))
                .andReturn()
                .getResponse();
        assertThat(response.getStatus()).isEqualTo(403);
        assertThat(response.getContentAsString()).contains("another site");
    }

    @Test
    void refusesToStartWithTheLabsUsersBeyondLoopback() {
        assertThatThrownBy(() -> new SpringApplicationBuilder(FaceApplication.class)
                        .run(
                                "--gulliver.lab.users=true",
                                "--server.address=0.0.0.0",
                                "--server.port=0",
                                "--spring.main.banner-mode=off"))
                .hasStackTraceContaining("a password that everybody knows")
                .hasStackTraceContaining("0.0.0.0");
    }
}
