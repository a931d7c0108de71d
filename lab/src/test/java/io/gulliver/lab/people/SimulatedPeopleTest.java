package io.gulliver.lab.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** People against a product that has one gate open and tells what became of each word. */
@Timeout(60)
class SimulatedPeopleTest {
    private static final LabProgram PROGRAM = new LabProgram(
            "p",
            "P",
            "UTC",
            Map.of(),
            "",
            List.of(),
            Map.of(),
            Set.of(),
            Map.of("D", new LabProgram.Crossing("here", "d", "there", "D")));

    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private volatile String task = """
            {"id": "t", "kind": "GATE", "role": "cutover-manager", "database": "D",
              "migration": "p.d.1", "step": "go-1", "title": "Go", "openedAt": "2026-01-01T00:00:00Z"}
            """;
    private volatile String outputs = "[]";
    private final Map<String, String> states = new ConcurrentHashMap<>();
    private HttpServer product;
    private volatile String detail = "";

    private String attention() {
        return "{\"items\": [{\"id\": \"a\", \"kind\": \"ATTENTION\", \"role\": \"dba\", \"database\": \"D\", \"migration\":"
                + " \"p.d.1\", \"step\": \"source-still-quiet\", \"stage\": \"VALIDATION\", \"openedAt\":"
                + " \"2026-01-01T00:00:00Z\", \"detail\": \"" + detail + "\"}]}";
    }

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws IOException {
        product = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        product.createContext("/api/v1/tasks", exchange -> {
            String path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("POST")) {
                if (!path.endsWith("/claim")) {
                    keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
                    bodies.add(
                            path + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                }
                answer(exchange, "{}");
            } else if (path.endsWith("/tasks/t")) {
                answer(exchange, "{\"task\": " + task + ", \"outputs\": " + outputs + "}");
            } else {
                boolean closed =
                        String.valueOf(exchange.getRequestURI().getQuery()).contains("closed=true");
                answer(
                        exchange,
                        closed ? "{\"items\": []}" : !detail.isEmpty() ? attention() : "{\"items\": [" + task + "]}");
            }
        });
        product.createContext("/api/v1/programs/p/migrations/p.d.1", exchange -> answer(exchange, "{\"steps\": []}"));
        product.createContext(
                "/api/v1/programs/p/migrations",
                exchange -> answer(exchange, "{\"items\": [{\"id\": \"p.d.1\", \"number\": 1}]}"));
        product.createContext("/api/v1/gates/t", exchange -> answer(exchange, "{\"evidenceHash\": \"ab12\"}"));
        product.createContext("/api/v1/commands/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            String state = states.getOrDefault(path.substring(path.lastIndexOf('/') + 1), "recorded");
            answer(exchange, "{\"state\": \"" + state + "\"}");
        });
        product.start();
    }

    @AfterEach
    void stop() {
        product.stop(0);
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Nothing in these tasks is done on a host. */
    private static class NoKeyboard implements Keyboard {
        @Override
        public void name(String name, String address) {
            throw new AssertionError("nobody asked for " + name);
        }

        @Override
        public void zone(List<String> hosts, List<String> targets) {
            throw new AssertionError("nothing is to be zoned with " + targets);
        }

        @Override
        public void plans(String fromHost, String fromService, String toHost, String toService) {}

        @Override
        public void files(String fromHost, String fromService, String toHost) {
            throw new AssertionError("nothing is to be set up on " + toHost);
        }

        @Override
        public void image(String array, String volume) {
            throw new AssertionError("nothing is to be put onto " + volume);
        }

        @Override
        public void sysdba(String host, String service, String statement) {
            throw new AssertionError(statement);
        }

        @Override
        public List<String> missing(String fromHost, String fromService, String toHost, String toService) {
            return List.of("JOB SHOP NIGHTLY", "INDEX SHOP ORDERS_IX", "account SHOP_OLD");
        }

        @Override
        public void reload(String fromHost, String fromService, String toHost, String toService, String table) {
            throw new AssertionError(table);
        }
    }

    @Test
    void sayNothingWhileTheyRest() {
        try (SimulatedPeople people = people()) {
            people.rest(true);
            people.work(PROGRAM);
            assertThat(keys).isEmpty();

            people.rest(false);
            people.work(PROGRAM);
            assertThat(keys).hasSize(1);
        }
    }

    @Test
    void sayAgainWhatWasRefusedOrCameBackAndNothingElse() {
        try (SimulatedPeople people = people()) {
            people.work(PROGRAM);
            people.work(PROGRAM);
            assertThat(keys).as("a word that waits for delivery").hasSize(1);

            states.put(keys.get(0), "returned");
            people.work(PROGRAM);
            people.work(PROGRAM);
            assertThat(keys).as("the engine lost it").hasSize(2).doesNotHaveDuplicates();

            states.put(keys.get(1), "refused");
            people.work(PROGRAM);
            assertThat(keys).as("the step was not there yet").hasSize(3).doesNotHaveDuplicates();

            states.put(keys.get(2), "applied");
            people.work(PROGRAM);
            assertThat(keys).hasSize(3);
        }
    }

    private SimulatedPeople people() {
        return people(new NoKeyboard());
    }

    private SimulatedPeople people(Keyboard keyboard) {
        PeopleSettings settings = new PeopleSettings(
                URI.create("http://127.0.0.1:" + product.getAddress().getPort()),
                "lilliput",
                1,
                Double.POSITIVE_INFINITY,
                true,
                1,
                "any",
                null,
                Set.of());
        return new SimulatedPeople(settings, folder, keyboard, Clock.systemUTC());
    }

    /** A finding of an import, with what the task asks for. */
    private List<String> said(String finding, String wanted) {
        task = """
                {"id": "t", "kind": "TASK", "role": "dba", "database": "D", "migration": "p.d.1", "step": "findings[01]",
                  "title": "What the import could not make", "openedAt": "2026-01-01T00:00:00Z", "detail": "FINDING"}
                """.replace("FINDING", finding.replace("\"", "\\\""));
        outputs = wanted;
        try (SimulatedPeople people = people()) {
            people.work(PROGRAM);
        }
        return List.copyOf(bodies);
    }

    private static final String TEXT = "[{\"name\": \"answer\", \"type\": \"string\", \"unit\": null}]";

    @Test
    void aFindingOfWhichNothingIsLostIsAnsweredWithAReason() {
        assertThat(said("ORA-39082: PACKAGE:\"SHOP\".\"BILLING\" created with compilation warnings", TEXT))
                .singleElement()
                .asString()
                .contains("/tasks/t/complete", "\"done\"")
                .contains("\"outputs\":{\"answer\":\"accepted: what it names is at the target as at the source");
    }

    @Test
    void whatIsLostIsNeverAccepted() {
        assertThat(said(
                        "ORA-39083: PROCOBJ:\"SHOP\".\"NIGHTLY\" failed: ORA-27476: \"SYS\".\"NIGHT\" is not there",
                        TEXT))
                .singleElement()
                .asString()
                .contains("\"failed\"", "JOB SHOP NIGHTLY")
                .doesNotContain("accepted", "ORDERS_IX", "outputs");
    }

    @Test
    void whatNobodyCanLookUpIsLeftToTheUser() {
        assertThat(said("ORA-39126: Worker unexpected fatal error", TEXT)).isEmpty();
        assertThat(said("ORA-39082: PACKAGE:\"SHOP\".\"BILLING\"", TEXT.replace("string", "double")))
                .isEmpty();
    }

    /** Where more is wrong than a restart opens, nobody shuts a door over it. */
    @Test
    void whatARestartOpenedIsClosedBeforeTheStepIsRetried() {
        assertThat(
                        typed(
                                "Source d@h is not quiet: sessions are not restricted, service d_app is started. Somebody may have written."))
                .containsExactly(
                        "here/d ALTER SYSTEM ENABLE RESTRICTED SESSION",
                        "here/d BEGIN dbms_service.stop_service('d_app'); END;");
        assertThat(typed("Database D@t is not fenced: sessions are not restricted."))
                .containsExactly("there/D ALTER SYSTEM ENABLE RESTRICTED SESSION");
        assertThat(typed("Source d@h is not quiet: sessions are not restricted, account SHOP can log on."))
                .isEmpty();
    }

    /** As *Carry over what lies around the schemas* words its list, whole and what is open of it. */
    @Test
    void aDbaTypesWhatIsOpenOfTheCarryOverListAndWhatIsWarnedOf() {
        String call = "EXECUTE DBMS_NETWORK_ACL_ADMIN.APPEND_HOST_ACE(host => 'mail.example', ace =>"
                + " xs$ace_type(privilege_list => xs$name_list('connect'), principal_name => 'SHOP', principal_type =>"
                + " xs_acl.ptype_db))";
        String left = String.join(
                ", ",
                "credential SHOP.MAIL (mailer): a person's, open",
                "network right SHOP CONNECT mail.example (" + call + "): a person's, open",
                "public right EXECUTE ON SYS.DBMS_LOCK (GRANT EXECUTE ON SYS.DBMS_LOCK TO PUBLIC): a person's, open",
                "audit policy SHOP_CREDIT (CREATE AUDIT POLICY SHOP_CREDIT ACTIONS SELECT ON SHOP.CUSTOMERS): a person's, open",
                "enabled audit policy SHOP_CREDIT EXCEPT SHOP, SHOP_WEB (AUDIT POLICY SHOP_CREDIT EXCEPT SHOP, SHOP_WEB): a"
                        + " person's, open",
                "audit options of SHOP_WEB (AUDIT CREATE TABLE BY SHOP_WEB BY ACCESS; AUDIT DELETE TABLE BY SHOP_WEB BY ACCESS"
                        + " WHENEVER NOT SUCCESSFUL): a person's, open",
                "password SHOP_WEB (kept as 10G): a person's, open");
        String entries = "context SHOP_SHARED: made by a step, done, "
                + "proxy SHOP_WEB AS SHOP (ALTER USER SHOP GRANT CONNECT THROUGH SHOP_WEB): made by a step, open, "
                + "public right EXECUTE ON SYS.UTL_SMTP (GRANT EXECUTE ON SYS.UTL_SMTP TO PUBLIC): left behind, accepted: by name, "
                + "audited object SHOP.ORDERS (AUDIT DELETE ON SHOP.ORDERS BY ACCESS; AUDIT GRANT ON SHOP.ORDERS BY ACCESS): a"
                + " person's, done, "
                + "audit options of STOCK (AUDIT CREATE TABLE BY STOCK BY ACCESS; AUDIT DROP ANY TABLE BY STOCK BY ACCESS"
                + " WHENEVER SUCCESSFUL; release 23.6 takes no such statement (ORA-46401), a unified policy does it there): a"
                + " person's, open, " + left;
        List<String> typed = told(
                "around-by-hand",
                "Around lies: " + entries + "\\n\\nOpen for a person: " + left
                        + "\\n\\nWhat it may at the target: public right more EXECUTE ON SYS.UTL_FILE (the source has it not: REVOKE"
                        + " EXECUTE ON SYS.UTL_FILE FROM PUBLIC): a warning, open");
        assertThat(typed)
                .containsExactly(
                        call,
                        "GRANT EXECUTE ON SYS.DBMS_LOCK TO PUBLIC",
                        "CREATE AUDIT POLICY SHOP_CREDIT ACTIONS SELECT ON SHOP.CUSTOMERS",
                        "AUDIT POLICY SHOP_CREDIT EXCEPT SHOP, SHOP_WEB",
                        "AUDIT CREATE TABLE BY SHOP_WEB BY ACCESS",
                        "AUDIT DELETE TABLE BY SHOP_WEB BY ACCESS WHENEVER NOT SUCCESSFUL",
                        "password SHOP_WEB",
                        "REVOKE EXECUTE ON SYS.UTL_FILE FROM PUBLIC");
        assertThat(told(
                        "grants-by-hand",
                        "Log on as SYS and run: GRANT EXECUTE ON SYS.DBMS_CRYPTO TO SHOP WITH GRANT OPTION,"
                                + " GRANT INHERIT PRIVILEGES ON USER SHOP TO STOCK"))
                .containsExactly(
                        "GRANT EXECUTE ON SYS.DBMS_CRYPTO TO SHOP WITH GRANT OPTION",
                        "GRANT INHERIT PRIVILEGES ON USER SHOP TO STOCK");
    }

    private List<String> told(String step, String words) {
        task = """
                {"id": "t", "kind": "TASK", "role": "dba", "database": "D", "migration": "p.d.1", "step": "STEP",
                  "title": "By hand", "openedAt": "2026-01-01T00:00:00Z", "detail": "WORDS"}
                """.replace("STEP", step).replace("WORDS", words);
        List<String> typed = new ArrayList<>();
        try (SimulatedPeople people = people(new NoKeyboard() {
            @Override
            public void sysdba(String host, String service, String statement) {
                assertThat(host + "/" + service).isEqualTo("there/D");
                typed.add(statement);
            }
        })) {
            people.work(PROGRAM);
        }
        return typed;
    }

    @Test
    void zonesLineByLineEachOnItsFabric() {
        task = """
                {"id": "t", "kind": "TASK", "role": "storage", "database": "D", "migration": "p.d.1", "step": "zoning",
                  "title": "Zone its ports", "openedAt": "2026-01-01T00:00:00Z", "detail": "Zone the ports of **lnx01** with\
                 those of array **fs-1**, one zone for each line:\\n\\n- fabric A: c050760000000001 with 500507680b1512ab,\
                 500507680b2512ab\\n- fabric B: c050760000000002 with 500507680b1612ab\\n\\nActivate the zone sets."}
                """;
        List<String> zoned = new ArrayList<>();
        try (SimulatedPeople people = people(new NoKeyboard() {
            @Override
            public void zone(List<String> hosts, List<String> targets) {
                zoned.add(hosts + " with " + targets);
            }
        })) {
            people.work(PROGRAM);
        }
        assertThat(zoned)
                .containsExactly(
                        "[c050760000000001] with [500507680b1512ab, 500507680b2512ab]",
                        "[c050760000000002] with [500507680b1612ab]");
    }

    private List<String> typed(String told) {
        detail = told;
        List<String> typed = new ArrayList<>();
        try (SimulatedPeople people = people(new NoKeyboard() {
            @Override
            public void sysdba(String host, String service, String statement) {
                typed.add(host + "/" + service + " " + statement);
            }
        })) {
            people.work(PROGRAM);
        }
        return typed;
    }
}
