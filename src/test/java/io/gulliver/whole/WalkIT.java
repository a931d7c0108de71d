package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.engine.TemporalProgram;
import io.gulliver.testing.Sliced;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/operations.md}, <i>Real systems, from the first minute</i>, done as it is written there: each block is run by
 * {@code sh} beside the launcher of an installation, with a PostgreSQL and a Temporal that are not Gulliver's. Machines are
 * directories, their names are this machine's loopback, and ports are free ones; nothing else of a block is changed. Each
 * commit does one of the two walks, {@code --long walk} both.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("process")
@Timeout(600)
@Sliced(1)
class WalkIT {
    private static final String PASSWORD = "nine-lilliputians-at-sea";
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Pattern LINK = Pattern.compile("(https?://[^/\\s]+)/join\\?token=(\\S+)");

    private final Map<String, Process> staying = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private Walk walk;
    private Path directory;
    private EmbeddedPostgres postgres;
    private Process temporal;
    private String path;

    @BeforeAll
    void whatIsTheirs(@TempDir Path directory) throws Exception {
        assumeTrue(Desk.temporalIsThere(), "No Temporal program on this machine: run ./gulliver doctor");
        this.directory = directory;
        walk = Walk.of(LauncherIT.launcher().resolveSibling("docs/operations.md"));
        postgres = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        int engine = freePort();
        Path program = TemporalProgram.require(null).path();
        temporal = new ProcessBuilder(
                        program.toString(),
                        "server",
                        "start-dev",
                        "--headless",
                        "--ip",
                        "127.0.0.1",
                        "--port",
                        "" + engine)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("temporal.log").toFile())
                .start();
        Path tools = Files.createDirectories(directory.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("temporal"), program);
        // Between machines that are directories: the other one's has the same path below its name.
        Path scp = Files.writeString(tools.resolve("scp"), """
                #!/bin/sh
                set -eu
                shift
                for last; do :; done
                to=$(printf '%%s' "$last" | sed 's|^\\([a-z]*\\)[^:]*:%1$s/[a-z]*|%1$s/\\1|')
                mkdir -p "$to"
                while [ $# -gt 1 ]; do cp -p "$1" "$to"; shift; done
                """.formatted(directory));
        assertThat(scp.toFile().setExecutable(true)).isTrue();
        path = tools + ":" + System.getenv("PATH");
        names.put("db.bank.example:5432", "127.0.0.1:" + postgres.getPort());
        names.put("temporal.bank.example:7233", "127.0.0.1:" + engine);
        for (int tries = 0;
                tries < 60 && !run("engine", walk.of("engine").get(0)).ended(0);
                tries++) {
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }

    @AfterAll
    void stopWhatIsTheirs() throws IOException {
        if (temporal != null) {
            temporal.destroyForcibly().onExit().join();
        }
        if (postgres != null) {
            postgres.close();
        }
    }

