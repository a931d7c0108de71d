package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.testing.Sliced;
import io.gulliver.testing.TakesTurns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A landscape that is wrong for each kind of system: a password that is refused, an identity that has changed, a host
 * that nobody answers for. Tests of systems and steps of migrations say the same, and nothing is half done.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("process")
@TakesTurns(TakesTurns.Group.RUNS)
@Sliced(2)
class BadLandscapeIT {
    private static final String PROGRAM = "/programs/bad";
    private static final Duration SOON = Duration.ofMinutes(4);
    private static final Map<String, String> WHO = Map.of(
            "dba", "dba",
            "platform", "dba",
            "storage", "dba",
            "network", "dba",
            "application-owner", "approver",
            "testers", "approver",
            "cutover-manager", "cutover");

    private final YAMLMapper yaml = new YAMLMapper();
    private final Map<Path, byte[]> mended = new LinkedHashMap<>();
    private WholeGulliver gulliver;
    private ServerSocket silent;
    private int closed;

    @BeforeAll
    void startWithTheEstate(@TempDir Path directory) throws IOException {
        boolean temporal = Boolean.parseBoolean(System.getenv("GULLIVER_REQUIRE_TEMPORAL"))
                || Files.isDirectory(Path.of(System.getProperty("user.home"), ".cache", "gulliver"));
        assumeTrue(temporal, "No Temporal program on this machine: run ./gulliver doctor");
        gulliver = WholeGulliver.start(directory.resolve("data"), false, "--speed", "max", "--no-faults");
        // The kernel takes connections to it, and nobody ever reads from one.
        silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = gone.getLocalPort();
        }
        assertThat(gulliver.post(
                                "pm",
                                "/programs",
                                Map.of("key", "bad", "title", "Bad", "zone", "Europe/Zurich", "policy", policy()))
                        .status())
                .isEqualTo(201);
        assertThat(gulliver.post(
                                "pm",
                                PROGRAM + "/inventory?tags=data_centre_window_minutes",
                                "inventory-" + UUID.randomUUID(),
                                "text/csv",
                                Files.readString(lab("inventory.csv")))
                        .status())
                .isEqualTo(200);
    }

    @AfterAll
    void stopEverything() throws IOException {
        if (silent != null) {
            silent.close();
        }
        if (gulliver != null) {
            gulliver.close();
        }
    }

    @AfterEach
    void mend() throws IOException {
        for (Map.Entry<Path, byte[]> file : mended.entrySet()) {
            Files.write(file.getKey(), file.getValue());
            // A file that was deleted comes back readable by others, and as a secret it would be refused.
            Files.setPosixFilePermissions(file.getKey(), PosixFilePermissions.fromString("rw-------"));
        }
        mended.clear();
    }

    @Test
    void testsLogOnAndSayWhatTheySaw() {
        assertThat(test("hmc-1", null)).contains("good", "Logged on", "HMC");
        assertThat(test("fs-1", null)).contains("good", "Logged on", "level");
        assertThat(test(source("DEVONE").host(), null)).contains("good", "Logged in", "host key as pinned");
        assertThat(test("lab-admin", source("DEVONE").database())).contains("good", "Logged on", "Oracle release");
        assertThat(test("lab-admin", "somewhere")).contains("bad", "does not say which database", "host:port/service");
        assertThat(gulliver.post("dba", "/landscape/nowhere/test", Map.of()).status())
                .isEqualTo(404);
    }

    @Test
    void testsTellRefusedPasswordsAndKeys() throws Exception {
        spoil("hmc-1", "fs-1", "database-admin");
        spoilKey();
        assertThat(test("hmc-1", null)).contains("bad", "hmc-1", "logon", "403", "Check user and password");
        assertThat(test("fs-1", null)).contains("bad", "fs-1", "logon of user gulliver was refused", "Check user");
        assertThat(test(source("DEVONE").host(), null))
                .contains("bad", "log in as oracle", "refused the private key", "Check the account");
        assertThat(test("lab-admin", source("DEVONE").database()))
                .contains(
                        "bad",
                        "ORA-01017",
                        "Check user and password",
                        source("DEVONE").host());
        Files.writeString(lab("secrets/login-key"), "no key at all");
        assertThat(test(source("DEVONE").host(), null)).contains("bad", "private key for this host cannot be read");
        Files.delete(remember(lab("secrets/hmc-1")));
        assertThat(test("hmc-1", null)).contains("bad", "cannot be read", "Is the file there");
    }

    @Test
    void testsTellChangedIdentitiesAndUnreachableHosts() throws Exception {
        ObjectNode landscape = landscape();
        Path stranger = gulliver.data().resolve("stranger.pem");
        Files.writeString(stranger, pemOfSomeAuthority());
        ObjectNode systems = (ObjectNode) landscape.at("/gulliver/landscape/systems");
        ArrayNode hosts = (ArrayNode) landscape.at("/gulliver/landscape/hosts");
        for (String name : List.of("hmc-1", "fs-1")) {
            ObjectNode system = (ObjectNode) systems.required(name);
            systems.set(name + "-changed", system.deepCopy().put("ca", "file:" + stranger));
            systems.set(name + "-closed", system.deepCopy().put("url", "https://localhost:" + closed));
            systems.set(name + "-silent", system.deepCopy().put("url", "https://localhost:" + silent.getLocalPort()));
        }
        // A source: targets are up only when their partition is.
        ObjectNode host = (ObjectNode) StreamSupport.stream(hosts.spliterator(), false)
                .filter(line ->
                        line.path("pattern").asString().equals(source("DEVONE").host()))
                .findFirst()
                .orElseThrow();
        hosts.add(host.deepCopy().put("pattern", "ssh-closed").put("port", closed));
        hosts.add(host.deepCopy().put("pattern", "ssh-silent").put("port", silent.getLocalPort()));
        ObjectNode changed = host.deepCopy().put("pattern", "ssh-changed");
        changed.putArray("host-keys").add(otherHostKey());
        hosts.add(changed);
        restartWith(landscape);

        Map<String, CompletableFuture<String>> said = new TreeMap<>();
        for (String name : List.of("hmc-1", "fs-1")) {
            for (String wrong : List.of("-changed", "-closed", "-silent")) {
                ask(said, name + wrong, null);
            }
        }
        ask(said, "ssh-changed", null);
        ask(said, "ssh-closed", null);
        ask(said, "ssh-silent", null);
        Map<String, CompletableFuture<String>> databases = new TreeMap<>();
        ask(databases, "lab-admin", source("DEVONE").host() + ":" + closed + "/devone");
        ask(databases, "lab-reader", source("DEVONE").host() + ":" + silent.getLocalPort() + "/devone");

        for (String name : List.of("hmc-1", "fs-1")) {
            assertThat(said.get(name + "-changed").join())
                    .contains("bad", name + "-changed", "the certificate that https://localhost", "stranger.pem")
                    .contains("someone stands between", "no password was sent");
            assertThat(said.get(name + "-closed").join())
                    .contains("bad", "no connection to https://localhost:" + closed, "refused", "firewall");
            assertThat(said.get(name + "-silent").join())
                    .contains("bad", name + "-silent")
                    .containsPattern("within \\d+ s");
        }
        assertThat(said.get("ssh-changed").join())
                .contains("bad", "check the host key", "showed", "wanted SHA256:", "someone stands between");
        assertThat(said.get("ssh-closed").join()).contains("bad", "no connection to 127.0.0.1:" + closed);
        assertThat(said.get("ssh-silent").join())
                .contains("bad", "ssh-silent", "log in as oracle")
                // Our own limit or the session's, whichever is first: both say where and what to do.
                .containsPattern("did not (answer the login|end well)");
        assertThat(databases.get("lab-admin").join()).contains("bad", "connect", "" + closed, "listener");
        assertThat(databases.get("lab-reader").join()).contains("bad", "connect");
        List<JsonNode> lines = gulliver.list("/landscape");
        assertThat(lines).anySatisfy(line -> {
            assertThat(line.path("name").asString()).isEqualTo("hmc-1-changed");
            assertThat(line.path("reachable").asBoolean()).isFalse();
            assertThat(line.path("message").asString()).contains("certificate");
        });
    }

    @Test
    void aStepThatIsRefusedTriesOnceAndGoesOnWhenTheSecretIsMended() throws Exception {
        int before = gulliver.control("/ledger").size();
        spoil("database-admin");
        spoilKey();
        int number = start("DEVONE");
        JsonNode database = awaitParked(number, "source-way");
        JsonNode host = awaitParked(number, "discover-host");
        assertThat(failure(database)).contains("LOGON_REFUSED", "ORA-01017", "Check user and password");
        assertThat(failure(host)).contains("LOGON_REFUSED", "refused the private key", "Check the account");
        assertThat(database.path("attempt").asInt()).isEqualTo(1);
        assertThat(host.path("attempt").asInt()).isEqualTo(1);
        assertThat(gulliver.control("/ledger").size()).isEqualTo(before);
        mend();
        retry(number, "source-way");
        retry(number, "discover-host");
        awaitDone(number, "discover-database");
        awaitDone(number, "discover-host");
        abort(number);
    }

    @Test
    void aStepStopsBeforeAChangedHostKeyAndGivesUpOnAClosedListener() throws Exception {
        int before = gulliver.control("/ledger").size();
        ObjectNode landscape = landscape();
        for (JsonNode entry : landscape.at("/gulliver/landscape/hosts")) {
            if (entry.path("pattern").asString().equals(source("DEVTWO").host())) {
                ((ObjectNode) entry).putArray("host-keys").add(otherHostKey());
            }
        }
        ((ObjectNode) landscape.at("/gulliver/landscape/databases"))
                .put("url-template", "jdbc:gulliver-lab:@//127.0.0.1:" + closed + "/{service}");
        restartWith(landscape);
        int number = start("DEVTWO");
        JsonNode host = awaitParked(number, "discover-host");
        JsonNode database = awaitParked(number, "source-way");
        assertThat(failure(host)).contains("IDENTITY_CHANGED", "wanted SHA256:", "someone stands between");
        assertThat(host.path("attempt").asInt()).isEqualTo(1);
        assertThat(failure(database)).contains("UNREACHABLE", "listener");
        assertThat(database.path("attempt").asInt()).isBetween(2, 10);
        assertThat(gulliver.control("/ledger").size()).isEqualTo(before);
        mend();
        restart();
        retry(number, "source-way");
        retry(number, "discover-host");
        awaitDone(number, "discover-database");
        awaitDone(number, "discover-host");
        abort(number);
    }

    @Test
    void nothingIsBuiltWhereHmcAndArrayRefuseUsAndAllIsBuiltAfterwards() throws Exception {
        int before = built();
        spoil("hmc-1", "fs-1", "fs-2");
        int number = start("SHOPTEST");
        List<String[]> parked = new ArrayList<>();
        answerUntil(() -> {
            parked.clear();
            parked.addAll(parkedOn(List.of("hmc-1", "fs-1", "fs-2")));
            return !parked.isEmpty();
        });
        assertThat(parked).allSatisfy(found -> {
            assertThat(found[2]).contains("LOGON_REFUSED", "Check user");
            assertThat(found[3]).isEqualTo("1");
        });
        assertThat(built()).as("made on HMC and arrays").isEqualTo(before);
        mend();
        answerUntil(() -> {
            // Another step of the same run may have met the wrong passwords, too.
            for (String[] found : parkedOn(List.of("hmc-1", "fs-1", "fs-2"))) {
                gulliver.post(
                        "dba",
                        PROGRAM + "/migrations/" + found[0] + "/actions",
                        Map.of("action", "retry", "step", found[1]));
            }
            return state(number, "server").equals("DONE");
        });
        assertThat(built()).isGreaterThan(before);
        abort(number);
    }

    // ---- the landscape ----------------------------------------------------------------------------------------

    private Path lab(String name) {
        return gulliver.data().resolve("lab").resolve(name);
    }

    private Path remember(Path file) throws IOException {
        if (!mended.containsKey(file)) {
            mended.put(file, Files.readAllBytes(file));
        }
        return file;
    }

    /** Other passwords in the files that the product reads at each log-on; the lab's systems keep theirs. */
    private void spoil(String... secrets) throws IOException {
        for (String secret : secrets) {
            Files.writeString(remember(lab("secrets/" + secret)), "not-the-password-of-" + secret);
        }
    }

    private void spoilKey() throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(generator.generateKeyPair(), "nobody's", null, key);
        Files.write(remember(lab("secrets/login-key")), key.toByteArray());
    }

    private ObjectNode landscape() throws IOException {
        return (ObjectNode) yaml.readTree(Files.readString(lab("landscape.yml")));
    }

    private void restartWith(ObjectNode landscape) throws IOException {
        Files.writeString(remember(lab("landscape.yml")), yaml.writeValueAsString(landscape));
        restart();
    }

    private void restart() throws IOException {
        gulliver.killServer();
        gulliver.startServer();
    }

    private static String otherHostKey() {
        byte[] nobodys = new byte[32];
        Arrays.fill(nobodys, (byte) 7);
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(nobodys);
    }

    /** An authority that is real and has signed nothing of the lab's. */
    private static String pemOfSomeAuthority() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        X509TrustManager manager = (X509TrustManager) factory.getTrustManagers()[0];
        return pem("CERTIFICATE", manager.getAcceptedIssuers()[0].getEncoded());
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.UTF_8))
                        .encodeToString(content)
                + "\n-----END " + what + "-----\n";
    }

    private record Source(String host, String database) {}

    private Source source(String database) {
        try {
            List<String> lines = Files.readAllLines(lab("inventory.csv"));
            List<String> names = List.of(lines.get(0).split(","));
            String[] cells = lines.stream()
                    .filter(line -> line.startsWith(database + ","))
                    .findFirst()
                    .orElseThrow()
                    .split(",");
            String host = cells[names.indexOf("source_host")];
            return new Source(
                    host,
                    host + ":" + cells[names.indexOf("source_port")] + "/" + cells[names.indexOf("source_service")]);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Map<String, Object> policy() throws IOException {
        JsonNode servers = yaml.readTree(Files.readString(lab("servers.yml")));
        JsonNode source = yaml.readTree(Files.readString(lab("sources.yml"))).required("SHOPTEST");
        Map<String, Object> described = new TreeMap<>();
        servers.properties()
                .forEach(server -> described.put(
                        server.getKey(),
                        Map.of(
                                "playbook",
                                server.getValue().has("server.zvm") ? "zvm-server" : "dpm-server",
                                "facts",
                                server.getValue())));
        return Map.of(
                "shared",
                Map.of("server", described),
                "databases",
                Map.of(
                        "SHOPTEST",
                        Map.of(
                                "parameters",
                                Map.of(
                                        "source_oracle_home",
                                        source.required("source.oracle.home"),
                                        "source_staging",
                                        source.required("source.staging"),
                                        "probe_mb",
                                        2,
                                        "parallel",
                                        1))));
    }

    // ---- what is asked of the product ---------------------------------------------------------------------------

    /** "good" or "bad", and the words. */
    private String test(String name, @Nullable String address) {
        WholeGulliver.Answer answer = gulliver.post(
                "dba", "/landscape/" + name + "/test" + (address == null ? "" : "?address=" + address), Map.of());
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return (answer.body().path("reachable").asBoolean() ? "good: " : "bad: ")
                + answer.body().path("message").asString();
    }

    private void ask(Map<String, CompletableFuture<String>> into, String name, @Nullable String address) {
        into.put(name, CompletableFuture.supplyAsync(() -> test(name, address)));
    }

    private int start(String database) {
        WholeGulliver.Answer answer = gulliver.post(
                "pm",
                PROGRAM + "/migrations",
                Map.of(
                        "database",
                        database,
                        "purpose",
                        "REHEARSAL",
                        "playbook",
                        "data-pump",
                        "source",
                        Map.of("kind", "LIVE")));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        return answer.body().path("number").asInt();
    }

    private void retry(int number, String step) {
        WholeGulliver.Answer answer = gulliver.post(
                "dba", PROGRAM + "/migrations/" + number + "/actions", Map.of("action", "retry", "step", step));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    }

    private void abort(int number) {
        assertThat(gulliver.post(
                                "cutover",
                                PROGRAM + "/migrations/" + number + "/actions",
                                Map.of("action", "abort", "reason", "The test has seen enough"))
                        .status())
                .isEqualTo(202);
    }

    private JsonNode run(String migration, String step) {
        JsonNode body = gulliver.get("pm", PROGRAM + "/migrations/" + migration).body();
        return StreamSupport.stream(body.path("steps").spliterator(), false)
                .map(row -> row.path("run"))
                .filter(run -> run.path("key").asString().equals(step))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No step " + step + " in " + body));
    }

    private String state(int number, String step) {
        return run(String.valueOf(number), step).path("state").asString();
    }

    private JsonNode awaitParked(int number, String step) {
        await(step + " needs attention")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> state(number, step).equals("PARKED"));
        return run(String.valueOf(number), step);
    }

    private void awaitDone(int number, String step) {
        await(step + " is done")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> state(number, step).equals("DONE"));
    }

    private static String failure(JsonNode run) {
        JsonNode failure = run.path("failure");
        return failure.path("code").asString() + " " + failure.path("message").asString() + " "
                + failure.path("advice").asString("");
    }

    /** Steps of any run of the program that need attention for one of these systems: run, step, words, attempt. */
    private List<String[]> parkedOn(List<String> systems) {
        List<String[]> parked = new ArrayList<>();
        for (JsonNode migration : gulliver.list(PROGRAM + "/migrations")) {
            String number = migration.path("number").asString();
            JsonNode body =
                    gulliver.get("pm", PROGRAM + "/migrations/" + number).body();
            for (JsonNode row : body.path("steps")) {
                JsonNode run = row.path("run");
                if (run.path("state").asString().equals("PARKED")
                        && systems.contains(run.path("failure").path("system").asString(""))) {
                    parked.add(new String[] {
                        number,
                        run.path("key").asString(),
                        failure(run),
                        run.path("attempt").asString()
                    });
                }
            }
        }
        return parked;
    }

    /** How many objects HMC and arrays were made to make. */
    private int built() {
        int built = 0;
        for (JsonNode entry : gulliver.control("/ledger")) {
            String system = entry.path("system").asString();
            if (system.startsWith("hmc") || system.startsWith("fs-")) {
                built++;
            }
        }
        return built;
    }

    private void answerUntil(BooleanSupplier reached) {
        await("what the test waits for")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    for (JsonNode task : gulliver.list("/tasks?scope=ALL&program=bad&limit=1000")) {
                        String user = WHO.getOrDefault(task.path("role").asString(), "pm");
                        String path = "/tasks/" + task.path("id").asString();
                        if (task.path("kind").asString().equals("TASK")) {
                            gulliver.completeTask(user, task);
                        } else if (task.path("kind").asString().equals("GATE")) {
                            gulliver.post(
                                    user,
                                    path + "/decide",
                                    new Desk(gulliver, "bad")
                                            .shown(
                                                    task.path("id").asString(),
                                                    Desk.approval(
                                                            task.path("step").asString())));
                        }
                    }
                    return reached.getAsBoolean();
                });
    }
}
