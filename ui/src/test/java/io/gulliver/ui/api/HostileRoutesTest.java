package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.service.planning.PlanService;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.TakesTurns;
import io.gulliver.ui.api.HostileRoutes.Attack;
import io.gulliver.ui.api.HostileRoutes.Route;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.test.context.TestPropertySource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Every route that is mapped, asked by a stranger, a viewer and an administrator as nobody asks who means well: never a 5xx,
 * never a trace, no session for a stranger, and nothing changed by a stranger or a viewer.
 *
 * <p>Each run takes a handful of attacks for each route and person, chosen by the commit's hash; {@code
 * -Dgulliver.slice=all} takes all.
 */
@TestPropertySource(
        properties = {
            "gulliver.web.strangers-per-minute=1000000",
            "gulliver.web.slow-body=2s",
            "gulliver.web.requests-per-address=2000"
        })
@TakesTurns(TakesTurns.Group.PAGES)
class HostileRoutesTest extends ServerCase {
    private static final int ATTACKS = 8;
    private static final String PROGRAM = "hostile-routes";
    private static final String DATABASE = "ORDERS";

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    @Autowired
    private StoreDatabase database;

    @Autowired
    private MigrationStore migrations;

    @Autowired
    private PlaybookStore playbooks;

    @Autowired
    private PlanService plan;

    private List<Route> routes;
    private String run;

