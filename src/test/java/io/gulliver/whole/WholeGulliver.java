package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One product and one lab, each a process of its own on loopback, as {@code ./gulliver up} starts them; ended by process
 * id. The product can be killed and started again on the same data.
 */
final class WholeGulliver implements AutoCloseable {
    private static final String PASSWORD = "lilliput";
    private static final Duration START = Duration.ofMinutes(3);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern ZONE =
            Pattern.compile("fabric \\S+: ([0-9a-f]{16}) with ([0-9a-f]{16}(?:, [0-9a-f]{16})*)");
    private static final Pattern BOOT_VOLUME =
            Pattern.compile("boot volume \\*\\*(\\S+)\\*\\* of array \\*\\*(\\S+)\\*\\*");

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final Path data;
    /** Where the product keeps its state: the lab's directory until it is restored elsewhere. */
    private Path home;

    private final int port = freePair();
    private final int health = freePort();
    private @Nullable Process lab;
    private @Nullable Process server;
    private @Nullable Process worker;
    private boolean apart;

    private WholeGulliver(Path data) {
        this.data = data;
        this.home = data;
    }

    /**
     * Starts both.
     *
     * @param labOptions for the lab; {@code --product} is added when {@code people} answer
     */
    static WholeGulliver start(Path data, boolean people, String... labOptions) {
        WholeGulliver gulliver = new WholeGulliver(data);
        try {
            Files.createDirectories(data);
            gulliver.startLab(people, labOptions);
            gulliver.startServer();
        } catch (IOException e) {
            gulliver.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException | AssertionError e) {
            gulliver.close();
            throw e;
        }
        return gulliver;
    }