    @AfterEach
    void stopWhatStays() throws InterruptedException {
        List<Process> all = new ArrayList<>(staying.values());
        staying.clear();
        // Workers first, as whoever shuts an installation down would.
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).destroy();
        }
        for (Process process : all) {
            List<ProcessHandle> below = process.descendants().toList();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            below.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** What a block said, and how it ended. */
    private record Said(int code, String words) {
        boolean ended(int wanted) {
            return code == wanted;
        }
    }

    private void emptyStore() throws Exception {
        try (Connection connection =
                        DriverManager.getConnection(postgres.getJdbcUrl("postgres", "postgres"), "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute("drop database if exists gulliver");
            statement.execute("drop role if exists gulliver");
            for (String one : walk.of("store").get(0).text().split(";")) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
        }
    }

    /** The machine's own directories, this machine's loopback, and ports that are free. */
    private String here(Walk.Step step) {
        String text = step.text();
        for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace(name.getKey(), name.getValue());
        }
        return placed(step.machine(), text)
                .replace("0.0.0.0", "127.0.0.1")
                .replace("gulliver.bank.example", "127.0.0.1");
    }

    private String placed(String machine, String text) {
        Path machines = directory.resolve(machine);
        return text.replace("/etc/gulliver", machines + "/etc/gulliver")
                .replace("/var/lib/gulliver", machines + "/var/lib/gulliver");
    }

    private Path on(String machine, String file) {
        return Path.of(placed(machine, file));
    }

    private Said run(String what, Walk.Step step) throws Exception {
        Path log = directory.resolve(what + "-" + System.nanoTime() + ".log");
        Process process = start(step, log, Map.of());
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).as(step.text()).isTrue();
        return new Said(process.exitValue(), Files.readString(log));
    }

    private Process start(Walk.Step step, Path log, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-e", "-c", (step.stays() ? "exec " : "") + here(step))
                .directory(Path.of(Installation.launcher().get(1)).getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PATH", path);
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().putAll(environment);
        return builder.start();
    }

    private void stays(Walk.Step step, Map<String, String> environment) throws IOException {
        staying.put(step.machine(), start(step, log(step.machine()), environment));
    }

    private Path log(String machine) {
        return directory.resolve(machine + ".log");
    }

    private String said(String machine) {
        try {
            Process process = staying.get(machine);
            String words = Files.readString(log(machine));
            if (process != null && !process.isAlive()) {
                throw new AssertionError("What was started on " + machine + " ended: " + words);
            }
            return words;
        } catch (IOException e) {
            return "";
        }
    }

    /** The first-start link of a machine's console, once it stands there and is answered. */
    private Matcher firstLink(String machine) {
        await("the first-start link")
                .atMost(SOON)
                .until(() -> LINK.matcher(said(machine)).find());
        Matcher link = LINK.matcher(said(machine));
        assertThat(link.find()).isTrue();
        return link;
    }

    /** Chooses name and password by a link as a browser does, and logs in by them; answers the first page. */
    private String join(HttpClient browser, String base, String token, String name) throws Exception {
        String form = get(browser, base + "/join?token=" + token);
        String joined = post(
                browser,
                base + "/join",
                Map.of("_csrf", csrf(form), "token", token, "name", name, "password", PASSWORD, "again", PASSWORD));
        assertThat(joined).as(joined).contains("/login?joined");
        String login = get(browser, base + "/login");
        String in =
                post(browser, base + "/login", Map.of("_csrf", csrf(login), "username", name, "password", PASSWORD));
        assertThat(in).as(in).doesNotContain("failed");
        return get(browser, base + "/");
    }

    private void keepPassword(String machine) throws IOException {
        Files.setPosixFilePermissions(
                Files.writeString(on(machine, "/etc/gulliver/admin-password"), PASSWORD),
                PosixFilePermissions.fromString("rw-------"));
    }

    private static String csrf(String page) {
        Matcher token = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"").matcher(page);
        assertThat(token.find()).as(page).isTrue();
        return token.group(1);
    }

    private static String get(HttpClient browser, String address) throws Exception {
        HttpResponse<String> answer =
                browser.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(address + "\n" + answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** Where the answer leads, or what it shows when it leads nowhere. */
    private static String post(HttpClient browser, String address, Map<String, String> form) throws Exception {
        HttpResponse<String> answer = browser.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form.entrySet().stream()
                                .map(part -> part.getKey() + "="
                                        + URLEncoder.encode(part.getValue(), StandardCharsets.UTF_8))
                                .collect(Collectors.joining("&"))))
                        .build(),
                BodyHandlers.ofString());
        return answer.headers().firstValue("Location").orElse(answer.body());
    }

    private static HttpClient browser(@Nullable SSLContext trusting) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .cookieHandler(new CookieManager());
        return trusting == null ? builder.build() : builder.sslContext(trusting).build();
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** What doctor says is missing, by the first words of each. */
    private static Set<String> missing(String doctor) {
        return Pattern.compile("(?m)^  MISSING  ([^:]+):")
                .matcher(doctor)
                .results()
                .map(one -> one.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void onOneMachine() throws Exception {
        emptyStore();
        List<Walk.Step> steps = walk.of("one");
        int port = WholeGulliver.freePair();
        names.put("8080", "" + port);
        int blocks = 0;
        Said last = new Said(0, "");
        for (Walk.Step step : steps) {
            blocks++;
            if (step.file() != null) {
                Files.writeString(on("one", step.file()), here(step));
            } else if (step.stays()) {
                stays(step, Map.of());
                Matcher link = firstLink("one");
                assertThat(link.group(1)).isEqualTo("http://127.0.0.1:" + port);
                assertThat(said("one"))
                        .contains("Make the first administrator within 24 hours", "./gulliver doctor --data");
                assertThat(join(browser(null), link.group(1), link.group(2), "admin"))
                        .contains("/people", "/settings/preflight");
                keepPassword("one");
            } else {
                last = run("one-" + blocks, step);
                assertThat(last.code()).as(step.text() + "\n" + last.words()).isZero();
            }
            if (step.text().contains("person add kim")) {
                assertThat(last.words()).contains("admin  may log in; administrator", "Added kim", "approver");
                Matcher link = LINK.matcher(last.words());
                assertThat(link.find()).isTrue();
                // She gets in without another start, and has no right to what is the administrators'.
                HttpClient kims = browser(null);
                join(kims, link.group(1), link.group(2), "kim");
                assertThat(kims.send(
                                        HttpRequest.newBuilder(URI.create(link.group(1) + "/settings/preflight"))
                                                .build(),
                                        BodyHandlers.discarding())
                                .statusCode())
                        .isEqualTo(403);
            }
            if (step.text().contains("programs create")) {
                assertThat(last.words()).contains("atlas").contains("backup").contains("MISSING");
            }
        }
        assertThat(blocks).as("blocks of the walk").isGreaterThan(6);
        // What the server wrote in the last seconds: asked until it knows of what was done.
        Walk.Step doctor = steps.get(steps.size() - 1);
        await("doctor knows of the program")
                .atMost(SOON)
                .until(() -> run("doctor", doctor), said -> !said.words().contains("There is no program"));
        Said green = run("doctor", doctor);
        assertThat(green.words())
                .contains("ok    settings:", "ok       A PostgreSQL of your own", "ok       A Temporal of your own")
                .contains("ok       People beside the first", "ok       Somebody for each task and gate")
                .contains(
                        "ok       A worker of the zone default",
                        "ok       A program with its policy",
                        "Nothing to mend.");
        assertThat(missing(green.words()))
                .containsExactlyInAnyOrder(
                        "TLS, so that people reach the pages",
                        "A way to tell people",
                        "Hosts of sources and targets",
                        "Accounts of databases",
                        "HMC or z/VM",
                        "An approved playbook for each method chosen",
                        "A backup of the last 7 days");
    }

    @Test
    void onThreeMachines() throws Exception {
        emptyStore();
        List<Walk.Step> steps = walk.of("three");
        int port = freePort();
        names.put("8443", "" + port);
        SSLContext trusting = null;
        Said last = new Said(0, "");
        for (Walk.Step step : steps) {
            if (step.file() != null) {
                Path file = on(step.machine(), step.file());
                Files.createDirectories(file.getParent());
                Files.writeString(file, here(step));
            } else if (step.stays()) {
                // Machines have ports of their own; directories have not.
                stays(
                        step,
                        step.machine().equals("web")
                                ? Map.of("MANAGEMENT_SERVER_PORT", "0")
                                : Map.of("MANAGEMENT_SERVER_PORT", "0", "SERVER_PORT", "0"));
                if (step.machine().equals("web")) {
                    Matcher link = firstLink("web");
                    assertThat(link.group(1)).isEqualTo("https://127.0.0.1:" + port);
                    assertThat(join(browser(trusting), link.group(1), link.group(2), "admin"))
                            .contains("/settings/preflight");
                    keepPassword("web");
                }
            } else if (step.text().contains("doctor")) {
                await("doctor sees the worker")
                        .atMost(SOON)
                        .until(
                                () -> run("three-doctor", step),
                                said -> said.words().contains("ok       A worker of the zone default"));
                last = run("three-doctor", step);
            } else {
                last = run("three-" + step.machine(), step);
                assertThat(last.code()).as(step.text() + "\n" + last.words()).isZero();
                if (trusting == null) {
                    trusting = certificate(on("web", "/etc/gulliver"));
                }
            }
        }
        assertThat(staying.keySet()).containsExactly("web", "workflows", "worker");
        assertThat(last.code()).as(last.words()).isZero();
        assertThat(last.words())
                .contains("admin  may log in; administrator", "ok       TLS, so that people reach the pages")
                .contains("Nothing to mend.");
        assertThat(missing(last.words()))
                .contains("People beside the first")
                .doesNotContain("A worker of the zone default");
    }

    /** As an authority of theirs would hand it out; with it, what trusts it. */
    private static SSLContext certificate(Path folder) throws Exception {
        Path store = folder.resolve("tls.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "tls",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=gulliver.bank.example",
                        "-ext",
                        "SAN=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        Files.writeString(
                folder.resolve("tls.crt"),
                pem("CERTIFICATE", keys.getCertificate("tls").getEncoded()));
        Files.writeString(
                folder.resolve("tls.key"),
                pem("PRIVATE KEY", keys.getKey("tls", "changeit".toCharArray()).getEncoded()));
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (var in = Files.newInputStream(folder.resolve("tls.crt"))) {
            trusted.setCertificateEntry(
                    "tls", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static String pem(String what, byte[] content) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + what
                + "-----\n";
    }
}