    @BeforeEach
    void aProgramWithADatabase() throws Exception {
        routes = HostileRoutes.of(mappings);
        assertThat(routes).as("mapped routes").hasSizeGreaterThan(150);
        if (get("pm", "/api/v1/programs/" + PROGRAM).statusCode() == 404) {
            program(PROGRAM);
            assertThat(post(
                                    "pm",
                                    "/api/v1/programs/" + PROGRAM + "/inventory",
                                    key(),
                                    "text/csv",
                                    HEADER + DATABASE + ",shop,test\n")
                            .statusCode())
                    .isEqualTo(200);
            migrations.create(new NewMigration(
                    key(),
                    PROGRAM,
                    DATABASE,
                    Purpose.REHEARSAL,
                    playbooks.list().get(0).hash(),
                    null,
                    false,
                    null,
                    null,
                    "pm"));
            // as the server does by itself a little later: what follows compares tables
            plan.reforecast(PROGRAM);
        }
        run = migrations
                .list(new MigrationQuery(PROGRAM, DATABASE, null, Set.of(), null, 1))
                .rows()
                .get(0)
                .id()
                .value();
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void aStrangerChangesNothingAndGetsNoSession() throws Exception {
        Map<String, String> before = tables(null);

        List<String> wrong = walk(Person.STRANGER);

        assertThat(wrong).isEmpty();
        assertThat(tables(null)).isEqualTo(before);
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void aViewerChangesNothing() throws Exception {
        Person viewer = logIn("viewer");
        Map<String, String> before = tables("viewer");

        List<String> wrong = walk(viewer);

        assertThat(wrong).isEmpty();
        assertThat(tables("viewer")).isEqualTo(before);
        assertThat(database.jdbc()
                        .sql("select count(*) from saved_views where owner = 'viewer' and shared")
                        .query(Long.class)
                        .single())
                .as("views that a viewer gave to all")
                .isZero();
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void anAdministratorIsAnsweredInWordsWhateverIsSent() throws Exception {
        assertThat(walk(logIn("admin"))).isEmpty();
        assertThat(get("admin", "/api/v1/programs/" + PROGRAM).statusCode())
                .as("no hostile request deletes a program")
                .isEqualTo(200);
    }

    /** Says that it will send 10 MB and sends a few bytes: whoever reads on would wait. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void tenMegabytesAreRefusedBeforeTheyAreSent() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Route route : routes) {
            for (String type : List.of("application/json", "application/x-www-form-urlencoded")) {
                if (!route.changes()) {
                    continue;
                }
                for (Person who : List.of(Person.STRANGER, logIn("admin"))) {
                    try (Socket socket = open(route, type, 10 * 1024 * 1024, who)) {
                        String status = status(socket, Duration.ofSeconds(60));
                        if (!status.startsWith("HTTP/1.1 413")) {
                            wrong.add(who.name() + " " + route.method() + " " + route.path() + " " + type + ": "
                                    + status);
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** All at once, a byte at a time, without an end. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void aBodyThatNeverEndsIsAnsweredOnEveryRoute() throws Exception {
        Map<String, Socket> open = new LinkedHashMap<>();
        try {
            for (Route route : routes) {
                if (route.changes()) {
                    String type = route.api() ? "application/json" : "application/x-www-form-urlencoded";
                    for (Person who : List.of(Person.STRANGER, logIn("admin"))) {
                        open.put(
                                who.name() + " " + route.method() + " " + route.path(),
                                open(route, type, 500_000, who));
                    }
                }
            }
            List<String> wrong = new ArrayList<>();
            await().atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        for (Map.Entry<String, Socket> one : List.copyOf(open.entrySet())) {
                            String status = step(one.getValue());
                            if (!status.isEmpty()) {
                                open.remove(one.getKey()).close();
                                if (!status.matches("(?s)HTTP/1\\.1 [234].*")) {
                                    wrong.add(one.getKey() + ": " + status);
                                }
                            }
                        }
                        return open.isEmpty();
                    });
            assertThat(wrong).isEmpty();
        } finally {
            for (Socket socket : open.values()) {
                socket.close();
            }
        }
    }

    /** Sends one more byte, or answers the status line. */
    private static String step(Socket socket) throws IOException {
        try {
            if (socket.getInputStream().available() == 0) {
                socket.getOutputStream().write(' ');
                socket.getOutputStream().flush();
                return "";
            }
        } catch (IOException closed) {
            // whoever was answered may be cut off; what was said is still there to read
        }
        return status(socket, Duration.ofSeconds(30));
    }

    private Socket open(Route route, String type, int length, Person who) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        OutputStream out = socket.getOutputStream();
        StringBuilder head = new StringBuilder(
                route.method() + " " + route.at(this::real) + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        head.append("Content-Type: ")
                .append(type)
                .append("\r\nContent-Length: ")
                .append(length);
        head.append("\r\nIdempotency-Key: ").append(key()).append("\r\n");
        who.headers(route.api()).forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        out.write((head + "\r\n{").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        return socket;
    }

    private static String status(Socket socket, Duration patience) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
        byte[] line = new byte[64];
        try {
            int read = socket.getInputStream().read(line);
            return read < 0 ? "closed without an answer" : new String(line, 0, read, StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException silent) {
            return "no answer";
        }
    }

    /** Who asks: on pages by a session with its token, at the API by name and password. */
    private record Person(String name, Map<String, String> page, Map<String, String> api) {
        static final Person STRANGER = new Person("stranger", Map.of(), Map.of());

        Map<String, String> headers(boolean ofApi) {
            return ofApi ? api : page;
        }
    }

    private final Map<String, Person> loggedIn = new TreeMap<>();

    private Person logIn(String name) throws IOException, InterruptedException {
        Person known = loggedIn.get(name);
        if (known != null) {
            return known;
        }
        String session = session(name);
        HttpResponse<String> page = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/settings"))
                        .header("Cookie", session)
                        .build(),
                BodyHandlers.ofString());
        String token = Jsoup.parse(page.body())
                .body()
                .attr("hx-headers")
                .replaceAll(".*\"X-CSRF-TOKEN\":\"([^\"]+)\".*", "$1");
        assertThat(token).as("the token of %s", name).hasSizeGreaterThan(20);
        String pair = Base64.getEncoder().encodeToString((name + ":lilliput").getBytes(StandardCharsets.UTF_8));
        Person person = new Person(
                name, Map.of("Cookie", session, "X-CSRF-TOKEN", token), Map.of("Authorization", "Basic " + pair));
        loggedIn.put(name, person);
        return person;
    }

    private String real(String variable) {
        return switch (variable) {
            case "id" -> run;
            case "program" -> PROGRAM;
            case "database" -> DATABASE;
            case "number", "wave", "migration" -> "1";
            default -> "unknown";
        };
    }

    private List<String> walk(Person who) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<List<String>>> work = new ArrayList<>();
            for (Route route : routes) {
                work.add(() -> attack(route, who));
            }
            List<String> wrong = new ArrayList<>();
            for (Future<List<String>> one : threads.invokeAll(work)) {
                wrong.addAll(one.get());
            }
            return wrong;
        } finally {
            threads.shutdownNow();
        }
    }

    private List<String> attack(Route route, Person who) throws Exception {
        List<String> wrong = new ArrayList<>();
        List<Attack> attacks = HostileRoutes.attacks(route, this::real);
        for (Attack attack : HostileRoutes.some(attacks, ATTACKS, route + who.name() + MatrixSlice.seed())) {
            HttpRequest.Builder request = HttpRequest.newBuilder()
                    .timeout(Duration.ofSeconds(60))
                    .header("Idempotency-Key", key())
                    .header("If-Match", "\"1\"");
            try {
                request.uri(URI.create("http://127.0.0.1:" + port + attack.address()));
            } catch (IllegalArgumentException notSendable) {
                continue;
            }
            if (attack.type() != null) {
                request.header("Content-Type", attack.type());
            }
            who.headers(route.api()).forEach(request::header);
            HttpResponse<String> answer = client.send(
                    request.method(route.method(), BodyPublishers.ofByteArray(attack.body()))
                            .build(),
                    BodyHandlers.ofString());
            String fault = fault(answer, who);
            if (fault != null) {
                wrong.add(who.name() + " " + route.method() + " " + shortened(attack.address()) + " <- " + attack.type()
                        + " " + shortened(new String(attack.body(), StandardCharsets.ISO_8859_1)) + " -> "
                        + answer.statusCode() + ": " + fault);
            }
        }
        return wrong;
    }

    private static @Nullable String fault(HttpResponse<String> answer, Person who) {
        if (answer.statusCode() >= 500) {
            return "5xx " + shortened(answer.body());
        }
        if (answer.body().contains("\tat ") || answer.body().contains("Exception: ")) {
            return "a trace";
        }
        if (who == Person.STRANGER
                && answer.headers().allValues("Set-Cookie").stream().anyMatch(c -> c.startsWith("JSESSIONID="))) {
            return "a session for a stranger";
        }
        return null;
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "… (" + text.length() + ")";
    }

    /**
     * Every table with the number and the content of its rows.
     *
     * @param without the rows that are this person's own: log-in, views of its own, answers given to it; null for nobody
     */
    private Map<String, String> tables(@Nullable String without) {
        Map<String, String> tables = new TreeMap<>();
        for (String table : database.jdbc().sql("""
                select table_name from information_schema.tables
                where table_schema = current_schema and table_type = 'BASE TABLE'
                """).query(String.class).list()) {
            if (table.equals("store_heartbeats") || without != null && table.startsWith("people_sessions")) {
                // the server's own pulse; the time at which a person was last here
                continue;
            }
            // that somebody came, went, or tried a password is told of everybody
            String doors = "select id from audit_events where action in ('login', 'logout', 'login.failed')";
            String own = switch (table) {
                case "audit_events" -> " where id not in (" + doors + ")";
                case "audit_unsealed" -> " where audit_id not in (" + doors + ")";
                case "saved_views" -> without == null ? "" : " where owner <> '" + without + "'";
                case "given_answers", "notice_preferences" ->
                    without == null ? "" : " where person <> '" + without + "'";
                case "account_tokens" -> without == null ? "" : " where name <> '" + without + "'";
                default -> "";
            };
            tables.put(
                    table,
                    database.jdbc()
                            .sql("select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by"
                                    + " md5(t::text))), '') from " + table + " t" + own)
                            .query(String.class)
                            .single());
        }
        assertThat(tables).hasSizeGreaterThan(40);
        return tables;
    }
}