    /** Starts both, and the hands as a process of their own: the server carries runs, and the worker does the work. */
    static WholeGulliver startApart(Path data, boolean people, String... labOptions) {
        WholeGulliver gulliver = new WholeGulliver(data);
        gulliver.apart = true;
        try {
            Files.createDirectories(data);
            Path token = Files.createFile(
                    data.resolve("worker-token"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(token, UUID.randomUUID().toString());
            gulliver.startLab(people, labOptions);
            gulliver.startServer();
            gulliver.startWorker();
        } catch (IOException e) {
            gulliver.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException | AssertionError e) {
            gulliver.close();
            throw e;
        }
        return gulliver;
    }

    /** Starts the worker process, as {@code ./gulliver worker} does; also again after {@link #killWorker}. */
    void startWorker() throws IOException {
        Path own = data.resolve("worker");
        Files.createDirectories(own);
        // One installation, one set of keys: what travels through the engine is sealed with them.
        Files.copy(
                data.resolve("payload-keys.json"),
                own.resolve("payload-keys.json"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        int workerHealth = freePort();
        List<String> command = Installation.product().command("512m", temporary());
        command.addAll(List.of(
                "--spring.config.additional-location=file:" + data.resolve("lab/landscape.yml"),
                "--gulliver.roles=workers",
                "--gulliver.data=" + own,
                "--gulliver.temporal.target=127.0.0.1:"
                        + JSON.readTree(Files.readString(data.resolve("engine/engine.json")))
                                .required("port")
                                .asInt(),
                "--gulliver.workers.server=" + address(),
                "--gulliver.workers.token=file:" + data.resolve("worker-token"),
                "--server.port=0",
                "--management.server.port=" + workerHealth));
        worker = launch(command, "worker.log");
        await("readiness of the worker")
                .atMost(START)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> ready(workerHealth) || !alive(worker));
        requireAlive(worker, "worker.log");
    }

    /** Takes the engine's file away, as a lost disk would; the engine is killed first. */
    void loseEngine() throws IOException {
        JsonNode engine = JSON.readTree(Files.readString(data.resolve("engine/engine.json")));
        ProcessHandle.of(engine.required("pid").asLong()).ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
        try (Stream<Path> files = Files.list(data.resolve("engine"))) {
            for (Path file : files.filter(
                            found -> found.getFileName().toString().startsWith("temporal.db"))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * Runs the launcher of an installation: this build's programs beside the script, without sources.
     *
     * @param answer what is typed
     * @return the process, whose words go to {@code launcher.log}
     */
    Process launcher(String answer, String... arguments) throws IOException {
        Path typed = Files.writeString(data.resolve("typed.txt"), answer + "\n");
        List<String> command = Installation.launcher();
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        // Whoever takes over from another engine would wait for ten minutes.
        builder.environment().put("GULLIVER_TEMPORAL_CALLSEXPIRE", "3s");
        return builder.redirectErrorStream(true)
                .redirectInput(typed.toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        data.resolve("launcher.log").toFile()))
                .start();
    }

    /** Has the launcher recover the migrations on a new engine, and waits until the product is ready again. */
    void recover() throws IOException {
        server = launcher(
                "the old engine is dead",
                "recover",
                "--data",
                data.toString(),
                "--port",
                Integer.toString(port),
                "--empty");
        await("readiness of the recovered product")
                .atMost(START)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> ready(port + 1) || !alive(server));
        requireAlive(server, "launcher.log");
    }

    /** The product's machine is gone at once: server, engine and store. The lab, which is the world, lives on. */
    void loseTheMachine() throws IOException {
        killServer();
        killEngine();
        killStore();
    }

    /** From now on the product is the one of another directory, which was restored; whoever takes over waits no minutes. */
    void startRestored(Path directory) throws IOException {
        home = directory;
        startServer();
    }

    /** Kills the worker as the kernel would. */
    void killWorker() {
        kill(worker);
    }

    private void startLab(boolean people, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Installation.java(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary(),
                "-jar",
                Installation.packed("lab").toString(),
                "--data",
                data.resolve("lab").toString()));
        command.addAll(Arrays.asList(options));
        if (people) {
            command.addAll(List.of("--product", "http://127.0.0.1:" + port));
        }
        lab = launch(command, "lab.log");
        Path landscape = data.resolve("lab/landscape.yml");
        await("the lab's landscape file").atMost(START).until(() -> Files.exists(landscape) || !alive(lab));
        requireAlive(lab, "lab.log");
    }

    /** Starts the product; also again after {@link #killServer}. */
    void startServer() throws IOException {
        launchServer();
        await("readiness of the product")
                .atMost(START)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> ready(health) || !alive(server));
        requireAlive(server, "server.log");
    }

    /** Starts the product on an engine that it may not use: its pages come up, and it is not ready. */
    void startServerUnready() throws IOException {
        launchServer();
        await("pages of the product")
                .atMost(START)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> health("liveness") == 200 || !alive(server));
        requireAlive(server, "server.log");
    }

    /** Status of a health question to the product. */
    int health(String question) {
        return health(health, question);
    }

    private void launchServer() throws IOException {
        List<String> command = Installation.product().command("1g", temporary());
        command.addAll(List.of(
                "--spring.config.additional-location=file:" + data.resolve("lab/landscape.yml"),
                "--gulliver.data=" + home,
                "--server.port=" + port,
                "--management.server.port=" + health,
                "--gulliver.lab.users=true"));
        if (home != data) {
            command.add("--gulliver.temporal.calls-expire=3s");
        }
        if (apart) {
            command.addAll(List.of(
                    "--gulliver.roles=web,workflows", "--gulliver.workers.token=file:" + data.resolve("worker-token")));
        }
        server = launch(command, "server.log");
    }

    /** Kills the product as the kernel would; its engine lives on. */
    void killServer() {
        kill(server);
    }

    /** Kills the engine that the product started, by the process id in its own file. */
    void killEngine() throws IOException {
        JsonNode engine = JSON.readTree(Files.readString(data.resolve("engine/engine.json")));
        ProcessHandle.of(engine.required("pid").asLong()).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Kills the store's PostgreSQL as a whole, as the kernel would; the product starts it again. */
    void killStore() throws IOException {
        JsonNode store = JSON.readTree(Files.readString(data.resolve("store/postgres.json")));
        ProcessHandle.of(store.required("pid").asLong()).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** The lab's people rest, and its calendar stands; or both go on. What is under way at its systems ends. */
    void letPeopleRest(boolean rest) {
        controlPost("/people?rest=" + rest, Map.of());
    }

    private static void kill(@Nullable Process process) {
        if (process != null) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    private static boolean alive(@Nullable Process process) {
        return process != null && process.isAlive();
    }

    private void requireAlive(@Nullable Process process, String log) {
        if (!alive(process)) {
            throw new AssertionError("A process ended at its start. Its last words:\n" + lastWords(log));
        }
    }

    private boolean ready(int health) {
        return health(health, "readiness") == 200;
    }

    /** Status of an answer, or 0 while nobody answers. */
    private int health(int at, String question) {
        try {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + at + "/actuator/health/" + question))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /**
     * An answer of the API.
     *
     * @param status HTTP status
     * @param body JSON, or a missing node
     */
    record Answer(int status, JsonNode body) {}

    Answer get(String user, String path) {
        return send(request(user, path).GET());
    }

    /** What the API answers, as it is. */
    byte[] bytes(String user, String path) {
        try {
            HttpResponse<byte[]> response = http.send(request(user, path).GET().build(), BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new AssertionError("GET " + path + ": status " + response.statusCode());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Answer post(String user, String path, Object body) {
        return post(user, path, "test-" + UUID.randomUUID(), "application/json", JSON.writeValueAsString(body));
    }

    Answer post(String user, String path, String key, String type, String body) {
        return send(request(user, path)
                .header("Idempotency-Key", key)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body)));
    }

    /** Changes what was read in this version. */
    Answer put(String user, String path, long version, Object body) {
        return send(request(user, path)
                .header("If-Match", "\"" + version + "\"")
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    /** All items of a list. */
    List<JsonNode> list(String path) {
        List<JsonNode> items = new ArrayList<>();
        String next = "";
        do {
            Answer answer =
                    get("pm", next.isEmpty() ? path : path + (path.contains("?") ? "&" : "?") + "cursor=" + next);
            if (answer.status() != 200) {
                throw new AssertionError("GET " + path + ": " + answer);
            }
            answer.body().path("items").forEach(items::add);
            next = answer.body().path("next").asString("");
        } while (!next.isEmpty());
        return items;
    }

    private HttpRequest.Builder request(String user, String path) {
        String pair = user + ":" + PASSWORD;
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1" + path))
                .timeout(Duration.ofSeconds(60))
                .header("Accept", "application/json, application/zip;q=0.9")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    /** The lab's own word, past the product: ledger and rows. */
    JsonNode control(String path) {
        Answer answer = send(controlRequest(path).GET());
        if (answer.status() != 200) {
            throw new AssertionError("Lab control " + path + ": " + answer);
        }
        return answer.body();
    }

    /** What status the lab answers with, where only that is asked. */
    int controlStatus(String path) {
        return send(controlRequest(path).GET()).status();
    }

    private static final Pattern NAMED = Pattern.compile("Enter \\*\\*(\\S+)\\*\\* as \\*\\*(\\S+)\\*\\*");

    private static final Pattern FILES =
            Pattern.compile("Around \\*\\*(\\S+)\\*\\* lies on (\\S+), and not on (\\S+):");

    /**
     * Completes a task; what it asks a person to do at an array or on a server is done there first, and what it asks for in words is said.
     *
     * @throws AssertionError when it asks for what is no text: no test says what that would be
     */
    void completeTask(String user, JsonNode task) {
        Matcher zone = ZONE.matcher(task.path("detail").asString(""));
        while (zone.find()) {
            controlPost(
                    "/zones?hosts=" + zone.group(1).replace(" ", "") + "&targets="
                            + zone.group(2).replace(" ", ""),
                    Map.of());
        }
        Matcher host = NAMED.matcher(task.path("detail").asString(""));
        while (host.find()) {
            controlPost("/names?name=" + host.group(1) + "&address=" + host.group(2), Map.of());
        }
        Matcher volume = BOOT_VOLUME.matcher(task.path("detail").asString(""));
        while (volume.find()) {
            controlPost("/images?array=" + volume.group(2) + "&volume=" + volume.group(1), Map.of());
        }
        Matcher files = FILES.matcher(task.path("detail").asString(""));
        if (files.find()) {
            controlPost(
                    "/files?host=" + files.group(2) + "&service=" + files.group(1) + "&to=" + files.group(3), Map.of());
        }
        String path = "/tasks/" + task.path("id").asString();
        Map<String, Object> outputs = new LinkedHashMap<>();
        for (JsonNode wanted : get(user, path).body().path("outputs")) {
            assertThat(wanted.path("type").asString())
                    .as(task + " asks for " + wanted)
                    .isEqualTo("string");
            outputs.put(
                    wanted.path("name").asString(),
                    task.path("step").asString("").startsWith("findings[") ? "accepted: a test takes it" : "Seen");
        }
        post(user, path + "/complete", Map.of("outcome", "done", "reason", "Seen", "outputs", outputs));
    }

    /** Tells the lab to do something, for example to let a call go wrong. */
    void controlPost(String path, Object body) {
        Answer answer = send(controlRequest(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
        if (answer.status() / 100 != 2) {
            throw new AssertionError("Lab control " + path + ": " + answer);
        }
    }

    void controlDelete(String path) {
        Answer answer = send(controlRequest(path).DELETE());
        if (answer.status() / 100 != 2) {
            throw new AssertionError("Lab control " + path + ": " + answer);
        }
    }

    private HttpRequest.Builder controlRequest(String path) {
        try {
            URI root =
                    URI.create(Files.readString(data.resolve("lab/control.url")).strip());
            String token = Files.readString(data.resolve("lab/control.token")).strip();
            return HttpRequest.newBuilder(root.resolve(path))
                    .timeout(Duration.ofSeconds(60))
                    .header("Authorization", "Bearer " + token);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Answer send(HttpRequest.Builder builder) {
        try {
            HttpResponse<String> response = http.send(builder.build(), BodyHandlers.ofString());
            String body = response.body();
            return new Answer(
                    response.statusCode(),
                    body.startsWith("{") || body.startsWith("[") ? JSON.readTree(body) : JSON.createObjectNode());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The product's process; its lab's. */
    ProcessHandle serverProcess() {
        return Objects.requireNonNull(server).toHandle();
    }

    ProcessHandle labProcess() {
        return Objects.requireNonNull(lab).toHandle();
    }

    /** Where the pages are. */
    URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    Path data() {
        return data;
    }

    String lastWords(String log) {
        try (Stream<String> lines = Files.lines(data.resolve(log), StandardCharsets.UTF_8)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 25), all.size()));
        } catch (IOException e) {
            return "(no " + log + ": " + e.getMessage() + ")";
        }
    }

    private Path temporary() throws IOException {
        return Files.createDirectories(data.resolve("tmp"));
    }

    private Process launch(List<String> command, String log) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(data.resolve(log).toFile()))
                .start();
    }

    /**
     * A port below those that the kernel gives to outgoing connections: it may be minutes until it is listened on, and
     * the lab and the product open many connections meanwhile.
     */
    private static int freePort() {
        while (true) {
            int port = 15_000 + ThreadLocalRandom.current().nextInt(15_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                continue; // somebody listens there
            }
        }
    }

    /** A port whose successor is free, too: the launcher puts health there. */
    static int freePair() {
        while (true) {
            int port = freePort();
            try (ServerSocket next = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
                return next.getLocalPort() - 1;
            } catch (IOException taken) {
                continue; // the next port belongs to somebody: another pair
            }
        }
    }

    @Override
    public void close() {
        end(worker, 30);
        end(server, 60); // ends its engine, too
        end(lab, 30);
    }

    private static void end(@Nullable Process process, int seconds) {
        if (process == null || !process.isAlive()) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
